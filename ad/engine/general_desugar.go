package engine

// This file rewrites what the general form would need rules of its own for: methods become functions, calls through
// interfaces go to a function that switches over the package's types, method values become literals, conversions to
// interfaces are written out, variadic calls pass slices, promoted fields are spelled in full.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// desugar returns the body of a function with these rewritings.
func (g *general) desugar(f *core.Func) []core.Stmt {
	d := &desugarer{general: g, names: g.names.withLocals(f)}
	first := &core.Mapper{Expr: d.expr}
	var results []types.Type = f.Results
	body := first.MapStmts(f.Body)
	second := &core.Mapper{Expr: d.methodValue}
	body = second.MapStmts(body)
	d.returns(body, results)
	third := &core.Mapper{Stmt: d.stmt, Expr: d.literalReturns}
	return third.MapStmts(body)
}

type desugarer struct {
	*general
	names names
}

// convert writes out the conversion of a value to an interface type.
func (d *desugarer) convert(e core.Expr, t types.Type) core.Expr {
	if e == nil || t == nil || e.Type() == nil || !types.IsInterface(t) || types.IsInterface(e.Type()) || d.class(t) == none {
		return e
	}
	if c, ok := e.(*core.Const); ok && c.Val == nil {
		return e
	}
	if _, tuple := e.Type().(*types.Tuple); tuple {
		return e
	}
	return &core.Convert{X: core.X{At: e.Pos(), T: t}, E: e}
}

// home is the package of the program's types, for the names of their unexported members.
func (d *desugarer) home() *types.Package {
	for _, decl := range d.pkg.Types {
		return decl.Named.Pkg()
	}
	return nil
}

// through writes a path of embedded fields in full, all but the last step.
func (d *desugarer) through(e core.Expr, path []int) core.Expr {
	for _, i := range path[:len(path)-1] {
		f := under(e.Type()).(*types.Struct).Field(i)
		e = &core.Field{X: core.X{At: e.Pos(), T: f.Type()}, E: e, Name: f.Name()}
	}
	return e
}

func (d *desugarer) expr(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Field:
		if e.E != nil && !e.Method && d.class(e.T) != none {
			if _, path, _ := types.LookupFieldOrMethod(e.E.Type(), true, d.home(), e.Name); len(path) > 1 {
				e.E = d.through(e.E, path)
			}
		}
	case *core.Composite:
		d.composite(e)
	case *core.Call:
		return d.call(e)
	}
	return e
}

func (d *desugarer) composite(e *core.Composite) {
	switch u := e.T.Underlying().(type) {
	case *types.Struct:
		for i, v := range e.Vals {
			t := v.Type()
			for j := range u.NumFields() {
				if e.Fields == nil && j == i || e.Fields != nil && u.Field(j).Name() == e.Fields[i] {
					t = u.Field(j).Type()
				}
			}
			e.Vals[i] = d.convert(v, t)
		}
	case *types.Map:
		for i, v := range e.Vals {
			e.Vals[i] = d.convert(v, u.Elem())
		}
	case *types.Slice, *types.Array:
		for i, v := range e.Vals {
			e.Vals[i] = d.convert(v, elemType(e.T))
		}
	}
}

func (d *desugarer) call(e *core.Call) core.Expr {
	if f, ok := e.Fun.(*core.Field); ok && f.Method && f.E != nil {
		return d.methodCall(e, f)
	}
	switch builtinName(e) {
	case "panic":
		e.Args[0] = d.convert(e.Args[0], anyType())
		return e
	case "append":
		if !e.Spread {
			for i := range e.Args[1:] {
				e.Args[i+1] = d.convert(e.Args[i+1], elemType(e.T))
			}
		}
		return e
	}
	if hostCallee(e) != nil || builtinName(e) != "" || e.Fun.Type() == nil {
		return e
	}
	if sig, ok := e.Fun.Type().Underlying().(*types.Signature); ok {
		d.pass(e, sig)
	}
	return e
}

// pass converts arguments to the types of the parameters and packs variadic ones.
func (d *desugarer) pass(e *core.Call, sig *types.Signature) {
	if len(e.Args) == 1 {
		if _, several := e.Args[0].Type().(*types.Tuple); several {
			return
		}
	}
	n := sig.Params().Len()
	if sig.Variadic() {
		last := sig.Params().At(n - 1).Type()
		if !e.Spread {
			pack := &core.Composite{X: core.X{At: e.At, T: last}}
			for _, a := range e.Args[n-1:] {
				pack.Vals = append(pack.Vals, d.convert(a, elemType(last)))
			}
			e.Args = append(e.Args[:n-1:n-1], pack)
			if len(pack.Vals) == 0 {
				e.Args[n-1] = nilOf(last)
			}
		}
		e.Spread = false
	}
	for i := range e.Args {
		if i < n {
			e.Args[i] = d.convert(e.Args[i], sig.Params().At(i).Type())
		}
	}
}

// returns converts what a body returns to the result types. Bodies of literals have their own.
func (d *desugarer) returns(list []core.Stmt, results []types.Type) {
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			return false
		case *core.Return:
			if len(n.Results) == len(results) {
				for i := range n.Results {
					n.Results[i] = d.convert(n.Results[i], results[i])
				}
			}
		}
		return true
	})
}

func (d *desugarer) literalReturns(e core.Expr) core.Expr {
	if lit, ok := e.(*core.FuncLit); ok {
		d.returns(lit.Body, lit.Results)
	}
	return e
}

func (d *desugarer) stmt(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		if len(s.Vars) == len(s.Rhs) {
			for i, v := range s.Vars {
				if v != nil {
					s.Rhs[i] = d.convert(s.Rhs[i], v.Type)
				}
			}
		}
	case *core.Assign:
		if len(s.Lhs) == len(s.Rhs) {
			for i, l := range s.Lhs {
				if l != nil {
					s.Rhs[i] = d.convert(s.Rhs[i], l.Type())
				}
			}
		}
	case *core.For:
		d.headers(s)
	case *core.Range:
		d.rangeStmt(s)
	case *core.TypeSwitch:
		return d.typeSwitch(s)
	}
	return []core.Stmt{s}
}

// rangeStmt reads the values of a map in the body, and ranges over slices where an array is pointed to.
func (d *desugarer) rangeStmt(s *core.Range) {
	switch u := s.E.Type().Underlying().(type) {
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			s.E = &core.SliceExpr{X: core.X{At: s.At, T: types.NewSlice(a.Elem())}, E: s.E}
		}
	case *types.Map:
		if s.Val == nil || d.class(s.Val.Type) == none {
			return
		}
		if s.Key == nil {
			s.Key = &core.Var{At: s.At, Name: d.names.fresh("k"), Type: u.Key()}
		}
		get := &core.Index{X: core.X{At: s.At, T: u.Elem()}, E: core.CloneExpr(s.E), I: ref(s.Key)}
		s.Body = append([]core.Stmt{at(s.At, define(s.Val, get))}, s.Body...)
		s.Val = nil
	}
}

// typeSwitch binds the value in the cases.
func (d *desugarer) typeSwitch(s *core.TypeSwitch) []core.Stmt {
	var out []core.Stmt
	if !isPlain(s.E) && d.class(s.E.Type()) != none {
		v := &core.Var{At: s.At, Name: d.names.fresh("v"), Type: s.E.Type()}
		out = append(out, at(s.At, define(v, s.E)))
		s.E = ref(v)
	}
	for _, c := range s.Cases {
		if c.Bind == nil || d.class(s.E.Type()) == none {
			continue
		}
		e := core.CloneExpr(s.E)
		if !types.IsInterface(c.Bind.Type) || len(c.Types) == 1 && c.Types[0] != nil && types.IsInterface(c.Types[0]) {
			e = &core.Assert{X: core.X{At: c.At, T: c.Bind.Type}, E: e}
		}
		c.Body = append([]core.Stmt{at(c.At, define(c.Bind, e))}, c.Body...)
		c.Bind = nil
	}
	return append(out, s)
}

// headers refuses loops whose header has to be taken apart although a literal or a pointer holds on to its variables,
// which are new ones in each iteration.
func (d *desugarer) headers(s *core.For) {
	n := &normalizer{general: d.general}
	if !n.carriesHeader(s) && repeatableHeader(s) {
		return
	}
	mine := map[*core.Var]bool{}
	if s.Init != nil {
		for _, v := range declared(s.Init) {
			mine[v] = true
		}
	}
	held := cellsOf(&core.Func{Body: []core.Stmt{s}})
	for v := range mine {
		if held[v] {
			d.unsupported(s.At, "variable %s of the loop is captured or its address is taken, which is not supported yet in a loop of this kind; copy it in the body", nameOf(v))
			return
		}
	}
}
