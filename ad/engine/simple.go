package engine

// This file emits definitions, assignments and calls.

import (
	"go/token"
	"strconv"

	"github.com/costate/costate/internal/core"
)

func itoa(n int) string { return strconv.Itoa(n) }

// simple emits a statement without parts.
func (p *piece) simple(s core.Stmt) {
	switch s := s.(type) {
	case *core.Define:
		p.define(s)
	case *core.Assign:
		p.assign(s)
	case *core.Do:
		p.do(s)
	default:
		p.keep(s)
	}
}

func (p *piece) define(s *core.Define) {
	for i, v := range s.Vars {
		if v == nil {
			continue
		}
		p.declare(v, p.sc)
		if len(s.Vars) == len(s.Rhs) {
			p.defs[v] = s.Rhs[i]
		}
	}
	switch {
	case len(s.Rhs) == 1 && isOwnCall(s.Rhs[0]):
		p.ownCall(s, s.Rhs[0].(*core.Call), s.Vars)
	case len(s.Rhs) == 1 && len(s.Vars) > 1:
		p.defineMany(s)
	case len(s.Rhs) == 1 && builtinName(s.Rhs[0]) == "copy":
		p.copy(s, s.Rhs[0].(*core.Call))
	case len(s.Rhs) == 0:
		p.zero(s)
	default:
		p.defineEach(s)
	}
}

// zero is var v T: a birth, whose reverse zeroes the adjoint.
func (p *piece) zero(s *core.Define) {
	p.keep(s)
	g := p.reverseOf()
	for _, v := range s.Vars {
		switch {
		case v == nil || !p.act.varied(v):
		case isFloat(v.Type):
			g.reborn(v)
		case isShadowed(v.Type):
			p.fwd = append(p.fwd, declare(p.newShadow(v)))
		}
	}
	g.done(s)
}

// defineEach is v, w := e, f: all values before any variable.
func (p *piece) defineEach(s *core.Define) {
	if len(s.Vars) == 1 && s.Vars[0] != nil && isShadowed(s.Vars[0].Type) && p.act.varied(s.Vars[0]) {
		v := s.Vars[0]
		p.newShadow(v)
		p.sliceValue(s, v, s.Rhs[0], true)
		return
	}
	g := p.reverseOf()
	var shadows []core.Stmt
	for i := len(s.Vars) - 1; i >= 0; i-- {
		v := s.Vars[i]
		switch {
		case v == nil || !p.act.varied(v):
		case isFloat(v.Type):
			g.adjoint(s.Rhs[i], ref(p.adjoint(v)))
			g.reborn(v)
		case isShadowed(v.Type):
			shadow := p.shadowPath(s.Rhs[i])
			shadows = append(shadows, define(p.newShadow(v), shadow))
		}
	}
	p.keep(s)
	p.fwd = append(p.fwd, shadows...)
	g.done(s)
}

// defineMany is s, c := math.Sincos(x): a call with several results and a rule.
func (p *piece) defineMany(s *core.Define) {
	call, _ := s.Rhs[0].(*core.Call)
	g := p.reverseOf()
	any := false
	for _, v := range s.Vars {
		any = any || v != nil && hasFloats(v.Type) && p.act.varied(v)
	}
	if any {
		rule, known := ruleOf(s.Rhs[0])
		if call == nil || !known || rule.Passive {
			p.unsupported(s.At, "the results of %s carry a derivative in a form that is not supported yet", core.OrigText(s.Rhs[0]))
			return
		}
		for k, v := range s.Vars {
			if v == nil || !p.act.varied(v) || k >= len(rule.Results) || rule.Results[k].D == nil {
				continue
			}
			for i, a := range call.Args {
				d := rule.Results[k].D[i]
				if d == "0" || d == "" || !p.exprVaried(p.act, a) {
					continue
				}
				value := func(name string) core.Expr { return g.manyValue(call, rule.Args, name, s) }
				g.adjoint(a, times0(ref(p.adjoint(v)), partial(d, value)))
			}
			g.reborn(v)
		}
	}
	p.keep(s)
	g.done(s)
}

// reborn zeroes the adjoint of a variable at the reverse of its declaration, if the declaration runs again.
func (g *group) reborn(v *core.Var) {
	if loops, grows := g.sc.storage(); grows || len(loops) > 0 {
		g.add(set(ref(g.emitter.adjoint(v)), floatConst(0)))
	}
}

// manyValue is the value of an argument of a call with several results, or of one of its results by rule's name.
func (g *group) manyValue(call *core.Call, args []string, name string, s *core.Define) core.Expr {
	for i, a := range args {
		if a == name {
			return g.bindValue(g.value(call.Args[i], g))
		}
	}
	// A result: computed again, all results at once.
	key := "all " + core.Text(call)
	if g.calls[key] == nil {
		again := &core.Call{X: call.X, Fun: core.CloneExpr(call.Fun)}
		for _, a := range call.Args {
			again.Args = append(again.Args, g.value(a, g))
		}
		d := &core.Define{Rhs: []core.Expr{again}}
		rule, _ := ruleOf(call)
		for k, t := range resultTypes(call.T) {
			base := rule.Results[k].Name
			if v := s.Vars[k]; v != nil {
				base = nameOf(v)
			}
			d.Vars = append(d.Vars, &core.Var{Name: g.frame.names.fresh(base), Type: t})
		}
		g.add(d)
		for k, v := range d.Vars {
			if v != nil {
				g.calls["all "+core.Text(call)+" "+rule.Results[k].Name] = ref(v)
			}
		}
		g.calls[key] = again
	}
	v := g.calls[key+" "+name]
	if v == nil {
		g.unsupported(s.At, "the derivative of %s needs a result that is not kept; give it a name", core.OrigText(call.Fun))
		return floatConst(0)
	}
	return core.CloneExpr(v)
}

func (p *piece) assign(s *core.Assign) {
	if len(s.Lhs) == 1 && s.Lhs[0] != nil && len(s.Rhs) == 1 {
		p.assignOne(s)
		return
	}
	// Values are read before any place is written; places are written from left to right, so the last one
	// written takes its adjoint first.
	g := p.reverseOf()
	taken := make([]core.Expr, len(s.Lhs))
	var shadowLhs, shadowRhs []core.Expr
	for i := len(s.Lhs) - 1; i >= 0; i-- {
		l := s.Lhs[i]
		if l == nil || !hasFloats(l.Type()) || !p.act.varied(rootVar(l)) {
			continue
		}
		switch {
		case len(s.Rhs) != len(s.Lhs): // v, ok = m[k] and its like
			if !isFloat(l.Type()) || !isPath(l) || p.exprVaried(p.act, s.Rhs[0]) {
				p.unsupported(s.At, "%s carries a derivative in a form that is not supported yet", core.OrigText(s.Rhs[0]))
				return
			}
			g.add(set(p.place(l), floatConst(0)))
		case isFloat(l.Type()) && isPath(l):
			taken[i] = g.taken(p.place(l))
		case isShadowed(l.Type()) && isPath(l):
			shadowLhs = append(shadowLhs, p.shadowPath(l))
			shadowRhs = append(shadowRhs, p.shadowPath(s.Rhs[i]))
		}
	}
	for i, b := range taken {
		if b != nil {
			g.adjoint(s.Rhs[i], b)
		}
	}
	if len(shadowLhs) > 0 {
		p.fwd = append(p.fwd, &core.Assign{S: core.S{At: s.At}, Op: token.ASSIGN, Lhs: shadowLhs, Rhs: shadowRhs})
	}
	p.keep(s)
	g.done(s)
}

// place is the adjoint of an assigned place, as the reverse sweep names it.
func (p *piece) place(l core.Expr) core.Expr {
	switch l := l.(type) {
	case *core.Ref:
		return ref(p.adjoint(l.Obj.(*core.Var)))
	case *core.Index:
		return index(p.header(l.E), p.need(l.I))
	}
	panic("engine: no adjoint of " + core.Text(l))
}

func (p *piece) assignOne(s *core.Assign) {
	l, r := s.Lhs[0], s.Rhs[0]
	if builtinName(r) == "copy" {
		p.copy(s, r.(*core.Call))
		return
	}
	if root := rootVar(l); root == nil || !hasFloats(l.Type()) || !p.act.varied(root) {
		p.keep(s)
		return
	}
	if isShadowed(l.Type()) {
		if v, ok := l.(*core.Ref); ok {
			p.sliceValue(s, v.Obj.(*core.Var), r, false)
			return
		}
		p.fwd = append(p.fwd, set(p.shadowPath(l), p.shadowPath(r)))
		p.keep(s)
		return
	}
	if !isFloat(l.Type()) || !isPath(l) {
		p.unsupported(s.At, "%s of type %s would carry a derivative, which is not supported yet", core.OrigText(l), typeText(l.Type()))
		return
	}
	g := p.reverseOf()
	place := p.place(l)
	switch s.Op {
	case token.ASSIGN:
		g.overwrite(l, place, r)
	case token.ADD, token.SUB:
		if !p.exprVaried(p.act, r) {
			break
		}
		b := core.CloneExpr(place)
		if p.readsPlace(r, l) || !isPlain(place) {
			b = g.bind("b", b)
			if isPlain(place) { // a copy: the adjoint itself is about to grow
				v := &core.Var{Name: g.frame.names.fresh("b"), Type: float64Type()}
				g.add(define(v, core.CloneExpr(place)))
				b = ref(v)
			}
		}
		if s.Op == token.SUB {
			b = negate(b)
		}
		g.adjoint(r, b)
	case token.MUL, token.QUO:
		g.overwrite(l, place, &core.Binary{X: core.X{At: s.At, T: float64Type()}, Op: s.Op, L: core.CloneExpr(l), R: r})
	default:
		p.unsupported(s.At, "operator %s= has no derivative", s.Op)
	}
	p.keep(s)
	g.done(s)
}

// overwrite is the reverse of l = r: the adjoint of l is taken, then given to what r was computed from.
func (g *group) overwrite(l, place, r core.Expr) {
	if isPlain(place) && !g.readsPlace(r, l) {
		g.adjoint(r, core.CloneExpr(place))
		g.add(set(place, floatConst(0)))
		return
	}
	if !g.exprVaried(g.act, r) {
		g.add(set(place, floatConst(0)))
		return
	}
	g.adjoint(r, g.taken(place))
}

// readsPlace reports whether e reads the variable l.
func (p *piece) readsPlace(e, l core.Expr) bool {
	if r, ok := l.(*core.Ref); ok {
		return mentions(e, r.Obj.(*core.Var))
	}
	return true
}

// do emits a call for its effect.
func (p *piece) do(s *core.Do) {
	if c, ok := s.E.(*core.Call); ok {
		if isOwnCall(c) {
			p.ownCall(s, c, nil)
			return
		}
		switch builtinName(c) {
		case "copy":
			p.copy(s, c)
			return
		case "clear":
			p.clear(s, c)
			return
		}
	}
	p.keep(s)
}
