package engine

// This file is the engine's face: derivatives of named functions, and the expansion of special forms.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// Derivative is what Gradient makes for one function.
type Derivative struct {
	Package      *core.Package // the input with the new functions behind its own
	Funcs        []*core.Func  // the new functions
	Grad         *core.Func    // func(p...) (D...): the gradient
	ValueAndGrad *core.Func    // func(p...) (R, D...): value and gradient
	Params       []string      // names of the parameters that the gradient is taken of, as the D go
	Args         []string      // names of all parameters
}

// paramName is a parameter's name in the source, or _ and its number for one without.
func paramName(i int, v *core.Var) string {
	if v.Orig == "" {
		return fmt.Sprintf("_%d", i)
	}
	return v.Orig
}

// Gradient differentiates the function called name. Errors are a diag.List with positions; the input is not
// changed.
func Gradient(p *core.Package, name string) (d *Derivative, err error) {
	defer recoverInternal(&err)
	var f *core.Func
	for _, g := range p.Funcs {
		if g.Name == name && g.Recv == nil {
			f = g
		}
	}
	pr := newProgram(p)
	if f == nil {
		pr.diags.Add(nil, token.NoPos, "ad-function", "there is no function %s", name)
		return nil, pr.diags.Err()
	}
	g := pr.gradientOf(f, f.At)
	if err := pr.diags.Err(); err != nil {
		return nil, err
	}
	out := pr.output()
	d = &Derivative{Package: out, Funcs: out.Funcs[len(p.Funcs):]}
	d.Grad, d.ValueAndGrad = find(d.Funcs, g.grad.Name), find(d.Funcs, g.value.Name)
	for i, v := range f.Params {
		if hasFloats(v.Type) && differentiable(v.Type) {
			d.Params = append(d.Params, paramName(i, v))
		}
		d.Args = append(d.Args, paramName(i, v))
	}
	return d, nil
}

func find(fs []*core.Func, name string) *core.Func {
	for _, f := range fs {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Expand replaces the special forms of a package (ad.Grad(f) …) by generated functions. It is an interp.Hook.
// Adjoints report what they record to tapes, package variables of type *rt.Tape whose names end in Tape.
// Errors are a diag.List with positions; the input is not changed.
func Expand(p *core.Package) (out *core.Package, err error) {
	defer recoverInternal(&err)
	pr := newProgram(p)
	pr.metered = true
	x := &expansion{program: pr, lits: map[string]*core.Func{}}
	m := &core.Mapper{Expr: x.expr}
	found := false
	look := func(n core.Node) bool {
		if h := hostCallee(exprOf(n)); h != nil && h.Path == adPath {
			found = true
		}
		return !found
	}
	core.InspectStmts(p.Init, look)
	for _, f := range p.Funcs {
		core.InspectStmts(f.Body, look)
	}
	if !found {
		return p, nil
	}
	expanded := *p
	expanded.Init = m.MapStmts(p.Init)
	expanded.Funcs = nil
	// References to functions go to the copies, which the expansion fills in.
	copies := map[*core.Func]*core.Func{}
	for _, f := range p.Funcs {
		c := *f
		copies[f] = &c
		expanded.Funcs = append(expanded.Funcs, &c)
	}
	for _, f := range expanded.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
	if err := pr.diags.Err(); err != nil {
		return nil, err
	}
	all := pr.output()
	expanded.Vars = all.Vars
	expanded.Init = append(all.Init[:len(pr.tapeInits):len(pr.tapeInits)], expanded.Init...)
	expanded.Funcs = append(expanded.Funcs, all.Funcs[len(p.Funcs):]...)
	redirect := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if r, ok := e.(*core.Ref); ok {
			if f, ok := r.Obj.(*core.Func); ok && copies[f] != nil {
				r.Obj = copies[f]
			}
		}
		return e
	}}
	expanded.Init = redirect.MapStmts(expanded.Init)
	for _, f := range expanded.Funcs {
		f.Body = redirect.MapStmts(f.Body)
	}
	return &expanded, nil
}

func exprOf(n core.Node) core.Expr {
	e, _ := n.(core.Expr)
	return e
}

// expansion replaces form calls.
type expansion struct {
	*program
	lits map[string]*core.Func
}

func (x *expansion) expr(e core.Expr) core.Expr {
	h := hostCallee(e)
	if h == nil || h.Path != adPath {
		return e
	}
	call := e.(*core.Call)
	f := x.function(call.Args[0], h.Name)
	if f == nil {
		return e
	}
	if h.Name == "Adjoint" {
		return x.source(call, f)
	}
	g := x.gradientOf(f, call.At)
	if g == nil {
		return e
	}
	switch h.Name {
	case "Grad":
		return &core.Ref{X: core.X{At: call.At, T: call.T}, Obj: g.grad}
	case "ValueAndGrad":
		return &core.Ref{X: core.X{At: call.At, T: call.T}, Obj: g.value}
	}
	x.unsupported(call.At, "ad.%s is not supported yet", h.Name)
	return e
}

// function finds the function that a form is applied to: a function of the package, or a literal that captures no
// local variable, which becomes one.
func (x *expansion) function(arg core.Expr, form string) *core.Func {
	switch a := arg.(type) {
	case *core.Ref:
		if f, ok := a.Obj.(*core.Func); ok {
			return f
		}
		if v, ok := a.Obj.(*core.Var); ok && x.literals[v] != nil {
			return x.literals[v]
		}
	case *core.FuncLit:
		if captured := capturedLocal(a); captured != "" {
			x.unsupported(a.At, "ad.%s of a function literal that uses the local variable %s is not supported yet; pass it as a parameter", form, captured)
			return nil
		}
		f := &core.Func{At: a.At, Name: x.names.fresh("lit"), Signature: a.Signature, Body: a.Body}
		x.funcs = append(x.funcs, f)
		return f
	}
	x.unsupported(arg.Pos(), "ad.%s needs a function by name, a function literal, or a variable that is set once to a literal; %s is a value that may change", form, core.OrigText(arg))
	return nil
}

// source is the text of a derivative as a value of type ad.Source: made again, without tapes.
func (x *expansion) source(call *core.Call, f *core.Func) core.Expr {
	pr := newProgram(x.pkg)
	pr.gradientOf(f, call.At)
	x.diags = append(x.diags, pr.diags...)
	all := pr.output()
	p := &core.Package{Fset: x.pkg.Fset, Name: x.pkg.Name, Types: x.pkg.Types, Funcs: all.Funcs[len(x.pkg.Funcs):]}
	text, err := core.Print(p)
	if err != nil {
		panic(err)
	}
	return sourceLiteral(call, text, x.pkg.Fset)
}

// sourceLiteral writes a printed text with its line map as a composite literal.
func sourceLiteral(call *core.Call, s *core.Source, fset *token.FileSet) core.Expr {
	pkg := types.NewPackage(rtPath, "rt")
	named := func(name string, fields ...*types.Var) types.Type {
		return types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct(fields, nil), nil)
	}
	field := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, pkg, name, t, false) }
	text, number := types.Typ[types.String], intType()
	position := named("Position", field("File", text), field("Line", number), field("Col", number))
	sweep := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Sweep", nil), text, nil)
	lineRef := named("LineRef", field("Adjoint", number), field("Primal", position), field("Sweep", sweep))
	lines := &core.Composite{X: core.X{T: types.NewSlice(lineRef)}}
	for i, l := range s.Lines {
		if !l.Pos.IsValid() {
			continue
		}
		at := fset.Position(l.Pos)
		which := "forward"
		if l.Rev {
			which = "reverse"
		}
		where := &core.Composite{X: core.X{T: position}, Fields: []string{"File", "Line", "Col"},
			Vals: []core.Expr{stringConst(at.Filename), intConst(at.Line), intConst(at.Column)}}
		lines.Vals = append(lines.Vals, &core.Composite{X: core.X{T: lineRef}, Fields: []string{"Adjoint", "Primal", "Sweep"},
			Vals: []core.Expr{intConst(i + 1), where, &core.Const{X: core.X{T: sweep}, Val: constant.MakeString(which)}}})
	}
	return &core.Composite{X: core.X{At: call.At, T: call.T}, Fields: []string{"Text", "Lines"}, Vals: []core.Expr{stringConst(s.Text), lines}}
}

func stringConst(s string) core.Expr {
	return &core.Const{X: core.X{T: types.Typ[types.String]}, Val: constant.MakeString(s)}
}

// recoverInternal turns a broken invariant into an error. It is the package's only recover.
func recoverInternal(err *error) {
	if r := recover(); r != nil {
		*err = internalError{r}
	}
}
