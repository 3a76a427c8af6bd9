package legal

// This file rewrites what the interpreter gets wrong about select: a break out of it goes elsewhere, so it becomes a goto; what is
// received is not assigned to an element or a field, so it goes through a variable; channels that are not variables are not found.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func selects(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		for i, s := range list {
			label, inner := labelled(s)
			sel, ok := inner.(*core.Select)
			if !ok {
				continue
			}
			name := ""
			if label != nil {
				name = label.Name
			}
			b := &breaks{label: name, end: u.namer(fn).Fresh("selected")}
			for _, c := range sel.Cases {
				c.Body = b.list(c.Body, true)
				if a, ok := c.Comm.(*core.Assign); ok {
					u.receiveFirst(fn, c, a)
				}
			}
			body := append(u.channels(fn, sel), sel)
			if b.found {
				body = append(body, &core.Label{S: core.S{At: sel.At}, Name: b.end})
			}
			if len(body) == 1 {
				continue
			}
			all := &core.Block{S: core.S{At: sel.At}, Body: body}
			if label != nil && (label != s || jumpsTo(fn.Body, name)) {
				label.Stmt = all
			} else {
				list[i] = all
			}
		}
		return list
	})
}

// channels gives what evaluates the channels of a select, and the values that it sends, before it: the interpreter does not
// find every channel there.
func (u *unit) channels(fn *core.Func, sel *core.Select) []core.Stmt {
	h := &hoister{u: u, fn: fn}
	operand := func(base string, e *core.Expr, t types.Type) {
		switch (*e).(type) {
		case *core.Ref, *core.Const:
		default:
			*e = h.temp(base, *e, t)
		}
	}
	for _, c := range sel.Cases {
		var from core.Expr
		switch s := c.Comm.(type) {
		case *core.Send:
			operand("to", &s.Ch, s.Ch.Type())
			operand("val", &s.Val, s.Ch.Type().Underlying().(*types.Chan).Elem())
		case *core.Do:
			from = s.E
		case *core.Define:
			from = s.Rhs[0]
		case *core.Assign:
			from = s.Rhs[0]
		}
		if r, ok := from.(*core.Unary); ok && r.Op == token.ARROW {
			operand("from", &r.E, r.E.Type())
		}
	}
	return h.pre
}

// receiveFirst writes case x[i] = <-c: as case v := <-c: x[i] = v.
func (u *unit) receiveFirst(fn *core.Func, c *core.CommCase, a *core.Assign) {
	if !slices.ContainsFunc(a.Lhs, func(l core.Expr) bool { _, isRef := l.(*core.Ref); return l != nil && !isRef }) {
		return // receives.go does that
	}
	def := &core.Define{S: a.S, Rhs: a.Rhs}
	set := &core.Assign{S: a.S, Op: token.ASSIGN}
	given := received(a.Rhs[0])
	for i, l := range a.Lhs {
		if l == nil {
			def.Vars = append(def.Vars, nil)
			continue
		}
		v := &core.Var{At: a.At, Name: u.namer(fn).Fresh("received"), Type: given[i]}
		def.Vars = append(def.Vars, v)
		set.Lhs = append(set.Lhs, l)
		set.Rhs = append(set.Rhs, ref(v, a.At))
	}
	if set.Lhs != nil {
		c.Comm, c.Body = def, append([]core.Stmt{set}, c.Body...)
	}
}

// breaks replaces the breaks out of one select.
type breaks struct {
	label, end string
	found      bool
}

// list replaces them in a list; direct says that a break without a label there is one.
func (b *breaks) list(list []core.Stmt, direct bool) []core.Stmt {
	for i, s := range list {
		list[i] = b.stmt(s, direct)
	}
	return list
}

func (b *breaks) stmt(s core.Stmt, direct bool) core.Stmt {
	switch s := s.(type) {
	case *core.Jump:
		if s.Tok == token.BREAK && (s.Label == "" && direct || s.Label != "" && s.Label == b.label) {
			b.found = true
			return &core.Jump{S: s.S, Tok: token.GOTO, Label: b.end}
		}
	case *core.If:
		s.Then, s.Else = b.list(s.Then, direct), b.list(s.Else, direct)
	case *core.Block:
		s.Body = b.list(s.Body, direct)
	case *core.Label:
		if s.Stmt != nil {
			s.Stmt = b.stmt(s.Stmt, direct)
		}
	case *core.For:
		s.Body = b.list(s.Body, false)
	case *core.Range:
		s.Body = b.list(s.Body, false)
	case *core.Switch:
		for _, c := range s.Cases {
			c.Body = b.list(c.Body, false)
		}
	case *core.TypeSwitch:
		for _, c := range s.Cases {
			c.Body = b.list(c.Body, false)
		}
	case *core.Select:
		for _, c := range s.Cases {
			c.Body = b.list(c.Body, false)
		}
	}
	return s
}
