package mirror

// This file checks that the mirrors are whole: what Source gives compiles by itself, and exports what is generic in the
// standard library, no more and no less, with the same signatures.

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// forCells lists the standard packages of the table of what cells may import; of these, mirrors import some.
func forCells(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "typing", "packages.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") || strings.Contains(fields[0], ".") || slices.Contains(fields, "hidden") {
			continue
		}
		list = append(list, fields[0])
	}
	if len(list) < 20 {
		t.Fatalf("only %d packages", len(list))
	}
	return list
}

// check type-checks what Source gives for a path.
func check(t *testing.T, imp types.Importer, importPath string) *types.Package {
	t.Helper()
	sources, ok := Source(importPath)
	if !ok {
		t.Fatalf("no mirror of %s", importPath)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: imp}
	p, err := conf.Check("mirror/"+importPath, fset, files, nil)
	if err != nil {
		t.Fatalf("mirror of %s: %v", importPath, err)
	}
	return p
}

// generics lists what a package exports that is generic, by name, as text.
func generics(p *types.Package, all bool) map[string]string {
	list := map[string]string{}
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch t := obj.Type().(type) {
		case *types.Signature:
			if t.TypeParams().Len() > 0 || all {
				list[name] = signature(t)
			}
		case *types.Named:
			if t.TypeParams().Len() == 0 && !all {
				continue
			}
			list[name] = "type" + parameters(t.TypeParams())
			for m := range t.Methods() {
				if m.Exported() {
					list[name+"."+m.Name()] = signature(m.Signature())
				}
			}
		default:
			if all {
				list[name] = obj.String()
			}
		}
	}
	return list
}

// signature writes a signature without the names of parameters.
func signature(s *types.Signature) string {
	unnamed := func(vs *types.Tuple) *types.Tuple {
		var list []*types.Var
		for v := range vs.Variables() {
			list = append(list, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(list...)
	}
	text := parameters(s.TypeParams())
	if s.Recv() != nil {
		_, pointer := s.Recv().Type().(*types.Pointer)
		text = fmt.Sprintf("pointer %t ", pointer)
	}
	return text + types.TypeString(types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic()), nil)
}

// parameters writes type parameters with their constraints; an unexported one as what it stands for, as a union of types in order.
func parameters(ps *types.TypeParamList) string {
	var list []string
	for p := range ps.TypeParams() {
		c := p.Constraint()
		if n, ok := c.(*types.Named); ok && n.Obj().Pkg() != nil && !n.Obj().Exported() {
			c = n.Underlying()
		}
		terms := strings.Split(strings.TrimSuffix(strings.TrimPrefix(types.TypeString(c, nil), "interface{"), "}"), " | ")
		slices.Sort(terms)
		list = append(list, p.Obj().Name()+" "+strings.Join(terms, " | "))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// noCode lists generic exports that have nothing to run.
var noCode = map[string][]string{
	"iter": {"Seq", "Seq2"},
}

func TestSignatures(t *testing.T) {
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	found := 0
	for _, importPath := range forCells(t) {
		std, err := imp.Import(importPath)
		if err != nil {
			t.Fatal(err)
		}
		want := generics(std, false)
		for _, name := range noCode[importPath] {
			delete(want, name)
		}
		_, mirrored := Source(importPath)
		if len(want) == 0 && !mirrored {
			continue
		}
		found++
		if !mirrored {
			t.Errorf("%s has no mirror of %v", importPath, slices.Sorted(maps.Keys(want)))
			continue
		}
		if d := cmp.Diff(want, generics(check(t, imp, importPath), true)); d != "" {
			t.Errorf("%s (-standard +mirror)\n%s", importPath, d)
		}
	}
	if found != len(Paths()) {
		t.Errorf("%d mirrors of packages for cells, of %d", found, len(Paths()))
	}
}

// TestSources: what the mirrors import is there for cells; the tests of no mirror are in the binary; all say what they are.
func TestSources(t *testing.T) {
	allowed := forCells(t)
	for _, importPath := range Paths() {
		sources, _ := Source(importPath)
		if len(sources) == 0 {
			t.Errorf("the mirror of %s is empty", importPath)
		}
		for name, text := range sources {
			f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				t.Error(err)
				continue
			}
			base := path.Base(strings.TrimSuffix(importPath, "/v2"))
			if f.Name.Name != base || strings.HasSuffix(name, "_test.go") {
				t.Errorf("the mirror of %s has %s of package %s", importPath, name, f.Name.Name)
			}
			for _, i := range f.Imports {
				p, err := strconv.Unquote(i.Path.Value)
				if err != nil || !slices.Contains(allowed, p) {
					t.Errorf("%s of %s imports %s", name, importPath, i.Path.Value)
				}
			}
		}
	}
}

func TestSourceUnknown(t *testing.T) {
	for _, p := range []string{"", "fmt", "rand", "math/rand", "atomic", "slices/"} {
		if s, ok := Source(p); ok || s != nil {
			t.Errorf("there is a mirror of %q", p)
		}
	}
}

// TestDocTable: the table in the package's documentation names what there is.
func TestDocTable(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "exports\n")
	table, _, _ = strings.Cut(table, "//\n")
	got := map[string]string{}
	for line := range strings.Lines(table) {
		importPath, names, _ := strings.Cut(strings.Trim(line, "/\t\n"), " ")
		got[importPath] = strings.TrimSpace(names)
	}
	imp := importer.ForCompiler(token.NewFileSet(), "source", nil)
	want := map[string]string{}
	for _, importPath := range Paths() {
		var names []string
		for name := range generics(check(t, imp, importPath), true) {
			if !strings.Contains(name, ".") {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		if want[importPath] = strings.Join(names, ", "); len(names) > 5 {
			want[importPath] = "all"
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-mirrors +table)\n%s", d)
	}
}
