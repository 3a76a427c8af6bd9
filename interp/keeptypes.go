package interp

// This file keeps the types known whose values are in boxes: a variable may hold a value of a type that nothing in the program as it
// is puts into an interface any more, since the statements that did have run.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/costate/costate/internal/core"
)

// keptTypes is the name of a function that boxes a value of each such type. The interpreter gets it only if its types are asked for
// (move.go).
const keptTypes = "costate_0types"

// keepTypes makes the function, of the types that have been in boxes and that the plan's program still has.
func (s *Session) keepTypes(p *plan) *core.Func {
	known := map[string]*types.Named{}
	for _, d := range p.typed.Types {
		if n, ok := d.Named.Type().(*types.Named); ok {
			known[d.Named.Name()] = n
		}
	}
	fn := &core.Func{Name: keptTypes}
	p.sampled = map[string]bool{}
	empty := types.NewInterfaceType(nil, nil)
	for _, id := range slices.Sorted(maps.Keys(s.boxed)) {
		t, ok := renewed(s.boxed[id], known)
		if !ok {
			continue
		}
		p.sampled[id] = true
		made := &core.Call{X: core.X{T: types.NewPointer(t)}, Fun: &core.Ref{Obj: &core.Builtin{Name: "new"}}, ArgT: t}
		fn.Body = append(fn.Body, &core.Assign{Op: token.ASSIGN, Lhs: []core.Expr{nil},
			Rhs: []core.Expr{&core.Convert{X: core.X{T: empty}, E: &core.Unary{X: core.X{T: t}, Op: token.MUL, E: made}}}})
	}
	return fn
}

// renewed writes a type with the session's types as they are now. ok is false if one is gone, or the type has a form that is not
// worth following.
func renewed(t types.Type, known map[string]*types.Named) (types.Type, bool) {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t, true
	case *types.Named:
		if t.Obj().Pkg() == nil || !sessionPath(t.Obj().Pkg().Path()) {
			return t, true
		}
		n, ok := known[t.Obj().Name()]
		return n, ok
	case *types.Pointer:
		e, ok := renewed(t.Elem(), known)
		return types.NewPointer(e), ok
	case *types.Slice:
		e, ok := renewed(t.Elem(), known)
		return types.NewSlice(e), ok
	case *types.Array:
		e, ok := renewed(t.Elem(), known)
		return types.NewArray(e, t.Len()), ok
	case *types.Map:
		k, ok := renewed(t.Key(), known)
		e, too := renewed(t.Elem(), known)
		return types.NewMap(k, e), ok && too
	case *types.Struct:
		var fields []*types.Var
		var tags []string
		all := true
		for i := range t.NumFields() {
			f := t.Field(i)
			ft, ok := renewed(f.Type(), known)
			all = all && ok
			fields = append(fields, types.NewField(f.Pos(), f.Pkg(), f.Name(), ft, f.Embedded()))
			tags = append(tags, t.Tag(i))
		}
		return types.NewStruct(fields, tags), all
	}
	return nil, false
}
