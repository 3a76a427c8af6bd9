package assist

// This file says what a name in a cell means.

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// Hover is what is known of the name from From to To.
type Hover struct {
	From, To int
	Decl     string // as Go declares it
	Doc      string // plain text
	Path     string // of the package that declares it; empty for the session's names
}

// Hover returns what is known of the name at an offset of a cell, or nil.
func (a *Assistant) Hover(ctx context.Context, cells []Cell, id string, offset int) (_ *Hover, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer recovered("hover", id, &err)
	q, err := a.question(cells, id, offset)
	if err != nil {
		return nil, err
	}
	c := cutAt(a.draft(id, q.text).Draft, q.text, q.offset)
	if c.from == c.to || c.where != inCode || startsWithDigit(q.text[c.from:c.to]) {
		return nil, nil
	}
	v, err := a.view(ctx, q, q.text)
	if err != nil {
		return nil, err
	}
	name := q.text[c.from:c.to]
	obj, ident := v.named(v.focus().pos(c.from), name)
	if obj == nil {
		return nil, nil
	}
	h := &Hover{From: c.from, To: c.to, Decl: v.declaration(obj, ident), Doc: v.documentation(obj)}
	if p := obj.Pkg(); p != nil && p != v.checked.Pkg && !isPackage(obj) {
		h.Path = p.Path()
	}
	return h, nil
}

// named finds the object of the identifier at a place. What := defines a second time is composed under another name, and is
// found by its own in the package.
func (v *view) named(pos token.Pos, name string) (types.Object, *ast.Ident) {
	var ident *ast.Ident
	if pos.IsValid() {
		ast.Inspect(v.focus().syntax, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Pos() == pos && id.Name == name {
				ident = id
			}
			return ident == nil
		})
	}
	if ident != nil {
		if obj := v.objectAt(ident); obj != nil {
			return obj, ident
		}
	}
	if strings.ContainsRune(name, '.') {
		return nil, nil
	}
	if ident == nil {
		if obj := v.checked.Pkg.Scope().Lookup(name); obj != nil && v.written(obj) {
			return obj, nil
		}
	}
	return nil, nil
}
