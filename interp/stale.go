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
)

// graph is the graph of the session's cells. Of two definitions of a name that of the cell which ran last counts.
func (s *Session) graph() *cellgraph.Graph { return cellgraph.New(s.nodes(nil)) }

func (s *Session) nodes(without *cell) []cellgraph.Cell {
	var cells []cellgraph.Cell
	for _, c := range s.cells {
		if c != without && !c.only {
			cells = append(cells, cellgraph.Cell{ID: c.id, Defines: c.defines, Uses: c.uses})
		}
	}
	return cells
}

// outdate marks the cells stale that depend on what the plan's cell defines, or has defined before.
func (s *Session) outdate(p *plan) []string {
	names := slices.Clone(p.cell.defines)
	if p.old != nil {
		names = append(names, p.old.defines...)
	}
	for _, n := range slices.Clone(names) {
		if t, _, ok := strings.Cut(n, "."); ok { // a method belongs to its type
			names = append(names, t)
		}
	}
	return s.markStale(names, p.cell, fmt.Sprintf("%s has run since, and it depends on it", p.cell.text.name))
}

// markStale marks the cells stale that depend on names, which are those of a cell. It returns them in the order in which they are to
// run again, those that an error has stopped among them.
func (s *Session) markStale(names []string, of *cell, note string) []string {
	const changed = "\x00"
	nodes := append(s.nodes(of), cellgraph.Cell{ID: changed, Defines: names, Stamp: 1})
	var out []string
	for _, id := range cellgraph.New(nodes).Dependents(changed) {
		c := s.cells[slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })]
		if !c.acts || c.state == StateNotRun {
			continue
		}
		if c.state == StateOK {
			c.state, c.note = StateStale, note
		}
		out = append(out, id)
	}
	return out
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
			o := s.cells[slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })]
			if o.acts {
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
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok.String() == "var" {
			c.acts = true
		}
	}
	pkg := p.checked.Pkg
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
