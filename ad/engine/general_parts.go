package engine

// This file takes struct, array and slice literals apart, and moves adjoints of copies.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// parts are the parts of a composite.
type parts struct {
	shadow core.Expr // the composite's shadow; nil if no part has headers
	list   []part
}

type part struct {
	e    core.Expr
	slot func(p core.Expr) core.Expr // the part's shadow in that of the composite
}

// composite takes a struct, array or slice literal apart.
func (st *step) composite(x *core.Composite) *parts {
	out := &parts{}
	bt := st.barOf(x.T)
	shadow := &core.Composite{X: core.X{At: x.At, T: bt}}
	next := 0
	for i, v := range x.Vals {
		var slot func(core.Expr) core.Expr
		var name string
		var t types.Type
		if u, ok := x.T.Underlying().(*types.Struct); ok {
			f := u.Field(i)
			if x.Fields != nil {
				for j := range u.NumFields() {
					if u.Field(j).Name() == x.Fields[i] {
						f = u.Field(j)
					}
				}
			}
			name, t = f.Name(), f.Type()
			slot = func(p core.Expr) core.Expr { return fieldOf(p, f.Name(), st.barOf(f.Type())) }
		} else {
			if x.Keys != nil && x.Keys[i] != nil {
				n, _ := floatValue(x.Keys[i])
				next = int(n)
			}
			k := intConst(next)
			next++
			t = elemType(x.T)
			slot = func(p core.Expr) core.Expr { return elemAt(p, core.CloneExpr(k), st.barOf(t)) }
		}
		var val core.Expr
		switch st.class(t) {
		case none:
			if name == "" {
				val = core.CloneExpr(v)
			}
		case scalar:
			out.list = append(out.list, part{v, slot})
			val = zeroNumber(t)
		case aggregate:
			out.list = append(out.list, part{v, slot})
			val = st.place(v)
		case reference:
			val = st.header(v)
			if u, ok := val.(*core.Unary); ok && u.Op == token.AND {
				h := st.fresh("h", val.Type())
				st.pre = append(st.pre, define(h, val))
				val = ref(h)
			}
		}
		if name != "" && (st.class(t) == none || st.class(t) == scalar) {
			continue
		}
		shadow.Vals = append(shadow.Vals, val)
		if name != "" {
			shadow.Fields = append(shadow.Fields, name)
		} else if x.Keys != nil {
			shadow.Keys = append(shadow.Keys, core.CloneExpr(intConst(next-1)))
		}
	}
	out.shadow = shadow
	return out
}

// unparts gives the adjoints in a composite's shadow to its parts; p is a pointer to the shadow, or a slice.
func (st *step) unparts(p core.Expr, t types.Type, ps *parts) {
	bs := make([]core.Expr, len(ps.list))
	for i, x := range ps.list {
		if st.class(x.e.Type()) == scalar {
			bs[i] = st.take(x.slot(core.CloneExpr(p)))
			continue
		}
		if !st.leaves(x.e.Type()) {
			continue
		}
		v := st.fresh("b", types.NewPointer(st.barOf(x.e.Type())))
		st.rev = append(st.rev, define(v, newOf(st.barOf(x.e.Type()))))
		st.rev = append(st.rev, st.move(x.e.Type(), ref(v), addr(x.slot(core.CloneExpr(p))))...)
		bs[i] = ref(v)
	}
	if st.class(t) == aggregate {
		st.rev = append(st.rev, st.kill(t, core.CloneExpr(p))...)
	}
	for i, x := range ps.list {
		switch {
		case bs[i] == nil:
		case st.class(x.e.Type()) == scalar:
			st.adjoint(x.e, bs[i])
		default:
			st.rev = append(st.rev, st.move(x.e.Type(), st.pointer(x.e), bs[i])...)
		}
	}
}

// find is the record that the reverse names by a variable.
func (st *step) find(e core.Expr) int {
	for i, r := range st.recs {
		if e.(*core.Ref).Obj == core.Object(r.v) {
			return i
		}
	}
	panic("no such record")
}

// shift moves the adjoints of a copy to where it was copied from, which may be the same place.
func (st *step) shift(t types.Type, to, from core.Expr) {
	if !st.leaves(t) {
		return
	}
	b := st.fresh("b", types.NewPointer(st.barOf(t)))
	st.rev = append(st.rev, define(b, newOf(st.barOf(t))))
	st.rev = append(st.rev, st.move(t, ref(b), from)...)
	st.rev = append(st.rev, st.move(t, to, ref(b))...)
}
