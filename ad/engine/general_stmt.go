package engine

// This file emits statements in the general form: definitions, assignments, returns. An assignment L = e reverses to: take
// the adjoint of L, zero it, give it to what e was computed from. Headers of shadows move in the forward sweep.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// goal is where a value goes: a new variable, or a place.
type goal struct {
	v   *core.Var // set for a definition
	l   core.Expr
	typ types.Type
}

func (b *body) define(s *core.Define) []core.Stmt {
	switch {
	case len(s.Rhs) == 0:
		out := []core.Stmt{s}
		for _, v := range s.Vars {
			if v != nil {
				out = append(out, b.birth(s, v)...)
			}
		}
		return out
	case len(s.Rhs) == 1 && len(s.Vars) > 1:
		return b.many(s, s.Vars, s.Rhs[0])
	}
	var out []core.Stmt
	for i, v := range s.Vars {
		if v == nil {
			out = append(out, &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{s.Rhs[i]}})
			continue
		}
		one := &core.Define{S: s.S, Vars: []*core.Var{v}, Rhs: []core.Expr{s.Rhs[i]}}
		out = append(out, b.into(one, &goal{v: v, l: ref(v), typ: v.Type}, s.Rhs[i])...)
	}
	return out
}

// birth makes the shadow of a variable that is zero.
func (b *body) birth(s core.Stmt, v *core.Var) []core.Stmt {
	switch b.class(v.Type) {
	case none:
		return nil
	case reference:
		return []core.Stmt{at(s.Pos(), declare(b.shadow(v)))}
	}
	bar := b.shadow(v)
	st := b.step(s)
	if isPointer(bar.Type) {
		st.pre = append(st.pre, define(bar, newOf(b.barOf(v.Type))))
		st.rev = append(st.rev, b.kill(v.Type, st.pointer(ref(v)))...)
		return st.done()
	}
	st.rev = append(st.rev, set(ref(bar), zeroNumber(v.Type)))
	return st.done()
}

func (b *body) assignStmt(s *core.Assign) []core.Stmt {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Op != token.ASSIGN {
		return []core.Stmt{s}
	}
	if s.Lhs[0] == nil {
		if runsCode(s.Rhs[0]) {
			return b.call(s, []*core.Var{nil}, s.Rhs[0].(*core.Call))
		}
		return []core.Stmt{s}
	}
	return b.into(s, &goal{l: s.Lhs[0], typ: s.Lhs[0].Type()}, s.Rhs[0])
}

// into emits a statement that gives a target a value.
func (b *body) into(s core.Stmt, t *goal, e core.Expr) []core.Stmt {
	if builtinName(e) == "copy" {
		return b.copyStmt(s, e.(*core.Call))
	}
	if builtinName(e) == "recover" {
		return b.recoverInto(s, t)
	}
	if runsCode(e) {
		return b.callInto(s, t, e.(*core.Call))
	}
	if b.class(t.typ) == none {
		return []core.Stmt{s}
	}
	st := b.step(s)
	if t.v == nil {
		st.sets = storage(t.l)
	}
	switch b.class(t.typ) {
	case scalar:
		st.scalar(t, e)
	case aggregate:
		st.aggregate(t, e)
	case reference:
		st.reference(t, e)
	}
	return st.done(s)
}

// slotOf is the adjoint of a scalar target, as the reverse names it.
func (st *step) slotOf(t *goal) core.Expr {
	if t.v == nil && isMapPlace(t.l) {
		return deref(st.cell(t.l, nil))
	}
	if t.v != nil && st.cells[t.v] {
		st.post = append(st.post, define(st.shadow(t.v), newOf(st.barOf(t.typ))))
	}
	return st.slot(t.l)
}

func isMapPlace(e core.Expr) bool {
	x, ok := e.(*core.Index)
	return ok && isMap(x.E.Type())
}

// cell makes a new cell for an entry of a map, and returns it as the reverse names it.
func (st *step) cell(l, val core.Expr) core.Expr {
	x := l.(*core.Index)
	t := st.barOf(x.T)
	c := st.fresh("c", types.NewPointer(t))
	st.post = append(st.post, define(c, newOf(t)))
	if val != nil {
		st.post = append(st.post, set(deref(ref(c)), val))
	}
	st.post = append(st.post, set(elemAt(st.header(x.E), core.CloneExpr(x.I), c.Type), ref(c)))
	return st.record("c", ref(c), true)
}

func (st *step) scalar(t *goal, e core.Expr) {
	b := st.take(st.slotOf(t))
	if p := st.maybe(e); p != nil {
		st.rev = append(st.rev, &core.If{Cond: binary(token.NEQ, p, nilOf(p.Type())),
			Then: []core.Stmt{assignOp(token.ADD, deref(core.CloneExpr(p)), as(b, e.Type()))}})
		return
	}
	st.adjoint(e, b)
}

// maybe is a pointer, as the reverse names it, to the shadow of a value that may have none: an entry of a map, or what an
// interface holds. For other expressions it is nil.
func (st *step) maybe(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Index:
		if isMapPlace(e) {
			get := elemAt(st.header(e.E), core.CloneExpr(e.I), types.NewPointer(st.barOf(e.T)))
			return st.record("c", get, false)
		}
	case *core.Assert:
		return st.record("c", ref(st.held(e)), true)
	}
	return nil
}

// held is the shadow that an interface value holds for a type, in the forward sweep; nil if it holds none.
func (st *step) held(e *core.Assert) *core.Var {
	c := st.fresh("c", st.passed(e.T))
	st.pre = append(st.pre, &core.Define{Vars: []*core.Var{c, nil},
		Rhs: []core.Expr{&core.Assert{X: core.X{At: e.At, T: tupleOf(c.Type, boolType())}, E: st.header(e.E), CommaOk: true}}})
	return c
}

// aggregate gives a struct or an array a value.
func (st *step) aggregate(t *goal, e core.Expr) {
	bt := st.barOf(t.typ)
	fwd := func(val core.Expr) core.Expr { // gives the headers, and returns the pointer
		if t.v == nil && isMapPlace(t.l) {
			return st.cell(t.l, val)
		}
		if t.v != nil {
			st.post = append(st.post, define(st.shadow(t.v), newOf(bt)))
		}
		p := st.pointer(t.l)
		if val != nil {
			if t.v != nil {
				st.post = append(st.post, set(st.place(t.l), val))
			} else {
				st.pre = append(st.pre, set(st.place(t.l), val))
			}
		}
		return p
	}
	switch x := e.(type) {
	case *core.Composite:
		parts := st.composite(x)
		st.unparts(fwd(parts.shadow), x.T, parts)
		return
	case *core.Convert:
		if isSlice(x.E.Type()) { // an array from a slice: a copy
			v := st.fresh("p", types.NewPointer(bt))
			st.pre = append(st.pre, define(v, &core.Convert{X: core.X{At: x.At, T: v.Type}, E: st.header(x.E)}))
			src := st.record("p", ref(v), true)
			st.shift(t.typ, src, fwd(deref(ref(v))))
			return
		}
		if c, ok := x.E.(*core.Composite); ok || !types.Identical(st.barOf(x.E.Type()).Underlying(), bt.Underlying()) {
			_ = c
			st.unsupported(x.At, "%s carries a derivative in a form that is not supported yet", core.OrigText(x))
			return
		}
		if st.leaves(t.typ) && !types.Identical(st.barOf(x.E.Type()), bt) {
			src := st.pointer(x.E)
			p := fwd(&core.Convert{X: core.X{T: bt}, E: st.place(x.E)})
			st.shift(t.typ, &core.Convert{X: core.X{T: types.NewPointer(bt)}, E: src}, p)
			return
		}
		fwd(&core.Convert{X: core.X{T: bt}, E: st.place(x.E)})
		return
	}
	if p := st.maybe(e); p != nil {
		dst := fwd(nil)
		now := st.recs[st.find(p)].val
		st.post = append(st.post, &core.If{Cond: binary(token.NEQ, core.CloneExpr(now), nilOf(now.Type())), Then: []core.Stmt{set(st.place(t.l), deref(core.CloneExpr(now)))}})
		if move := st.move(t.typ, p, dst); move != nil {
			st.rev = append(st.rev, &core.If{Cond: binary(token.NEQ, core.CloneExpr(p), nilOf(p.Type())), Then: move})
			st.rev = append(st.rev, st.kill(t.typ, core.CloneExpr(dst))...)
		}
		return
	}
	src := st.pointer(e)
	st.shift(t.typ, src, fwd(st.place(e)))
}

// returns emits a return: the results with their shadows and the pullback.
func (b *body) returns(s *core.Return) []core.Stmt {
	st := b.step(s)
	out := &core.Return{S: s.S}
	for i, e := range s.Results {
		switch b.class(b.results[i]) {
		case none:
			out.Results = append(out.Results, e)
		case scalar:
			out.Results = append(out.Results, e)
			st.adjoint(e, as(ref(b.seeds[i]), wide(b.results[i])))
		case aggregate:
			r := st.fresh("rBar", st.passed(b.results[i]))
			st.pre = append(st.pre, define(r, newOf(b.barOf(b.results[i]))), set(deref(ref(r)), st.place(e)))
			st.shift(b.results[i], st.pointer(e), st.record("rBar", ref(r), true))
			out.Results = append(out.Results, e, ref(r))
		case reference:
			out.Results = append(out.Results, e, b.header(e))
		}
	}
	if !b.careful {
		out.Results = append(out.Results, ref(b.back))
	}
	list := st.done()
	if len(out.Results) == 0 && len(list) == 0 {
		return []core.Stmt{out}
	}
	return append(list, out)
}
