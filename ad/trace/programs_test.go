package trace

// This file runs programs whose parameters, effects and types are more than slices. Each has a function check, compiled beside what
// was made of F, that returns what is wrong, or nothing.

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/costate/costate/internal/worker"
)

// support is what the checks call.
const support = `package p

import (
	"fmt"
	"math"
)

var _ = math.Pi

// want compares as fmt shows values.
func want(what string, got, expected any) string {
	g, e := fmt.Sprintf("%v", got), fmt.Sprintf("%v", expected)
	if g == e {
		return ""
	}
	return fmt.Sprintf("%s: got %s, want %s\n", what, g, e)
}
`

func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	prog := worker.Program{Packages: map[string]map[string]string{}}
	var names []string
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		sources := map[string]string{"support.go": support}
		for _, f := range a.Files {
			sources[f.Name] = string(f.Data)
		}
		_, text, err := traced(t, name, sources["f.go"], "F")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sources["f.go"] = text
		names = append(names, name)
		prog.Packages[name] = sources
		prog.Funcs = append(prog.Funcs, worker.Func{Name: name, Package: name, Expr: "check", Values: 1})
	}
	w := startWorker(t, prog)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			answer, err := w.Call(context.Background(), name, json.RawMessage("[]"))
			if err != nil {
				t.Fatal(err)
			}
			var wrong string
			if err := json.Unmarshal(answer.Value, &wrong); err != nil {
				t.Fatal(err)
			}
			if wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	text, err := os.ReadFile("testdata/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(text), "\n===\n") {
		source, want, _ := strings.Cut(block, "\n---\n")
		name := strings.TrimPrefix(strings.SplitN(source, "\n", 2)[0], "// ")
		t.Run(name, func(t *testing.T) {
			_, _, err := traced(t, "f", "package p\n\n"+source, "F")
			if err == nil || strings.TrimSpace(err.Error()) != strings.TrimSpace(want) {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}
