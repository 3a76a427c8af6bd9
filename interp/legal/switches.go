package legal

// This file types the constant cases of switches over floats, joins the conditions of a case, and takes fallthrough out of switches
// whose default is not the last case: the interpreter moves the default to the end, and falls into what then comes next. The body
// that follows is copied instead.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func switches(u *unit) {
	u.lists(u.calledCases)
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if s, ok := n.(*core.Switch); ok {
				u.fallthroughs(s)
				typedCases(s)
				oneCondition(s)
			}
			return true
		})
	}
}

func (u *unit) fallthroughs(s *core.Switch) {
	early, falls := false, false
	for i, c := range s.Cases {
		early = early || c.Default && i < len(s.Cases)-1
		falls = falls || fallsThrough(c.Body)
	}
	if !early || !falls {
		return
	}
	for i := len(s.Cases) - 2; i >= 0; i-- {
		c, next := s.Cases[i], s.Cases[i+1]
		if !fallsThrough(c.Body) {
			continue
		}
		core.InspectStmts(next.Body, func(n core.Node) bool {
			if l, ok := n.(*core.Label); ok {
				u.refuse(l.Pos(), "a label in a case that another case falls into is not supported where default is not last")
			}
			return true
		})
		last := c.Body[len(c.Body)-1]
		body := append([]core.Stmt{}, c.Body[:len(c.Body)-1]...)
		c.Body = append(body, &core.Block{S: core.S{At: last.Pos()}, Body: core.CloneStmts(next.Body)})
	}
}

// calledCases writes switch f() { case g(), h(): } as comparisons: of several cases the interpreter calls the first alone.
func (u *unit) calledCases(fn *core.Func, list []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range list {
		for l, ok := s.(*core.Label); ok && holdsLabel(l.Stmt); l, ok = s.(*core.Label) {
			out = append(out, landing(l))
			s = l.Stmt
		}
		_, inner := labelled(s)
		sw, ok := inner.(*core.Switch)
		if !ok || sw.Tag == nil || !slices.ContainsFunc(sw.Cases, computed) {
			out = append(out, s)
			continue
		}
		tag := &core.Var{At: sw.At, Name: u.namer(fn).Fresh("tag"), Type: sw.Tag.Type()}
		before := []core.Stmt{define(sw.At, tag, sw.Tag)}
		sw.Tag = nil
		for _, c := range sw.Cases {
			for i, e := range c.Exprs {
				c.Exprs[i] = binary(token.EQL, ref(tag, e.Pos()), e)
			}
		}
		out = append(out, u.after(fn, before, s)...)
	}
	return out
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

func fallsThrough(list []core.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	j, ok := list[len(list)-1].(*core.Jump)
	return ok && j.Tok == token.FALLTHROUGH
}

func isConst(e core.Expr) bool {
	_, ok := e.(*core.Const)
	return ok
}
