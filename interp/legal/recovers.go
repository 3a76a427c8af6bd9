package legal

// This file tells the session of each recover: the interpreter writes the frames of a panic as it unwinds them, also if it is
// recovered, and those of the next panic must not be mistaken for them.

import "github.com/costate/costate/internal/core"

func recovered(u *unit) {
	u.lists(func(_ *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			out = append(out, s)
			if calls := exprs(s); len(calls) > 0 {
				if c, ok := calls[len(calls)-1].(*core.Call); ok && builtinName(c.Fun) == "recover" {
					if d, deferred := s.(*core.Do); deferred && d.How != core.DoCall {
						continue
					}
					switch s.(type) {
					case *core.Define, *core.Assign, *core.Do:
						out = append(out, &core.Do{S: core.S{At: s.Pos()}, E: hostCall(s.Pos(), "Recovered", nil)})
					}
				}
			}
		}
		return out
	})
}
