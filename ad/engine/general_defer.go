package engine

// This file emits deferred calls, and refuses what the general form does not cover.

import (
	"go/types"

	"go/token"

	"github.com/costate/costate/internal/core"
)

// deferStmt defers the adjoint form of a literal: when it has run, its pullback is recorded.
func (b *body) deferStmt(s *core.Do, c *core.Call) []core.Stmt {
	lit, ok := c.Fun.(*core.FuncLit)
	if !ok {
		b.unsupported(s.At, "this deferred call is not supported yet")
		return nil
	}
	st := b.step(s)
	inner := &body{general: b.general, outer: b, names: b.names, cells: b.cells, assigned: b.assigned, params: st.paramsWithin(), shadows: b.shadows}
	recovers := recoversIn(lit.Body)
	if recovers {
		inner.recovery = b.fresh("rec", anyType())
	}
	form := st.literalForm(inner, lit)
	v := b.fresh("deferred", form.Type())
	back := b.fresh("back", inner.back.Type)
	call := &core.Call{X: core.X{At: s.At, T: back.Type}, Fun: ref(v)}
	if recovers {
		call.Args = append(call.Args, builtin("recover", anyType()))
	}
	st.rev = append(st.rev, do(&core.Call{Fun: pullOf(st, back)}))
	var run []core.Stmt
	if b.careful {
		call.T = nil
		call.Args = append(call.Args, addr(ref(back)))
		run = append([]core.Stmt{declare(back)}, st.done()...)
		run = append(run, do(call))
	} else {
		run = st.done(define(back, call))
	}
	for _, s2 := range run {
		core.SetPos(s2, s.At)
	}
	wrapper := literal(nil, nil, run)
	return []core.Stmt{at(s.At, define(v, form)), &core.Do{S: s.S, How: core.DoDefer, E: &core.Call{X: core.X{At: s.At}, Fun: wrapper}}}
}

func pullOf(st *step, back *core.Var) core.Expr {
	if st.careful {
		return deref(st.record("back", addr(ref(back)), true))
	}
	return st.record("back", ref(back), true)
}

// recoversIn reports whether a literal's body itself calls recover.
func recoversIn(list []core.Stmt) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if _, ok := n.(*core.FuncLit); ok {
			return false
		}
		found = found || builtinName(exprOf(n)) == "recover"
		return !found
	})
	return found
}

// refuseGeneral reports what the general form does not cover, and whether there was any.
func (g *general) refuseGeneral(f *core.Func) bool {
	before := len(g.diags)
	headers := map[*core.Var]bool{}
	b := &body{general: g}
	core.InspectStmts(f.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Do:
			if n.How == core.DoGo {
				g.unsupported(n.At, "a go statement in a differentiated function is not supported yet; use parallel.For or parallel.ForRange")
				return false
			}
			if n.How == core.DoDefer {
				g.refuseRecover(n)
			}
		case *core.Select, *core.Send:
			g.unsupported(n.Pos(), "channels in a differentiated function are not supported yet")
			return false
		case *core.Unary:
			if n.Op == token.ARROW {
				g.unsupported(n.At, "channels in a differentiated function are not supported yet")
				return false
			}
		case *core.For:
			for _, s := range initAndPost(n) {
				for _, v := range declared(s) {
					headers[v] = true
				}
			}
		case *core.Call:
			if h := hostCallee(n); h != nil {
				if h.Path == parallelPath || h.Path == adPath {
					g.unsupported(n.At, "%s in a function of this kind is not supported yet", core.OrigText(n.Fun))
					return false
				}
				b.checkCall(n)
			}
		case *core.Ref:
			if v, ok := n.Obj.(*core.Var); ok && isChan(v.Type) {
				g.unsupported(n.At, "channels in a differentiated function are not supported yet")
				return false
			}
		case core.Expr:
			if n.Type() != nil {
				if m, ok := n.Type().Underlying().(*types.Map); ok && g.class(m.Key()) != none {
					g.unsupported(n.Pos(), "a map with keys of type %s, which can hold floats, is not supported yet", typeText(m.Key()))
					return false
				}
			}
		}
		return true
	})
	return len(g.diags) > before
}

func isChan(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// checkCall reports a call of another package's function through which a derivative would be lost.
func (b *body) checkCall(c *core.Call) {
	rule, known := ruleOf(c)
	switch {
	case !known:
		b.checkHost(c)
	case rule.Passive && (isText(c.T) || len(c.Args) > 0 && isText(c.Args[0].Type()) && c.T != nil && isText(c.T)):
		for _, a := range c.Args {
			if b.class(a.Type()) != none && b.step(&core.Do{E: c}).isActive(a) {
				b.unsupported(c.At, "%s writes a value that carries a derivative into text, which could be parsed again without it; print it, or convert it outside the function", core.OrigText(c.Fun))
				return
			}
		}
	}
}

// refuseRecover allows recover where a deferred literal begins with it.
func (g *general) refuseRecover(s *core.Do) {
	c, _ := s.E.(*core.Call)
	lit, ok := c.Fun.(*core.FuncLit)
	if !ok || !recoversIn(lit.Body) {
		return
	}
	list := lit.Body
	for len(list) > 0 {
		if b, ok := list[0].(*core.Block); ok {
			list = b.Body
			continue
		}
		break
	}
	if len(list) == 0 || !recoversFirst(list[0]) {
		g.unsupported(s.At, "a deferred function that does not begin with its call of recover is not supported yet")
	}
}

func recoversFirst(s core.Stmt) bool {
	switch s := s.(type) {
	case *core.Define:
		return len(s.Rhs) == 1 && builtinName(s.Rhs[0]) == "recover"
	case *core.Assign:
		return len(s.Rhs) == 1 && builtinName(s.Rhs[0]) == "recover"
	case *core.Do:
		return builtinName(s.E) == "recover"
	case *core.If:
		return recoversIn([]core.Stmt{&core.Do{E: s.Cond}})
	}
	return false
}

// recoverInto gives a target what the deferred function recovered.
func (b *body) recoverInto(s core.Stmt, t *goal) []core.Stmt {
	if b.recovery == nil {
		b.unsupported(s.Pos(), "recover is supported in deferred function literals only")
		return nil
	}
	val := ref(b.recovery)
	st := b.step(s)
	thrown := b.thrownShadow()
	st.giveHeader(t, ref(thrown), true)
	st.post = append(st.post, set(ref(thrown), nilOf(anyType())))
	if t.v != nil {
		return st.done(at(s.Pos(), define(t.v, val)))
	}
	return st.done(at(s.Pos(), set(t.l, val)))
}

// thrownShadow is the package variable through which the shadow of a panic's value goes to whoever recovers.
func (g *general) thrownShadow() *core.Var {
	if g.thrown == nil {
		g.thrown = &core.Var{At: g.asked, Name: g.local("thrownBar"), Type: anyType(), Global: true}
	}
	return g.thrown
}
