package trace

// This file says what can be taken into the traced program and out of it.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// differentiable reports whether values of a type hold numbers, also behind pointers and in slices and maps.
func (t *tracer) differentiable(typ types.Type) bool { return t.numbersIn(typ, map[types.Type]bool{}) }

func (t *tracer) numbersIn(typ types.Type, seen map[types.Type]bool) bool {
	typ = types.Unalias(typ)
	if seen[typ] {
		return false
	}
	seen[typ] = true
	if n, ok := typ.(*types.Named); ok && !t.own(n) {
		_, number := kindOf(n)
		return number
	}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		_, number := kindOf(u)
		return number
	case *types.Struct:
		for f := range u.Fields() {
			if t.numbersIn(f.Type(), seen) {
				return true
			}
		}
	case *types.Chan:
	case interface{ Elem() types.Type }:
		return t.numbersIn(u.Elem(), seen)
	}
	return false
}

// checkBoundary refuses parameters and results that cannot be taken into the traced program or out of it.
func (t *tracer) checkBoundary(f *core.Func) {
	found := false
	for i, v := range f.Params {
		found = found || t.differentiable(v.Type)
		if part := t.untaken(v.Type, true); part != nil {
			t.unsupported(v.At, "parameter %s holds a value of type %s, which cannot be traced from outside", paramName(i, v), typeText(part))
		}
	}
	if !found {
		t.unsupported(f.At, "%s has no parameter that a derivative could be taken of", f.Name)
	}
	found = false
	for _, typ := range f.Results {
		found = found || t.differentiable(typ)
		if part := t.untaken(typ, false); part != nil {
			t.unsupported(f.At, "%s returns a value of type %s, which cannot be traced", f.Name, typeText(part))
		}
	}
	if !found {
		t.unsupported(f.At, "%s has no result that a derivative could be taken of", f.Name)
	}
}

// untaken finds a part of a type whose values cannot cross the boundary.
func (t *tracer) untaken(typ types.Type, in bool) types.Type {
	seen := map[types.Type]bool{}
	var find func(types.Type) types.Type
	find = func(typ types.Type) types.Type {
		typ = types.Unalias(typ)
		if seen[typ] {
			return nil
		}
		seen[typ] = true
		if n, ok := typ.(*types.Named); ok && !t.own(n) && !types.IsInterface(n) {
			if in && hostFloats(n, map[types.Type]bool{}) {
				return n
			}
			return nil
		}
		switch u := typ.Underlying().(type) {
		case *types.Signature, *types.Chan:
			return typ
		case *types.Interface:
			if in {
				return typ
			}
		case *types.Map:
			if part := find(u.Key()); part != nil {
				return part
			}
			return find(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if part := find(f.Type()); part != nil {
					return part
				}
			}
		case interface{ Elem() types.Type }:
			return find(u.Elem())
		}
		return nil
	}
	return find(typ)
}

// hostFloats reports whether a type of another package holds floats.
func hostFloats(typ types.Type, seen map[types.Type]bool) bool {
	if seen[typ] {
		return false
	}
	seen[typ] = true
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		_, number := kindOf(u)
		return number
	case *types.Struct:
		for f := range u.Fields() {
			if hostFloats(f.Type(), seen) {
				return true
			}
		}
	case *types.Chan:
	case interface{ Elem() types.Type }:
		return hostFloats(u.Elem(), seen)
	}
	return false
}
