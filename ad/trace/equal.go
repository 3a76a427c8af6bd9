package trace

// This file compares values that contain floats: numbers are equal if their values are, whatever their origins.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// eqNeedsHelp reports whether == of values of a type would look at origins.
func (t *tracer) eqNeedsHelp(typ types.Type) bool {
	return typ != nil && (t.holdsNumbers(typ) || types.IsInterface(typ))
}

// equal is l == r for traced expressions; lt and rt are their types in the source.
func (t *tracer) equal(at token.Pos, l core.Expr, lt types.Type, r core.Expr, rt types.Type) core.Expr {
	plain := func() core.Expr { return &core.Binary{X: core.X{At: at, T: boolType}, Op: token.EQL, L: l, R: r} }
	switch {
	case isNil(l) || isNil(r):
		return plain()
	case types.IsInterface(lt) || types.IsInterface(rt):
		return &core.Call{X: core.X{At: at, T: boolType}, Fun: refFunc(t.equalAny()),
			Args: []core.Expr{asAny(l), asAny(r)}}
	case !t.holdsNumbers(lt):
		return plain()
	}
	if _, number := kindOf(lt); number {
		l, r = t.valueOf(l, lt), t.valueOf(r, rt)
		return plain()
	}
	c := call(t.equalOf(lt), l, r)
	c.At = at
	return c
}

func asAny(e core.Expr) core.Expr { return &core.Convert{X: core.X{At: e.Pos(), T: anyType}, E: e} }

// equalOf is the function that compares structs or arrays of a type.
func (t *tracer) equalOf(typ types.Type) *core.Func {
	return t.helper("equal "+key(typ), "equal"+suffix, func(f *core.Func) {
		a, b := t.localVar("a", t.low(typ)), t.localVar("b", t.low(typ))
		f.Params, f.Results = []*core.Var{a, b}, []types.Type{boolType}
		switch u := typ.Underlying().(type) {
		case *types.Struct:
			for fd := range u.Fields() {
				if fd.Name() == "_" {
					continue
				}
				part := func(v *core.Var) core.Expr { return field(ref(v), t.fieldName(fd), t.low(fd.Type())) }
				f.Body = append(f.Body, ifs(not(t.equal(token.NoPos, part(a), fd.Type(), part(b), fd.Type())), ret(boolConst(false))))
			}
		case *types.Array:
			i := t.localVar("i", intType)
			eq := t.equal(token.NoPos, index(ref(a), ref(i)), u.Elem(), index(ref(b), ref(i)), u.Elem())
			f.Body = append(f.Body, &core.Range{Key: i, E: ref(a), Body: []core.Stmt{ifs(not(eq), ret(boolConst(false)))}})
		}
		f.Body = append(f.Body, ret(boolConst(true)))
	})
}

// equalAny is the function that compares interfaces. Its cases are written when all types are known.
func (t *tracer) equalAny() *core.Func {
	if t.anyEq == nil {
		t.anyEq = &core.Func{At: t.at, Name: t.topName("equalAny" + suffix)}
		a, b := t.localVar("a", anyType), t.localVar("b", anyType)
		t.anyEq.Params, t.anyEq.Results = []*core.Var{a, b}, []types.Type{boolType}
		t.out.funcs = append(t.out.funcs, t.anyEq)
	}
	return t.anyEq
}

// finishEqualAny writes the cases.
func (t *tracer) finishEqualAny() {
	if t.anyEq == nil {
		return
	}
	a, b := t.anyEq.Params[0], t.anyEq.Params[1]
	s := &core.TypeSwitch{E: ref(a)}
	for i := 0; i < len(t.boxable); i++ {
		typ := t.boxable[i]
		if !t.holdsNumbers(typ) || !types.Comparable(typ) {
			continue
		}
		x, y, ok := t.localVar("x", t.low(typ)), t.localVar("y", t.low(typ)), t.localVar("ok", boolType)
		eq := t.equal(token.NoPos, ref(x), typ, ref(y), typ)
		s.Cases = append(s.Cases, &core.TypeCase{Types: []types.Type{t.low(typ)}, Bind: x, Body: []core.Stmt{
			&core.Define{Vars: []*core.Var{y, ok}, Rhs: []core.Expr{
				&core.Assert{X: core.X{T: tupleOf(t.low(typ), boolType)}, E: ref(b), CommaOk: true}}},
			ret(binary(token.LAND, ref(ok), eq)),
		}})
	}
	if len(s.Cases) > 0 {
		t.anyEq.Body = append(t.anyEq.Body, s)
	}
	t.anyEq.Body = append(t.anyEq.Body, ret(binary(token.EQL, ref(a), ref(b))))
}

// key tells types apart.
func key(typ types.Type) string {
	return types.TypeString(types.Unalias(typ), func(p *types.Package) string { return p.Path() })
}

// mayBox notes a type of the program's values: one that an interface may hold.
func (t *tracer) mayBox(typ types.Type) {
	switch u := types.Unalias(typ).(type) {
	case nil, *types.Tuple, *types.Interface:
		return
	case *types.Basic:
		if u.Info()&types.IsUntyped != 0 {
			return
		}
	}
	if types.IsInterface(typ) || t.boxed[key(typ)] || t.same(typ) {
		return
	}
	t.boxed[key(typ)] = true
	t.boxable = append(t.boxable, typ)
}
