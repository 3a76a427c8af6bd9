package dyn

// This file walks values beside their types.

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
)

// val is a value with its type in the compiled program.
type val struct {
	t      *Type // nil if v has its own type there, too
	v      reflect.Value
	hidden hiding
}

// hiding says how a value is in an unexported field. Other packages cannot call its methods then.
type hiding uint8

const (
	seen     hiding = iota
	embedded        // the field is embedded: the exported fields of its value are seen
	hidden
)

// valueOf returns what an interface holds.
func (w *World) valueOf(x any) val {
	x = w.normal(x)
	if b, ok := boxOf(x); ok {
		return w.of(b.t, reflect.ValueOf(b.v), seen)
	}
	return val{v: reflect.ValueOf(x)}
}

func (w *World) of(t *Type, v reflect.Value, h hiding) val {
	if !t.own() {
		return val{v: v, hidden: h}
	}
	// A type that refers to itself may be an interface to the interpreter.
	for v.Kind() == reflect.Interface && t.kind() != reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Interface && t.kind() != reflect.Interface {
		v = nothing(t.kind())
	}
	k := v.Kind()
	if k != t.kind() && k != reflect.Interface || k == reflect.Struct && v.NumField() != t.typ().Underlying().(*types.Struct).NumFields() {
		panic(fmt.Sprintf("dyn: the interpreter has %s for a value of type %s", v, t.id))
	}
	return val{t, v, h}
}

// nothing returns a nil of a kind, for a value that the interpreter keeps as a nil interface.
func nothing(k reflect.Kind) reflect.Value {
	switch k {
	case reflect.Slice:
		return reflect.Zero(reflect.TypeFor[[]any]())
	case reflect.Map:
		return reflect.Zero(reflect.TypeFor[map[string]any]())
	case reflect.Pointer:
		return reflect.Zero(reflect.TypeFor[*any]())
	case reflect.Func:
		return reflect.Zero(reflect.TypeFor[func()]())
	case reflect.Chan:
		return reflect.Zero(reflect.TypeFor[chan any]())
	}
	panic("dyn: the interpreter has nothing for a value of kind " + k.String())
}

// part returns a part of x that has the type t.
func (w *World) part(x val, t types.Type, v reflect.Value) val {
	return w.of(w.typeOf(t), v, x.hidden)
}

// elem returns what a pointer points to or an interface holds.
func (w *World) elem(x val) val {
	if x.v.Kind() == reflect.Interface {
		e := x.v.Elem()
		if !e.IsValid() {
			return val{}
		}
		if e.CanInterface() {
			inner := w.valueOf(e.Interface())
			inner.hidden = x.hidden
			return inner
		}
		return w.hiddenBox(e)
	}
	if x.t == nil {
		return val{v: x.v.Elem(), hidden: x.hidden}
	}
	return w.part(x, x.t.typ().Underlying().(*types.Pointer).Elem(), x.v.Elem())
}

// hiddenBox opens what may be a box in an unexported field of a compiled type.
func (w *World) hiddenBox(e reflect.Value) val {
	b := e
	switch e.Type() {
	case reflect.TypeFor[Error](), reflect.TypeFor[Errors]():
		b = e.Field(0)
	case reflect.TypeFor[Value]():
	default:
		return val{v: e, hidden: hidden}
	}
	return w.of(w.declared(b.Field(0).Elem().FieldByName("id").String()), b.Field(1).Elem(), hidden)
}

// index returns an element of a slice or an array.
func (w *World) index(x val, i int) val {
	if x.t == nil {
		return val{v: x.v.Index(i), hidden: x.hidden}
	}
	switch u := x.t.typ().Underlying().(type) {
	case *types.Slice:
		return w.part(x, u.Elem(), x.v.Index(i))
	case *types.Array:
		return w.part(x, u.Elem(), x.v.Index(i))
	}
	panic("dyn: " + x.t.id + " has no elements")
}

// field returns a field of a struct.
func (w *World) field(x val, i int) val {
	v, h := x.v.Field(i), seen
	if x.hidden == hidden {
		h = hidden
	}
	if x.t == nil {
		return val{v: v, hidden: h}
	}
	f := x.t.typ().Underlying().(*types.Struct).Field(i)
	switch {
	case h == hidden || f.Exported():
	case f.Embedded():
		h = embedded
	default:
		h = hidden
	}
	return w.of(w.typeOf(f.Type()), v, h)
}

// fieldName returns the name of a field.
func (w *World) fieldName(x val, i int) string {
	if x.t == nil {
		return x.v.Type().Field(i).Name
	}
	return w.nameOfField(x.t.typ().Underlying().(*types.Struct).Field(i))
}

// nameOfField returns what the user calls a field. An embedded one has the name of its type, without type arguments.
func (w *World) nameOfField(f *types.Var) string {
	if !f.Embedded() {
		return f.Name()
	}
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		w.mu.RLock()
		shown, renamed := w.shown[objectID(n.Obj())]
		w.mu.RUnlock()
		if renamed {
			base, _, _ := strings.Cut(shown, "[")
			return base[strings.LastIndex(base, ".")+1:]
		}
	}
	return f.Name()
}

// entry returns a key and its value of a map.
func (w *World) entry(x val, key, value reflect.Value) (val, val) {
	if x.t == nil {
		return val{v: key, hidden: x.hidden}, val{v: value, hidden: x.hidden}
	}
	m := x.t.typ().Underlying().(*types.Map)
	return w.part(x, m.Key(), key), w.part(x, m.Elem(), value)
}

// typeName returns what %T shows.
func (w *World) typeName(x val) string {
	if x.t != nil {
		return w.show(x.t.typ())
	}
	return x.v.Type().String()
}
