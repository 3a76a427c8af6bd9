package engine

// This file finds the variables that need a cell for their shadow, because a literal captures them or their address is taken.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// cellsOf are the variables that a literal captures or whose address is taken.
func cellsOf(f *core.Func) map[*core.Var]bool {
	cells := map[*core.Var]bool{}
	var walk func(list []core.Stmt, mine map[*core.Var]bool)
	walk = func(list []core.Stmt, mine map[*core.Var]bool) {
		core.InspectStmts(list, func(n core.Node) bool {
			if _, lit := n.(*core.FuncLit); !lit {
				for _, v := range declared(n) {
					mine[v] = true
				}
			}
			switch n := n.(type) {
			case *core.FuncLit:
				inner := map[*core.Var]bool{}
				for _, v := range n.Params {
					inner[v] = true
				}
				walk(n.Body, inner)
				return false
			case *core.Unary:
				if n.Op == token.AND {
					if v := storage(n.E); v != nil {
						cells[v] = true
					}
				}
			case *core.SliceExpr:
				if _, ok := n.E.Type().Underlying().(*types.Array); ok {
					if v := storage(n.E); v != nil {
						cells[v] = true
					}
				}
			case *core.Ref:
				if v, ok := n.Obj.(*core.Var); ok && !mine[v] && !v.Global {
					cells[v] = true
				}
			}
			return true
		})
	}
	mine := map[*core.Var]bool{}
	for _, v := range f.Params {
		mine[v] = true
	}
	walk(f.Body, mine)
	return cells
}

// storage is the variable that a place lies in, nil if it lies behind a pointer or a slice.
func storage(e core.Expr) *core.Var {
	switch e := e.(type) {
	case *core.Ref:
		v, _ := e.Obj.(*core.Var)
		return v
	case *core.Field:
		if e.E != nil && !isPointer(e.E.Type()) {
			return storage(e.E)
		}
	case *core.Index:
		if _, ok := e.E.Type().Underlying().(*types.Array); ok {
			return storage(e.E)
		}
	}
	return nil
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// changed reports whether a part of a parameter is assigned.
func (b *body) changed(list []core.Stmt, v *core.Var) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if a, ok := n.(*core.Assign); ok {
			for _, l := range a.Lhs {
				found = found || l != nil && storage(l) == v
			}
		}
		return !found
	})
	return found
}

// shadow is the variable that holds a variable's shadow: a pointer to it for aggregates and for captured scalars, a header,
// or for other scalars the adjoint itself, a variable of the pullback.
func (b *body) shadow(v *core.Var) *core.Var {
	if s := b.shadows[v]; s != nil {
		return s
	}
	s := &core.Var{At: v.At, Name: b.names.fresh(nameOf(v) + "Bar"), Type: b.barOf(v.Type)}
	if b.class(v.Type) == aggregate || b.class(v.Type) == scalar && (v.Global || b.cells[v]) {
		s.Type = types.NewPointer(s.Type)
	}
	if v.Global {
		if g := b.globals[v]; g != nil {
			return g
		}
		s.Name, s.Global, s.At = b.local(nameOf(v)+"Bar"), true, b.asked
		b.names[s.Name] = true
		b.globals[v] = s
		b.order = append(b.order, v)
		return s
	}
	b.shadows[v] = s
	if b.class(v.Type) == scalar && !b.cells[v] {
		b.regs = append(b.regs, s)
	}
	return s
}
