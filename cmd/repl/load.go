package main

// This file loads a Go file as a package by itself.

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
)

// loadFile parses and checks a file and takes it to core.
func loadFile(env *streams, path string, src []byte) (*core.Package, diag.List) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		var list scanner.ErrorList
		if !errors.As(err, &list) {
			return nil, diag.List{{Pos: token.Position{Filename: path, Line: 1, Column: 1}, Code: "syntax", Message: err.Error()}}
		}
		return nil, diag.List{{Pos: list[0].Pos, Code: "syntax", Message: list[0].Msg}}
	}
	checker := typing.New()
	checked, faults := checker.Check(fset, "file", []*ast.File{file}, typing.CheckOptions{AllowExec: env.allowExec})
	if len(faults) > 0 {
		return nil, faults
	}
	return core.Load(checker.Input(checked))
}
