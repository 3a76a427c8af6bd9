package core

// This file loads what functions and function literals have in common: parameters, results, scopes. Named
// results become locals that start at zero; a bare return returns them.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// function is a function, a literal or the initialisation while it is loaded.
type function struct {
	*loader
	scope   *scope
	results *types.Tuple
	named   []*Var // the locals that stand for named results, or nil
	observe bool   // named results can be seen after a return: a return assigns them first
	apart   bool   // the body stands in a literal without results, after which the function returns
	later   *Var   // the list of deferred calls, in a function that defers some in a range over a function
	inBody  deferred
	yield   *yieldBody // the body of a range over a function that is being loaded
	used    map[*Var]bool
	labels  *labels
	label   string // the label just read, for the statement it stands before
}

func (f *function) open() {
	f.scope = &scope{parent: f.scope, taken: map[string]bool{}, reserved: f.reserved, given: f.given}
}

func (f *function) close() { f.scope = f.scope.parent }

// within loads something in a scope of its own.
func within[T any](f *function, load func() T) T {
	f.open()
	defer f.close()
	return load()
}

// variable makes a new local with a fresh name.
func (f *function) variable(at token.Pos, base string, t types.Type) *Var {
	return &Var{At: at, Name: f.scope.fresh(base), Type: t}
}

// local declares the variable of a type-checker object, nil for the blank identifier.
func (f *function) local(obj types.Object) *Var {
	if obj == nil || obj.Name() == "_" {
		return nil
	}
	v := f.variable(obj.Pos(), obj.Name(), f.objType(obj))
	v.Orig = obj.Name()
	f.vars[obj] = v
	return v
}

func (f *function) parameter(p *types.Var) *Var {
	if p.Name() == "" || p.Name() == "_" {
		return &Var{At: p.Pos(), Name: "_", Type: f.objType(p)}
	}
	return f.local(p)
}

// ref is a use of a variable.
func (f *function) ref(at token.Pos, v *Var) *Ref {
	if f.used != nil {
		f.used[v] = true
	}
	return &Ref{X: X{At: at, T: v.Type}, Obj: v}
}

// load gives the signature and the body; the scope of the parameters is open.
func (f *function) load(sig *types.Signature, body *ast.BlockStmt) (Signature, []Stmt) {
	out := Signature{Variadic: sig.Variadic()}
	for p := range sig.Params().Variables() {
		out.Params = append(out.Params, f.parameter(p))
	}
	for r := range sig.Results().Variables() {
		out.Results = append(out.Results, f.objType(r))
	}
	f.results = sig.Results()
	f.labels = findLabels(body)
	f.used = map[*Var]bool{}
	f.nameResults(body)
	list := f.body(body)
	if f.named == nil {
		return out, list
	}
	var zero []Stmt
	for _, v := range f.named {
		if f.used[v] {
			zero = append(zero, &Define{S: S{At: v.At}, Vars: []*Var{v}})
		}
	}
	return out, append(zero, list...)
}

// body loads the statements of the function.
func (f *function) body(body *ast.BlockStmt) []Stmt {
	at := f.inBody.deferYield
	if at.IsValid() {
		f.later = f.variable(at, "later", types.NewSlice(emptySignature))
	}
	list := f.stmts(body.List)
	if f.later != nil {
		list = append(f.lateCalls(at), list...)
	}
	if !f.apart {
		return list
	}
	end := &Return{S: S{At: body.Rbrace}}
	for _, v := range f.named {
		end.Results = append(end.Results, f.ref(body.Rbrace, v))
	}
	return []Stmt{apart(f.inBody.deferAt, list), end}
}

// nameResults declares locals for named results, and for others that a return inside a range over a function
// needs.
func (f *function) nameResults(body *ast.BlockStmt) {
	f.inBody = f.findDeferred(body)
	named := f.results.Len() > 0 && f.results.At(0).Name() != ""
	if !named && !f.inBody.returnYield {
		return
	}
	blank := true
	for r := range f.results.Variables() {
		var v *Var
		if r.Name() == "" {
			v = f.variable(body.Pos(), "result", f.objType(r))
		} else if v = f.local(r); v == nil {
			v = f.variable(r.Pos(), "result", f.objType(r))
		} else {
			blank = false
		}
		f.named = append(f.named, v)
		if f.loader.use.captured[r] || f.loader.use.addressed[r] {
			f.observe = true
		}
	}
	f.apart = f.inBody.deferAt.IsValid() && !blank
}

// deferred says what a function body has that runs after it was left.
type deferred struct {
	deferAt     token.Pos // a defer statement
	deferYield  token.Pos // one in a range over a function
	returnYield bool      // a return in a range over a function
}

// findDeferred looks at a function body, function literals aside.
func (f *function) findDeferred(body *ast.BlockStmt) deferred {
	var d deferred
	var walk func(n ast.Node, yield bool)
	walk = func(n ast.Node, yield bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.RangeStmt:
				if !yield && f.iterator(n) != nil {
					walk(n.Body, true)
					return false
				}
			case *ast.DeferStmt:
				d.deferAt = n.Pos()
				if yield {
					d.deferYield = n.Pos()
				}
			case *ast.ReturnStmt:
				d.returnYield = d.returnYield || yield
			}
			return true
		})
	}
	walk(body, false)
	return d
}

// literal loads a function literal. Its names are chosen beside those visible around it.
func (f *function) literal(e *ast.FuncLit) Expr {
	sig := f.in.Info.TypeOf(e).(*types.Signature)
	inner := &function{loader: f.loader, scope: f.scope}
	inner.open()
	lit := &FuncLit{X: X{At: e.Pos(), T: f.typ(sig)}}
	lit.Signature, lit.Body = inner.load(sig, e.Body)
	if f.used != nil {
		for v := range inner.used { // a named result used only in a literal is used
			f.used[v] = true
		}
	}
	return lit
}

// returnStmt loads a return. A bare one returns the named results. Where something can see a named result after
// the return, as a closure or a deferred call, the values are assigned to it first, as in Go.
func (f *function) returnStmt(s *ast.ReturnStmt) []Stmt {
	at := s.Pos()
	if len(s.Results) > 0 && !f.observe && !f.apart && f.yield == nil {
		return []Stmt{&Return{S: S{At: at}, Results: f.returned(s)}}
	}
	if len(s.Results) == 0 {
		return f.finish(at)
	}
	set := &Assign{S: S{At: at}, Op: token.ASSIGN, Rhs: f.returned(s)}
	for _, v := range f.named {
		set.Lhs = append(set.Lhs, f.ref(at, v))
	}
	return append([]Stmt{set}, f.finish(at)...)
}

// finish returns from the function when its results have been assigned.
func (f *function) finish(at token.Pos) []Stmt {
	if f.yield != nil {
		f.yield.ends = true
		return f.leaveFor(at, exitReturn)
	}
	ret := &Return{S: S{At: at}}
	if !f.apart {
		for _, v := range f.named {
			ret.Results = append(ret.Results, f.ref(at, v))
		}
	}
	return []Stmt{ret}
}

func (f *function) returned(s *ast.ReturnStmt) []Expr {
	var out []Expr
	for i, e := range s.Results {
		var want types.Type
		if len(s.Results) == f.results.Len() {
			want = f.objType(f.results.At(i))
		}
		out = append(out, f.value(e, want))
	}
	return out
}
