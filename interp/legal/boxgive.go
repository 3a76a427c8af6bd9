package legal

// This file gives values to variables, parameters and results of interface types.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

// give rewrites an expression that is given to something of type to.
func (b *boxer) give(e core.Expr, to types.Type) core.Expr {
	if e == nil {
		return nil
	}
	return b.convert(b.expr(e), e.Type(), to)
}

// changes reports whether a value changes its form when it is given to another type.
func (b *boxer) changes(from, to types.Type) bool {
	if from == nil || to == nil {
		return false
	}
	if !types.IsInterface(to) {
		return b.kept(from) && !b.kept(to)
	}
	if types.IsInterface(from) {
		return b.isAny(from) && b.foreign(to)
	}
	return b.boxed(from)
}

// convert takes a lowered expression of type from to the form that type to has.
func (b *boxer) convert(e core.Expr, from, to types.Type) core.Expr {
	if isNil(e) && to != nil && types.IsInterface(to) && (from == nil || types.IsInterface(from)) {
		return &core.Const{X: core.X{At: e.Pos(), T: b.low(to)}}
	}
	if !b.changes(from, to) {
		if to != nil && types.IsInterface(to) && isCondition(e) { // the interpreter writes what it decides where a bool would be
			return &core.Convert{X: core.X{At: e.Pos(), T: e.Type()}, E: e}
		}
		return e
	}
	at := e.Pos()
	if !types.IsInterface(to) {
		return b.taken(e, b.low(to))
	}
	if types.IsInterface(from) {
		return call(at, b.low(to), refFunc(b.toForeign(to), at), e)
	}
	b.want(from)
	id := stringConst(at, typeKey(from))
	switch {
	case isNil(e): // of a pointer, slice, map, func or chan type
		e = &core.Convert{X: core.X{At: at, T: b.plain(from)}, E: e}
	case b.kept(from):
		e = b.taken(e, b.plain(from))
	}
	switch {
	case b.isAny(to):
		return hostCall(at, "Box", anyType, id, e)
	case types.Identical(to, errorType):
		return hostCall(at, "BoxError", errorType, id, e)
	}
	return call(at, b.low(to), refFunc(b.toForeign(to), at), hostCall(at, "Box", anyType, id, e))
}

// isCondition reports whether e compares or combines what is true.
func isCondition(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Binary:
		b, ok := e.T.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsBoolean != 0
	case *core.Unary:
		return e.Op == token.NOT
	}
	return false
}

// toForeign is the function that makes a value of another package's interface type of one that is any.
func (b *boxer) toForeign(to types.Type) *core.Func {
	return b.u.helper("to "+typeKey(to), "to", func(f *core.Func) {
		x := &core.Var{Name: "x", Type: anyType}
		f.Params, f.Results = []*core.Var{x}, []types.Type{to}
		null := &core.Const{X: core.X{T: anyType}}
		f.Body = []core.Stmt{
			&core.If{Cond: binary(token.EQL, ref(x, 0), null), Then: []core.Stmt{ret(0, &core.Const{X: core.X{T: to}})}},
			ret(0, b.asForeign(ref(x, 0), to)),
		}
	})
}

// asForeign asserts that a lowered value is one of another package's interface type, and panics if not.
func (b *boxer) asForeign(x core.Expr, to types.Type) core.Expr {
	b.ask(to)
	return &core.Assert{X: core.X{At: x.Pos(), T: to}, E: hostCall(x.Pos(), "As", anyType, x, stringConst(x.Pos(), typeKey(to)))}
}

// several gives expressions, or the results of one call, to types.
func (b *boxer) several(es []core.Expr, to []types.Type) []core.Expr {
	if len(es) == 1 && len(to) > 1 {
		if t, ok := es[0].Type().(*types.Tuple); ok && t.Len() == len(to) {
			return []core.Expr{b.spread(es[0], t, to, nil)}
		}
	}
	out := make([]core.Expr, len(es))
	for i, e := range es {
		var t types.Type
		if i < len(to) {
			t = to[i]
		}
		out[i] = b.give(e, t)
	}
	return out
}

// spread gives the results of a call, or the two values of an expression with ok, to types: through a function if one of them
// changes its form. keep says which of them go to kept fields.
func (b *boxer) spread(e core.Expr, from *types.Tuple, to []types.Type, keep []bool) core.Expr {
	same := !slices.Contains(keep, true)
	key := fmt.Sprint("spread ", keep)
	var wanted []types.Type
	for i, t := range to {
		if t == nil {
			t = from.At(i).Type()
		}
		wanted = append(wanted, t)
		same = same && !b.changes(from.At(i).Type(), t)
		key += " " + typeKey(from.At(i).Type()) + " to " + typeKey(t)
	}
	x := b.expr(e)
	if same {
		return x
	}
	if _, isCall := x.(*core.Call); !isCall {
		x = b.commaOk(e, x)
	}
	f := b.u.helper(key, "give", func(f *core.Func) {
		var out []core.Expr
		for i, t := range wanted {
			v := &core.Var{Name: argName(i), Type: b.low(from.At(i).Type())}
			val := b.convert(ref(v, 0), from.At(i).Type(), t)
			t := b.low(t)
			if keep != nil && keep[i] {
				val, t = b.stored(val, wanted[i]), anyType
			}
			f.Params = append(f.Params, v)
			f.Results = append(f.Results, t)
			out = append(out, val)
		}
		f.Body = []core.Stmt{ret(0, out...)}
	})
	return call(e.Pos(), resultType(f.Results), refFunc(f, e.Pos()), x)
}

// commaOk makes a call of a lowered map lookup or receive with ok, which cannot be an argument otherwise.
func (b *boxer) commaOk(e, x core.Expr) core.Expr {
	results := tuple(x.Type().(*types.Tuple))
	f := &core.Func{Signature: core.Signature{Results: results}}
	var args []core.Expr
	param := func(e core.Expr) core.Expr {
		v := &core.Var{Name: argName(len(args)), Type: e.Type()}
		f.Params = append(f.Params, v)
		args = append(args, e)
		return ref(v, 0)
	}
	var inner core.Expr
	switch x := x.(type) {
	case *core.Index:
		inner = &core.Index{X: x.X, E: param(x.E), I: param(x.I), CommaOk: true}
	case *core.Unary:
		inner = &core.Unary{X: x.X, Op: x.Op, E: param(x.E), CommaOk: true}
	default:
		b.u.refuse(e.Pos(), "this form with two values is not supported where they become interface values")
		return x
	}
	v, ok := &core.Var{Name: "v", Type: results[0]}, &core.Var{Name: "ok", Type: results[1]}
	f.Body = []core.Stmt{
		&core.Define{Vars: []*core.Var{v, ok}, Rhs: []core.Expr{inner}},
		ret(0, ref(v, 0), ref(ok, 0)),
	}
	f = b.u.share(f, "two")
	return call(e.Pos(), resultType(f.Results), refFunc(f, e.Pos()), args...)
}

// key rewrites a key of a map of the given type.
func (b *boxer) key(e core.Expr, m *types.Map) core.Expr {
	k := b.give(e, m.Key())
	if b.isAny(m.Key()) {
		return hostCall(e.Pos(), "Key", b.low(m.Key()), k)
	}
	if isNil(k) { // which has no type of its own
		return &core.Convert{X: core.X{At: e.Pos(), T: b.low(m.Key())}, E: k}
	}
	return k
}

func stringConst(at token.Pos, s string) core.Expr {
	return &core.Const{X: core.X{At: at, T: types.Typ[types.String]}, Val: constant.MakeString(s)}
}

func binary(op token.Token, l, r core.Expr) core.Expr {
	return &core.Binary{X: core.X{At: l.Pos(), T: types.Typ[types.Bool]}, Op: op, L: l, R: r}
}
