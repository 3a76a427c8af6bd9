package legal

// This file writes indirections in other words where the interpreter takes the pointer for what it points to, or cannot compile them:
//
//	(*p).f                             is p.f
//	complex(*p, *q), real(*z)          are complex(float64(*p), float64(*q)), real(complex128(*z))
//	&p[i] of a pointer to an array     is &(*p)[i]
//	map[string]T{"a": *p}              is map[string]T{"a": T(*p)}
//	[][]int{(*p)[1:]}                  is [][]int{[]int((*p)[1:])}

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func derefs(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		switch e := e.(type) {
		case *core.Field:
			if d := deref(e.E); d != nil && !e.Method {
				if p, ptr := types.Unalias(d.E.Type()).(*types.Pointer); ptr && !isPointer(p.Elem()) {
					e.E = d.E
				}
			}
		case *core.Unary:
			if i, ok := e.E.(*core.Index); ok && e.Op == token.AND {
				if p, ok := i.E.Type().Underlying().(*types.Pointer); ok {
					i.E = &core.Unary{X: core.X{At: i.E.Pos(), T: p.Elem()}, Op: token.MUL, E: i.E}
				}
			}
		case *core.Call:
			switch builtinName(e.Fun) {
			case "complex", "real", "imag":
				for i, a := range e.Args {
					if deref(a) != nil {
						e.Args[i] = &core.Convert{X: core.X{At: a.Pos(), T: a.Type()}, E: a}
					}
				}
			}
		case *core.Composite:
			for i, v := range e.Vals {
				if _, isMap := e.T.Underlying().(*types.Map); isMap && deref(v) != nil {
					e.Vals[i] = &core.Convert{X: core.X{At: v.Pos(), T: v.Type()}, E: v}
				}
				if part, ok := v.(*core.SliceExpr); ok && deref(part.E) != nil {
					e.Vals[i] = &core.Convert{X: part.X, E: part}
				}
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// deref is e if that is an indirection, otherwise nil.
func deref(e core.Expr) *core.Unary {
	if d, ok := e.(*core.Unary); ok && d.Op == token.MUL {
		return d
	}
	return nil
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
