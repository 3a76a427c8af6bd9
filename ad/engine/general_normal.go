package engine

// This file takes more apart for the general form than the normal form of the fast ones does: literals, boxed values,
// composites and assertions stand alone, and assignments have one place.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// generalExpr rewrites the expressions that the general form treats in its own way.
func (n *normalizer) generalExpr(e core.Expr, root bool) (core.Expr, bool) {
	alone := func(base string) (core.Expr, bool) {
		if root || n.general.class(e.Type()) == none {
			return e, true
		}
		return n.lift(base, e), true
	}
	switch e := e.(type) {
	case *core.FuncLit:
		saved, stay := n.pre, n.stay
		n.pre, n.stay = nil, 0
		e.Body = n.stmts(e.Body)
		n.pre, n.stay = saved, stay
		return alone("f")
	case *core.Ref:
		if lit := n.hostValue(e); lit != nil {
			return n.lift("f", lit), true
		}
	case *core.Composite:
		n.exprs(e.Keys)
		n.exprs(e.Vals)
		return alone("c")
	case *core.Unary:
		if c, ok := e.E.(*core.Composite); ok && e.Op == token.AND {
			n.exprs(c.Keys)
			n.exprs(c.Vals)
			return alone("p")
		}
		if e.Op == token.AND {
			e.E = n.place(e.E)
			return e, true
		}
	case *core.Convert:
		e.E = n.expr(e.E, false)
		if k := n.general.class(e.T); k == reference || k == aggregate {
			return alone("v")
		}
		return e, true
	case *core.Assert:
		e.E = n.expr(e.E, false)
		if e.CommaOk {
			return e, true
		}
		return alone("v")
	case *core.Index:
		if isMap(e.E.Type()) {
			e.E, e.I = n.expr(e.E, false), n.expr(e.I, false)
			if e.CommaOk {
				return e, true
			}
			return alone("v")
		}
	case *core.Call:
		if lit, ok := e.Fun.(*core.FuncLit); ok {
			saved, stay := n.pre, n.stay
			n.pre, n.stay = nil, 0
			lit.Body = n.stmts(lit.Body)
			n.pre, n.stay = saved, stay
			if stay == 0 {
				e.Fun = n.lift("f", lit)
			}
		} else if name := builtinName(e); name == "" && hostCallee(e) == nil {
			e.Fun = n.expr(e.Fun, false)
		}
		if len(e.Args) == 1 && n.stay == 0 && e.Fun.Type() != nil {
			inner, isCall := e.Args[0].(*core.Call)
			sig, isSig := e.Fun.Type().Underlying().(*types.Signature)
			if isCall && isSig && hostCallee(e) == nil {
				if _, several := inner.T.(*types.Tuple); several {
					e.Args = n.results(inner)
					(&desugarer{general: n.general, names: n.names}).pass(e, sig)
				}
			}
		}
		return n.call(e, root), true
	}
	return e, false
}

// generalAssign gives each place an assignment of its own, after all values have been computed.
func (n *normalizer) generalAssign(s *core.Assign) core.Stmt {
	for i, l := range s.Lhs {
		if l != nil {
			s.Lhs[i] = n.place(l)
		}
	}
	if s.Op != token.ASSIGN {
		l := n.fixed(s.Lhs[0])
		e := &core.Binary{X: core.X{At: s.At, T: l.Type()}, Op: s.Op, L: core.CloneExpr(l), R: s.Rhs[0]}
		out := &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{e}}
		if n.general.class(l.Type()) == none {
			e.R = n.expr(e.R, false)
			s.Lhs[0], s.Rhs[0] = l, e.R
			return s
		}
		out.Rhs[0] = n.expr(e, true)
		return out
	}
	if len(s.Lhs) == 1 {
		s.Rhs[0] = n.expr(s.Rhs[0], !runsCode(s.Rhs[0]))
		return s
	}
	if n.stay > 0 { // in the header of a loop, over what carries nothing
		return s
	}
	var vals []core.Expr
	for i, l := range s.Lhs {
		if l != nil {
			s.Lhs[i] = n.fixed(l)
		}
	}
	if len(s.Rhs) == len(s.Lhs) {
		for _, e := range s.Rhs {
			if _, constant := e.(*core.Const); constant {
				vals = append(vals, e)
				continue
			}
			vals = append(vals, n.temp("t", n.expr(e, true)))
		}
	} else {
		d := &core.Define{S: s.S, Rhs: []core.Expr{n.expr(s.Rhs[0], true)}}
		for i, t := range resultTypes(s.Rhs[0].Type()) {
			if s.Lhs[i] == nil {
				d.Vars = append(d.Vars, nil)
				vals = append(vals, nil)
				continue
			}
			v := n.variable("t", t, s.At)
			d.Vars = append(d.Vars, v)
			vals = append(vals, ref(v))
		}
		n.pre = append(n.pre, d)
	}
	for i, l := range s.Lhs {
		if l != nil {
			n.pre = append(n.pre, &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{vals[i]}})
		}
	}
	last := n.pre[len(n.pre)-1]
	n.pre = n.pre[:len(n.pre)-1]
	return last
}

func runsCode(e core.Expr) bool {
	c, ok := e.(*core.Call)
	return ok && builtinName(c) == "" && hostCallee(c) == nil
}

// fixed evaluates the indices and pointers of a place once.
func (n *normalizer) fixed(e core.Expr) core.Expr {
	if n.stay > 0 {
		return e
	}
	once := func(x core.Expr) core.Expr {
		switch x.(type) {
		case *core.Const:
			return x
		}
		return n.temp("i", x)
	}
	switch e := e.(type) {
	case *core.Index:
		e.I = once(e.I)
		if isSlice(e.E.Type()) || isMap(e.E.Type()) || isPointer(e.E.Type()) {
			e.E = once(e.E)
		} else {
			e.E = n.fixed(e.E)
		}
	case *core.Field:
		if isPointer(e.E.Type()) {
			e.E = once(e.E)
		} else {
			e.E = n.fixed(e.E)
		}
	case *core.Unary:
		if e.Op == token.MUL {
			e.E = once(e.E)
		}
	}
	return e
}

// later brings a deferred call into the form of a literal without parameters; its arguments are computed now.
func (n *normalizer) later(s *core.Do) core.Stmt {
	c, ok := s.E.(*core.Call)
	if !ok || s.How != core.DoDefer {
		return s
	}
	if lit, ok := c.Fun.(*core.FuncLit); ok && len(c.Args) == 0 && len(lit.Results) == 0 {
		saved := n.pre
		n.pre = nil
		lit.Body = n.stmts(lit.Body)
		n.pre = saved
		return s
	}
	keep := func(e core.Expr) core.Expr {
		if _, ok := e.(*core.Const); ok {
			return e
		}
		return n.temp("arg", n.expr(e, true))
	}
	if r, ok := c.Fun.(*core.Ref); !ok {
		c.Fun = keep(c.Fun)
	} else if _, isVar := r.Obj.(*core.Var); isVar {
		c.Fun = keep(c.Fun)
	}
	for i, a := range c.Args {
		c.Args[i] = keep(a)
	}
	lit := literal(nil, nil, []core.Stmt{&core.Do{S: core.S{At: s.At}, E: c}})
	lit.At = s.At
	s.E = &core.Call{X: core.X{At: s.At}, Fun: lit}
	return s
}

// carriesHeader reports whether the header of a loop does what has an adjoint.
func (n *normalizer) carriesHeader(s *core.For) bool {
	if n.general == nil {
		return false
	}
	found := false
	core.InspectStmts(initAndPost(s), func(node core.Node) bool {
		if e, ok := node.(core.Expr); ok {
			found = found || n.general.class(e.Type()) != none
		}
		if a, ok := node.(*core.Assign); ok && len(a.Lhs) > 1 {
			found = found || hasCalls(a)
		}
		return !found
	})
	return found
}

func hasCalls(s core.Stmt) bool {
	found := false
	core.Inspect(s, func(n core.Node) bool {
		if e, ok := n.(core.Expr); ok && runsCode(e) {
			found = true
		}
		return !found
	})
	return found
}

// hostValue is a literal that calls the function of another package that e names, where it has a rule and is used as a value.
func (n *normalizer) hostValue(e *core.Ref) core.Expr {
	h, ok := e.Obj.(*core.Host)
	if !ok || e.T == nil {
		return nil
	}
	sig, ok := e.T.Underlying().(*types.Signature)
	call := &core.Call{X: core.X{At: e.At}, Fun: &core.Ref{X: e.X, Obj: h}}
	if _, known := ruleOf(call); !ok || !known || sig.Variadic() || sig.Results().Len() != 1 {
		return nil
	}
	var params []*core.Var
	for v := range sig.Params().Variables() {
		p := n.variable("p", v.Type(), e.At)
		params = append(params, p)
		call.Args = append(call.Args, ref(p))
	}
	call.T = sig.Results().At(0).Type()
	lit := literal(params, []types.Type{call.T}, []core.Stmt{&core.Return{S: core.S{At: e.At}, Results: []core.Expr{call}}})
	lit.At = e.At
	return lit
}
