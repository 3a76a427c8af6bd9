package engine

// This file emits append, copy, clear and map literals in the general form.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// append is t = append(s, v...): the shadow shares memory with that of s or parts from it as the slice does.
func (st *step) append(t *goal, x *core.Call) {
	typ, elem := x.T, elemType(x.T)
	bt := st.barOf(typ)
	old := st.fresh("sBar", bt)
	st.pre = append(st.pre, define(old, st.header(x.Args[0])))
	s := st.record("sBar", ref(old), true)
	grown := st.fresh("tBar", bt)
	var heads []core.Expr
	var more *core.Var
	if x.Spread {
		more = st.fresh("uBar", st.barOf(x.Args[1].Type()))
		st.pre = append(st.pre, define(more, st.header(x.Args[1])))
	} else {
		for _, v := range x.Args[1:] {
			switch st.class(elem) {
			case reference:
				h := st.fresh("h", st.barOf(elem))
				if isNil(v) {
					st.pre = append(st.pre, declare(h))
				} else {
					st.pre = append(st.pre, define(h, st.header(v)))
				}
				heads = append(heads, ref(h))
			case aggregate:
				heads = append(heads, st.place(v))
			}
		}
	}
	now := core.CloneExpr(t.l)
	st.post = append(st.post, define(grown, st.grown(typ, ref(old), lenOf(now), builtin("cap", intType(), core.CloneExpr(now)))))
	for i, h := range heads {
		st.post = append(st.post, set(elemAt(ref(grown), plus(lenOf(ref(old)), i), st.barOf(elem)), h))
	}
	tail := func(e, from core.Expr) core.Expr {
		return &core.SliceExpr{X: core.X{T: bt}, E: e, Lo: lenOf(from)}
	}
	if more != nil && st.class(elem) != scalar {
		st.post = append(st.post, do(builtin("copy", intType(), tail(ref(grown), ref(old)), ref(more))))
	}
	st.giveHeader(t, ref(grown), false)
	g := st.record("tBar", ref(grown), true)
	if !st.leaves(elem) {
		st.recs = nil
		return
	}
	if more != nil {
		st.rev = append(st.rev, st.uncopy(typ, tail(g, s), st.record("uBar", ref(more), true))...)
		st.rev = append(st.rev, st.ungrow(typ, core.CloneExpr(s), core.CloneExpr(g))...)
		return
	}
	ps := &parts{}
	for i, v := range x.Args[1:] {
		ps.list = append(ps.list, part{v, func(p core.Expr) core.Expr { return elemAt(p, plus(lenOf(core.CloneExpr(s)), i), st.barOf(elem)) }})
	}
	st.unparts(g, typ, ps)
	st.rev = append(st.rev, st.ungrow(typ, core.CloneExpr(s), core.CloneExpr(g))...)
}

// copyStmt is copy(dst, src), also as n := copy(dst, src).
func (b *body) copyStmt(s core.Stmt, x *core.Call) []core.Stmt {
	t := x.Args[0].Type()
	if b.class(t) == none {
		return []core.Stmt{s}
	}
	st := b.step(s)
	elem := elemType(t)
	if b.class(elem) != scalar {
		st.pre = append(st.pre, do(builtin("copy", intType(), st.header(x.Args[0]), st.header(x.Args[1]))))
	}
	if b.leaves(elem) {
		st.rev = append(st.rev, st.uncopy(t, st.record("dBar", st.header(x.Args[0]), false), st.record("sBar", st.header(x.Args[1]), false))...)
	}
	return st.done(s)
}

// clearStmt is clear(s) or clear(m).
func (b *body) clearStmt(s core.Stmt, x *core.Call) []core.Stmt {
	t := x.Args[0].Type()
	if b.class(t) == none {
		return []core.Stmt{s}
	}
	st := b.step(s)
	if isMap(t) || b.class(elemType(t)) != scalar {
		st.pre = append(st.pre, do(builtin("clear", nil, st.header(x.Args[0]))))
	}
	if !isMap(t) && b.leaves(elemType(t)) {
		st.rev = append(st.rev, st.killAll(t, st.record("sBar", st.header(x.Args[0]), false))...)
	}
	return st.done(s)
}

// mapLiteral gives each entry a cell.
func (st *step) mapLiteral(t *goal, x *core.Composite) {
	u := x.T.Underlying().(*types.Map)
	bt := st.barOf(x.T)
	m := st.fresh("m", bt)
	st.pre = append(st.pre, define(m, makeSlice(bt)))
	for i, v := range x.Vals {
		ct := st.barOf(u.Elem())
		c := st.fresh("c", types.NewPointer(ct))
		st.pre = append(st.pre, define(c, newOf(ct)), set(elemAt(ref(m), core.CloneExpr(x.Keys[i]), c.Type), ref(c)))
		switch st.class(u.Elem()) {
		case scalar:
			st.adjoint(v, st.take(deref(st.record("c", ref(c), true))))
		case aggregate:
			st.pre = append(st.pre, set(deref(ref(c)), st.place(v)))
			st.shift(u.Elem(), st.pointer(v), st.record("c", ref(c), true))
		case reference:
			st.pre = append(st.pre, set(deref(ref(c)), st.header(v)))
		}
	}
	st.giveHeader(t, ref(m), true)
}
