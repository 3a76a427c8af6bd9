package engine

// This file emits loops. A counted loop (its bounds and step are known at its start and its variable is changed by
// its post statement alone) runs backwards over the same values; any other loop counts its iterations.

import (
	"go/constant"
	"go/token"
	"maps"

	"github.com/costate/costate/internal/core"
)

// loop emits a for statement. label is its label or "".
func (e *emitter) loop(s *core.For, label string, sc *scope) (fwd, rev []core.Stmt) {
	if e.active(&core.Block{Body: initAndPost(s)}) {
		return e.compound(&core.Block{S: s.S, Body: plainHeader(s, label, e.frame.names, e.assigned)}, sc)
	}
	in := &scope{outer: sc, frame: e.frame, assigned: e.assignedBy(s), pre: &[]core.Stmt{}, preRev: &[]core.Stmt{}, cache: map[string]core.Expr{}}
	if s.Init != nil {
		if d, ok := s.Init.(*core.Define); ok {
			for _, v := range d.Vars {
				if v != nil {
					e.declare(v, in)
				}
			}
		}
	}
	out := &core.For{S: s.S, Init: s.Init, Cond: s.Cond, Post: s.Post}
	var body, back, after []core.Stmt
	if e.escapesList(s.Body, target{}) {
		in.grows = true
		body, back, after = e.regionBody(s.Body, in)
	} else if c := e.counted(s, in); c != nil {
		return e.countedLoop(s, out, c, in, label)
	} else {
		in.grows = true
		body, back, after = e.countingBody(s, in)
	}
	out.Body = body
	fwd = append(fwd, *in.pre...)
	fwd = append(fwd, around(after, out, label)...)
	rev = append(rev, *in.preRev...)
	rev = append(rev, back...)
	return fwd, rev
}

// around puts a loop between the statements that prepare its count and those that record it.
func around(after []core.Stmt, out *core.For, label string) []core.Stmt {
	var list []core.Stmt
	var loop core.Stmt = out
	if label != "" && namesLabel(out.Body, label) {
		loop = &core.Label{S: core.S{At: out.At}, Name: label, Stmt: out}
	}
	if len(after) > 0 {
		list = append(list, after[0], loop)
		return append(list, after[1:]...)
	}
	return append(list, loop)
}

// namesLabel reports whether a jump names the label.
func namesLabel(list []core.Stmt, label string) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if j, ok := n.(*core.Jump); ok && j.Label == label {
			found = true
		}
		return !found
	})
	return found
}

func initAndPost(s *core.For) []core.Stmt {
	var list []core.Stmt
	if s.Init != nil {
		list = append(list, s.Init)
	}
	if s.Post != nil {
		list = append(list, s.Post)
	}
	return list
}

// plainHeader moves the init and the post statement out of the header of a loop.
//
//	for h := x; h > tol; h /= 2 { body }
//	{ h := x; for h > tol { body; h /= 2 } }
//
// If the body has a continue, the post statement comes first in all iterations but the first one.
func plainHeader(s *core.For, label string, n names, assigned map[*core.Var]int) []core.Stmt {
	out := *s
	out.Init, out.Post = nil, nil
	var list []core.Stmt
	if s.Init != nil {
		list = append(list, s.Init)
	}
	switch {
	case s.Post == nil:
	case continuesHere(s.Body):
		first := &core.Var{At: s.At, Name: n.fresh("first"), Type: boolType()}
		assigned[first] = 2
		list = append(list, at(s.At, define(first, boolConst(true))))
		body := []core.Stmt{
			&core.If{S: core.S{At: s.At}, Cond: not(ref(first)), Then: []core.Stmt{s.Post}},
			at(s.At, set(ref(first), boolConst(false)))}
		if s.Cond != nil {
			leave := &core.Jump{S: core.S{At: s.At}, Tok: token.BREAK}
			body = append(body, &core.If{S: core.S{At: s.At}, Cond: not(s.Cond), Then: []core.Stmt{leave}})
		}
		out.Cond, out.Body = nil, append(body, s.Body...)
	case hides(s.Body, s.Post):
		out.Body = []core.Stmt{&core.Block{S: core.S{At: s.At}, Body: s.Body}, s.Post}
	default:
		out.Body = append(append([]core.Stmt{}, s.Body...), s.Post)
	}
	var loop core.Stmt = &out
	if label != "" && namesLabel(out.Body, label) {
		loop = &core.Label{S: core.S{At: s.At}, Name: label, Stmt: loop}
	}
	return append(list, loop)
}

// hides reports whether a list declares a variable that has the name of one in s.
func hides(list []core.Stmt, s core.Stmt) bool {
	found := false
	for _, d := range list {
		for _, v := range declared(d) {
			core.Inspect(s, func(n core.Node) bool {
				if r, ok := n.(*core.Ref); ok && v != nil {
					w, isVar := r.Obj.(*core.Var)
					found = found || isVar && w.Name == v.Name
				}
				return !found
			})
		}
	}
	return found
}

// continuesHere reports whether a body has a continue of its own loop, or one with a label.
func continuesHere(list []core.Stmt) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.For, *core.Range:
			if n != nil && !found {
				core.Inspect(n, func(m core.Node) bool {
					if j, ok := m.(*core.Jump); ok && j.Tok == token.CONTINUE && j.Label != "" {
						found = true
					}
					return !found
				})
			}
			return false
		case *core.Jump:
			found = found || n.Tok == token.CONTINUE
		}
		return !found
	})
	return found
}

// countingBody emits the body of a loop that counts its iterations.
func (e *emitter) countingBody(s *core.For, in *scope) (body, back, after []core.Stmt) {
	body, rev := e.list(s.Body, in)
	if len(rev) == 0 {
		return body, nil, nil
	}
	n := &core.Var{At: s.At, Name: e.frame.names.fresh("n"), Type: intType()}
	start := define(n, intConst(0))
	body = append([]core.Stmt{assignOp(token.ADD, ref(n), intConst(1))}, body...)
	r := in.outer.record("n", intType())
	after = []core.Stmt{start, r.push(ref(n))}
	k := &core.Var{At: s.At, Name: e.frame.names.fresh("k"), Type: intType()}
	down := &core.For{S: core.S{At: s.At, Note: e.origin(s)}, Init: define(k, r.read), Cond: binary(token.GTR, ref(k), intConst(0)),
		Post: assignOp(token.SUB, ref(k), intConst(1)), Body: rev}
	return body, append(r.pop, down), after
}

// assignedBy collects what a loop assigns or declares, package variables that its calls assign included.
func (e *emitter) assignedBy(s core.Stmt) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	for v := range assignedIn([]core.Stmt{s}) {
		set[v] = true
	}
	core.Inspect(s, func(n core.Node) bool {
		if c, ok := n.(core.Expr); ok {
			if f := ownCallee(c); f != nil {
				maps.Copy(set, e.flow[f].globals)
			}
			if d, ok := c.(*core.Call); ok && opaqueCall(d) { // may run code of the session
				maps.Copy(set, e.globalsSet)
			}
		}
		return true
	})
	return set
}

// opaqueCall reports whether a call runs code that the analysis does not see.
func opaqueCall(c *core.Call) bool {
	if isOwnCall(c) || builtinName(c) != "" {
		return false
	}
	_, known := ruleOf(c)
	return !known
}

// bounds of a counted loop: from lo by step while before hi (or at it).
type bounds struct {
	v        *core.Var
	lo, hi   core.Expr
	step     int
	included bool
}

// counted recognises a counted loop, or returns nil.
func (e *emitter) counted(s *core.For, in *scope) *bounds {
	d, ok := s.Init.(*core.Define)
	if !ok || len(d.Vars) != 1 || len(d.Rhs) != 1 || d.Vars[0] == nil || !isInt(d.Vars[0].Type) {
		return nil
	}
	b := &bounds{v: d.Vars[0], lo: d.Rhs[0]}
	post, ok := s.Post.(*core.Assign)
	if !ok || len(post.Lhs) != 1 || !refersTo(post.Lhs[0], b.v) || post.Op != token.ADD && post.Op != token.SUB {
		return nil
	}
	c, ok := post.Rhs[0].(*core.Const)
	if !ok {
		return nil
	}
	n, exact := constant.Int64Val(c.Val)
	if !exact || n <= 0 || n > 1<<30 {
		return nil
	}
	b.step = int(n)
	if post.Op == token.SUB {
		b.step = -b.step
	}
	cond, ok := s.Cond.(*core.Binary)
	if !ok || !refersTo(cond.L, b.v) {
		return nil
	}
	b.hi = cond.R
	switch cond.Op {
	case token.LSS, token.LEQ:
		ok = b.step > 0
		b.included = cond.Op == token.LEQ
	case token.GTR, token.GEQ:
		ok = b.step < 0
		b.included = cond.Op == token.GEQ
	default:
		ok = false
	}
	if c, constantStart := b.lo.(*core.Const); constantStart && c.Val != nil {
		// The reverse loop ends one step beyond the start, which must still be an integer.
		beyond := constant.BinaryOp(constant.ToInt(c.Val), token.SUB, constant.MakeInt64(int64(b.step)))
		_, exact := constant.Int64Val(beyond)
		ok = ok && exact
	}
	if !ok || assignedIn(s.Body)[b.v] > 0 || !e.unchanging(b.hi, in) || !e.simpleStart(b.lo) {
		return nil
	}
	return b
}

func refersTo(e core.Expr, v *core.Var) bool {
	r, ok := e.(*core.Ref)
	return ok && r.Obj == core.Object(v)
}

// unchanging reports whether an integer expression has one value throughout a loop.
func (e *emitter) unchanging(x core.Expr, in *scope) bool {
	ok := true
	core.Inspect(x, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Const, *core.Binary:
		case *core.Ref:
			switch v := n.Obj.(type) {
			case *core.Var:
				ok = ok && !in.assigned[v]
			case *core.Builtin:
			default:
				ok = false
			}
		case *core.Call:
			ok = ok && builtinName(n) == "len"
		case *core.Index:
			// The length of a row, while no function within reach replaces rows.
			ok = ok && isRows(n.E.Type()) && !e.act.rowsChange && e.isLenArg(x, n)
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// isLenArg reports whether ix stands as the argument of len in x.
func (e *emitter) isLenArg(x core.Expr, ix *core.Index) bool {
	found := false
	core.Inspect(x, func(n core.Node) bool {
		if c, ok := n.(*core.Call); ok && builtinName(c) == "len" && c.Args[0] == core.Expr(ix) {
			found = true
		}
		return !found
	})
	return found
}

// simpleStart reports whether the start of a loop may be computed again after the loop.
func (e *emitter) simpleStart(x core.Expr) bool {
	ok := true
	core.Inspect(x, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Const, *core.Binary, *core.Ref:
		case *core.Call:
			ok = ok && builtinName(n) == "len"
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// countedLoop emits a counted loop: its reverse runs over the same values of the variable, backwards.
func (e *emitter) countedLoop(s, out *core.For, b *bounds, in *scope, label string) (fwd, rev []core.Stmt) {
	outer := e.piece(in.outer)
	lo, hi := outer.need(b.lo), outer.need(b.hi)
	// Inside a nest whose records are arrays, bounds must have been known before the nest began.
	fits := len(outer.head) == 0 && len(outer.fwd) == 0
	if nest := outermost(in.outer); nest != nil {
		fits = fits && always(in.outer) && e.unchanging(b.hi, nest) && e.unchanging(b.lo, nest) && harmless(b.hi) && harmless(b.lo)
	}
	_, grows := in.outer.storage()
	in.count = &counted{v: b.v, lo: lo, step: b.step, trips: tripCount(b, lo, hi), fits: fits && !grows}
	e.nameTrips(in)
	body, back := e.list(s.Body, in)
	out.Body = body
	fwd = append(fwd, outer.fwd...)
	fwd = append(fwd, *in.pre...)
	fwd = append(fwd, around(nil, out, label)...)
	if len(back) == 0 {
		return fwd, nil
	}
	first, last := lo, hi
	switch {
	case b.step == 1 && !b.included:
		last = plus(core.CloneExpr(hi), -1)
	case b.step == -1 && !b.included:
		last = plus(core.CloneExpr(hi), 1)
	case b.step == 1 || b.step == -1:
	default:
		n := binary(token.SUB, core.CloneExpr(in.count.trips), intConst(1))
		last = binary(token.ADD, core.CloneExpr(lo), binary(token.MUL, n, intConst(b.step)))
	}
	v := *b.v // the reverse loop declares a variable of its own
	m := &core.Mapper{Var: func(w *core.Var) *core.Var {
		if w == b.v {
			return &v
		}
		return w
	}}
	down := &core.For{S: core.S{At: s.At, Note: e.origin(s)}, Init: define(&v, core.CloneExpr(last)), Body: m.MapStmts(back)}
	if b.step > 0 {
		down.Cond = binary(token.GEQ, ref(&v), core.CloneExpr(first))
		down.Post = assignOp(token.SUB, ref(&v), intConst(b.step))
	} else {
		down.Cond = binary(token.LEQ, ref(&v), core.CloneExpr(first))
		down.Post = assignOp(token.ADD, ref(&v), intConst(-b.step))
	}
	rev = append(rev, outer.head...)
	rev = append(rev, *in.preRev...)
	return fwd, append(rev, down)
}

// nameTrips gives a trip count that takes a call a variable, set before the outermost loop that needs it.
func (e *emitter) nameTrips(in *scope) {
	if !in.count.fits || hostCallee(in.count.trips) == nil {
		return
	}
	first := in
	if nest := outermost(in.outer); nest != nil {
		first = nest
	}
	v := &core.Var{At: in.count.v.At, Name: e.frame.names.fresh("trips"), Type: intType()}
	e.frame.prologue = append(e.frame.prologue, declare(v))
	*first.pre = append(*first.pre, set(ref(v), in.count.trips))
	in.count.trips = ref(v)
}

// always reports whether what stands in a scope runs in every iteration of the loop around it. Where it does not, an array for
// all iterations could be much larger than what is recorded.
func always(sc *scope) bool { return sc.count != nil }

// harmless reports whether an integer expression can be evaluated where the primal might not have come to it: before
// a loop that may have no iteration.
func harmless(x core.Expr) bool {
	ok := true
	core.Inspect(x, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Index:
			ok = false
		case *core.Binary:
			switch n.Op {
			case token.QUO, token.REM, token.SHL, token.SHR:
				c, constantRight := n.R.(*core.Const)
				ok = ok && constantRight && constant.Sign(c.Val) > 0
			}
		}
		return ok
	})
	return ok
}

// outermost is the outermost counted loop around a scope whose records are arrays, or nil.
func outermost(sc *scope) *scope {
	if loops, grows := sc.storage(); !grows && len(loops) > 0 {
		return loops[0]
	}
	return nil
}

// tripCount is the number of iterations of a counted loop, never below zero.
func tripCount(b *bounds, lo, hi core.Expr) core.Expr {
	if b.step == 1 && !b.included && isConst(lo, 0) {
		if builtinName(hi) == "len" {
			return core.CloneExpr(hi)
		}
		if c, ok := hi.(*core.Const); ok && constant.Sign(c.Val) >= 0 {
			return core.CloneExpr(hi)
		}
	}
	end := core.CloneExpr(hi)
	if b.included {
		end = plus(end, sign(b.step))
	}
	return host(rtPath, "Trips", intType(), core.CloneExpr(lo), end, intConst(b.step))
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}
