package interp

// This file shows things while a cell runs.

import (
	"go/types"
	"reflect"

	"github.com/costate/costate/viz/ui"
)

// screen is where the program's package viz/ui shows things.
func (m *machine) screen() *ui.Screen {
	s := &ui.Screen{Out: &m.stdout, Text: m.text, Rows: m.rows}
	if show := m.session.opts.Display; show != nil {
		s.Display = func(id string, bundle map[string][]byte) {
			m.stdout.mu.Lock()
			defer m.stdout.mu.Unlock()
			if !m.stdout.closed {
				show(id, bundle)
			}
		}
	}
	return s
}

// text writes a value that interpreted code has as any.
func (m *machine) text(x any) string {
	r := renderer{pkg: m.session.pkg, world: m.world}
	r.dynamic(reflect.ValueOf(&x).Elem(), 0)
	return r.String()
}

// rows takes a slice of structs of the session's own types apart: the names of the fields, and the values as text.
func (m *machine) rows(x any) (headers []string, rows [][]string, ok bool) {
	t, v, ok := m.world.Show(x)
	if !ok || v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil, nil, false
	}
	var elem types.Type
	switch u := t.Underlying().(type) {
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	default:
		return nil, nil, false
	}
	pointer := false
	if p, is := elem.Underlying().(*types.Pointer); is {
		elem, pointer = p.Elem(), true
	}
	st, is := elem.Underlying().(*types.Struct)
	if is {
		for f := range st.Fields() {
			headers = append(headers, f.Name())
		}
	}
	cell := func(v reflect.Value, t types.Type) string {
		if v.Kind() == reflect.String {
			return v.String()
		}
		r := renderer{pkg: m.session.pkg, world: m.world}
		r.value(v, t, 1)
		return r.String()
	}
	for i := range v.Len() {
		e := v.Index(i)
		if pointer && (e.Kind() == reflect.Pointer || e.Kind() == reflect.Interface) {
			e = e.Elem()
		}
		switch {
		case !e.IsValid(): // a nil pointer
			rows = append(rows, nil)
		case is && e.Kind() == reflect.Struct && e.NumField() == st.NumFields():
			row := make([]string, e.NumField())
			for j := range row {
				row[j] = cell(e.Field(j), st.Field(j).Type())
			}
			rows = append(rows, row)
		default:
			rows = append(rows, []string{cell(e, elem)})
		}
	}
	return headers, rows, true
}
