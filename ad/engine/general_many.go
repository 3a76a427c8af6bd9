package engine

// This file emits calls for their effect and forms with several results.

import (
	"github.com/costate/costate/ad/rules"
	"github.com/costate/costate/internal/core"
)

// many is v, w := f(x), or a form with a second result that says whether there was a value.
func (b *body) many(s *core.Define, vars []*core.Var, e core.Expr) []core.Stmt {
	if runsCode(e) {
		return b.call(s, vars, e.(*core.Call))
	}
	v := vars[0]
	if c, ok := e.(*core.Call); ok {
		return b.ruleMany(s, vars, c)
	}
	if v == nil || b.class(v.Type) == none {
		return []core.Stmt{s}
	}
	one := core.CloneExpr(e)
	switch x := one.(type) {
	case *core.Index:
		x.T, x.CommaOk = v.Type, false
	case *core.Assert:
		x.T, x.CommaOk = v.Type, false
	default:
		b.unsupported(s.At, "%s carries a derivative in a form that is not supported yet", core.OrigText(e))
		return nil
	}
	return b.into(s, &goal{v: v, l: ref(v), typ: v.Type}, one)
}

// ruleMany is a call with several results and a rule.
func (b *body) ruleMany(s *core.Define, vars []*core.Var, c *core.Call) []core.Stmt {
	rule, known := ruleOf(c)
	st := b.step(s)
	keep := []core.Stmt{s}
	for k, v := range vars {
		if v == nil || b.class(v.Type) == none {
			continue
		}
		if b.class(v.Type) != scalar {
			b.unsupported(s.At, "the results of %s carry a derivative in a form that is not supported yet", core.OrigText(c.Fun))
			return nil
		}
		slot := st.slotOf(&goal{v: v, l: ref(v), typ: v.Type})
		bk := st.take(slot)
		if !known || rule.Passive || k >= len(rule.Results) || rule.Results[k].D == nil {
			continue
		}
		for i, a := range c.Args {
			d := rule.Results[k].D[i]
			if d == "0" || d == "" || !st.isActive(a) {
				continue
			}
			st.adjoint(a, times0(core.CloneExpr(bk), partial(d, func(name string) core.Expr { return st.resultValue(c, rule, vars, name) })))
		}
	}
	for k, v := range vars {
		if v == nil && st.used[k] != nil {
			vars[k] = st.used[k]
		}
	}
	return st.done(keep...)
}

// resultValue is the value of an argument or of a result by the name that a rule gives it.
func (st *step) resultValue(c *core.Call, rule rules.Rule, vars []*core.Var, name string) core.Expr {
	if v := st.named(c, rule.Args, name); v != nil {
		return v
	}
	for k, r := range rule.Results {
		if r.Name != name {
			continue
		}
		v := vars[k]
		if v == nil {
			if st.used == nil {
				st.used = map[int]*core.Var{}
			}
			if st.used[k] == nil {
				st.used[k] = st.fresh(name, resultTypes(c.T)[k])
			}
			v = st.used[k]
		}
		return st.record(v.Name, ref(v), true)
	}
	panic("rule names unknown value " + name)
}

// do emits a call for its effect.
func (b *body) do(s *core.Do) []core.Stmt {
	c, ok := s.E.(*core.Call)
	if !ok {
		return []core.Stmt{s}
	}
	if s.How == core.DoDefer {
		return b.deferStmt(s, c)
	}
	switch builtinName(c) {
	case "copy":
		return b.copyStmt(s, c)
	case "clear":
		return b.clearStmt(s, c)
	case "delete":
		if b.class(c.Args[0].Type()) == none {
			return []core.Stmt{s}
		}
		return []core.Stmt{at(s.Pos(), do(builtin("delete", nil, b.header(c.Args[0]), core.CloneExpr(c.Args[1])))), s}
	case "recover":
		return nil // the deferred call has recovered
	case "panic":
		if b.careful && b.class(c.Args[0].Type()) != none {
			h := b.header(c.Args[0])
			return []core.Stmt{at(s.Pos(), set(ref(b.thrownShadow()), h)), s}
		}
		return []core.Stmt{s}
	case "":
		if hostCallee(c) == nil {
			return b.call(s, nil, c)
		}
	}
	return []core.Stmt{s}
}

// checkHost reports arguments whose derivative would be lost in another package.
func (b *body) checkHost(c *core.Call) {
	rule, known := ruleOf(c)
	if known && rule.Passive {
		return
	}
	for _, a := range c.Args {
		if b.class(a.Type()) != none && b.step(&core.Do{E: c}).isActive(a) && !isNil(a) {
			b.unsupported(c.At, "%s is called with a value that carries a derivative, and there is no rule for its derivative", core.OrigText(c.Fun))
			return
		}
	}
}

// hostMethod reports whether a call is one of a method of another package's type.
func (b *body) hostMethod(c *core.Call) bool {
	f, ok := c.Fun.(*core.Field)
	return ok && f.Method
}
