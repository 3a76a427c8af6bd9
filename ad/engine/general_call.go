package engine

// This file emits calls in the general form: a callee's adjoint form returns its results, their shadows and its pullback,
// which is recorded. Where something recovers, a callee hands its pullback over when it is entered, so that what it did before a
// panic is reversed too.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// isActiveFunc reports whether a function has an adjoint form of its own: something that it may run carries a derivative.
func (g *general) isActiveFunc(f *core.Func) bool {
	if on, known := g.active[f]; known {
		return on
	}
	on := false
	for _, h := range g.reach(f) {
		on = on || g.touches(h)
	}
	g.active[f] = on
	return on
}

// touches reports whether something in a function itself carries a derivative.
func (g *general) touches(f *core.Func) bool {
	on := false
	for _, v := range f.Params {
		on = on || g.class(v.Type) != none
	}
	for _, t := range f.Results {
		on = on || g.class(t) != none
	}
	core.InspectStmts(f.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			on = true
		case *core.Field:
			on = on || n.Method && g.ownField(n) || !n.Method && g.class(n.T) != none
		case *core.Ref:
			if v, ok := n.Obj.(*core.Var); ok {
				on = on || g.class(v.Type) != none
			}
		}
		return !on
	})
	return on
}

func (g *general) ownField(f *core.Field) bool {
	if f.E == nil {
		return true
	}
	for _, m := range g.pkg.Funcs {
		if m.Recv != nil && m.Name == f.Name {
			return true
		}
	}
	return false
}

// plainCall is a call of a function without adjoint form, as the primal has it.
func (b *body) plainCall(c *core.Call) core.Expr {
	f := ownCallee(c)
	out := *c
	if f == nil {
		return &out
	}
	out.Spread = f.Variadic
	if m := b.method[f]; m != nil {
		out.Fun = &core.Field{X: core.X{At: c.At, T: signatureType(&m.Signature)}, E: c.Args[0], Name: m.Name, Method: true}
		out.Args = c.Args[1:]
	}
	for v, lit := range b.literals {
		if lit == f {
			out.Fun = ref(v)
		}
	}
	return &out
}

// callInto is a call whose result goes to a target.
func (b *body) callInto(s core.Stmt, t *goal, c *core.Call) []core.Stmt {
	if t.v != nil {
		return b.call(s, []*core.Var{t.v}, c)
	}
	v := &core.Var{At: s.Pos(), Name: b.names.fresh("t"), Type: c.T}
	b.declared[v] = true
	d := &core.Define{S: core.S{At: s.Pos()}, Vars: []*core.Var{v}, Rhs: []core.Expr{c}}
	out := b.call(d, []*core.Var{v}, c)
	a := &core.Assign{S: core.S{At: s.Pos()}, Op: token.ASSIGN, Lhs: []core.Expr{t.l}, Rhs: []core.Expr{ref(v)}}
	return append(out, b.into(a, t, ref(v))...)
}

// call emits vars := f(args); vars is nil for a call for its effect.
func (b *body) call(s core.Stmt, vars []*core.Var, c *core.Call) []core.Stmt {
	results := resultTypes(c.T)
	if vars == nil {
		vars = make([]*core.Var, len(results))
	}
	f := ownCallee(c)
	if f != nil && !b.isActiveFunc(f) || b.hostMethod(c) {
		if b.hostMethod(c) {
			b.checkHost(c)
		}
		keep := core.Stmt(&core.Define{S: core.S{At: s.Pos()}, Vars: vars, Rhs: []core.Expr{b.plainCall(c)}})
		if allNil(vars) {
			keep = &core.Do{S: core.S{At: s.Pos()}, E: b.plainCall(c)}
		}
		out := []core.Stmt{keep}
		for _, v := range vars {
			if v != nil {
				out = append(out, b.birth(s, v)...)
			}
		}
		return out
	}
	st := b.step(s)
	call := &core.Call{X: core.X{At: c.At}}
	var params []types.Type
	for _, a := range c.Args {
		params = append(params, a.Type())
		call.Args = append(call.Args, a)
		switch b.class(a.Type()) {
		case aggregate:
			call.Args = append(call.Args, addr(st.place(a)))
		case reference:
			call.Args = append(call.Args, st.header(a))
		}
	}
	if sig, ok := c.Fun.Type().Underlying().(*types.Signature); ok && sig.Params().Len() == len(params) {
		for i := range params {
			params[i] = sig.Params().At(i).Type()
		}
	}
	adjType := b.adjointType(params, results)
	if f != nil {
		call.Fun = &core.Ref{X: core.X{At: c.At, T: adjType}, Obj: b.general.adjoint(f)}
	} else {
		call.Fun = st.header(c.Fun)
	}
	def := &core.Define{S: core.S{At: s.Pos()}, Rhs: []core.Expr{call}}
	var seeds []core.Expr
	for i, v := range vars {
		def.Vars = append(def.Vars, v)
		switch b.class(results[i]) {
		case scalar:
			if v == nil {
				seeds = append(seeds, zeroNumber(results[i]))
				continue
			}
			if b.cells[v] {
				st.pre = append(st.pre, define(st.shadow(v), newOf(v.Type)))
			}
			seeds = append(seeds, as(st.take(st.slot(ref(v))), results[i]))
		case aggregate, reference:
			if v == nil {
				def.Vars = append(def.Vars, nil)
			} else {
				def.Vars = append(def.Vars, st.shadow(v))
			}
		}
	}
	backType := b.backOfTypes(params, results)
	back := st.fresh("back", backType)
	var pull core.Expr
	if b.careful {
		st.pre = append(st.pre, declare(back))
		call.Args = append(call.Args, addr(ref(back)))
		pull = deref(st.record("back", addr(ref(back)), true))
	} else {
		def.Vars = append(def.Vars, back)
		pull = st.record("back", ref(back), true)
	}
	call.T = tupleOrOne(tupleTypes(adjType.Results()))
	run := &core.Call{X: core.X{At: c.At}, Fun: pull, Args: seeds}
	var bars []*core.Var
	for _, t := range params {
		if b.class(t) == scalar {
			bars = append(bars, st.fresh("b", t))
		}
	}
	run.T = tupleOrOne(varTypes(bars))
	first := len(st.rev)
	if len(bars) > 0 {
		st.rev = append(st.rev, &core.Define{Vars: bars, Rhs: []core.Expr{run}})
	} else {
		st.rev = append(st.rev, do(run))
	}
	k := 0
	for i, a := range c.Args {
		if b.class(params[i]) == scalar {
			st.adjoint(a, as(ref(bars[k]), wide(params[i])))
			k++
		}
	}
	for _, v := range bars {
		st.rev = append(st.rev, &core.Assign{Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{ref(v)}})
	}
	if b.careful { // the call may have ended before it began
		st.rev = append(st.rev[:first:first], &core.If{Cond: binary(token.NEQ, core.CloneExpr(pull), nilOf(backType)), Then: st.rev[first:]})
	}
	var keep core.Stmt = def
	if allNil(def.Vars) {
		keep = &core.Do{S: core.S{At: s.Pos()}, E: call}
	}
	if b.careful {
		return append(st.done(), keep)
	}
	return st.done(keep)
}

func tupleTypes(t *types.Tuple) []types.Type {
	var list []types.Type
	for v := range t.Variables() {
		list = append(list, v.Type())
	}
	return list
}
