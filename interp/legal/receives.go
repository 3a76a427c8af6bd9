package legal

// This file copies what is received from a channel into the variable that it is for: the interpreter makes the received
// value itself the variable, which then cannot be assigned to.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func receives(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			if sel, ok := s.(*core.Select); ok {
				for _, c := range sel.Cases {
					if copies := u.receive(fn, c.Comm); copies != nil {
						c.Comm = copies[0]
						c.Body = append(copies[1:], c.Body...)
					}
				}
			}
			if l, ok := s.(*core.Label); ok {
				if copies := u.receive(fn, l.Stmt); copies != nil {
					u.refuse(l.Pos(), "a label at a receive is not supported yet")
				}
				if sel, ok := l.Stmt.(*core.Select); ok {
					for _, c := range sel.Cases {
						if copies := u.receive(fn, c.Comm); copies != nil {
							c.Comm = copies[0]
							c.Body = append(copies[1:], c.Body...)
						}
					}
				}
			}
			if copies := u.receive(fn, s); copies != nil {
				out = append(out, copies...)
				continue
			}
			out = append(out, s)
		}
		return out
	})
}

// receive gives a definition of new variables by a receive, and the statements that copy them, or nil if s is no
// receive into variables.
func (u *unit) receive(fn *core.Func, s core.Stmt) []core.Stmt {
	isReceive := func(rhs []core.Expr) bool {
		if len(rhs) != 1 {
			return false
		}
		r, ok := rhs[0].(*core.Unary)
		return ok && r.Op == token.ARROW
	}
	fresh := func(v *core.Var) *core.Var {
		w := *v
		w.Global = false
		w.Name = u.namer(fn).Fresh("received")
		return &w
	}
	switch s := s.(type) {
	case *core.Define:
		if !isReceive(s.Rhs) || s.Vars[0] == nil {
			return nil
		}
		d := *s
		d.Vars = append([]*core.Var{}, s.Vars...)
		d.Vars[0] = fresh(s.Vars[0])
		return []core.Stmt{&d, define(s.At, s.Vars[0], ref(d.Vars[0], s.At))}
	case *core.Assign:
		if s.Op != token.ASSIGN || !isReceive(s.Rhs) {
			return nil
		}
		d := &core.Define{S: s.S, Rhs: s.Rhs}
		out := []core.Stmt{d}
		named := false
		given := received(s.Rhs[0])
		for i, l := range s.Lhs {
			if l == nil {
				d.Vars = append(d.Vars, nil)
				continue
			}
			if _, ok := l.(*core.Ref); !ok {
				return nil // an element or a field keeps its place, which the interpreter does right
			}
			named = true
			v := fresh(&core.Var{At: s.At, Type: given[i]})
			d.Vars = append(d.Vars, v)
			out = append(out, assign(s.At, l, ref(v, s.At)))
		}
		if !named {
			return nil
		}
		return out
	}
	return nil
}

// received lists the types of what a receive gives.
func received(e core.Expr) []types.Type {
	if t, ok := e.Type().(*types.Tuple); ok {
		return tuple(t)
	}
	return []types.Type{e.Type()}
}
