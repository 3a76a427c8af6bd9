package legal

// This file keeps field and parameter names out of the types of package variables. The interpreter takes every identifier in such
// a declaration that is also a variable for a dependency, and never loads the declaration if that variable is
// loaded already.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func globals(u *unit) {
	pkg := types.NewPackage("cells/session", "main")
	for t := range u.types {
		pkg = t.Pkg()
	}
	twin := map[*core.Var]*core.Var{}
	u.pkg.Types = append([]*core.TypeDecl{}, u.pkg.Types...)
	vars := u.pkg.Vars
	u.pkg.Vars = nil
	for _, v := range vars {
		t := nameless(v.Type)
		if literalStruct(t) {
			name := types.NewTypeName(v.At, pkg, u.names.Fresh(v.Name+"Type"), nil)
			t = types.NewAlias(name, t)
			u.pkg.Types = append(u.pkg.Types, &core.TypeDecl{At: v.At, Named: name})
		}
		if t != v.Type {
			w := *v
			w.Type = t
			twin[v] = &w
			v = &w
		}
		u.pkg.Vars = append(u.pkg.Vars, v)
	}
	if len(twin) == 0 {
		return
	}
	m := &core.Mapper{Var: func(v *core.Var) *core.Var {
		if twin[v] != nil {
			return twin[v]
		}
		return v
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// nameless drops the names of parameters and results from the function types in t. The type stays identical.
func nameless(t types.Type) types.Type {
	switch x := t.(type) {
	case *types.Signature:
		unnamed := func(vs *types.Tuple) *types.Tuple {
			var out []*types.Var
			for _, v := range tuple(vs) {
				out = append(out, types.NewParam(0, nil, "", nameless(v)))
			}
			return types.NewTuple(out...)
		}
		return types.NewSignatureType(nil, nil, nil, unnamed(x.Params()), unnamed(x.Results()), x.Variadic())
	case *types.Slice:
		if e := nameless(x.Elem()); e != x.Elem() {
			return types.NewSlice(e)
		}
	case *types.Array:
		if e := nameless(x.Elem()); e != x.Elem() {
			return types.NewArray(e, x.Len())
		}
	case *types.Pointer:
		if e := nameless(x.Elem()); e != x.Elem() {
			return types.NewPointer(e)
		}
	case *types.Chan:
		if e := nameless(x.Elem()); e != x.Elem() {
			return types.NewChan(x.Dir(), e)
		}
	case *types.Map:
		k, e := nameless(x.Key()), nameless(x.Elem())
		if k != x.Key() || e != x.Elem() {
			return types.NewMap(k, e)
		}
	}
	return t
}

// literalStruct reports whether a struct or interface with names in it is written out in t.
func literalStruct(t types.Type) bool {
	switch x := t.(type) {
	case *types.Struct:
		return x.NumFields() > 0
	case *types.Interface:
		return x.NumExplicitMethods() > 0
	case *types.Map:
		return literalStruct(x.Key()) || literalStruct(x.Elem())
	case *types.Signature:
		for _, p := range append(tuple(x.Params()), tuple(x.Results())...) {
			if literalStruct(p) {
				return true
			}
		}
	case interface{ Elem() types.Type }:
		return literalStruct(x.Elem())
	}
	return false
}
