package trace

// This file makes the gradient functions, which call the pullback once.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (b *boundary) valueAndGrad(vjp *core.Func) *core.Func {
	t := b.tracer
	out := &core.Func{At: b.f.At, Name: t.names.fresh(b.f.Name + "ValueAndGrad"), Doc: []string{
		b.f.Name + "ValueAndGrad returns the value of " + b.f.Name + " and its gradient: an adjoint for each parameter that has a derivative."}}
	out.Params, out.Variadic = b.params(), b.f.Variadic
	sig := vjp.Results[1].(*types.Signature)
	value := &core.Var{At: b.f.At, Name: t.names.fresh("value"), Type: b.f.Results[0]}
	back := &core.Var{At: b.f.At, Name: t.names.fresh("back"), Type: sig}
	one := constOf(oneValue, b.f.Results[0])
	pulled := &core.Call{X: core.X{At: b.f.At, T: resultOf(typesOf(sig.Results()))}, Fun: ref(back), Args: []core.Expr{one}}
	out.Results = append([]types.Type{b.f.Results[0]}, typesOf(sig.Results())...)
	d := &core.Define{S: core.S{At: b.f.At}, Rhs: []core.Expr{pulled}}
	r := &core.Return{S: core.S{At: b.f.At}, Results: []core.Expr{ref(value)}}
	for _, v := range b.f.Params {
		if t.differentiable(v.Type) {
			bar := &core.Var{At: v.At, Name: t.names.fresh(nameOf(v) + "Bar"), Type: v.Type}
			d.Vars = append(d.Vars, bar)
			r.Results = append(r.Results, ref(bar))
		}
	}
	out.Body = []core.Stmt{&core.Define{S: core.S{At: b.f.At}, Vars: []*core.Var{value, back}, Rhs: []core.Expr{forward(vjp, out)}}, d, r}
	return out
}

// forward calls f with the parameters of g.
func forward(f, g *core.Func) core.Expr {
	c := call(f)
	c.At, c.Spread = g.At, g.Variadic
	for _, v := range g.Params {
		c.Args = append(c.Args, ref(v))
	}
	return c
}

func (b *boundary) grad(value *core.Func) *core.Func {
	out := &core.Func{At: b.f.At, Name: b.names.fresh(b.f.Name + "Grad"), Doc: []string{
		b.f.Name + "Grad returns the gradient of " + b.f.Name + ": an adjoint for each parameter that has a derivative."}}
	out.Params, out.Variadic, out.Results = b.params(), b.f.Variadic, value.Results[1:]
	d := &core.Define{S: core.S{At: b.f.At}, Vars: []*core.Var{nil}, Rhs: []core.Expr{forward(value, out)}}
	r := &core.Return{S: core.S{At: b.f.At}}
	for _, typ := range out.Results {
		v := &core.Var{At: b.f.At, Name: b.names.fresh("bar"), Type: typ}
		d.Vars = append(d.Vars, v)
		r.Results = append(r.Results, ref(v))
	}
	out.Body = []core.Stmt{d, r}
	return out
}
