package core

// This file loads calls: conversions, builtins, functions and methods.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// call loads whatever Go writes as a call.
func (f *function) call(e *ast.CallExpr, x X) Expr {
	fun := ast.Unparen(e.Fun)
	tv := f.typed(fun)
	if tv.IsType() {
		return f.conversion(e, tv.Type)
	}
	if t, ok := x.T.(*types.Tuple); ok && t.Len() == 0 {
		x.T = nil
	}
	c := &Call{X: x, Spread: e.Ellipsis.IsValid()}
	if tv.IsBuiltin() {
		return f.builtin(c, e, tv)
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return f.refuse(e, "a call of a value of type %s is not supported", tv.Type)
	}
	c.Fun = f.expr(fun)
	c.Args = f.arguments(sig, e.Args, c.Spread)
	if f.givesIterator(e) { // whose type has no name in core
		return &Convert{X: x, E: c}
	}
	return c
}

// givesIterator reports whether e calls a function of another package that returns an iter.Seq.
func (f *function) givesIterator(e *ast.CallExpr) bool {
	n, ok := types.Unalias(f.in.Info.TypeOf(e)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "iter" {
		return false
	}
	id := nameOf(e.Fun)
	if id == nil || f.in.Info.Instances[id].Type != nil {
		return false
	}
	fn, ok := f.in.Info.Uses[id].(*types.Func)
	return ok && f.units[fn.Pkg()] == nil
}

// arguments loads the arguments of a call; one call that gives several results may stand for all.
func (f *function) arguments(sig *types.Signature, args []ast.Expr, spread bool) []Expr {
	var out []Expr
	for i, a := range args {
		out = append(out, f.value(a, parameterType(sig, i, spread)))
	}
	return out
}

// parameterType is the type that argument i of a call is assigned to, or nil if there is none.
func parameterType(sig *types.Signature, i int, spread bool) types.Type {
	params := sig.Params()
	last := params.Len() - 1
	switch {
	case !sig.Variadic() && i <= last, sig.Variadic() && i < last:
		return params.At(i).Type()
	case sig.Variadic():
		t := params.At(last).Type()
		if s, ok := t.Underlying().(*types.Slice); ok && !spread {
			return s.Elem()
		}
		return t
	}
	return nil
}

func (f *function) builtin(c *Call, e *ast.CallExpr, tv types.TypeAndValue) Expr {
	c.Fun = f.expr(e.Fun)
	args := e.Args
	name := ""
	if r, ok := c.Fun.(*Ref); ok {
		if b, ok := r.Obj.(*Builtin); ok {
			name = b.Name
		}
	}
	switch name {
	case "":
		return f.refuse(e, "this builtin is not supported")
	case "make", "new":
		first := f.typed(args[0])
		if !first.IsType() {
			return f.newValue(c, args[0])
		}
		c.ArgT, args = first.Type, args[1:]
		for _, a := range args {
			c.Args = append(c.Args, f.position(a))
		}
		goodSizes(c.Args)
		return c
	case "min", "max":
		for _, a := range args {
			c.Args = append(c.Args, f.value(a, c.T))
		}
		return c
	}
	sig, _ := tv.Type.(*types.Signature)
	for i, a := range args {
		var want types.Type
		if sig != nil {
			want = parameterType(sig, i, c.Spread)
		}
		c.Args = append(c.Args, f.value(a, want))
	}
	return lenOfArray(c, name)
}

// newValue makes new(v) the address of the only element of a new slice: &[]T{v}[0].
func (f *function) newValue(c *Call, e ast.Expr) Expr {
	elem := c.T.Underlying().(*types.Pointer).Elem()
	one := &Composite{X: X{At: c.At, T: types.NewSlice(elem)}, Vals: []Expr{f.value(e, elem)}}
	zero := newConst(c.At, constant.MakeInt64(0), types.Typ[types.Int])
	return &Unary{X: c.X, Op: token.AND, E: &Index{X: X{At: c.At, T: elem}, E: one, I: zero}}
}
