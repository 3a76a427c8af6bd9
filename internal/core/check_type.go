package core

// This file checks types: they are final, and nothing in them is generic.

import (
	"go/token"
	"go/types"
)

// typed reports a missing, untyped or generic type.
func (c *checker) typed(at token.Pos, t types.Type) bool {
	switch b := t.(type) {
	case nil:
		c.report(at, "type is missing")
		return false
	case *types.Basic:
		if b.Info()&types.IsUntyped != 0 || b.Kind() == types.Invalid {
			c.report(at, "type %s is not final", b)
			return false
		}
	}
	if g := c.generic(t); g != nil {
		c.report(at, "type %s has the generic part %s", t, g)
		return false
	}
	return true
}

// generic finds a type parameter or an instance of a generic type in t, also below the types that the package
// declares. Types of other packages may be made from instances.
func (c *checker) generic(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if g, known := c.generics[t]; known {
		return g
	}
	c.generics[t] = nil
	g := c.genericPart(t)
	c.generics[t] = g
	return g
}

func (c *checker) genericPart(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeParam:
		return t
	case *types.Named:
		if t.TypeArgs().Len() > 0 || t.TypeParams().Len() > 0 {
			return t
		}
		if pkg := t.Obj().Pkg(); pkg == nil || len(c.p.Types) == 0 || pkg != c.p.Types[0].Named.Pkg() {
			return nil
		}
		for m := range t.Methods() {
			if g := c.genericSignature(m.Signature()); g != nil {
				return g
			}
		}
		return c.generic(t.Underlying())
	case *types.Alias:
		return c.generic(types.Unalias(t))
	case *types.Tuple:
		for v := range t.Variables() {
			if g := c.generic(v.Type()); g != nil {
				return g
			}
		}
	case *types.Signature:
		return c.genericSignature(t)
	case *types.Struct:
		for f := range t.Fields() {
			if g := c.generic(f.Type()); g != nil {
				return g
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if g := c.genericSignature(m.Signature()); g != nil {
				return g
			}
		}
		for e := range t.EmbeddedTypes() {
			if g := c.generic(e); g != nil {
				return g
			}
		}
	case *types.Map:
		if g := c.generic(t.Key()); g != nil {
			return g
		}
		return c.generic(t.Elem())
	case interface{ Elem() types.Type }:
		return c.generic(t.Elem())
	}
	return nil
}

func (c *checker) genericSignature(s *types.Signature) types.Type {
	if g := c.generic(s.Params()); g != nil {
		return g
	}
	return c.generic(s.Results())
}
