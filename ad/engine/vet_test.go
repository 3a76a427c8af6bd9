package engine

// This file runs go vet over the text of adjoints: it must be code that one would write.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestVet(t *testing.T) {
	var source strings.Builder
	source.WriteString(programHeader)
	var programs []aProgram
	for seed := uint64(1); seed <= 12; seed++ {
		name := "V" + string(rune('a'+seed))
		text, f := generate(seed, name)
		source.WriteString("var " + name + "scale = 0.8\n\nvar " + name + "tab = []float64{0.3, 0.9, -0.5}\n\n" + text)
		programs = append(programs, aProgram{name: name, main: f, seed: seed})
	}
	files, _ := differentiated(t, "vet", source.String(), programs)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module github.com/costate/costate\n\ngo 1.26\n")
	write("vetted/adjoint.go", files["adjoint.go"])
	for _, used := range []string{"parallel", "ad/rt"} {
		sources, err := filepath.Glob(filepath.Join("../..", used, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sources {
			text, err := os.ReadFile(s)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(s, "_test.go") {
				write(filepath.Join(used, filepath.Base(s)), string(text))
			}
		}
	}
	// The programs assign variables to themselves and swap what is the same; that is theirs, not the adjoint's.
	cmd := exec.Command("go", "vet", "-assign=false", "-bools=false", "./vetted")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
