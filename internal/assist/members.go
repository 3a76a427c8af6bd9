package assist

// This file lists the members of packages, values and types.

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/typing"
)

// selected lists what may stand behind x and a dot.
func (c *cursor) selected(x ast.Expr) []Item {
	want := c.expected()
	var items []Item
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if p, ok := c.checked.Info.Uses[id].(*types.PkgName); ok {
			onlyTypes := c.wantsType()
			for _, obj := range c.a.exported(p.Imported()) {
				if _, ok := obj.(*types.TypeName); onlyTypes && !ok {
					continue
				}
				it := c.item(obj)
				it.fits = fits(obj, want)
				items = append(items, it)
			}
			return items
		}
	}
	tv, ok := c.checked.Info.Types[x]
	if !ok || tv.Type == nil || tv.Type == types.Typ[types.Invalid] {
		return nil
	}
	for _, m := range members(tv.Type, c.checked.Pkg, tv.Addressable()) {
		if c.a.denied(m.obj) {
			continue
		}
		if _, field := m.obj.(*types.Var); field && tv.IsType() {
			continue
		}
		it := c.item(m.obj)
		it.rank, it.fits = rank(m.depth), fits(m.obj, want)
		items = append(items, it)
	}
	return items
}

// exported lists the members of a package that a cell may use.
func (a *Assistant) exported(p *types.Package) []types.Object {
	var list []types.Object
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() || strings.ContainsRune(name, '·') || a.denied(obj) {
			continue
		}
		if _, ok := obj.(*types.Func); ok && strings.HasSuffix(p.Path(), "/costate/ad") {
			if _, ok := typing.FormName(obj); !ok {
				continue // not supported yet
			}
		}
		list = append(list, obj)
	}
	return list
}

// denied reports whether a cell may not use an object.
func (a *Assistant) denied(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	p, ok := a.packages[obj.Pkg().Path()]
	name := memberName(obj)
	return ok && name != "" && (p.Denies(name) || !a.opts.AllowExec && p.NeedsExec(name))
}

// memberName is Name for a member of a package's scope, Type.Name for a method, and empty for other objects.
func memberName(obj types.Object) string {
	if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
		return obj.Name()
	}
	f, ok := obj.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return ""
	}
	t := types.Unalias(f.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + obj.Name()
	}
	return ""
}

// member is a field or method, and how deeply it is embedded.
type member struct {
	obj   types.Object
	depth int
}

// members lists the fields and methods that may be selected from a value of type t in package pkg.
func members(t types.Type, pkg *types.Package, addressable bool) []member {
	names := []string{}
	seen := map[string]bool{}
	note := func(name string) {
		if !seen[name] && name != "_" {
			seen[name] = true
			names = append(names, name)
		}
	}
	visited := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		t = types.Unalias(t)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if visited[t] {
			return
		}
		visited[t] = true
		if named, ok := t.(*types.Named); ok {
			for m := range named.Methods() {
				note(m.Name())
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				note(f.Name())
				if f.Embedded() {
					walk(f.Type())
				}
			}
		case *types.Interface:
			for m := range u.Methods() {
				note(m.Name())
			}
		}
	}
	walk(t)
	var list []member
	for _, name := range names {
		// The language's own rules say what is hidden, ambiguous or out of reach.
		if obj, index, _ := types.LookupFieldOrMethod(t, addressable, pkg, name); obj != nil {
			list = append(list, member{obj, len(index)})
		}
	}
	return list
}
