package foreign

// This file says of a whole notebook what its cells will find.

import (
	"fmt"
	"slices"
	"strings"
)

// Summary is what a page says about a notebook of another kernel.
type Summary struct {
	Kernel Kernel
	Text   string   // one sentence
	Shell  bool     // there are shell commands, run or not
	List   []string // what is emulated, ignored, not run and not available, a line each
}

// Summarise reads the code cells of a notebook.
func Summarise(cells []string, o Options) Summary {
	if o.Kernel == "" {
		o.Kernel = Other
	}
	s := Summary{Kernel: o.Kernel, Text: fmt.Sprintf("This notebook was written for %s. Its cells are translated when they are run, and the file is not changed.", o.Kernel)}
	titles := []struct {
		kind  Kind
		title string
	}{{Emulated, "Emulated"}, {Ignored, "Ignored"}, {Shell, "Not run"}, {Warning, "Not available"}}
	found := map[Kind][]string{}
	shells := 0
	for _, src := range cells {
		t := Translate(src, o)
		s.Shell = s.Shell || t.Shell != ""
		for _, n := range t.Notes {
			if n.Kind == Shell {
				shells++
				continue
			}
			if !slices.Contains(found[n.Kind], n.Text) {
				found[n.Kind] = append(found[n.Kind], n.Text)
			}
		}
	}
	for _, t := range titles {
		list := found[t.kind]
		if t.kind == Shell && shells > 0 {
			list = []string{fmt.Sprintf("%d shell commands", shells)}
			if shells == 1 {
				list = []string{"a shell command"}
			}
		}
		const most = 8
		if n := len(list); n > most {
			list = append(slices.Clone(list[:most]), fmt.Sprintf("and %d more", n-most))
		}
		if len(list) > 0 {
			s.List = append(s.List, t.title+": "+strings.Join(list, "; ")+".")
		}
	}
	return s
}
