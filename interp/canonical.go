package interp

// This file tells whether a declaration means the same as before, whatever its local variables are called:
// a new package-level name makes core rename the locals of that name everywhere.

import (
	"fmt"

	"github.com/costate/costate/internal/core"
)

// canonical gives the text of each declaration with its locals numbered, by unitKey.
func canonical(p *core.Package, aliases core.Aliases) map[string]string {
	c := *p
	c.Funcs = nil
	for _, f := range p.Funcs {
		names := map[*core.Var]*core.Var{}
		rename := func(v *core.Var) *core.Var {
			if v.Global || v.Name == "_" {
				return v
			}
			if names[v] == nil {
				w := *v
				w.Name = fmt.Sprintf("·%d", len(names))
				names[v] = &w
			}
			return names[v]
		}
		// Comments name variables too.
		m := &core.Mapper{Var: rename, Stmt: func(s core.Stmt) []core.Stmt {
			core.SetNote(s, "")
			return []core.Stmt{s}
		}}
		g := *f
		if f.Recv != nil {
			g.Recv = rename(f.Recv)
		}
		g.Params = nil
		for _, v := range f.Params {
			if v != nil {
				v = rename(v)
			}
			g.Params = append(g.Params, v)
		}
		g.Body = m.MapStmts(f.Body)
		c.Funcs = append(c.Funcs, &g)
	}
	out := map[string]string{}
	for _, u := range core.Units(&c, aliases) {
		out[unitKey(u)] = u.Text
	}
	return out
}
