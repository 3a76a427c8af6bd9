package interp

// This file lets declarations come in any order: a cell may use functions, types and constants of cells of the document that have not
// run yet.

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"

	"github.com/costate/costate/internal/diag"
)

// SetDocument tells the session the texts of all cells of the document, in its order. Their functions, types and constants can be
// used before they run. Cells that are not among them are taken out of the session; it returns the cells that are stale since then,
// in the order in which they are to run again.
func (s *Session) SetDocument(cells []Source) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.document = slices.Clone(cells)
	var stale []string
	for _, c := range slices.Clone(s.cells) {
		if !c.only && !slices.ContainsFunc(cells, func(src Source) bool { return src.ID == c.id }) {
			stale = append(stale, s.remove(c.id)...)
		}
	}
	return stale
}

var (
	undefinedName   = regexp.MustCompile(`^undefined: (\w+)`)
	undefinedMember = regexp.MustCompile(`type \*?(\w+) has no (?:field or )?method (\w+)|missing method (\w+)`)
)

// fetch adds to the plan the cells of the document that declare names which are missing. It reports whether there are any.
func (s *Session) fetch(p *plan, diags diag.List, tried map[string]bool) bool {
	found := false
	for _, d := range diags {
		for _, src := range s.document {
			if tried[src.ID] || slices.ContainsFunc(p.cells, func(c *cell) bool { return c.id == src.ID }) {
				continue
			}
			if c := declarer(src, d.Message); c != nil {
				tried[src.ID], found = true, true
				p.cells = slices.Insert(p.cells, len(p.cells)-1, c)
			}
		}
	}
	return found
}

// declarer gives the cell with a text if it declares, other than as a variable, what a message misses.
func declarer(src Source, message string) *cell {
	text, diags := split(src.ID, src.Text)
	if len(diags) > 0 {
		return nil
	}
	c := &cell{id: src.ID, text: text, state: StateNotRun, only: true, declares: true, opts: composeOptions{only: true}}
	f, diags := compose(token.NewFileSet(), text, c.opts)
	if len(diags) > 0 || !misses(message, declaredNames(f.file)) {
		return nil
	}
	return c
}

// misses reports whether one of the names is what a message says is missing.
func misses(message string, names []string) bool {
	if g := undefinedName.FindStringSubmatch(message); g != nil {
		return slices.Contains(names, g[1])
	}
	g := undefinedMember.FindStringSubmatch(message)
	if g == nil {
		return false
	}
	return slices.ContainsFunc(names, func(n string) bool {
		return n == g[1]+"."+g[2] || g[3] != "" && len(n) > len(g[3]) && n[len(n)-len(g[3])-1:] == "."+g[3]
	})
}

// explain says of missing variables which cell of the document defines them.
func (s *Session) explain(p *plan, diags diag.List) diag.List {
	for i, d := range diags {
		g := undefinedName.FindStringSubmatch(d.Message)
		if g == nil {
			continue
		}
		for _, b := range p.broken {
			if slices.Contains(b.cell.defines, g[1]) {
				diags[i].Code = "not-run"
				diags[i].Message = fmt.Sprintf("%s is defined in %s, which no longer fits the others: %s", g[1], b.cell.text.name, b.diag.Message)
			}
		}
		if diags[i].Code == "not-run" {
			continue
		}
		for _, src := range s.document {
			text, faults := split(src.ID, src.Text)
			if len(faults) == 0 && src.ID != p.cell.id && text.mayDeclare(g[1]) {
				diags[i].Code = "not-run"
				diags[i].Message = fmt.Sprintf("%s is defined in %s, which has not run; run it first", g[1], cellName(src.ID))
				break
			}
		}
	}
	return diags
}
