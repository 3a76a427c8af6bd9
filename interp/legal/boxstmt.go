package legal

// This file rewrites statements for the pass boxes.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func boolValue(v bool) constant.Value { return constant.MakeBool(v) }

func (b *boxer) list(list []core.Stmt) []core.Stmt {
	if list == nil {
		return nil
	}
	out := make([]core.Stmt, 0, len(list))
	for _, s := range list {
		out = append(out, b.stmt(s))
	}
	return out
}

// stmt rewrites a statement; nil gives nil.
func (b *boxer) stmt(s core.Stmt) core.Stmt {
	switch s := s.(type) {
	case nil:
		return nil
	case *core.Define:
		return b.define(s)
	case *core.Assign:
		return b.assign(s)
	case *core.Do:
		return &core.Do{S: s.S, How: s.How, E: b.expr(s.E)}
	case *core.If:
		return &core.If{S: s.S, Cond: b.expr(s.Cond), Then: b.list(s.Then), Else: b.list(s.Else)}
	case *core.For:
		return &core.For{S: s.S, Init: b.stmt(s.Init), Cond: b.expr(s.Cond), Post: b.stmt(s.Post), Body: b.list(s.Body)}
	case *core.Range:
		return &core.Range{S: s.S, Key: b.variable(s.Key), Val: b.variable(s.Val), E: b.use(s.E), Body: b.list(s.Body)}
	case *core.Switch, *core.TypeSwitch:
		return b.choice(s, nil)
	case *core.Select:
		return b.selects(s)
	case *core.Block:
		return &core.Block{S: s.S, Body: b.list(s.Body)}
	case *core.Return:
		return &core.Return{S: s.S, Results: b.several(s.Results, b.results)}
	case *core.Jump:
		c := *s
		return &c
	case *core.Label:
		switch s.Stmt.(type) {
		case *core.Switch, *core.TypeSwitch:
			return b.choice(s.Stmt, s)
		}
		return &core.Label{S: s.S, Name: s.Name, Stmt: b.stmt(s.Stmt)}
	case *core.Send:
		t := s.Ch.Type().Underlying().(*types.Chan)
		return &core.Send{S: s.S, Ch: b.use(s.Ch), Val: b.give(s.Val, t.Elem())}
	}
	panic(fmt.Sprintf("legal: boxes: unknown statement %T", s))
}

func (b *boxer) define(s *core.Define) core.Stmt {
	to := make([]types.Type, len(s.Vars))
	for i, v := range s.Vars {
		if v != nil {
			to[i] = v.Type
		}
	}
	rhs := b.several(s.Rhs, to)
	return &core.Define{S: s.S, Vars: b.variables(s.Vars), Rhs: rhs}
}

func (b *boxer) assign(s *core.Assign) core.Stmt {
	c := &core.Assign{S: s.S, Op: s.Op, Lhs: b.targets(s.Lhs)}
	if s.Op != token.ASSIGN {
		c.Rhs = b.exprs(s.Rhs)
		return c
	}
	to := make([]types.Type, len(s.Lhs))
	for i, l := range s.Lhs {
		if l != nil {
			to[i] = l.Type()
		}
	}
	keep := make([]bool, len(c.Lhs))
	for i, l := range c.Lhs {
		keep[i] = l != nil && b.keeps(l, to[i])
	}
	if len(s.Rhs) == 1 && len(to) > 1 {
		c.Rhs = []core.Expr{b.spread(s.Rhs[0], s.Rhs[0].Type().(*types.Tuple), to, keep)}
		return c
	}
	c.Rhs = b.several(s.Rhs, to)
	for i := range c.Rhs {
		if keep[i] {
			c.Rhs[i] = b.stored(c.Rhs[i], to[i])
		}
	}
	return c
}

// choice rewrites a switch of either kind, under its label if it has one.
func (b *boxer) choice(s core.Stmt, label *core.Label) core.Stmt {
	var pre []core.Stmt
	switch t := s.(type) {
	case *core.TypeSwitch:
		pre, s = b.typeSwitch(t)
	case *core.Switch:
		pre, s = b.valueSwitch(t)
	}
	outer := label
	if label != nil {
		l := &core.Label{S: label.S, Name: label.Name, Stmt: s}
		s = l
		if len(pre) > 0 && jumpsTo(b.fn.Body, label.Name) { // goto goes to what comes before, break to the switch
			outer = &core.Label{S: label.S, Name: label.Name}
			l.Name = b.u.namer(b.fn).Fresh(label.Name)
			relabel([]core.Stmt{s}, label.Name, l.Name)
		} else {
			outer = nil
		}
	}
	if len(pre) > 0 {
		s = &core.Block{S: core.S{At: s.Pos()}, Body: append(pre, s)}
	}
	if outer != nil {
		outer.Stmt = s
		return outer
	}
	return s
}

// relabel makes the breaks and continues of a label name another.
func relabel(list []core.Stmt, from, to string) {
	core.InspectStmts(list, func(n core.Node) bool {
		if j, ok := n.(*core.Jump); ok && j.Tok != token.GOTO && j.Label == from {
			j.Label = to
		}
		_, lit := n.(*core.FuncLit)
		return !lit
	})
}

// valueSwitch rewrites a switch over values. Interface values are compared one by one.
func (b *boxer) valueSwitch(s *core.Switch) ([]core.Stmt, core.Stmt) {
	c := &core.Switch{S: s.S}
	faces := s.Tag != nil && types.IsInterface(s.Tag.Type())
	for _, k := range s.Cases {
		for _, e := range k.Exprs {
			faces = faces || s.Tag != nil && types.IsInterface(e.Type()) && !isNil(e)
		}
	}
	var pre []core.Stmt
	var tag *core.Var
	if faces {
		tag = &core.Var{At: s.At, Name: b.u.namer(b.fn).Fresh("tag"), Type: anyType}
		pre = []core.Stmt{define(s.At, tag, &core.Convert{X: core.X{At: s.At, T: anyType}, E: b.give(s.Tag, anyType)})}
	} else {
		c.Tag = b.expr(s.Tag)
		for _, k := range s.Cases {
			for _, e := range k.Exprs {
				c.Tag = alike(c.Tag, b.low(directed(e.Type())))
			}
		}
	}
	for _, k := range s.Cases {
		n := &core.Case{At: k.At, Default: k.Default}
		for _, e := range k.Exprs {
			if !faces && c.Tag != nil {
				n.Exprs = append(n.Exprs, alike(b.expr(e), c.Tag.Type()))
			} else if !faces && types.IsInterface(e.Type()) {
				yes := &core.Const{X: core.X{At: e.Pos(), T: types.Typ[types.Bool]}, Val: boolValue(true)}
				n.Exprs = append(n.Exprs, b.equal(e.Pos(), yes, e))
			} else if !faces {
				n.Exprs = append(n.Exprs, b.expr(e))
			} else {
				n.Exprs = append(n.Exprs, hostCall(e.Pos(), "Equal", types.Typ[types.Bool], ref(tag, e.Pos()), b.give(e, anyType)))
			}
		}
		n.Body = b.list(k.Body)
		c.Cases = append(c.Cases, n)
	}
	return pre, c
}

func (b *boxer) selects(s *core.Select) core.Stmt {
	c := &core.Select{S: s.S}
	for _, k := range s.Cases {
		n := &core.CommCase{At: k.At}
		if a, ok := k.Comm.(*core.Assign); ok && b.received(a) {
			n.Comm, n.Body = b.receiveInto(a)
		} else {
			n.Comm = b.stmt(k.Comm)
		}
		n.Body = append(n.Body, b.list(k.Body)...)
		c.Cases = append(c.Cases, n)
	}
	return c
}

// received reports whether a received value changes its form when it is assigned.
func (b *boxer) received(a *core.Assign) bool {
	u, ok := a.Rhs[0].(*core.Unary)
	if !ok || a.Lhs[0] == nil {
		return false
	}
	t := u.E.Type().Underlying().(*types.Chan).Elem()
	return b.changes(t, a.Lhs[0].Type())
}

// receiveInto receives into new variables, and assigns these in the case.
func (b *boxer) receiveInto(a *core.Assign) (core.Stmt, []core.Stmt) {
	u := a.Rhs[0].(*core.Unary)
	elem := u.E.Type().Underlying().(*types.Chan).Elem()
	def := &core.Define{S: a.S, Rhs: []core.Expr{b.expr(u)}}
	set := &core.Assign{S: a.S, Op: token.ASSIGN, Lhs: b.targets(a.Lhs)}
	for i := range a.Lhs {
		t := elem
		if i > 0 {
			t = types.Typ[types.Bool]
		}
		v := &core.Var{At: a.At, Name: b.u.namer(b.fn).Fresh("got"), Type: b.low(t)}
		def.Vars = append(def.Vars, v)
		val := ref(v, a.At)
		if a.Lhs[i] != nil {
			val = b.convert(val, t, a.Lhs[i].Type())
		}
		set.Rhs = append(set.Rhs, val)
	}
	return def, []core.Stmt{set}
}
