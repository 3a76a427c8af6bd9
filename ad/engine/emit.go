package engine

// This file emits one version of a function as its adjoint: a function that returns the primal's results and a
// pullback. The forward sweep is the primal with records; the pullback reads records and shadows only, never the
// primal's memory, so it may run later, and more than once.

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

// emitter emits one version.
type emitter struct {
	*program
	act      *activity
	fn       *core.Func
	assigned map[*core.Var]int
	defs     map[*core.Var]core.Expr // what a variable with one definition is defined as, where that may be written again
	frame    *frame
	back     *core.Var   // the pullback, where it is made before the body
	seeds    []*core.Var // of the float results, nil for the others
	backType *types.Signature

	gotoLabels map[string]bool    // labels that a goto names
	refused    map[*core.Var]bool // variables that have been refused: what is done with them is not reported again
}

// adjointOf returns the function that computes a version's results and pullback. It is emitted on first use.
func (p *program) adjointOf(v version) *core.Func {
	if f := p.made[v]; f != nil {
		return f
	}
	fn := p.normal(v.fn)
	a := p.acts[v]
	f := &core.Func{At: fn.At, Name: p.names.fresh(p.adjointName(fn) + "VJP")}
	p.made[v] = f
	p.funcs = append(p.funcs, f)
	e := &emitter{program: p, act: a, fn: fn, assigned: assignedIn(fn.Body), defs: map[*core.Var]core.Expr{},
		gotoLabels: gotoLabels(fn.Body), refused: map[*core.Var]bool{}}
	e.emit(f)
	f.Body = undeclare(p.indirect(tidy(f.Body)))
	own(f, p.names.withLocals(f))
	return f
}

// adjointName is what the adjoint of a function is named after. Source that is exported for one function carries that
// function's name throughout, so that the exports of several can stand in one package.
func (p *program) adjointName(fn *core.Func) string {
	if p.exported == "" || p.exported == fn.Name {
		return fn.Name
	}
	return p.exported + strings.ToUpper(fn.Name[:1]) + fn.Name[1:]
}

// emit fills in the signature and the body of f.
func (e *emitter) emit(f *core.Func) {
	fr := e.newFrame(nil, e.program.names.withLocals(e.fn))
	e.frame = fr
	if e.metered {
		fr.meter = e.newMeter(f.Name)
	}
	fr.root.assigned = e.assignedBy(&core.Block{Body: e.fn.Body})
	f.Doc = e.doc(f.Name)
	var paramBars []*core.Var // adjoints that the pullback returns
	var backResults []types.Type
	for i, p := range e.fn.Params {
		fr.owner[p], fr.visible[p] = true, true
		f.Params = append(f.Params, p)
		if !e.act.mask.on(i) {
			continue
		}
		switch {
		case isFloat(p.Type):
			backResults = append(backResults, p.Type)
			paramBars = append(paramBars, p)
		case isShadowed(p.Type):
			bar := &core.Var{At: p.At, Name: fr.names.fresh(nameOf(p) + "Bar"), Type: p.Type}
			fr.shadows[p] = bar
			f.Params = append(f.Params, bar)
		default:
			e.unsupported(p.At, "parameter %s of %s has type %s, which cannot carry a derivative yet", nameOf(p), e.fn.Name, typeText(p.Type))
			return
		}
	}
	faults := len(e.diags)
	e.refuse()
	if len(e.diags) > faults {
		return
	}
	var seedTypes []types.Type
	var seeds []*core.Var
	e.seeds = make([]*core.Var, len(e.fn.Results))
	for i, t := range e.fn.Results {
		f.Results = append(f.Results, t)
		if !e.act.results.on(i) {
			continue
		}
		switch {
		case isFloat(t):
			e.seeds[i] = &core.Var{Name: fr.names.fresh("rBar"), Type: t}
			seeds = append(seeds, e.seeds[i])
			seedTypes = append(seedTypes, t)
		case isShadowed(t):
			f.Results = append(f.Results, t)
		default:
			e.unsupported(e.fn.At, "%s returns a %s, which cannot carry a derivative yet", e.fn.Name, typeText(t))
			return
		}
	}
	e.backType = funcType(seedTypes, backResults)
	f.Results = append(f.Results, e.backType)

	body := e.fn.Body
	fr.atEnd = singleExit(body)
	if !fr.atEnd {
		e.back = &core.Var{At: e.fn.At, Name: fr.names.fresh("back"), Type: e.backType}
	}
	var fwd, rev []core.Stmt
	if fr.atEnd {
		fwd, rev = e.list(body, fr.root)
	} else {
		fwd, rev = e.region(body, fr.root, hasGoto(body))
		if len(e.fn.Results) == 0 && (len(body) == 0 || !isReturn(body[len(body)-1])) {
			fwd = append(fwd, e.returnStmt(&core.Return{S: core.S{At: e.fn.At}}, nil)...)
		} else if !terminates(fwd) {
			fwd = append(fwd, unreachable(e.fn.At))
		}
	}
	var bars []core.Expr
	for _, p := range paramBars {
		bars = append(bars, ref(e.adjoint(p)))
	}
	back := literal(seeds, backResults, nil)
	back.At = e.fn.At
	back.Body = append(append([]core.Stmt{}, fr.locals...), rev...)
	if len(bars) > 0 {
		back.Body = append(back.Body, &core.Return{S: core.S{At: e.fn.At}, Results: bars})
	}
	fwd = e.meterFrame(fr, fwd, back)
	if fr.meter != nil && len(fr.meter.sites) > 0 {
		e.declareTape(fr.meter, e.fn)
	}
	markReverse(back.Body)
	f.Body = append(append([]core.Stmt{}, fr.prologue...), *fr.root.pre...)
	if fr.atEnd {
		f.Body = append(f.Body, fwd...)
		var last *core.Return
		if len(f.Body) > 0 {
			last, _ = f.Body[len(f.Body)-1].(*core.Return)
		}
		switch {
		case last != nil:
			last.Results = append(last.Results, back)
		case len(e.fn.Results) == 0:
			f.Body = append(f.Body, &core.Return{S: core.S{At: e.fn.At}, Results: []core.Expr{back}})
		case !terminates(f.Body): // it ends by a panic
			f.Body = append(f.Body, unreachable(e.fn.At))
		}
		return
	}
	d := define(e.back, back)
	d.At = e.fn.At
	f.Body = append(f.Body, d)
	f.Body = append(f.Body, fwd...)
}

// meterFrame reports what a frame has recorded.
func (e *emitter) meterFrame(fr *frame, fwd []core.Stmt, back *core.FuncLit) []core.Stmt {
	if fr.meter == nil {
		return fwd
	}
	less := fr.meter.count(fr, -1)
	if n := len(back.Body); n > 0 && isReturn(back.Body[n-1]) {
		back.Body = append(append(back.Body[:n-1:n-1], less...), back.Body[n-1])
	} else {
		back.Body = append(back.Body, less...)
	}
	return beforeReturns(fwd, fr.meter.count(fr, 1))
}

func (e *emitter) newFrame(outer *frame, n names) *frame {
	f := &frame{outer: outer, names: n, shadows: map[*core.Var]*core.Var{}, owner: map[*core.Var]bool{}, visible: map[*core.Var]bool{}}
	f.root = &scope{frame: f, pre: &[]core.Stmt{}, preRev: &[]core.Stmt{}, cache: map[string]core.Expr{}, top: true}
	return f
}

func (e *emitter) doc(name string) []string {
	doc := []string{name + " computes " + e.fn.Name + " and its pullback: given the adjoint of the result it returns those of"}
	doc = append(doc, "float parameters and adds those of slices to their shadows (…Bar).")
	return doc
}

// singleExit reports whether a body is left only at its end, so that what it declares is in reach of a pullback
// made there.
func singleExit(body []core.Stmt) bool {
	if hasGoto(body) {
		return false
	}
	if n := len(body); n > 0 && isReturn(body[n-1]) {
		body = body[:n-1]
	}
	return !returnsFrom(body) && !endless(body)
}

// endless reports whether a body may end in a loop without an end, behind which nothing may stand.
func endless(body []core.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	s := body[len(body)-1]
	if l, ok := s.(*core.Label); ok {
		s = l.Stmt
	}
	f, ok := s.(*core.For)
	return ok && f.Cond == nil
}

func isReturn(s core.Stmt) bool {
	_, ok := s.(*core.Return)
	return ok
}

func hasGoto(list []core.Stmt) bool { return len(gotoLabels(list)) > 0 }

func gotoLabels(list []core.Stmt) map[string]bool {
	labels := map[string]bool{}
	core.InspectStmts(list, func(n core.Node) bool {
		if j, ok := n.(*core.Jump); ok && j.Tok == token.GOTO {
			labels[j.Label] = true
		}
		return true
	})
	return labels
}

// markReverse marks the statements of a reverse sweep for the line map.
func markReverse(list []core.Stmt) {
	core.InspectStmts(list, func(n core.Node) bool {
		if s, ok := n.(core.Stmt); ok {
			core.MarkReverse(s)
		}
		return true
	})
}

// fixed reports whether v has one value from its declaration on.
func (e *emitter) fixed(v *core.Var) bool {
	if v.Global {
		return !e.globalsSet[v]
	}
	for _, p := range e.fn.Params {
		if p == v {
			return e.assigned[v] == 0
		}
	}
	return e.assigned[v] <= 1
}

// available reports whether the reverse sweep of a scope can name v itself.
func (e *emitter) available(v *core.Var, sc *scope) bool {
	for c := sc; c != nil; c = c.outer {
		if c.count != nil && c.count.v == v {
			return true
		}
	}
	if v.Global || !e.fixed(v) {
		return false
	}
	if f := sc.frame; f.owner[v] {
		return f.visible[v]
	}
	return true // of an outer frame: the pullback closes over it
}

// declare notes a variable of the current frame. Only what a frame declares outside of any branch or loop is
// visible to a pullback that is made at its end.
func (e *emitter) declare(v *core.Var, sc *scope) {
	e.frame.owner[v] = true
	if e.frame.atEnd && sc.top {
		e.frame.visible[v] = true
	}
}

// adjoint is the variable of the current pullback that holds the adjoint of a float variable.
func (e *emitter) adjoint(v *core.Var) *core.Var {
	f := e.frame
	bar := f.shadows[v]
	if bar == nil {
		bar = &core.Var{At: v.At, Name: f.names.fresh(nameOf(v) + "Bar"), Type: v.Type}
		f.shadows[v] = bar
		d := declare(bar)
		d.At = v.At
		f.locals = append(f.locals, d)
		if !f.owner[v] {
			f.captured = append(f.captured, v)
		}
	}
	return bar
}

// shadow is the shadow of a slice variable, as the forward sweep names it here.
func (e *emitter) shadow(v *core.Var) *core.Var {
	for f := e.frame; f != nil; f = f.outer {
		if bar := f.shadows[v]; bar != nil {
			return bar
		}
	}
	return nil
}

// newShadow declares the shadow of a slice variable beside it.
func (e *emitter) newShadow(v *core.Var) *core.Var {
	bar := &core.Var{At: v.At, Name: e.frame.names.fresh(nameOf(v) + "Bar"), Type: v.Type}
	e.frame.shadows[v] = bar
	return bar
}

func typeText(t types.Type) string {
	return types.TypeString(t, func(*types.Package) string { return "" })
}
