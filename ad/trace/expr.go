package trace

// This file traces expressions.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (t *tracer) exprs(list []core.Expr) []core.Expr {
	if list == nil {
		return nil
	}
	out := make([]core.Expr, len(list))
	for i, e := range list {
		out[i] = t.expr(e)
	}
	return out
}

func (t *tracer) optional(e core.Expr) core.Expr {
	if e == nil {
		return nil
	}
	return t.expr(e)
}

func (t *tracer) x(x core.X) core.X { return core.X{At: x.At, T: t.low(x.T)} }

func (t *tracer) expr(e core.Expr) core.Expr {
	if e.Type() != nil {
		t.mayBox(e.Type())
	}
	switch e := e.(type) {
	case *core.Const:
		return t.constant(e)
	case *core.Ref:
		return t.ref(e)
	case *core.Unary:
		return t.unary(e)
	case *core.Binary:
		return t.binary(e)
	case *core.Call:
		return t.call(e, false)
	case *core.Index:
		return &core.Index{X: t.x(e.X), E: t.expr(e.E), I: t.indexOf(e), CommaOk: e.CommaOk}
	case *core.SliceExpr:
		return &core.SliceExpr{X: t.x(e.X), E: t.expr(e.E), Lo: t.optional(e.Lo), Hi: t.optional(e.Hi), Max: t.optional(e.Max)}
	case *core.Field:
		return t.field(e)
	case *core.Convert:
		return t.convert(e)
	case *core.Composite:
		return t.composite(e)
	case *core.FuncLit:
		c := &core.FuncLit{X: t.x(e.X)}
		c.Signature, c.Body = t.signed(e.Signature, e.Body)
		return c
	case *core.Assert:
		asserted := e.T
		if tuple, ok := asserted.(*types.Tuple); ok {
			asserted = tuple.At(0).Type()
		}
		t.mayBox(asserted)
		return &core.Assert{X: t.x(e.X), E: t.expr(e.E), CommaOk: e.CommaOk}
	}
	panic(fmt.Sprintf("trace: unknown expression %T", e))
}

// indexOf traces an index. An index that is a float constant is printed as one.
func (t *tracer) indexOf(e *core.Index) core.Expr {
	if _, number := kindOf(e.I.Type()); number {
		if _, isMap := e.E.Type().Underlying().(*types.Map); !isMap {
			return t.value(e.I)
		}
	}
	return t.expr(e.I)
}

// constant gives a float constant its traced type; it has no origin.
func (t *tracer) constant(e *core.Const) core.Expr {
	typ := e.T
	if types.IsInterface(typ) && e.Val != nil { // in an interface a constant keeps its default type
		switch e.Val.Kind() {
		case constant.Float:
			typ = types.Typ[types.Float64]
		case constant.Complex:
			typ = types.Typ[types.Complex128]
		}
	}
	if k, ok := kindOf(typ); ok {
		return t.lift(e.At, typ, constOf(e.Val, types.Typ[k.basic]))
	}
	return &core.Const{X: t.x(e.X), Val: e.Val}
}

// lift makes a number without origin of a plain one; typ is its type in the source.
func (t *tracer) lift(at token.Pos, typ types.Type, v core.Expr) core.Expr {
	return &core.Composite{X: core.X{At: at, T: t.low(typ)}, Fields: []string{"V"}, Vals: []core.Expr{v}}
}

// value is the plain value of a source expression that is a number, in its basic type.
func (t *tracer) value(e core.Expr) core.Expr { return t.valueOf(t.expr(e), e.Type()) }

// valueOf is the plain value of a traced number; typ is its type in the source.
func (t *tracer) valueOf(e core.Expr, typ types.Type) core.Expr {
	k, ok := kindOf(typ)
	if !ok {
		return e
	}
	if c, ok := e.(*core.Composite); ok && len(c.Vals) == 1 && c.Fields[0] == "V" {
		return c.Vals[0]
	}
	return field(e, "V", types.Typ[k.basic])
}

// raw takes a traced number of a named type as what package rt computes with, and cooked back.
func (t *tracer) raw(e core.Expr, k kind) core.Expr { return convert(t.num.of(k.basic), e) }

func (t *tracer) cooked(e core.Expr, typ types.Type) core.Expr { return convert(t.low(typ), e) }

func (t *tracer) ref(e *core.Ref) core.Expr {
	switch o := e.Obj.(type) {
	case *core.Var:
		v := t.variable(o)
		return &core.Ref{X: core.X{At: e.At, T: v.Type}, Obj: v}
	case *core.Func:
		return &core.Ref{X: t.x(e.X), Obj: t.function(o)}
	case *core.Host:
		return t.hostValue(e, o)
	}
	c := *e
	return &c
}

func (t *tracer) unary(e *core.Unary) core.Expr {
	k, number := kindOf(e.T)
	if number && !e.CommaOk {
		switch e.Op {
		case token.SUB:
			x := rtCall(e.At, k.op+"Neg"+k.suffix, t.num.of(k.basic), false, t.raw(t.expr(e.E), k))
			return t.cooked(x, e.T)
		case token.ADD:
			return t.expr(e.E)
		}
	}
	if e.Op == token.AND {
		return &core.Unary{X: t.x(e.X), Op: e.Op, E: t.place(e.E)}
	}
	return &core.Unary{X: t.x(e.X), Op: e.Op, E: t.expr(e.E), CommaOk: e.CommaOk}
}

var operations = map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Quo"}

// arithmetic is l op r; typ is the type of all three in the source.
func (t *tracer) arithmetic(at token.Pos, op token.Token, typ types.Type, l, r core.Expr) core.Expr {
	k, _ := kindOf(typ)
	x := rtCall(at, k.op+operations[op]+k.suffix, t.num.of(k.basic), false, t.raw(l, k), t.raw(r, k))
	return t.cooked(x, typ)
}

func (t *tracer) binary(e *core.Binary) core.Expr {
	switch e.Op {
	case token.EQL, token.NEQ:
		l, r := e.L.Type(), e.R.Type()
		if !t.eqNeedsHelp(l) && !t.eqNeedsHelp(r) || isNil(e.L) || isNil(e.R) {
			break
		}
		eq := t.equal(e.At, t.expr(e.L), l, t.expr(e.R), r)
		if e.Op == token.NEQ {
			if b, ok := eq.(*core.Binary); ok && b.Op == token.EQL {
				b.Op = token.NEQ
				return b
			}
			return not(eq)
		}
		return eq
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if _, number := kindOf(e.L.Type()); number {
			return &core.Binary{X: e.X, Op: e.Op, L: t.value(e.L), R: t.value(e.R)}
		}
	default:
		if _, number := kindOf(e.T); number {
			return t.arithmetic(e.At, e.Op, e.T, t.expr(e.L), t.expr(e.R))
		}
	}
	return &core.Binary{X: t.x(e.X), Op: e.Op, L: t.expr(e.L), R: t.expr(e.R)}
}

func isNil(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.Val == nil
}

// convert traces a conversion. Floats to integers lose their origin, integers become numbers without one.
func (t *tracer) convert(e *core.Convert) core.Expr {
	from, fromNumber := kindOf(e.E.Type())
	to, toNumber := kindOf(e.T)
	switch {
	case fromNumber && toNumber && from.basic == to.basic:
		return t.cooked(t.expr(e.E), e.T)
	case fromNumber && toNumber:
		name := from.narrow
		if name == "" {
			name = from.widen
		}
		return t.cooked(rtCall(e.At, name, t.num.of(to.basic), false, t.raw(t.expr(e.E), from)), e.T)
	case toNumber && !types.IsInterface(e.E.Type()):
		return t.lift(e.At, e.T, convert(types.Typ[to.basic], t.expr(e.E)))
	case fromNumber && !types.IsInterface(e.T):
		return &core.Convert{X: t.x(e.X), E: t.value(e.E)}
	}
	if b, ok := e.T.Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
		t.unsupported(e.At, "unsafe.Pointer cannot be traced")
	}
	x := &core.Convert{X: t.x(e.X), E: t.expr(e.E)}
	if !types.ConvertibleTo(x.E.Type(), x.T) {
		t.unsupported(e.At, "a conversion from %s to %s cannot be traced", typeText(e.E.Type()), typeText(e.T))
	}
	return x
}
