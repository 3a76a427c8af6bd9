package engine

// This file takes scalar expressions apart in the general form: given the adjoint of a value, it adds to the adjoints of
// what the value was computed from. In between adjoints are float64, or complex128; at the places they have the place's type.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func complexType() types.Type { return types.Typ[types.Complex128] }

func isComplex(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsComplex != 0
}

// wide is the type that adjoints of values of type t have in expressions.
func wide(t types.Type) types.Type {
	if isComplex(t) {
		return complexType()
	}
	return float64Type()
}

func zeroNumber(t types.Type) core.Expr {
	return &core.Const{X: core.X{T: t}, Val: constant.ToFloat(constant.MakeInt64(0))}
}

// as converts a number.
func as(e core.Expr, t types.Type) core.Expr {
	if types.Identical(e.Type(), t) {
		return e
	}
	if c, ok := e.(*core.Const); ok && !isComplex(t) && !isComplex(c.T) {
		return &core.Const{X: core.X{At: c.At, T: t}, Val: c.Val}
	}
	return &core.Convert{X: core.X{At: e.Pos(), T: t}, E: e}
}

// take moves the adjoint of a place into a variable.
func (st *step) take(slot core.Expr) core.Expr {
	t := slot.Type()
	v := st.fresh("b", wide(t))
	st.rev = append(st.rev, define(v, as(slot, v.Type)), set(core.CloneExpr(slot), zeroNumber(t)))
	return ref(v)
}

// give adds to the adjoint of a place.
func (st *step) give(slot, b core.Expr) {
	if u, ok := b.(*core.Unary); ok && u.Op == token.SUB {
		st.rev = append(st.rev, assignOp(token.SUB, slot, as(u.E, slot.Type())))
		return
	}
	st.rev = append(st.rev, assignOp(token.ADD, slot, as(b, slot.Type())))
}

// bind gives b a name if it is more than one.
func (st *step) bind(b core.Expr) core.Expr {
	switch x := b.(type) {
	case *core.Ref, *core.Const:
		return b
	case *core.Unary:
		if isPlain(x.E) && x.Op == token.SUB {
			return b
		}
	}
	v := st.fresh("b", b.Type())
	st.rev = append(st.rev, define(v, b))
	return ref(v)
}

// isActive reports whether an expression may depend on what carries a derivative.
func (st *step) isActive(e core.Expr) bool {
	switch e := e.(type) {
	case nil, *core.Const:
		return false
	case *core.Unary:
		return st.class(e.T) != none && st.isActive(e.E)
	case *core.Binary:
		return st.class(e.T) != none && (st.isActive(e.L) || st.isActive(e.R))
	case *core.Convert:
		return st.class(e.T) != none && st.class(e.E.Type()) != none && st.isActive(e.E)
	case *core.Call:
		if rule, ok := ruleOf(e); ok && rule.Passive {
			return false
		}
		for _, a := range e.Args {
			if st.class(a.Type()) != none && st.isActive(a) {
				return st.class(e.T) != none
			}
		}
		return false
	}
	return st.class(e.Type()) != none
}

// adjoint adds what the adjoint b of the value of x gives to x's operands.
func (st *step) adjoint(x, b core.Expr) {
	if !st.isActive(x) {
		return
	}
	switch x := x.(type) {
	case *core.Ref, *core.Index, *core.Field:
		st.give(st.slot(x), b)
		return
	case *core.Unary:
		switch x.Op {
		case token.SUB:
			st.adjoint(x.E, negate(b))
			return
		case token.ADD:
			st.adjoint(x.E, b)
			return
		case token.MUL:
			st.give(st.slot(x), b)
			return
		}
	case *core.Binary:
		st.binary(x, b)
		return
	case *core.Convert:
		st.adjoint(x.E, as(b, wide(x.E.Type())))
		return
	case *core.Call:
		if st.callAdjoint(x, b) {
			return
		}
	}
	st.unsupported(x.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(x))
}

func (st *step) binary(x *core.Binary, b core.Expr) {
	b = st.bind(b)
	again := func() core.Expr { return core.CloneExpr(b) }
	t := wide(x.T)
	val := func(e core.Expr) core.Expr { return as(st.value(e), t) }
	mul := func(p core.Expr) core.Expr {
		if isComplex(t) {
			return binary(token.MUL, again(), conjugate(p))
		}
		return times0(again(), p)
	}
	left, right := st.isActive(x.L), st.isActive(x.R)
	switch x.Op {
	case token.ADD:
		st.adjoint(x.L, again())
		st.adjoint(x.R, again())
	case token.SUB:
		st.adjoint(x.L, again())
		if right {
			st.adjoint(x.R, negate(again()))
		}
	case token.MUL:
		if left {
			st.adjoint(x.L, mul(val(x.R)))
		}
		if right {
			st.adjoint(x.R, mul(val(x.L)))
		}
	case token.QUO:
		d := st.bind(val(x.R))
		if left {
			st.adjoint(x.L, mul(binary(token.QUO, one(t), core.CloneExpr(d))))
		}
		if right {
			st.adjoint(x.R, negate(mul(binary(token.QUO, binary(token.QUO, val(x.L), core.CloneExpr(d)), core.CloneExpr(d)))))
		}
	default:
		st.unsupported(x.At, "operator %s has no derivative", x.Op)
	}
}

func one(t types.Type) core.Expr {
	return &core.Const{X: core.X{T: t}, Val: constant.ToFloat(constant.MakeInt64(1))}
}

func conjugate(z core.Expr) core.Expr { return host("math/cmplx", "Conj", complexType(), z) }

// callAdjoint applies the rule of a function, or of a builtin on complex numbers.
func (st *step) callAdjoint(x *core.Call, b core.Expr) bool {
	f := float64Type()
	switch builtinName(x) {
	case "real":
		st.adjoint(x.Args[0], builtin("complex", complexType(), b, floatConst(0)))
		return true
	case "imag":
		st.adjoint(x.Args[0], builtin("complex", complexType(), floatConst(0), b))
		return true
	case "complex":
		b = st.bind(b)
		st.adjoint(x.Args[0], builtin("real", f, core.CloneExpr(b)))
		st.adjoint(x.Args[1], builtin("imag", f, core.CloneExpr(b)))
		return true
	}
	rule, ok := ruleOf(x)
	if !ok || rule.Passive {
		return false
	}
	b = st.bind(b)
	vals := map[string]core.Expr{}
	value := func(name string) core.Expr {
		if vals[name] == nil {
			v := st.named(x, rule.Args, name)
			if v == nil {
				v = as(st.value(x), f)
			}
			vals[name] = st.bind(v)
		}
		return core.CloneExpr(vals[name])
	}
	for i, a := range x.Args {
		if !st.isActive(a) || i >= len(rule.Args) {
			continue
		}
		if d := rule.Results[0].D[i]; d != "0" && d != "" {
			st.adjoint(a, times0(core.CloneExpr(b), partial(d, value)))
		}
	}
	return true
}

// named is the value of an argument by the name that a rule gives it.
func (st *step) named(x *core.Call, names []string, name string) core.Expr {
	for i, a := range names {
		if a == name {
			v := st.value(x.Args[i])
			if st.class(x.Args[i].Type()) == none {
				return v
			}
			return as(v, float64Type())
		}
	}
	return nil
}

// value is the value of an expression in the reverse sweep, computed again from what is recorded.
func (st *step) value(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Const:
		return core.CloneExpr(e)
	case *core.Ref:
		v, ok := e.Obj.(*core.Var)
		if !ok {
			return core.CloneExpr(e)
		}
		if st.stable(v) {
			return ref(v)
		}
		return st.record(nameOf(v), core.CloneExpr(e), false)
	case *core.Unary:
		if e.Op == token.SUB || e.Op == token.ADD {
			return &core.Unary{X: e.X, Op: e.Op, E: st.value(e.E)}
		}
	case *core.Binary:
		if st.class(e.T) != none {
			return &core.Binary{X: e.X, Op: e.Op, L: st.value(e.L), R: st.value(e.R)}
		}
	case *core.Convert:
		if st.class(e.T) == scalar {
			return &core.Convert{X: e.X, E: st.value(e.E)}
		}
	case *core.Call:
		if repeatable(e) && st.class(e.T) == scalar {
			c := &core.Call{X: e.X, Fun: core.CloneExpr(e.Fun)}
			for _, a := range e.Args {
				c.Args = append(c.Args, st.value(a))
			}
			return c
		}
	}
	return st.record("v", core.CloneExpr(e), false)
}
