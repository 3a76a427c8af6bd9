package legal

// This file rewrites assignments by what they assign to.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func (h *hoister) blank(s *core.Assign) bool {
	if len(s.Lhs) != 1 || s.Lhs[0] != nil {
		return false
	}
	switch r := s.Rhs[0].(type) {
	case *core.Const, *core.Ref, *core.FuncLit, *core.Composite, *core.Convert:
		return false
	case *core.Call:
		if builtinName(r.Fun) == "" {
			return false
		}
	}
	h.temp("blank", s.Rhs[0], s.Rhs[0].Type())
	return true
}

func (h *hoister) complexSingle(s *core.Assign) {
	if s.Op == token.ASSIGN || len(s.Lhs) != 1 {
		return
	}
	if b, ok := s.Lhs[0].Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Complex64 {
		return
	}
	if !twice(s.Lhs[0]) {
		s.Lhs[0] = h.operand(s.Lhs[0])
	}
	l := s.Lhs[0]
	s.Op, s.Rhs = token.ASSIGN, []core.Expr{&core.Binary{X: core.X{At: s.At, T: l.Type()}, Op: s.Op, L: core.CloneExpr(l), R: s.Rhs[0]}}
}

func (h *hoister) hostVariable(s *core.Assign) {
	if len(s.Lhs) != 1 {
		return
	}
	l, ok := s.Lhs[0].(*core.Ref)
	if !ok {
		return
	}
	if _, host := l.Obj.(*core.Host); !host || isNil(s.Rhs[0]) {
		return
	}
	if _, plain := s.Rhs[0].(*core.Ref); !plain {
		s.Rhs[0] = h.temp("val", s.Rhs[0], s.Rhs[0].Type())
	}
}

func parts(s *core.Assign) bool {
	return len(s.Lhs) > 1 && len(s.Rhs) == 1 && slices.ContainsFunc(s.Lhs, func(l core.Expr) bool {
		_, isRef := l.(*core.Ref)
		return l != nil && !isRef
	})
}

func anyConst(list []core.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*core.Const); ok {
			return true
		}
	}
	return false
}

func severed(s core.Stmt) bool {
	a, ok := s.(*core.Assign)
	return ok && parts(a) || ok && a.Op == token.ASSIGN && len(a.Lhs) > 1 && len(a.Lhs) == len(a.Rhs) && (anyConst(a.Rhs) || anyInterface(a.Lhs) || !arithmetic(a.Rhs) || movesTargets(a.Lhs))
}

func movesTargets(lhs []core.Expr) bool {
	set := map[*core.Var]bool{}
	for _, l := range lhs {
		if r, ok := l.(*core.Ref); ok {
			v, _ := r.Obj.(*core.Var)
			set[v] = true
		}
	}
	for _, l := range lhs {
		if _, isRef := l.(*core.Ref); isRef || l == nil {
			continue
		}
		moves := !arithmetic([]core.Expr{l})
		core.Inspect(l, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				v, _ := r.Obj.(*core.Var)
				moves = moves || v != nil && set[v]
			}
			return !moves
		})
		if moves {
			return true
		}
	}
	return false
}

func anyInterface(list []core.Expr) bool {
	for _, e := range list {
		if e == nil {
			continue
		}
		if i, ok := e.Type().Underlying().(*types.Interface); ok && i.NumMethods() == 0 {
			return true
		}
	}
	return false
}

func arithmetic(list []core.Expr) bool {
	ok := true
	for _, e := range list {
		core.Inspect(e, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Const, *core.Ref, *core.Binary, *core.Index, *core.Field:
			case *core.Unary:
				ok = ok && n.Op != token.ARROW && n.Op != token.AND
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

func (h *hoister) parallel(s *core.Assign) {
	lhs := make([]core.Expr, len(s.Lhs))
	for i, l := range s.Lhs {
		lhs[i] = h.operand(l)
	}
	var after []core.Stmt
	for i, l := range lhs {
		r := s.Rhs[i]
		if l == nil {
			if one := (&core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{r}}); !isNil(r) && !h.blank(one) {
				h.pre = append(h.pre, one)
			}
			continue
		}
		if _, ok := r.(*core.Const); !ok {
			r = h.temp("val", r, l.Type())
		}
		after = append(after, &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{r}})
	}
	h.pre = append(h.pre, after...)
}

func (h *hoister) parts(s *core.Assign) {
	lhs := make([]core.Expr, len(s.Lhs))
	vars := make([]*core.Var, len(s.Lhs))
	from := s.Rhs[0].Type().(*types.Tuple)
	for i, l := range s.Lhs {
		if l == nil {
			continue
		}
		lhs[i] = h.operand(l)
		vars[i] = &core.Var{At: l.Pos(), Name: h.u.namer(h.fn).Fresh("val"), Type: from.At(i).Type()}
	}
	h.pre = append(h.pre, &core.Define{S: s.S, Vars: vars, Rhs: s.Rhs})
	for i, l := range lhs {
		if l != nil {
			h.pre = append(h.pre, assign(l.Pos(), l, ref(vars[i], l.Pos())))
		}
	}
}

func (h *hoister) operand(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Index:
		if _, array := e.E.Type().Underlying().(*types.Array); array {
			e.E = h.operand(e.E)
		} else {
			e.E = h.temp("at", e.E, e.E.Type())
		}
		if _, ok := e.I.(*core.Const); !ok {
			e.I = h.temp("i", e.I, e.I.Type())
		}
	case *core.Field:
		if _, ptr := e.E.Type().Underlying().(*types.Pointer); ptr {
			e.E = h.temp("at", e.E, e.E.Type())
		} else {
			e.E = h.operand(e.E)
		}
	case *core.Unary:
		e.E = h.temp("at", e.E, e.E.Type())
	}
	return e
}
