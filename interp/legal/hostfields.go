package legal

// This file keeps the interpreter from computing into fields of compiled structs: with e an element of a list, e.Value = 2*x
// ends the program without a word, since the product is put where an interface is.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// hostFields converts what is computed for a field of an interface type: e.Value = any(2*x).
func hostFields(u *unit) {
	u.lists(func(_ *core.Func, list []core.Stmt) []core.Stmt {
		for _, s := range list {
			if l, ok := s.(*core.Label); ok {
				s = l.Stmt
			}
			a, ok := s.(*core.Assign)
			if !ok || a.Op != token.ASSIGN || len(a.Lhs) != len(a.Rhs) {
				continue
			}
			for i, lhs := range a.Lhs {
				if f, ok := lhs.(*core.Field); ok && types.IsInterface(f.T) && computes(a.Rhs[i]) {
					a.Rhs[i] = &core.Convert{X: core.X{At: a.Rhs[i].Pos(), T: f.T}, E: a.Rhs[i]}
				}
			}
		}
		return list
	})
}

// computes reports whether an expression is an operation on numbers, strings or truth values.
func computes(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Binary:
		return true
	case *core.Unary:
		return e.Op != token.AND && e.Op != token.ARROW && e.Op != token.MUL
	}
	return false
}
