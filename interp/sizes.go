package interp

// This file says how much memory variables hold.

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"github.com/costate/costate/interp/dyn"
)

// Variable is a package-level variable or function value of the session.
type Variable struct {
	Name, Type string
	Size       string `json:",omitempty"` // elements or shape, as 1000 or 100 × 3
	Bytes      int64  `json:",omitempty"` // of memory that it holds, without what variables before it hold too; 0 without a value
	Value      string `json:",omitempty"` // the beginning of its text, in one line
	More       bool   `json:",omitempty"` // it holds more than Bytes
}

// maxVisits bounds how many values are looked at for one list, so that it does not delay the next cell.
const maxVisits = 50_000

// Sizes lists the session's variables by name, with what they hold.
func (s *Session) Sizes() []Variable {
	s.mu.Lock()
	defer s.mu.Unlock()
	var globals map[string]reflect.Value
	busy, waiting := false, false
	m := scale{world: s.world, seen: map[unsafe.Pointer]bool{}, from: map[uintptr]uintptr{}, left: maxVisits}
	if s.vm != nil {
		globals = s.vm.i.Globals()
		// What goroutines write meanwhile cannot be looked at. What timers start may write later (a sleep that is over starts nothing): only slices of numbers are looked at.
		busy, waiting = s.vm.living() > 0, s.vm.timers.fires()
	}
	var out []Variable
	for _, name := range slices.Sorted(maps.Keys(s.types)) {
		if s.trans[name] {
			continue
		}
		v := Variable{Name: name, Type: s.types[name]}
		if g, ok := globals[name]; ok && s.has[name] && g.IsValid() {
			numbers := g.Kind() == reflect.Slice && fixed(g.Type().Elem())
			if v.Bytes = int64(g.Type().Size()); busy || waiting && !numbers {
				v.More = !fixed(g.Type())
			} else {
				m.bytes, m.more = v.Bytes, false
				m.inside(g)
				v.Bytes, v.More = m.bytes, m.more
				v.Size = sizeOf(g, s.world)
				v.Value = s.brief(name, g)
			}
		}
		out = append(out, v)
	}
	return out
}

// scale adds up the memory that values lead to, each part once.
type scale struct {
	world *dyn.World
	bytes int64
	more  bool
	left  int
	seen  map[unsafe.Pointer]bool
	from  map[uintptr]uintptr // by the end of an array: from where on it was counted; parts of an array have the same end
}

// inside adds what a value leads to, without the value itself.
func (m *scale) inside(v reflect.Value) {
	if fixed(v.Type()) {
		return
	}
	if m.left--; m.left < 0 {
		m.more = true
		return
	}
	switch v.Kind() {
	case reflect.String:
		if n := v.Len(); n > 0 && m.first(unsafe.Pointer(unsafe.StringData(v.String()))) {
			m.bytes += int64(n)
		}
	case reflect.Slice:
		m.slice(v)
	case reflect.Pointer:
		switch {
		case v.IsNil():
		case m.first(v.UnsafePointer()):
			m.bytes += int64(v.Type().Elem().Size())
			m.inside(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() {
			m.dynamic(v.Elem())
		}
	case reflect.Map:
		m.entries(v)
	case reflect.Chan:
		m.bytes += int64(v.Cap()) * int64(v.Type().Elem().Size())
		m.more = m.more || !v.IsNil() && !fixed(v.Type().Elem())
	case reflect.Array:
		for i := range v.Len() {
			m.inside(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			m.inside(v.Field(i))
		}
	case reflect.Func:
		m.more = m.more || !v.IsNil() // what it has captured is not known
	}
}

// first reports whether a place is met for the first time.
func (m *scale) first(p unsafe.Pointer) bool {
	if m.seen[p] {
		return false
	}
	m.seen[p] = true
	return true
}

func (m *scale) slice(v reflect.Value) {
	size := v.Type().Elem().Size()
	if v.IsNil() || size == 0 {
		return
	}
	start := v.Pointer()
	end := start + uintptr(v.Cap())*size
	was, met := m.from[end]
	switch {
	case !met:
		m.bytes += int64(end - start)
	case start < was:
		m.bytes += int64(was - start)
	default:
		return
	}
	m.from[end] = start
	if fixed(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		if m.left < 0 {
			m.more = true
			return
		}
		m.inside(v.Index(i))
	}
}

// entries counts a map by its layout: groups of eight entries with eight bytes of control, seven eighths full at most
// (internal/runtime/maps).
func (m *scale) entries(v reflect.Value) {
	if v.IsNil() {
		return
	}
	if !m.first(v.UnsafePointer()) {
		return
	}
	t := v.Type()
	m.bytes += 48 + int64(v.Len())*int64(t.Key().Size()+t.Elem().Size()+1)*8/7
	if fixed(t.Key()) && fixed(t.Elem()) {
		return
	}
	for it := v.MapRange(); it.Next(); {
		if m.left < 0 {
			m.more = true
			return
		}
		m.inside(it.Key())
		m.inside(it.Value())
	}
}

// dynamic adds what an interface holds.
func (m *scale) dynamic(v reflect.Value) {
	if v.CanInterface() {
		if _, inner, ok := m.world.Show(v.Interface()); ok && inner.IsValid() {
			v = inner
		}
	}
	m.bytes += int64(v.Type().Size())
	m.inside(v)
}

// fixed reports whether values of a type lead to no other memory.
func fixed(t reflect.Type) bool {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Complex128:
		return true
	case k == reflect.Array:
		return fixed(t.Elem())
	case k == reflect.Struct:
		for i := range t.NumField() {
			if !fixed(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// sizeOf says how many elements a value has, or its shape.
func sizeOf(v reflect.Value, w *dyn.World) string {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		e := v.Elem()
		if e.CanInterface() {
			if _, inner, ok := w.Show(e.Interface()); ok && inner.IsValid() {
				e = inner
			}
		}
		v = e
	}
	if m, ok := asMatrix(v); ok {
		r, c := m.Dims()
		return fmt.Sprintf("%d × %d", r, c)
	}
	switch v.Kind() {
	case reflect.Map:
		return fmt.Sprint(v.Len())
	case reflect.Slice:
		n := v.Len()
		if inner := v.Type().Elem(); inner.Kind() == reflect.Slice && n > 0 {
			cols := v.Index(0).Len()
			for i := range min(n, maxVisits) {
				if v.Index(i).Len() != cols {
					return fmt.Sprint(n)
				}
			}
			return fmt.Sprintf("%d × %d", n, cols)
		}
		return fmt.Sprint(n)
	}
	return ""
}

// matrix is what has rows and columns, as the matrices of package mat.
type matrix interface {
	Dims() (rows, cols int)
	At(i, j int) float64
}

// asMatrix returns a value as a matrix if it is one. Empty ones of package mat have no rows.
func asMatrix(v reflect.Value) (matrix, bool) {
	if !v.IsValid() || !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, false
	}
	if m, ok := v.Interface().(matrix); ok {
		return m, true
	}
	if v.CanAddr() {
		m, ok := v.Addr().Interface().(matrix)
		return m, ok
	}
	return nil, false
}
