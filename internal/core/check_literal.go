package core

// This file checks composite and function literals.

import (
	"go/token"
	"go/types"
)

func (c *checker) composite(e *Composite) {
	if e.T == nil {
		return
	}
	if e.Keys != nil && len(e.Keys) != len(e.Vals) {
		c.report(e.At, "%d keys for %d values", len(e.Keys), len(e.Vals))
		return
	}
	c.values(e.Vals)
	for i, k := range e.Keys {
		c.optional(k)
		if m, ok := e.T.Underlying().(*types.Map); ok {
			c.assignable(e.Keys[i], m.Key(), "a map key")
		}
	}
	for i, v := range e.Vals {
		switch u := e.T.Underlying().(type) {
		case *types.Struct:
			c.fieldValue(e, u, i)
		case *types.Map:
			if e.Keys == nil || e.Keys[i] == nil {
				c.report(e.At, "map literal without a key")
			}
			c.assignable(v, u.Elem(), "an element")
		case *types.Slice:
			c.assignable(v, u.Elem(), "an element")
		case *types.Array:
			c.assignable(v, u.Elem(), "an element")
		default:
			c.report(e.At, "composite literal of type %s", e.T)
		}
	}
}

func (c *checker) fieldValue(e *Composite, s *types.Struct, i int) {
	if e.Keys != nil || len(e.Fields) != len(e.Vals) {
		c.report(e.At, "struct literal with %d field names for %d values", len(e.Fields), len(e.Vals))
		return
	}
	t := fieldType(s, e.Fields, i)
	if t == nil {
		c.report(e.At, "%s has no field %s", e.T, e.Fields[i])
		return
	}
	c.assignable(e.Vals[i], t, "field "+e.Fields[i])
}

func (c *checker) literal(e *FuncLit) {
	if sig, ok := e.T.(*types.Signature); !ok {
		c.report(e.At, "function literal of type %s", e.T)
	} else {
		c.sameSignature(e.At, &e.Signature, sig)
	}
	c.within(func() { c.body(&e.Signature, e.Body) })
}

// sameSignature checks that parameters and results agree with a function type.
func (c *checker) sameSignature(at token.Pos, s *Signature, sig *types.Signature) {
	if len(s.Params) != sig.Params().Len() || len(s.Results) != sig.Results().Len() || s.Variadic != sig.Variadic() {
		c.report(at, "function does not agree with its type %s", sig)
		return
	}
	for i, v := range s.Params {
		if v != nil && !types.Identical(v.Type, sig.Params().At(i).Type()) {
			c.report(at, "parameter %s does not agree with the function's type %s", v.Name, sig)
		}
	}
	for i, t := range s.Results {
		if !types.Identical(t, sig.Results().At(i).Type()) {
			c.report(at, "result %d does not agree with the function's type %s", i, sig)
		}
	}
}
