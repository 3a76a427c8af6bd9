package core

// This file loads numeric programs that are hard to differentiate: each must be loaded and printed as Go that
// type-checks, or be refused for the reason listed here.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// refusedCases lists the cases that core does not express yet, with a part of the diagnostic.
var refusedCases = map[string]string{}

func TestCases(t *testing.T) {
	imp := newImporter()
	files, err := filepath.Glob("../../ad/engine/testdata/cases/*/f.go") // one copy for all tests
	if err != nil || len(files) < 80 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, refused := refusedCases[name]
			if !refused {
				mustPrint(t, imp, mustLoad(t, imp, file, string(text)))
				return
			}
			in, err := checkText(imp, file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			p, diags := Load(in)
			if p != nil || !strings.Contains(diags.Error(), want) {
				t.Errorf("loaded %v with diagnostics %q; want one about %s", p != nil, diags, want)
			}
		})
	}
}
