package assist

// This file finds the cursor in the syntax of a cut text.

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// cursor is the mark in a checked package.
type cursor struct {
	*view
	cut
	pos   token.Pos
	ident *ast.Ident // nil if the parser has dropped it
	path  []ast.Node // from the file to the parent of the mark
}

// cursor checks the cells with the text of q cut at the cursor. It returns nil where the cursor is in a comment or a string.
func (a *Assistant) cursor(ctx context.Context, q *question, c cut) (*cursor, error) {
	v, err := a.view(ctx, q, c.text)
	if err != nil {
		return nil, err
	}
	f := v.focus()
	cur := &cursor{view: v, cut: c, pos: f.place.Pos(max(strings.Index(f.draft.Text, mark), 0))}
	var path []ast.Node
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if id, ok := n.(*ast.Ident); ok && id.Name == mark && cur.ident == nil {
			cur.ident, cur.pos, cur.path = id, id.Pos(), append([]ast.Node{}, path...)
		}
		path = append(path, n)
		return true
	})
	return cur, nil
}

// parent is the node n levels above the mark, or nil.
func (c *cursor) parent(n int) ast.Node {
	if n > len(c.path) {
		return nil
	}
	return c.path[len(c.path)-n]
}

// typeOf is the type of an expression, or nil.
func (c *cursor) typeOf(e ast.Expr) types.Type {
	t := c.checked.Info.TypeOf(e)
	if t == nil || t == types.Typ[types.Invalid] {
		return nil
	}
	return t
}

// literal is the struct literal whose element is the mark.
func (c *cursor) literal() (*ast.CompositeLit, *types.Struct) {
	lit, ok := c.parent(1).(*ast.CompositeLit)
	if !ok || lit.Type == c.ident {
		return nil, nil
	}
	t := c.typeOf(lit)
	if t == nil {
		return nil, nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // &T left out inside another literal
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return lit, s
}

// wantsType reports whether only a type may stand at the mark.
func (c *cursor) wantsType() bool {
	node := ast.Node(c.ident)
	for i := len(c.path) - 1; i >= 0; i-- {
		switch p := c.path[i].(type) {
		case *ast.SelectorExpr, *ast.StarExpr: // of a package, or a pointer to what is written
			node = p
			continue
		case *ast.Field:
			return p.Type == node
		case *ast.ValueSpec:
			return p.Type == node
		case *ast.TypeSpec:
			return p.Type == node
		case *ast.ArrayType:
			return p.Elt == node
		case *ast.MapType, *ast.ChanType:
			return true
		case *ast.TypeAssertExpr:
			return p.Type == node
		case *ast.CaseClause:
			_, ok := c.parent(len(c.path) - i + 2).(*ast.TypeSwitchStmt)
			return ok
		case *ast.IndexExpr:
			return p.Index == node && c.checked.Info.Types[p.X].IsType()
		}
		return false
	}
	return false
}

// declares reports whether the mark is the name of something new.
func (c *cursor) declares() bool {
	switch p := c.parent(1).(type) {
	case *ast.FuncDecl:
		return p.Name == c.ident
	case *ast.TypeSpec:
		return p.Name == c.ident
	case *ast.Field:
		return p.Type != c.ident
	case *ast.ValueSpec:
		return p.Type != c.ident && len(p.Values) == 0
	case *ast.LabeledStmt:
		return p.Label == c.ident
	case *ast.File, *ast.ImportSpec:
		return true
	}
	return false
}

// expected is the type that a value at the mark should have, or nil.
func (c *cursor) expected() types.Type {
	node := ast.Node(c.ident)
	parent := c.parent(1)
	if sel, ok := parent.(*ast.SelectorExpr); ok {
		node, parent = sel, c.parent(2)
	}
	switch p := parent.(type) {
	case *ast.CallExpr:
		return c.parameter(p, node)
	case *ast.KeyValueExpr:
		if key, ok := p.Key.(*ast.Ident); ok && p.Value == node {
			if f, ok := c.checked.Info.Uses[key].(*types.Var); ok && f.IsField() {
				return f.Type()
			}
		}
	case *ast.AssignStmt:
		for i, r := range p.Rhs {
			if r == node && len(p.Lhs) == len(p.Rhs) && p.Tok != token.DEFINE {
				return c.typeOf(p.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		if p.Type != nil && p.Type != node {
			return c.typeOf(p.Type)
		}
	case *ast.BinaryExpr:
		if p.Y == node && p.Op != token.SHL && p.Op != token.SHR {
			return c.typeOf(p.X)
		}
	case *ast.ReturnStmt:
		for i, r := range p.Results {
			if sig := c.function(); r == node && sig != nil && i < sig.Results().Len() {
				return sig.Results().At(i).Type()
			}
		}
	}
	return nil
}

// parameter is the type of the parameter that an argument is for.
func (c *cursor) parameter(call *ast.CallExpr, arg ast.Node) types.Type {
	t := c.typeOf(call.Fun)
	if t == nil {
		return nil
	}
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	for i, a := range call.Args {
		if a == arg {
			n := sig.Params().Len()
			if sig.Variadic() && i >= n-1 {
				if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
					return s.Elem()
				}
				return nil
			}
			if i < n {
				return sig.Params().At(i).Type()
			}
		}
	}
	return nil
}

// function is the signature of the function that the mark is in.
func (c *cursor) function() *types.Signature {
	for i := len(c.path) - 1; i >= 0; i-- {
		switch f := c.path[i].(type) {
		case *ast.FuncLit:
			sig, _ := c.typeOf(f).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if obj, ok := c.checked.Info.Defs[f.Name].(*types.Func); ok {
				return obj.Signature()
			}
			return nil
		}
	}
	return nil
}
