package engine

// This file makes gradients of the parameters' own types of the shadows of arguments.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// still reports whether the shadow that an argument gets is the gradient by it: it has the argument's type, and the
// program moves no header in it. A function changes its own copy of a struct, not what it was handed.
func (g *general) still(t types.Type) bool {
	if !types.Identical(g.barOf(t), t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if !g.still(u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return g.still(u.Elem())
	case *types.Slice:
		return g.closed(u.Elem())
	case *types.Pointer:
		return g.closed(u.Elem())
	}
	return g.class(t) == none || g.class(t) == scalar
}

// closed reports whether values of a type hold no headers of shadows.
func (g *general) closed(t types.Type) bool {
	if g.class(t) != aggregate {
		return g.class(t) != reference
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if !g.closed(u.Field(i).Type()) {
				return false
			}
		}
	case *types.Array:
		return g.closed(u.Elem())
	}
	return true
}

// sameEntries is the shadow of a map with the cells that it has now.
func (g *general) sameEntries(t types.Type, mBar core.Expr) core.Expr {
	bt := g.barOf(t)
	f := g.helper("entries", t, func(f *core.Func) {
		c := &core.Var{Name: "c", Type: bt.Underlying().(*types.Map).Elem()}
		f.Doc = []string{f.Name + " returns a map with the cells of m."}
		g.mapped(f, bt, bt, c, ref(c))
	})
	return callOf(f, bt, mBar)
}

// entries are the adjoints in the cells of a map's shadow.
func (g *general) entries(t types.Type, mBar core.Expr) core.Expr {
	bt := g.barOf(t)
	f := g.helper("gradient", t, func(f *core.Func) {
		c := &core.Var{Name: "c", Type: bt.Underlying().(*types.Map).Elem()}
		f.Doc = []string{f.Name + " returns what the cells of m hold."}
		g.mapped(f, bt, t, c, deref(ref(c)))
	})
	return callOf(f, t, mBar)
}

// mapped makes f the function that gives a map with a value for each cell c of a shadow.
func (g *general) mapped(f *core.Func, from, to types.Type, c *core.Var, val core.Expr) {
	m, out := &core.Var{Name: "m", Type: from}, &core.Var{Name: "out", Type: to}
	k := &core.Var{Name: "k", Type: to.Underlying().(*types.Map).Key()}
	f.Params, f.Results = []*core.Var{m}, []types.Type{to}
	f.Body = []core.Stmt{
		define(out, makeSlice(to)),
		&core.Range{Key: k, Val: c, E: ref(m), Body: []core.Stmt{set(elemAt(ref(out), ref(k), val.Type()), val)}},
		&core.Return{Results: []core.Expr{ref(out)}},
	}
}
