package engine

// This file finds out, for each function, what may share memory and what is done to it: which variables may be
// names of one piece of memory (a class, by unification, Steensgaard's analysis, POPL 1996), and whether a
// class is read, overwritten, added to, or has headers stored in it. It does not look at the order of statements.

import (
	"go/token"
	"go/types"
	"maps"

	"github.com/costate/costate/internal/core"
)

// effect says what happens to the float memory of a class; several may be joined.
type effect int

const (
	reads   effect = 1 << iota // elements are read as values
	kills                      // elements are overwritten
	adds                       // elements are added to, and not read otherwise
	headers                    // slices are stored as elements
	unknown                    // it is handed to code that cannot be seen
)

// event is an effect on the memory that a variable names, within parallel loops from the outermost on.
type event struct {
	v    *core.Var
	what effect
	at   token.Pos
	in   []*core.FuncLit
}

// flow is the result for one function.
type flow struct {
	fn      *core.Func
	parent  map[*core.Var]*core.Var // union-find
	results []*core.Var             // a variable for the memory of each result
	events  []event
	globals map[*core.Var]bool // package variables that are assigned here or in a callee
	callees map[*core.Func]bool
}

// find returns the representative of v's class.
func (f *flow) find(v *core.Var) *core.Var {
	for f.parent[v] != nil {
		v = f.parent[v]
	}
	return v
}

// unify makes one class of two and reports whether they were apart.
func (f *flow) unify(a, b *core.Var) bool {
	a, b = f.find(a), f.find(b)
	if a == b {
		return false
	}
	f.parent[a] = b
	return true
}

// effects joins the effects on v's class within a parallel loop, or in the whole function for nil.
func (f *flow) effects(v *core.Var, within *core.FuncLit) effect {
	class := f.find(v)
	var all effect
	for _, e := range f.events {
		if f.find(e.v) == class && (within == nil || insideOf(e.in, within)) {
			all |= e.what
		}
	}
	return all
}

func insideOf(in []*core.FuncLit, lit *core.FuncLit) bool {
	for _, l := range in {
		if l == lit {
			return true
		}
	}
	return false
}

// flows computes the flow of every function that is reachable from the roots, to a fixed point over calls.
func (p *program) flows(root *core.Func) {
	for changed := true; changed; {
		changed = false
		for _, f := range p.reachable(root) {
			old := p.flow[f]
			fl := p.flowOf(f, old)
			if old == nil || fl.size() != old.size() {
				changed = true
			}
			p.flow[f] = fl
		}
	}
}

// size grows with every fact that is found.
func (f *flow) size() int {
	kinds := map[[2]any]bool{}
	for _, e := range f.events {
		kinds[[2]any{f.find(e.v), e.what}] = true
	}
	return len(f.parent) + len(kinds) + len(f.globals)
}

// reachable lists root and the functions it can call, in the order of first mention.
func (p *program) reachable(root *core.Func) []*core.Func {
	seen := map[*core.Func]bool{root: true}
	list := []*core.Func{root}
	for i := 0; i < len(list); i++ {
		core.InspectStmts(p.normal(list[i]).Body, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				if f, ok := r.Obj.(*core.Func); ok && !seen[f] {
					seen[f] = true
					list = append(list, f)
				}
			}
			return true
		})
	}
	return list
}

// flowOf analyses one function with what is known of its callees.
func (p *program) flowOf(f *core.Func, old *flow) *flow {
	nf := p.normal(f)
	fl := &flow{fn: nf, parent: map[*core.Var]*core.Var{}, globals: map[*core.Var]bool{}, callees: map[*core.Func]bool{}}
	if old != nil {
		fl.results = old.results
	} else {
		for _, t := range nf.Results {
			fl.results = append(fl.results, &core.Var{Name: "result", Type: t})
		}
	}
	w := &flowWalk{program: p, flow: fl}
	w.stmts(nf.Body)
	return fl
}

type flowWalk struct {
	*program
	*flow
	in []*core.FuncLit
}

func (w *flowWalk) note(v *core.Var, what effect, at token.Pos) {
	if v != nil {
		w.events = append(w.events, event{v, what, at, append([]*core.FuncLit(nil), w.in...)})
	}
}

func (w *flowWalk) stmts(list []core.Stmt) {
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			for _, e := range n.Rhs {
				w.reads(e)
			}
			w.bind(n.Vars, n.Rhs)
		case *core.Assign:
			w.assign(n)
		case *core.Do:
			if lit := parallelBody(n.E); lit != nil {
				w.in = append(w.in, lit)
				w.stmts(lit.Body)
				w.in = w.in[:len(w.in)-1]
				return false
			}
			w.reads(n.E)
			w.call(n.E, nil)
		case *core.If:
			w.reads(n.Cond)
		case *core.For:
			w.reads(n.Cond)
		case *core.Switch:
			w.reads(n.Tag)
			for _, c := range n.Cases {
				for _, e := range c.Exprs {
					w.reads(e)
				}
			}
		case *core.Range:
			w.reads(n.E)
			if n.Val != nil && isReference(n.Val.Type) {
				w.join(n.Val, n.E)
			}
		case *core.Return:
			for i, e := range n.Results {
				w.reads(e)
				if i < len(w.results) && isReference(w.results[i].Type) {
					w.join(w.results[i], e)
				}
			}
		case core.Expr:
			return false
		}
		return true
	})
}

// bind joins new variables with what is assigned to them.
func (w *flowWalk) bind(vars []*core.Var, rhs []core.Expr) {
	if len(rhs) == 1 && len(vars) != 1 {
		w.call(rhs[0], vars)
		return
	}
	for i, e := range rhs {
		if vars[i] == nil {
			continue
		}
		if isOwnCall(e) {
			w.call(e, vars[i:i+1])
			continue
		}
		w.call(e, nil)
		if isReference(vars[i].Type) {
			w.join(vars[i], e)
		}
	}
}

func (w *flowWalk) assign(s *core.Assign) {
	for _, e := range s.Rhs {
		w.reads(e)
		w.call(e, nil)
	}
	for i, l := range s.Lhs {
		if l == nil {
			continue
		}
		root := rootVar(l)
		if root == nil {
			continue
		}
		if root.Global {
			w.globals[root] = true
		}
		if len(s.Rhs) == len(s.Lhs) && isReference(l.Type()) {
			w.join(root, s.Rhs[i])
		}
		if isPlain(l) {
			continue
		}
		if ix, ok := l.(*core.Index); ok {
			w.reads(ix.I)
		}
		switch {
		case isReference(l.Type()):
			w.note(root, headers, s.At)
		case s.Op == token.ADD || s.Op == token.SUB:
			w.note(root, adds, s.At)
		case s.Op == token.ASSIGN:
			w.note(root, kills, s.At)
		default:
			w.note(root, kills|reads, s.At)
		}
	}
}

// join unifies v with every variable that e's value may share memory with.
func (w *flowWalk) join(v *core.Var, e core.Expr) {
	for _, r := range sources(e) {
		w.unify(v, r)
	}
}

// sources are the variables whose memory the value of e may share.
func sources(e core.Expr) []*core.Var {
	var vs []*core.Var
	switch x := e.(type) {
	case *core.Call:
		for _, a := range x.Args {
			if isReference(a.Type()) {
				vs = append(vs, sources(a)...)
			}
		}
		if name := builtinName(e); name == "append" || name == "make" || name == "new" {
			if name == "append" && x.Spread && !isReference(elemType(x.T)) {
				return sources(x.Args[0]) // the spread values are copied
			}
		}
	case *core.Composite:
		for _, a := range x.Vals {
			if isReference(a.Type()) {
				vs = append(vs, sources(a)...)
			}
		}
	default:
		if v := rootVar(e); v != nil {
			vs = append(vs, v)
		}
	}
	return vs
}

// reads notes the float elements that an expression reads.
func (w *flowWalk) reads(e core.Expr) {
	if e == nil {
		return
	}
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			return false
		case *core.Index, *core.Field, *core.Unary:
			if x := n.(core.Expr); isFloat(x.Type()) && !isArithmetic(x) {
				w.note(rootVar(x), reads, x.Pos())
			}
		case *core.Call: // calls that stayed inside an expression
			if n != e {
				w.call(n, nil)
			}
		}
		return true
	})
}

func isArithmetic(e core.Expr) bool {
	u, ok := e.(*core.Unary)
	return ok && u.Op != token.MUL
}

// call applies what a callee does to its arguments; vars take its results.
func (w *flowWalk) call(e core.Expr, vars []*core.Var) {
	c, ok := e.(*core.Call)
	if !ok {
		return
	}
	if f := ownCallee(c); f != nil {
		w.ownCall(c, f, vars)
		return
	}
	switch name := builtinName(c); name {
	case "append":
		w.note(rootVar(c.Args[0]), kills|reads, c.At)
		for _, a := range c.Args[1:] {
			if isReference(a.Type()) {
				w.note(rootVar(a), reads, c.At)
				if isReference(elemType(c.T)) {
					w.note(rootVar(c.Args[0]), headers, c.At)
				}
			}
		}
	case "copy":
		w.note(rootVar(c.Args[0]), kills, c.At)
		w.note(rootVar(c.Args[1]), reads, c.At)
		if isReference(elemType(c.Args[0].Type())) {
			w.note(rootVar(c.Args[0]), headers, c.At)
			for _, r := range sources(c.Args[1]) {
				w.unify(rootVar(c.Args[0]), r)
			}
		}
	case "clear":
		w.note(rootVar(c.Args[0]), kills, c.At)
		if e := elemType(c.Args[0].Type()); e != nil && isReference(e) {
			w.note(rootVar(c.Args[0]), headers, c.At)
		}
	case "":
		if _, known := ruleOf(c); !known {
			w.opaqueCall(c, vars)
		}
	}
}

// opaqueCall joins everything that a callee without a visible body may store in one another.
func (w *flowWalk) opaqueCall(c *core.Call, vars []*core.Var) {
	var all []*core.Var
	args := c.Args
	if f, ok := c.Fun.(*core.Field); ok && f.E != nil {
		args = append([]core.Expr{f.E}, args...)
	}
	for _, a := range args {
		if isReference(a.Type()) {
			all = append(all, sources(a)...)
		}
	}
	for _, v := range vars {
		if v != nil && isReference(v.Type) {
			all = append(all, v)
		}
	}
	for _, v := range all {
		w.note(v, unknown|reads, c.At)
		w.unify(all[0], v)
	}
}

func (w *flowWalk) ownCall(c *core.Call, f *core.Func, vars []*core.Var) {
	w.callees[f] = true
	g := w.calleeFlow(f)
	if g == nil {
		return
	}
	// The callee's classes, seen through its parameters, results and package variables.
	names := map[*core.Var]*core.Var{} // callee's variable -> one of ours
	at := func(theirs, ours *core.Var) {
		if ours == nil {
			return
		}
		class := g.find(theirs)
		if other := names[class]; other != nil {
			w.unify(other, ours)
		} else {
			names[class] = ours
		}
	}
	for i, p := range g.fn.Params {
		if i < len(c.Args) && isReference(p.Type) {
			for _, r := range sources(c.Args[i]) {
				at(p, r)
			}
		}
	}
	for i, v := range vars {
		if v != nil && i < len(g.results) && isReference(g.results[i].Type) {
			at(g.results[i], v)
		}
	}
	for _, e := range g.events {
		if e.v.Global {
			at(e.v, e.v)
		}
	}
	for v := range g.parent {
		if v.Global {
			at(v, v)
		}
	}
	for _, e := range g.events {
		if ours := names[g.find(e.v)]; ours != nil {
			w.note(ours, e.what, c.At)
		}
	}
	maps.Copy(w.globals, g.globals)
}

// calleeFlow is what is known of a callee so far, or nil.
func (w *flowWalk) calleeFlow(f *core.Func) *flow { return w.program.flow[f] }

// parallelBody is the body of a parallel loop in normal form, or nil.
func parallelBody(e core.Expr) *core.FuncLit {
	if parallelKind(e) != "ForChunks" {
		return nil
	}
	lit, _ := e.(*core.Call).Args[1].(*core.FuncLit)
	return lit
}

// isReference reports whether values of type t can share memory with others.
func isReference(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for i := range u.NumFields() {
			if isReference(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return isReference(u.Elem())
	case *types.Tuple:
		return false
	}
	return true
}
