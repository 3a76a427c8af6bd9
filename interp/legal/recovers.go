package legal

// This file tells the session of each recover: the interpreter writes the frames of a panic as it unwinds them, also if it is
// recovered, and those of the next panic must not be mistaken for them. And a fault that the interpreter meets as a panic
// of package reflect becomes the run-time error that Go has for it.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

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
						out = append(out, inGoWords(s)...)
					}
				}
			}
		}
		return out
	})
}

// inGoWords gives if host.IsFault(r) { r = host.Fault() } for r := recover().
func inGoWords(s core.Stmt) []core.Stmt {
	var r core.Expr
	switch s := s.(type) {
	case *core.Define:
		if s.Vars[0] != nil {
			r = ref(s.Vars[0], s.At)
		}
	case *core.Assign:
		if v, ok := s.Lhs[0].(*core.Ref); ok {
			r = v
		}
	}
	if r == nil {
		return nil
	}
	at := s.Pos()
	set := assign(at, core.CloneExpr(r), hostCall(at, "Fault", r.Type()))
	return []core.Stmt{&core.If{S: core.S{At: at}, Cond: hostCall(at, "IsFault", types.Typ[types.Bool], r), Then: []core.Stmt{set}}}
}
