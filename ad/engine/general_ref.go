package engine

// This file gives slices, pointers, maps, functions and interfaces their values in the general form: their shadows move in
// the forward sweep; the reverse moves only what allocations, appends and boxes hold.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// reference gives a target of a reference type a value.
func (st *step) reference(t *goal, e core.Expr) {
	if st.class(e.Type()) == none && !isNil(e) {
		if _, ok := e.(*core.Convert); !ok {
			st.unsupported(e.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(e))
			return
		}
	}
	switch x := e.(type) {
	case *core.Composite:
		if isMap(x.T) {
			st.mapLiteral(t, x)
			return
		}
		parts := st.composite(x)
		c := st.fresh("c", st.barOf(x.T))
		st.pre = append(st.pre, define(c, parts.shadow))
		st.giveHeader(t, ref(c), true)
		st.unparts(st.record("c", ref(c), true), x.T, parts)
		return
	case *core.Unary:
		if c, ok := x.E.(*core.Composite); ok && x.Op == token.AND {
			parts := st.composite(c)
			p := st.fresh("p", st.barOf(x.T))
			st.pre = append(st.pre, define(p, addr(parts.shadow)))
			st.giveHeader(t, ref(p), true)
			if st.class(c.T) == aggregate {
				st.unparts(st.record("p", ref(p), true), c.T, parts)
			}
			return
		}
	case *core.Call:
		switch builtinName(x) {
		case "make":
			m := makeSlice(st.barOf(x.T)).(*core.Call)
			for _, a := range x.Args {
				m.Args = append(m.Args, core.CloneExpr(a))
			}
			if !isSlice(x.T) {
				st.giveHeader(t, m, false)
				return
			}
			v := st.born(t, "sBar", m)
			if st.leaves(elemType(x.T)) {
				all := &core.SliceExpr{X: core.X{T: v.Type}, E: st.record("sBar", ref(v), true), Hi: builtin("cap", intType(), st.record("sBar", ref(v), true))}
				st.rev = append(st.rev, st.killAll(x.T, all)...)
			}
			return
		case "new":
			v := st.born(t, "p", newOf(st.barOf(x.ArgT)))
			if st.leaves(x.ArgT) {
				st.rev = append(st.rev, st.kill(x.ArgT, st.record("p", ref(v), true))...)
			}
			return
		case "append":
			st.append(t, x)
			return
		}
		st.unsupported(x.At, "the result of %s carries a derivative in a form that is not supported yet", core.OrigText(x.Fun))
		return
	case *core.FuncLit:
		inner := &body{general: st.general, outer: st.body, names: st.names, cells: st.cells, assigned: st.assigned, params: st.paramsWithin(), shadows: st.shadows}
		lit := st.literalForm(inner, x)
		st.giveHeader(t, lit, false)
		st.replaceLiteral(x)
		return
	case *core.Convert:
		if types.IsInterface(x.T) && !types.IsInterface(x.E.Type()) {
			st.box(t, x)
			return
		}
	case *core.Assert:
		if types.IsInterface(x.T) {
			st.giveHeader(t, st.header(x.E), true)
			return
		}
		st.giveHeader(t, ref(st.held(x)), true)
		return
	case *core.Index:
		if isMapPlace(x) {
			c := st.fresh("c", types.NewPointer(st.barOf(x.T)))
			h := st.fresh("h", st.barOf(x.T))
			st.pre = append(st.pre, define(c, elemAt(st.header(x.E), core.CloneExpr(x.I), c.Type)), declare(h),
				&core.If{Cond: binary(token.NEQ, ref(c), nilOf(c.Type)), Then: []core.Stmt{set(ref(h), deref(ref(c)))}})
			st.giveHeader(t, ref(h), true)
			return
		}
	}
	st.giveHeader(t, st.header(e), true)
}

func isNil(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.Val == nil
}

// giveHeader gives the target its shadow header; before says that the header is to be read before the statement.
func (st *step) giveHeader(t *goal, h core.Expr, before bool) {
	if t.v == nil && isMapPlace(t.l) {
		if before {
			v := st.fresh("h", h.Type())
			st.pre = append(st.pre, define(v, h))
			h = ref(v)
		}
		st.cell(t.l, h)
		return
	}
	if t.v != nil {
		bar := st.shadow(t.v)
		if isNil(h) {
			st.post = append(st.post, declare(bar))
		} else {
			st.post = append(st.post, define(bar, h))
		}
		return
	}
	s := set(st.place(t.l), h)
	if before {
		st.pre = append(st.pre, s)
	} else {
		st.post = append(st.post, s)
	}
}

func (st *step) paramsWithin() map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for v := range st.params {
		out[v] = true
	}
	return out
}

// literalForm is the adjoint form of a literal.
func (st *step) literalForm(inner *body, x *core.FuncLit) core.Expr {
	sig, list := inner.emit(&x.Signature, x.Body, x.At)
	lit := literal(sig.Params, sig.Results, list)
	lit.At = x.At
	return lit
}

// replaceLiteral puts a stand-in in the place of a literal: only its adjoint form is called.
func (st *step) replaceLiteral(x *core.FuncLit) {
	stub := &core.FuncLit{X: x.X, Signature: x.Signature, Body: []core.Stmt{at(x.At, do(builtin("panic", nil, stringConst("called without its adjoint"))))}}
	params := make([]*core.Var, len(x.Params))
	for i, p := range x.Params {
		c := *p
		c.Name = "_"
		params[i] = &c
	}
	stub.Params = params
	swap := func(list []core.Expr) []core.Expr {
		out := append([]core.Expr{}, list...)
		for i, e := range out {
			if e == core.Expr(x) {
				out[i] = stub
			}
		}
		return out
	}
	switch s := st.s.(type) {
	case *core.Define:
		s.Rhs = swap(s.Rhs)
	case *core.Assign:
		s.Rhs = swap(s.Rhs)
	}
}

// box is a value in an interface: its shadow is a pointer to a cell of its own, since a boxed value never changes.
func (st *step) box(t *goal, x *core.Convert) {
	boxed := func(e core.Expr) core.Expr { return &core.Convert{X: core.X{At: x.At, T: anyType()}, E: e} }
	switch st.class(x.E.Type()) {
	case none:
		st.giveHeader(t, nilOf(anyType()), false)
	case reference:
		st.giveHeader(t, boxed(st.header(x.E)), true)
	default:
		bt := st.barOf(x.E.Type())
		c := st.fresh("c", types.NewPointer(bt))
		st.pre = append(st.pre, define(c, newOf(bt)))
		p := st.record("c", ref(c), true)
		if st.class(x.E.Type()) == scalar {
			st.giveHeader(t, boxed(ref(c)), true)
			st.adjoint(x.E, st.take(deref(p)))
			return
		}
		st.pre = append(st.pre, set(deref(ref(c)), st.place(x.E)))
		st.giveHeader(t, boxed(ref(c)), true)
		st.shift(x.E.Type(), st.pointer(x.E), p)
	}
}

// born gives a target new memory as its shadow, which the reverse of the birth zeroes; the result names it.
func (st *step) born(t *goal, base string, h core.Expr) *core.Var {
	if t.v != nil {
		st.post = append(st.post, define(st.shadow(t.v), h))
		return st.shadow(t.v)
	}
	v := st.fresh(base, h.Type())
	st.pre = append(st.pre, define(v, h)) // before: the size may depend on what is assigned
	st.giveHeader(t, ref(v), false)
	return v
}
