package engine

// This file emits statements that are left by jumps: break, continue, goto, early returns. Each straight piece of
// such a region has a number, which is recorded when the piece has run; the reverse runs the pieces by the recorded
// numbers, the last one first. A piece that did not run has left no number, so every jump is right by construction.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// target says what jumps inside a statement may aim at without leaving it.
type target struct {
	loop, breakable bool
	labels          []string
}

func (t target) has(label string) bool {
	for _, l := range t.labels {
		if l == label {
			return true
		}
	}
	return false
}

// escapes reports whether a jump inside s may leave s, or t around it.
func (e *emitter) escapes(s core.Stmt, t target) bool {
	switch s := s.(type) {
	case *core.Return:
		return true
	case *core.Jump:
		switch {
		case s.Tok == token.GOTO:
			return true
		case s.Tok == token.FALLTHROUGH:
			return true
		case s.Label != "":
			return !t.has(s.Label)
		case s.Tok == token.BREAK:
			return !t.breakable
		}
		return !t.loop
	case *core.Label:
		if s.Stmt == nil || e.gotoLabels[s.Name] {
			return true
		}
		t.labels = append(append([]string{}, t.labels...), s.Name)
		return e.escapes(s.Stmt, t)
	case *core.If:
		return e.escapesList(s.Then, t) || e.escapesList(s.Else, t)
	case *core.Block:
		return e.escapesList(s.Body, t)
	case *core.For:
		t.loop, t.breakable = true, true
		return e.escapesList(s.Body, t)
	case *core.Range:
		t.loop, t.breakable = true, true
		return e.escapesList(s.Body, t)
	case *core.Switch:
		t.breakable = true
		for i, c := range s.Cases {
			body := c.Body
			if n := len(body); n > 0 && i < len(s.Cases)-1 {
				if j, ok := body[n-1].(*core.Jump); ok && j.Tok == token.FALLTHROUGH {
					body = body[:n-1]
				}
			}
			if e.escapesList(body, t) {
				return true
			}
		}
		return false
	case *core.TypeSwitch:
		t.breakable = true
		for _, c := range s.Cases {
			if e.escapesList(c.Body, t) {
				return true
			}
		}
		return false
	}
	return false
}

func (e *emitter) escapesList(list []core.Stmt, t target) bool {
	for _, s := range list {
		if e.escapes(s, t) {
			return true
		}
	}
	return false
}

// region is a set of numbered pieces.
type region struct {
	*emitter
	slot  *core.Var // the recorded numbers
	cases []*core.Case
}

// region emits a list with jumps. It runs once per execution of sc; again says that gotos may run its pieces
// several times.
func (e *emitter) region(list []core.Stmt, sc *scope, again bool) (fwd, rev []core.Stmt) {
	r := e.newRegion()
	in := sc.child()
	in.grows = again
	return r.finish(r.flatten(list, in), sc)
}

// statementRegion emits one statement that jumps leave only for its own end.
func (e *emitter) statementRegion(s core.Stmt, sc *scope) (fwd, rev []core.Stmt) {
	r := e.newRegion()
	return r.finish(r.jumpy(s, sc.child()), sc)
}

func (r *region) finish(body []core.Stmt, sc *scope) (fwd, rev []core.Stmt) {
	around, back := r.close(sc)
	if len(around) > 0 {
		body = append(append([]core.Stmt{around[0]}, body...), around[1])
	}
	return body, back
}

// regionBody emits the body of a loop as a region.
func (e *emitter) regionBody(list []core.Stmt, in *scope) (body, back, after []core.Stmt) {
	r := e.newRegion()
	body = r.flatten(list, in)
	after, back = r.close(in.outer)
	return body, back, after
}

func (e *emitter) newRegion() *region {
	return &region{emitter: e, slot: &core.Var{Name: e.frame.names.fresh("pieces"), Type: types.NewSlice(types.Typ[types.Uint8])}}
}

// close ends a region. around holds a statement to stand before the region and one to stand after it, or none.
func (r *region) close(sc *scope) (around, back []core.Stmt) {
	if len(r.cases) == 0 {
		return nil, nil
	}
	if len(r.cases) > 255 {
		r.unsupported(r.fn.At, "%s has more than 255 pieces between jumps; split it", r.fn.Name)
	}
	f := r.frame
	f.prologue = append(f.prologue, declare(r.slot))
	at := &core.Var{Name: f.names.fresh(r.slot.Name + "N"), Type: intType()}
	f.locals = append(f.locals, define(at, lenOf(ref(r.slot))))
	k := &core.Var{Name: f.names.fresh("k"), Type: intType()}
	var count core.Expr = lenOf(ref(r.slot))
	var pop []core.Stmt
	if loops, grows := sc.storage(); grows || len(loops) > 0 {
		// The region runs more than once: how many pieces each time.
		start := &core.Var{Name: f.names.fresh("start"), Type: intType()}
		n := sc.record("n", intType())
		around = []core.Stmt{define(start, lenOf(ref(r.slot))), n.push(binary(token.SUB, lenOf(ref(r.slot)), ref(start)))}
		count, pop = n.read, n.pop
	}
	down := assignOp(token.SUB, ref(at), intConst(1))
	sw := &core.Switch{Tag: index(ref(r.slot), ref(at)), Cases: r.cases}
	back = append(pop, &core.For{Init: define(k, count), Cond: binary(token.GTR, ref(k), intConst(0)),
		Post: assignOp(token.SUB, ref(k), intConst(1)), Body: []core.Stmt{down, sw}})
	return around, back
}

// flatten emits a list: runs of statements that no jump leaves become numbered pieces, the others keep their form.
func (r *region) flatten(list []core.Stmt, sc *scope) []core.Stmt {
	var out, run []core.Stmt
	flush := func() {
		if len(run) > 0 {
			fwd, rev := r.list(run, sc)
			out = append(out, r.number(fwd, rev)...)
			run = nil
		}
	}
	for _, s := range list {
		if !r.escapes(s, target{}) {
			run = append(run, s)
			continue
		}
		flush()
		out = append(out, r.jumpy(s, sc)...)
	}
	flush()
	return out
}

// number gives a piece its number and notes its reverse.
func (r *region) number(fwd, rev []core.Stmt) []core.Stmt {
	if len(rev) == 0 {
		return fwd
	}
	n := len(r.cases) + 1
	r.cases = append(r.cases, &core.Case{Exprs: []core.Expr{byteConst(n)}, Body: rev})
	mark := set(ref(r.slot), builtin("append", r.slot.Type, ref(r.slot), byteConst(n)))
	if k := len(fwd); k > 0 && isReturn(fwd[k-1]) {
		return append(append(append([]core.Stmt{}, fwd[:k-1]...), mark), fwd[k-1])
	}
	return append(fwd, mark)
}

func byteConst(n int) core.Expr {
	c := intConst(n).(*core.Const)
	c.T = types.Typ[types.Uint8]
	return c
}

// jumpy emits a statement that a jump leaves.
func (r *region) jumpy(s core.Stmt, sc *scope) []core.Stmt {
	switch s := s.(type) {
	case *core.Jump:
		return []core.Stmt{s}
	case *core.Return:
		if r.frame.outer != nil { // a chunk of a parallel loop
			return []core.Stmt{s}
		}
		p := r.piece(sc)
		fwd := r.returnStmt(s, p)
		return r.number(fwd, p.rev())
	case *core.If:
		return []core.Stmt{&core.If{S: s.S, Cond: s.Cond, Then: r.flatten(s.Then, sc.child()), Else: r.flatten(s.Else, sc.child())}}
	case *core.Block:
		return []core.Stmt{&core.Block{S: s.S, Body: r.flatten(s.Body, sc.child())}}
	case *core.Label:
		if s.Stmt == nil {
			return []core.Stmt{s}
		}
		if f, ok := s.Stmt.(*core.For); ok && r.active(&core.Block{Body: initAndPost(f)}) {
			return r.labelledHeader(s, f, sc)
		}
		inner := r.labelled(s.Stmt, sc)
		if len(inner) == 0 {
			return []core.Stmt{&core.Label{S: s.S, Name: s.Name}}
		}
		return append([]core.Stmt{&core.Label{S: s.S, Name: s.Name, Stmt: inner[0]}}, inner[1:]...)
	case *core.For:
		if r.active(&core.Block{Body: initAndPost(s)}) {
			return r.jumpy(&core.Block{S: s.S, Body: plainHeader(s, "", r.frame.names, r.assigned)}, sc)
		}
		in := r.growing(s, sc)
		return []core.Stmt{&core.For{S: s.S, Init: s.Init, Cond: s.Cond, Post: s.Post, Body: r.flatten(s.Body, in)}}
	case *core.Range:
		in := r.growing(s, sc)
		return []core.Stmt{&core.Range{S: s.S, Key: s.Key, Val: s.Val, E: s.E, Body: r.flatten(s.Body, in)}}
	case *core.Switch:
		out := &core.Switch{S: s.S, Tag: s.Tag}
		for _, c := range s.Cases {
			out.Cases = append(out.Cases, &core.Case{At: c.At, Exprs: c.Exprs, Default: c.Default, Body: r.flatten(c.Body, sc.child())})
		}
		return []core.Stmt{out}
	case *core.TypeSwitch:
		out := &core.TypeSwitch{S: s.S, E: s.E}
		for _, c := range s.Cases {
			out.Cases = append(out.Cases, &core.TypeCase{At: c.At, Types: c.Types, Default: c.Default, Bind: c.Bind, Body: r.flatten(c.Body, sc.child())})
		}
		return []core.Stmt{out}
	}
	r.unsupported(s.Pos(), "this statement is not supported yet in a differentiated function: %s", core.OrigText(s))
	return []core.Stmt{s}
}

// labelled emits the statement behind a label.
func (r *region) labelled(s core.Stmt, sc *scope) []core.Stmt {
	if r.escapes(s, target{}) {
		return r.jumpy(s, sc)
	}
	switch s.(type) {
	case *core.For, *core.Range: // the label stays right before the loop
		return r.jumpy(s, sc)
	}
	fwd, rev := r.list([]core.Stmt{s}, sc)
	return r.number(fwd, rev)
}

// labelledHeader emits a labelled loop whose header carries derivatives: the label goes inside with the loop.
func (r *region) labelledHeader(s *core.Label, f *core.For, sc *scope) []core.Stmt {
	body := r.jumpy(&core.Block{S: s.S, Body: plainHeader(f, s.Name, r.frame.names, r.assigned)}, sc)
	if !r.gotoLabels[s.Name] {
		return body
	}
	if namesLabel(f.Body, s.Name) {
		r.unsupported(s.At, "label %s of a loop that carries a derivative in its header is the target of a goto and of a break or continue, which is not supported yet", s.Name)
	}
	return append([]core.Stmt{&core.Label{S: s.S, Name: s.Name}}, body...)
}

// growing is the scope of a loop inside a region.
func (r *region) growing(s core.Stmt, sc *scope) *scope {
	in := sc.child()
	in.grows = true
	in.assigned = r.assignedBy(s)
	core.Inspect(s, func(n core.Node) bool {
		if n == core.Node(s) {
			for _, v := range declared(n) {
				if v != nil {
					r.declare(v, in)
				}
			}
			if f, ok := s.(*core.For); ok && f.Init != nil {
				for _, v := range declared(f.Init) {
					if v != nil {
						r.declare(v, in)
					}
				}
			}
		}
		return n == core.Node(s)
	})
	return in
}
