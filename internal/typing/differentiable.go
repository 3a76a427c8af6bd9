package typing

// This file says which types carry derivatives.

import "go/types"

// Differentiable reports whether values of type t carry derivatives: floats and complex numbers, and slices,
// arrays, structs, maps and pointers that contain them. Integers, strings, booleans, functions, channels and
// interfaces do not. complex64 counts, so that it is refused later rather than taken for a constant. A type parameter is
// differentiable if every type of its constraint is.
func Differentiable(t types.Type) bool { return differentiable(t, map[types.Type]bool{}) }

// differentiable is Differentiable with the named types on the way, which recursive types come back to.
func differentiable(t types.Type, seen map[types.Type]bool) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Named:
		if seen[t] {
			return false // what it holds besides itself decides
		}
		seen[t] = true
		return differentiable(t.Underlying(), seen)
	case *types.TypeParam:
		some, all := terms(t)
		return some && all
	case *types.Slice:
		return differentiable(t.Elem(), seen)
	case *types.Array:
		return differentiable(t.Elem(), seen)
	case *types.Pointer:
		return differentiable(t.Elem(), seen)
	case *types.Map:
		return differentiable(t.Elem(), seen)
	case *types.Struct:
		for f := range t.Fields() {
			if differentiable(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// terms reports whether some and whether all types that a type parameter admits are differentiable. With no
// restriction to certain types it is neither.
func terms(t *types.TypeParam) (some, all bool) {
	list := constraintTypes(t.Constraint(), map[types.Type]bool{})
	all = len(list) > 0
	for _, t := range list {
		if differentiable(t, map[types.Type]bool{}) {
			some = true
		} else {
			all = false
		}
	}
	return some, all
}

// constraintTypes lists the types of the unions that make up a constraint. Intersections are not computed: all types
// that occur are listed.
func constraintTypes(t types.Type, seen map[types.Type]bool) []types.Type {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok || seen[t] {
		return nil
	}
	seen[t] = true
	var list []types.Type
	add := func(t types.Type) {
		if types.IsInterface(t) {
			list = append(list, constraintTypes(t, seen)...)
			return
		}
		list = append(list, t)
	}
	for e := range iface.EmbeddedTypes() {
		u, ok := types.Unalias(e).(*types.Union)
		if !ok {
			add(e)
			continue
		}
		for term := range u.Terms() {
			add(term.Type())
		}
	}
	return list
}

// mixed reports whether t is, or contains, a type parameter of which it is not known whether it is differentiable.
func mixed(t types.Type) bool {
	return contains(t, func(t types.Type) bool {
		p, ok := t.(*types.TypeParam)
		if !ok {
			return false
		}
		some, all := terms(p)
		unrestricted := len(constraintTypes(p.Constraint(), map[types.Type]bool{})) == 0
		return unrestricted || some && !all
	})
}

// invalid reports whether t contains an invalid type.
func invalid(t types.Type) bool {
	return contains(t, func(t types.Type) bool { return t == types.Typ[types.Invalid] })
}

// contains reports whether is holds for t or a type in it. Functions and interfaces are not entered.
func contains(t types.Type, is func(types.Type) bool) bool {
	seen := map[types.Type]bool{}
	var walk func(types.Type) bool
	walk = func(t types.Type) bool {
		t = types.Unalias(t)
		if t == nil || is(t) {
			return t != nil
		}
		switch t := t.(type) {
		case *types.Named:
			if seen[t] {
				return false
			}
			seen[t] = true
			return walk(t.Underlying())
		case *types.Slice:
			return walk(t.Elem())
		case *types.Array:
			return walk(t.Elem())
		case *types.Pointer:
			return walk(t.Elem())
		case *types.Map:
			return walk(t.Key()) || walk(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if walk(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return walk(t)
}
