package legal

// This file names unnamed parameters: a method with such ones panics when it is called through an interface.

import "github.com/costate/costate/internal/core"

func parameters(u *unit) {
	for _, f := range u.pkg.Funcs {
		nameAll(f.Params)
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if lit, ok := n.(*core.FuncLit); ok {
				nameAll(lit.Params)
			}
			return true
		})
	}
}

func nameAll(vs []*core.Var) {
	for i, v := range vs {
		if v != nil && v.Name == "" {
			w := *v
			w.Name = "_"
			vs[i] = &w
		}
	}
}
