package engine

// This file emits what is done to slices: their shadows move as they do, in the forward sweep; the reverse sweep
// moves the float contents back.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// sliceValue is v := r or v = r for a slice variable that has a shadow.
func (p *piece) sliceValue(s core.Stmt, v *core.Var, r core.Expr, fresh bool) {
	give := func(shadow core.Expr) core.Stmt {
		if fresh {
			return define(p.shadow(v), shadow)
		}
		return set(ref(p.shadow(v)), shadow)
	}
	switch x := r.(type) {
	case *core.Call:
		switch builtinName(x) {
		case "make":
			p.keep(s)
			p.fwd = append(p.fwd, give(core.CloneExpr(x)))
			p.born(s, v)
			return
		case "append":
			p.append(s, v, x, fresh)
			return
		}
	case *core.Composite:
		if x.Keys != nil {
			break
		}
		if isFloats(x.T) {
			p.literal(s, v, x, give)
			return
		}
		shadows := make([]core.Expr, len(x.Vals))
		for i, e := range x.Vals {
			shadows[i] = p.shadowPath(e)
		}
		p.keep(s)
		p.fwd = append(p.fwd, give(&core.Composite{X: x.X, Vals: shadows}))
		return
	default:
		shadow := give(p.shadowPath(r))
		if fresh {
			p.keep(s)
			p.fwd = append(p.fwd, shadow)
		} else { // before the primal moves what the path is made of
			p.fwd = append(p.fwd, shadow)
			p.keep(s)
		}
		return
	}
	p.unsupported(s.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(r))
}

// born is the reverse of an allocation: after it the new shadow is zero again.
func (p *piece) born(s core.Stmt, v *core.Var) {
	if !isFloats(v.Type) {
		return
	}
	g := p.reverseOf()
	g.add(do(builtin("clear", nil, p.header(ref(v)))))
	g.done(s)
}

// literal is v := []float64{e, f}.
func (p *piece) literal(s core.Stmt, v *core.Var, x *core.Composite, give func(core.Expr) core.Stmt) {
	g := p.reverseOf()
	// Values are recorded before the statement, the header that takes their adjoints after it.
	inner := p.reverseOf()
	bars := make([]*core.Var, len(x.Vals))
	for i, e := range x.Vals {
		if p.exprVaried(p.act, e) {
			bars[i] = &core.Var{Name: p.frame.names.fresh("b"), Type: float64Type()}
			inner.adjoint(e, ref(bars[i]))
		}
	}
	p.keep(s)
	p.fwd = append(p.fwd, give(makeSlice(v.Type, intConst(len(x.Vals)))))
	bar := g.bind("sBar", p.header(ref(v)))
	for i, b := range bars {
		if b != nil {
			g.add(define(b, index(core.CloneExpr(bar), intConst(i))))
		}
	}
	g.add(do(builtin("clear", nil, core.CloneExpr(bar))))
	g.stmts = append(g.stmts, inner.stmts...)
	g.done(s)
}

// headerNow gives the shadow of a path as it is at this point of the forward sweep.
func (p *piece) headerNow(path core.Expr) core.Expr {
	if r, ok := path.(*core.Ref); ok {
		if v, ok := r.Obj.(*core.Var); ok && p.headerInReach(v) {
			return ref(p.shadow(v))
		}
	}
	return p.push("header", p.shadowPath(path))
}

// append is v = append(s, e...): primal and shadow share memory or part together (rt.Append).
func (p *piece) append(s core.Stmt, v *core.Var, x *core.Call, fresh bool) {
	if isRows(x.T) {
		p.appendRows(s, v, x, fresh)
		return
	}
	if !isFloats(x.T) {
		p.unsupported(s.Pos(), "append to a %s that carries a derivative is not supported yet", typeText(x.T))
		return
	}
	g, inner := p.reverseOf(), p.reverseOf()
	tail := &core.Var{Name: p.frame.names.fresh("tail"), Type: floatsType()}
	used := false
	for i, e := range x.Args[1:] {
		switch {
		case !p.exprVaried(p.act, e):
		case x.Spread:
			used = true
			k := &core.Var{Name: p.frame.names.fresh("k"), Type: intType()}
			inner.add(&core.Range{Key: k, E: ref(tail), Body: []core.Stmt{
				addTo(index(p.headerNow(e), ref(k)), index(ref(tail), ref(k)))}})
		default:
			used = true
			inner.adjoint(e, index(ref(tail), intConst(i)))
		}
	}
	old := p.headerNow(x.Args[0])
	bar := p.shadow(v)
	args := []core.Expr{x.Args[0], p.shadowPath(x.Args[0])}
	args = append(args, x.Args[1:]...)
	call := appendCall("Append", floatsType(), float64Type(), args, x.Spread)
	p.giveBoth(s, v, bar, call, fresh)
	back := host(rtPath, "AppendBack", floatsType(), old, p.headerNow(ref(v)))
	if used {
		g.add(define(tail, back))
	} else {
		g.add(do(back))
	}
	g.stmts = append(g.stmts, inner.stmts...)
	g.done(s)
}

// appendRows is the same for a slice of slices: only headers move, and only forward.
func (p *piece) appendRows(s core.Stmt, v *core.Var, x *core.Call, fresh bool) {
	rows, shadows := x.Args[1:], []core.Expr{}
	for _, e := range rows {
		shadows = append(shadows, p.shadowPath(e))
	}
	args := []core.Expr{x.Args[0], p.shadowPath(x.Args[0])}
	if x.Spread {
		args = append(args, rows[0], shadows[0])
	} else {
		args = append(args, &core.Composite{X: core.X{T: rowsType()}, Vals: rows}, &core.Composite{X: core.X{T: rowsType()}, Vals: shadows})
	}
	p.giveBoth(s, v, p.shadow(v), appendCall("AppendRows", rowsType(), nil, args, false), fresh)
}

// appendCall calls a function of rt that appends to a slice and its shadow.
func appendCall(name string, t, variadic types.Type, args []core.Expr, spread bool) *core.Call {
	params := make([]types.Type, 0, len(args))
	for _, a := range args {
		params = append(params, a.Type())
	}
	fixed := params
	if variadic != nil {
		fixed = append(append([]types.Type{}, params[:2]...), types.NewSlice(variadic))
	}
	sig := types.NewSignatureType(nil, nil, nil, tupleOf(fixed...), tupleOf(t, t), variadic != nil)
	return &core.Call{X: core.X{T: tupleOf(t, t)},
		Fun: &core.Ref{X: core.X{T: sig}, Obj: &core.Host{Path: rtPath, Name: name}}, Args: args, Spread: spread}
}

// giveBoth is v, vBar := call or v, vBar = call in the forward sweep.
func (p *piece) giveBoth(s core.Stmt, v, bar *core.Var, call core.Expr, fresh bool) {
	var both core.Stmt = &core.Assign{S: core.S{At: s.Pos()}, Op: token.ASSIGN, Lhs: []core.Expr{ref(v), ref(bar)}, Rhs: []core.Expr{call}}
	if fresh {
		both = &core.Define{S: core.S{At: s.Pos()}, Vars: []*core.Var{v, bar}, Rhs: []core.Expr{call}}
	}
	p.keep(both)
	p.forget(v)
}

func addTo(place, b core.Expr) core.Stmt { return assignOp(token.ADD, place, b) }

// copy is copy(dst, src), or n := copy(dst, src), or n = copy(dst, src).
func (p *piece) copy(s core.Stmt, c *core.Call) {
	dst, src := c.Args[0], c.Args[1]
	if !hasFloats(dst.Type()) || !p.act.varied(rootVar(dst)) {
		p.keep(s)
		return
	}
	if !isPath(dst) || !isShadowed(dst.Type()) || !isShadowed(src.Type()) {
		p.unsupported(s.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(c))
		return
	}
	if isRows(dst.Type()) {
		p.fwd = append(p.fwd, do(builtin("copy", intType(), p.shadowPath(dst), p.shadowPath(src))))
		p.keep(s)
		return
	}
	g := p.reverseOf()
	if p.exprVaried(p.act, src) {
		g.add(do(host(rtPath, "CopyBack", nil, p.headerNow(dst), p.headerNow(src))))
	} else { // constants overwrite
		n := builtin("min", intType(), lenOf(core.CloneExpr(dst)), lenOf(core.CloneExpr(src)))
		part := &core.SliceExpr{X: core.X{T: floatsType()}, E: p.headerNow(dst), Hi: p.push("n", n)}
		g.add(do(builtin("clear", nil, part)))
	}
	p.keep(s)
	g.done(s)
}

// clear is clear(s).
func (p *piece) clear(s *core.Do, c *core.Call) {
	x := c.Args[0]
	if !hasFloats(x.Type()) || !p.act.varied(rootVar(x)) {
		p.keep(s)
		return
	}
	if !isPath(x) || !isShadowed(x.Type()) {
		p.unsupported(s.At, "%s carries a derivative in a form that is not supported yet", core.OrigText(c))
		return
	}
	if isRows(x.Type()) {
		p.fwd = append(p.fwd, do(builtin("clear", nil, p.shadowPath(x))))
		p.keep(s)
		return
	}
	g := p.reverseOf()
	g.add(do(builtin("clear", nil, p.headerNow(x))))
	p.keep(s)
	g.done(s)
}
