package rt

import (
	"math"
	"sync"
	"testing"
)

// gradient sweeps from y with the seed 1.
func gradient(y Num, of ...Num) []float64 {
	s := NewTraceSweep()
	s.Seed(y, 1)
	s.Run()
	out := make([]float64, len(of))
	for i, x := range of {
		out[i] = s.Bar(x)
	}
	return out
}

func TestTraceOperations(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		name   string
		f      func(x, y Num) Num
		x, y   float64
		value  float64
		dx, dy float64
	}{
		{"add", TAdd, 2, 3, 5, 1, 1},
		{"sub", TSub, 2, 3, -1, 1, -1},
		{"mul", TMul, 2, 3, 6, 3, 2},
		{"quo", TQuo, 3, 2, 1.5, 0.5, -0.75},
		{"neg", func(x, _ Num) Num { return TNeg(x) }, 2, 3, -2, -1, 0},
		{"square", func(x, _ Num) Num { return TMul(x, x) }, 3, 0, 9, 6, 0},
		{"copy", func(x, _ Num) Num { return x }, 3, 0, 3, 1, 0},
		{"constant", func(x, _ Num) Num { return TAdd(x, Num{V: 1}) }, 3, 0, 4, 1, 0},
		{"tie", func(x, y Num) Num { return TMax(x, y, Num{V: 1}) }, 2, 2, 2, 0.5, 0.5},
		{"tie with a constant", func(x, y Num) Num { return TMin(x, y, Num{V: 1}) }, 1, 3, 1, 0.5, 0},
		{"max of NaN", func(x, y Num) Num { return TMax(x, y) }, math.NaN(), inf, math.NaN(), 1, 0},
		{"rule", func(x, y Num) Num { return TDep(7, TFrom(x, 2), TFrom(y, -4)) }, 1, 1, 7, 2, -4},
		{"float32", func(x, y Num) Num { return TTo64(TMul32(TTo32(x), TTo32(y))) }, 2, 3, 6, 3, 2},
		{"zero through infinite", func(x, y Num) Num { return TMul(TDep(0, TFrom(x, inf)), Num{V: 0}) }, 0, 0, 0, 0, 0},
		{"complex", func(x, y Num) Num {
			z := TCMul(TComplex(x, y), TComplex(x, y))
			return TAdd(TReal(z), TImag(z))
		}, 2, 3, 7, 10, -2},
		{"complex quotient", func(x, y Num) Num { return TReal(TCQuo(TComplex(Num{V: 1}, Num{}), TComplex(x, y))) }, 1, 2, 0.2, 0.12, -0.16},
	} {
		x, y := TraceInput(c.x), TraceInput(c.y)
		r := c.f(x, y)
		g := gradient(r, x, y)
		near := func(a, b float64) bool { return same(a, b) || math.Abs(a-b) <= 1e-15 }
		if !near(r.V, c.value) || !near(g[0], c.dx) || !near(g[1], c.dy) {
			t.Errorf("%s: value %v, gradient %v", c.name, r.V, g)
		}
	}
}

// A chain that is longer than a stack could be deep; a diamond at each link.
func TestTraceLongChain(t *testing.T) {
	x := TraceInput(1)
	y := x
	for range 200000 {
		y = TSub(TMul(Num{V: 2}, y), TMul(y, y))
	}
	if g := gradient(TMul(y, x), x); g[0] != 1 {
		t.Errorf("gradient %v", g)
	}
	sum := Num{}
	for range 60 {
		sum = TAdd(TAdd(sum, x), sum)
	}
	if g := gradient(sum, x); g[0] != math.Exp2(60)-1 {
		t.Errorf("gradient %v", g)
	}
}

// Sweeps of one graph run at the same time and give the same.
func TestTraceSweepsTogether(t *testing.T) {
	x := TraceInput(0.3)
	y := x
	for range 100 {
		y = TMul(TAdd(y, x), Num{V: 0.7})
	}
	want := gradient(y, x)[0]
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := gradient(y, x)[0]; got != want {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
	wg.Wait()
}

func TestTraceSort(t *testing.T) {
	x := []Num{TraceInput(3), TraceInput(math.NaN()), TraceInput(1), TraceInput(2)}
	first := x[2]
	TSort(x)
	if !TSorted(x) || x[0].V == x[0].V || x[1] != first || x[3].V != 3 {
		t.Errorf("sorted %v", x)
	}
	if i := TSearch(x[1:], Num{V: 1.5}); i != 1 {
		t.Errorf("found at %d", i)
	}
}
