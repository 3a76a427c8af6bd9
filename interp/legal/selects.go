package legal

// This file rewrites what the interpreter gets wrong about select: a break out of it goes elsewhere, so it becomes a goto; what is
// received is not assigned to an element or a field, so it goes through a variable.

import (
	"go/token"
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
			if !b.found {
				continue
			}
			if label != nil && !jumpsTo(fn.Body, name) {
				s = sel
			}
			list[i] = &core.Block{S: core.S{At: sel.At}, Body: []core.Stmt{s, &core.Label{S: core.S{At: sel.At}, Name: b.end}}}
		}
		return list
	})
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
