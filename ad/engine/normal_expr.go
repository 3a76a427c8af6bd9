package engine

// This file brings expressions into normal form: calls that cannot be repeated move into statements of their own.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// results evaluates a call with several results into new variables.
func (n *normalizer) results(call *core.Call) []core.Expr {
	e := n.expr(call, true)
	d := &core.Define{S: core.S{At: call.At}, Rhs: []core.Expr{e}}
	var refs []core.Expr
	for _, t := range resultTypes(call.Type()) {
		v := n.variable("t", t, call.At)
		d.Vars = append(d.Vars, v)
		refs = append(refs, ref(v))
	}
	n.pre = append(n.pre, d)
	return refs
}

func (n *normalizer) variable(base string, t types.Type, at token.Pos) *core.Var {
	return &core.Var{At: at, Name: n.names.fresh(base), Type: t}
}

// temp evaluates e before the current statement.
func (n *normalizer) temp(base string, e core.Expr) core.Expr {
	v := n.variable(base, e.Type(), e.Pos())
	d := define(v, e)
	d.At = e.Pos()
	n.pre = append(n.pre, d)
	return &core.Ref{X: core.X{At: e.Pos(), T: v.Type}, Obj: v}
}

func (n *normalizer) exprOrNil(e core.Expr) core.Expr {
	if e == nil {
		return nil
	}
	return n.expr(e, false)
}

func (n *normalizer) exprs(list []core.Expr) {
	for i, e := range list {
		if e != nil {
			list[i] = n.expr(e, false)
		}
	}
}

// expr rewrites an expression. root says that it is the whole right side of a statement that can hold a call.
func (n *normalizer) expr(e core.Expr, root bool) core.Expr {
	if n.general != nil {
		if out, done := n.generalExpr(e, root); done {
			return out
		}
	}
	switch e := e.(type) {
	case *core.Unary:
		e.E = n.expr(e.E, false)
	case *core.Binary:
		e.L = n.expr(e.L, false)
		if (e.Op == token.LAND || e.Op == token.LOR) && n.stay == 0 && !repeatableAll(e.R) {
			return n.shortCircuit(e)
		}
		if e.Op == token.LAND || e.Op == token.LOR {
			n.stay++
			e.R = n.expr(e.R, false)
			n.stay--
		} else {
			e.R = n.expr(e.R, false)
		}
	case *core.Index:
		e.E, e.I = n.expr(e.E, false), n.expr(e.I, false)
	case *core.SliceExpr:
		e.E = n.expr(e.E, false)
		e.Lo, e.Hi, e.Max = n.exprOrNil(e.Lo), n.exprOrNil(e.Hi), n.exprOrNil(e.Max)
	case *core.Field:
		if e.E != nil {
			e.E = n.expr(e.E, false)
		}
	case *core.Convert:
		e.E = n.expr(e.E, false)
		if isShadowed(e.T) && !root {
			return n.lift("s", e)
		}
	case *core.Composite:
		n.exprs(e.Keys)
		n.exprs(e.Vals)
		if isShadowed(e.T) && !root {
			return n.lift("s", e)
		}
	case *core.Assert:
		e.E = n.expr(e.E, false)
	case *core.Call:
		return n.call(e, root)
	}
	return e
}

// shortCircuit writes l && r and l || r, of which the right side holds a call, as statements:
//
//	t := l
//	if t { t = r }
func (n *normalizer) shortCircuit(e *core.Binary) core.Expr {
	v := n.variable("t", e.T, e.At)
	first := define(v, e.L)
	first.At = e.At
	saved := n.pre
	n.pre = nil
	second := set(ref(v), n.expr(e.R, false))
	second.At = e.At
	then := append(n.pre, second)
	var cond core.Expr = ref(v)
	if e.Op == token.LOR {
		cond = not(cond)
	}
	n.pre = append(saved, first, &core.If{S: core.S{At: e.At}, Cond: cond, Then: then})
	n.assigned[v] += 2
	return ref(v)
}

// repeatableAll reports whether an expression holds no call but those that can be evaluated again.
func repeatableAll(e core.Expr) bool {
	ok := true
	core.Inspect(e, func(node core.Node) bool {
		if c, isCall := node.(*core.Call); isCall {
			ok = ok && repeatable(c)
		}
		return ok
	})
	return ok
}

func (n *normalizer) lift(base string, e core.Expr) core.Expr {
	if n.stay > 0 {
		return e
	}
	return n.temp(base, e)
}

// call rewrites a call. One that may be computed again (len, and functions with a rule) stays in its
// expression; any other gets a statement of its own.
func (n *normalizer) call(e *core.Call, root bool) core.Expr {
	if _, isRef := e.Fun.(*core.Ref); !isRef {
		e.Fun = n.expr(e.Fun, false)
	}
	if len(e.Args) == 1 && n.stay == 0 {
		if inner, ok := e.Args[0].(*core.Call); ok {
			if _, several := inner.Type().(*types.Tuple); several {
				e.Args = n.results(inner)
			}
		}
	}
	n.exprs(e.Args)
	if name := builtinName(e); (name == "min" || name == "max") && len(e.Args) > 2 {
		nested := builtin(name, e.T, e.Args[:len(e.Args)-1]...)
		nested.At = e.At
		return n.call(&core.Call{X: e.X, Fun: e.Fun, Args: []core.Expr{n.call(nested, false), e.Args[len(e.Args)-1]}}, root)
	}
	if root || repeatable(e) || e.T == nil {
		return e
	}
	if _, tuple := e.T.(*types.Tuple); tuple {
		return e
	}
	base := "t"
	if isShadowed(e.T) {
		base = "s"
	}
	return n.lift(base, e)
}
