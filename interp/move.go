package interp

// This file gives the boxes in kept values the types of the next interpreter. Package reflect makes one type of all that are written alike,
// save of those that lead back to themselves: of these each interpreter has its own, and a value in a box would not be recognised.
// The memory that pointers, slices and maps share stays where it is; only the interfaces in it are written anew.

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/interp/legal"
)

// sampling makes the function that boxes a value of each kept type give the values to the machine instead.
func sampling(p *core.Package) {
	for _, f := range p.Funcs {
		if f.Name != keptTypes {
			continue
		}
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				if h, ok := r.Obj.(*core.Host); ok && h.Path == legal.HostPath && h.Name == "Box" {
					r.Obj = &core.Host{Path: h.Path, Name: "Sample"}
				}
			}
			return true
		})
	}
}

// sample takes a value of a kept type.
func (m *machine) sample(id string, v any) any {
	m.samples[id] = reflect.TypeOf(v)
	return v
}

// mover walks values and writes the boxes in them anew.
type mover struct {
	carrier
	types map[string]reflect.Type // of the next interpreter, by id
}

// newMover asks the session's new interpreter for its types.
func (s *Session) newMover() (*mover, error) {
	s.vm.samples = map[string]reflect.Type{}
	if _, err := s.vm.i.Eval(keptTypes + "()"); err != nil {
		return nil, fmt.Errorf("find the types of kept values: %w", err)
	}
	return &mover{carrier{world: s.world, seen: map[visit]bool{}}, s.vm.samples}, nil
}

// move writes the boxes anew that an addressable value holds.
func (m *mover) move(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return nil
		}
		x, ok, err := m.world.Rebox(v.Elem().Interface(), m.inside)
		if ok && err == nil {
			v.Set(reflect.ValueOf(x))
		}
		if ok || err != nil {
			return err
		}
		e := addressable(v.Elem())
		if flat(e.Type()) {
			return nil
		}
		if err := m.move(e); err != nil {
			return err
		}
		if k := e.Kind(); k == reflect.Struct || k == reflect.Array { // what leads elsewhere was changed there
			v.Set(e)
		}
	case reflect.Pointer:
		if v.IsNil() || m.again(v, 0) {
			return nil
		}
		return m.move(v.Elem())
	case reflect.Slice:
		if flat(v.Type().Elem()) || m.again(v, v.Len()) {
			return nil
		}
		return m.each(v.Slice(0, v.Cap()))
	case reflect.Array:
		if !flat(v.Type().Elem()) {
			return m.each(v)
		}
	case reflect.Map:
		if v.IsNil() || flat(v.Type().Key()) && flat(v.Type().Elem()) || m.again(v, 0) {
			return nil
		}
		return m.entries(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if err := m.move(field(v, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *mover) each(v reflect.Value) error {
	for i := range v.Len() {
		if err := m.move(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// entries fills a map anew: boxes may be its keys, too.
func (m *mover) entries(v reflect.Value) error {
	var keys, values []reflect.Value
	for it := v.MapRange(); it.Next(); {
		k, e := addressable(it.Key()), addressable(it.Value())
		if err := errors.Join(m.move(k), m.move(e)); err != nil {
			return err
		}
		keys, values = append(keys, k), append(values, e)
	}
	v.Clear()
	for i, k := range keys {
		v.SetMapIndex(k, values[i])
	}
	return nil
}

// inside gives the value in a box the type that the next interpreter has for it.
func (m *mover) inside(id string, x any) (any, error) {
	v := addressable(reflect.ValueOf(x))
	if !v.IsValid() {
		return x, nil
	}
	if err := m.move(v); err != nil {
		return nil, err
	}
	t := m.types[id]
	if t == v.Type() || !circular(v.Type(), nil) {
		return v.Interface(), nil
	}
	if t == nil || !sameLayout(t, v.Type(), map[[2]reflect.Type]bool{}) {
		return nil, fmt.Errorf("%s is laid out as %v, and was as %v", id, t, v.Type())
	}
	return reflect.NewAt(t, v.Addr().UnsafePointer()).Elem().Interface(), nil
}

// addressable is a copy of a value that can be written to.
func addressable(v reflect.Value) reflect.Value {
	if !v.IsValid() {
		return v
	}
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	return out
}

// field is a field of a struct, also one that its package keeps to itself.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	if f.CanInterface() {
		return f
	}
	if !v.CanAddr() {
		f = addressable(v).Field(i)
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}
