package mirror

// This file compares sorting on slices whose elements compare as equal and can still be told apart: order, and number
// and order of the comparisons, are to be those of the standard library.

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	ours "github.com/costate/costate/internal/core/mirror/slices"
)

// record is an element with a key and what tells it from others with that key.
type record struct {
	key  int
	name int
}

// patterns are orders that pattern-defeating quicksort treats in different ways.
var patterns = []struct {
	name string
	key  func(rnd *rand.Rand, i, n int) int
}{
	{"random", func(rnd *rand.Rand, _, _ int) int { return rnd.Int() }},
	{"few keys", func(rnd *rand.Rand, _, _ int) int { return rnd.IntN(5) }},
	{"many equal", func(rnd *rand.Rand, i, n int) int { return rnd.IntN(n) / 7 }},
	{"all equal", func(*rand.Rand, int, int) int { return 1 }},
	{"ascending", func(_ *rand.Rand, i, _ int) int { return i / 3 }},
	{"descending", func(_ *rand.Rand, i, _ int) int { return -i / 3 }},
	{"nearly ascending", func(rnd *rand.Rand, i, n int) int {
		if rnd.IntN(50) == 0 {
			return rnd.IntN(n)
		}
		return i
	}},
	{"organ pipe", func(_ *rand.Rand, i, n int) int { return min(i, n-i) / 2 }},
	{"sawtooth", func(_ *rand.Rand, i, n int) int { return i % (1 + n/8) }},
	{"two runs", func(_ *rand.Rand, i, n int) int { return (i + n/2) % n }},
	{"bit reversed", func(_ *rand.Rand, i, n int) int { return i * 0x5bd1e995 % n }},
}

// sizes lie at and around the limits of insertion sort, of the median of three and of the ninther.
func size(rnd *rand.Rand) int {
	switch rnd.IntN(4) {
	case 0:
		return rnd.IntN(14)
	case 1:
		return rnd.IntN(60)
	case 2:
		return rnd.IntN(300)
	}
	return rnd.IntN(1500)
}

type sorter func(x []record, cmp func(a, b record) int)

func TestSortFuncs(t *testing.T) {
	rows := []struct {
		name      string
		inputs    uint64
		std, ours sorter
	}{
		{"SortFunc", 330, slices.SortFunc[[]record], ours.SortFunc[[]record]},
		{"SortStableFunc", 330, slices.SortStableFunc[[]record], ours.SortStableFunc[[]record]},
		{"SortedFunc", 33, func(x []record, cmp func(a, b record) int) { copy(x, slices.SortedFunc(slices.Values(x), cmp)) },
			func(x []record, cmp func(a, b record) int) { copy(x, ours.SortedFunc(slices.Values(x), cmp)) }},
		{"SortedStableFunc", 33, func(x []record, cmp func(a, b record) int) { copy(x, slices.SortedStableFunc(slices.Values(x), cmp)) },
			func(x []record, cmp func(a, b record) int) { copy(x, ours.SortedStableFunc(slices.Values(x), cmp)) }},
	}
	orders := map[string]func(a, b record) int{
		"by key":     func(a, b record) int { return cmp.Compare(a.key, b.key) },
		"by last":    func(a, b record) int { return a.key%3 - b.key%3 },
		"no order":   func(a, b record) int { return (a.key*31 ^ b.key*17) % 3 },
		"always -1":  func(a, b record) int { return -1 },
		"descending": func(a, b record) int { return cmp.Compare(b.key, a.key) },
	}
	for _, r := range rows {
		for order, compare := range orders {
			t.Run(r.name+" "+order, func(t *testing.T) {
				for seed := range r.inputs {
					p := patterns[seed%uint64(len(patterns))]
					rnd := rand.New(rand.NewPCG(seed, 2))
					x := make([]record, size(rnd))
					for i := range x {
						x[i] = record{p.key(rnd, i, len(x)), i}
					}
					want, wantCalls := sortTraced(r.std, x, compare)
					got, gotCalls := sortTraced(r.ours, x, compare)
					if !slices.Equal(got, want) {
						t.Fatalf("%s, seed %d: order of %d elements differs", p.name, seed, len(x))
					}
					if !slices.Equal(gotCalls, wantCalls) {
						t.Fatalf("%s, seed %d: %d comparisons of %d elements, want %d, or others", p.name, seed, len(gotCalls)/2, len(x), len(wantCalls)/2)
					}
				}
			})
		}
	}
}

// sortTraced sorts a copy of x and lists the elements that were compared.
func sortTraced(f sorter, x []record, compare func(a, b record) int) ([]record, []int) {
	var calls []int
	x = slices.Clone(x)
	f(x, func(a, b record) int {
		calls = append(calls, a.name, b.name)
		return compare(a, b)
	})
	return x, calls
}

// TestSortFuncPanic: what a panic of the comparison leaves behind is the same, too.
func TestSortFuncPanic(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		x := make([]int, 2+rnd.IntN(100))
		for i := range x {
			x[i] = rnd.IntN(50)
		}
		calls := 1 + rnd.IntN(len(x)-1)
		try := func(sort func([]int, func(a, b int) int)) ([]int, string) {
			x, left := slices.Clone(x), calls
			return x, message(func() any {
				sort(x, func(a, b int) int {
					if left--; left == 0 {
						panic("enough")
					}
					return a - b
				})
				return nil
			})
		}
		want, why := try(slices.SortFunc[[]int])
		got, ourWhy := try(ours.SortFunc[[]int])
		if !slices.Equal(got, want) || why != "string: enough" || ourWhy != why {
			t.Fatalf("seed %d: %v and panic %q, want %v and %q", seed, got, ourWhy, want, why)
		}
	}
}

// The element types of Sort that take different ways through it.
type (
	celsius float64
	column  []float64
)

func TestSort(t *testing.T) {
	t.Run("int", func(t *testing.T) {
		sortOf(t, slices.Sort[[]int], ours.Sort[[]int], func(rnd *rand.Rand) int { return rnd.IntN(100) - 50 })
	})
	t.Run("string", func(t *testing.T) {
		sortOf(t, slices.Sort[[]string], ours.Sort[[]string], func(rnd *rand.Rand) string { return strings.Repeat("ab", rnd.IntN(3)) + "a" })
	})
	t.Run("float64", func(t *testing.T) { sortOf(t, slices.Sort[[]float64], ours.Sort[[]float64], special) })
	t.Run("column", func(t *testing.T) { sortOf(t, slices.Sort[column], ours.Sort[column], special) })
	t.Run("celsius", func(t *testing.T) {
		sortOf(t, slices.Sort[[]celsius], ours.Sort[[]celsius], func(rnd *rand.Rand) celsius { return celsius(special(rnd)) })
	})
	t.Run("float32", func(t *testing.T) {
		sortOf(t, slices.Sort[[]float32], ours.Sort[[]float32], func(rnd *rand.Rand) float32 { return float32(special(rnd)) })
	})
	t.Run("byte", func(t *testing.T) {
		sortOf(t, slices.Sort[[]byte], ours.Sort[[]byte], func(rnd *rand.Rand) byte { return byte(rnd.IntN(256)) })
	})
	t.Run("int32", func(t *testing.T) {
		sortOf(t, slices.Sort[[]int32], ours.Sort[[]int32], func(rnd *rand.Rand) int32 { return int32(rnd.Uint32()) })
	})
	t.Run("int64", func(t *testing.T) {
		sortOf(t, slices.Sort[[]int64], ours.Sort[[]int64], func(rnd *rand.Rand) int64 { return int64(rnd.Uint64()) })
	})
	t.Run("uint64", func(t *testing.T) {
		sortOf(t, slices.Sort[[]uint64], ours.Sort[[]uint64], func(rnd *rand.Rand) uint64 { return rnd.Uint64() })
	})
	t.Run("Sorted", func(t *testing.T) {
		sortOf(t, func(x []float64) { copy(x, slices.Sorted(slices.Values(x))) }, func(x []float64) { copy(x, ours.Sorted(slices.Values(x))) }, special)
	})
}

// sortOf compares two sorts; elements are compared as printed, where the zeros differ.
func sortOf[S ~[]E, E any](t *testing.T, std, ours func(S), element func(*rand.Rand) E) {
	t.Helper()
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 4))
		x := make(S, size(rnd))
		for i := range x {
			x[i] = element(rnd)
		}
		want, got := slices.Clone(x), slices.Clone(x)
		std(want)
		ours(got)
		if show(got) != show(want) {
			t.Fatalf("seed %d: %d elements are in another order", seed, len(x))
		}
	}
}

// TestSortedNil: what collects nothing gives nil.
func TestSortedNil(t *testing.T) {
	none := slices.Values([]float64{})
	order := func(a, b float64) int { return int(math.Copysign(1, a-b)) }
	for name, got := range map[string][]float64{
		"Sorted":           ours.Sorted(none),
		"SortedFunc":       ours.SortedFunc(none, order),
		"SortedStableFunc": ours.SortedStableFunc(none, order),
		"Collect":          ours.Collect(none),
		"AppendSeq":        ours.AppendSeq([]float64(nil), none),
	} {
		if got != nil {
			t.Errorf("%s of nothing is %#v", name, got)
		}
	}
	if ours.AppendSeq([]float64{}, none) == nil {
		t.Error("AppendSeq of nothing to an empty slice is nil")
	}
}
