package engine

// This file emits parallel loops. The forward sweep runs the chunks in parallel as the primal does, and each chunk
// leaves a pullback; the reverse sweep runs the pullbacks of the same chunks, in parallel where that is proven to be safe.
//
// In a race-free primal a cell that one chunk writes is not touched by another, so the adjoint of a written cell
// belongs to its chunk. Cells that are only read may be read by several chunks, whose increments would collide: each
// chunk adds to a private shadow, and the shadows are summed in chunk order. Where a slice is both read and
// written, or may share memory with one that is written, the pullbacks run one after another on the real shadows.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// parallelLoop emits parallel.ForChunks(n, func(chunk, lo, hi int) { body }).
func (e *emitter) parallelLoop(s *core.Do, sc *scope) (fwd, rev []core.Stmt) {
	call := s.E.(*core.Call)
	lit := call.Args[1].(*core.FuncLit)
	if !e.checkBody(lit) {
		return []core.Stmt{s}, nil
	}
	p := e.piece(sc)
	g := p.reverseOf()
	private, written, serial := e.division(lit)

	local := func(base string, t types.Type, value core.Expr) *core.Var {
		v := &core.Var{At: s.At, Name: e.frame.names.fresh(base), Type: t}
		d := define(v, value)
		d.At = s.At
		p.fwd = append(p.fwd, d)
		p.declare(v, sc)
		return v
	}
	back := func(v *core.Var) core.Expr { // v as the reverse sweep finds it
		if p.available(v, sc) {
			return ref(v)
		}
		return p.push(v.Name, ref(v))
	}

	chunks := local("chunks", intType(), host(parallelPath, "Chunks", intType(), core.CloneExpr(call.Args[0])))
	shared := e.sharing(private, written, serial, local)
	var sharedBack core.Expr
	if r, ok := shared.(*core.Ref); ok {
		sharedBack = back(r.Obj.(*core.Var))
	} else {
		sharedBack = shared
	}

	fr := e.newFrame(e.frame, e.frame.names)
	fr.meter = e.frame.meter
	fr.root.assigned = e.assignedBy(&core.Block{Body: lit.Body})
	for _, v := range lit.Params {
		fr.owner[v], fr.visible[v] = true, true
	}
	chunk := lit.Params[0]
	var start []core.Stmt
	for _, x := range private {
		parts := local(nameOf(x)+"Bars", types.NewSlice(x.Type), e.privateShadows(x, chunks, shared))
		mine := &core.Var{At: x.At, Name: e.frame.names.fresh(nameOf(x) + "Bar"), Type: x.Type}
		fr.shadows[x] = mine
		start = append(start, define(mine, index(ref(parts), ref(chunk))))
		name := "Reduce"
		if isRows(x.Type) {
			name = "ReduceRows"
		}
		header, read := p.header(ref(x)), back(parts)
		if isRows(x.Type) && e.act.rowsChange { // by the time of the reverse sweep there may be other rows
			header = back(local(nameOf(x)+"Rows", x.Type, cloneRows(ref(e.shadow(x)))))
		}
		g.add(do(host(rtPath, name, nil, header, read, core.CloneExpr(sharedBack))))
	}
	backs := local("backs", types.NewSlice(funcType(nil, nil)), makeSlice(types.NewSlice(funcType(nil, nil)), ref(chunks)))

	outer := e.frame
	e.frame = fr
	body, captured := e.chunkBody(lit, chunk, backs, start)
	e.frame = outer

	for _, c := range captured {
		d := define(c.parts, makeSlice(c.parts.Type, ref(chunks)))
		d.At = s.At
		p.fwd = append(p.fwd, d)
		p.declare(c.parts, sc)
		k := &core.Var{Name: e.frame.names.fresh("k"), Type: intType()}
		parts := back(c.parts)
		g.add(&core.Range{Key: k, E: parts, Body: []core.Stmt{
			assignOp(token.ADD, ref(e.adjoint(c.v)), index(core.CloneExpr(parts), ref(k)))}})
	}
	loop := literal(lit.Params, nil, body)
	loop.At = lit.At
	run := &core.Call{X: call.X, Fun: call.Fun, Args: []core.Expr{call.Args[0], loop}}
	chunksBack, backsBack := back(chunks), back(backs)
	p.fwd = append(p.fwd, &core.Do{S: s.S, E: run})

	k := &core.Var{Name: e.frame.names.fresh("chunk"), Type: intType()}
	each := literal([]*core.Var{k}, nil, []core.Stmt{do(&core.Call{Fun: index(backsBack, ref(k))})})
	g.stmts = append([]core.Stmt{do(host(rtPath, "Chunks", nil, chunksBack, sharedBack, each))}, g.stmts...)
	g.done(s)
	return p.fwd, p.rev()
}

// capturedFloat is a float variable of an outer frame that chunks read, with the slice of the chunks' adjoints.
type capturedFloat struct {
	v     *core.Var
	parts *core.Var
}

// chunkBody emits the body of a chunk: its forward sweep and the pullback that it leaves in backs.
func (e *emitter) chunkBody(lit *core.FuncLit, chunk, backs *core.Var, start []core.Stmt) (body []core.Stmt, captured []capturedFloat) {
	fr := e.frame
	fr.atEnd = singleExit(lit.Body)
	var fwd, rev []core.Stmt
	if fr.atEnd {
		fwd, rev = e.list(lit.Body, fr.root)
	} else {
		fwd, rev = e.region(lit.Body, fr.root, hasGoto(lit.Body))
	}
	var end []core.Stmt
	for _, v := range fr.captured {
		parts := &core.Var{At: v.At, Name: fr.names.fresh(nameOf(v) + "Bars"), Type: floatsType()}
		captured = append(captured, capturedFloat{v, parts})
		end = append(end, set(index(ref(parts), ref(chunk)), ref(e.adjoint(v))))
	}
	back := literal(nil, nil, append(append(append([]core.Stmt{}, fr.locals...), rev...), end...))
	fwd = e.meterFrame(fr, fwd, back)
	store := set(index(ref(backs), ref(chunk)), back)
	store.At = lit.At
	body = append(body, start...)
	body = append(body, fr.prologue...)
	body = append(body, *fr.root.pre...)
	markReverse(back.Body)
	if fr.atEnd {
		if n := len(fwd); n > 0 && isReturn(fwd[n-1]) {
			fwd = fwd[:n-1]
		}
		return append(append(body, fwd...), store), captured
	}
	return append(append(body, store), fwd...), captured
}

// privateShadows makes the shadows of the chunks.
func (e *emitter) privateShadows(x, chunks *core.Var, shared core.Expr) core.Expr {
	name := "Private"
	if isRows(x.Type) {
		name = "PrivateRows"
	}
	return host(rtPath, name, types.NewSlice(x.Type), ref(e.shadow(x)), ref(chunks), core.CloneExpr(shared))
}

// checkBody reports what would be a data race in the primal, or its mirror image in the adjoint.
func (e *emitter) checkBody(lit *core.FuncLit) bool {
	ok := true
	inside := declaredIn(lit)
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		if a, isAssign := n.(*core.Assign); isAssign {
			for _, l := range a.Lhs {
				r, plain := l.(*core.Ref)
				if !plain {
					continue
				}
				if v, isVar := r.Obj.(*core.Var); isVar && !inside[v] && hasFloats(v.Type) && e.act.varied(v) {
					e.unsupported(a.At, "the body of a parallel loop assigns %s, which belongs to the code around it: iterations would race for it", v.Name)
					ok = false
				}
			}
		}
		return true
	})
	return ok
}

// declaredIn collects the variables that a literal declares.
func declaredIn(lit *core.FuncLit) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	core.Inspect(lit, func(n core.Node) bool {
		for _, v := range declared(n) {
			set[v] = true
		}
		return true
	})
	return set
}

// division sorts the slices that a body captures: those that are only read get private shadows, those that
// are only written do not need them, and if any class is both, the reverse is serial.
func (e *emitter) division(lit *core.FuncLit) (private, written []*core.Var, serial bool) {
	inside := declaredIn(lit)
	seen := map[*core.Var]bool{}
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		r, ok := n.(*core.Ref)
		if !ok {
			return true
		}
		v, ok := r.Obj.(*core.Var)
		if !ok || inside[v] || seen[v] || !isShadowed(v.Type) || !e.act.varied(v) {
			return true
		}
		seen[v] = true
		switch eff := e.act.flow.effects(v, lit); {
		case eff&unknown != 0, eff&reads != 0 && eff != reads:
			serial = true
			written = append(written, v)
		case eff == reads:
			private = append(private, v)
		default:
			written = append(written, v)
		}
		return true
	})
	if serial {
		return nil, append(written, private...), true
	}
	return private, written, false
}

// sharing decides whether chunks work on the real shadows: a constant, or a variable where only the run can tell
// whether slices share memory.
func (e *emitter) sharing(private, written []*core.Var, serial bool, local func(string, types.Type, core.Expr) *core.Var) core.Expr {
	if serial {
		return boolConst(true)
	}
	var test core.Expr
	for _, x := range private {
		for _, y := range written {
			t := host(rtPath, "Overlap", boolType(), ref(e.shadow(x)), ref(e.shadow(y)))
			if test == nil {
				test = t
			} else {
				test = binary(token.LOR, test, t)
			}
		}
	}
	if test == nil {
		return boolConst(false)
	}
	return ref(local("shared", boolType(), test))
}
