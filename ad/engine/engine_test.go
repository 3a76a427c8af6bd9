package engine

// This file tests what several derivatives in one package have to do with one another.

import (
	"strings"
	"testing"

	"github.com/costate/costate/internal/core"
)

// Of two derivatives that share a callee, one replaces rows. The callee's adjoint must not be the same for both.
func TestVersionsKnowWhetherRowsChange(t *testing.T) {
	p, err := load(t, "f.go", `package p

func norm(w [][]float64) float64 {
	s := 0.0
	for i := range w {
		s += w[i][0] * w[i][0]
	}
	return s
}

func F(w [][]float64) float64 { return norm(w) }

func G(w [][]float64) float64 {
	v := make([][]float64, len(w))
	copy(v, w)
	s := norm(v)
	v[0] = []float64{1}
	return s + norm(v)
}
`)
	if err != nil {
		t.Fatal(err)
	}
	pr := newProgram(p)
	for _, f := range p.Funcs[1:] {
		pr.gradientOf(f, f.At)
	}
	if err := pr.diags.Err(); err != nil {
		t.Fatal(err)
	}
	out, err := core.Print(pr.output())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.Text, "func normVJP"); n != 2 {
		t.Errorf("%d adjoints of norm, want 2:\n%s", n, out.Text)
	}
}
