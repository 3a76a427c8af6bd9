package engine

// This file is the engine's face: derivatives of named functions, and the expansion of special forms.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/ad/trace"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// Derivative is what Gradient makes for one function.
type Derivative struct {
	Package      *core.Package // the input with the new functions behind its own
	Funcs        []*core.Func  // the new functions
	Grad         *core.Func    // func(p...) (D...): the gradient
	ValueAndGrad *core.Func    // func(p...) (R, D...): value and gradient
	Params       []string      // names of the parameters that the gradient is taken of, as the D go
	Args         []string      // names of all parameters
	Form         Form
	Init         []core.Stmt // initialisation of what the new functions use, which only the traced form has
	Others       []any       // types and variables of the same kind: *core.TypeDecl, *core.Var
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
func Gradient(p *core.Package, name string) (*Derivative, error) { return GradientAt(p, name, Fast) }

// GradientAt is Gradient in the forms of a level.
func GradientAt(p *core.Package, name string, level Level) (d *Derivative, err error) {
	pr := newProgram(p)
	pr.level = level
	pr.exported = name
	defer pr.recoverInternal(&err)
	var f *core.Func
	for _, g := range p.Funcs {
		if g.Name == name && g.Recv == nil {
			f = g
		}
	}
	if f == nil {
		pr.diags.Add(nil, token.NoPos, "ad-function", "there is no function %s", name)
		return nil, pr.diags.Err()
	}
	g := pr.gradientOf(f, f.At)
	if err := pr.diags.Err(); err != nil {
		return nil, err
	}
	out := pr.output()
	d = &Derivative{Package: out, Funcs: out.Funcs[len(p.Funcs):], Form: FormAdjoint}
	for _, t := range pr.types {
		d.Others = append(d.Others, t)
	}
	for _, v := range pr.shadowVars {
		d.Others = append(d.Others, v)
	}
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
func Expand(p *core.Package) (*core.Package, error) { return expand(p, FormAdjoint) }

func expand(p *core.Package, form Form) (out *core.Package, err error) {
	pr := newProgram(p)
	pr.level = form.level()
	defer pr.recoverInternal(&err)
	pr.metered = true
	x := &expansion{program: pr, form: form}
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
	expanded.Init = nil
	for _, s := range p.Init {
		if a, ok := s.(*core.Assign); ok && a.Lhs[0] != nil {
			x.place = rootVar(a.Lhs[0]).Name
		}
		expanded.Init = append(expanded.Init, m.MapStmt(s)...)
	}
	expanded.Funcs = nil
	// References to functions go to the copies, which the expansion fills in.
	copies := map[*core.Func]*core.Func{}
	for _, f := range p.Funcs {
		c := *f
		copies[f] = &c
		expanded.Funcs = append(expanded.Funcs, &c)
	}
	for _, f := range expanded.Funcs {
		x.place = f.Name
		f.Body = m.MapStmts(f.Body)
	}
	if err := pr.diags.Err(); err != nil {
		return nil, err
	}
	all := pr.output()
	expanded.Vars, expanded.Types = all.Vars, all.Types
	expanded.Init = append(all.Init[:len(pr.tapeInits):len(pr.tapeInits)], expanded.Init...)
	expanded.Funcs = append(expanded.Funcs, all.Funcs[len(p.Funcs):]...)
	if x.tracing != nil {
		x.tracing.AddTo(&expanded)
	}
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

// literalSuffix ends the names of functions that were literals.
const literalSuffix = "_lit"

// expansion replaces form calls.
type expansion struct {
	*program
	place string // the function or variable in whose body or value forms are being replaced

	form    Form
	tracing *trace.Emitter // what is traced, nil if nothing is
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
	g := x.derivative(f, call.Args[0].Pos())
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

const secondDerivative = "ad.%s of a derivative is not supported yet%s; write the first derivative as a function of its own, and differentiate that"

// holdsDerivative reports whether a variable of the package is defined as a derivative.
func (x *expansion) holdsDerivative(v *core.Var) bool {
	for _, s := range x.pkg.Init {
		a, ok := s.(*core.Assign)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			continue
		}
		for i, l := range a.Lhs {
			if r, ok := l.(*core.Ref); ok && r.Obj == v {
				if h := hostCallee(a.Rhs[i]); h != nil && h.Path == adPath {
					return true
				}
			}
		}
	}
	return false
}

// function finds the function that a form is applied to: a function of the package, or a literal that captures no
// local variable, which becomes one.
func (x *expansion) function(arg core.Expr, form string) *core.Func {
	switch a := arg.(type) {
	case *core.Ref:
		if f, ok := a.Obj.(*core.Func); ok {
			if slices.Contains(x.funcs, f) {
				x.unsupported(a.At, secondDerivative, form, "")
				return nil
			}
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
		// Named after where it stands, not by a count over the package: what else there is must not change its name.
		f := &core.Func{At: a.At, Name: x.names.fresh(x.place + literalSuffix), Signature: a.Signature, Body: a.Body}
		x.funcs = append(x.funcs, f)
		return f
	}
	if r, ok := arg.(*core.Ref); ok {
		if v, ok := r.Obj.(*core.Var); ok && v.Global && x.holdsDerivative(v) {
			x.unsupported(arg.Pos(), secondDerivative, form, ", and "+nameOf(v)+" is one")
			return nil
		}
		if v, ok := r.Obj.(*core.Var); ok && v.Global {
			x.unsupported(arg.Pos(), "%s is a variable that is set more than once, so what it holds is not known before the program runs; declare the function with func %s(…)", nameOf(v), nameOf(v))
			return nil
		}
		if _, ok := r.Obj.(*core.Host); ok {
			x.unsupported(arg.Pos(), "ad.%s of %s is not supported yet; write a function that calls it", form, core.OrigText(arg))
			return nil
		}
	}
	x.unsupported(arg.Pos(), "ad.%s needs a function by name or a function literal; %s is a value that is not known before the program runs", form, core.OrigText(arg))
	return nil
}

// source is the text of a derivative as a value of type ad.Source: made again, without tapes.
func (x *expansion) source(call *core.Call, f *core.Func) core.Expr {
	text, _ := x.listing(f, call.At)
	if text == nil {
		_, err := x.text(f, call.At)
		x.diags = append(x.diags, err...)
		return call
	}
	return sourceLiteral(call, sourceOf(text, x.pkg.Fset))
}

// text prints the functions that make up a derivative of f, without tapes.
func (p *program) text(f *core.Func, at token.Pos) (*core.Source, diag.List) {
	pr := newProgram(p.pkg)
	pr.level = p.level
	pr.gradientOf(f, at)
	if len(pr.diags) > 0 {
		return nil, pr.diags
	}
	all := pr.output()
	text, err := core.Print(&core.Package{Fset: p.pkg.Fset, Name: p.pkg.Name, Types: p.pkg.Types, Funcs: all.Funcs[len(p.pkg.Funcs):]})
	if err != nil {
		panic(err)
	}
	return text, nil
}

// Adjoint is the generated source of one derivative, for a page to show.
type Adjoint struct {
	Func string // the function that is differentiated
	At   token.Position
	Form Form `json:"engine_form"`
	rt.Source
}

// AdjointsAs is Adjoints with derivatives in a form.
func AdjointsAs(p *core.Package, form Form) ([]Adjoint, error) { return adjoints(p, form) }

// Adjoints returns the generated source of every function that the package's special forms differentiate, by the
// positions of the forms. p is the package before Expand.
func Adjoints(p *core.Package) ([]Adjoint, error) { return adjoints(p, FormAdjoint) }

func adjoints(p *core.Package, form Form) (list []Adjoint, err error) {
	x := &expansion{program: newProgram(p), form: form}
	defer x.recoverInternal(&err)
	seen := map[*core.Func]bool{}
	look := func(n core.Node) bool {
		h := hostCallee(exprOf(n))
		if h == nil || h.Path != adPath {
			return true
		}
		call := n.(*core.Call)
		f := x.function(call.Args[0], h.Name)
		if f == nil || seen[f] {
			return true
		}
		seen[f] = true
		if text, form := x.listing(f, call.At); text != nil {
			list = append(list, Adjoint{Func: shown(f), At: p.Fset.Position(call.At), Form: form, Source: sourceOf(text, p.Fset)})
		}
		return true
	}
	core.InspectStmts(p.Init, look)
	for _, f := range p.Funcs {
		core.InspectStmts(f.Body, look)
	}
	return list, nil
}

// shown is what a reader calls a function.
func shown(f *core.Func) string {
	if strings.HasSuffix(f.Name, literalSuffix) && f.Orig == "" {
		return "function literal"
	}
	return f.Name
}

// sourceOf gives a printed text its line map by positions.
func sourceOf(s *core.Source, fset *token.FileSet) rt.Source {
	out := rt.Source{Text: s.Text}
	for i, l := range s.Lines {
		if !l.Pos.IsValid() {
			continue
		}
		at := fset.Position(l.Pos)
		ref := rt.LineRef{Adjoint: i + 1, Primal: rt.Position{File: at.Filename, Line: at.Line, Col: at.Column}, Sweep: rt.Forward}
		if l.Rev {
			ref.Sweep = rt.Reverse
		}
		out.Lines = append(out.Lines, ref)
	}
	return out
}

// sourceLiteral writes a source with its line map as a composite literal.
func sourceLiteral(call *core.Call, s rt.Source) core.Expr {
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
	for _, l := range s.Lines {
		where := &core.Composite{X: core.X{T: position}, Fields: []string{"File", "Line", "Col"},
			Vals: []core.Expr{stringConst(l.Primal.File), intConst(l.Primal.Line), intConst(l.Primal.Col)}}
		lines.Vals = append(lines.Vals, &core.Composite{X: core.X{T: lineRef}, Fields: []string{"Adjoint", "Primal", "Sweep"},
			Vals: []core.Expr{intConst(l.Adjoint), where, &core.Const{X: core.X{T: sweep}, Val: constant.MakeString(string(l.Sweep))}}})
	}
	return &core.Composite{X: core.X{At: call.At, T: call.T}, Fields: []string{"Text", "Lines"}, Vals: []core.Expr{stringConst(s.Text), lines}}
}

func stringConst(s string) core.Expr {
	return &core.Const{X: core.X{T: types.Typ[types.String]}, Val: constant.MakeString(s)}
}

// recoverInternal turns a broken invariant into an error. It is the package's only recover. Behind a diagnostic
// nothing is certain, so then it is the diagnostics that count.
func (p *program) recoverInternal(err *error) {
	if r := recover(); r != nil {
		if *err = p.diags.Err(); *err != nil {
			return
		}
		*err = internalError{r, string(debug.Stack())}
	}
}
