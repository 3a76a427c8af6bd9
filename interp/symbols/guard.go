package symbols

// This file keeps values that only the interpreter understands from compiled code that looks into its arguments.

import (
	"encoding/json"
	"reflect"
)

// interpreterPath is the package of the types in which the interpreter keeps values of its own.
const interpreterPath = "github.com/traefik/yaegi/interp"

// guard returns the arguments of a function of package fmt. It panics if one holds, somewhere inside, an interpreted value with
// methods in a variable of type any: the interpreter keeps those in a form of its own, and addresses would be printed.
func guard(function string, args []any) []any {
	for _, arg := range args {
		g := guarding{seen: map[visit]bool{}, open: map[reflect.Type]bool{}}
		if g.foreign(reflect.ValueOf(arg)) || g.foreignElem(arg) {
			panic("fmt." + function + " cannot show a value that holds an interpreted value with methods as any; pass that value itself")
		}
	}
	return args
}

// guardJSON returns the functions of encoding/json that read a value.
func guardJSON() map[string]reflect.Value {
	check := func(function string, arg any) {
		g := guarding{seen: map[visit]bool{}, open: map[reflect.Type]bool{}, pointers: true}
		if g.foreign(reflect.ValueOf(arg)) {
			panic("json." + function + " cannot encode an interpreted value with methods that is held as any; convert it to a type without methods")
		}
	}
	return map[string]reflect.Value{
		"Marshal": reflect.ValueOf(func(v any) ([]byte, error) {
			check("Marshal", v)
			return json.Marshal(v)
		}),
		"MarshalIndent": reflect.ValueOf(func(v any, prefix, indent string) ([]byte, error) {
			check("MarshalIndent", v)
			return json.MarshalIndent(v, prefix, indent)
		}),
	}
}

// guarding is a walk over one argument.
type guarding struct {
	pointers bool // follow them, as encoding/json does
	seen     map[visit]bool
	open     map[reflect.Type]bool
}

// visit is a place that was walked: values may hold themselves.
type visit struct {
	at  uintptr
	len int
	typ reflect.Type
}

// foreignElem looks at what an argument points to, which fmt shows if the argument itself is the pointer.
func (g *guarding) foreignElem(arg any) bool {
	v := reflect.ValueOf(arg)
	return v.Kind() == reflect.Pointer && g.foreign(v.Elem())
}

// foreign reports whether a value is, or holds, one of the interpreter's. Those with methods, such as errors, can show themselves.
func (g *guarding) foreign(v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	t := v.Type()
	if t.PkgPath() == interpreterPath && t.NumMethod() == 0 {
		return true
	}
	if !g.isOpen(t) || g.again(v) {
		return false
	}
	switch v.Kind() {
	case reflect.Interface:
		return g.foreign(v.Elem())
	case reflect.Pointer:
		return g.pointers && g.foreign(v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if g.foreign(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		for iter := v.MapRange(); iter.Next(); {
			if g.foreign(iter.Key()) || g.foreign(iter.Value()) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if g.foreign(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

// again reports whether the walk has been at a value before.
func (g *guarding) again(v reflect.Value) bool {
	at := visit{typ: v.Type()}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map:
		at.at = v.Pointer()
	case reflect.Slice:
		at.at, at.len = v.Pointer(), v.Len()
	default:
		return false
	}
	if g.seen[at] {
		return true
	}
	g.seen[at] = true
	return false
}

// isOpen reports whether values of a type may hold interfaces, so that long slices of numbers are not walked.
func (g *guarding) isOpen(t reflect.Type) bool {
	open, ok := g.open[t]
	if !ok {
		open = mayHold(t, map[reflect.Type]bool{})
		g.open[t] = open
	}
	return open
}

// mayHold is isOpen without memory; visiting has the types on the way. Compiled named types are taken for closed: they do not hold
// interpreted values for show.
func mayHold(t reflect.Type, visiting map[reflect.Type]bool) bool {
	if t.Kind() == reflect.Interface {
		return true
	}
	if t.PkgPath() != "" || visiting[t] {
		return false
	}
	visiting[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return mayHold(t.Elem(), visiting)
	case reflect.Map:
		return mayHold(t.Key(), visiting) || mayHold(t.Elem(), visiting)
	case reflect.Struct:
		for i := range t.NumField() {
			if mayHold(t.Field(i).Type, visiting) {
				return true
			}
		}
	}
	return false
}
