package legal

// This file rewrites type assertions and switches for the pass boxes: the host tells the types of values. A type switch becomes an
// ordinary one,
//
//	switch v := x.(type) { case T: f(v); case I: g(v); default: h() }
//
//	dyn := any(x)
//	id := host.ID(dyn)
//	switch {
//	case id == "T": v := host.Get(dyn).(T); f(v)
//	case host.Implements(dyn, "I"): v := host.As(dyn, "I"); g(v)
//	default: h()
//	}

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// ask notes that code asks values for an interface.
func (b *boxer) ask(t types.Type) { b.u.interfaces[typeKey(t)] = t }

// is tests a lowered any value for a type, given its id.
func (b *boxer) is(x, id core.Expr, t types.Type) core.Expr {
	at := x.Pos()
	switch {
	case t == nil:
		return binary(token.EQL, x, &core.Const{X: core.X{At: at, T: anyType}})
	case types.IsInterface(t):
		b.ask(t)
		return hostCall(at, "Implements", types.Typ[types.Bool], x, stringConst(at, typeKey(t)))
	}
	return binary(token.EQL, id, stringConst(at, typeKey(t)))
}

// as takes a value of type t out of a lowered any value that holds one.
func (b *boxer) as(x core.Expr, t types.Type) core.Expr {
	at := x.Pos()
	switch {
	case types.IsInterface(t) && b.isAny(t):
		b.ask(t)
		return hostCall(at, "As", anyType, x, stringConst(at, typeKey(t)))
	case types.IsInterface(t):
		return b.asForeign(x, t)
	}
	if b.boxed(t) {
		x = hostCall(at, "Get", anyType, x)
	}
	return b.typed(x, t)
}

// typed gives a lowered any value that holds one of type t its lowered type.
func (b *boxer) typed(x core.Expr, t types.Type) core.Expr {
	if b.kept(t) {
		return x
	}
	if s, ok := b.low(t).Underlying().(*types.Struct); ok && s.NumFields() == 0 && idle(x) { // the interpreter cannot assert it
		return &core.Composite{X: core.X{At: x.Pos(), T: b.low(t)}}
	}
	return &core.Assert{X: core.X{At: x.Pos(), T: b.low(t)}, E: x}
}

// idle reports whether an expression does nothing but give a value.
func idle(e core.Expr) bool {
	if isHostCall(e, "Get") {
		e = e.(*core.Call).Args[0]
	}
	_, ok := e.(*core.Ref)
	return ok
}

// assert rewrites x.(T) as a call of a function.
func (b *boxer) assert(e *core.Assert) core.Expr {
	t := e.T
	if e.CommaOk {
		t = e.T.(*types.Tuple).At(0).Type()
	}
	static := typeKey(e.E.Type())
	b.ask(e.E.Type())
	key, name := "assert "+typeKey(t)+" of "+static, "as"
	if e.CommaOk {
		key, name = "asserted "+typeKey(t), "asked"
	}
	f := b.u.helper(key, name, func(f *core.Func) {
		x := &core.Var{Name: "x", Type: anyType}
		f.Params, f.Results = []*core.Var{x}, []types.Type{b.low(t)}
		found := b.is(ref(x, 0), hostCall(0, "ID", types.Typ[types.String], ref(x, 0)), t)
		if e.CommaOk {
			f.Results = append(f.Results, types.Typ[types.Bool])
			zero := &core.Var{Name: "zero", Type: b.low(t)}
			f.Body = []core.Stmt{
				&core.If{Cond: found, Then: []core.Stmt{ret(0, b.as(ref(x, 0), t), truth(true))}},
				&core.Define{Vars: []*core.Var{zero}},
				ret(0, ref(zero, 0), truth(false)),
			}
			return
		}
		failed := hostCall(0, "AssertFailed", nil, ref(x, 0), stringConst(0, typeKey(t)), stringConst(0, static))
		f.Body = []core.Stmt{
			&core.If{Cond: &core.Unary{X: core.X{T: types.Typ[types.Bool]}, Op: token.NOT, E: found}, Then: []core.Stmt{&core.Do{E: failed}}},
			ret(0, b.as(ref(x, 0), t)),
		}
	})
	if !types.IsInterface(t) {
		b.want(t)
	} else {
		b.ask(t)
	}
	return call(e.At, resultType(f.Results), refFunc(f, e.At), b.give(e.E, anyType))
}

func truth(v bool) core.Expr {
	return &core.Const{X: core.X{T: types.Typ[types.Bool]}, Val: boolValue(v)}
}

// typeSwitch gives the statements before the switch and the switch.
func (b *boxer) typeSwitch(ts *core.TypeSwitch) ([]core.Stmt, core.Stmt) {
	names := b.u.namer(b.fn)
	dyn := &core.Var{At: ts.At, Name: names.Fresh("dyn"), Type: anyType}
	id := &core.Var{At: ts.At, Name: names.Fresh("id"), Type: types.Typ[types.String]}
	pre := []core.Stmt{define(ts.At, dyn, &core.Convert{X: core.X{At: ts.At, T: anyType}, E: b.give(ts.E, anyType)})}
	usesID := false
	sw := &core.Switch{S: ts.S}
	for _, c := range ts.Cases {
		k := &core.Case{At: c.At, Default: c.Default}
		for _, t := range c.Types {
			usesID = usesID || t != nil && !types.IsInterface(t)
			if t != nil && !types.IsInterface(t) {
				b.want(t)
			}
			k.Exprs = append(k.Exprs, b.is(ref(dyn, c.At), ref(id, c.At), t))
		}
		if c.Default && len(c.Types) > 0 {
			panic("legal: boxes: a case that is the default too")
		}
		if c.Bind != nil {
			var val core.Expr = ref(dyn, c.At)
			if len(c.Types) == 1 && c.Types[0] != nil {
				val = b.as(ref(dyn, c.At), c.Types[0])
			} else if b.foreign(c.Bind.Type) {
				val = call(c.At, b.low(c.Bind.Type), refFunc(b.toForeign(c.Bind.Type), c.At), ref(dyn, c.At))
			}
			k.Body = append(k.Body, define(c.At, b.variable(c.Bind), val))
		}
		k.Body = append(k.Body, b.list(c.Body)...)
		sw.Cases = append(sw.Cases, k)
	}
	if usesID {
		pre = append(pre, define(ts.At, id, hostCall(ts.At, "ID", types.Typ[types.String], ref(dyn, ts.At))))
	}
	return pre, sw
}
