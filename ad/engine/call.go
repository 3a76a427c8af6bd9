package engine

// This file emits calls of the package's own functions: the callee's adjoint returns its results and a pullback,
// which is recorded like any other value.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// ownCall emits vars := f(args), or f(args) for its effect.
func (p *piece) ownCall(s core.Stmt, c *core.Call, vars []*core.Var) {
	f := ownCallee(c)
	m := p.callMask(p.act, c)
	v := version{f, m, p.act.rowsChange}
	if !m.any() {
		p.keep(s)
		p.adopt(s, vars)
		return
	}
	callee := p.acts[v]
	adj := p.adjointOf(v)
	normal := p.normal(f)

	call := &core.Call{X: core.X{At: c.At}, Fun: &core.Ref{X: core.X{At: c.At}, Obj: adj}}
	for i, a := range c.Args {
		call.Args = append(call.Args, a)
		if m.on(i) && isShadowed(normal.Params[i].Type) {
			call.Args = append(call.Args, p.shadowPath(a))
		}
	}
	if normal.Variadic && !c.Spread {
		p.unsupported(c.At, "calling the variadic function %s with values that carry a derivative is not supported yet", f.Name)
		return
	}
	def := &core.Define{S: core.S{At: s.Pos()}, Rhs: []core.Expr{call}}
	if vars == nil { // called for its effect: results go nowhere, slices' shadows too
		vars = make([]*core.Var, len(normal.Results))
	}
	var seeds []core.Expr
	var zeroes []core.Stmt
	var results []types.Type
	var passive []*core.Var
	for i, v := range vars {
		def.Vars = append(def.Vars, v)
		results = append(results, normal.Results[i])
		if !callee.results.on(i) {
			passive = append(passive, v)
			continue
		}
		switch {
		case isFloat(normal.Results[i]):
			if v == nil {
				seeds = append(seeds, floatConst(0))
				continue
			}
			seeds = append(seeds, ref(p.adjoint(v)))
			zeroes = append(zeroes, set(ref(p.adjoint(v)), floatConst(0)))
		case v == nil:
			def.Vars = append(def.Vars, nil)
			results = append(results, normal.Results[i])
		default:
			def.Vars = append(def.Vars, p.newShadow(v))
			results = append(results, normal.Results[i])
		}
	}
	var backParams, backResults []types.Type
	for range seeds {
		backParams = append(backParams, float64Type())
	}
	for i, param := range normal.Params {
		if m.on(i) && isFloat(param.Type) {
			backResults = append(backResults, float64Type())
		}
	}
	backType := funcType(backParams, backResults)
	back := &core.Var{At: c.At, Name: p.frame.names.fresh(f.Name + "Back"), Type: backType}
	def.Vars = append(def.Vars, back)
	call.T = tupleOf(append(results, backType)...)
	if len(results) == 0 {
		call.T = backType
	}
	call.Fun.(*core.Ref).T = signatureOf(call, adj)

	// Arguments are recorded as they are before the call.
	g, inner := p.reverseOf(), p.reverseOf()
	var bars []*core.Var
	for i, a := range c.Args {
		if m.on(i) && isFloat(normal.Params[i].Type) {
			bar := &core.Var{Name: p.frame.names.fresh("b"), Type: float64Type()}
			bars = append(bars, bar)
			inner.adjoint(a, ref(bar))
		}
	}
	p.keep(def)
	p.adopt(s, passive)
	p.declare(back, p.sc)
	var pullback core.Expr
	if p.available(back, p.sc) {
		pullback = ref(back)
	} else {
		pullback = p.push(back.Name, ref(back))
	}
	var rt types.Type
	switch len(backResults) {
	case 0:
	case 1:
		rt = backResults[0]
	default:
		rt = tupleOf(backResults...)
	}
	run := &core.Call{X: core.X{At: c.At, T: rt}, Fun: pullback, Args: seeds}
	if len(bars) > 0 {
		g.add(&core.Define{Vars: bars, Rhs: []core.Expr{run}})
	} else {
		g.add(do(run))
	}
	if loops, grows := p.sc.storage(); grows || len(loops) > 0 {
		g.stmts = append(g.stmts, zeroes...)
	}
	g.stmts = append(g.stmts, inner.stmts...)
	g.done(s)
}

// adopt gives shadows to slices that come from where nothing carries a derivative, if they take up values that do.
// Such slices share memory with no other that has a shadow: they would be of one class.
func (p *piece) adopt(s core.Stmt, vars []*core.Var) {
	var list []*core.Var
	for _, v := range vars {
		if v != nil && isShadowed(v.Type) && p.act.varied(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return
	}
	g := p.reverseOf()
	if len(list) == 1 && isFloats(list[0].Type) {
		v := list[0]
		p.fwd = append(p.fwd, define(p.newShadow(v), makeSlice(v.Type, lenOf(ref(v)), builtin("cap", intType(), ref(v)))))
		p.born(s, v)
		return
	}
	// They may share memory with each other.
	m := newMirror(s.Pos(), p.frame.names.fresh("mirror"))
	p.fwd = append(p.fwd, m.make(list)...)
	for _, v := range list {
		p.fwd = append(p.fwd, define(p.newShadow(v), m.shadow(v)))
	}
	for _, v := range list {
		if isFloats(v.Type) {
			g.add(do(builtin("clear", nil, p.headerNow(ref(v)))))
			continue
		}
		// By the time of the reverse sweep there may be other rows.
		bar := p.push("rows", cloneRows(ref(p.shadow(v))))
		k := &core.Var{Name: p.frame.names.fresh("k"), Type: intType()}
		g.add(&core.Range{Key: k, E: bar, Body: []core.Stmt{do(builtin("clear", nil, index(core.CloneExpr(bar), ref(k))))}})
	}
	g.done(s)
}

// signatureOf is the type of an adjoint as a call sees it; the adjoint itself may still be under way, in a recursion.
func signatureOf(call *core.Call, adj *core.Func) types.Type {
	params := make([]types.Type, len(call.Args))
	for i, a := range call.Args {
		params[i] = a.Type()
	}
	return funcType(params, resultTypes(call.T))
}
