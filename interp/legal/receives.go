package legal

// This file copies what is received from a channel to where it is for: the interpreter makes the received value itself the variable,
// which then cannot be assigned to, and does not put it into an element or a field at all.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func receives(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			if l, ok := s.(*core.Label); ok {
				if copies := u.receive(fn, l.Stmt); copies != nil {
					out = append(out, &core.Label{S: l.S, Name: l.Name})
					out = append(out, copies[:len(copies)-1]...)
					s = copies[len(copies)-1]
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
		if !isReceive(s.Rhs) {
			return nil
		}
		h := &hoister{u: u, fn: fn}
		d := &core.Define{S: s.S, Rhs: s.Rhs}
		var out []core.Stmt
		given := received(s.Rhs[0])
		for i, l := range s.Lhs {
			if l == nil {
				d.Vars = append(d.Vars, nil)
				continue
			}
			if !twice(l) { // its calls come first
				l = h.operand(l)
			}
			v := fresh(&core.Var{At: s.At, Type: given[i]})
			d.Vars = append(d.Vars, v)
			out = append(out, &core.Assign{S: s.S, Op: s.Op, Lhs: []core.Expr{l}, Rhs: []core.Expr{ref(v, s.At)}})
		}
		if out == nil {
			return nil
		}
		return append(append(h.pre, d), out...)
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
