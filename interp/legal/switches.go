package legal

// This file types the constant cases of switches over floats, joins the conditions of a case, and takes fallthrough out of switches
// whose default is not the last case: the interpreter moves the default to the end, and falls into what then comes next. The body
// that follows is copied instead.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func switches(u *unit) {
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
