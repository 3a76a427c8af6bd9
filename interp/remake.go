package interp

// This file gives variables their function values again in a new interpreter. Functions that an interpreter made cannot be carried to
// the next, but g := ad.Grad(f) or h := func() ... needs nothing but the program: as long as nothing has assigned such a variable, its
// definition gives the same again, with the functions that it names as they are now.

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

// remakePrefix begins the names of the functions that define such variables again; no name of a cell goes on like this.
const remakePrefix = "costate_0again_"

// remakes makes a function for each variable of other cells whose value follows from the program alone, out of its part of the
// initialisation. changed are the variables that may be something else by now.
func (p *plan) remakes(init []core.Stmt, changed map[string]bool) []*core.Func {
	p.again = map[string]string{}
	var fns []*core.Func
	for _, s := range init {
		v, e := defines(s)
		if v == nil || v.Orig == "" || changed[v.Orig] || !p.constant(e) || p.shows(v) {
			continue
		}
		if p.fset.Position(v.At).Filename == p.cell.text.name { // it gets its value when the cell runs
			p.again[v.Name] = "-"
			continue
		}
		fn := &core.Func{At: s.Pos(), Name: remakePrefix + v.Name, Body: []core.Stmt{s}}
		p.again[v.Name] = fn.Name
		p.order = append(p.order, v.Name)
		fns = append(fns, fn)
	}
	return fns
}

// shows reports whether a variable is that of a shown value.
func (p *plan) shows(v *core.Var) bool {
	return slices.ContainsFunc(p.cells, func(c *cell) bool { return strings.HasPrefix(v.Name, c.text.prefix+"_") })
}

// defines takes apart the initialisation of one variable.
func defines(s core.Stmt) (*core.Var, core.Expr) {
	a, ok := s.(*core.Assign)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, nil
	}
	r, ok := a.Lhs[0].(*core.Ref)
	if !ok {
		return nil, nil
	}
	v, _ := r.Obj.(*core.Var)
	return v, a.Rhs[0]
}

// constant reports whether an expression that leads to functions means the same at any time and does nothing else.
func (p *plan) constant(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Const, *core.FuncLit:
		return true
	case *core.Ref:
		switch o := e.Obj.(type) {
		case *core.Func:
			return true
		case *core.Host:
			_, fn := e.Type().Underlying().(*types.Signature)
			return fn
		case *core.Var:
			return p.again[o.Name] != ""
		}
	case *core.Convert:
		return p.constant(e.E)
	case *core.Field:
		return e.E == nil
	case *core.Composite:
		switch e.T.Underlying().(type) {
		case *types.Struct, *types.Array:
		default:
			return false // others could share it
		}
		for _, v := range e.Vals {
			if !p.constant(v) {
				return false
			}
		}
		return true
	}
	return false
}

// touched adds the package variables that code may change.
func touched(list []core.Stmt, names map[string]bool) {
	note := func(e core.Expr) {
		if v := root(e); v != nil && v.Global {
			names[v.Orig] = true
		}
	}
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Assign:
			for _, l := range n.Lhs {
				note(l)
			}
		case *core.Unary:
			if n.Op == token.AND {
				note(n.E)
			}
		case *core.SliceExpr:
			note(n.E)
		case *core.Field:
			if n.Method && n.E != nil && !hasMethod(n.E.Type(), n.Name) { // called by its address
				note(n.E)
			}
		}
		return true
	})
}

// hasMethod reports whether values of a type have a method, other than by their addresses.
func hasMethod(t types.Type, name string) bool {
	for m := range types.NewMethodSet(t).Methods() {
		if m.Obj().Name() == name {
			return true
		}
	}
	return false
}

// root is the variable that an expression is, or is a part of.
func root(e core.Expr) *core.Var {
	switch e := e.(type) {
	case *core.Ref:
		v, _ := e.Obj.(*core.Var)
		return v
	case *core.Field:
		if e.E != nil {
			return root(e.E)
		}
	case *core.Index:
		if _, ok := e.E.Type().Underlying().(*types.Array); ok {
			return root(e.E)
		}
	}
	return nil
}

// remake defines the variables again that the plan says, in the session's new interpreter.
func (s *Session) remake(p *plan) error {
	for _, name := range p.order {
		if !p.carried[name] {
			continue
		}
		if _, err := s.vm.i.Eval(p.again[name] + "()"); err != nil {
			return err
		}
		s.has[name], s.vm.valued[name] = true, true
	}
	return nil
}

// onlyFunctions reports whether a cell's variables all are functions that are written where they are defined: it is like a cell that
// declares functions.
func (p *plan) onlyFunctions(f *ast.File) bool {
	functions := func(e ast.Expr) bool {
		_, ok := p.checked.Info.TypeOf(e).Underlying().(*types.Signature)
		if !ok {
			return false
		}
		switch e := ast.Unparen(e).(type) {
		case *ast.FuncLit:
			return true
		case *ast.Ident:
			_, ok := p.checked.Info.Uses[e].(*types.Func)
			return ok
		case *ast.SelectorExpr:
			fn, ok := p.checked.Info.Uses[e.Sel].(*types.Func)
			return ok && fn.Signature().Recv() == nil
		case *ast.CallExpr:
			return p.differentiates(e)
		}
		return false
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			if len(v.Values) != len(v.Names) {
				return false
			}
			for _, e := range v.Values {
				if !functions(e) {
					return false
				}
			}
		}
	}
	return true
}

// differentiates reports whether a call makes a derivative of functions: the hooks write one in its place.
func (p *plan) differentiates(call *ast.CallExpr) bool {
	fun := ast.Unparen(call.Fun)
	if x, ok := fun.(*ast.IndexExpr); ok {
		fun = x.X
	}
	if x, ok := fun.(*ast.IndexListExpr); ok {
		fun = x.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := p.checked.Info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && strings.HasSuffix(fn.Pkg().Path(), "/costate/ad")
}

// repeats reports whether a variable of another cell is to be defined again: it had a value, or its cell is like one that declares
// functions and has become right again.
func (p *plan) repeats(v *core.Var, had bool) bool {
	if fn := p.again[v.Name]; fn == "" || fn == "-" {
		return false
	}
	for _, c := range p.cells {
		if c.text.name == p.fset.Position(v.At).Filename {
			return had || !c.acts && (c.state == StateOK || c.before == StateOK)
		}
	}
	return false
}

// mendsFunctions reports whether a cell fits again whose variables are to be defined again.
func (p *plan) mendsFunctions() bool {
	return slices.ContainsFunc(p.cells, func(c *cell) bool {
		return c.before != "" && c != p.cell && !c.acts && len(c.vars) > 0 &&
			!slices.ContainsFunc(p.broken, func(b brokenCell) bool { return b.cell == c })
	})
}

// assignsAfter lists the variables that code may have assigned once the plan's cell has run: what the program does, and what statements
// have done to values that are still there.
func (s *Session) assignsAfter(p *plan, program *core.Package) map[string]bool {
	names := maps.Clone(s.assigned)
	for _, n := range p.cell.defines {
		delete(names, n)
	}
	for _, f := range program.Funcs {
		touched(f.Body, names)
	}
	for _, s := range program.Init {
		if a, ok := s.(*core.Assign); ok {
			for _, e := range a.Rhs {
				touched([]core.Stmt{&core.Do{E: e}}, names)
			}
		}
	}
	return names
}
