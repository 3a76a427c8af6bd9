package trace

// This file maps types to traced types: floats become numbers that know their origin, and each named type of the package gets a
// twin. Types of other packages stay what they are.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// own reports whether a named type is the package's.
func (t *tracer) own(n *types.Named) bool { return t.declared[n.Obj()] != nil }

// low gives the traced form of a type.
func (t *tracer) low(typ types.Type) types.Type {
	if typ == nil {
		return nil
	}
	if l, ok := t.lowered[typ]; ok {
		return l
	}
	l := t.lower(typ)
	t.lowered[typ] = l
	return l
}

func (t *tracer) lower(typ types.Type) types.Type {
	switch u := types.Unalias(typ).(type) {
	case *types.Basic:
		if k, ok := kindOf(u); ok {
			return t.num.of(k.basic)
		}
		return u
	case *types.Named:
		if t.own(u) {
			return t.twinType(u)
		}
		switch under := u.Underlying().(type) {
		case *types.Interface:
			t.useAll(under)
		case *types.Struct:
		default:
			if !t.same(under) {
				t.unsupported(t.at, "type %s of another package is made of floats and cannot be traced", typeText(u))
			}
		}
		return u
	case *types.Pointer:
		return types.NewPointer(t.low(u.Elem()))
	case *types.Slice:
		return types.NewSlice(t.low(u.Elem()))
	case *types.Array:
		return types.NewArray(t.low(u.Elem()), u.Len())
	case *types.Map:
		t.keyed(u)
		return types.NewMap(t.low(u.Key()), t.low(u.Elem()))
	case *types.Chan:
		return types.NewChan(u.Dir(), t.low(u.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, t.tuple(u.Params()), t.tuple(u.Results()), u.Variadic())
	case *types.Tuple:
		return t.tuple(u)
	case *types.Struct:
		return t.structType(u)
	case *types.Interface:
		return t.interfaceType(u)
	default:
		return u
	}
}

// twinType makes the twin of a named type of the package. Its methods are added where they are traced.
func (t *tracer) twinType(n *types.Named) types.Type {
	name := t.topName(n.Obj().Name() + suffix)
	twin := types.NewNamed(types.NewTypeName(n.Obj().Pos(), n.Obj().Pkg(), name, nil), nil, nil)
	t.lowered[n] = twin
	t.twinTypes = append(t.twinTypes, twinOf{n, twin})
	twin.SetUnderlying(t.low(n.Underlying()).Underlying())
	for m := range n.Methods() {
		t.method(n, twin, m)
	}
	return twin
}

type twinOf struct{ named, twin *types.Named }

// method gives a twin its method, now or when a method of that name is used.
func (t *tracer) method(n, twin *types.Named, m *types.Func) {
	f := t.methods[methodKey{n.Obj(), m.Name()}]
	if f == nil {
		return
	}
	add := func() {
		sig := m.Signature()
		var recv types.Type = twin
		if _, ok := sig.Recv().Type().(*types.Pointer); ok {
			recv = types.NewPointer(twin)
		}
		low := t.low(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())).(*types.Signature)
		twin.AddMethod(types.NewFunc(m.Pos(), m.Pkg(), m.Name(),
			types.NewSignatureType(types.NewParam(token.NoPos, m.Pkg(), "", recv), nil, nil, low.Params(), low.Results(), low.Variadic())))
		t.function(f)
	}
	if t.used[m.Name()] {
		add()
	} else {
		t.unused[m.Name()] = append(t.unused[m.Name()], add)
	}
}

// use traces the methods of a name. Others need not be: nothing calls them.
func (t *tracer) use(name string) {
	t.used[name] = true
	waiting := t.unused[name]
	delete(t.unused, name)
	for _, add := range waiting {
		add()
	}
}

func (t *tracer) useAll(i *types.Interface) {
	for m := range i.Methods() {
		t.use(m.Name())
	}
}

func (t *tracer) tuple(u *types.Tuple) *types.Tuple {
	var out []*types.Var
	for v := range u.Variables() {
		out = append(out, types.NewParam(token.NoPos, nil, "", t.low(v.Type())))
	}
	return types.NewTuple(out...)
}

func (t *tracer) structType(u *types.Struct) *types.Struct {
	var fields []*types.Var
	var tags []string
	for i := range u.NumFields() {
		f := u.Field(i)
		fields = append(fields, types.NewField(f.Pos(), f.Pkg(), t.fieldName(f), t.low(f.Type()), f.Embedded()))
		tags = append(tags, u.Tag(i))
	}
	return types.NewStruct(fields, tags)
}

// fieldName is the name of a field in the traced struct: an embedded field is called as its type.
func (t *tracer) fieldName(f *types.Var) string {
	if !f.Embedded() {
		return f.Name()
	}
	typ := t.low(f.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	if n, ok := typ.(*types.Named); ok {
		return n.Obj().Name()
	}
	return f.Name()
}

func (t *tracer) interfaceType(u *types.Interface) types.Type {
	if u.NumMethods() == 0 {
		return u
	}
	t.useAll(u)
	var methods []*types.Func
	for m := range u.Methods() {
		sig := m.Signature()
		low := types.NewSignatureType(nil, nil, nil, t.tuple(sig.Params()), t.tuple(sig.Results()), sig.Variadic())
		methods = append(methods, types.NewFunc(m.Pos(), m.Pkg(), m.Name(), low))
	}
	out := types.NewInterfaceType(methods, nil)
	out.Complete()
	return out
}

// keyed refuses maps whose keys are or could hold floats: two equal floats with different origins are different keys.
func (t *tracer) keyed(m *types.Map) {
	if t.holdsNumbers(m.Key()) || isAny(m.Key()) {
		t.unsupported(t.at, "a map whose keys are of type %s cannot be traced: the derivative of what is used as a key would be lost", typeText(m.Key()))
	}
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// holdsNumbers reports whether a value of the type is or contains a float, save behind pointers and the like.
func (t *tracer) holdsNumbers(typ types.Type) bool {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		_, ok := kindOf(u)
		return ok
	case *types.Array:
		return t.holdsNumbers(u.Elem())
	case *types.Struct:
		if n, ok := types.Unalias(typ).(*types.Named); ok && !t.own(n) {
			return false
		}
		for f := range u.Fields() {
			if t.holdsNumbers(f.Type()) {
				return true
			}
		}
	}
	return false
}

// same reports whether a type is its own traced form.
func (t *tracer) same(typ types.Type) bool { return typ == nil || types.Identical(typ, t.low(typ)) }

// plainValue reports whether a value of the type is the same in the program and in the traced program: it has no traced numbers
// and can hold no value, function or variable that would have.
func (t *tracer) plainValue(typ types.Type) bool {
	return t.same(typ) && !t.opaque(typ, map[types.Type]bool{})
}

// opaque reports whether values of a type can hold functions or values of any type, in memory of the program.
func (t *tracer) opaque(typ types.Type, seen map[types.Type]bool) bool {
	typ = types.Unalias(typ)
	if seen[typ] {
		return false
	}
	seen[typ] = true
	if n, ok := typ.(*types.Named); ok && !t.own(n) && !types.IsInterface(n) {
		if _, fn := n.Underlying().(*types.Signature); !fn {
			return false
		}
	}
	switch u := typ.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	case *types.Map:
		return t.opaque(u.Key(), seen) || t.opaque(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if t.opaque(f.Type(), seen) {
				return true
			}
		}
	case interface{ Elem() types.Type }:
		return t.opaque(u.Elem(), seen)
	}
	return false
}

func typeText(typ types.Type) string {
	return types.TypeString(typ, func(p *types.Package) string {
		if p.Name() == "main" || p.Name() == "p" {
			return ""
		}
		return p.Name()
	})
}

// variable gives the traced twin of a variable.
func (t *tracer) variable(v *core.Var) *core.Var {
	if v == nil {
		return nil
	}
	if w, ok := t.vars[v]; ok {
		return w
	}
	if v.Global {
		return t.global(v)
	}
	c := *v
	w := &c
	w.Type = t.low(v.Type)
	t.vars[v] = w
	t.unhide(w)
	return w
}
