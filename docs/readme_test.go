package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme runs the cell with which the README begins, and its commands.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```go\n")
	cell, rest, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("README.md has no cell")
	}
	_, want, ok := strings.Cut(strings.TrimSpace(cell), "// [")
	if !ok {
		t.Fatal("the cell does not say what it prints")
	}
	repl := filepath.Join(t.TempDir(), "repl.exe")
	if out, err := exec.Command("go", "build", "-o", repl, "../cmd/repl").CombinedOutput(); err != nil {
		t.Fatalf("build repl: %v\n%s", err, out)
	}
	cmd := exec.Command(repl)
	cmd.Stdin = strings.NewReader(cell)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "["+want+"\n" {
		t.Errorf("the cell gives %q (%v), the README says [%s", out, err, want)
	}

	// The commands are indented lines that begin with go run.
	saved := filepath.Join(t.TempDir(), "energy_ad.go")
	var outputs []string
	for line := range strings.Lines(rest) {
		words, ok := strings.CutPrefix(line, "    go run ./cmd/repl ")
		if !ok {
			continue
		}
		args := strings.Fields(strings.NewReplacer("'", "", "examples/taste/energy_ad.go", saved).Replace(words))
		cmd := exec.Command(repl, args...)
		cmd.Dir = ".."
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", strings.TrimSpace(line), err, out)
		}
		outputs = append(outputs, string(out))
	}
	if len(outputs) != 3 {
		t.Fatalf("README.md has %d commands, want 3", len(outputs))
	}
	if want := "value: 7\ngradient of x: [1,2,3]\n"; outputs[0] != want {
		t.Errorf("repl grad prints %q, want %q", outputs[0], want)
	}
	var r struct {
		Value    float64
		Gradient map[string][]float64
	}
	if err := json.Unmarshal([]byte(outputs[1]), &r); err != nil || r.Value != 7 || len(r.Gradient["x"]) != 3 {
		t.Errorf("repl grad --json prints %q (%v)", outputs[1], err)
	}
	source, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"func EnergyGrad(", "func EnergyValueAndGrad("} {
		if !strings.Contains(string(source), name) {
			t.Errorf("the written file lacks %s", name)
		}
	}
}
