package dyn

// This file makes of compiled values what the interpreter has for them: types without names, exported fields, any for the interfaces of
// the session, boxes in interfaces.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/costate/costate/internal/typing"
)

// lab holds compiled types of this package beside those of go/types.
type lab struct {
	t        testing.TB
	w        *World
	pkg      *types.Package
	importer types.Importer
	compiled map[string]reflect.Type // by id
	pointers map[any]reflect.Value   // lowered pointer to the compiled one
	lowered  map[any]reflect.Value   // and back
	methods  map[string]bool
}

func newLab(t testing.TB) *lab {
	t.Helper()
	l := &lab{t: t, w: NewWorld(), importer: typing.NewImporter(), compiled: map[string]reflect.Type{}, pointers: map[any]reflect.Value{},
		lowered: map[any]reflect.Value{}, methods: map[string]bool{}}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"shapes_test.go", "jsonshapes_test.go"} {
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.Name.Name = "main"
		files = append(files, f)
	}
	var err error
	if l.pkg, err = (&types.Config{Importer: l.importer}).Check("cells/session", fset, files, nil); err != nil {
		t.Fatal(err)
	}
	return l
}

// goType returns the go/types form of a compiled type, and declares it with its methods if it is the session's.
func (l *lab) goType(rt reflect.Type) types.Type {
	t := l.find(rt)
	if !own(t) {
		return t
	}
	id := TypeID(t)
	l.compiled[id] = rt
	if !l.methods[id] {
		l.methods[id] = true
		l.w.Declare(id, t)
		l.addMethods(t, rt)
	}
	return t
}

func (l *lab) addMethods(t types.Type, rt reflect.Type) {
	for typ, ct := range map[types.Type]reflect.Type{t: rt, types.NewPointer(t): reflect.PointerTo(rt)} {
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || rt.Kind() == reflect.Interface {
			return
		}
		for m := range n.Methods() {
			_, ptr := m.Signature().Recv().Type().(*types.Pointer)
			if _, isPtr := typ.(*types.Pointer); ptr != isPtr || !m.Exported() {
				continue
			}
			cm, _ := ct.MethodByName(m.Name())
			l.w.Method(TypeID(typ), m.Name(), l.method(cm, typ, ct))
		}
	}
}

// method makes the function that the lowering would make of a method.
func (l *lab) method(m reflect.Method, recv types.Type, rt reflect.Type) any {
	in := []reflect.Type{reflect.TypeFor[any]()}
	for i := 1; i < m.Type.NumIn(); i++ {
		in = append(in, l.low(l.goType(m.Type.In(i))))
	}
	var out []reflect.Type
	for i := range m.Type.NumOut() {
		out = append(out, l.low(l.goType(m.Type.Out(i))))
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, m.Type.IsVariadic()), func(args []reflect.Value) []reflect.Value {
		self := args[0].Elem()
		args[0] = l.raise(self, rt)
		for i := 1; i < len(args); i++ {
			args[i] = l.raise(args[i], m.Type.In(i))
		}
		call := m.Func.Call
		if m.Type.IsVariadic() {
			call = m.Func.CallSlice
		}
		results := call(args)
		for i, r := range results {
			low := reflect.New(out[i]).Elem()
			low.Set(l.lower(l.goType(m.Type.Out(i)), r))
			results[i] = low
		}
		if rt.Kind() == reflect.Pointer && self.Elem().IsValid() { // what the method has done
			self.Elem().Set(l.lower(l.goType(rt.Elem()), args[0].Elem()))
		}
		return results
	}).Interface()
}

func (l *lab) find(rt reflect.Type) types.Type {
	if rt.Name() != "" && rt.PkgPath() == "" {
		if o := types.Universe.Lookup(rt.Name()); o != nil {
			return o.Type()
		}
	}
	if name, args, generic := strings.Cut(rt.Name(), "["); generic {
		return l.instance(name, args, rt)
	}
	if rt.Name() != "" {
		pkg := l.pkg
		if !strings.HasSuffix(rt.PkgPath(), "/dyn") {
			var err error
			if pkg, err = l.importer.Import(rt.PkgPath()); err != nil {
				l.t.Fatal(err)
			}
		}
		o := pkg.Scope().Lookup(rt.Name())
		if o == nil {
			return types.Typ[types.Int] // unexported: only its being compiled counts
		}
		return o.Type()
	}
	switch rt.Kind() {
	case reflect.Pointer:
		return types.NewPointer(l.goType(rt.Elem()))
	case reflect.Slice:
		return types.NewSlice(l.goType(rt.Elem()))
	case reflect.Array:
		return types.NewArray(l.goType(rt.Elem()), int64(rt.Len()))
	case reflect.Map:
		return types.NewMap(l.goType(rt.Key()), l.goType(rt.Elem()))
	case reflect.Chan:
		return types.NewChan(map[reflect.ChanDir]types.ChanDir{reflect.BothDir: types.SendRecv, reflect.SendDir: types.SendOnly, reflect.RecvDir: types.RecvOnly}[rt.ChanDir()], l.goType(rt.Elem()))
	case reflect.Interface:
		return types.NewInterfaceType(nil, nil)
	case reflect.Func:
		var in, out []*types.Var
		for i := range rt.NumIn() {
			in = append(in, types.NewParam(0, nil, "", l.goType(rt.In(i))))
		}
		for i := range rt.NumOut() {
			out = append(out, types.NewParam(0, nil, "", l.goType(rt.Out(i))))
		}
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(in...), types.NewTuple(out...), rt.IsVariadic())
	case reflect.Struct:
		var fields []*types.Var
		var tags []string
		for i := range rt.NumField() {
			f := rt.Field(i)
			fields = append(fields, types.NewField(0, l.pkg, f.Name, l.goType(f.Type), f.Anonymous))
			tags = append(tags, string(f.Tag))
		}
		return types.NewStruct(fields, tags)
	}
	l.t.Fatalf("no type for %s", rt)
	return nil
}

// instance returns the type of an instance of Pair as the core makes it: a type of its own.
func (l *lab) instance(name, args string, rt reflect.Type) types.Type {
	id := name + "_" + strings.NewReplacer("github.com/costate/costate/interp/dyn.", "", ",", "_", "]", "").Replace(args)
	if o := l.pkg.Scope().Lookup(id); o != nil {
		return o.Type()
	}
	o := types.NewTypeName(0, l.pkg, id, nil)
	n := types.NewNamed(o, nil, nil)
	var fields []*types.Var
	for i := range rt.NumField() {
		fields = append(fields, types.NewField(0, l.pkg, rt.Field(i).Name, l.goType(rt.Field(i).Type), false))
	}
	n.SetUnderlying(types.NewStruct(fields, nil))
	l.pkg.Scope().Insert(o)
	l.w.Rename(o, name+"["+strings.ReplaceAll(args, "github.com/costate/costate/interp/dyn.", "main."))
	return n
}

// low returns the type that the interpreter has for t.
func (l *lab) low(t types.Type) reflect.Type {
	if !own(t) {
		return l.host(t)
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return l.host(u)
	case *types.Pointer:
		if n, ok := types.Unalias(u.Elem()).(*types.Named); ok && strings.HasPrefix(n.Obj().Name(), "Rec") {
			return reflect.TypeFor[any]()
		}
		return reflect.PointerTo(l.low(u.Elem()))
	case *types.Slice:
		return reflect.SliceOf(l.low(u.Elem()))
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), l.low(u.Elem()))
	case *types.Map:
		return reflect.MapOf(l.low(u.Key()), l.low(u.Elem()))
	case *types.Chan:
		return reflect.ChanOf(map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}[u.Dir()], l.low(u.Elem()))
	case *types.Signature:
		var in, out []reflect.Type
		for v := range u.Params().Variables() {
			in = append(in, l.low(v.Type()))
		}
		for v := range u.Results().Variables() {
			out = append(out, l.low(v.Type()))
		}
		return reflect.FuncOf(in, out, u.Variadic())
	case *types.Interface:
		return reflect.TypeFor[any]()
	case *types.Struct:
		var fields []reflect.StructField
		for i := range u.NumFields() {
			name := u.Field(i).Name()
			if !u.Field(i).Exported() {
				name = "X" + name
			}
			fields = append(fields, reflect.StructField{Name: name, Type: l.low(u.Field(i).Type()), Tag: reflect.StructTag(u.Tag(i))})
		}
		return reflect.StructOf(fields)
	}
	l.t.Fatalf("no lowered type for %s", t)
	return nil
}

// host returns the compiled type of one that is not the session's.
func (l *lab) host(t types.Type) reflect.Type {
	for _, rt := range hostTypes {
		if l.w.hostID(rt) == TypeID(t) {
			return rt
		}
	}
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return reflect.PointerTo(l.host(u.Elem()))
	case *types.Slice:
		return reflect.SliceOf(l.host(u.Elem()))
	case *types.Array:
		return reflect.ArrayOf(int(u.Len()), l.host(u.Elem()))
	case *types.Map:
		return reflect.MapOf(l.host(u.Key()), l.host(u.Elem()))
	case *types.Signature:
		var in, out []reflect.Type
		for v := range u.Params().Variables() {
			in = append(in, l.host(v.Type()))
		}
		for v := range u.Results().Variables() {
			out = append(out, l.host(v.Type()))
		}
		return reflect.FuncOf(in, out, u.Variadic())
	case *types.Chan:
		return reflect.ChanOf(map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}[u.Dir()], l.host(u.Elem()))
	}
	l.t.Fatalf("no compiled type for %s", t)
	return nil
}

// lower makes the interpreter's value of a compiled one.
func (l *lab) lower(t types.Type, v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		if v.IsNil() {
			return reflect.Zero(l.low(t))
		}
		return reflect.ValueOf(l.of(v.Elem().Interface()))
	}
	if list, ok := v.Interface().([]error); ok && len(list) > 0 {
		return reflect.ValueOf(l.of(list)).Convert(l.low(t))
	}
	if m, ok := v.Interface().(map[string]any); ok && len(m) > 0 {
		return reflect.ValueOf(l.of(m))
	}
	if !own(t) {
		return v
	}
	lt := l.low(t)
	out := reflect.New(lt).Elem()
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		out.Set(v.Convert(lt))
	case *types.Pointer:
		if v.IsNil() {
			if lt.Kind() == reflect.Interface { // a type that refers to itself
				return reflect.Zero(reflect.PointerTo(l.low(u.Elem())))
			}
			return out
		}
		if p, ok := l.lowered[v.Interface()]; ok {
			return p
		}
		p := reflect.New(l.low(u.Elem()))
		l.pointers[p.Interface()], l.lowered[v.Interface()] = v, p
		p.Elem().Set(l.lower(l.goType(v.Type().Elem()), v.Elem()))
		return p
	case *types.Slice:
		if v.IsNil() {
			return out
		}
		out = reflect.MakeSlice(lt, v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(l.lower(u.Elem(), v.Index(i)))
		}
	case *types.Array:
		for i := range v.Len() {
			out.Index(i).Set(l.lower(u.Elem(), v.Index(i)))
		}
	case *types.Map:
		if v.IsNil() {
			return out
		}
		out = reflect.MakeMap(lt)
		for it := v.MapRange(); it.Next(); {
			e := reflect.New(lt.Elem()).Elem()
			e.Set(l.lower(u.Elem(), it.Value()))
			out.SetMapIndex(l.lower(u.Key(), it.Key()), e)
		}
	case *types.Struct:
		v = open(v)
		for i := range v.NumField() {
			out.Field(i).Set(l.lower(l.goType(v.Field(i).Type()), opened(v.Field(i))))
		}
	case *types.Chan, *types.Signature:
		if !v.IsNil() {
			l.t.Fatalf("%s is not nil", v.Type())
		}
	}
	return out
}

// box returns what the interpreter has in an interface for a compiled value.
func (l *lab) box(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	t := l.goType(v.Type())
	if !own(t) {
		return l.lower(t, v).Interface()
	}
	return l.w.Box(TypeID(t), l.lower(t, v).Interface())
}

// of boxes an argument. Containers of compiled types have their elements boxed.
func (l *lab) of(x any) any {
	switch x := x.(type) {
	case []any:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = l.of(e)
		}
		return out
	case [2]any:
		return [2]any{l.of(x[0]), l.of(x[1])}
	case map[string]any:
		out := map[string]any{}
		for k, e := range x {
			out[k] = l.of(e)
		}
		return out
	case map[any]any:
		out := map[any]any{}
		for k, e := range x {
			out[l.w.Key(l.of(k))] = l.of(e)
		}
		return out
	case []error:
		out := make([]error, len(x))
		for i, e := range x {
			out[i], _ = l.of(e).(error)
		}
		return out
	}
	return l.box(reflect.ValueOf(x))
}

// raise makes the compiled value of the interpreter's one.
func (l *lab) raise(v reflect.Value, rt reflect.Type) reflect.Value {
	for v.Kind() == reflect.Interface && rt.Kind() != reflect.Interface {
		v = v.Elem()
	}
	out := reflect.New(rt).Elem()
	t := l.goType(rt)
	if rt.Kind() == reflect.Interface {
		if v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if !v.IsValid() {
			return out
		}
		if b, ok := boxOf(v.Interface()); ok {
			out.Set(l.raise(reflect.ValueOf(b.v), l.compiled[b.t.id]))
		} else if list, ok := v.Interface().([]any); ok {
			out.Set(l.raise(reflect.ValueOf(list), reflect.TypeFor[[]any]()))
		} else {
			out.Set(v)
		}
		return out
	}
	if !own(t) && rt.Kind() != reflect.Slice {
		return v
	}
	switch rt.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return out
		}
		if p, ok := l.pointers[v.Interface()]; ok {
			p.Elem().Set(l.raise(v.Elem(), rt.Elem()))
			return p
		}
		p := reflect.New(rt.Elem())
		p.Elem().Set(l.raise(v.Elem(), rt.Elem()))
		l.pointers[v.Interface()], l.lowered[p.Interface()] = p, v
		return p
	case reflect.Slice:
		if v.IsNil() {
			return out
		}
		out = reflect.MakeSlice(rt, v.Len(), v.Len())
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(l.raise(v.Index(i), rt.Elem()))
		}
	case reflect.Map:
		if v.IsNil() {
			return out
		}
		out = reflect.MakeMap(rt)
		for it := v.MapRange(); it.Next(); {
			out.SetMapIndex(l.raise(it.Key(), rt.Key()), l.raise(it.Value(), rt.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			opened(out.Field(i)).Set(l.raise(v.Field(i), rt.Field(i).Type))
		}
	case reflect.Chan, reflect.Func:
	default:
		out.Set(v.Convert(rt))
	}
	return out
}

// open returns an addressable copy.
func open(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	return out
}

// opened returns a field of an addressable struct without regard to its name.
func opened(f reflect.Value) reflect.Value {
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}
