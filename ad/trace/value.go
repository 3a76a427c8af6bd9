package trace

// This file makes the functions that copy values, when the memory they refer to has been made.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// value is the copy of a value.
func (c *copier) value(m *core.Var, v core.Expr, typ types.Type) core.Expr {
	if c.plain(typ) {
		return v
	}
	return call(c.valueFunc(typ), ref(m), v)
}

func (c *copier) valueFunc(typ types.Type) *core.Func {
	return c.fn("value "+key(typ), c.name+"Value", func(f *core.Func) {
		m, v := c.t.localVar("m", c.memType()), c.t.localVar("v", c.src(typ))
		f.Params, f.Results = []*core.Var{m, v}, []types.Type{c.dst(typ)}
		if k, number := kindOf(typ); number {
			f.Body = c.number(c, k, m, ref(v), typ)
			return
		}
		none := func() core.Stmt {
			return ifs(binary(token.EQL, ref(v), nilOf(v.Type)), ret(nilOf(c.dst(typ))))
		}
		switch u := typ.Underlying().(type) {
		case *types.Basic:
			f.Body = []core.Stmt{ret(convert(c.dst(typ), ref(v)))}
		case *types.Pointer:
			l := c.location(u.Elem())
			f.Body = []core.Stmt{none(), ret(convert(c.dst(typ), part(index(c.cellsOf(l, m), ref(v)), "to")))}
		case *types.Slice:
			f.Body = append([]core.Stmt{none()}, c.sliceValue(m, v, typ, u)...)
		case *types.Map:
			cell := index(c.mapsOf(c.mapping(typ), m), mapID(ref(v)))
			f.Body = []core.Stmt{none(), ret(part(cell, "to"))}
		case *types.Array:
			out, i := c.t.localVar("out", c.dst(typ)), c.t.localVar("i", intType)
			f.Body = []core.Stmt{
				&core.Define{Vars: []*core.Var{out}},
				&core.Range{Key: i, E: ref(v), Body: []core.Stmt{set(index(ref(out), ref(i)), c.value(m, index(ref(v), ref(i)), u.Elem()))}},
				ret(ref(out)),
			}
		case *types.Struct:
			f.Body = c.structValue(m, v, typ, u)
		case *types.Interface:
			c.later = append(c.later, func() { f.Body = c.interfaceValue(m, v, typ) })
		case *types.Signature:
			f.Body = []core.Stmt{none(), panicking("ad: a function cannot be taken between a program and its traced form")}
		case *types.Chan:
			f.Body = []core.Stmt{none(), panicking("ad: a channel cannot be taken between a program and its traced form")}
		}
	})
}

func panicking(text string) core.Stmt { return do(builtin("panic", nil, stringConst(text))) }

func (c *copier) sliceValue(m, v *core.Var, typ types.Type, u *types.Slice) []core.Stmt {
	l := c.location(u.Elem())
	cell := c.t.localVar("cell", types.NewPointer(l.cell))
	all := c.t.localVar("all", types.NewSlice(c.src(u.Elem())))
	capOf, lenOf := builtin("cap", intType, ref(v)), builtin("len", intType, ref(v))
	end := func(n core.Expr) core.Expr { return binary(token.ADD, part(ref(cell), "toAt"), core.CloneExpr(n)) }
	return []core.Stmt{
		ifs(binary(token.EQL, capOf, intConst(0)), ret(makeOf(c.dst(typ), intConst(0)))),
		define(all, &core.SliceExpr{X: core.X{T: all.Type}, E: ref(v), Hi: core.CloneExpr(capOf)}),
		define(cell, index(c.cellsOf(l, m), addr(index(ref(all), intConst(0))))),
		ret(&core.SliceExpr{X: core.X{T: types.NewSlice(c.dst(u.Elem()))}, E: part(ref(cell), "toAll"),
			Lo: part(ref(cell), "toAt"), Hi: end(lenOf), Max: end(capOf)}),
	}
}

func (c *copier) structValue(m, v *core.Var, typ types.Type, u *types.Struct) []core.Stmt {
	out := c.t.localVar("out", c.dst(typ))
	list := []core.Stmt{&core.Define{Vars: []*core.Var{out}}}
	copied, plain := c.copied(u)
	var same []core.Stmt
	for _, fd := range plain {
		same = append(same, set(c.dstField(ref(out), fd), c.srcField(ref(v), fd)))
	}
	if len(same) > 0 {
		list = append(list, c.ifValues(m, same)...)
	}
	for _, fd := range copied {
		list = append(list, set(c.dstField(ref(out), fd), c.value(m, c.srcField(ref(v), fd), fd.Type())))
	}
	return append(list, ret(ref(out)))
}

func (c *copier) interfaceValue(m, v *core.Var, typ types.Type) []core.Stmt {
	list := c.cases(v, typ, func(x *core.Var, held types.Type) []core.Stmt {
		return []core.Stmt{ret(c.value(m, ref(x), held))}
	})
	if types.Identical(c.src(typ), c.dst(typ)) {
		return append(list, ret(ref(v)))
	}
	return append(list, ifs(binary(token.EQL, ref(v), nilOf(v.Type)), ret(nilOf(c.dst(typ)))),
		panicking("ad: a value of an unknown type cannot be taken between a program and its traced form"))
}

// input gives numbers an origin of their own.
func input(c *copier, k kind, _ *core.Var, v core.Expr, typ types.Type) []core.Stmt {
	x := rtCall(token.NoPos, k.input, c.t.num.of(k.basic), false, convert(types.Typ[k.basic], v))
	return []core.Stmt{ret(c.t.cooked(x, typ))}
}

// unchanged leaves numbers as they are.
func unchanged(_ *copier, _ kind, _ *core.Var, v core.Expr, _ types.Type) []core.Stmt {
	return []core.Stmt{ret(v)}
}

// output takes the values of numbers, or their adjoints in a sweep.
func output(c *copier, k kind, m *core.Var, v core.Expr, typ types.Type) []core.Stmt {
	bar := method(c.sweep(m), "Bar"+k.sweep, types.Typ[k.basic], c.t.raw(core.CloneExpr(v), k))
	return []core.Stmt{
		ifs(binary(token.NEQ, c.sweep(m), nilOf(c.t.num.sweep)), ret(convert(typ, bar))),
		ret(convert(typ, c.t.valueOf(v, typ))),
	}
}
