package dyn

// This file tells which interfaces a value implements, and makes values that compiled code can use as one.

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
)

// Implements reports whether x has the methods of an interface.
func (w *World) Implements(x any, iface string) bool {
	x = w.normal(x)
	return x != nil && w.missing(x, w.iface(iface)) == ""
}

func (w *World) iface(id string) *iface {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if i := w.ifaces[id]; i != nil {
		return i
	}
	if id == "any" || id == "interface{}" || id == "interface {}" {
		return &iface{typ: types.NewInterfaceType(nil, nil)}
	}
	panic(fmt.Sprintf("dyn: the interface %s was not declared", id))
}

// missing returns the first method of an interface that x lacks, "" if it has all.
func (w *World) missing(x any, i *iface) string {
	b, boxed := boxOf(x)
	if !boxed && i.host != nil && reflect.TypeOf(x).Implements(i.host) {
		return ""
	}
	var list []*types.Func
	for m := range i.typ.Methods() {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *types.Func) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, m := range list {
		sig := TypeID(m.Signature())
		switch {
		case boxed:
			if w.method(b.t, m.Name(), sig) == nil {
				return m.Name()
			}
		case !m.Exported():
			return m.Name()
		default:
			f := reflect.ValueOf(x).MethodByName(m.Name())
			if !f.IsValid() || "func"+w.spellSignature(f.Type()) != sig {
				return m.Name()
			}
		}
	}
	return ""
}

// As returns x for x.(I): x itself for an interface of the session, for a compiled one something that implements it in compiled
// code. It panics where the assertion does.
func (w *World) As(x any, iface string) any {
	x = w.normal(x)
	i := w.iface(iface)
	if x == nil {
		panic(failure("interface conversion: interface is nil, not " + w.showID(iface)))
	}
	if m := w.missing(x, i); m != "" {
		panic(failure("interface conversion: " + w.shownType(x) + " is not " + w.showID(iface) + ": missing method " + m))
	}
	b, boxed := boxOf(x)
	if !boxed || i.host == nil || i.host.NumMethod() == 0 || i.host == reflect.TypeFor[error]() {
		return x
	}
	return w.wrap(b, x, i.host)
}

// Use is As for the conversion of a value whose type is known to implement the interface: nil stays nil.
func (w *World) Use(x any, iface string) any {
	if x = w.normal(x); x == nil {
		return nil
	}
	return w.As(x, iface)
}

// wrap makes a value that implements a compiled interface. Its functions call the methods of the box.
func (w *World) wrap(b Value, x any, host reflect.Type) any {
	w.mu.RLock()
	t := w.wrappers[host]
	w.mu.RUnlock()
	if t == nil {
		if reflect.TypeOf(x).Implements(host) { // what boxes do by themselves
			return x
		}
		panic(fmt.Sprintf("dyn: a value of type %s cannot be used as %s in compiled code", w.show(b.t.typ()), host))
	}
	if rich, wrapper := w.enrich(b, host); wrapper != nil {
		host, t = rich, wrapper
	}
	out := reflect.New(t)
	out.Elem().FieldByName("IValue").Set(reflect.ValueOf(x))
	for i := range host.NumMethod() {
		m := host.Method(i)
		f := out.Elem().FieldByName("W" + m.Name)
		if !f.IsValid() {
			panic(fmt.Sprintf("dyn: %s has no field W%s", t, m.Name))
		}
		f.Set(reflect.MakeFunc(f.Type(), func(in []reflect.Value) []reflect.Value {
			args := make([]any, len(in))
			for i, a := range in {
				args[i] = a.Interface()
			}
			results := w.Call(x, m.Name, args...)
			out := make([]reflect.Value, len(results))
			for i, r := range results {
				out[i] = reflect.New(f.Type().Out(i)).Elem()
				out[i].Set(fit(r, f.Type().Out(i)))
			}
			return out
		}))
	}
	if t.Implements(host) {
		return out.Elem().Interface()
	}
	return out.Interface()
}

// AssertFailed panics as x.(want) does if x has another type. iface is the id of the static type of x.
func (w *World) AssertFailed(x any, want string, iface string) {
	x = w.normal(x)
	from, to := w.showID(iface), w.showID(want)
	w.mu.RLock()
	target := w.ifaces[want]
	w.mu.RUnlock()
	switch {
	case target != nil && x == nil:
		panic(failure("interface conversion: interface is nil, not " + to))
	case target != nil:
		panic(failure("interface conversion: " + w.shownType(x) + " is not " + to + ": missing method " + w.missing(x, target)))
	case x == nil:
		panic(failure("interface conversion: " + from + " is nil, not " + to))
	}
	text := "interface conversion: " + from + " is " + w.shownType(x) + ", not " + to
	if w.shownType(x) == to {
		text += " (types from different scopes)"
	}
	panic(failure(text))
}
