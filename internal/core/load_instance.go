package core

// This file loads instances of generic functions: each becomes a function of its own, with the types of the instance
// throughout. Those of other packages come from mirrors, packages of ours with the same generic functions in source.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// unit is a package whose source is loaded: the one given to Load, or a mirror.
type unit struct {
	in      LoadInput
	path    string // of the package that it mirrors, "" for the one given to Load
	use     varUse
	hostSet *hostConsts
	decls   map[*types.Func]*ast.FuncDecl
}

func newUnit(in LoadInput, path string) *unit {
	u := &unit{in: in, path: path, use: findVarUse(in.Info, in.Files), hostSet: findHostConsts(in), decls: map[*types.Func]*ast.FuncDecl{}}
	for _, file := range in.Files {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := in.Info.Defs[d.Name].(*types.Func); ok {
					u.decls[obj] = d
				}
			}
		}
	}
	return u
}

// own reports whether the unit is the package given to Load.
func (u *unit) own() bool { return u.path == "" }

// enter makes u the unit whose source is loaded, and returns the way back.
func (l *loader) enter(u *unit, env *environment) (leave func()) {
	unit, in, use, hostSet, outer := l.unit, l.in, l.use, l.hostSet, l.env
	l.unit, l.in, l.use, l.hostSet, l.env = u, u.in, u.use, u.hostSet, env
	return func() { l.unit, l.in, l.use, l.hostSet, l.env = unit, in, use, hostSet, outer }
}

// mirror gives the unit that mirrors a package, or nil if there is none.
func (l *loader) mirror(path string) *unit {
	u, known := l.mirrors[path]
	if known || l.own.in.Mirror == nil {
		return u
	}
	in, err := l.own.in.Mirror(path)
	if err != nil {
		l.unsupported(l.at, "the generic functions of %s: %v", path, err)
	}
	if in != nil && err == nil {
		u = newUnit(*in, path)
		l.units[in.Pkg] = u
	}
	l.mirrors[path] = u
	return u
}

// madeFunc is a function of core and the type arguments that it was made with.
type madeFunc struct {
	args []types.Type
	fn   *Func
}

// instance loads the use of a generic function.
func (f *function) instance(e ast.Expr, obj *types.Func, inst types.Instance) Expr {
	var args []types.Type
	for a := range inst.TypeArgs.Types() {
		args = append(args, f.typ(a))
	}
	x := X{At: e.Pos(), T: f.typ(inst.Type)}
	u, source := f.source(obj.Origin())
	if u == nil {
		f.lacking(e.Pos(), obj)
		return &Const{X: x}
	}
	if fn := f.instantiate(u, source, args); fn != nil {
		return &Ref{X: x, Obj: fn}
	}
	return &Const{X: x}
}

// source finds the declaration that a generic function is loaded from: its own or that of a mirror.
func (l *loader) source(obj *types.Func) (*unit, *types.Func) {
	if u := l.units[obj.Pkg()]; u != nil {
		return u, obj
	}
	if u := l.mirror(obj.Pkg().Path()); u != nil {
		if m, ok := u.in.Pkg.Scope().Lookup(obj.Name()).(*types.Func); ok {
			return u, m
		}
	}
	return nil, nil
}

// nameOf is the identifier at the end of a name.
func nameOf(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return nameOf(e.X)
	case *ast.IndexListExpr:
		return nameOf(e.X)
	}
	return nil
}

// instantiate gives the function for a declared one with type arguments, made when it is first needed. It is nil if
// that is not possible, which has been reported.
func (l *loader) instantiate(u *unit, obj *types.Func, args []types.Type) *Func {
	for _, m := range l.instances[obj] {
		if sameTypes(m.args, args) {
			return m.fn
		}
	}
	decl := u.decls[obj]
	if l.tooMany() || decl == nil {
		return nil
	}
	if decl.Body == nil {
		l.unsupported(decl.Pos(), "function %s has no body", obj.Name())
		return nil
	}
	orig := obj.Name()
	if !u.own() {
		orig = u.in.Pkg.Name() + "." + orig
	}
	fn := &Func{At: l.position(u, decl.Pos()), Name: l.instanceName(u, obj.Name(), args), Orig: orig}
	l.instances[obj] = append(l.instances[obj], madeFunc{args, fn})
	l.pkg.Funcs = append(l.pkg.Funcs, fn)
	env := bind(nil, obj.Signature().TypeParams(), args)
	l.work = append(l.work, funcWork{fn: fn, decl: decl, obj: obj, unit: u, env: env, at: l.at, where: fn.Name})
	return fn
}

// tooMany counts an instance and reports the one that is too many.
func (l *loader) tooMany() bool {
	l.count++
	if l.count == maxInstances {
		l.unsupported(l.at, "the package has more than %d instances of generic functions and types", maxInstances)
	}
	return l.count >= maxInstances
}

// lacking reports, once, a generic member of another package that has no mirror.
func (l *loader) lacking(at token.Pos, obj types.Object) {
	if l.lacks[obj] {
		return
	}
	l.lacks[obj] = true
	l.unsupported(at, "%s.%s is generic, which is not supported yet", obj.Pkg().Path(), obj.Name())
}

// clearPositions takes the positions out of what a mirror gave.
func clearPositions(list []Stmt) {
	variables := func(vs []*Var) {
		for _, v := range vs {
			if v != nil && !v.Global {
				v.At = token.NoPos
			}
		}
	}
	InspectStmts(list, func(n Node) bool {
		switch n := n.(type) {
		case Stmt:
			SetPos(n, token.NoPos)
		case interface{ place(token.Pos) }:
			n.place(token.NoPos)
		}
		variables(declaredBy(n))
		switch n := n.(type) {
		case *Switch:
			for _, c := range n.Cases {
				c.At = token.NoPos
			}
		case *TypeSwitch:
			for _, c := range n.Cases {
				c.At = token.NoPos
			}
		case *Select:
			for _, c := range n.Cases {
				c.At = token.NoPos
			}
		}
		return true
	})
}
