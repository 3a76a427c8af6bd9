package core

// This file holds what the tests of loading, checking and printing share.

import (
	"flag"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/costate/costate/internal/core/mirror"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
}

// typecheck parses and checks one package; text gives the source of a file, or nil to read it from disk.
func typecheck(imp types.Importer, path string, names []string, text func(name string) any) (LoadInput, error) {
	in := LoadInput{Fset: token.NewFileSet(), Info: newInfo()}
	for _, name := range names {
		f, err := parser.ParseFile(in.Fset, name, text(name), parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return in, err
		}
		in.Files = append(in.Files, f)
	}
	conf := types.Config{Importer: imp, Sizes: types.SizesFor("gc", "amd64"), FakeImportC: true}
	var err error
	in.Pkg, err = conf.Check(path, in.Fset, in.Files, in.Info)
	return in, err
}

// checkText type-checks one file of source text.
func checkText(imp types.Importer, name, text string) (LoadInput, error) {
	in, err := typecheck(imp, "p", []string{name}, func(string) any { return text })
	in.Mirror = mirrors(imp)
	return in, err
}

// mirrors gives the mirrors as Load takes them.
func mirrors(imp types.Importer) func(path string) (*LoadInput, error) {
	return func(path string) (*LoadInput, error) {
		sources, ok := mirror.Source(path)
		if !ok {
			return nil, nil
		}
		names := slices.Sorted(maps.Keys(sources))
		in, err := typecheck(imp, "mirror/"+path, names, func(name string) any { return sources[name] })
		return &in, err
	}
}

func newImporter() types.Importer { return importer.Default() }

// mustLoad loads a package that core must be able to express, and checks it.
func mustLoad(t *testing.T, imp types.Importer, name, text string) *Package {
	t.Helper()
	in, err := checkText(imp, name, text)
	if err != nil {
		t.Fatalf("type-check: %v", err)
	}
	p, diags := Load(in)
	if diags.Err() != nil {
		t.Fatalf("load: %v", diags)
	}
	if err := Check(p); err != nil {
		t.Fatalf("check: %v", err)
	}
	return p
}

// mustPrint prints a package and type-checks the result.
func mustPrint(t *testing.T, imp types.Importer, p *Package) string {
	t.Helper()
	src, err := Print(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checkText(imp, "printed.go", src.Text); err != nil {
		t.Fatalf("printed source: %v\n%s", err, src.Text)
	}
	return src.Text
}

// archives reads the txtar files of a folder of testdata by name.
func archives(t *testing.T, dir string) map[string]*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives in testdata/%s: %v", dir, err)
	}
	out := map[string]*txtar.Archive{}
	for _, f := range files {
		a, err := txtar.ParseFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(f), ".txtar")] = a
	}
	return out
}

// section returns a file of an archive, which is "" if it is missing.
func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
