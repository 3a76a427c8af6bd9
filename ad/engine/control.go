package engine

// This file emits lists, branches and loops that are left only at their ends: their reverse mirrors them.

import (
	"go/token"

	"github.com/costate/costate/internal/core"
)

// list emits statements: forward in order, reverse in opposite order.
func (e *emitter) list(list []core.Stmt, sc *scope) (fwd, rev []core.Stmt) {
	p := e.piece(sc)
	flush := func() {
		fwd = append(fwd, p.fwd...)
		rev = append(p.rev(), rev...)
		p = e.piece(sc)
	}
	for _, s := range list {
		e.frame.at = s.Pos()
		if isSimple(s) {
			p.simple(s)
			continue
		}
		flush()
		f, r := e.compound(s, sc)
		fwd = append(fwd, f...)
		rev = append(r, rev...)
	}
	flush()
	return fwd, rev
}

// isSimple reports whether a statement belongs in a piece.
func isSimple(s core.Stmt) bool {
	switch s := s.(type) {
	case *core.Define, *core.Assign:
		return true
	case *core.Do:
		return parallelBody(s.E) == nil
	}
	return false
}

// compound emits a statement with parts.
func (e *emitter) compound(s core.Stmt, sc *scope) (fwd, rev []core.Stmt) {
	if r, ok := s.(*core.Return); ok {
		p := e.piece(sc)
		fwd = e.returnStmt(r, p)
		return fwd, p.rev()
	}
	if !e.active(s) {
		return []core.Stmt{s}, nil
	}
	switch s := s.(type) {
	case *core.Block:
		f, r := e.list(s.Body, sc.child())
		return []core.Stmt{&core.Block{S: s.S, Body: f}}, block(r)
	case *core.If:
		return e.branch(s, sc)
	case *core.Switch:
		return e.switches(s, sc)
	case *core.For:
		return e.loop(s, "", sc)
	case *core.Range:
		return e.statementRegion(s, sc)
	case *core.Label:
		return e.label(s, sc)
	case *core.Do:
		return e.parallelLoop(s, sc)
	}
	e.unsupported(s.Pos(), "this statement is not supported yet in a differentiated function: %s", core.OrigText(s))
	return []core.Stmt{s}, nil
}

func block(list []core.Stmt) []core.Stmt {
	if len(list) == 0 {
		return nil
	}
	return []core.Stmt{&core.Block{Body: list}}
}

// active reports whether a statement has anything to reverse: whether it assigns what is varied.
func (e *emitter) active(s core.Stmt) bool {
	found := false
	core.Inspect(s, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Return:
			found = true
		case *core.Define:
			for _, v := range n.Vars {
				found = found || v != nil && hasFloats(v.Type) && e.act.varied(v)
			}
		case *core.Assign:
			for _, l := range n.Lhs {
				found = found || l != nil && hasFloats(l.Type()) && e.act.varied(rootVar(l))
			}
		case *core.Call:
			if isOwnCall(n) {
				found = found || e.callMask(e.act, n).any()
			} else if name := builtinName(n); name == "copy" || name == "clear" || name == "append" {
				found = found || e.act.varied(rootVar(n.Args[0]))
			}
		}
		return !found
	})
	return found
}

// label emits a labelled statement; only loops and switches have jumps that name it.
func (e *emitter) label(s *core.Label, sc *scope) (fwd, rev []core.Stmt) {
	if f, ok := s.Stmt.(*core.For); ok {
		return e.loop(f, s.Name, sc)
	}
	return e.statementRegion(s, sc)
}

// branch emits an if. Which way it went is computed again, or recorded.
func (e *emitter) branch(s *core.If, sc *scope) (fwd, rev []core.Stmt) {
	thenFwd, thenRev := e.list(s.Then, sc.child())
	elseFwd, elseRev := e.list(s.Else, sc.child())
	out := &core.If{S: s.S, Cond: s.Cond, Then: thenFwd, Else: elseFwd}
	if len(thenRev) == 0 && len(elseRev) == 0 {
		return []core.Stmt{out}, nil
	}
	p := e.piece(sc)
	var cond core.Expr
	if p.fixedHere(s.Cond) {
		cond = p.again(s.Cond)
	} else {
		taken := &core.Var{At: s.At, Name: e.frame.names.fresh("taken"), Type: boolType()}
		d := define(taken, s.Cond)
		d.At = s.At
		p.fwd = append(p.fwd, d)
		cond = p.push("taken", ref(taken))
		out.Cond = ref(taken)
	}
	back := &core.If{S: core.S{At: s.At}, Cond: cond, Then: thenRev, Else: elseRev}
	if len(thenRev) == 0 {
		back.Cond, back.Then, back.Else = not(cond), elseRev, nil
	}
	back.Note = e.origin(s)
	return append(p.fwd, out), append(p.head, back)
}

func not(c core.Expr) core.Expr {
	return &core.Unary{X: core.X{T: boolType()}, Op: token.NOT, E: c}
}

func caseBodies(s *core.Switch) []core.Stmt {
	var all []core.Stmt
	for _, c := range s.Cases {
		all = append(all, &core.Block{Body: c.Body})
	}
	return all
}

// switches emits a switch whose cases run to their ends: the number of the case is recorded.
func (e *emitter) switches(s *core.Switch, sc *scope) (fwd, rev []core.Stmt) {
	if e.escapesList(caseBodies(s), target{}) {
		return e.statementRegion(s, sc)
	}
	p := e.piece(sc)
	r := sc.record("case", intType())
	out := &core.Switch{S: s.S, Tag: s.Tag}
	back := &core.Switch{S: core.S{At: s.At, Note: e.origin(s)}, Tag: r.read}
	hasDefault := false
	for i, c := range s.Cases {
		f, b := e.list(c.Body, sc.child())
		out.Cases = append(out.Cases, &core.Case{At: c.At, Exprs: c.Exprs, Default: c.Default, Body: append([]core.Stmt{r.push(intConst(i + 1))}, f...)})
		hasDefault = hasDefault || c.Default
		if len(b) > 0 {
			back.Cases = append(back.Cases, &core.Case{At: c.At, Exprs: []core.Expr{intConst(i + 1)}, Body: b})
		}
	}
	if !hasDefault {
		out.Cases = append(out.Cases, &core.Case{At: s.At, Default: true, Body: []core.Stmt{r.push(intConst(0))}})
	}
	return append(p.fwd, out), append(r.pop, back)
}

// returnStmt emits a return; p is nil for the end of a body without one.
func (e *emitter) returnStmt(s *core.Return, p *piece) []core.Stmt {
	out := &core.Return{S: s.S}
	if p == nil {
		p = e.piece(e.frame.root)
	}
	g := p.reverseOf()
	for i, x := range s.Results {
		out.Results = append(out.Results, x)
		if i >= len(e.seeds) || !e.act.results.on(i) {
			continue
		}
		if e.seeds[i] != nil {
			g.adjoint(x, ref(e.seeds[i]))
		} else {
			out.Results = append(out.Results, e.shadowPath(x))
		}
	}
	g.done(s)
	if e.back != nil && e.frame.outer == nil {
		out.Results = append(out.Results, ref(e.back))
	}
	return append(p.fwd, out)
}
