package server

// This file deals with notebooks that were written for other Go kernels: their cells are translated when they are run and when they are
// checked, and the document stays as it is.

import (
	"fmt"
	"strings"

	"github.com/costate/costate/internal/foreign"
	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
)

// otherKernel is the kernel that the notebook was written for, if it is another one of Go. h.mu is held.
func (h *hub) otherKernel() (foreign.Kernel, bool) {
	if l := h.file.Doc.Language(); l != "" && !strings.EqualFold(l, "go") {
		return "", false
	}
	spec := h.file.Doc.Metadata().Get("kernelspec")
	name, _ := spec.Get("name").Text()
	display, _ := spec.Get("display_name").Text()
	return foreign.KernelOf(name, display)
}

// translate gives the text that a session runs for that of a cell, and what is to be said about it. h.mu is held.
func (h *hub) translate(source string) (string, []foreign.Note) {
	k, other := h.otherKernel()
	if !other {
		return source, nil
	}
	t := foreign.Translate(source, foreign.Options{Kernel: k, RunShell: h.runsShell()})
	return t.Text, t.Notes
}

// foreignView is what a page says above a notebook of another kernel; nil of our own. h.mu is held.
func (h *hub) foreignView() *foreignView {
	k, other := h.otherKernel()
	if !other {
		return nil
	}
	var cells []string
	for _, c := range h.file.Doc.Cells() {
		if c.Kind() == notebook.Code {
			cells = append(cells, c.Source())
		}
	}
	s := foreign.Summarise(cells, foreign.Options{Kernel: k, RunShell: h.runsShell()})
	v := &foreignView{Kernel: string(k), Text: s.Text, List: s.List}
	switch {
	case !s.Shell:
	case !h.srv.opts.Kernel.AllowExec:
		v.Why = noShell
	case h.runsShell():
		v.Shell = "run"
	default:
		v.Shell = "off"
	}
	return v
}

// noShell is why people cannot have shell commands run.
const noShell = "Shell commands can be run only if the server was started with --allow-exec."

// runsShell reports whether shell commands of cells are run: the notebook asks for it, and the server allows it. h.mu is held.
func (h *hub) runsShell() bool { return h.srv.opts.Kernel.AllowExec && h.file.Doc.Shell() }

// shellOf says how much of a cell is for a shell and so not run: "cell", "lines", or "". h.mu is held.
func (h *hub) shellOf(c notebook.Cell) string {
	k, other := h.otherKernel()
	if !other || c.Kind() != notebook.Code || h.runsShell() {
		return ""
	}
	return string(foreign.Translate(c.Source(), foreign.Options{Kernel: k}).Shell)
}

// missing are the notes on what a cell did not do, as sentences.
func missing(notes []foreign.Note) []string {
	var list []string
	for _, n := range notes {
		if n.Kind == foreign.Shell || n.Kind == foreign.Warning {
			list = append(list, fmt.Sprintf("Line %d: %s.", n.Line, n.Text))
		}
	}
	return list
}

// ownLines puts the lines of the document in the place of those of translations. h.mu is held.
func (h *hub) ownLines(reply *kernel.Reply) {
	if _, other := h.otherKernel(); !other || reply == nil {
		return
	}
	for i, f := range reply.Faults {
		id, ok := cellOf(f.Pos.Filename)
		if !ok || f.Line == "" || f.Pos.Line < 1 {
			continue
		}
		if lines := strings.Split(h.record(id).source, "\n"); f.Pos.Line <= len(lines) {
			line := lines[f.Pos.Line-1]
			reply.Faults[i].Line = line
			if f.Pos.Column > len(line)+1 { // of what stands for a command
				reply.Faults[i].Pos.Column = 1
			}
		}
	}
}

// moved is the offset in one text of the place that has an offset in another: lines and columns are the same, where they exist.
func moved(from, to string, at int) int {
	at = min(max(at, 0), len(from))
	before := from[:at]
	column := at - (strings.LastIndexByte(before, '\n') + 1)
	start := 0
	for range strings.Count(before, "\n") {
		i := strings.IndexByte(to[start:], '\n')
		if i < 0 {
			return len(to)
		}
		start += i + 1
	}
	end := len(to)
	if i := strings.IndexByte(to[start:], '\n'); i >= 0 {
		end = start + i
	}
	return min(start+column, end)
}
