package interp

// This file writes values as a notebook shows them. The interpreter's types have neither the user's type names nor
// their field names, so these come from go/types.

import (
	"fmt"
	"go/types"
	"image"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/costate/costate/interp/dyn"
	"github.com/costate/costate/viz/ui"
)

// maxShown is how many elements of a slice, array or map are written, and maxDepth how deep.
const (
	maxShown  = 60
	maxDepth  = 8
	maxString = 2000    // bytes of a string
	maxText   = 1 << 16 // bytes of all of it, more or less
	maxBrief  = 60      // bytes of a brief one
)

// bundler is what values implement that are more than text, as plots.
type bundler interface {
	Bundle() (map[string][]byte, error)
}

// show reads a package variable of the interpreted program.
func (m *machine) show(name string, t types.Type, pkg *types.Package) (Value, error) {
	v, ok := m.i.Globals()[name]
	if !ok {
		return Value{}, fmt.Errorf("show value: no variable %s", name)
	}
	out := Value{Type: types.TypeString(t, types.RelativeTo(pkg))}
	r := renderer{pkg: pkg, world: m.world}
	r.value(v, t, 0)
	out.Text = r.String()
	if text, ok := m.written[name]; ok {
		out.Text = text
		delete(m.written, name)
	}
	if v.CanInterface() && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		x := v.Interface()
		if img, ok := x.(image.Image); ok {
			x = ui.Image(img)
		}
		if b, ok := x.(bundler); ok {
			bundle, err := b.Bundle()
			if err != nil {
				return out, &showError{err}
			}
			out.Bundle = bundle
			if text, ok := bundle["text/plain"]; ok {
				out.Text = strings.TrimRight(string(text), "\n")
			}
		}
	}
	if out.Bundle != nil {
		return out, nil
	}
	if out.Bundle = matrixBundle(v); out.Bundle != nil {
		if !strings.HasPrefix(out.Text, "[[") { // slices are short as Go writes them
			out.Text = strings.TrimRight(string(out.Bundle["text/plain"]), "\n")
		}
	}
	return out, nil
}

// showError says that a value has no picture, by its own account.
type showError struct{ error }

// renderer builds the text of a value.
type renderer struct {
	strings.Builder
	pkg     *types.Package
	world   *dyn.World
	methods bool // values of the session's types are written by their methods
	used    bool // one was
	brief   bool // a line of text at most, and no method is called
}

func (r *renderer) value(v reflect.Value, t types.Type, depth int) {
	if !v.IsValid() {
		r.WriteString("nil")
		return
	}
	if depth > maxDepth || r.Len() > maxText || r.brief && r.Len() > maxBrief {
		r.WriteString("…")
		return
	}
	t = types.Unalias(t)
	if r.byMethod(v, t) {
		return
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != r.pkg && n.Obj().Pkg() != nil || isHostPointer(t, r.pkg) {
		if v.CanInterface() {
			if v.Kind() == reflect.Pointer && v.IsNil() {
				r.WriteString("nil")
				return
			}
			switch v.Interface().(type) {
			case fmt.Stringer, error:
				fmt.Fprint(r, v.Interface())
				return
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if v.Kind() == reflect.String {
			r.str(v.String())
		} else {
			fmt.Fprint(r, v)
		}
	case *types.Slice:
		if v.Kind() == reflect.Slice && v.IsNil() {
			r.WriteString("[]")
			return
		}
		r.list(v, u.Elem(), depth)
	case *types.Array:
		r.list(v, u.Elem(), depth)
	case *types.Struct:
		r.fields(v, u, depth)
	case *types.Map:
		r.entries(v, u, depth)
	case *types.Pointer:
		switch {
		case v.Kind() != reflect.Pointer || v.IsNil():
			r.WriteString("nil")
		case depth > 0:
			r.WriteString(types.TypeString(t, types.RelativeTo(r.pkg)) + "(…)")
		default:
			r.WriteString("&")
			r.value(v.Elem(), u.Elem(), depth+1)
		}
	case *types.Interface:
		r.dynamic(v, depth)
	default:
		if (v.Kind() == reflect.Func || v.Kind() == reflect.Chan) && v.IsNil() {
			r.WriteString("nil")
			return
		}
		r.WriteString(types.TypeString(t, types.RelativeTo(r.pkg)))
	}
}

// str writes a string in quotes, the end of a long one left out.
func (r *renderer) str(s string) {
	if len(s) <= maxString {
		r.WriteString(strconv.Quote(s))
		return
	}
	fmt.Fprintf(r, "%s… (%d bytes)", strconv.Quote(s[:maxString]), len(s))
}

func isHostPointer(t types.Type, pkg *types.Package) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != pkg && n.Obj().Pkg() != nil
}

// list writes the elements of a slice or an array, the middle of a long one left out.
func (r *renderer) list(v reflect.Value, elem types.Type, depth int) {
	n := v.Len()
	r.WriteString("[")
	for i := 0; i < n; i++ {
		if n > maxShown && i == maxShown-3 {
			r.WriteString(" …")
			i = n - 3
		}
		if i > 0 {
			r.WriteString(" ")
		}
		r.value(v.Index(i), elem, depth+1)
	}
	r.WriteString("]")
	if n > maxShown {
		fmt.Fprintf(r, " (%d elements)", n)
	}
}

// fields writes a struct with the names that its type declares.
func (r *renderer) fields(v reflect.Value, st *types.Struct, depth int) {
	if v.Kind() != reflect.Struct || v.NumField() != st.NumFields() {
		fmt.Fprint(r, v)
		return
	}
	r.WriteString("{")
	for i := range st.NumFields() {
		if i > 0 {
			r.WriteString(" ")
		}
		r.WriteString(st.Field(i).Name() + ": ")
		inner := r.methods
		r.methods = inner && st.Field(i).Exported() // as in package fmt
		r.value(v.Field(i), st.Field(i).Type(), depth+1)
		r.methods = inner
	}
	r.WriteString("}")
}

// entries writes a map in the order of its keys.
func (r *renderer) entries(v reflect.Value, m *types.Map, depth int) {
	if v.Kind() != reflect.Map {
		fmt.Fprint(r, v)
		return
	}
	if r.brief && v.Len() > maxShown {
		fmt.Fprintf(r, "map[…] (%d entries)", v.Len())
		return
	}
	type entry struct {
		key  reflect.Value
		k, v string
	}
	var list []entry
	for it := v.MapRange(); it.Next(); {
		k, e := renderer{pkg: r.pkg, world: r.world, methods: r.methods, brief: r.brief}, renderer{pkg: r.pkg, world: r.world, methods: r.methods, brief: r.brief}
		k.value(it.Key(), m.Key(), depth+1)
		e.value(it.Value(), m.Elem(), depth+1)
		r.used = r.used || k.used || e.used
		list = append(list, entry{it.Key(), k.String(), e.String()})
	}
	sort.Slice(list, func(i, j int) bool { return less(list[i].key, list[j].key, list[i].k, list[j].k) })
	r.WriteString("map[")
	for i, e := range list {
		if i == maxShown {
			fmt.Fprintf(r, " …] (%d entries)", len(list))
			return
		}
		if i > 0 {
			r.WriteString(" ")
		}
		r.WriteString(e.k + ":" + e.v)
	}
	r.WriteString("]")
}

// less orders numbers by value and everything else by its text.
func less(a, b reflect.Value, at, bt string) bool {
	switch {
	case a.CanInt() && b.CanInt():
		return a.Int() < b.Int()
	case a.CanUint() && b.CanUint():
		return a.Uint() < b.Uint()
	case a.CanFloat() && b.CanFloat():
		return a.Float() < b.Float()
	}
	return at < bt
}

// dynamic writes what an interface holds.
func (r *renderer) dynamic(v reflect.Value, depth int) {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Interface || !v.CanInterface() {
		r.WriteString("nil")
		return
	}
	if err, ok := v.Interface().(error); ok && !r.brief {
		if text, ok := errorText(err); ok {
			r.WriteString(text)
			return
		}
	}
	if t, inner, ok := r.world.Show(v.Interface()); ok {
		r.value(inner, t, depth)
		return
	}
	switch x := v.Interface().(type) {
	case string:
		r.str(x)
	default:
		r.world.Fprint(r, x)
	}
}

// errorText returns the text of an error, which a method of the session may give; one that panics gives none.
func errorText(err error) (text string, ok bool) {
	defer func() {
		if recover() != nil {
			text, ok = "", false
		}
	}()
	return err.Error(), true
}
