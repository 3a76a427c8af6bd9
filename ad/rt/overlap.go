package rt

// This file finds out whether two values share float memory.

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// Overlap reports whether two values share memory that holds floats: in slices, through pointers, in fields, maps and
// interfaces, however deep. Capacity counts, because an append may write there. What functions and channels
// hold is not seen.
func Overlap(a, b any) bool {
	var known []stretch
	memory(a, func(s stretch) bool {
		known = append(known, s)
		return true
	})
	if len(known) == 0 {
		return false
	}
	slices.SortFunc(known, func(s, t stretch) int {
		switch {
		case s.lo < t.lo:
			return -1
		case s.lo > t.lo:
			return 1
		}
		return 0
	})
	merged := known[:1]
	for _, s := range known[1:] {
		if last := &merged[len(merged)-1]; s.lo <= last.hi {
			last.hi = max(last.hi, s.hi)
		} else {
			merged = append(merged, s)
		}
	}
	found := false
	memory(b, func(s stretch) bool {
		// The first stretch of a that ends behind the start of s.
		i, _ := slices.BinarySearchFunc(merged, s.lo, func(m stretch, lo uintptr) int {
			if m.hi <= lo {
				return -1
			}
			return 1
		})
		found = i < len(merged) && merged[i].lo < s.hi
		return !found
	})
	return found
}

// Disjoint panics if x and y share float memory. The names say what they are, as "argument x" and
// "package variable data".
func Disjoint(name string, x any, otherName string, y any) {
	if Overlap(x, y) {
		panic(fmt.Sprintf("%s shares memory with %s: a derivative with respect to it would be incomplete; pass a copy",
			name, otherName))
	}
}

// stretch is memory from lo up to hi.
type stretch struct{ lo, hi uintptr }

// memory visits the float memory of a value, until visit returns false.
func memory(v any, visit func(stretch) bool) {
	switch v := v.(type) { // the common cases, without reflection
	case nil:
	case []float64:
		if lo, hi := extent(v); lo < hi {
			visit(stretch{lo, hi})
		}
	case [][]float64:
		for _, row := range v[:cap(v)] {
			if lo, hi := extent(row); lo < hi && !visit(stretch{lo, hi}) {
				return
			}
		}
	default:
		w := walker{visit: visit, seen: map[unsafe.Pointer]bool{}, floats: map[reflect.Type]bool{}}
		w.walk(reflect.ValueOf(v))
	}
}

// walker follows a value of any shape.
type walker struct {
	visit  func(stretch) bool
	seen   map[unsafe.Pointer]bool // pointers and maps already followed
	floats map[reflect.Type]bool   // whether values of a type hold floats in place
	ended  bool
	again  bool // a pointer or a map was met again
}

func (w *walker) walk(v reflect.Value) {
	if w.ended {
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		if v.Cap() == 0 {
			return
		}
		all := v.Slice(0, v.Cap())
		w.stretch(v.UnsafePointer(), uintptr(v.Cap()), v.Type().Elem())
		if refers(v.Type().Elem()) {
			for i := range all.Len() {
				w.walk(all.Index(i))
			}
		}
	case reflect.Array:
		if refers(v.Type().Elem()) {
			for i := range v.Len() {
				w.walk(v.Index(i))
			}
		}
	case reflect.Pointer:
		if p := v.UnsafePointer(); p != nil && !w.met(p) {
			w.stretch(p, 1, v.Type().Elem())
			w.walk(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.walk(v.Field(i))
		}
	case reflect.Map:
		if p := v.UnsafePointer(); p != nil && !w.met(p) {
			for it := v.MapRange(); it.Next(); {
				w.walk(it.Key())
				w.walk(it.Value())
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	}
}

// met notes a pointer or a map, and reports whether it was noted before.
func (w *walker) met(p unsafe.Pointer) bool {
	was := w.seen[p]
	w.again = w.again || was
	w.seen[p] = true
	return was
}

// stretch visits n elements of type t if they hold floats in place.
func (w *walker) stretch(p unsafe.Pointer, n uintptr, t reflect.Type) {
	if !w.ended && w.holdsFloats(t) {
		w.ended = !w.visit(stretch{uintptr(p), uintptr(p) + n*t.Size()})
	}
}

func (w *walker) holdsFloats(t reflect.Type) bool {
	known, ok := w.floats[t]
	if ok {
		return known
	}
	found := false
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		found = true
	case reflect.Array:
		found = w.holdsFloats(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			found = found || w.holdsFloats(t.Field(i).Type)
		}
	}
	w.floats[t] = found
	return found
}

// refers reports whether values of a type can lead to other memory.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Pointer, reflect.Map, reflect.Interface:
		return true
	case reflect.Array:
		return refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
