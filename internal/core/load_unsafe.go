package core

// This file says what of package unsafe is left when constants are folded: nothing, or the program is refused.

import (
	"go/ast"
	"go/types"
)

// unsafeUses refuses what a file uses of package unsafe other than in constants.
func (l *loader) unsafeUses(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case ast.Expr:
			if l.in.Info.Types[n].Value != nil {
				return false // Sizeof, Alignof and Offsetof have been computed
			}
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if obj := l.in.Info.Uses[id]; obj != nil && obj.Pkg() == types.Unsafe {
				l.unsupported(id.Pos(), "unsafe.%s is not supported; Sizeof, Alignof and Offsetof are, where they are constants", obj.Name())
			}
		}
		return true
	})
}
