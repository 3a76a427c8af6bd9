package dyn

// This file finds and calls methods. A method that the table lacks is looked for where Go would promote it from: the element of a
// pointer, an embedded field.

import (
	"fmt"
	"go/types"
	"reflect"
)

// method calls a method of a value in a box.
type method func(recv reflect.Value, args []any) []any

type methodKey struct {
	t         *Type
	name, sig string
}

// method returns a method of a type, nil if it has none of that name and signature. sig is an id of a function type, "" for any.
func (w *World) method(t *Type, name, sig string) method {
	key := methodKey{t, name, sig}
	if m, ok := w.found.Load(key); ok {
		return m.(method)
	}
	m := w.find(t, name, sig)
	w.found.Store(key, m)
	return m
}

func (w *World) find(t *Type, name, sig string) method {
	if t.typ() == nil || types.IsInterface(t.typ()) {
		return nil
	}
	sel := lookup(t.typ(), name)
	if sel != nil && sig != "" && TypeID(sel.Type()) != sig {
		return nil
	}
	if f, ok := w.registered(t, name); ok {
		return func(recv reflect.Value, args []any) []any { return apply(f, recv, args) }
	}
	if p, ok := t.typ().(*types.Pointer); ok {
		if f, ok := w.registered(w.typeOf(p.Elem()), name); ok {
			return func(recv reflect.Value, args []any) []any {
				if recv.IsNil() {
					panic(runtimeError("invalid memory address or nil pointer dereference"))
				}
				return apply(f, recv.Elem(), args)
			}
		}
	}
	if sel != nil && len(sel.Index()) > 1 {
		return w.promoted(t.typ(), sel.Index(), name, sig)
	}
	return nil
}

// lookup finds a method of the method set, exported or not.
func lookup(t types.Type, name string) *types.Selection {
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		if s := set.At(i); s.Obj().Name() == name {
			return s
		}
	}
	return nil
}

func (w *World) registered(t *Type, name string) (reflect.Value, bool) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	f, ok := t.methods[name]
	return f, ok
}

// promoted returns a method of an embedded field. index leads to it; its last number is that of the method.
func (w *World) promoted(t types.Type, index []int, name, sig string) method {
	field := t
	for _, i := range index[:len(index)-1] {
		if p, ok := field.Underlying().(*types.Pointer); ok {
			field = p.Elem()
		}
		s, ok := field.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		field = types.Unalias(s.Field(i).Type())
	}
	inner := w.typeOf(field)
	direct := inner.own() && w.method(inner, name, sig) != nil
	addressed := w.typeOf(types.NewPointer(field))
	if inner.own() && !types.IsInterface(field) && !direct && w.method(addressed, name, sig) == nil {
		return nil
	}
	return func(recv reflect.Value, args []any) []any {
		for _, i := range index[:len(index)-1] {
			if recv.Kind() == reflect.Pointer {
				if recv.IsNil() {
					panic(runtimeError("invalid memory address or nil pointer dereference"))
				}
				recv = recv.Elem()
			}
			recv = recv.Field(i)
		}
		switch {
		case direct:
			return w.method(inner, name, sig)(recv, args)
		case inner.own() && !types.IsInterface(field):
			return w.method(addressed, name, sig)(recv.Addr(), args)
		case !types.IsInterface(field) && recv.CanAddr():
			recv = recv.Addr()
		}
		return w.Call(recv.Interface(), name, args...)
	}
}

// Call calls a method of the value in a box, by the table, or of a host value. The value of a variadic parameter may be given
// as a slice.
func (w *World) Call(x any, name string, args ...any) []any {
	x = w.normal(x)
	if x == nil {
		panic(runtimeError("invalid memory address or nil pointer dereference"))
	}
	if b, ok := boxOf(x); ok {
		m := w.method(b.t, name, "")
		if m == nil {
			panic(fmt.Sprintf("dyn: %s has no method %s", b.t.id, name))
		}
		return m(reflect.ValueOf(b.v), args)
	}
	f := reflect.ValueOf(x).MethodByName(name)
	if !f.IsValid() {
		panic(fmt.Sprintf("dyn: %T has no method %s", x, name))
	}
	return call(f, args)
}

// apply calls a registered function.
func apply(f, recv reflect.Value, args []any) []any {
	if text, ok := f.Interface().(func(any) string); ok && len(args) == 0 {
		return []any{text(recv.Interface())}
	}
	return call(f, append([]any{recv.Interface()}, args...))
}

// call calls a function.
func call(f reflect.Value, args []any) []any {
	t := f.Type()
	in := make([]reflect.Value, len(args))
	slice := t.IsVariadic() && len(args) == t.NumIn() && reflect.TypeOf(args[len(args)-1]) == t.In(t.NumIn()-1)
	for i, a := range args {
		var want reflect.Type
		if t.IsVariadic() && i >= t.NumIn()-1 && !slice {
			want = t.In(t.NumIn() - 1).Elem()
		} else {
			want = t.In(i)
		}
		in[i] = fit(a, want)
	}
	var out []reflect.Value
	if slice {
		out = f.CallSlice(in)
	} else {
		out = f.Call(in)
	}
	results := make([]any, len(out))
	for i, v := range out {
		results[i] = v.Interface()
	}
	return results
}

// fit gives a value the type of a parameter. The interpreter's types may differ in name alone.
func fit(a any, want reflect.Type) reflect.Value {
	if a == nil {
		return reflect.Zero(want)
	}
	v := reflect.ValueOf(a)
	if !v.Type().AssignableTo(want) && v.Type().ConvertibleTo(want) && v.Kind() == want.Kind() {
		return v.Convert(want)
	}
	return v
}

// Text writes a value of a type as package fmt does if that has a method Error or String which was registered.
func (w *World) Text(t types.Type, v reflect.Value) (string, bool) {
	w.mu.RLock()
	d := w.types[TypeID(t)]
	w.mu.RUnlock()
	if d == nil || d.typ() == nil || w.method(d, "Error", "func() string") == nil && w.method(d, "String", "func() string") == nil {
		return "", false
	}
	return w.Sprint(w.Box(d.id, v.Interface())), true
}
