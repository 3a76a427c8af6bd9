package engine

// This file brings range loops and parallel loops into normal form.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// rangeLoop turns a range over a slice or an array into a loop over its index. The length is the one at the
// start, elements are read when their turn comes, an array is copied first: as the language defines it.
func (n *normalizer) rangeLoop(s *core.Range) core.Stmt {
	s.E = n.expr(s.E, false)
	var length core.Expr
	base := s.E
	switch t := s.E.Type().Underlying().(type) {
	case *types.Slice:
		if v := rootVar(base); v == nil || !isPlain(base) || v.Global || n.assigned[v] > 1 || assignedIn(s.Body)[v] > 0 {
			base = n.lift("xs", base)
		}
		length = lenOf(core.CloneExpr(base))
	case *types.Array:
		if s.Val != nil {
			base = n.lift("xs", base)
		}
		length = intConst(int(t.Len()))
	default:
		s.Body = n.stmts(s.Body)
		return s
	}
	body := n.stmts(s.Body)
	i := s.Key
	if i == nil || assignedIn(s.Body)[i] > 0 {
		i = n.variable("i", intType(), s.At)
		if s.Key != nil {
			key := define(s.Key, ref(i))
			key.At = s.At
			body = append([]core.Stmt{key}, body...)
		}
	}
	if s.Val != nil {
		e := &core.Index{X: core.X{At: s.At, T: elemType(base.Type())}, E: core.CloneExpr(base), I: ref(i)}
		val := define(s.Val, e)
		val.At = s.At
		body = append([]core.Stmt{val}, body...)
	}
	return n.count(s.At, i, intConst(0), length, body)
}

// count is for i := lo; i < hi; i++ { body }.
func (n *normalizer) count(at token.Pos, i *core.Var, lo, hi core.Expr, body []core.Stmt) *core.For {
	first := define(i, lo)
	first.At = at
	next := assignOp(token.ADD, ref(i), intConst(1))
	next.At = at
	n.assigned[i] += 2
	return &core.For{S: core.S{At: at}, Init: first, Cond: binary(token.LSS, ref(i), hi), Post: next, Body: body}
}

func isPlain(e core.Expr) bool {
	_, ok := e.(*core.Ref)
	return ok
}

func elemType(t types.Type) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	}
	return nil
}

// parallelKind says which loop of package parallel a call is: "For", "ForRange", "ForChunks" or "".
func parallelKind(e core.Expr) string {
	if h := hostCallee(e); h != nil && h.Path == parallelPath {
		return h.Name
	}
	return ""
}

// parallel brings a parallel loop with a body that can be seen into the form of parallel.ForChunks, each chunk a
// function of its number and bounds, or returns nil if s is none.
//
//	parallel.For(n, func(i int) { body })
//	parallel.ForChunks(n, func(chunk, lo, hi int) { for i := lo; i < hi; i++ { body } })
//
// A return in the body of For ends one iteration: it becomes a continue.
func (n *normalizer) parallel(s *core.Do) core.Stmt {
	call, ok := s.E.(*core.Call)
	if !ok {
		return nil
	}
	kind := parallelKind(call)
	if kind != "For" && kind != "ForRange" && kind != "ForChunks" {
		return nil
	}
	lit := n.loopBody(call.Args[1])
	if lit == nil {
		return nil
	}
	count := n.expr(call.Args[0], false)
	if _, constant := count.(*core.Const); !constant {
		if v := rootVar(count); v == nil || !isPlain(count) || v.Global || n.assigned[v] > 1 {
			count = n.lift("n", count)
		}
	}
	var chunk, lo, hi *core.Var
	var body []core.Stmt
	if kind != "ForChunks" {
		chunk = n.variable("chunk", intType(), lit.At)
	}
	switch kind {
	case "For":
		lo, hi = n.variable("lo", intType(), lit.At), n.variable("hi", intType(), lit.At)
		body = n.stmts(lit.Body)
		var loop core.Stmt
		i := lit.Params[0]
		if assignedIn(lit.Body)[i] > 0 { // the body changes its parameter: that must not move the loop
			counter := n.variable("i", intType(), lit.At)
			param := define(i, ref(counter))
			param.At = lit.At
			body = append([]core.Stmt{param}, body...)
			i = counter
		}
		if returnsFrom(body) {
			label := n.names.fresh("next")
			loop = &core.Label{S: core.S{At: lit.At}, Name: label, Stmt: n.count(lit.At, i, ref(lo), ref(hi), continues(body, label))}
		} else {
			loop = n.count(lit.At, i, ref(lo), ref(hi), body)
		}
		body = []core.Stmt{loop}
	case "ForRange":
		lo, hi = lit.Params[0], lit.Params[1]
		body = n.stmts(lit.Body)
	case "ForChunks":
		chunk, lo, hi = lit.Params[0], lit.Params[1], lit.Params[2]
		body = n.stmts(lit.Body)
		if assignedIn(lit.Body)[chunk] > 0 { // its number is where a chunk leaves its pullback
			number := n.variable("chunk", intType(), lit.At)
			body = append([]core.Stmt{at(lit.At, define(chunk, ref(number)))}, body...)
			chunk = number
		}
	}
	e := host(parallelPath, "ForChunks", nil, count, literal([]*core.Var{chunk, lo, hi}, nil, body))
	e.At = call.At
	e.Args[1].(*core.FuncLit).At = lit.At
	return &core.Do{S: s.S, E: e}
}

// loopBody gives the body of a parallel loop as a literal with named parameters, or nil if it is a
// function value that is not written in place.
func (n *normalizer) loopBody(e core.Expr) *core.FuncLit {
	switch e := e.(type) {
	case *core.FuncLit:
		for _, v := range e.Params {
			if v.Name == "_" {
				v.Name = n.names.fresh("i")
			}
		}
		return e
	case *core.Ref:
		f, ok := e.Obj.(*core.Func)
		if !ok {
			return nil
		}
		var params []*core.Var
		var args []core.Expr
		for range f.Params {
			v := n.variable("i", intType(), e.At)
			params = append(params, v)
			args = append(args, ref(v))
		}
		call := &core.Call{X: core.X{At: e.At}, Fun: core.CloneExpr(e), Args: args}
		lit := literal(params, nil, []core.Stmt{&core.Do{S: core.S{At: e.At}, E: call}})
		lit.At = e.At
		return lit
	}
	return nil
}

// returnsFrom reports whether statements hold a return, function literals aside.
func returnsFrom(list []core.Stmt) bool {
	found := false
	core.InspectStmts(list, func(node core.Node) bool {
		switch node.(type) {
		case *core.FuncLit:
			return false
		case *core.Return:
			found = true
		}
		return !found
	})
	return found
}

// continues replaces each return, function literals aside, by a continue of the labelled loop, in place.
func continues(list []core.Stmt, label string) []core.Stmt {
	replace := func(list []core.Stmt) {
		for i, s := range list {
			if r, ok := s.(*core.Return); ok {
				list[i] = &core.Jump{S: r.S, Tok: token.CONTINUE, Label: label}
			}
		}
	}
	replace(list)
	core.InspectStmts(list, func(node core.Node) bool {
		switch s := node.(type) {
		case *core.FuncLit:
			return false
		case *core.If:
			replace(s.Then)
			replace(s.Else)
		case *core.For:
			replace(s.Body)
		case *core.Range:
			replace(s.Body)
		case *core.Block:
			replace(s.Body)
		case *core.Switch:
			for _, c := range s.Cases {
				replace(c.Body)
			}
		case *core.Label:
			if s.Stmt != nil {
				one := []core.Stmt{s.Stmt}
				replace(one)
				s.Stmt = one[0]
			}
		}
		return true
	})
	return list
}
