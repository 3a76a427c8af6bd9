package legal

// This file rewrites switches that the interpreter gets wrong: it moves the default to the end, falls into what then comes next, takes
// a later case that fits for the default, calls the first of several values of a case alone, and compares basic values only. Such a switch is decided before it is entered, as one over the numbers of its cases:
//
//	switch x { default: a; fallthrough; case f(), g(): b }
//
//	tag, chosen := x, 0
//	if tag == f() || tag == g() { chosen = 1 }
//	switch chosen { case 0: a; fallthrough; case 1: b }
//
// Constant cases of switches over floats are typed, and the conditions of a case joined.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func switches(u *unit) {
	u.lists(u.decided)
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if s, ok := n.(*core.Switch); ok {
				typedCases(s)
				oneCondition(s)
			}
			return true
		})
	}
}

// decided rewrites the switches of a list that are to be decided before they are entered.
func (u *unit) decided(fn *core.Func, list []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range list {
		for l, ok := s.(*core.Label); ok && holdsLabel(l.Stmt); l, ok = s.(*core.Label) {
			out = append(out, landing(l))
			s = l.Stmt
		}
		_, inner := labelled(s)
		sw, ok := inner.(*core.Switch)
		if !ok || !misjudged(sw) {
			out = append(out, s)
			continue
		}
		out = append(out, u.after(fn, u.decide(fn, sw), s)...)
	}
	return out
}

// misjudged reports whether the interpreter gets a switch wrong.
func misjudged(s *core.Switch) bool {
	if s.Tag != nil {
		if _, basic := s.Tag.Type().Underlying().(*types.Basic); !basic {
			return true
		}
	}
	for i, c := range s.Cases {
		if c.Default && i < len(s.Cases)-1 || s.Tag != nil && computed(c) {
			return true
		}
	}
	return false
}

// decide makes s a switch over the numbers of its cases, and gives the statements that find the number.
func (u *unit) decide(fn *core.Func, s *core.Switch) []core.Stmt {
	integer := types.Typ[types.Int]
	chosen := &core.Var{At: s.At, Name: u.namer(fn).Fresh("chosen"), Type: integer}
	var before []core.Stmt
	var tag *core.Var
	if s.Tag != nil {
		tag = &core.Var{At: s.At, Name: u.namer(fn).Fresh("tag"), Type: s.Tag.Type()}
		before = append(before, define(s.At, tag, s.Tag))
	}
	otherwise := int64(-1)
	var first core.Stmt
	var last *core.If
	for i, c := range s.Cases {
		at := c.At
		if c.Default {
			otherwise = int64(i)
		}
		var cond core.Expr
		for _, e := range c.Exprs {
			if tag != nil {
				e = binary(token.EQL, ref(tag, e.Pos()), e)
			}
			if cond != nil {
				e = binary(token.LOR, cond, e)
			}
			cond = e
		}
		if cond != nil {
			step := &core.If{S: core.S{At: at}, Cond: cond, Then: []core.Stmt{assign(at, ref(chosen, at), intConst(at, int64(i), integer))}}
			if last == nil {
				first = step
			} else {
				last.Else = []core.Stmt{step}
			}
			last = step
		}
		c.Exprs, c.Default = []core.Expr{intConst(at, int64(i), integer)}, false
	}
	before = append(before, define(s.At, chosen, intConst(s.At, otherwise, integer)))
	if first != nil {
		before = append(before, first)
	}
	s.Tag = ref(chosen, s.At)
	return before
}

// computed reports whether a case has several values of which one is more than a constant or a variable.
func computed(c *core.Case) bool {
	return len(c.Exprs) > 1 && slices.ContainsFunc(c.Exprs, func(e core.Expr) bool {
		_, isRef := e.(*core.Ref)
		return !isRef && !isConst(e)
	})
}

// oneCondition joins the conditions of each case of a switch without a tag: the interpreter looks at the first alone.
func oneCondition(s *core.Switch) {
	if s.Tag != nil {
		return
	}
	for _, c := range s.Cases {
		for len(c.Exprs) > 1 {
			c.Exprs = append([]core.Expr{binary(token.LOR, c.Exprs[0], c.Exprs[1])}, c.Exprs[2:]...)
		}
	}
}

// typedCases gives constants among the cases of a switch over floats the type of the tag: case 0 is the integer to the
// interpreter, and met by any float.
func typedCases(s *core.Switch) {
	if s.Tag == nil {
		return
	}
	if b, ok := s.Tag.Type().Underlying().(*types.Basic); !ok || b.Info()&(types.IsFloat|types.IsComplex) == 0 {
		return
	}
	for _, c := range s.Cases {
		for i, e := range c.Exprs {
			if _, ok := e.(*core.Const); ok {
				c.Exprs[i] = &core.Convert{X: core.X{At: e.Pos(), T: s.Tag.Type()}, E: e}
			}
		}
	}
}

func isConst(e core.Expr) bool {
	_, ok := e.(*core.Const)
	return ok
}
