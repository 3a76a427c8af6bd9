package interp

// This file decides which cell is at fault when a program type-checks but cannot be lowered: mostly since a function cannot be
// differentiated. The cell that runs has changed something that other cells use; they are then left out, and fit no longer.

import (
	"slices"

	"github.com/costate/costate/internal/cellgraph"
	"github.com/costate/costate/internal/diag"
)

// blame adds other cells to out: those that what is wrong stands in, if they depend on the plan's cell; else those that differentiate
// what depends on it, and those that did not fit before. It reports whether there are new ones.
func (s *Session) blame(p *plan, diags diag.List, out map[*cell]diag.Diagnostic) bool {
	var nodes []cellgraph.Cell
	for i, c := range p.cells {
		nodes = append(nodes, cellgraph.Cell{ID: c.id, Defines: c.defines, Uses: c.uses, Stamp: i})
	}
	depend := cellgraph.New(nodes).Dependents(p.cell.id)
	add := func(which func(c *cell) (diag.Diagnostic, bool)) bool {
		found := false
		for _, c := range p.cells {
			if _, known := out[c]; known || c == p.cell || c.only {
				continue
			}
			if d, ok := which(c); ok {
				out[c], found = d, true
			}
		}
		return found
	}
	return add(func(c *cell) (d diag.Diagnostic, ok bool) {
		i := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Pos.Filename == c.text.name })
		if i < 0 || !slices.Contains(depend, c.id) {
			return d, false
		}
		return diags[i], true
	}) || add(func(c *cell) (diag.Diagnostic, bool) {
		return diags[0], c.before != "" || c.derives && slices.Contains(depend, c.id)
	})
}
