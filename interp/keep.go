package interp

// This file carries the data of variables from an interpreter that is given up to the next. The memory stays where it is, that of the variables too, so that
// pointers, slices that share, maps and cycles stay what they are: the next interpreter's variables get it under their own types,
// which have the same layout. What belongs to an interpreter cannot be carried: function values that it made, channels that its
// goroutines wait for, and boxed values of types that have changed.

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"github.com/costate/costate/interp/dyn"
)

// keptVar is the value of a variable of an interpreter that was given up.
type keptVar struct {
	value reflect.Value
	print string // of its type
}

// keep takes the values of the session's variables out of its interpreter.
func (s *Session) keep() {
	if s.vm == nil || s.typed == nil {
		return
	}
	slots := s.vm.variables()
	for _, v := range s.typed.Vars {
		if g := slots[v.Name]; g != nil && s.has[v.Name] && g.CanAddr() {
			s.kept[v.Name] = keptVar{*g, fingerprint(v.Type)}
		}
	}
}

// carried lists the kept variables that a plan's program can go on with, by name.
func (s *Session) carried(p *plan) map[string]bool {
	p.moved = map[string]bool{}
	prints := map[string]string{}
	for id, t := range p.boxes.Boxed {
		prints[id] = fingerprint(t)
	}
	out := map[string]bool{}
	for _, v := range p.typed.Vars {
		k, ok := s.kept[v.Name]
		if p.repeats(v, ok) {
			out[v.Name] = true
			continue
		}
		if ok && k.print != fingerprint(v.Type) {
			s.why[v.Name] = "is of a type that has changed"
		}
		if !ok || k.print != fingerprint(v.Type) || p.fset.Position(v.At).Filename == p.cell.text.name {
			continue
		}
		c := carrier{world: s.world, seen: map[visit]bool{}, same: func(id string, t types.Type) bool {
			now, ok := prints[id]
			return ok && now == s.prints[id]
		}, sampled: p.sampled}
		if out[v.Name] = c.can(k.value); !out[v.Name] {
			s.why[v.Name] = c.why
		} else if c.moves {
			p.moved[v.Name] = true
		}
	}
	return out
}

// restore gives kept values to the variables of the session's new interpreter.
func (s *Session) restore(p *plan) error {
	var m *mover
	if len(p.moved) > 0 {
		var err error
		if m, err = s.newMover(); err != nil {
			return err
		}
	}
	slots := s.vm.variables()
	for name := range p.carried {
		g, k := slots[name], s.kept[name]
		if !p.carried[name] || p.again[name] != "" || g == nil || !g.CanSet() || !sameLayout(g.Type(), k.value.Type(), map[[2]reflect.Type]bool{}) {
			continue
		}
		if p.moved[name] {
			if err := m.move(k.value); err != nil {
				return fmt.Errorf("keep %s: %w", name, err)
			}
		}
		*g = reflect.NewAt(g.Type(), k.value.Addr().UnsafePointer()).Elem()
		s.has[name], s.vm.valued[name] = true, true
	}
	s.kept = map[string]keptVar{}
	return nil
}

// fingerprint writes a type with the types of the session inside of it, so that a change of any of them shows.
func fingerprint(t types.Type) string {
	var b strings.Builder
	b.WriteString(dyn.TypeID(t))
	seen := map[*types.Named]bool{}
	var in func(types.Type)
	in = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			if seen[t] || t.Obj().Pkg() == nil || !sessionPath(t.Obj().Pkg().Path()) {
				return
			}
			seen[t] = true
			fmt.Fprintf(&b, "; %s=%s", t.Obj().Name(), dyn.TypeID(t.Underlying()))
			in(t.Underlying())
		case *types.Map:
			in(t.Key())
			in(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				in(f.Type())
			}
		case *types.Signature:
			for v := range t.Params().Variables() {
				in(v.Type())
			}
			for v := range t.Results().Variables() {
				in(v.Type())
			}
		case interface{ Elem() types.Type }:
			in(t.Elem())
		}
	}
	in(t)
	return b.String()
}

// sessionPath reports whether a package path is that of the cells.
func sessionPath(path string) bool { return strings.HasPrefix(path, "cells/") }

// carrier walks a value to see whether another interpreter can go on with it.
type carrier struct {
	world *dyn.World
	seen  map[visit]bool
	same  func(id string, t types.Type) bool // a boxed type is what it was
	moves bool                               // there are boxes that must be written anew
	// The types that can be asked for in the next interpreter, by id; nil are all.
	sampled map[string]bool
	why     string // what the value is or does, if it cannot be carried
}

// visit is a place that was walked: values may hold themselves.
type visit struct {
	at  uintptr
	len int
	typ reflect.Type
}

// madeFunc is where all functions begin that package reflect makes; those of the interpreter are among them.
func madeFunc() uintptr {
	return reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil }).Pointer()
}

func (c *carrier) can(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Func:
		return v.IsNil() || v.Pointer() != madeFunc() || c.no("holds a function")
	case reflect.Chan:
		return v.IsNil() || c.no("holds a channel")
	case reflect.Interface:
		return v.IsNil() || c.dynamic(v.Elem())
	case reflect.Pointer:
		return v.IsNil() || c.again(v, 0) || c.can(v.Elem())
	case reflect.Slice:
		if flat(v.Type().Elem()) || c.again(v, v.Len()) {
			return true
		}
		return c.all(v)
	case reflect.Array:
		return flat(v.Type().Elem()) || c.all(v)
	case reflect.Map:
		if v.IsNil() || flat(v.Type().Key()) && flat(v.Type().Elem()) || c.again(v, 0) {
			return true
		}
		for it := v.MapRange(); it.Next(); {
			if !c.can(it.Key()) || !c.can(it.Value()) {
				return false
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !c.can(field(v, i)) {
				return false
			}
		}
	}
	return true
}

// all looks at the elements up to the capacity: what lies behind the length can come back.
func (c *carrier) all(v reflect.Value) bool {
	if v.Kind() == reflect.Slice {
		v = v.Slice(0, v.Cap())
	}
	for i := range v.Len() {
		if !c.can(v.Index(i)) {
			return false
		}
	}
	return true
}

// dynamic looks at what an interface holds. A box must have a type that has not changed. A value of a type that leads back to itself
// must be in a box, which can be given the next incarnation of the type.
func (c *carrier) dynamic(v reflect.Value) bool {
	if v.CanInterface() {
		if t, inner, ok := c.world.Show(v.Interface()); ok {
			id := dyn.TypeID(t)
			if inner.IsValid() && circular(inner.Type(), nil) {
				if c.moves = true; c.sampled != nil && !c.sampled[id] {
					return c.straight(inner.Type())
				}
			}
			return (c.same(id, t) || c.no("holds a value of a type that has changed")) && c.can(inner)
		}
	}
	return c.straight(v.Type()) && c.can(v)
}

// no notes why a value cannot be carried.
func (c *carrier) no(why string) bool {
	c.why = why
	return false
}

func (c *carrier) straight(t reflect.Type) bool {
	return !circular(t, nil) || c.no("holds, in an interface, a value of a type that leads back to itself")
}

// circular reports whether a type made by the interpreter leads back to itself.
func circular(t reflect.Type, above []reflect.Type) bool {
	if t.PkgPath() != "" {
		return false
	}
	for _, a := range above {
		if a == t {
			return true
		}
	}
	above = append(above, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		return circular(t.Elem(), above)
	case reflect.Map:
		return circular(t.Key(), above) || circular(t.Elem(), above)
	case reflect.Struct:
		for i := range t.NumField() {
			if circular(t.Field(i).Type, above) {
				return true
			}
		}
	}
	return false
}

func (c *carrier) again(v reflect.Value, n int) bool {
	at := visit{v.Pointer(), n, v.Type()}
	if c.seen[at] {
		return true
	}
	c.seen[at] = true
	return false
}

// flat reports whether values of a type hold nothing but numbers, text and truth values.
func flat(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Complex128 || k == reflect.String:
		return true
	case k == reflect.Array:
		return flat(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// sameLayout reports whether memory of one type can be read as the other.
func sameLayout(a, b reflect.Type, seen map[[2]reflect.Type]bool) bool {
	if a == b || seen[[2]reflect.Type{a, b}] {
		return true
	}
	seen[[2]reflect.Type{a, b}] = true
	if a.Kind() != b.Kind() || a.PkgPath() != "" || b.PkgPath() != "" {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Chan:
		return sameLayout(a.Elem(), b.Elem(), seen)
	case reflect.Array:
		return a.Len() == b.Len() && sameLayout(a.Elem(), b.Elem(), seen)
	case reflect.Map:
		return sameLayout(a.Key(), b.Key(), seen) && sameLayout(a.Elem(), b.Elem(), seen)
	case reflect.Func: // nil, or not the interpreter's
		return false
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return false
		}
		for i := range a.NumField() {
			x, y := a.Field(i), b.Field(i)
			if x.Name != y.Name || x.Offset != y.Offset || !sameLayout(x.Type, y.Type, seen) {
				return false
			}
		}
		return true
	}
	return false
}
