package trace

// This file loads programs for the tests.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/typing"
)

// load type-checks a file and loads it into core.
func load(t testing.TB, name, source string) (*core.Package, error) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	checker := typing.New()
	checked, faults := checker.Check(fset, file.Name.Name, []*ast.File{file}, typing.CheckOptions{})
	if err := faults.Err(); err != nil {
		return nil, err
	}
	p, faults := core.Load(checker.Input(checked))
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// traced loads a file and differentiates a function by tracing. What comes out satisfies the invariants of core.
func traced(t testing.TB, name, source, function string) (*Derivative, string, error) {
	t.Helper()
	p, err := load(t, name+".go", source)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	d, err := Gradient(p, function)
	if err != nil {
		return nil, "", err
	}
	if err := core.Check(d.Package); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	out, err := core.Print(d.Package)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if dir := os.Getenv("TRACE_DUMP"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".go"), []byte(out.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return d, out.Text, nil
}
