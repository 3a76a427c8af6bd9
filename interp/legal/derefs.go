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
		d, ok := f.E.(*core.Unary)
		if !ok || d.Op != token.MUL {
			return e
		}
		if p, ptr := types.Unalias(d.E.Type()).(*types.Pointer); ptr && !isPointer(p.Elem()) {
			f.E = d.E
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
