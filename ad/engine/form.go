package engine

// This file chooses the form of a derivative: an adjoint, or, where that is refused, the traced program, which is slower but covers
// the language.

import (
	"errors"
	"fmt"
	"go/token"

	"github.com/costate/costate/ad/trace"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// Form is what a derivative is made of.
type Form string

// The forms.
const (
	FormAuto    Form = "auto"    // an adjoint, or what is traced where there is none yet
	FormAdjoint Form = "adjoint" // an adjoint or a refusal
	FormTraced  Form = "traced"  // the traced program
	FormGeneral Form = "general" // an adjoint in the general form, -O0, even where a fast one applies
)

// ParseForm reads the name of a form; "" is FormAuto.
func ParseForm(name string) (Form, error) {
	switch f := Form(name); f {
	case FormAuto, FormAdjoint, FormTraced, FormGeneral:
		return f, nil
	case "":
		return FormAuto, nil
	}
	return "", fmt.Errorf("a derivative is %s, %s, %s or %s, not %s", FormAuto, FormAdjoint, FormTraced, FormGeneral, name)
}

// level is the level of the adjoints of a form.
func (f Form) level() Level {
	if f == FormGeneral {
		return General
	}
	return Fast
}

// GradientAs is Gradient in a form. If both forms refuse a function, the diagnostics are those of the adjoint.
func GradientAs(p *core.Package, name string, form Form) (*Derivative, error) {
	var refused error
	if form != FormTraced {
		d, err := GradientAt(p, name, form.level())
		var faults diag.List
		if err == nil || form == FormAdjoint || form == FormGeneral || !errors.As(err, &faults) {
			return d, err
		}
		refused = err
	}
	t, err := trace.Gradient(p, name)
	switch {
	case err != nil && refused != nil, err == nil && t.ValueAndGrad == nil && refused != nil:
		return nil, refused
	case err != nil:
		return nil, err
	case t.ValueAndGrad == nil:
		var faults diag.List
		faults.Add(p.Fset, token.NoPos, "ad-unsupported", "a gradient needs a function with one float64 result")
		return nil, faults.Err()
	}
	d := &Derivative{Package: t.Package, Funcs: t.Funcs, Grad: t.Grad, ValueAndGrad: t.ValueAndGrad, Params: t.Params, Args: t.Args,
		Form: FormTraced, Init: t.Package.Init[:len(t.Package.Init)-len(p.Init)]}
	for _, typ := range t.Package.Types[len(p.Types):] {
		d.Others = append(d.Others, typ)
	}
	for _, v := range t.Package.Vars[len(p.Vars):] {
		d.Others = append(d.Others, v)
	}
	return d, nil
}

// ExpandAs is Expand with derivatives in a form.
func ExpandAs(form Form) func(*core.Package) (*core.Package, error) {
	return func(p *core.Package) (*core.Package, error) { return expand(p, form) }
}

// derivative makes the gradient of f in the expansion's form. If both forms refuse f, the diagnostics are those of the adjoint.
func (x *expansion) derivative(f *core.Func, at token.Pos) *gradient {
	if g := x.grads[f]; g != nil {
		return g
	}
	if x.form == FormAdjoint || x.form == FormGeneral || x.form == FormAuto && x.hasAdjoint(f, at) {
		return x.gradientOf(f, at)
	}
	if x.tracing == nil {
		x.tracing = trace.NewEmitter(x.pkg)
	}
	x.tracing.Take(x.names)
	m, err := x.tracing.Differentiate(f, at)
	if err == nil && m.ValueAndGrad != nil {
		for name := range x.tracing.Names() {
			x.names[name] = true
		}
		g := &gradient{grad: m.Grad, value: m.ValueAndGrad}
		x.grads[f] = g
		return g
	}
	if x.form == FormAuto || err == nil {
		return x.gradientOf(f, at)
	}
	var faults diag.List
	if !errors.As(err, &faults) {
		panic(err)
	}
	x.diags = append(x.diags, faults...)
	return nil
}

// hasAdjoint tries whether f has an adjoint. Where the attempt breaks an invariant the answer is yes: that is to be seen.
func (x *expansion) hasAdjoint(f *core.Func, at token.Pos) bool {
	var faults diag.List
	return !errors.As(newProgram(x.pkg).try(f, at), &faults)
}

func (p *program) try(f *core.Func, at token.Pos) (err error) {
	defer p.recoverInternal(&err)
	p.gradientOf(f, at)
	return p.diags.Err()
}

// tracedText prints the functions that a traced derivative consists of, or gives nil if there is none.
func (x *expansion) tracedText(f *core.Func, at token.Pos) *core.Source {
	e := trace.NewEmitter(x.pkg)
	m, err := e.Differentiate(f, at)
	if err != nil || m.ValueAndGrad == nil {
		return nil
	}
	text, err := core.Print(e.Listing())
	if err != nil {
		panic(err)
	}
	return text
}

// listing is the text of a derivative in the expansion's form.
func (x *expansion) listing(f *core.Func, at token.Pos) (*core.Source, Form) {
	if x.form == FormAdjoint || x.form == FormGeneral || x.form == FormAuto && x.hasAdjoint(f, at) {
		text, _ := x.text(f, at)
		return text, FormAdjoint
	}
	return x.tracedText(f, at), FormTraced
}
