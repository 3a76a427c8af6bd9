package engine

// This file compares the text of adjoints with that of testdata/golden: what a person reads must not change unseen.
// go test ./ad/engine -run Golden -update writes the files anew.

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/costate/costate/internal/core"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldenSize bounds a golden file: what is longer nobody reads.
const goldenSize = 1500

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files: ", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source := string(a.Files[0].Data)
			p, err := load(t, "f.go", source)
			if err != nil {
				t.Fatal(err)
			}
			d, err := Gradient(p, "F")
			if err != nil {
				t.Fatal(err)
			}
			// The functions that are made, without the two that users call, which are the same everywhere.
			made := *d.Package
			made.Funcs = d.Funcs[2:]
			made.Vars, made.Init = nil, nil
			out, err := core.Print(&made)
			if err != nil {
				t.Fatal(err)
			}
			_, text, _ := strings.Cut(out.Text, "// ")
			text = "// " + text
			if *update {
				a.Files = []txtar.File{a.Files[0], {Name: "adjoint.go", Data: []byte(text)}}
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := ""
			if len(a.Files) > 1 {
				want = string(a.Files[1].Data)
			}
			if diff := cmp.Diff(want, text); diff != "" {
				t.Errorf("the adjoint has changed (-want +got):\n%s", diff)
			}
			if size := len(txtar.Format(a)); size > goldenSize {
				t.Errorf("%d bytes, more than %d", size, goldenSize)
			}
		})
	}
}
