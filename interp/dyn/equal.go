package dyn

// This file compares interface values.

import (
	"go/types"
	"reflect"
)

// failure is the value of a panic that the compiled program's runtime would raise.
type failure string

func (f failure) Error() string { return string(f) }

// RuntimeError makes it a runtime.Error.
func (failure) RuntimeError() {}

func runtimeError(text string) failure { return failure("runtime error: " + text) }

// Equal is a == b for interface values.
func (w *World) Equal(a, b any) bool {
	a, b = w.normal(a), w.normal(b)
	x, ok := boxOf(a)
	if !ok {
		return a == b
	}
	y, ok := boxOf(b)
	if !ok || x.t != y.t {
		return false
	}
	if !types.Comparable(x.t.typ()) {
		panic(runtimeError("comparing uncomparable type " + w.show(x.t.typ())))
	}
	defer w.rename("comparing uncomparable type ", a)
	return x.v == y.v
}

// Key returns x as the key of a map with keys of interface type.
func (w *World) Key(x any) any {
	x = w.normal(x)
	b, ok := boxOf(x)
	switch {
	case !ok && (x == nil || reflect.ValueOf(x).Comparable()):
		return x
	case ok && !types.Comparable(b.t.typ()):
		panic(runtimeError("hash of unhashable type " + w.show(b.t.typ())))
	}
	defer w.rename("hash of unhashable type ", x)
	_ = map[any]bool{x: true}
	return x
}

// rename gives a panic the name of the type in x that cannot be compared. It is deferred.
func (w *World) rename(text string, x any) {
	r := recover()
	if r == nil {
		return
	}
	if name := w.uncomparable(w.valueOf(x)); name != "" {
		panic(runtimeError(text + name))
	}
	panic(r)
}

// uncomparable returns the name of the first dynamic type in x that cannot be compared, "" if there is none.
func (w *World) uncomparable(x val) string {
	switch x.v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Func:
		return w.typeName(x)
	case reflect.Interface:
		if !x.v.IsNil() {
			return w.uncomparable(w.elem(x))
		}
	case reflect.Struct:
		if x.t != nil && !types.Comparable(x.t.typ()) || x.t == nil && !x.v.Type().Comparable() {
			return w.typeName(x)
		}
		for i := range x.v.NumField() {
			if name := w.uncomparable(w.field(x, i)); name != "" {
				return name
			}
		}
	case reflect.Array:
		if x.t != nil && !types.Comparable(x.t.typ()) || x.t == nil && !x.v.Type().Comparable() {
			return w.typeName(x)
		}
		for i := range x.v.Len() {
			if name := w.uncomparable(w.index(x, i)); name != "" {
				return name
			}
		}
	}
	return ""
}
