package legal

// This file lowers types: the session's interfaces become any, its named types lose their methods, and no field is embedded.

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

var (
	anyType   = types.Universe.Lookup("any").Type()
	errorType = types.Universe.Lookup("error").Type()
)

// typeDecls lowers the declarations; interfaces and aliases are written out where they are used.
func (b *boxer) typeDecls(decls []*core.TypeDecl) []*core.TypeDecl {
	var out []*core.TypeDecl
	for _, d := range decls {
		if d.Named.IsAlias() || b.low(d.Named.Type()) == anyType {
			continue
		}
		if n, ok := b.low(d.Named.Type()).(*types.Named); ok {
			c := *d
			c.Named = n.Obj()
			out = append(out, &c)
		}
	}
	return out
}

// low gives the lowered form of a type.
func (b *boxer) low(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	if l, ok := b.lowered[t]; ok {
		return l
	}
	l := b.lower(t)
	b.lowered[t] = l
	return l
}

func (b *boxer) lower(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if !b.u.own(t) {
			if s, ok := t.Underlying().(*types.Signature); ok && t.TypeArgs().Len() > 0 {
				return b.low(s) // iter.Seq[V]: the interpreter knows no generic types
			}
			return t
		}
		if types.IsInterface(t) || b.loops(t) {
			return anyType
		}
		return b.namedType(t)
	case *types.Interface:
		return anyType
	case *types.Pointer:
		return types.NewPointer(b.low(t.Elem()))
	case *types.Slice:
		return types.NewSlice(b.low(t.Elem()))
	case *types.Array:
		return types.NewArray(b.low(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(b.low(t.Key()), b.low(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), b.low(t.Elem()))
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, b.tuple(t.Params()), b.tuple(t.Results()), t.Variadic())
	case *types.Tuple:
		return b.tuple(t)
	case *types.Struct:
		return b.structType(t)
	default:
		return t
	}
}

func (b *boxer) namedType(t *types.Named) types.Type {
	n, ok := b.named[t.Obj()]
	if !ok {
		n = types.NewNamed(types.NewTypeName(t.Obj().Pos(), t.Obj().Pkg(), t.Obj().Name(), nil), nil, nil)
		b.named[t.Obj()] = n
		b.lowered[t] = n
		n.SetUnderlying(b.low(t.Underlying()).Underlying())
	}
	return n
}

func (b *boxer) tuple(t *types.Tuple) *types.Tuple {
	var out []*types.Var
	for v := range t.Variables() {
		out = append(out, types.NewParam(token.NoPos, nil, "", b.low(v.Type())))
	}
	return types.NewTuple(out...)
}

// structType lowers a struct. Fields have the names that the interpreter can tell apart.
func (b *boxer) structType(t *types.Struct) *types.Struct {
	var fields []*types.Var
	var tags []string
	for i := range t.NumFields() {
		f := t.Field(i)
		ft := b.low(f.Type())
		if b.erased(t, i) {
			ft = anyType
		}
		fields = append(fields, types.NewField(f.Pos(), f.Pkg(), fieldName(t, i), ft, false))
		tags = append(tags, t.Tag(i))
	}
	return types.NewStruct(fields, tags)
}

// fieldName is the name of a lowered field: its own, unless that is blank or, with the X by which the interpreter exports it, that
// of another.
func fieldName(t *types.Struct, i int) string {
	name := t.Field(i).Name()
	if name == "_" {
		return fmt.Sprintf("blank%d", i)
	}
	for j := range t.NumFields() {
		if t.Field(j).Name() == "X"+name && !t.Field(i).Exported() {
			return fmt.Sprintf("%s_%d", name, i)
		}
	}
	return name
}

// isAny reports whether values of an interface type are any in lowered code.
func (b *boxer) isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && (i.NumMethods() == 0 || types.IsInterface(t) && b.low(t) == anyType)
}

// foreign reports whether t is an interface of another package that has methods.
func (b *boxer) foreign(t types.Type) bool { return types.IsInterface(t) && !b.isAny(t) }

// boxed reports whether values of a type must be in boxes when they are in interfaces: the type has names that the interpreter does
// not keep.
func (b *boxer) boxed(t types.Type) bool {
	found := false
	walkType(t, func(t types.Type, _ int) bool {
		switch t := t.(type) {
		case *types.Named:
			if !b.u.own(t) {
				return false
			}
			found = true
		case *types.Struct:
			found = found || t.NumFields() > 0
		case *types.Interface:
			found = found || t.NumMethods() > 0
		case *types.Signature:
			for _, p := range append(tuple(t.Params()), tuple(t.Results())...) {
				found = found || b.boxed(p)
			}
		}
		return !found
	})
	return found
}

// typeName writes a type as the user does.
func (u *unit) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if sessionPath(p.Path()) {
			return ""
		}
		return p.Name()
	})
}

// walkType calls f for t and the types inside of it until f returns false.
func walkType(t types.Type, f func(t types.Type, depth int) bool) {
	seen := map[types.Type]bool{}
	var walk func(types.Type, int)
	walk = func(t types.Type, depth int) {
		t = types.Unalias(t)
		if seen[t] || !f(t, depth) {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			walk(t.Underlying(), depth)
		case *types.Struct:
			for i := range t.NumFields() {
				walk(t.Field(i).Type(), depth+1)
			}
		case *types.Map:
			walk(t.Key(), depth+1)
			walk(t.Elem(), depth+1)
		case *types.Pointer:
			walk(t.Elem(), depth)
		case interface{ Elem() types.Type }:
			walk(t.Elem(), depth+1)
		}
	}
	walk(t, 0)
}
