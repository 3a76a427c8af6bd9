package core

// This file tests loading one behaviour at a time: each archive holds a source, in.go, and either what core
// prints for it, core.go, or what is said about it, diagnostics.

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

func TestLoad(t *testing.T) {
	imp := newImporter()
	for name, a := range archives(t, "load") {
		t.Run(name, func(t *testing.T) {
			source := section(a, "in.go")
			in, err := checkText(imp, "in.go", source)
			if err != nil {
				t.Fatal(err)
			}
			kind, got := "core.go", ""
			p, diags := Load(in)
			if err := diags.Err(); err != nil {
				kind, got = "diagnostics", err.Error()+"\n"
			} else {
				if err := Check(p); err != nil {
					t.Error(err)
				}
				got = mustPrint(t, imp, p)
			}
			if *update {
				a.Files = []txtar.File{{Name: "in.go", Data: []byte(source)}, {Name: kind, Data: []byte(got)}}
				mustWrite(t, filepath.Join("testdata", "load", name+".txtar"), string(txtar.Format(a)))
			}
			if diff := cmp.Diff(section(a, kind), got); diff != "" {
				t.Errorf("%s differs (-want +got):\n%s", kind, diff)
			}
		})
	}
}
