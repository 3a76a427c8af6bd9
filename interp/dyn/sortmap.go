package dyn

// This file orders the entries of a map as fmt prints them, by the rules of internal/fmtsort. Keys of different dynamic types, for
// which fmt has the order of addresses, are ordered by the names of the types.

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

type mapEntry struct{ key, value val }

func (w *World) sorted(x val) []mapEntry {
	list := make([]mapEntry, 0, x.v.Len())
	for it := x.v.MapRange(); it.Next(); {
		k, e := w.entry(x, it.Key(), it.Value())
		list = append(list, mapEntry{k, e})
	}
	slices.SortStableFunc(list, func(a, b mapEntry) int { return w.compare(a.key, b.key) })
	return list
}

func (w *World) compare(a, b val) int {
	switch x, y := a.v, b.v; x.Kind() {
	case reflect.Bool:
		switch {
		case x.Bool() == y.Bool():
			return 0
		case x.Bool():
			return 1
		}
		return -1
	case reflect.String:
		return cmp.Compare(x.String(), y.String())
	case reflect.Float32, reflect.Float64:
		return cmp.Compare(x.Float(), y.Float())
	case reflect.Complex64, reflect.Complex128:
		return cmp.Or(cmp.Compare(real(x.Complex()), real(y.Complex())), cmp.Compare(imag(x.Complex()), imag(y.Complex())))
	case reflect.Pointer, reflect.UnsafePointer, reflect.Chan:
		return cmp.Compare(x.Pointer(), y.Pointer())
	case reflect.Struct:
		for i := range x.NumField() {
			if c := w.compare(w.field(a, i), w.field(b, i)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Array:
		for i := range x.Len() {
			if c := w.compare(w.index(a, i), w.index(b, i)); c != 0 {
				return c
			}
		}
		return 0
	case reflect.Interface:
		switch {
		case x.IsNil() && y.IsNil():
			return 0
		case x.IsNil():
			return -1
		case y.IsNil():
			return 1
		}
		a, b = w.elem(a), w.elem(b)
		if c := strings.Compare(w.typeName(a), w.typeName(b)); c != 0 {
			return c
		}
		return w.compare(a, b)
	default:
		if x.CanInt() {
			return cmp.Compare(x.Int(), y.Int())
		}
		return cmp.Compare(x.Uint(), y.Uint())
	}
}
