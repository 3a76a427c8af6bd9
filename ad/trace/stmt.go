package trace

// This file traces statements. Only what computes with floats changes.

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (t *tracer) list(list []core.Stmt) []core.Stmt {
	if list == nil {
		return nil
	}
	out := make([]core.Stmt, 0, len(list))
	for _, s := range list {
		out = append(out, t.stmt(s))
	}
	return out
}

// simple traces a statement that stands where the grammar has room for one.
func (t *tracer) simple(s core.Stmt) core.Stmt {
	if s == nil {
		return nil
	}
	out := t.stmt(s)
	if b, ok := out.(*core.Block); ok {
		return do(&core.Call{X: core.X{At: b.At}, Fun: literal(b.At, nil, nil, b.Body...)})
	}
	return out
}

func (t *tracer) stmt(s core.Stmt) core.Stmt {
	if s != nil && s.Pos().IsValid() {
		t.at = s.Pos()
	}
	switch s := s.(type) {
	case nil:
		return nil
	case *core.Define:
		c := &core.Define{S: s.S, Rhs: t.exprs(s.Rhs)}
		for _, v := range s.Vars {
			c.Vars = append(c.Vars, t.variable(v))
		}
		return c
	case *core.Assign:
		return t.assign(s)
	case *core.Do:
		return &core.Do{S: s.S, How: s.How, E: t.effect(s.E)}
	case *core.If:
		return &core.If{S: s.S, Cond: t.expr(s.Cond), Then: t.list(s.Then), Else: t.list(s.Else)}
	case *core.For:
		c := &core.For{S: s.S, Init: t.simple(s.Init)}
		if s.Cond != nil {
			c.Cond = t.expr(s.Cond)
		}
		c.Post, c.Body = t.simple(s.Post), t.list(s.Body)
		return c
	case *core.Range:
		return &core.Range{S: s.S, Key: t.variable(s.Key), Val: t.variable(s.Val), E: t.expr(s.E), Body: t.list(s.Body)}
	case *core.Switch:
		return t.switches(s)
	case *core.TypeSwitch:
		return t.typeSwitch(s)
	case *core.Select:
		c := &core.Select{S: s.S}
		for _, k := range s.Cases {
			c.Cases = append(c.Cases, &core.CommCase{At: k.At, Comm: t.simple(k.Comm), Body: t.list(k.Body)})
		}
		return c
	case *core.Block:
		return &core.Block{S: s.S, Body: t.list(s.Body)}
	case *core.Return:
		return &core.Return{S: s.S, Results: t.exprs(s.Results)}
	case *core.Jump:
		c := *s
		return &c
	case *core.Label:
		c := &core.Label{S: s.S, Name: s.Name}
		if s.Stmt == nil {
			return c
		}
		c.Stmt = t.stmt(s.Stmt)
		if b, ok := c.Stmt.(*core.Block); ok { // what a label names for break must stay a switch
			if _, ok := s.Stmt.(*core.Switch); ok {
				last := len(b.Body) - 1
				c.Stmt, b.Body[last] = b.Body[last], c
				return b
			}
		}
		return c
	case *core.Send:
		return &core.Send{S: s.S, Ch: t.expr(s.Ch), Val: t.expr(s.Val)}
	}
	panic(fmt.Sprintf("trace: unknown statement %T", s))
}

// effect traces a call or a receive whose value is not used.
func (t *tracer) effect(e core.Expr) core.Expr {
	if c, ok := e.(*core.Call); ok {
		return t.call(c, true)
	}
	return t.expr(e)
}

// assign traces assignments. One with an operator on floats becomes a plain one; its place is evaluated once.
func (t *tracer) assign(s *core.Assign) core.Stmt {
	c := &core.Assign{S: s.S, Op: s.Op}
	if _, traced := kindOf(lhsType(s)); s.Op == token.ASSIGN || !traced {
		for _, l := range s.Lhs {
			if l == nil {
				c.Lhs = append(c.Lhs, nil)
				continue
			}
			c.Lhs = append(c.Lhs, t.place(l))
		}
		c.Rhs = t.exprs(s.Rhs)
		return c
	}
	l, typ := s.Lhs[0], s.Lhs[0].Type()
	update := func(to, from core.Expr) core.Stmt {
		a := set(to, t.arithmetic(s.At, s.Op, typ, from, t.expr(s.Rhs[0])))
		core.SetPos(a, s.At)
		core.SetNote(a, s.Note)
		return a
	}
	if repeatable(l) {
		return update(t.place(l), t.expr(l))
	}
	block := &core.Block{S: core.S{At: s.At}}
	keep := func(base string, e core.Expr) core.Expr {
		v := &core.Var{At: s.At, Name: t.names.fresh(base), Type: e.Type()}
		block.Body = append(block.Body, define(v, e))
		return ref(v)
	}
	if i, ok := l.(*core.Index); ok {
		if _, isMap := i.E.Type().Underlying().(*types.Map); isMap {
			m, k := keep("m", t.expr(i.E)), keep("k", t.expr(i.I))
			block.Body = append(block.Body, update(index(m, k), index(core.CloneExpr(m), core.CloneExpr(k))))
			return block
		}
	}
	p := keep("p", addr(t.place(l)))
	block.Body = append(block.Body, update(deref(p), deref(core.CloneExpr(p))))
	return block
}

func lhsType(s *core.Assign) types.Type {
	if s.Lhs[0] == nil {
		return nil
	}
	return s.Lhs[0].Type()
}

// place traces an expression that is assigned to.
func (t *tracer) place(e core.Expr) core.Expr {
	if f, ok := e.(*core.Field); ok && t.ofHost(f) && !t.same(f.T) {
		t.unsupported(f.At, "assigning to field %s, which belongs to a type of another package, would lose the derivative", f.Name)
		return &core.Field{X: core.X{At: f.At, T: t.low(f.T)}, E: t.expr(f.E), Name: f.Name}
	}
	if r, ok := e.(*core.Ref); ok {
		if h, ok := r.Obj.(*core.Host); ok && !t.same(r.T) {
			t.unsupported(r.At, "assigning to %s.%s, a variable of another package, would lose the derivative", h.Path, h.Name)
		}
	}
	return t.expr(e)
}

// repeatable reports whether an expression can be evaluated twice: it calls nothing.
func repeatable(e core.Expr) bool {
	pure := true
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Call, *core.FuncLit, *core.Composite:
			pure = false
		case *core.Unary:
			pure = pure && n.Op != token.ARROW
		}
		return pure
	})
	return pure
}

// switches traces a switch. One by floats compares values; one by what contains floats becomes a switch by conditions.
func (t *tracer) switches(s *core.Switch) core.Stmt {
	c := &core.Switch{S: s.S}
	var tag *core.Var
	_, number := kindOf(tagType(s))
	switch {
	case s.Tag == nil:
	case number:
		c.Tag = t.value(s.Tag)
	case t.eqNeedsHelp(s.Tag.Type()):
		tag = &core.Var{At: s.At, Name: t.names.fresh("tag"), Type: t.low(s.Tag.Type())}
	default:
		c.Tag = t.expr(s.Tag)
	}
	for _, k := range s.Cases {
		d := &core.Case{At: k.At, Default: k.Default, Body: t.list(k.Body)}
		for _, e := range k.Exprs {
			switch {
			case number:
				d.Exprs = append(d.Exprs, t.value(e))
			case tag != nil:
				d.Exprs = append(d.Exprs, t.equal(k.At, ref(tag), s.Tag.Type(), t.expr(e), e.Type()))
			default:
				d.Exprs = append(d.Exprs, t.expr(e))
			}
		}
		c.Cases = append(c.Cases, d)
	}
	if tag == nil {
		return c
	}
	return &core.Block{S: core.S{At: s.At}, Body: []core.Stmt{define(tag, t.expr(s.Tag)), c}}
}

func tagType(s *core.Switch) types.Type {
	if s.Tag == nil {
		return nil
	}
	return s.Tag.Type()
}

func (t *tracer) typeSwitch(s *core.TypeSwitch) core.Stmt {
	c := &core.TypeSwitch{S: s.S, E: t.expr(s.E)}
	for _, k := range s.Cases {
		d := &core.TypeCase{At: k.At, Default: k.Default, Bind: t.variable(k.Bind)}
		for _, typ := range k.Types {
			t.mayBox(typ)
			d.Types = append(d.Types, t.low(typ))
		}
		d.Body = t.list(k.Body)
		c.Cases = append(c.Cases, d)
	}
	return c
}
