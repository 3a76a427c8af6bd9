package legal

// This file gives constant map keys the key's type: m[97] of a map[rune]int is otherwise a lookup with an int, which
// panics.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func keys(u *unit) {
	typed := func(e core.Expr, m types.Type) core.Expr {
		mt, ok := m.Underlying().(*types.Map)
		if !ok {
			return e
		}
		c, ok := e.(*core.Const)
		if !ok || c.Val == nil || types.IsInterface(mt.Key()) {
			return e
		}
		switch types.Unalias(mt.Key()) {
		case types.Typ[types.Int], types.Typ[types.String], types.Typ[types.Bool]:
			return e
		}
		f := u.helper("key "+typeKey(mt.Key()), "key", func(f *core.Func) {
			k := &core.Var{Name: "k", Type: mt.Key()}
			f.Params, f.Results = []*core.Var{k}, []types.Type{mt.Key()}
			f.Body = []core.Stmt{ret(0, ref(k, 0))}
		})
		return call(c.At, mt.Key(), refFunc(f, c.At), &core.Const{X: core.X{At: c.At, T: mt.Key()}, Val: c.Val})
	}
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		switch e := e.(type) {
		case *core.Index:
			e.I = typed(e.I, e.E.Type())
		case *core.Composite:
			for i, k := range e.Keys {
				if k != nil {
					e.Keys[i] = typed(k, e.T)
				}
			}
		case *core.Call:
			if builtinName(e.Fun) == "delete" {
				e.Args[1] = typed(e.Args[1], e.Args[0].Type())
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}
