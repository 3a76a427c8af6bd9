package core

// This file finds how the variables of a package are used: which are assigned after their declaration,
// which have their address taken, which are captured by function literals.

import (
	"go/ast"
	"go/token"
	"go/types"
)

// varUse says for each variable what happens to it anywhere in the package.
type varUse struct {
	assigned, addressed, captured map[types.Object]bool
}

// steady reports whether a variable keeps the value of its declaration.
func (u varUse) steady(obj types.Object) bool { return !u.assigned[obj] && !u.addressed[obj] }

func findVarUse(info *types.Info, files []*ast.File) varUse {
	f := &useFinder{info: info, use: varUse{
		assigned: map[types.Object]bool{}, addressed: map[types.Object]bool{}, captured: map[types.Object]bool{},
	}}
	for _, file := range files {
		f.walk(file, nil)
	}
	return f.use
}

type useFinder struct {
	info *types.Info
	use  varUse
}

// walk visits n, which stands in the function literal lit or in none.
func (f *useFinder) walk(n ast.Node, lit *ast.FuncLit) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != lit {
				f.walk(n, n)
				return false
			}
		case *ast.Ident:
			f.capture(n, lit)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				f.root(e, f.use.assigned)
			}
		case *ast.IncDecStmt:
			f.root(n.X, f.use.assigned)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				f.root(n.Key, f.use.assigned)
				f.root(n.Value, f.use.assigned)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.root(n.X, f.use.addressed)
			}
		case *ast.SliceExpr:
			f.sliced(n.X)
		case *ast.SelectorExpr:
			f.method(n)
		}
		return true
	})
}

// capture notes a use inside lit of a variable declared outside it.
func (f *useFinder) capture(id *ast.Ident, lit *ast.FuncLit) {
	v, ok := f.info.Uses[id].(*types.Var)
	if ok && lit != nil && !v.IsField() && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
		f.use.captured[v] = true
	}
}

// sliced notes that slicing an array takes its address.
func (f *useFinder) sliced(x ast.Expr) {
	if t := f.info.TypeOf(x); t != nil {
		if _, ok := t.Underlying().(*types.Array); ok {
			f.root(x, f.use.addressed)
		}
	}
}

// method notes that a method with a pointer receiver takes the address of the variable it is called on.
func (f *useFinder) method(e *ast.SelectorExpr) {
	sel := f.info.Selections[e]
	if sel == nil || sel.Kind() != types.MethodVal {
		return
	}
	recv := sel.Obj().(*types.Func).Signature().Recv()
	if _, ok := recv.Type().(*types.Pointer); ok {
		f.root(e.X, f.use.addressed)
	}
}

// root enters the variable that the memory of e belongs to. A step through a pointer, slice or map leaves
// the variable, but noting it does no harm.
func (f *useFinder) root(e ast.Expr, set map[types.Object]bool) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.Ident:
			if obj := f.info.Uses[x]; obj != nil {
				set[obj] = true
			}
			return
		default:
			return
		}
	}
}
