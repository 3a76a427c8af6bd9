// Package examples tests the worked examples the way a reader runs them.
package examples

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// buildRepl builds the program that runs notebooks.
func buildRepl(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "repl.exe")
	if out, err := exec.Command("go", "build", "-o", bin, "../cmd/repl").CombinedOutput(); err != nil {
		t.Fatalf("build repl: %v\n%s", err, out)
	}
	return bin
}

// runNotebook runs a notebook and returns what it printed.
func runNotebook(t testing.TB, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(buildRepl(t), append([]string{"run"}, args...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("repl run: %v\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	return stdout.String()
}

// numbers returns what the pattern's group matched, as numbers.
func numbers(t testing.TB, text, pattern string) []float64 {
	t.Helper()
	var list []float64
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		x, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatalf("%s: %v", m[0], err)
		}
		list = append(list, x)
	}
	return list
}

// falls checks that there are six losses, each below the one before.
func falls(t *testing.T, out string) {
	t.Helper()
	loss := numbers(t, out, `(?m)^after +\d+ steps: loss (\S+)$`)
	if len(loss) != 6 {
		t.Fatalf("%d losses in\n%s", len(loss), out)
	}
	for i := 1; i < len(loss); i++ {
		if !(loss[i] < loss[i-1]) {
			t.Errorf("the loss does not fall: %v", loss)
		}
	}
}

func TestGMM(t *testing.T) {
	pictures := t.TempDir()
	out := runNotebook(t, "gmm.ipynb", "--out", pictures)
	worst := numbers(t, out, `derivatives: (\S+)`)
	if len(worst) != 1 || !(worst[0] <= 1e-8) { // the benchmark's own bound
		t.Errorf("deviation %v in\n%s", worst, out)
	}
	falls(t, out)
	for _, pattern := range []string{"*.svg", "*.png"} {
		if found, err := filepath.Glob(filepath.Join(pictures, pattern)); err != nil || len(found) != 1 {
			t.Errorf("pictures %s: %v, %v", pattern, found, err)
		}
	}
}

// regression is an objective that has nothing in common with the notebook's but its name, data and parameters: how well
// the last coordinate of the points is predicted from the others.
const regression = `
import "math"
import "github.com/costate/costate/parallel"

func objective(p []float64) float64 {
	squares := make([]float64, n)
	parallel.ForRange(n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			residual := points[i][d-1] - p[d-1]
			for j := 0; j < d-1; j++ {
				residual -= p[j] * points[i][j]
			}
			squares[i] = residual * residual
		}
	})
	total := 0.0
	for _, s := range squares {
		total -= s / 2
	}
	for _, e := range p {
		total -= math.Sqrt(1+e*e) - 1
	}
	return total
}
`

// differences replaces the comparison with the reference: it compares with central differences.
const differences = `
import "github.com/costate/costate/ad"

gradient := ad.ValueAndGrad(objective)

worst := 0.0
_, slope := gradient(start)
for i := range start {
	const h = 1e-5
	up, down := append([]float64(nil), start...), append([]float64(nil), start...)
	up[i], down[i] = start[i]+h, start[i]-h
	x := (objective(up) - objective(down)) / (2 * h)
	worst = math.Max(worst, math.Abs(x-slope[i])/math.Max(1, math.Abs(x)+math.Abs(slope[i])))
}
fmt.Println("largest deviation of derivatives:", worst)
`

// TestAnotherObjective checks that nothing knows the notebook's objective: with another one it runs as well.
func TestAnotherObjective(t *testing.T) {
	out := runNotebook(t, edited(t, map[string]string{"func objective(": regression, "ad.ValueAndGrad(": differences}))
	worst := numbers(t, out, `derivatives: (\S+)`)
	// Central differences of a value near 1e3 carry an error of about 1e3·2⁻⁵³/1e-5 = 1e-8.
	if len(worst) != 1 || !(worst[0] < 1e-6) {
		t.Errorf("deviation %v in\n%s", worst, out)
	}
	falls(t, out)
}

// edited writes the notebook with other sources in place of the cells that contain the keys, and returns its path. The
// data is beside it.
func edited(t testing.TB, sources map[string]string) string {
	t.Helper()
	text, err := os.ReadFile("gmm.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for key, source := range sources {
		count := 0
		for _, c := range doc["cells"].([]any) {
			cell := c.(map[string]any)
			var old strings.Builder
			for _, line := range cell["source"].([]any) {
				old.WriteString(line.(string))
			}
			if cell["cell_type"] == "code" && strings.Contains(old.String(), key) {
				cell["source"] = []any{source}
				count++
			}
		}
		if count != 1 {
			t.Fatalf("%d cells contain %q", count, key)
		}
	}
	if text, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "edited.ipynb"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "data"), os.DirFS("data")); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "edited.ipynb")
}

// TestCanonical checks that the notebooks are written as Jupyter would write them, without outputs.
func TestCanonical(t *testing.T) {
	for _, name := range []string{"gmm.ipynb", "revolve.ipynb"} {
		t.Run(name, func(t *testing.T) { canonical(t, name) })
	}
}

func canonical(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var doc any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	if b.String() != string(text) {
		t.Errorf("%s is not sorted, indented by 1 and ended by a newline", name)
	}
	for _, want := range []string{`"outputs": []`, `"nbformat_minor": 5`, `"name": "costate"`, `"version": "go1.26"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s", name, want)
		}
	}
}
