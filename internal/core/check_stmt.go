package core

// This file checks statements.

import (
	"go/token"
	"go/types"
)

func (c *checker) list(list []Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

// block checks statements in a scope of their own.
func (c *checker) block(list []Stmt) { c.within(func() { c.list(list) }) }

func (c *checker) stmt(s Stmt) {
	if s == nil {
		c.report(token.NoPos, "a statement is missing")
		return
	}
	if !c.once(s) {
		return
	}
	switch s := s.(type) {
	case *Define:
		c.define(s)
	case *Assign:
		c.assign(s)
	case *Do:
		c.do(s)
	case *If:
		c.condition(s.Cond)
		c.block(s.Then)
		c.block(s.Else)
	case *For:
		c.within(func() { c.forLoop(s) })
	case *Range:
		c.within(func() { c.rangeLoop(s) })
	case *Switch:
		c.switchStmt(s)
	case *TypeSwitch:
		c.typeSwitch(s)
	case *Select:
		c.selectStmt(s)
	case *Block:
		c.block(s.Body)
	case *Return:
		c.returns(s)
	case *Jump:
		c.jump(s)
	case *Label:
		c.label(s)
	case *Send:
		t := c.value(s.Ch)
		c.value(s.Val)
		if ch := chanOf(t); ch != nil {
			c.assignable(s.Val, ch.Elem(), "a channel")
		} else if t != nil {
			c.report(s.At, "send on %s", t)
		}
	default:
		c.report(s.Pos(), "unknown statement %T", s)
	}
}

func chanOf(t types.Type) *types.Chan {
	if t == nil {
		return nil
	}
	ch, _ := t.Underlying().(*types.Chan)
	return ch
}

func (c *checker) condition(e Expr) {
	if t := c.value(e); t != nil && !isBool(t) {
		c.report(e.Pos(), "condition of type %s", t)
	}
}

// sources checks the right side of a definition or assignment to n places and returns the types it gives,
// or nil if their number is wrong.
func (c *checker) sources(at token.Pos, rhs []Expr, n int) []types.Type {
	if len(rhs) == 1 && n > 1 && !isNil(rhs[0]) {
		c.expr(rhs[0])
		if t, ok := rhs[0].Type().(*types.Tuple); ok && t.Len() == n {
			var list []types.Type
			for v := range t.Variables() {
				list = append(list, v.Type())
			}
			return list
		}
		c.report(at, "%s gives type %v to %d places", describe(rhs[0]), rhs[0].Type(), n)
		return nil
	}
	var list []types.Type
	for _, e := range rhs {
		list = append(list, c.value(e))
	}
	if len(rhs) != n {
		c.report(at, "%d values for %d places", len(rhs), n)
		return nil
	}
	return list
}

func (c *checker) define(s *Define) {
	if len(s.Vars) == 0 {
		c.report(s.At, "definition of nothing")
	}
	if len(s.Rhs) > 0 {
		types := c.sources(s.At, s.Rhs, len(s.Vars))
		for i, t := range types {
			if v := s.Vars[i]; v != nil && t != nil && v.Type != nil {
				c.assignableType(s.At, t, v.Type, "variable "+v.Name)
			}
		}
	}
	named := false
	for _, v := range s.Vars {
		named = named || v != nil
		if v == nil && len(s.Rhs) == 0 {
			c.report(s.At, "blank variable without a value")
		}
		c.declare(v)
	}
	if !named {
		c.report(s.At, "definition of blank variables only")
	}
}

func (c *checker) assign(s *Assign) {
	for _, l := range s.Lhs {
		if l != nil {
			c.value(l)
			c.place(l)
		}
	}
	if s.Op != token.ASSIGN {
		c.opAssign(s)
		return
	}
	given := c.sources(s.At, s.Rhs, len(s.Lhs))
	_, call := soleCall(s.Rhs)
	for i, t := range given {
		l := s.Lhs[i]
		if l == nil || t == nil || l.Type() == nil {
			continue
		}
		if len(s.Rhs) < len(s.Lhs) && !call && i == 1 && isBool(l.Type()) {
			continue // the bool of a comma-ok form takes any boolean type
		}
		c.assignableType(s.At, t, l.Type(), "a place")
	}
}

func soleCall(rhs []Expr) (*Call, bool) {
	if len(rhs) != 1 {
		return nil, false
	}
	call, ok := rhs[0].(*Call)
	return call, ok
}

func (c *checker) opAssign(s *Assign) {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Lhs[0] == nil {
		c.report(s.At, "assignment with %s is not from one value to one place", s.Op)
		return
	}
	t := c.value(s.Rhs[0])
	switch s.Op {
	case token.SHL, token.SHR:
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT:
		if l := s.Lhs[0].Type(); t != nil && l != nil && !types.Identical(t, l) {
			c.report(s.At, "%s %s= %s", l, s.Op, t)
		}
	default:
		c.report(s.At, "assignment with unknown operator %s", s.Op)
	}
}

// place checks that an expression can be assigned to.
func (c *checker) place(e Expr) {
	switch e := e.(type) {
	case *Ref:
		switch e.Obj.(type) {
		case *Var, *Host:
			return
		}
	case *Index:
		if !e.CommaOk {
			return
		}
	case *Field:
		if !e.Method {
			return
		}
	case *Unary:
		if e.Op == token.MUL {
			return
		}
	}
	c.report(e.Pos(), "assignment to %s", describe(e))
}

func (c *checker) do(s *Do) {
	if isNil(s.E) {
		c.report(s.At, "an expression is missing")
		return
	}
	c.expr(s.E)
	switch e := s.E.(type) {
	case *Call:
		return
	case *Unary:
		if e.Op == token.ARROW && s.How == DoCall {
			return
		}
	}
	c.report(s.At, "%s is evaluated as a statement", describe(s.E))
}

func (c *checker) forLoop(s *For) {
	switch s.Init.(type) {
	case nil, *Define, *Assign:
	default:
		c.report(s.At, "%T in the head of a for", s.Init)
	}
	if s.Init != nil {
		c.stmt(s.Init)
	}
	if s.Cond != nil {
		c.condition(s.Cond)
	}
	switch s.Post.(type) {
	case nil:
	case *Assign, *Do, *Send:
		c.stmt(s.Post)
	default:
		c.report(s.At, "%T at the end of a for's head", s.Post)
	}
	c.inLoop(func() { c.block(s.Body) })
}

func (c *checker) rangeLoop(s *Range) {
	t := c.value(s.E)
	if t != nil {
		c.rangeVars(s, t)
	}
	c.declare(s.Key)
	c.declare(s.Val)
	c.inLoop(func() { c.block(s.Body) })
}

func (c *checker) rangeVars(s *Range, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map, *types.Chan:
	case *types.Basic:
		if u.Info()&types.IsString == 0 {
			c.report(s.At, "range over %s", t)
			return
		}
	default:
		c.report(s.At, "range over %s", t)
		return
	}
	key, val := rangeTypes(t)
	if s.Key != nil && s.Key.Type != nil && !types.Identical(s.Key.Type, key) {
		c.report(s.At, "range over %s has a key of type %s", t, s.Key.Type)
	}
	if s.Val != nil && s.Val.Type != nil && (val == nil || !types.Identical(s.Val.Type, val)) {
		c.report(s.At, "range over %s has a value of type %s", t, s.Val.Type)
	}
}

func (c *checker) returns(s *Return) {
	if len(s.Results) == 0 && len(c.results) == 0 {
		return
	}
	given := c.sources(s.At, s.Results, len(c.results))
	for i, t := range given {
		if t != nil && c.results[i] != nil {
			c.assignableType(s.At, t, c.results[i], "a result")
		}
	}
}
