package legal

// This file writes a break out of a select as a goto behind it: the interpreter goes on elsewhere.

import (
	"go/token"

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
