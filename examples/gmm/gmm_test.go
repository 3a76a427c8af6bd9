package gmm

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const input = "../data/gmm_1k_d10_K5.txt"

func load(t testing.TB) []float64 {
	t.Helper()
	p, err := Load(input)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestReference compares with the values that come with the benchmark's input, by the benchmark's measure.
func TestReference(t *testing.T) {
	text, err := os.ReadFile(strings.TrimSuffix(input, ".txt") + ".reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Value, Gradient []float64 }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	value, gradient := ObjectiveValueAndGrad(load(t))
	near := cmp.Comparer(func(x, y float64) bool {
		return math.Abs(x-y) <= 1e-8*math.Max(1, math.Abs(x)+math.Abs(y))
	})
	if diff := cmp.Diff(append(want.Value, want.Gradient...), append([]float64{value}, gradient...), near); diff != "" {
		t.Error(diff)
	}
}

// TestFresh regenerates gmm_ad.go.
func TestFresh(t *testing.T) {
	fresh := filepath.Join(t.TempDir(), "fresh.go")
	if out, err := exec.Command("go", "run", "../../cmd/repl", "grad", "gmm.go", "Objective", "-o", fresh).CombinedOutput(); err != nil {
		t.Fatalf("repl grad: %v\n%s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("gmm_ad.go")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("gmm_ad.go is stale, run go generate (-fresh +file):\n%s", diff)
	}
}

func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "the sizes are missing"},
		{"word", "1 1 x", "number 3"},
		{"negative", "1 1 -1 1 1 1 1", "do not fit the sizes"},
		{"short", "1 1 1 0.5", "4 numbers do not fit the sizes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "input.txt")
			if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Load(path); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a file that is not there was read")
	}
}

func BenchmarkObjective(b *testing.B) {
	p := load(b)
	for b.Loop() {
		Objective(p)
	}
}

func BenchmarkGradient(b *testing.B) {
	p := load(b)
	for b.Loop() {
		ObjectiveValueAndGrad(p)
	}
}
