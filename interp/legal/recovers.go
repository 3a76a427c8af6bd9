package legal

// This file lets the session recover: it runs deferred functions (defers.go) and knows which panic they are called for.

import "github.com/costate/costate/internal/core"

func recovered(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if c, ok := e.(*core.Call); ok && builtinName(c.Fun) == "recover" {
			return hostCall(c.At, "Recover", c.T)
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}
