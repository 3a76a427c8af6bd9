package core

// This file makes the named types of core: an instance of a generic type, a type declared in a function, a type of a
// mirror and a type of the package that is made from such types become new named types of the package.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// maxInstances is how many instances of generic declarations a package may have. The type checker refuses programs
// that have infinitely many; the limit is for those that have merely too many.
const maxInstances = 4000

// madeType is a named type of core and what it was made from.
type madeType struct {
	env   *environment // of a local type: that of its function
	args  []types.Type
	named *types.Named
}

// named takes a named type into core.
func (l *loader) named(t *types.Named) types.Type {
	obj := t.Obj()
	generic := t.TypeParams().Len() > 0
	if l.made[t] || obj.Pkg() == nil || generic && t.TypeArgs().Len() == 0 {
		return t
	}
	var args []types.Type
	for a := range t.TypeArgs().Types() {
		args = append(args, l.typ(a))
	}
	u := l.units[obj.Pkg()]
	switch {
	case u != nil:
		local := obj.Parent() != obj.Pkg().Scope()
		if !generic && !local && u.own() && !l.remade(t) {
			return t
		}
		return l.newNamed(u, t.Origin(), args, local)
	case !generic:
		return t
	case obj.Pkg().Path() == "iter": // an iterator is the function that it is
		o := t.Origin()
		return in(l, bind(nil, o.TypeParams(), args), func() types.Type { return l.typ(o.Underlying()) })
	}
	if u = l.mirror(obj.Pkg().Path()); u != nil {
		if o, ok := u.in.Pkg.Scope().Lookup(obj.Name()).(*types.TypeName); ok {
			if m, ok := o.Type().(*types.Named); ok {
				return l.newNamed(u, m, args, false)
			}
		}
	}
	l.lacking(l.at, obj)
	return t
}

// alias takes an alias into core. One of the package keeps its name; others give way to what they stand for.
func (l *loader) alias(t *types.Alias) types.Type {
	obj := t.Obj()
	if obj.Pkg() == nil || l.aliases[t] {
		return t
	}
	rhs := l.typ(types.Unalias(t))
	switch {
	case rhs == types.Unalias(t):
		if !l.hides(obj) && obj.Parent() == obj.Pkg().Scope() && (l.units[obj.Pkg()] == nil || l.units[obj.Pkg()].own()) && t.TypeArgs().Len() == 0 {
			return t
		}
		return rhs
	case obj.Pkg() != l.home || obj.Parent() != l.home.Scope() || t.TypeArgs().Len() > 0 || l.hides(obj):
		return rhs
	}
	out := types.NewAlias(types.NewTypeName(obj.Pos(), l.home, obj.Name(), nil), rhs)
	l.aliases[out] = true
	return out
}

// newNamed gives the named type for a declared type with type arguments, made when it is first needed.
func (l *loader) newNamed(u *unit, origin *types.Named, args []types.Type, local bool) types.Type {
	obj := origin.Obj()
	var env *environment
	if local {
		env = l.env
	}
	for _, m := range l.types[origin] {
		if m.env == l.rootOf(local) && sameTypes(m.args, args) {
			return m.named
		}
	}
	plain := u.own() && !local && len(args) == 0
	name, text := obj.Name(), typeText{}
	switch {
	case !plain && l.tooMany():
		return origin
	case !plain:
		name, text = l.typeName(u, obj, args, local)
	case l.hides(obj):
		name, text = l.uniqueName(name), typeText{name, "main." + name}
	}
	at := l.position(u, obj.Pos())
	named := types.NewNamed(types.NewTypeName(at, l.home, name, nil), nil, nil)
	l.types[origin] = append(l.types[origin], madeType{l.rootOf(local), args, named})
	l.made[named] = true
	if text.name != "" {
		l.texts[named] = text
	}
	if !plain {
		l.pkg.Types = append(l.pkg.Types, &TypeDecl{At: at, Named: named.Obj(), Orig: text.name})
	}
	inner := bind(env, origin.TypeParams(), args)
	under := in(l, inner, func() types.Type { return l.typ(origin.Underlying()) })
	if local && foreignFields(under, l.home) {
		l.unsupported(obj.Pos(), "type %s is made from a struct of another package with unexported fields", obj.Name())
	}
	named.SetUnderlying(under)
	for m := range origin.Methods() {
		l.method(u, named, m, args, plain)
	}
	return named
}

// rootOf is what tells local types of one declaration apart.
func (l *loader) rootOf(local bool) *environment {
	if local {
		return l.env.root
	}
	return nil
}

// method gives a type of core a method, and loads its body later unless the declaration is loaded as it stands.
func (l *loader) method(u *unit, named *types.Named, m *types.Func, args []types.Type, plain bool) {
	sig := m.Signature()
	env := bind(nil, sig.RecvTypeParams(), args)
	if plain {
		env = l.base
	}
	var recv types.Type = named
	if _, ok := sig.Recv().Type().(*types.Pointer); ok {
		recv = types.NewPointer(named)
	}
	at := l.position(u, m.Pos())
	made := in(l, env, func() *types.Signature { return l.signature(sig, types.NewParam(at, l.home, sig.Recv().Name(), recv)) })
	named.AddMethod(types.NewFunc(at, l.home, m.Name(), made))
	decl := u.decls[m]
	if plain || decl == nil || m.Name() == "_" {
		return
	}
	fn := &Func{At: l.position(u, decl.Pos()), Name: m.Name(), Orig: m.Name()}
	l.pkg.Funcs = append(l.pkg.Funcs, fn)
	l.work = append(l.work, funcWork{fn: fn, decl: decl, obj: m, unit: u, env: env, at: l.at, where: named.Obj().Name() + "_" + m.Name()})
}

func sameTypes(a, b []types.Type) bool {
	for i, t := range a {
		if !types.Identical(t, b[i]) {
			return false
		}
	}
	return true
}

// remade reports whether a type of the package has to be made anew, because its declaration or a method names a type
// that core makes.
func (l *loader) remade(t *types.Named) bool {
	if known, ok := l.changed[t]; ok {
		return known
	}
	r := reach{loader: l, seen: map[types.Type]bool{}}
	found := r.visit(t)
	if !found { // nor has any that it reaches
		for s := range r.seen {
			if n, ok := s.(*types.Named); ok {
				l.changed[n] = false
			}
		}
	}
	l.changed[t] = found
	return found
}

// reach looks for types that core makes among those that a type is made from.
type reach struct {
	*loader
	seen map[types.Type]bool
}

func (r reach) visit(t types.Type) bool {
	if t == nil || r.seen[t] {
		return false
	}
	switch t := t.(type) {
	case *types.Basic:
		return false
	case *types.Named:
		return r.visitNamed(t)
	case *types.Alias:
		r.seen[t] = true
		return r.visit(types.Unalias(t))
	case *types.Tuple:
		for v := range t.Variables() {
			if r.visit(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return r.visit(t.Params()) || r.visit(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if r.visit(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if r.visit(m.Signature()) {
				return true
			}
		}
		for e := range t.EmbeddedTypes() {
			if r.visit(e) {
				return true
			}
		}
	case *types.Map:
		return r.visit(t.Key()) || r.visit(t.Elem())
	case interface{ Elem() types.Type }:
		return r.visit(t.Elem())
	}
	return false
}

func (r reach) visitNamed(t *types.Named) bool {
	r.seen[t] = true
	if t.TypeArgs().Len() > 0 || r.changed[t] || r.hides(t.Obj()) {
		return true
	}
	if _, known := r.changed[t]; known || t.Obj().Pkg() != r.home {
		return false
	}
	if r.visit(t.Underlying()) {
		return true
	}
	for m := range t.Methods() {
		if r.visit(m.Signature()) {
			return true
		}
	}
	return false
}

// typeSpec enters a type of the package.
func (l *loader) typeSpec(spec *ast.TypeSpec) {
	obj, ok := l.in.Info.Defs[spec.Name].(*types.TypeName)
	if !ok || obj.Name() == "_" {
		return
	}
	l.at = spec.Pos()
	if i, ok := obj.Type().Underlying().(*types.Interface); spec.TypeParams != nil || ok && !i.IsMethodSet() {
		return // instances are declared when they are met; constraints have done their duty
	}
	if obj.IsAlias() && l.hides(obj) {
		return // what it stands for is used instead
	}
	if foreignFields(obj.Type().Underlying(), l.home) {
		l.unsupported(spec.Pos(), "type %s is made from a struct of another package with unexported fields", obj.Name())
	}
	d := &TypeDecl{At: spec.Pos(), Named: obj}
	l.pkg.Types = append(l.pkg.Types, d)
	switch t := l.typ(obj.Type()).(type) {
	case *types.Named:
		if !obj.IsAlias() {
			d.Named, d.Orig = t.Obj(), l.texts[t].name
		}
	case *types.Alias:
		d.Named = t.Obj()
	}
}

// hides reports whether a type of the package has a name that is predeclared, or that a file imports. Core calls it
// otherwise.
func (l *loader) hides(obj *types.TypeName) bool {
	return obj.Pkg() == l.home && obj.Parent() == l.home.Scope() && l.hiding[obj.Name()]
}

// foreignFields reports whether t is a struct that only its own package could write down.
func foreignFields(t types.Type, own *types.Package) bool {
	s, ok := t.(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != own {
			return true
		}
	}
	return false
}

// hiddenType finds a type in t that only another package can name.
func hiddenType(t types.Type, own *types.Package) *types.TypeName {
	switch t := t.(type) {
	case *types.Named:
		if obj := t.Obj(); obj.Pkg() != nil && obj.Pkg() != own && !obj.Exported() {
			return obj
		}
	case *types.Map:
		if obj := hiddenType(t.Key(), own); obj != nil {
			return obj
		}
		return hiddenType(t.Elem(), own)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return hiddenType(t.Elem(), own)
	}
	return nil
}

// position is a place of a unit as core keeps it: there is none in a mirror, which is no file of the user's.
func (l *loader) position(u *unit, at token.Pos) token.Pos {
	if !u.own() {
		return token.NoPos
	}
	return at
}
