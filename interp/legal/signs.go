package legal

// This file keeps the sign of zero in arguments. The interpreter leaves out the arguments of its own functions for which
// reflect.Value.IsZero holds, and since Go 1.22 that holds for a negative zero, alone and in structs and arrays. Arguments for
// parameters of interface types it does not leave out. So
//
//	func f(x float64) float64 { … }    is    func f(legal_x any) float64 { x := legal_x.(float64); … }
//
// Function values keep their types: a function that is used as a value is a literal with its body. The interpreter makes real
// functions of literals, and gives these what they are given. Of names it makes none in places, as in results.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func signs(u *unit) {
	plain := map[*core.Func]core.Func{}
	for _, f := range u.pkg.Funcs {
		plain[f] = *f
	}
	for _, f := range u.pkg.Funcs {
		u.functionValues(f, plain)
		if u.signsOf(f) && f.Orig != "" {
			u.outside(f, signatureOf(plain[f].Signature))
		}
	}
	for i := 0; i < len(u.added); i++ {
		u.functionValues(u.added[i], plain)
	}
}

// functionValues puts literals in place of the functions that are used as values in the body of f, and gives types to the arguments of
// those that are called. plain has all functions as they were.
func (u *unit) functionValues(f *core.Func, plain map[*core.Func]core.Func) {
	named := map[core.Node]*core.Ref{} // the calls that stand for function values, with what they stand for
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		switch e := e.(type) {
		case *core.Ref:
			if _, ok := e.Obj.(*core.Func); ok {
				c := call(e.At, e.T, e)
				named[c] = e
				return c
			}
		case *core.Call:
			if r, ok := named[e.Fun]; ok {
				e.Fun = r
				typedArguments(e)
			}
		}
		return e
	}}
	f.Body = m.MapStmts(f.Body)
	core.InspectStmts(f.Body, func(n core.Node) bool {
		if r, ok := named[n]; ok {
			n.(*core.Call).Fun = refFunc(u.functionValue(plain[r.Obj.(*core.Func)]), r.At)
		}
		return true
	})
}

// signsOf makes the parameters of a function that can hold a negative zero interfaces, and reports whether there are any.
func (u *unit) signsOf(f *core.Func) bool {
	var defs []core.Stmt
	params := make([]*core.Var, len(f.Params))
	for i, v := range f.Params {
		params[i] = v
		if v == nil || v.Name == "" || v.Name == "_" || !hasSign(v.Type) {
			continue
		}
		w := &core.Var{At: v.At, Name: HelperPrefix + v.Name, Type: anyType}
		params[i] = w
		defs = append(defs, define(v.At, v, &core.Assert{X: core.X{At: v.At, T: v.Type}, E: ref(w, v.At)}))
	}
	f.Params, f.Body = params, append(defs, f.Body...)
	return len(defs) > 0
}

// hasSign reports whether a value of a type can be zero for package reflect and hold a negative zero.
func hasSign(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Array:
		return t.Len() > 0 && hasSign(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if hasSign(f.Type()) {
				return true
			}
		}
	}
	return false
}

// typedArguments gives the constants among the arguments of a call their types, which a parameter of type any does not give.
func typedArguments(c *core.Call) {
	for i, a := range c.Args {
		if k, ok := a.(*core.Const); ok && k.Val != nil && hasSign(k.T) {
			c.Args[i] = &core.Convert{X: k.X, E: k}
		}
	}
}

// functionValue is the function that gives f as a value.
func (u *unit) functionValue(f core.Func) *core.Func {
	return u.helper("value "+f.Name, "value", func(h *core.Func) {
		sig := signature(&f)
		h.Results = []types.Type{sig}
		h.Body = []core.Stmt{ret(f.At, &core.FuncLit{X: core.X{At: f.At, T: sig}, Signature: f.Signature, Body: core.CloneStmts(f.Body)})}
	})
}

// outside makes the function that gives f to those who call it from outside, with parameters of the types in the source.
func (u *unit) outside(f *core.Func, sig *types.Signature) {
	u.helper(outsideKey(f.Name), outsideBase, func(h *core.Func) {
		lit := &core.FuncLit{X: core.X{At: f.At, T: sig}, Signature: cloneSignature(sig, argName)}
		lit.Body = forward(sig, refFunc(f, f.At), lit.Params)
		h.Results, h.Body = []types.Type{sig}, []core.Stmt{ret(f.At, lit)}
	})
}

const outsideBase = "outside"

func outsideKey(name string) string { return "outside " + name }

// OutsideName is the name of the function that gives a function of the program to those who call it from outside, where parameters of the
// function itself have other types than in the source.
func OutsideName(function string) string { return helperName(outsideBase, outsideKey(function)) }
