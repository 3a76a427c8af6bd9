package rt

import (
	"math"
	"testing"
)

// same reports whether two floats are equal, NaN being equal to NaN.
func same(a, b float64) bool { return a == b || a != a && b != b }

func TestMul0(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct{ b, p, want float64 }{
		{2, 3, 6}, {0, 3, 0}, {2, 0, 0}, {-1, inf, -inf},
		{0, inf, 0}, {0, -inf, 0}, {0, nan, 0}, {math.Copysign(0, -1), inf, 0},
		{1, nan, nan}, {nan, 1, nan}, {inf, 0, nan}, {nan, inf, nan},
	} {
		if got := Mul0(c.b, c.p); !same(got, c.want) {
			t.Errorf("Mul0(%g, %g) = %g, want %g", c.b, c.p, got, c.want)
		}
	}
}

// The derivative of (log x)² is 2 log(x)/x. Its own derivative at x = 1, where the adjoint of the logarithm is zero, is
// 2: differences of the reverse sweep must show it.
func TestMul0KeepsSecondDerivative(t *testing.T) {
	slope := func(x float64) float64 { return Mul0(2*math.Log(x), 1/x) }
	const h = 1e-5
	if got := (slope(1+h) - slope(1-h)) / (2 * h); math.Abs(got-2) > 1e-8 {
		t.Errorf("second derivative %g, want 2", got)
	}
}

func BenchmarkMul0(b *testing.B) {
	s := 0.0
	for b.Loop() {
		for i := range 1000 {
			s += Mul0(s, float64(i)*1e-9)
		}
	}
}
