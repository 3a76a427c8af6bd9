package trace

// This file replaces the special forms of a package by traced functions.

import (
	"slices"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// Expand replaces ad.Grad(F) and ad.ValueAndGrad(F) by traced functions, F being a function of the package. It is an interp.Hook:
// what tests and comparisons run. Errors are a diag.List; the input is not changed.
func Expand(p *core.Package) (*core.Package, error) {
	e := NewEmitter(p)
	made := map[*core.Func]*Made{}
	var faults diag.List
	var broken error
	refuse := func(err error) {
		if list, ok := err.(diag.List); ok {
			faults = append(faults, list...)
		} else {
			broken = err
		}
	}
	m := &core.Mapper{Expr: func(x core.Expr) core.Expr {
		c, ok := x.(*core.Call)
		if !ok {
			return x
		}
		r, ok := c.Fun.(*core.Ref)
		if !ok {
			return x
		}
		h, ok := r.Obj.(*core.Host)
		if !ok || h.Path != adPath || h.Name != "Grad" && h.Name != "ValueAndGrad" {
			return x
		}
		arg, _ := c.Args[0].(*core.Ref)
		var f *core.Func
		if arg != nil {
			f, _ = arg.Obj.(*core.Func)
		}
		if f == nil {
			faults.Add(p.Fset, c.At, "ad-unsupported", "tracing needs a function by name")
			return x
		}
		if made[f] == nil {
			d, err := e.Differentiate(f, c.At)
			if err != nil {
				refuse(err)
				return x
			}
			made[f] = d
		}
		target := made[f].Grad
		if h.Name == "ValueAndGrad" {
			target = made[f].ValueAndGrad
		}
		if target == nil {
			faults.Add(p.Fset, c.At, "ad-unsupported", "ad.%s needs a function with one float result", h.Name)
			return x
		}
		return &core.Ref{X: core.X{At: c.At, T: c.T}, Obj: target}
	}}
	init := m.MapStmts(p.Init)
	var bodies [][]core.Stmt
	for _, f := range p.Funcs {
		bodies = append(bodies, m.MapStmts(f.Body))
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if broken != nil {
		return nil, broken
	}
	if len(made) == 0 {
		return p, nil
	}
	out := e.Package()
	out.Init = slices.Concat(e.added.init, init)
	copies := map[*core.Func]*core.Func{}
	for i, f := range p.Funcs {
		c := *f
		c.Body = bodies[i]
		copies[f] = &c
		out.Funcs[i] = &c
	}
	Redirect(out, copies)
	return out, nil
}

// Redirect makes the references of a package go to the copies of functions.
func Redirect(p *core.Package, copies map[*core.Func]*core.Func) {
	m := &core.Mapper{Expr: func(x core.Expr) core.Expr {
		if r, ok := x.(*core.Ref); ok {
			if f, ok := r.Obj.(*core.Func); ok && copies[f] != nil {
				r.Obj = copies[f]
			}
		}
		return x
	}}
	p.Init = m.MapStmts(p.Init)
	for _, f := range p.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}
