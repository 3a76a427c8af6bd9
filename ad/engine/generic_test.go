package engine

// This file differentiates generic functions and functions that use generic ones, in sessions.

import (
	"context"
	"strings"
	"testing"

	"github.com/costate/costate/interp"
)

const genericImports = "import (\n\t\"cmp\"\n\t\"math\"\n\t\"slices\"\n\n\t\"github.com/costate/costate/ad\"\n)\n\nvar _ = cmp.Compare[int]\nvar _ = math.Pi\nvar _ = slices.Max[[]int]\n\n"

func TestGenericPrograms(t *testing.T) {
	tests := []struct{ name, source, expr, want string }{
		{"an instance", `
func poly[T ~float64](x T, n int) T {
	s := T(1)
	for range n {
		s *= x
	}
	return s + T(2)*x
}
`, "ad.Grad(poly[float64])(3, 2)", "8"},
		{"an instance by inference", `
func sq[T ~float32 | ~float64](x T) T { return x * x }
func apply(f func(float64) float64, x float64) float64 { return f(x) }
`, "apply(ad.Grad(sq[float64]), 4)", "8"},
		{"helpers", `
func sum[T float64 | int](xs []T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}

func each[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, len(xs))
	for i, x := range xs {
		out[i] = f(x)
	}
	return out
}

func sin2(x float64) float64 { return math.Sin(x) * math.Sin(x) }

func f(xs []float64) float64 {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = sin2(x)
	}
	return sum(ys) * float64(sum([]int{1, 2}))
}
`, "ad.Grad(f)([]float64{0, math.Pi / 4})", "[0 3]"},
		{"a generic type", `
type stack[T any] struct{ list []T }

func (s *stack[T]) push(v T) { s.list = append(s.list, v) }

var steps stack[int]

func init() { steps.push(2); steps.push(3) }

func f(x float64) float64 {
	p := 1.0
	for _, n := range steps.list {
		p *= x * float64(n)
	}
	return p
}
`, "ad.Grad(f)(3)", "36"},
		{"a switch over the type", `
func act[T any](x T) T {
	switch v := any(x).(type) {
	case float64:
		return any(v * v).(T)
	}
	return x
}

func scale[T float64 | int](x T) float64 {
	switch v := any(x).(type) {
	case float64:
		return 3 * v
	case int:
		return 5
	}
	return 0
}

func f(x float64) float64 { return scale(x) * scale(2) }
`, "ad.Grad(f)(3)", "15"},
		{"the derivative inside a generic function", `
func slope[T ~float64](f func(T) T, x T) T { return ad.Grad(f)(x) }

func twice[T ~float64](x T) T {
	return T(ad.Grad(func(x float64) float64 { return x * x * x })(float64(x)))
}
`, "twice(2.0)", "12"},
		{"a local type", `
func f(x float64) float64 {
	type count int
	var n count
	for range 2 {
		x *= x
		n++
	}
	return x * float64(n)
}
`, "ad.Grad(f)(2)", "64"},
		{"a struct of an instance", `
type pair[A, B any] struct {
	a A
	b B
}

func f(x float64) float64 {
	type state struct{ p float64 }
	p := pair[state, int]{state{x}, 1}
	return p.a.p
}
`, "ad.Grad(f)(2)", "1"},
		{"a mirror", `
func f(x []float64) float64 {
	if slices.Contains(x, 5) {
		return x[0]
	}
	return x[0] * x[1]
}
`, "ad.Grad(f)([]float64{2, 3})", "[3 2]"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			s := interp.New(interp.Options{Hooks: []interp.Hook{Expand}})
			ctx := context.Background()
			if err := runCell(ctx, s, "program", genericImports+strings.TrimPrefix(c.source, "\n")); err != nil {
				t.Fatal(err)
			}
			res, err := s.Run(ctx, "call", c.expr)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range res.Diags {
				got = append(got, d.String())
			}
			for _, v := range res.Values {
				got = append(got, v.Text)
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("got %s, want %s", text, c.want)
			}
		})
	}
}
