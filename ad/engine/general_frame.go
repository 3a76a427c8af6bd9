package engine

// This file emits functions and literals in the general form. The forward sweep is the primal, each statement that has an
// adjoint followed by the records of its reverse and by its number; the pullback is one loop over the recorded numbers,
// backwards, with a case for each statement. It reads records and shadows, never the primal's memory.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// body is a function or a literal that is being emitted.
type body struct {
	*general
	outer    *body
	names    names
	declared map[*core.Var]bool      // variables of this body
	cells    map[*core.Var]bool      // variables of the whole function that are captured or whose address is taken
	assigned map[*core.Var]int       // in the whole function
	params   map[*core.Var]bool      // parameters of this body and those around it
	shadows  map[*core.Var]*core.Var // shared by the bodies of a function
	regs     []*core.Var             // adjoints that live in the pullback
	blk      *core.Var
	stacks   []*stack
	cases    []*core.Case
	seeds    []*core.Var // adjoint of each scalar result, else nil
	results  []types.Type
	back     *core.Var
	recovery *core.Var // what a deferred literal recovers
}

// stack holds the records of one type.
type stack struct {
	v, cursor *core.Var
	elem      types.Type
}

// adjoint returns the adjoint form of a function, emitted at its first use.
func (g *general) adjoint(f *core.Func) *core.Func {
	if adj := g.adjoints[f]; adj != nil {
		return adj
	}
	adj := &core.Func{At: f.At, Name: g.names.fresh(g.adjointName(f) + "VJP")}
	g.adjoints[f] = adj
	g.out = append(g.out, adj)
	adj.Doc = []string{adj.Name + " returns what " + f.Name + " returns and its pullback."}
	plain := *f
	plain.Body = g.desugar(f)
	n := &normalizer{general: g, names: g.names.withLocals(&plain), assigned: assignedIn(plain.Body), gotos: gotoLabels(plain.Body), renamed: map[string]string{}}
	plain.Body = n.stmts(plain.Body)
	n.renameGotos(plain.Body)
	if g.refuseGeneral(&plain) {
		return adj
	}
	b := &body{general: g, names: g.names.withLocals(&plain), cells: cellsOf(&plain), assigned: assignedIn(plain.Body), params: map[*core.Var]bool{}, shadows: map[*core.Var]*core.Var{}}
	adj.Signature, adj.Body = b.emit(&plain.Signature, plain.Body, f.At)
	adj.Body = undeclare(core.CloneStmts(adj.Body)) // each statement gets a tree of its own
	own(adj, g.names.withLocals(&plain))
	return adj
}

func (b *body) fresh(base string, t types.Type) *core.Var {
	return &core.Var{Name: b.names.fresh(base), Type: t}
}

// emit makes the signature and the statements of the adjoint form.
func (b *body) emit(sig *core.Signature, list []core.Stmt, pos token.Pos) (core.Signature, []core.Stmt) {
	b.declared = map[*core.Var]bool{}
	b.results = sig.Results
	b.blk = b.fresh("blk", types.NewSlice(intType()))
	b.back = b.fresh("back", b.backOf(sig))
	var out core.Signature
	var entry, exit []core.Stmt
	var bars []core.Expr
	var barTypes []types.Type
	for _, p := range sig.Params {
		b.declared[p], b.params[p] = true, true
		if p.Name == "_" || p.Name == "" {
			c := *p
			c.Name = b.names.fresh("p")
			p = &c
		}
		out.Params = append(out.Params, p)
		switch b.class(p.Type) {
		case scalar:
			bar := b.shadow(p)
			barTypes = append(barTypes, p.Type)
			if b.cells[p] {
				entry = append(entry, define(bar, newOf(p.Type)))
				t := b.fresh("b", p.Type)
				exit = append(exit, define(t, deref(ref(bar))), set(deref(ref(bar)), zeroNumber(p.Type)))
				bars = append(bars, ref(t))
			} else {
				bars = append(bars, ref(bar))
			}
		case aggregate:
			bar := b.shadow(p)
			in := bar
			if b.cells[p] || b.assigned[p] > 0 || b.changed(list, p) {
				in = b.fresh(nameOf(p)+"In", bar.Type)
				entry = append(entry, define(bar, newOf(b.barOf(p.Type))), set(deref(ref(bar)), deref(ref(in))))
				exit = append(exit, b.move(p.Type, ref(in), ref(bar))...)
			}
			out.Params = append(out.Params, in)
		case reference:
			out.Params = append(out.Params, b.shadow(p))
		}
	}
	var seeds []*core.Var
	for _, t := range sig.Results {
		out.Results = append(out.Results, t)
		var seed *core.Var
		switch b.class(t) {
		case scalar:
			seed = b.fresh("rBar", t)
			seeds = append(seeds, seed)
		case aggregate, reference:
			out.Results = append(out.Results, b.passed(t))
		}
		b.seeds = append(b.seeds, seed)
	}
	if b.recovery != nil {
		out.Params = append(out.Params, b.recovery)
	}
	var open *core.Var
	if b.careful {
		open = b.fresh("open", types.NewPointer(b.back.Type))
		out.Params = append(out.Params, open)
	} else {
		out.Results = append(out.Results, b.back.Type)
	}
	fwd := b.list(list)
	if !terminates(fwd) && len(sig.Results) == 0 {
		fwd = append(fwd, b.returns(&core.Return{S: core.S{At: pos}})...)
	}
	pull := b.pullback(seeds, barTypes, bars, exit)
	var head []core.Stmt
	if len(b.cases) > 0 {
		head = append(head, declare(b.blk))
	}
	for _, s := range b.stacks {
		head = append(head, declare(s.v))
	}
	head = append(head, entry...)
	head = append(head, define(b.back, pull))
	if open != nil {
		head = append(head, set(deref(ref(open)), ref(b.back)))
	}
	for _, s := range head {
		core.SetPos(s, pos)
	}
	return out, append(head, fwd...)
}

// pullback is the loop over the recorded numbers.
func (b *body) pullback(seeds []*core.Var, results []types.Type, bars []core.Expr, exit []core.Stmt) core.Expr {
	var list []core.Stmt
	for _, v := range b.regs {
		list = append(list, rev(declare(v)))
	}
	if len(b.cases) > 0 {
		for _, s := range b.stacks {
			list = append(list, rev(define(s.cursor, lenOf(ref(s.v)))))
		}
		k := b.fresh("k", intType())
		loop := &core.For{Init: define(k, plus(lenOf(ref(b.blk)), -1)), Cond: binary(token.GEQ, ref(k), intConst(0)), Post: assignOp(token.SUB, ref(k), intConst(1))}
		tag := elemAt(ref(b.blk), ref(k), intType())
		loop.Body = []core.Stmt{rev(&core.Switch{Tag: tag, Cases: b.cases})}
		list = append(list, rev(loop))
	}
	list = append(list, exit...)
	if len(bars) > 0 {
		list = append(list, rev(&core.Return{Results: bars}))
	}
	return literal(seeds, results, list)
}

func rev(s core.Stmt) core.Stmt {
	core.MarkReverse(s)
	return s
}

// stack returns the stack of records of a type.
func (b *body) stack(t types.Type) *stack {
	for _, s := range b.stacks {
		if types.Identical(s.elem, t) {
			return s
		}
	}
	base := "sT"
	switch u := t.Underlying().(type) {
	case *types.Basic:
		base = string(u.Name()[0]) + "T"
	case *types.Pointer:
		base = "pT"
	case *types.Signature:
		base = "backs"
	}
	s := &stack{v: b.fresh(base, types.NewSlice(t)), cursor: b.fresh("n", intType()), elem: t}
	b.stacks = append(b.stacks, s)
	return s
}

// list emits a list of statements.
func (b *body) list(list []core.Stmt) []core.Stmt {
	out := []core.Stmt{}
	for _, s := range list {
		b.declare(s)
		out = append(out, b.stmt(s)...)
	}
	return out
}

// declare notes what a statement declares, behind labels too.
func (b *body) declare(s core.Stmt) {
	if l, ok := s.(*core.Label); ok && l.Stmt != nil {
		b.declare(l.Stmt)
		return
	}
	for _, v := range declared(s) {
		if v != nil {
			b.declared[v] = true
		}
	}
}

func (b *body) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		return b.define(s)
	case *core.Assign:
		return b.assignStmt(s)
	case *core.Do:
		return b.do(s)
	case *core.Return:
		return b.returns(s)
	case *core.Label:
		if s.Stmt == nil {
			return []core.Stmt{s}
		}
		inner := b.stmt(s.Stmt)
		if len(inner) == 1 {
			return []core.Stmt{&core.Label{S: s.S, Name: s.Name, Stmt: inner[0]}}
		}
		return append([]core.Stmt{&core.Label{S: s.S, Name: s.Name}}, inner...)
	case *core.For:
		for _, h := range initAndPost(s) {
			for _, v := range declared(h) {
				b.declared[v] = true
			}
		}
	case *core.Range:
		b.declared[s.Key], b.declared[s.Val] = true, true
	}
	return []core.Stmt{b.within(s)}
}

// within emits the lists that stand in a statement.
func (b *body) within(s core.Stmt) core.Stmt {
	m := &core.Mapper{}
	out := m.MapStmt(s)[0]
	core.MapLists(out, func([]core.Stmt) []core.Stmt { return nil })
	switch out := out.(type) {
	case *core.If:
		s := s.(*core.If)
		out.Then, out.Else = b.list(s.Then), nil
		if s.Else != nil {
			out.Else = b.list(s.Else)
		}
	case *core.For:
		out.Body = b.list(s.(*core.For).Body)
	case *core.Range:
		out.Body = b.list(s.(*core.Range).Body)
	case *core.Block:
		out.Body = b.list(s.(*core.Block).Body)
	case *core.Switch:
		for i, c := range out.Cases {
			c.Body = b.list(s.(*core.Switch).Cases[i].Body)
		}
	case *core.TypeSwitch:
		for i, c := range out.Cases {
			c.Body = b.list(s.(*core.TypeSwitch).Cases[i].Body)
		}
	}
	return out
}
