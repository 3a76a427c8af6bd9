package interp

// This file knows how the cells of a session depend on one another, by the names that they define and use.

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/costate/costate/internal/cellgraph"
	"github.com/costate/costate/internal/core"
)

// graph is the graph of the session's cells. Of two definitions of a name that of the cell which ran last counts.
func (s *Session) graph() *cellgraph.Graph { return cellgraph.New(s.nodes(nil)) }

// nodes gives the cells as the graph knows them, in the order of the document.
func (s *Session) nodes(without *cell) []cellgraph.Cell {
	place := map[string]int{}
	for i, src := range s.document {
		place[src.ID] = i + 1
	}
	var cells []cellgraph.Cell
	for i, c := range s.cells {
		if c != without && !c.only {
			cells = append(cells, cellgraph.Cell{ID: c.id, Defines: c.defines, Uses: c.uses, Stamp: i})
		}
	}
	slices.SortStableFunc(cells, func(a, b cellgraph.Cell) int { return place[a.ID] - place[b.ID] })
	return cells
}

// cell returns the cell with an id.
func (s *Session) cell(id string) *cell {
	return s.cells[slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })]
}

// owned lists the names that a cell defines and that no newer definition has replaced, methods with their types if who uses these may see
// the methods. next is a cell that is about to be part of the session, or nil.
func (s *Session) owned(c, next *cell) []string {
	g := s.graph()
	var names []string
	for _, n := range c.defines {
		if id, ok := g.Owner(n); !ok || id != c.id {
			continue
		}
		names = append(names, n)
		if t, _, ok := strings.Cut(n, "."); ok && s.loud(n, next) {
			names = append(names, t)
		}
	}
	return names
}

// outdate marks the cells stale that depend on what the plan's cell defines, or has defined before.
func (s *Session) outdate(p *plan) []string {
	names := append(s.owned(p.cell, nil), p.owned...)
	return s.markStale(names, p.cell, fmt.Sprintf("%s has run since, and it depends on it", p.cell.text.name))
}

// markStale marks the cells stale that depend on names, which are those of a cell, and on the variables that it assigns as if it defined
// them. It returns them in the order in which they are to run again: those that an error has stopped among them, and those without
// whose lost values they cannot run.
func (s *Session) markStale(names []string, of *cell, note string) []string {
	const changed = "\x00"
	nodes := s.nodes(of)
	names = append(slices.Clone(names), of.assigns...)
	for i, n := range nodes {
		if slices.ContainsFunc(s.cell(n.ID).assigns, func(a string) bool { return slices.Contains(of.assigns, a) }) {
			nodes[i].Uses = slices.DeleteFunc(slices.Clone(n.Uses), func(u string) bool { return slices.Contains(of.assigns, u) })
		}
	}
	graph := cellgraph.New(append(nodes, cellgraph.Cell{ID: changed, Defines: names, Uses: of.uses, Stamp: len(s.cells)}))
	var out []string
	for _, id := range graph.Dependents(changed) {
		c := s.cell(id)
		if !c.acts || c.state == StateNotRun || graph.Cyclic(changed, id) { // of a cycle the cell that runs last has the last word
			continue
		}
		if c.state == StateOK {
			c.state, c.note = StateStale, note
		}
		out = append(out, id)
	}
	for i := 0; i < len(out); i++ {
		for _, id := range s.dependsOn(graph, s.cell(out[i])) {
			if id != changed && !slices.Contains(out, id) && s.cell(id).state == StateStale && s.lacks(s.cell(id)) {
				out = append(out, id)
			}
		}
	}
	return graph.Order(out)
}

// lacks reports whether a cell has run and lost a value since.
func (s *Session) lacks(c *cell) bool {
	return s.typed != nil && slices.ContainsFunc(s.typed.Vars, func(v *core.Var) bool {
		return !s.has[v.Name] && !s.trans[v.Name] && s.fset.Position(v.At).Filename == c.text.name
	})
}

// succeed says of cells whose variables had been replaced by those of a deleted cell that they count again, without values.
func (s *Session) succeed(deleted *cell, names []string) {
	g := s.graph()
	for _, n := range names {
		id, ok := g.Owner(n)
		if !ok {
			continue
		}
		if c := s.cell(id); c.vars[n] != "" && c.state == StateOK && !slices.Contains(c.assigns, n) {
			c.state, c.note = StateStale, fmt.Sprintf("%s was also defined in %s, which was deleted", n, deleted.text.name)
		}
	}
}

// mended says of cells that fit again what they are now.
func (p *plan) mended() {
	for _, c := range p.cells {
		if c.before == "" || c.broken || c == p.cell {
			continue
		}
		c.state, c.note = c.before, ""
		if c.acts && (c.state == StateOK || c.state == StateStale) {
			c.state, c.note = StateStale, "it fits again since "+p.cell.text.name+" has run, but its values are gone"
		}
		c.before = ""
	}
}

// staleUnder gives the name of a cell that c depends on and that is to run again; "" if there is none.
func (s *Session) staleUnder(c *cell) string {
	g := s.graph()
	seen := map[string]bool{c.id: true}
	var under func(c *cell) string
	under = func(c *cell) string {
		for _, n := range c.uses {
			id, ok := g.Owner(n)
			if !ok || seen[id] {
				continue
			}
			seen[id] = true
			o := s.cells[slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })]
			if o.state == StateStale || o.state == StateFailed {
				return o.text.name
			}
			if name := under(o); name != "" {
				return name
			}
		}
		return ""
	}
	return under(c)
}

// dependsOn lists the cells that c depends on, through those that do nothing but declare functions and types.
func (s *Session) dependsOn(g *cellgraph.Graph, c *cell) []string {
	seen := map[string]bool{c.id: true}
	var out []string
	var on func(c *cell)
	on = func(c *cell) {
		for _, n := range c.uses {
			id, ok := g.Owner(n)
			if !ok || seen[id] {
				continue
			}
			seen[id] = true
			i := slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })
			if i < 0 { // the one that has changed
				continue
			}
			if o := s.cells[i]; o.acts {
				out = append(out, id)
			} else {
				on(o)
			}
		}
	}
	on(c)
	slices.Sort(out)
	return out
}

// relate finds what the plan's cell defines and uses.
func (p *plan) relate() {
	c, file := p.cell, p.files[p.cell].file
	c.defines = p.declares(c)
	c.acts = slices.ContainsFunc(p.files[c].steps, func(st step) bool { return st.fn != "" }) || c.text.whole
	c.acts = c.acts || !p.onlyFunctions(file)
	pkg := p.checked.Pkg
	c.assigns = nil
	for n, ok := range c.opts.assign {
		if ok {
			c.assigns = append(c.assigns, n)
		}
	}
	slices.Sort(c.assigns)
	c.loud = p.loudNames(file)
	c.derives = false
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		c.derives = c.derives || ok && p.differentiates(call)
		return true
	})
	c.vars = map[string]string{}
	for _, n := range append(slices.Clone(c.defines), c.assigns...) {
		if v, ok := pkg.Scope().Lookup(n).(*types.Var); ok {
			c.vars[n] = types.TypeString(v.Type(), types.RelativeTo(pkg))
		}
	}
	uses := map[string]bool{}
	note := func(obj types.Object) {
		switch {
		case obj == nil || obj.Pkg() != pkg:
		case obj.Parent() == pkg.Scope():
			uses[obj.Name()] = true
		default:
			if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
				t := f.Signature().Recv().Type()
				if ptr, ok := t.(*types.Pointer); ok {
					t = ptr.Elem()
				}
				if n, ok := types.Unalias(t).(*types.Named); ok {
					uses[n.Obj().Name()+"."+f.Name()] = true
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			note(p.checked.Info.Uses[id])
		}
		return true
	})
	for _, n := range c.defines {
		delete(uses, n)
	}
	c.uses = slices.Sorted(maps.Keys(uses))
}
