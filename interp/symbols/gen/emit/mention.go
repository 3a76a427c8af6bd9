package emit

// This file finds the packages that the interface of a package mentions.

import (
	"go/types"
	"maps"
	"slices"

	"github.com/costate/costate/internal/typing"
)

// mentioned lists the other packages whose named types occur in what pkg offers to cells, sorted. starts says whether the
// cells may start processes.
func mentioned(p typing.Package, pkg *types.Package, starts bool) []string {
	m := mentions{pkg: pkg, seen: map[types.Type]bool{}, paths: map[string]bool{}}
	m.offers = func(name string) bool { return !p.Denies(name) && (starts || !p.NeedsExec(name)) }
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() && m.offers(name) {
			m.walk(obj.Type())
		}
	}
	return slices.Sorted(maps.Keys(m.paths))
}

// mentions is a walk over types.
type mentions struct {
	pkg    *types.Package
	offers func(name string) bool // of a name, or Type.Method
	seen   map[types.Type]bool
	paths  map[string]bool
}

// walk visits a type and what a user can reach from it. Types of other packages are not entered: what they mention is
// listed with those packages.
func (m *mentions) walk(t types.Type) {
	t = types.Unalias(t)
	if t == nil || m.seen[t] {
		return
	}
	m.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && p != m.pkg {
			m.paths[p.Path()] = true
			return
		}
		for f := range t.Methods() {
			if f.Exported() && m.offers(t.Obj().Name()+"."+f.Name()) {
				m.walk(f.Type())
			}
		}
		m.walk(t.Underlying())
	case *types.Pointer:
		m.walk(t.Elem())
	case *types.Slice:
		m.walk(t.Elem())
	case *types.Array:
		m.walk(t.Elem())
	case *types.Chan:
		m.walk(t.Elem())
	case *types.Map:
		m.walk(t.Key())
		m.walk(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				m.walk(f.Type())
			}
		}
	case *types.Signature:
		m.walk(t.Params())
		m.walk(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			m.walk(v.Type())
		}
	case *types.Interface:
		for f := range t.Methods() {
			m.walk(f.Type())
		}
	}
}
