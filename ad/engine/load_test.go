package engine

// This file loads programs for the tests.

import (
	"go/ast"
	"go/parser"
	"go/token"
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
