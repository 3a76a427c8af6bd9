package typing

import (
	"go/ast"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnusedOK: a shown expression is not reported; everything else about it is.
func TestUnusedOK(t *testing.T) {
	fset, files := parseCells(t, map[string]string{"cell.go": `package p

func cell() {
	x := 1
	x
	(x + 2)
	func() int { x; return x }
	len
	int
	x + "a"
	x
}
`}, []string{"cell.go"})
	shown := map[ast.Expr]bool{}
	body := files[0].Decls[0].(*ast.FuncDecl).Body.List
	for _, s := range body[1 : len(body)-1] { // not the last
		shown[s.(*ast.ExprStmt).X] = true
	}
	_, faults := New().Check(fset, "p", files, CheckOptions{UnusedOK: shown})
	var got []string
	for _, d := range faults {
		got = append(got, d.String())
	}
	want := []string{
		"cell.go:7:15: x (variable of type int) is not used [type]",
		"cell.go:8:2: len (built-in) must be called [type]",
		"cell.go:9:2: int (type) is not an expression [type]",
		`cell.go:10:2: invalid operation: x + "a" (mismatched types int and untyped string) [type]`,
		"cell.go:11:2: x (variable of type int) is not used [type]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
