package assist

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// This file runs the tables of testdata. A file of a table has cases, each a comment and cells:
//
//	-- cell 1 --         text; ‸ is the cursor, in the cell that is asked about
//	-- last 1 --         an earlier text of a cell, that was asked about before
//	-- want --           what is answered, in the form of the table

var update = flag.Bool("update", false, "write what is answered into the tables")

const caret = "‸"

// scene is what a case sets up.
type scene struct {
	a      *Assistant
	cells  []Cell
	id     string
	offset int
}

// table runs the cases of testdata/name, a file each.
func table(t *testing.T, name string, ask func(t *testing.T, s scene, args []string) string) {
	files, err := filepath.Glob(filepath.Join("testdata", name, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata/%s: %v", name, err)
	}
	a := New(Options{})
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ar := txtar.Parse(data)
			s, args := scene{a: a}, []string(nil)
			want := -1
			for i, f := range ar.Files {
				kind, id, _ := strings.Cut(f.Name, " ")
				text := strings.TrimSuffix(string(f.Data), "\n")
				switch kind {
				case "cell":
					if at := strings.Index(text, caret); at >= 0 {
						s.id, s.offset = id, at
						text = text[:at] + text[at+len(caret):]
					}
					s.cells = append(s.cells, Cell{id, text})
				case "last":
					if _, err := a.Diagnostics(context.Background(), []Cell{{id, text}}, id); err != nil {
						t.Fatal(err)
					}
				case "want":
					want, args = i, strings.Fields(id)
				default:
					t.Fatalf("unknown section %s", f.Name)
				}
			}
			if want < 0 {
				t.Fatal("the case wants nothing")
			}
			got := strings.TrimRight(ask(t, s, args), "\n") + "\n"
			if *update {
				ar.Files[want].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if d := cmp.Diff(string(ar.Files[want].Data), got); d != "" {
				t.Errorf("want and got (-want +got):\n%s", d)
			}
			for _, c := range s.cells { // the next case has other cells of these ids
				delete(a.good, c.ID)
				delete(a.drafts, c.ID)
			}
		})
	}
}
