package core

// This file checks calls.

import (
	"go/types"
)

func (c *checker) call(e *Call) {
	if isNil(e.Fun) {
		c.report(e.At, "call of nothing")
		return
	}
	c.expr(e.Fun)
	if len(e.Args) == 1 { // one call may give all arguments
		if !isNil(e.Args[0]) {
			c.expr(e.Args[0])
		} else {
			c.report(e.At, "argument is missing")
		}
	} else {
		c.values(e.Args)
	}
	if r, ok := e.Fun.(*Ref); ok {
		switch o := r.Obj.(type) {
		case *Builtin:
			c.builtin(e, o)
			return
		case *Func:
			if sig, ok := r.T.(*types.Signature); ok {
				c.sameSignature(e.At, &o.Signature, sig)
			}
		}
	}
	if e.ArgT != nil {
		c.report(e.At, "type argument of a function that is no builtin")
	}
	if e.Fun.Type() == nil {
		c.report(e.At, "call of something without a type")
		return
	}
	sig, ok := e.Fun.Type().Underlying().(*types.Signature)
	if !ok {
		c.report(e.At, "call of a value of type %s", e.Fun.Type())
		return
	}
	c.arguments(e, sig)
	c.result(e, sig)
}

func (c *checker) builtin(e *Call, b *Builtin) {
	if hasType := b.Name == "make" || b.Name == "new"; hasType != (e.ArgT != nil) {
		c.report(e.At, "%s and its type argument do not agree", b.Name)
	}
	c.given(e)
}

// given gives the types of the arguments.
func (c *checker) given(e *Call) []types.Type {
	if len(e.Args) == 1 && !isNil(e.Args[0]) {
		if t, ok := e.Args[0].Type().(*types.Tuple); ok {
			var list []types.Type
			for v := range t.Variables() {
				list = append(list, v.Type())
			}
			return list
		}
	}
	var list []types.Type
	for _, a := range e.Args {
		if isNil(a) {
			list = append(list, nil)
			continue
		}
		if a.Type() == nil {
			c.report(a.Pos(), "argument %s has no value", describe(a))
		}
		list = append(list, a.Type())
	}
	return list
}

func (c *checker) arguments(e *Call, sig *types.Signature) {
	given := c.given(e)
	n := sig.Params().Len()
	switch {
	case e.Spread && (!sig.Variadic() || len(given) != n),
		!sig.Variadic() && len(given) != n,
		sig.Variadic() && len(given) < n-1:
		c.report(e.At, "%d arguments in a call of %s", len(given), sig)
		return
	}
	for i, t := range given {
		if want := parameterType(sig, i, e.Spread); t != nil && want != nil {
			c.assignableType(e.At, t, want, "a parameter")
		}
	}
}

// result checks the type of a call against the function's results.
func (c *checker) result(e *Call, sig *types.Signature) {
	res := sig.Results()
	switch t := e.T.(type) {
	case nil:
		if res.Len() != 0 {
			c.report(e.At, "a call without a type of a function with %d results", res.Len())
		}
	case *types.Tuple:
		if res.Len() < 2 || !types.Identical(t, res) {
			c.report(e.At, "call of %s has type %s", sig, t)
		}
	default:
		if res.Len() != 1 || !types.Identical(t, res.At(0).Type()) {
			c.report(e.At, "call of %s has type %s", sig, t)
		}
	}
}
