package examples

// This file runs the notebook of checkpoint schedules.

import (
	"math"
	"path/filepath"
	"regexp"
	"testing"
)

// TestRevolve runs the notebook: each schedule gives the same gradient with the steps predicted, and draws its pictures.
func TestRevolve(t *testing.T) {
	pictures := t.TempDir()
	out := runNotebook(t, "revolve.ipynb", "--out", pictures)
	slope := regexp.MustCompile(`(?m)^slope at point 0: (\S+), by differences (\S+)$`)
	a, b := numbers(t, out, slope.String()), numbers(t, slope.ReplaceAllString(out, "differences: $2"), `differences: (\S+)`)
	// The quotient of values near 1 over 2e-5 errs by about 1e-10, and is printed to 1e-6.
	if len(a) != 1 || len(b) != 1 || a[0] == 0 || math.Abs(a[0]-b[0]) > 2e-6 {
		t.Errorf("slope %v, by differences %v in\n%s", a, b, out)
	}
	tried := regexp.MustCompile(`(?m)^(\S+)\(.*\): (\d+) steps run, predicted (\d+), .* same gradient: true$`).FindAllStringSubmatch(out, -1)
	if len(tried) != 5 {
		t.Errorf("%d schedules in\n%s", len(tried), out)
	}
	for _, m := range tried {
		if m[2] != m[3] {
			t.Errorf("%s runs %s steps, predicted %s", m[1], m[2], m[3])
		}
	}
	if online := numbers(t, out, `(?m)^online.* (\S+) times those of revolve, same gradient: true$`); len(online) != 1 || online[0] < 1 || online[0] > 1.03 {
		t.Errorf("online %v in\n%s", online, out)
	}
	for _, pattern := range []string{"*.svg", "*.png"} {
		if found, err := filepath.Glob(filepath.Join(pictures, pattern)); err != nil || len(found) != 4 {
			t.Errorf("pictures %s: %v, %v", pattern, found, err)
		}
	}
}
