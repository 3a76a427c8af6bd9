package engine

// This file decides what is varied: what may depend on the inputs that a derivative is taken of. The
// analysis follows values through assignments, memory classes (flow.go) and calls, without regard to the order of
// statements, so it errs only towards more.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// mask says which parameters of a function are varied.
type mask string

func maskOf(bits []bool) mask {
	b := make([]byte, len(bits))
	for i, on := range bits {
		b[i] = '0'
		if on {
			b[i] = '1'
		}
	}
	return mask(b)
}

func (m mask) on(i int) bool { return i < len(m) && m[i] == '1' }
func (m mask) any() bool {
	for i := range m {
		if m[i] == '1' {
			return true
		}
	}
	return false
}

// version is a function together with the parameters that are varied.
type version struct {
	fn   *core.Func
	mask mask

	// rowsChange says that some function within reach of the derivative's root stores slices in a [][]float64, so that a
	// row's shadow may be another one by the time of the reverse sweep.
	rowsChange bool
}

// activity is what is varied in one version of a function.
type activity struct {
	version
	flow    *flow
	vars    map[*core.Var]bool // by variable, for references by representative of the class
	params  mask               // varied after the call: the mask, and memory that the function writes varied values to
	results mask
}

// varied reports whether a variable, or the memory that it names, is varied.
func (a *activity) varied(v *core.Var) bool {
	if v == nil {
		return false
	}
	if isReference(v.Type) {
		return a.vars[a.flow.find(v)]
	}
	return a.vars[v] || a.vars[a.flow.find(v)]
}

func (a *activity) mark(v *core.Var) bool {
	if v == nil {
		return false
	}
	if isReference(v.Type) || a.flow.parent[v] != nil {
		v = a.flow.find(v)
	}
	if a.vars[v] {
		return false
	}
	a.vars[v] = true
	return true
}

// activities computes the activity of a version and of all versions that it calls, to a fixed point.
func (p *program) activities(root version) {
	p.activity(root)
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(p.versions); i++ { // grows while we walk
			if p.update(p.acts[p.versions[i]]) {
				changed = true
			}
		}
	}
}

// activity returns what is known so far of a version, which is entered in the list of versions.
func (p *program) activity(v version) *activity {
	if a := p.acts[v]; a != nil {
		return a
	}
	f := p.normal(v.fn)
	a := &activity{version: v, flow: p.flow[v.fn], vars: map[*core.Var]bool{}, params: v.mask,
		results: maskOf(make([]bool, len(f.Results)))}
	for i, param := range f.Params {
		if v.mask.on(i) {
			a.mark(param)
		}
	}
	p.acts[v] = a
	p.versions = append(p.versions, v)
	return a
}

// update marks what follows from what is marked, and reports whether anything was new.
func (p *program) update(a *activity) bool {
	f := p.normal(a.fn)
	changed := false
	mark := func(v *core.Var, on bool) {
		if on && a.mark(v) {
			changed = true
		}
	}
	results := make([]bool, len(f.Results))
	core.InspectStmts(f.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			if len(n.Rhs) == len(n.Vars) {
				for i, v := range n.Vars {
					if v != nil && hasFloats(v.Type) {
						mark(v, p.exprVaried(a, n.Rhs[i]))
					}
				}
			} else if len(n.Rhs) == 1 {
				for i, on := range p.resultsVaried(a, n.Rhs[0]) {
					if v := n.Vars[i]; v != nil && hasFloats(v.Type) {
						mark(v, on)
					}
				}
			}
		case *core.Assign:
			for i, l := range n.Lhs {
				if ix, ok := l.(*core.Index); ok && isMap(ix.E.Type()) && hasFloats(ix.I.Type()) {
					mark(rootVar(l), p.exprVaried(a, ix.I)) // a range over the map gives the key back
				}
				if l != nil && len(n.Rhs) == len(n.Lhs) && hasFloats(l.Type()) {
					mark(rootVar(l), p.exprVaried(a, n.Rhs[i]))
				}
			}
		case *core.Range:
			if n.Val != nil && hasFloats(n.Val.Type) {
				mark(n.Val, p.exprVaried(a, n.E))
			}
		case *core.Return:
			for i, e := range n.Results {
				if i < len(results) && hasFloats(e.Type()) && p.exprVaried(a, e) {
					results[i] = true
				}
			}
		case *core.Call:
			p.markCall(a, n, mark)
		}
		return true
	})
	for i := range results {
		results[i] = results[i] || a.results.on(i)
	}
	params := make([]bool, len(f.Params))
	for i, param := range f.Params {
		params[i] = a.mask.on(i) || isReference(param.Type) && hasFloats(param.Type) && a.varied(param)
	}
	if m := maskOf(results); m != a.results {
		a.results, changed = m, true
	}
	if m := maskOf(params); m != a.params {
		a.params, changed = m, true
	}
	return changed
}

// markCall carries varied values into the memory that a callee writes.
func (p *program) markCall(a *activity, c *core.Call, mark func(*core.Var, bool)) {
	if f := ownCallee(c); f != nil {
		callee := p.activity(version{f, p.callMask(a, c), a.rowsChange})
		for i, arg := range c.Args {
			if callee.params.on(i) && isReference(arg.Type()) {
				mark(rootVar(arg), true)
			}
		}
		return
	}
	switch builtinName(c) {
	case "append", "copy":
		for _, arg := range c.Args[1:] {
			mark(rootVar(c.Args[0]), hasFloats(c.Args[0].Type()) && p.exprVaried(a, arg))
		}
	}
}

// callMask says which arguments of a call of an own function are varied.
func (p *program) callMask(a *activity, c *core.Call) mask {
	bits := make([]bool, len(ownCallee(c).Params))
	for i := range bits {
		if i < len(c.Args) {
			bits[i] = hasFloats(c.Args[i].Type()) && p.exprVaried(a, c.Args[i])
		}
	}
	return maskOf(bits)
}

// resultsVaried says which results of a call (or comma-ok form) are varied.
func (p *program) resultsVaried(a *activity, e core.Expr) []bool {
	bits := make([]bool, len(resultTypes(e.Type())))
	if f := ownCallee(e); f != nil {
		callee := p.activity(version{f, p.callMask(a, e.(*core.Call)), a.rowsChange})
		for i := range bits {
			bits[i] = callee.results.on(i)
		}
		return bits
	}
	on := p.exprVaried(a, e)
	for i, t := range resultTypes(e.Type()) {
		bits[i] = on && hasFloats(t)
	}
	return bits
}

// exprVaried reports whether the value of e may depend on a varied variable in a way that carries a derivative.
func (p *program) exprVaried(a *activity, e core.Expr) bool {
	switch e := e.(type) {
	case nil, *core.Const:
		return false
	case *core.Ref:
		v, _ := e.Obj.(*core.Var)
		return v != nil && hasFloats(v.Type) && a.varied(v)
	case *core.Unary:
		if e.Op == token.NOT || e.Op == token.ARROW {
			return false
		}
		return p.exprVaried(a, e.E)
	case *core.Binary:
		return hasFloats(e.T) && (p.exprVaried(a, e.L) || p.exprVaried(a, e.R))
	case *core.Index:
		return hasFloatsOrTuple(e.T) && p.exprVaried(a, e.E)
	case *core.SliceExpr:
		return p.exprVaried(a, e.E)
	case *core.Field:
		return e.E != nil && hasFloats(e.T) && p.exprVaried(a, e.E)
	case *core.Convert:
		return hasFloats(e.T) && p.exprVaried(a, e.E)
	case *core.Assert:
		return p.exprVaried(a, e.E)
	case *core.Composite:
		for _, v := range e.Vals {
			if p.exprVaried(a, v) {
				return true
			}
		}
		for _, k := range e.Keys {
			if k != nil && hasFloats(k.Type()) && p.exprVaried(a, k) {
				return true
			}
		}
		return false
	case *core.FuncLit:
		return false
	case *core.Call:
		return p.callVaried(a, e)
	}
	return true
}

func (p *program) callVaried(a *activity, e *core.Call) bool {
	if f := ownCallee(e); f != nil {
		for i, on := range p.resultsVaried(a, e) {
			if on && hasFloats(resultTypes(e.T)[i]) {
				return true
			}
		}
		return false
	}
	switch builtinName(e) {
	case "len", "cap", "copy", "make", "new", "clear", "delete":
		return false
	}
	if e.T == nil {
		return false
	}
	rule, known := ruleOf(e)
	if known && rule.Passive || !hasFloatsOrTuple(e.T) {
		return false
	}
	for _, arg := range e.Args {
		if p.exprVaried(a, arg) {
			return true
		}
	}
	return false
}

func hasFloatsOrTuple(t types.Type) bool {
	for _, r := range resultTypes(t) {
		if hasFloats(r) {
			return true
		}
	}
	return false
}

// hasFloats reports whether a value of type t can hold something that carries a derivative. Interfaces and functions
// can hold anything.
func hasFloats(t types.Type) bool { return holdsFloats(t, map[types.Type]bool{}) }

func holdsFloats(t types.Type, seen map[types.Type]bool) bool {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0 || u.Kind() == types.UnsafePointer
	case *types.Slice:
		return holdsFloats(u.Elem(), seen)
	case *types.Array:
		return holdsFloats(u.Elem(), seen)
	case *types.Pointer:
		return holdsFloats(u.Elem(), seen)
	case *types.Chan:
		return holdsFloats(u.Elem(), seen)
	case *types.Map:
		return holdsFloats(u.Elem(), seen) || holdsFloats(u.Key(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsFloats(u.Field(i).Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}
