package legal

// This file writes (*p).f as p.f: as an element of a composite literal the interpreter cannot compile the first.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func derefs(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		f, ok := e.(*core.Field)
		if !ok || f.Method || f.E == nil {
			return e
		}
		if d, ok := f.E.(*core.Unary); ok && d.Op == token.MUL {
			if _, ptr := types.Unalias(d.E.Type()).(*types.Pointer); ptr {
				f.E = d.E
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}
