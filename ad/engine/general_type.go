package engine

// This file says what shadow a value has. Its type is the value's own unless maps, functions or interfaces are in it:
// the shadow of a map holds a cell for each stored version of an entry, that of a function is its adjoint form, that of an
// interface value is the shadow of what it holds, in an any. Types with such parts get shadow types of their own.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// class says how a value's adjoint is kept.
type class int

const (
	none      class = iota // carries no derivative
	scalar                 // a float or a complex number
	aggregate              // a struct or an array: a pointer to its shadow goes along
	reference              // a slice, pointer, map, function or interface: its shadow is a header beside it
)

// class returns the class of a type.
func (g *general) class(t types.Type) class {
	if t == nil || !g.carries(t, nil) {
		return none
	}
	switch t.Underlying().(type) {
	case *types.Basic:
		return scalar
	case *types.Struct, *types.Array:
		return aggregate
	}
	return reference
}

func (g *general) carries(t types.Type, seen []types.Type) bool {
	for _, s := range seen {
		if s == t {
			return false
		}
	}
	seen = append(seen, t)
	if n, ok := types.Unalias(t).(*types.Named); ok && !g.own[n.Obj()] {
		if b, ok := n.Underlying().(*types.Basic); !ok || b.Info()&(types.IsFloat|types.IsComplex) == 0 {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Slice:
		return g.carries(u.Elem(), seen)
	case *types.Array:
		return g.carries(u.Elem(), seen)
	case *types.Pointer:
		return g.carries(u.Elem(), seen)
	case *types.Map:
		return g.carries(u.Elem(), seen)
	case *types.Chan:
		return g.carries(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if g.carries(u.Field(i).Type(), seen) {
				return true
			}
		}
		return false
	case *types.Interface, *types.Signature:
		return true
	}
	return false
}

// bar is the shadow type of a type.
type bar struct{ t types.Type }

// changes reports whether the shadow type differs from the type.
func (g *general) changes(t types.Type, seen []types.Type) bool {
	for _, s := range seen {
		if s == t {
			return false
		}
	}
	if g.class(t) == none {
		return false
	}
	seen = append(seen, t)
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return g.changes(u.Elem(), seen)
	case *types.Array:
		return g.changes(u.Elem(), seen)
	case *types.Pointer:
		return g.changes(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if g.changes(u.Field(i).Type(), seen) {
				return true
			}
		}
		return false
	case *types.Map, *types.Signature:
		return true
	case *types.Interface:
		return !types.Identical(t, anyType())
	}
	return false
}

func anyType() types.Type { return types.Universe.Lookup("any").Type() }

// barOf is the shadow type of t.
func (g *general) barOf(t types.Type) types.Type {
	if t = types.Unalias(t); !g.changes(t, nil) {
		return t
	}
	if b := g.bars[t]; b != nil {
		return b.t
	}
	switch u := t.(type) {
	case *types.Slice:
		return types.NewSlice(g.barOf(u.Elem()))
	case *types.Array:
		return types.NewArray(g.barOf(u.Elem()), u.Len())
	case *types.Pointer:
		return types.NewPointer(g.barOf(u.Elem()))
	case *types.Map:
		return types.NewMap(u.Key(), types.NewPointer(g.barOf(u.Elem())))
	case *types.Struct:
		return g.barStruct(u)
	case *types.Signature:
		return g.barSignature(u)
	case *types.Interface:
		return anyType()
	case *types.Named:
		if types.IsInterface(u) {
			return anyType()
		}
		name := types.NewTypeName(token.NoPos, u.Obj().Pkg(), g.local(u.Obj().Name()+"Bar"), nil)
		named := types.NewNamed(name, nil, nil)
		g.bars[t] = &bar{named}
		g.barTypes = append(g.barTypes, &core.TypeDecl{At: g.asked, Named: name})
		switch under := u.Underlying().(type) {
		case *types.Struct:
			named.SetUnderlying(g.barStruct(under))
		default:
			named.SetUnderlying(g.barOf(under).Underlying())
		}
		return named
	}
	return t
}

func (g *general) barStruct(u *types.Struct) types.Type {
	fields := make([]*types.Var, u.NumFields())
	for i := range fields {
		f := u.Field(i)
		// An embedded field is a plain one in the shadow: paths are written out.
		fields[i] = types.NewField(token.NoPos, f.Pkg(), f.Name(), g.barOf(f.Type()), false)
	}
	return types.NewStruct(fields, nil)
}

// passed is the type in which the shadow of a value of type t goes into a call or comes out of it.
func (g *general) passed(t types.Type) types.Type {
	if k := g.class(t); k == aggregate || k == scalar {
		return types.NewPointer(g.barOf(t))
	}
	return g.barOf(t)
}

// backOfTypes is the type of the pullback of a function: seeds of the float results in, adjoints of the float parameters out.
func (g *general) backOfTypes(params, results []types.Type) types.Type {
	var in, out []types.Type
	for _, t := range results {
		if g.class(t) == scalar {
			in = append(in, t)
		}
	}
	for _, t := range params {
		if g.class(t) == scalar {
			out = append(out, t)
		}
	}
	return funcType(in, out)
}

func (g *general) backOf(s *core.Signature) types.Type {
	return g.backOfTypes(varTypes(s.Params), s.Results)
}

// barSignature is the type of the adjoint form of functions of a type.
func (g *general) barSignature(u *types.Signature) types.Type {
	var params, results []types.Type
	for v := range u.Params().Variables() {
		params = append(params, v.Type())
	}
	for v := range u.Results().Variables() {
		results = append(results, v.Type())
	}
	return g.adjointType(params, results)
}

func (g *general) adjointType(params, results []types.Type) *types.Signature {
	var in, out []types.Type
	for _, t := range params {
		in = append(in, t)
		if k := g.class(t); k == aggregate || k == reference {
			in = append(in, g.passed(t))
		}
	}
	for _, t := range results {
		out = append(out, t)
		if k := g.class(t); k == aggregate || k == reference {
			out = append(out, g.passed(t))
		}
	}
	back := g.backOfTypes(params, results)
	if g.careful {
		in = append(in, types.NewPointer(back))
	} else {
		out = append(out, back)
	}
	return funcType(in, out)
}

func deref(e core.Expr) core.Expr {
	if u, ok := e.(*core.Unary); ok && u.Op == token.AND {
		return u.E
	}
	return &core.Unary{X: core.X{At: e.Pos(), T: e.Type().Underlying().(*types.Pointer).Elem()}, Op: token.MUL, E: e}
}

func addr(e core.Expr) core.Expr {
	if u, ok := e.(*core.Unary); ok && u.Op == token.MUL {
		return u.E
	}
	return &core.Unary{X: core.X{At: e.Pos(), T: types.NewPointer(e.Type())}, Op: token.AND, E: e}
}

func newOf(t types.Type) core.Expr {
	return &core.Call{X: core.X{T: types.NewPointer(t)}, Fun: &core.Ref{Obj: &core.Builtin{Name: "new"}}, ArgT: t}
}

func fieldOf(e core.Expr, name string, t types.Type) core.Expr {
	return &core.Field{X: core.X{At: e.Pos(), T: t}, E: e, Name: name}
}

func elemAt(e, i core.Expr, t types.Type) core.Expr {
	return &core.Index{X: core.X{At: e.Pos(), T: t}, E: e, I: i}
}

// under returns the type that indexing or selecting sees: through one pointer.
func under(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem().Underlying()
	}
	return t.Underlying()
}
