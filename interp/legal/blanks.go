package legal

// This file refuses structs that the interpreter cannot make: it gives all blank fields the same name.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func blanks(u *unit) {
	seen := map[types.Type]bool{}
	for _, t := range u.pkg.Types {
		if u.severalBlanks(t.Named.Type(), seen) {
			u.refuse(t.At, "type %s has several blank fields in one struct, which is not supported; name them", t.Named.Name())
		}
	}
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if e, ok := n.(core.Expr); ok && e.Type() != nil && u.severalBlanks(e.Type(), seen) {
				u.refuse(e.Pos(), "a struct with several blank fields is not supported; name them")
			}
			return true
		})
	}
}

// severalBlanks reports whether a struct in t, where it was not looked for yet, has several blank fields.
func (u *unit) severalBlanks(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		return u.types[t.Obj()] && u.severalBlanks(t.Underlying(), seen)
	case *types.Struct:
		blank, found := 0, false
		for f := range t.Fields() {
			if f.Name() == "_" {
				blank++
			}
			found = u.severalBlanks(f.Type(), seen) || found
		}
		return blank > 1 || found
	case *types.Map:
		return u.severalBlanks(t.Key(), seen) || u.severalBlanks(t.Elem(), seen)
	case interface{ Elem() types.Type }:
		return u.severalBlanks(t.Elem(), seen)
	}
	return false
}
