package mirror

// This file compares the functions of cmp, and draws random numbers.

import (
	"cmp"
	"math"
	"math/rand/v2"
	"testing"

	ourcmp "github.com/costate/costate/internal/core/mirror/cmp"
	ourrand "github.com/costate/costate/internal/core/mirror/rand"
)

func TestCmp(t *testing.T) {
	list := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64}
	for _, x := range list {
		for _, y := range list {
			if got, want := ourcmp.Compare(x, y), cmp.Compare(x, y); got != want {
				t.Errorf("Compare(%v, %v) is %d, want %d", x, y, got, want)
			}
			if got, want := ourcmp.Less(x, y), cmp.Less(x, y); got != want {
				t.Errorf("Less(%v, %v) is %t, want %t", x, y, got, want)
			}
			if got, want := show(ourcmp.Or(x, y, 5)), show(cmp.Or(x, y, 5)); got != want {
				t.Errorf("Or(%v, %v, 5) is %s, want %s", x, y, got, want)
			}
		}
	}
	words := []string{"", "a", "ab", "b"}
	for _, x := range words {
		for _, y := range words {
			if ourcmp.Compare(x, y) != cmp.Compare(x, y) || ourcmp.Less(x, y) != cmp.Less(x, y) || ourcmp.Or(x, y) != cmp.Or(x, y) {
				t.Errorf("%q and %q", x, y)
			}
		}
	}
	if ourcmp.Or[int]() != 0 || ourcmp.Or[any](nil, nil, 3) != 3 {
		t.Error("Or of nothing, or of interface values")
	}
}

func TestN(t *testing.T) {
	const n, draws = 6, 60000
	var count [n]int
	for range draws {
		count[ourrand.N(uint8(n))]++
	}
	for v, c := range count {
		// A count has a standard deviation of about 91: one in 10^9 tests sees one that is 6.5 deviations off.
		if math.Abs(float64(c)-draws/n) > 600 {
			t.Errorf("%d was drawn %d times of %d", v, c, draws)
		}
	}
	for range 1000 {
		if v := ourrand.N(int64(math.MaxInt64)); v < 0 {
			t.Fatalf("drew %d", v)
		}
		if v := ourrand.N(int8(1)); v != 0 {
			t.Fatalf("drew %d below 1", v)
		}
	}
	for _, n := range []int{0, -1} {
		if got, want := message(func() any { return ourrand.N(n) }), message(func() any { return rand.N(n) }); got != want || want == "" {
			t.Errorf("N(%d): panic %q, want %q", n, got, want)
		}
	}
}
