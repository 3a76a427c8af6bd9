package core

// This file tests what the session's type checker adds to Go: special forms, which are calls of generic
// functions whose names carry a shape behind a middle dot, and values standing as statements.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// formImporter serves a package with one form: Grad·1[A any](f func(A) A) func(A) A.
type formImporter struct{ ad *types.Package }

func newFormImporter() formImporter {
	pkg := types.NewPackage("example.org/ad", "ad")
	a := types.NewTypeParam(types.NewTypeName(token.NoPos, pkg, "A", nil), types.Universe.Lookup("any").Type())
	v := func(name string, t types.Type) *types.Var { return types.NewVar(token.NoPos, pkg, name, t) }
	fn := func() types.Type {
		return types.NewSignatureType(nil, nil, nil, types.NewTuple(v("", a)), types.NewTuple(v("", a)), false)
	}
	sig := types.NewSignatureType(nil, nil, []*types.TypeParam{a}, types.NewTuple(v("f", fn())), types.NewTuple(v("", fn())), false)
	pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, "Grad·1", sig))
	pkg.MarkComplete()
	return formImporter{pkg}
}

func (f formImporter) Import(string) (*types.Package, error) { return f.ad, nil }

// loadLoose loads source after edit, with the type checker's errors dropped.
func loadLoose(t *testing.T, imp types.Importer, source string, edit func(ast.Node)) *Package {
	t.Helper()
	in := LoadInput{Fset: token.NewFileSet(), Info: newInfo()}
	file, err := parser.ParseFile(in.Fset, "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		edit(n)
		return true
	})
	in.Files = []*ast.File{file}
	conf := types.Config{Importer: imp, Error: func(error) {}}
	in.Pkg, _ = conf.Check("p", in.Fset, in.Files, in.Info)
	p, diags := Load(in)
	if diags.Err() != nil {
		t.Fatal(diags)
	}
	if err := Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSpecialForm(t *testing.T) {
	const source = `package p

import "example.org/ad"

func f(x float64) float64 { return x * x }

func g() (float64, int) {
	d := ad.Grad(f)
	return d(1), ad.Grad(func(x int) int { return x })(2)
}
`
	p := loadLoose(t, newFormImporter(), source, func(n ast.Node) {
		if s, ok := n.(*ast.SelectorExpr); ok {
			s.Sel.Name = "Grad·1"
		}
	})
	var forms []string
	InspectStmts(p.Funcs[1].Body, func(n Node) bool {
		if r, ok := n.(*Ref); ok {
			if h, ok := r.Obj.(*Host); ok {
				forms = append(forms, h.Path+"."+h.Name+" "+r.T.String())
			}
		}
		return true
	})
	want := []string{
		"example.org/ad.Grad func(f func(float64) float64) func(float64) float64",
		"example.org/ad.Grad func(f func(int) int) func(int) int",
	}
	if diff := cmp.Diff(want, forms); diff != "" {
		t.Error(diff)
	}
}

// TestValueAsStatement loads statements that Go refuses as unused and a cell shows.
func TestValueAsStatement(t *testing.T) {
	p := loadLoose(t, nil, `package p

func f(x []float64) {
	len(x)
	x[0] * 2
	copy(x, x)
	f(x)
}
`, func(ast.Node) {})
	want := `package p

func f(x []float64) {
	_ = len(x)
	_ = x[0] * 2
	copy(x, x)
	f(x)
}
`
	if diff := cmp.Diff(want, mustPrint(t, nil, p)); diff != "" {
		t.Error(diff)
	}
}
