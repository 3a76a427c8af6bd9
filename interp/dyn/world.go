package dyn

// This file holds what is known of an interpreter's types.

import (
	"go/types"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
)

// World is what is known of an interpreter's types. Its methods are called by interpreted code, from any goroutine.
type World struct {
	mu       sync.RWMutex
	types    map[string]*Type  // by canonical id
	alias    map[string]*Type  // by the ids that were declared
	ifaces   map[string]*iface // by the ids that were declared
	shown    map[string]string // by path and name of the declared type
	wrappers map[reflect.Type]reflect.Type
	faults   func(any) any // gives the values of the interpreter's panics as Go has them
	changes  atomic.Uint64 // how often what is known of types has changed

	wrapped sync.Map // the reflect.Type of each wrapper
	byType  sync.Map // types.Type to *Type
	found   sync.Map // methodKey to *method
	fields  sync.Map // *Type to []jsonField
	ids     sync.Map // reflect.Type to id
	holds   sync.Map // reflect.Type to whether it can hold a box
}

// Type is a type that is written in a session. A world has one for each id.
type Type struct {
	w       *World
	id      string
	facts   atomic.Pointer[facts]
	methods map[string]reflect.Value
	box     atomic.Uint64 // which box its values have, and with how many changes that was found
}

// facts are what a declaration says of a type. They are replaced when it is declared again, while code may run.
type facts struct {
	typ  types.Type
	own  bool // its values are not those of a compiled type
	kind reflect.Kind
}

// typ returns the type, nil before it is declared.
func (d *Type) typ() types.Type {
	if f := d.facts.Load(); f != nil {
		return f.typ
	}
	return nil
}

func (d *Type) own() bool { return d.facts.Load().own }

func (d *Type) kind() reflect.Kind { return d.facts.Load().kind }

// iface is an interface that code asks for.
type iface struct {
	typ  *types.Interface
	host reflect.Type // nil for one that only the session knows
}

// NewWorld returns a world that knows no types.
func NewWorld() *World {
	w := &World{
		types:    map[string]*Type{},
		alias:    map[string]*Type{},
		ifaces:   map[string]*iface{},
		shown:    map[string]string{},
		wrappers: map[reflect.Type]reflect.Type{},
	}
	for _, r := range richerInterfaces() {
		w.wrapped.Store(r.wrapper, true)
	}
	return w
}

// Declare says which type an id means. Boxes made before under the id have the new type, too.
func (w *World) Declare(id string, t types.Type) {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := TypeID(t)
	d := w.types[key]
	if d == nil {
		d = w.newType(key)
	}
	d.set(t)
	w.alias[id] = d
	w.byType.Clear()
	w.fields.Clear()
	w.changed()
}

func (d *Type) set(t types.Type) { d.facts.Store(&facts{t, own(t), kindOf(t)}) }

// changed forgets what was found out about methods.
func (w *World) changed() {
	w.changes.Add(1)
	w.found.Clear()
}

// kindOf returns the kind of the values of a type, Invalid if that is not to be checked.
func kindOf(t types.Type) reflect.Kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicKinds[u.Kind()]
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Array:
		return reflect.Array
	case *types.Map:
		return reflect.Map
	case *types.Chan:
		return reflect.Chan
	case *types.Signature:
		return reflect.Func
	case *types.Struct:
		return reflect.Struct
	case *types.Interface:
		return reflect.Interface
	}
	return reflect.Invalid
}

var basicKinds = map[types.BasicKind]reflect.Kind{
	types.Bool: reflect.Bool, types.Int: reflect.Int, types.Int8: reflect.Int8, types.Int16: reflect.Int16, types.Int32: reflect.Int32, types.Int64: reflect.Int64,
	types.Uint: reflect.Uint, types.Uint8: reflect.Uint8, types.Uint16: reflect.Uint16, types.Uint32: reflect.Uint32, types.Uint64: reflect.Uint64,
	types.Uintptr: reflect.Uintptr, types.Float32: reflect.Float32, types.Float64: reflect.Float64, types.Complex64: reflect.Complex64,
	types.Complex128: reflect.Complex128, types.String: reflect.String, types.UnsafePointer: reflect.UnsafePointer,
}

// Faults sets what gives the value of a panic of the interpreter as the compiled program has it.
func (w *World) Faults(f func(any) any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faults = f
}

// fault returns the value of a panic as the compiled program has it.
func (w *World) fault(r any) any {
	w.mu.RLock()
	f := w.faults
	w.mu.RUnlock()
	if f != nil {
		return f(r)
	}
	if _, ok := r.(*reflect.ValueError); ok { // where Go meets a nil pointer
		return runtimeError("invalid memory address or nil pointer dereference")
	}
	return r
}

func (w *World) newType(key string) *Type {
	d := &Type{w: w, id: key, methods: map[string]reflect.Value{}}
	w.types[key] = d
	return d
}

// DeclareInterface says which interface an id means. host is the compiled type of it, nil for one that only the session has.
func (w *World) DeclareInterface(id string, t *types.Interface, host reflect.Type) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ifaces[id] = &iface{t, host}
}

// Rename sets what the user calls a type. Without it that is obj.Name().
func (w *World) Rename(obj *types.TypeName, shown string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shown[objectID(obj)] = shown
}

// Wrapper registers a struct type that implements a compiled interface. It has a field IValue of type any, and a field W<Method> with
// the function for each method.
func (w *World) Wrapper(host reflect.Type, wrapper reflect.Type) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrappers[host] = wrapper
	w.wrapped.Store(wrapper, true)
}

// Method registers a method of a type. f is a function of the value that is in the box and the method's parameters.
func (w *World) Method(id, name string, f any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.byID(id)
	if d == nil {
		d = w.newType(id)
		w.alias[id] = d
	}
	d.methods[name] = reflect.ValueOf(f)
	w.changed()
}

// byID returns the type of an id, nil if there is none. The lock is held.
func (w *World) byID(id string) *Type {
	if d := w.alias[id]; d != nil {
		return d
	}
	return w.types[id]
}

// typeOf returns the description of a type that is met in another.
func (w *World) typeOf(t types.Type) *Type {
	if d, ok := w.byType.Load(t); ok {
		return d.(*Type)
	}
	key := TypeID(t)
	w.mu.Lock()
	defer w.mu.Unlock()
	d := w.types[key]
	if d == nil {
		d = w.newType(key)
	}
	if d.typ() == nil {
		d.set(t)
	}
	w.byType.Store(t, d)
	return d
}

// ownPath reports whether a package path is that of the cells.
func ownPath(path string) bool { return strings.HasPrefix(path, "cells/") }

// own reports whether values of a type are not what compiled code has: a type of the session is in it, or a struct or an interface
// that is written out.
func own(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Pkg() != nil && ownPath(t.Obj().Pkg().Path())
	case *types.Pointer:
		return own(t.Elem())
	case *types.Slice:
		return own(t.Elem())
	case *types.Array:
		return own(t.Elem())
	case *types.Chan:
		return own(t.Elem())
	case *types.Map:
		return own(t.Key()) || own(t.Elem())
	case *types.Struct:
		return t.NumFields() > 0
	case *types.Interface:
		return t.NumMethods() > 0
	case *types.Signature:
		return own(t.Params()) || own(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if own(v.Type()) {
				return true
			}
		}
	}
	return false
}

// Forget drops the methods, which belong to an interpreter that is given up. Boxes that its values are in go on with the methods of the
// next.
func (w *World) Forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.types {
		clear(d.methods)
	}
	w.found.Clear()
	w.changes.Add(1)
}
