package typing

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// parseCells parses texts as the files of one package.
func parseCells(t testing.TB, cells map[string]string, order []string) (*token.FileSet, []*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range order {
		f, err := parser.ParseFile(fset, name, cells[name], parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return fset, files
}

// checkText checks a package of one file.
func checkText(t testing.TB, c *Checker, text string) (*Checked, []string) {
	t.Helper()
	fset, files := parseCells(t, map[string]string{"cell.go": text}, []string{"cell.go"})
	checked, faults := c.Check(fset, "session", files, CheckOptions{})
	var lines []string
	for _, d := range faults {
		lines = append(lines, d.String())
	}
	return checked, lines
}

var update = flag.Bool("update", false, "rewrite what the scripts expect")

// TestScripts checks the packages of testdata/*.txtar, with AllowExec if their comment says so. A file want holds the diagnostics; a file types the types of
// the package's variables.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	c := New()
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			cells, order, expected := map[string]string{}, []string(nil), map[string]string{}
			for _, f := range txtar.Parse(data).Files {
				if strings.HasSuffix(f.Name, ".go") {
					cells[f.Name] = string(f.Data)
					order = append(order, f.Name)
				} else {
					expected[f.Name] = string(f.Data)
				}
			}
			fset, files := parseCells(t, cells, order)
			checked, faults := c.Check(fset, "session", files, CheckOptions{AllowExec: strings.Contains(string(txtar.Parse(data).Comment), "AllowExec")})
			var got strings.Builder
			for _, d := range faults {
				got.WriteString(d.String() + "\n")
			}
			if *update {
				a := txtar.Parse(data)
				for i, f := range a.Files {
					switch f.Name {
					case "want":
						a.Files[i].Data = []byte(got.String())
					case "types":
						a.Files[i].Data = []byte(variables(checked))
					}
				}
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(expected["want"], got.String()); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
			if want, ok := expected["types"]; ok {
				if diff := cmp.Diff(want, variables(checked)); diff != "" {
					t.Errorf("types (-want +got):\n%s", diff)
				}
			}
			for _, f := range files {
				ast.Inspect(f, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && strings.Contains(id.Name, stubMark) {
						t.Errorf("%s: identifier %s is left", fset.Position(id.Pos()), id.Name)
					}
					return true
				})
			}
		})
	}
}
