package dyn

// This file holds the boxes. They are comparable, so == of interfaces and map keys compare the type and the value inside.

import (
	"fmt"
	"go/types"
	"reflect"
)

// Value is a value of a session's type in an interface.
type Value struct {
	t *Type
	v any
}

// Error is a Value whose type is an error.
type Error struct{ Value }

// Errors is an Error that unwraps to several.
type Errors struct{ Value }

// Kinds of boxes.
const (
	plainBox = iota
	errorBox
	errorsBox
	boxKinds
)

// Box puts a value into a box for its type.
func (w *World) Box(id string, v any) any {
	b := Value{w.declared(id), v}
	switch w.boxKind(b.t) {
	case errorBox:
		return Error{b}
	case errorsBox:
		return Errors{b}
	}
	return b
}

func (w *World) boxKind(t *Type) uint64 {
	changes := w.changes.Load()
	if known := t.box.Load(); known/boxKinds == changes {
		return known % boxKinds
	}
	kind := uint64(plainBox)
	if w.method(t, "Error", "func() string") != nil {
		if kind = errorBox; w.method(t, "Unwrap", "func() []error") != nil {
			kind = errorsBox
		}
	}
	t.box.Store(changes*boxKinds + kind)
	return kind
}

// BoxError is Box for a type that is an error.
func (w *World) BoxError(id string, v any) error {
	err, ok := w.Box(id, v).(error)
	if !ok {
		panic(fmt.Sprintf("dyn: %s is not an error", id))
	}
	return err
}

// declared returns the type of an id that was declared.
func (w *World) declared(id string) *Type {
	w.mu.RLock()
	defer w.mu.RUnlock()
	d := w.byID(id)
	if d == nil || d.typ() == nil {
		panic(fmt.Sprintf("dyn: %s was not declared", id))
	}
	return d
}

// boxOf returns the box that x is.
func boxOf(x any) (Value, bool) {
	switch x := x.(type) {
	case Value:
		return x, true
	case Error:
		return x.Value, true
	case Errors:
		return x.Value, true
	}
	return Value{}, false
}

// normal takes a box out of its wrapper.
func (w *World) normal(x any) any {
	if x == nil {
		return nil
	}
	if _, ok := boxOf(x); ok {
		return x
	}
	t := reflect.TypeOf(x)
	v := reflect.ValueOf(x)
	if t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && !v.IsNil() {
		t, v = t.Elem(), v.Elem()
	}
	if _, ok := w.wrapped.Load(t); !ok {
		return x
	}
	inner := w.normal(v.FieldByName("IValue").Interface())
	if _, ok := boxOf(inner); ok {
		return inner
	}
	return x
}

// Get returns the value inside a box, and x if it is none.
func (w *World) Get(x any) any {
	x = w.normal(x)
	if b, ok := boxOf(x); ok {
		return b.v
	}
	return x
}

// Unbox returns arguments with the values of boxes in their place, for functions that scan into pointers.
func (w *World) Unbox(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = w.Get(a)
	}
	return out
}

// Show returns the type and the value in a box. ok is false if x is none.
func (w *World) Show(x any) (t types.Type, v reflect.Value, ok bool) {
	b, ok := boxOf(w.normal(x))
	if !ok {
		return nil, reflect.Value{}, false
	}
	return b.t.typ(), reflect.ValueOf(b.v), true
}

// Rebox returns x with another value in its box, which f makes of the type's id and the value. ok is false if x is none.
func (w *World) Rebox(x any, f func(id string, v any) (any, error)) (out any, ok bool, err error) {
	inner := w.normal(x)
	b, ok := boxOf(inner)
	if !ok {
		return nil, false, nil
	}
	v, err := f(b.t.id, b.v)
	if err != nil {
		return nil, true, err
	}
	_, bare := boxOf(x)
	b.v = v
	switch inner.(type) {
	case Value:
		inner = b
	case Error:
		inner = Error{b}
	case Errors:
		inner = Errors{b}
	}
	if bare {
		return inner, true, nil
	}
	t := reflect.TypeOf(x)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return w.wrap(b, inner, w.wraps(t)), true, nil
}

// wraps is the compiled interface that a wrapper is for.
func (w *World) wraps(wrapper reflect.Type) reflect.Type {
	w.mu.RLock()
	defer w.mu.RUnlock()
	for host, t := range w.wrappers {
		if t == wrapper {
			return host
		}
	}
	panic(fmt.Sprintf("dyn: %s is no wrapper", wrapper))
}
