package interp

// This file measures what a person waits for: a small cell, a session made anew, and its lowering.

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
)

// bigSession is the cells of a session of about 2,000 lines: types with methods, generic functions, closures, loops, printing.
func bigSession() []string {
	var cells []string
	for i := range 41 {
		var b strings.Builder
		fmt.Fprintf(&b, `import (
	"fmt"
	"math"
	"sort"
)

// Body%[1]d is a particle.
type Body%[1]d struct {
	Pos, Vel [3]float64
	Mass     float64
	Name     string
}

// Energy%[1]d is kinetic.
func (b *Body%[1]d) Energy() float64 {
	v := 0.0
	for _, x := range b.Vel {
		v += x * x
	}
	return 0.5 * b.Mass * v
}

func (b Body%[1]d) String() string { return fmt.Sprintf("%%s (%%.2f)", b.Name, b.Mass) }

func map%[1]d[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func step%[1]d(bodies []*Body%[1]d, h float64) (total float64, err error) {
	for i, b := range bodies {
		for k := range b.Pos {
			b.Pos[k] += h * b.Vel[k]
		}
		if b.Mass <= 0 {
			return total, fmt.Errorf("body %%d has mass %%g", i, b.Mass)
		}
		total += b.Energy() + math.Hypot(b.Pos[0], b.Pos[1])
	}
	sort.Slice(bodies, func(i, j int) bool { return bodies[i].Mass < bodies[j].Mass })
	return total + %[2]s, nil
}

var total%[1]d, err%[1]d = step%[1]d([]*Body%[1]d{{Mass: 2, Name: "a"}, {Mass: 1, Vel: [3]float64{1, 2, 3}}}, 0.1)
var names%[1]d = map%[1]d([]int{1, 2, 3}, func(k int) string { return fmt.Sprint(k * %[1]d) })
`, i, map[bool]string{true: "0", false: fmt.Sprintf("total%d", i-1)}[i == 0])
		cells = append(cells, b.String())
	}
	return cells
}

func mustRun(b *testing.B, s *Session, id, src string) *Result {
	b.Helper()
	res, err := s.Run(context.Background(), id, src)
	if err != nil {
		b.Fatal(err)
	}
	if len(res.Diags) > 0 {
		b.Fatal(res.Diags)
	}
	return res
}

func quiet() *Session { return New(Options{Stdout: io.Discard, Stderr: io.Discard}) }

// BenchmarkSmallCell is the round trip of a small cell in a session of a few cells.
func BenchmarkSmallCell(b *testing.B) {
	s := quiet()
	mustRun(b, s, "1", "x := 1")
	mustRun(b, s, "2", "func twice(n int) int { return 2 * n }")
	for b.Loop() {
		mustRun(b, s, "3", "x = twice(x) % 1000\nx")
	}
}

// BenchmarkSmallCellInBigSession is the same after 2,000 lines.
func BenchmarkSmallCellInBigSession(b *testing.B) {
	s := quiet()
	for i, src := range bigSession() {
		mustRun(b, s, fmt.Sprint(i+1), src)
	}
	mustRun(b, s, "100", "x := 1")
	for b.Loop() {
		mustRun(b, s, "101", "x = (x + 1) % 1000\nx")
	}
}

// BenchmarkFreshSession makes the interpreter of 2,000 lines anew, as after a change of a declaration.
func BenchmarkFreshSession(b *testing.B) {
	s := quiet()
	cells := bigSession()
	for i, src := range cells {
		mustRun(b, s, fmt.Sprint(i+1), src)
	}
	b.ReportMetric(float64(strings.Count(strings.Join(cells, ""), "\n")), "lines")
	for b.Loop() {
		s.mu.Lock()
		s.discard()
		s.mu.Unlock()
		mustRun(b, s, "100", "1")
	}
}

// BenchmarkLower lowers 2,000 lines: from checked cells to what the interpreter is given.
func BenchmarkLower(b *testing.B) {
	s := quiet()
	for i, src := range bigSession() {
		mustRun(b, s, fmt.Sprint(i+1), src)
	}
	text, diags := split("100", "1")
	if len(diags) > 0 {
		b.Fatal(diags)
	}
	for b.Loop() {
		b.StopTimer()
		p, diags := s.plan("100", text, true, nil)
		if len(diags) > 0 {
			b.Fatal(diags)
		}
		b.StartTimer()
		if diags, err := s.lower(p); err != nil || len(diags) > 0 {
			b.Fatal(err, diags)
		}
		s.diff(p)
	}
}
