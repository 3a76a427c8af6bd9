package trace

// This file refuses arguments in which a pointer could lead into a struct that is copied while what it points to is not: the traced
// program would write to one and read from the other.

import (
	"go/types"
	"maps"
	"slices"

	"github.com/costate/costate/internal/core"
)

// sharing collects, over the types that are taken into the traced program, what plain pointers and slices lead to, and which plain
// variables are inside of what is copied.
type sharing struct {
	t               *tracer
	seen            map[string]bool
	pointed, sliced map[string]types.Type
	inside, arrays  map[string]bool
}

// checkSharing refuses such arguments and package variables.
func (t *tracer) checkSharing(f *core.Func) {
	s := &sharing{t, map[string]bool{}, map[string]types.Type{}, map[string]types.Type{}, map[string]bool{}, map[string]bool{}}
	for _, v := range f.Params {
		s.walk(v.Type)
	}
	for _, g := range t.globals {
		s.walk(g.Type)
	}
	for _, k := range slices.Sorted(maps.Keys(s.pointed)) {
		typ := s.pointed[k]
		if s.inside[k] {
			t.unsupported(f.At, "arguments and package variables that %s uses hold pointers to %s, and structs with floats beside one of %s: it cannot be traced whether these share memory",
				f.Name, typeText(typ), typeText(typ))
		}
	}
	for _, k := range slices.Sorted(maps.Keys(s.sliced)) {
		typ := s.sliced[k]
		if s.arrays[k] {
			t.unsupported(f.At, "arguments and package variables that %s uses hold slices of %s, and structs with floats beside an array of %s: it cannot be traced whether these share memory",
				f.Name, typeText(typ), typeText(typ))
		}
	}
}

func (s *sharing) walk(typ types.Type) {
	typ = types.Unalias(typ)
	if s.seen[key(typ)] {
		return
	}
	s.seen[key(typ)] = true
	if n, ok := typ.(*types.Named); ok && !s.t.own(n) {
		return
	}
	switch u := typ.Underlying().(type) {
	case *types.Pointer:
		if s.t.plainValue(u.Elem()) {
			s.pointed[key(u.Elem())] = u.Elem()
		}
		s.walk(u.Elem())
	case *types.Slice:
		if s.t.plainValue(u.Elem()) {
			s.sliced[key(u.Elem())] = u.Elem()
		}
		s.walk(u.Elem())
	case *types.Array:
		s.walk(u.Elem())
	case *types.Map:
		s.walk(u.Key())
		s.walk(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if s.t.plainValue(f.Type()) && !s.t.plainValue(typ) {
				s.part(f.Type())
			}
			s.walk(f.Type())
		}
	}
}

// part notes a plain variable inside of what is copied, and what is inside of it.
func (s *sharing) part(typ types.Type) {
	s.inside[key(typ)] = true
	if n, ok := types.Unalias(typ).(*types.Named); ok && !s.t.own(n) {
		return
	}
	switch u := typ.Underlying().(type) {
	case *types.Array:
		s.arrays[key(u.Elem())] = true
		s.part(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			s.part(f.Type())
		}
	}
}
