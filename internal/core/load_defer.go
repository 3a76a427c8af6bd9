package core

// This file loads functions that defer calls and have named results, which a deferred function may change:
//
//	func f() (err error) { defer func() { err = g(err) }(); return h() }
//
// becomes
//
//	func f() error {
//		var err error
//		func() { defer func() { err = g(err) }(); err = h() }()
//		return err
//	}
//
// and a defer statement in the body of a range over a function, whose call waits for the end of the function: all
// calls that such a function defers are kept in a list, which one deferred function works off.

import (
	"go/ast"
	"go/token"
	"go/types"
)

var emptySignature = types.NewSignatureType(nil, nil, nil, nil, nil, false)

// apart makes a call of a function literal with the statements.
func apart(at token.Pos, list []Stmt) Stmt {
	lit := &FuncLit{X: X{At: at, T: emptySignature}, Body: list}
	return &Do{S: S{At: at}, E: &Call{X: X{At: at}, Fun: lit}}
}

// deferStmt loads a defer statement.
func (f *function) deferStmt(s *ast.DeferStmt) []Stmt {
	if f.later == nil {
		return []Stmt{&Do{S: S{At: s.Pos()}, How: DoDefer, E: f.expr(s.Call)}}
	}
	at := s.Pos()
	if f.recovers(s.Call) {
		f.unsupported(at, "a deferred function that may recover, in a function that defers calls in a range over a function, is not supported")
		return nil
	}
	c, ok := f.expr(s.Call).(*Call)
	if !ok {
		return nil // refused
	}
	var before []Stmt
	fun := c.Fun
	if lit, ok := fun.(*FuncLit); !ok || len(c.Args) > 0 || len(lit.Results) > 0 {
		before = f.now(c)
		fun = &FuncLit{X: X{At: at, T: emptySignature}, Body: []Stmt{&Do{S: S{At: at}, E: c}}}
	}
	grown := &Call{X: X{At: at, T: f.later.Type}, Fun: &Ref{X: X{At: at}, Obj: &Builtin{Name: "append"}}, Args: []Expr{f.ref(at, f.later), fun}}
	return append(before, &Assign{S: S{At: at}, Op: token.ASSIGN, Lhs: []Expr{f.ref(at, f.later)}, Rhs: []Expr{grown}})
}

// now puts the function and the arguments of a call into variables.
func (f *function) now(c *Call) []Stmt {
	var out []Stmt
	keep := func(base string, e Expr) Expr {
		if k, ok := e.(*Const); ok && k.Val != nil {
			return e
		}
		v := f.variable(e.Pos(), base, e.Type())
		out = append(out, &Define{S: S{At: e.Pos()}, Vars: []*Var{v}, Rhs: []Expr{showType(e, v.Type)}})
		return f.ref(e.Pos(), v)
	}
	if r, ok := c.Fun.(*Ref); !ok || isVar(r.Obj) {
		c.Fun = keep("fn", c.Fun)
	}
	if len(c.Args) == 1 {
		if t, ok := c.Args[0].Type().(*types.Tuple); ok {
			def := &Define{S: S{At: c.At}, Rhs: c.Args}
			c.Args = nil
			for r := range t.Variables() {
				v := f.variable(c.At, "arg", r.Type())
				def.Vars = append(def.Vars, v)
				c.Args = append(c.Args, f.ref(c.At, v))
			}
			return append(out, def)
		}
	}
	for i, a := range c.Args {
		c.Args[i] = keep("arg", a)
	}
	return out
}

func isVar(o Object) bool {
	_, ok := o.(*Var)
	return ok
}

// recovers reports whether a deferred call may recover: its function calls recover, or is not known and some function of
// the package does.
func (f *function) recovers(c *ast.CallExpr) bool {
	fun := ast.Unparen(c.Fun)
	if lit, ok := fun.(*ast.FuncLit); ok {
		return f.callsRecover(lit.Body)
	}
	var obj types.Object
	switch e := fun.(type) {
	case *ast.Ident:
		obj = f.in.Info.Uses[e]
	case *ast.SelectorExpr:
		obj = f.in.Info.Uses[e.Sel]
	}
	switch obj := obj.(type) {
	case *types.Builtin:
		return obj.Name() == "recover"
	case *types.Func:
		if obj.Pkg() != f.in.Pkg {
			return false
		}
	}
	for _, file := range f.in.Files {
		for _, d := range file.Decls {
			d, isFunc := d.(*ast.FuncDecl)
			if fn, ok := obj.(*types.Func); ok && !types.IsInterface(recvType(fn)) && (!isFunc || f.in.Info.Defs[d.Name] != fn.Origin()) {
				continue
			}
			if isFunc && d.Body != nil && f.recoversAnywhere(d.Body) {
				return true
			}
		}
	}
	return false
}

// recvType is the type of a method's receiver; for a function some type that is no interface.
func recvType(fn *types.Func) types.Type {
	if r := fn.Signature().Recv(); r != nil {
		return r.Type()
	}
	return types.Typ[types.Int]
}

func (f *function) callsRecover(body *ast.BlockStmt) bool { return f.findRecover(body, false) }

func (f *function) recoversAnywhere(body *ast.BlockStmt) bool { return f.findRecover(body, true) }

func (f *function) findRecover(body *ast.BlockStmt, deep bool) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return deep
		case *ast.Ident:
			b, ok := f.in.Info.Uses[n].(*types.Builtin)
			found = found || ok && b.Name() == "recover"
		}
		return !found
	})
	return found
}

// lateCalls defines the list of deferred calls and the deferred function that makes them.
func (f *function) lateCalls(at token.Pos) []Stmt {
	call := f.variable(at, "call", emptySignature)
	loop := &Range{S: S{At: at}, Val: call, E: f.ref(at, f.later), Body: []Stmt{
		&Do{S: S{At: at}, How: DoDefer, E: &Call{X: X{At: at}, Fun: f.ref(at, call)}}}}
	lit := &FuncLit{X: X{At: at, T: emptySignature}, Body: []Stmt{loop}}
	return []Stmt{
		&Define{S: S{At: at}, Vars: []*Var{f.later}},
		&Do{S: S{At: at}, How: DoDefer, E: &Call{X: X{At: at}, Fun: lit}},
	}
}
