package core

// This file checks expressions.

import (
	"fmt"
	"go/token"
	"go/types"
)

// value checks an expression that must give one value. It returns its type, or nil if that is unknown.
func (c *checker) value(e Expr) types.Type {
	if isNil(e) {
		c.report(token.NoPos, "an expression is missing")
		return nil
	}
	c.expr(e)
	switch t := e.Type().(type) {
	case nil:
		c.report(e.Pos(), "%s has no value", describe(e))
		return nil
	case *types.Tuple:
		c.report(e.Pos(), "%s has %d values where one is needed", describe(e), t.Len())
		return nil
	default:
		return t
	}
}

func isNil(e Expr) bool { return e == nil }

// optional checks an expression that may be absent.
func (c *checker) optional(e Expr) {
	if e != nil {
		c.value(e)
	}
}

func (c *checker) values(list []Expr) {
	for _, e := range list {
		c.value(e)
	}
}

// describe names an expression in a violation.
func describe(e Expr) string {
	if r, ok := e.(*Ref); ok {
		return objectName(r.Obj)
	}
	return fmt.Sprintf("%T", e)
}

func objectName(o Object) string {
	switch o := o.(type) {
	case *Var:
		return o.Name
	case *Func:
		return o.Name
	case *Host:
		return o.Path + "." + o.Name
	case *Builtin:
		return o.Name
	}
	return "nothing"
}

// assignable checks that a value may be given to a place of type t.
func (c *checker) assignable(e Expr, t types.Type, to string) {
	if isNil(e) || e.Type() == nil || t == nil {
		return
	}
	c.assignableType(e.Pos(), e.Type(), t, to)
}

func (c *checker) assignableType(at token.Pos, from, t types.Type, to string) {
	if !types.AssignableTo(from, t) {
		c.report(at, "%s is given to %s of type %s", from, to, t)
	}
}

// expr checks an expression and what is below it.
func (c *checker) expr(e Expr) {
	if !c.once(e) {
		return
	}
	c.exprType(e)
	switch e := e.(type) {
	case *Const:
		c.constant(e)
	case *Ref:
		c.ref(e)
	case *Unary:
		c.unary(e)
	case *Binary:
		c.binary(e)
	case *Call:
		c.call(e)
	case *Index:
		c.index(e)
	case *SliceExpr:
		c.value(e.E)
		c.optional(e.Lo)
		c.optional(e.Hi)
		c.optional(e.Max)
	case *Field:
		c.field(e)
	case *Convert:
		if t := c.value(e.E); t != nil && e.T != nil && !types.ConvertibleTo(t, e.T) {
			c.report(e.At, "%s is converted to %s", t, e.T)
		}
	case *Composite:
		c.composite(e)
	case *FuncLit:
		c.literal(e)
	case *Assert:
		c.commaOk(e.At, e.T, e.CommaOk)
		if t := c.value(e.E); t != nil && !types.IsInterface(t) {
			c.report(e.At, "type assertion on %s", t)
		}
	default:
		c.report(e.Pos(), "unknown expression %T", e)
	}
}

// exprType checks the type that an expression carries.
func (c *checker) exprType(e Expr) {
	switch e := e.(type) {
	case *Call:
		if e.T == nil {
			return
		}
	case *Ref:
		if _, ok := e.Obj.(*Builtin); ok {
			if e.T != nil {
				c.report(e.At, "a builtin has a type")
			}
			return
		}
	}
	if t, ok := e.Type().(*types.Tuple); ok {
		for v := range t.Variables() {
			c.typed(e.Pos(), v.Type())
		}
		return
	}
	c.typed(e.Pos(), e.Type())
}

func (c *checker) constant(e *Const) {
	if e.T == nil {
		return
	}
	_, basic := e.T.Underlying().(*types.Basic)
	if e.Val == nil && !hasNil(e.T) {
		c.report(e.At, "nil of type %s", e.T)
	}
	if e.Val != nil && !basic {
		c.report(e.At, "constant %s of type %s", e.Val, e.T)
	}
}

func hasNil(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	}
	return false
}

func (c *checker) ref(e *Ref) {
	switch o := e.Obj.(type) {
	case *Var:
		if !c.visible(o) {
			c.report(e.At, "variable %s is used where it is not declared", o.Name)
		}
		if e.T != nil && o.Type != nil && !types.Identical(e.T, o.Type) {
			c.report(e.At, "variable %s of type %s is used with type %s", o.Name, o.Type, e.T)
		}
	case *Func:
		if !c.funcs[o] {
			c.report(e.At, "function %s is not of this package", o.Name)
		}
	case *Host:
		if o.Path == "" || o.Name == "" {
			c.report(e.At, "member of another package without path or name")
		}
	case *Builtin:
	default:
		c.report(e.At, "reference to nothing")
	}
}

func (c *checker) unary(e *Unary) {
	t := c.value(e.E)
	c.commaOk(e.At, e.T, e.CommaOk)
	if e.CommaOk && e.Op != token.ARROW {
		c.report(e.At, "%s with two results", e.Op)
	}
	if t == nil || e.T == nil || e.CommaOk {
		return
	}
	want := t
	switch e.Op {
	case token.SUB, token.ADD, token.XOR, token.NOT:
	case token.AND:
		want = types.NewPointer(t)
	case token.MUL:
		want = nil
		if p, ok := t.Underlying().(*types.Pointer); ok {
			want = p.Elem()
		}
	case token.ARROW:
		want = nil
		if ch, ok := t.Underlying().(*types.Chan); ok {
			want = ch.Elem()
		}
	default:
		c.report(e.At, "unknown unary operator %s", e.Op)
		return
	}
	if want == nil || !types.Identical(want, e.T) && !(e.Op == token.AND && types.AssignableTo(want, e.T)) {
		c.report(e.At, "%s of %s has type %s", e.Op, t, e.T)
	}
}

func (c *checker) binary(e *Binary) {
	l, r := c.value(e.L), c.value(e.R)
	if l == nil || r == nil || e.T == nil {
		return
	}
	switch e.Op {
	case token.SHL, token.SHR:
		if !types.Identical(l, e.T) {
			c.report(e.At, "%s of %s has type %s", e.Op, l, e.T)
		}
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if !types.AssignableTo(l, r) && !types.AssignableTo(r, l) {
			c.report(e.At, "%s is compared to %s", l, r)
		}
		if !types.Identical(e.T, types.Typ[types.Bool]) {
			c.report(e.At, "%s has type %s", e.Op, e.T)
		}
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.OR, token.XOR, token.AND_NOT,
		token.LAND, token.LOR:
		if !types.Identical(l, e.T) || !types.Identical(r, e.T) {
			c.report(e.At, "%s %s %s has type %s", l, e.Op, r, e.T)
		}
	default:
		c.report(e.At, "unknown binary operator %s", e.Op)
	}
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// commaOk checks that exactly the comma-ok forms have a pair as their type.
func (c *checker) commaOk(at token.Pos, t types.Type, ok bool) {
	tuple, isTuple := t.(*types.Tuple)
	if isTuple != ok || isTuple && tuple.Len() != 2 {
		c.report(at, "comma-ok is %v but the type is %s", ok, t)
	}
}

func (c *checker) index(e *Index) {
	t := c.value(e.E)
	i := c.value(e.I)
	c.commaOk(e.At, e.T, e.CommaOk)
	if t == nil || i == nil {
		return
	}
	m, isMap := t.Underlying().(*types.Map)
	if isMap {
		c.assignable(e.I, m.Key(), "a map key")
	} else if b, ok := i.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		c.report(e.At, "index of type %s", i)
	}
	if e.CommaOk && !isMap {
		c.report(e.At, "index of %s with two results", t)
	}
}

func (c *checker) field(e *Field) {
	if e.Name == "" {
		c.report(e.At, "field without a name")
	}
	if e.E == nil {
		if e.Recv == nil || !e.Method {
			c.report(e.At, "field %s of nothing", e.Name)
		}
		return
	}
	c.value(e.E)
}
