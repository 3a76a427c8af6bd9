package interp

// This file tells which methods may matter to cells that do not name them. A method that is added to a type, or changed, can be seen
// through an interface that has a method of this name, and, as interfaces are, by printing and encoding; and it can hide a field or
// method of an embedded type. If the name occurs in none of these ways, only cells that name the method depend on it.

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// askedFor lists the methods that packages ask values for which they are given as any, or as an interface with fewer methods.
var askedFor = []string{
	"Format", "GoString", "Error", "String", "Scan", // fmt
	"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "AppendText", "MarshalBinary", "UnmarshalBinary", "AppendBinary", "IsZero", // encoding
	"Is", "As", "Unwrap", "Timeout", "Temporary", // errors, os
	"Read", "Write", "Close", "Seek", "ReadAt", "WriteAt", "ReadFrom", "WriteTo", "WriteString", "ReadByte", "UnreadByte", "WriteByte", "ReadRune", "UnreadRune", // io
	"Len", "Less", "Swap", "Push", "Pop", // sort, heap
	"Set", "Get", "IsBoolFlag", // flag
	"Int63", "Uint64", "Seed", // rand
	"Bundle", "Dims", "At", "T", // viz and the display of values
}

// loudNames lists, sorted, the names by which the plan's cell may come to a method without naming it, and those of fields.
func (p *plan) loudNames(file *ast.File) []string {
	info := p.checked.Info
	names := map[string]bool{}
	seen := map[types.Type]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := info.Defs[n].(*types.Var); ok {
				if v.IsField() {
					names[v.Name()] = true
				}
				interfaceMethods(v.Type(), seen, names)
			}
			if pkg, ok := info.Uses[n].(*types.PkgName); ok {
				exportedInterfaces(pkg.Imported(), seen, names)
			}
		case ast.Expr:
			interfaceMethods(info.TypeOf(n), seen, names)
		}
		return true
	})
	return slices.Sorted(maps.Keys(names))
}

func exportedInterfaces(pkg *types.Package, seen map[types.Type]bool, names map[string]bool) {
	for _, n := range pkg.Scope().Names() {
		if t, ok := pkg.Scope().Lookup(n).(*types.TypeName); ok && types.IsInterface(t.Type()) {
			interfaceMethods(t.Type(), seen, names)
		}
	}
}

// interfaceMethods adds the names of the methods of the interfaces that a type is made of.
func interfaceMethods(t types.Type, seen map[types.Type]bool, names map[string]bool) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		interfaceMethods(types.Unalias(t), seen, names)
	case *types.Named:
		interfaceMethods(t.Underlying(), seen, names)
		for a := range t.TypeArgs().Types() {
			interfaceMethods(a, seen, names)
		}
		for a := range t.TypeParams().TypeParams() {
			interfaceMethods(a, seen, names)
		}
	case *types.TypeParam:
		interfaceMethods(t.Constraint(), seen, names)
	case *types.Interface:
		for m := range t.Methods() {
			names[m.Name()] = true
		}
	case *types.Signature:
		interfaceMethods(t.Params(), seen, names)
		interfaceMethods(t.Results(), seen, names)
		for a := range t.TypeParams().TypeParams() {
			interfaceMethods(a, seen, names)
		}
	case *types.Tuple:
		for v := range t.Variables() {
			interfaceMethods(v.Type(), seen, names)
		}
	case *types.Struct:
		for f := range t.Fields() {
			interfaceMethods(f.Type(), seen, names)
		}
	case *types.Map:
		interfaceMethods(t.Key(), seen, names)
		interfaceMethods(t.Elem(), seen, names)
	case interface{ Elem() types.Type }:
		interfaceMethods(t.Elem(), seen, names)
	}
}

// loud reports whether a method may matter to cells that do not name it but its type. c is a cell that is not part of the session yet, or
// nil.
func (s *Session) loud(method string, c *cell) bool {
	typ, name, _ := strings.Cut(method, ".")
	if slices.Contains(askedFor, name) {
		return true
	}
	knows := func(c *cell) bool {
		return slices.Contains(c.loud, name) || slices.ContainsFunc(c.uses, func(u string) bool {
			t, m, ok := strings.Cut(u, ".")
			return ok && m == name && t != typ
		})
	}
	return c != nil && knows(c) || slices.ContainsFunc(s.cells, knows)
}
