package legal_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/interp/legal"
)

var update = flag.Bool("update", false, "rewrite the wanted output")

// TestGolden shows what the passes make of small programs, or what they say about them. That yaegi then runs
// them rightly is tested in package interp.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := lowered(t, ar.Files[0].Data)
			if *update {
				ar.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got); d != "" {
				t.Errorf("lowered (-want +got):\n%s", d)
			}
		})
	}
}

func lowered(t *testing.T, src []byte) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "in.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	checker := typing.New()
	checked, faults := checker.Check(fset, "session", []*ast.File{file}, typing.CheckOptions{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	pkg, faults := core.Load(checker.Input(checked))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	before, err := core.Print(pkg)
	if err != nil {
		t.Fatal(err)
	}
	out, faults := legal.Apply(pkg)
	after, err := core.Print(pkg)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before.Text, after.Text); d != "" {
		t.Errorf("the input was changed (-before +after):\n%s", d)
	}
	if len(faults) > 0 {
		return faults.Error() + "\n"
	}
	text, err := core.Print(out.Package)
	if err != nil {
		t.Fatal(err)
	}
	return text.Text
}

// TestPassesHaveCases: for each pass a file, or several that begin with its name, shows what it does.
func TestPassesHaveCases(t *testing.T) {
	for _, p := range legal.Passes() {
		name := map[string]string{"boxes": "box_"}[p.Name]
		if name == "" {
			name = p.Name
		}
		if files, err := filepath.Glob("testdata/" + name + "*.txtar"); err != nil || len(files) == 0 {
			t.Errorf("no file shows what pass %s does: %v", p.Name, err)
		}
	}
}
