package trace

// This file traces calls: of the program's own functions, and of builtins.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// call traces a call; discard says that its results are not used, so that it must stay a call.
func (t *tracer) call(e *core.Call, discard bool) core.Expr {
	switch fun := e.Fun.(type) {
	case *core.Ref:
		switch o := fun.Obj.(type) {
		case *core.Builtin:
			return t.builtin(e, o.Name)
		case *core.Host:
			return t.hostFunc(e, o, discard)
		}
	case *core.Field:
		if fun.Method && fun.E != nil {
			if m := t.hostMethod(fun); m != nil {
				return t.hostMethodCall(e, fun, m, discard)
			}
		}
	}
	return &core.Call{X: t.x(e.X), Fun: t.expr(e.Fun), ArgT: t.low(e.ArgT), Args: t.exprs(e.Args), Spread: e.Spread}
}

func (t *tracer) builtin(e *core.Call, name string) core.Expr {
	c := &core.Call{X: t.x(e.X), Fun: e.Fun, ArgT: t.low(e.ArgT), Spread: e.Spread}
	r := *e.Fun.(*core.Ref)
	c.Fun = &r
	switch name {
	case "min", "max":
		if k, number := kindOf(e.T); number {
			var args []core.Expr
			for _, a := range e.Args {
				args = append(args, t.raw(t.expr(a), k))
			}
			op := map[string]string{"min": "Min", "max": "Max"}[name]
			return t.cooked(rtCall(e.At, k.op+op+k.suffix, t.num.of(k.basic), true, args...), e.T)
		}
	case "real", "imag":
		k, _ := kindOf(e.Args[0].Type())
		op := map[string]string{"real": k.real, "imag": k.im}[name]
		return t.cooked(rtCall(e.At, op, t.num.of(k.partKind), false, t.raw(t.expr(e.Args[0]), k)), e.T)
	case "complex":
		part, _ := kindOf(e.Args[0].Type())
		whole, _ := kindOf(e.T)
		return t.cooked(rtCall(e.At, part.compose, t.num.of(whole.basic), false,
			t.raw(t.expr(e.Args[0]), part), t.raw(t.expr(e.Args[1]), part)), e.T)
	case "panic":
		t.panics = t.panics || !t.plainValue(e.Args[0].Type()) && !isConst(e.Args[0])
	case "print", "println":
		for _, a := range e.Args {
			c.Args = append(c.Args, t.value(a))
		}
		return c
	case "make":
		for _, a := range e.Args {
			c.Args = append(c.Args, t.value(a))
		}
		return c
	}
	c.Args = t.exprs(e.Args)
	return c
}

// ownMember reports whether a method is declared by a type of the program, or by an interface that is not another package's.
func (t *tracer) ownMember(typ types.Type) bool {
	typ = types.Unalias(typ)
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	n, ok := typ.(*types.Named)
	return !ok || t.own(n)
}

// hostMethod is the method that a selector names if another package declares it, else nil.
func (t *tracer) hostMethod(e *core.Field) *types.Func {
	typ := e.E.Type()
	obj, _, _ := types.LookupFieldOrMethod(typ, true, t.packageOf(typ), e.Name)
	m, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	if types.IsInterface(typ) {
		if t.ownMember(typ) {
			return nil
		}
		return m
	}
	if recv := m.Signature().Recv(); recv == nil || t.ownMember(recv.Type()) {
		return nil
	}
	return m
}
