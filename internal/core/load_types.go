package core

// This file takes types into core. Inside a generic function each type parameter becomes the type argument of the
// instance that is being loaded; an instance of a generic type becomes a named type of its own (load_named.go). What
// contains neither stays the very same type.

import (
	"go/ast"
	"go/types"
)

// environment is what types mean in the code that is being loaded.
type environment struct {
	params map[*types.TypeParam]types.Type
	args   []types.Type // the type arguments, for the names of local types
	root   *environment // of the function around
	memo   map[types.Type]types.Type
}

func newEnvironment() *environment {
	env := &environment{params: map[*types.TypeParam]types.Type{}, memo: map[types.Type]types.Type{}}
	env.root = env
	return env
}

// bind makes the environment in which type parameters stand for args, which core has already. What outer knows holds
// on, if it is not nil.
func bind(outer *environment, params *types.TypeParamList, args []types.Type) *environment {
	env := newEnvironment()
	if outer != nil {
		for p, t := range outer.params {
			env.params[p] = t
		}
		env.args = append(env.args, outer.args...)
		env.root = outer.root
	}
	for i := range params.Len() {
		env.params[params.At(i)] = args[i]
	}
	env.args = append(env.args, args...)
	return env
}

// in evaluates something in an environment.
func in[T any](l *loader, env *environment, get func() T) T {
	outer := l.env
	l.env = env
	defer func() { l.env = outer }()
	return get()
}

// typ takes a type into core.
func (l *loader) typ(t types.Type) types.Type {
	switch u := t.(type) {
	case nil:
		return nil
	case *types.Basic:
		return t
	case *types.TypeParam:
		if arg := l.env.params[u]; arg != nil {
			return arg
		}
		return t
	}
	if out, ok := l.env.memo[t]; ok {
		return out
	}
	out := l.rebuild(t)
	l.env.memo[t] = out
	return out
}

// rebuild makes the type of the types that its parts become, or gives it back if they stay as they are.
func (l *loader) rebuild(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Named:
		return l.named(t)
	case *types.Alias:
		return l.alias(t)
	case *types.Pointer:
		if e := l.typ(t.Elem()); e != t.Elem() {
			return types.NewPointer(e)
		}
	case *types.Slice:
		if e := l.typ(t.Elem()); e != t.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := l.typ(t.Elem()); e != t.Elem() {
			return types.NewArray(e, t.Len())
		}
	case *types.Chan:
		if e := l.typ(t.Elem()); e != t.Elem() {
			return types.NewChan(t.Dir(), e)
		}
	case *types.Map:
		if k, e := l.typ(t.Key()), l.typ(t.Elem()); k != t.Key() || e != t.Elem() {
			return types.NewMap(k, e)
		}
	case *types.Tuple:
		return l.tuple(t)
	case *types.Signature:
		if s := l.signature(t, nil); s != nil {
			return s
		}
	case *types.Struct:
		return l.structure(t)
	case *types.Interface:
		return l.iface(t)
	}
	return t
}

func (l *loader) tuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	changed := false
	for v := range t.Variables() {
		nt := l.typ(v.Type())
		if nt != v.Type() {
			changed = true
			v = types.NewParam(v.Pos(), v.Pkg(), v.Name(), nt)
		}
		vars = append(vars, v)
	}
	if !changed {
		return t
	}
	return types.NewTuple(vars...)
}

// signature gives the signature with the types that core has for it, or nil if it stays as it is and gets no
// receiver.
func (l *loader) signature(t *types.Signature, recv *types.Var) *types.Signature {
	if t.TypeParams().Len() > 0 && recv == nil {
		return nil // of a generic function: its instances have other ones
	}
	params, results := l.tuple(t.Params()), l.tuple(t.Results())
	if recv == nil && params == t.Params() && results == t.Results() {
		return nil
	}
	return types.NewSignatureType(recv, nil, nil, params, results, t.Variadic())
}

func (l *loader) structure(t *types.Struct) types.Type {
	var fields []*types.Var
	var tags []string
	changed := false
	for i := range t.NumFields() {
		f := t.Field(i)
		nt, name := l.typ(f.Type()), l.fieldName(f)
		if f.Embedded() && name == "" {
			l.unsupported(l.at, "embedding %s, an alias of a type without a name, is not supported here", f.Name())
			name = f.Name()
		}
		if nt != f.Type() || name != f.Name() || l.homely(f.Pkg()) != f.Pkg() {
			changed = true
			f = types.NewField(f.Pos(), l.homely(f.Pkg()), name, nt, f.Embedded())
		}
		fields = append(fields, f)
		tags = append(tags, t.Tag(i))
	}
	if !changed {
		return t
	}
	return types.NewStruct(fields, tags)
}

// fieldName is the name of a field in core. An embedded field has the name of its type, which may have become
// another.
func (l *loader) fieldName(f *types.Var) string {
	if !f.Embedded() {
		return f.Name()
	}
	t := l.typ(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.(type) {
	case interface{ Obj() *types.TypeName }:
		return t.Obj().Name()
	case *types.Basic:
		return t.Name()
	}
	return ""
}

func (l *loader) iface(t *types.Interface) types.Type {
	var methods []*types.Func
	var embedded []types.Type
	changed := false
	for m := range t.ExplicitMethods() {
		sig := m.Signature()
		changed = changed || l.tuple(sig.Params()) != sig.Params() || l.tuple(sig.Results()) != sig.Results() ||
			l.homely(m.Pkg()) != m.Pkg()
		methods = append(methods, m)
	}
	for e := range t.EmbeddedTypes() {
		ne := l.typ(e)
		changed = changed || ne != e
		embedded = append(embedded, ne)
	}
	if !changed {
		return t
	}
	for i, m := range methods { // a method belongs to one interface
		sig := m.Signature()
		s := types.NewSignatureType(nil, nil, nil, l.tuple(sig.Params()), l.tuple(sig.Results()), sig.Variadic())
		methods[i] = types.NewFunc(m.Pos(), l.homely(m.Pkg()), m.Name(), s)
	}
	out := types.NewInterfaceType(methods, embedded)
	l.ifaces = append(l.ifaces, out)
	return out
}

// complete ends the construction of interfaces, once all types that they embed are there.
func (l *loader) complete() {
	for len(l.ifaces) > 0 {
		i := l.ifaces[0]
		l.ifaces = l.ifaces[1:]
		i.Complete()
	}
}

// homely is the package that members of pkg belong to in core: those of mirrors are the session's own.
func (l *loader) homely(pkg *types.Package) *types.Package {
	if l.units[pkg] != nil {
		return l.home
	}
	return pkg
}

// objType is the type of an object.
func (l *loader) objType(obj types.Object) types.Type { return l.typ(obj.Type()) }

// typeOf is the type of an expression.
func (l *loader) typeOf(e ast.Expr) types.Type { return l.typ(l.in.Info.TypeOf(e)) }

// near notes where in the package's own source the loader is.
func (l *loader) near(n ast.Node) {
	if l.unit.own() {
		l.at = n.Pos()
	}
}

// typed is what the type checker knows of an expression.
func (l *loader) typed(e ast.Expr) types.TypeAndValue {
	tv := l.in.Info.Types[e]
	tv.Type = l.typ(tv.Type)
	return tv
}
