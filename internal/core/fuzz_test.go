package core

// This file feeds arbitrary programs to the loader: what type-checks is loaded or refused, and what is loaded is sound and prints as
// Go that type-checks.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("../../interp/testdata/programs/*/main.go.txt")
	if err != nil || len(files) == 0 {
		f.Fatal("no programs: ", err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(src) < 1500 {
			f.Add(string(src))
		}
	}
	f.Add("package p\n\nfunc f[T any](x T) (y T) { defer func() { recover() }(); L: for range 3 { continue L }; return x }\n")
	f.Add("package p\n\ntype T struct{ a [2]int; *T }\n\nvar v = func() int { switch x := any(1).(type) { case int: return x }; return 0 }()\n")
	imp := newImporter()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4000 || strings.Contains(src, `"C"`) {
			return
		}
		in, err := checkText(imp, "p.go", src)
		if err != nil {
			return
		}
		p, diags := Load(in)
		if p == nil {
			if len(diags) == 0 {
				t.Fatal("refused without a word")
			}
			return
		}
		if err := Check(p); err != nil {
			t.Fatal(err)
		}
		out, err := Print(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checkText(imp, "printed.go", out.Text); err != nil {
			t.Fatalf("%v\n%s", err, out.Text)
		}
	})
}
