package mirror

// This file compares the functions of slices on slices that share memory, and on floats with their special values.

import (
	"math"
	"slices"
	"testing"

	ours "github.com/costate/costate/internal/core/mirror/slices"
)

type ints = input[int]

func TestSlicesEdit(t *testing.T) {
	compare(t, 1500, smallInt, []row[int]{
		both("Insert", slices.Insert[[]int], ours.Insert[[]int], func(f func([]int, int, ...int) []int, in *ints) any {
			return f(in.a, in.i, in.part...)
		}),
		both("Delete", slices.Delete[[]int], ours.Delete[[]int], func(f func([]int, int, int) []int, in *ints) any {
			return f(in.a, in.i, in.j)
		}),
		both("DeleteFunc", slices.DeleteFunc[[]int], ours.DeleteFunc[[]int], func(f func([]int, func(int) bool) []int, in *ints) any {
			return f(in.a, func(v int) bool {
				in.called(v, in.memory)
				return v == in.v
			})
		}),
		both("Replace", slices.Replace[[]int], ours.Replace[[]int], func(f func([]int, int, int, ...int) []int, in *ints) any {
			return f(in.a, in.i, in.j, in.part...)
		}),
		both("Compact", slices.Compact[[]int], ours.Compact[[]int], func(f func([]int) []int, in *ints) any {
			return f(in.a)
		}),
		both("CompactFunc", slices.CompactFunc[[]int], ours.CompactFunc[[]int], func(f func([]int, func(int, int) bool) []int, in *ints) any {
			return f(in.a, func(v, w int) bool {
				in.called(v, w)
				return v <= w
			})
		}),
		both("Reverse", slices.Reverse[[]int], ours.Reverse[[]int], func(f func([]int), in *ints) any {
			f(in.a)
			return in.a
		}),
		both("Clone", slices.Clone[[]int], ours.Clone[[]int], func(f func([]int) []int, in *ints) any {
			return f(in.a)
		}),
		both("Clip", slices.Clip[[]int], ours.Clip[[]int], func(f func([]int) []int, in *ints) any {
			return f(in.a)
		}),
		both("Grow", slices.Grow[[]int], ours.Grow[[]int], func(f func([]int, int) []int, in *ints) any {
			return f(in.a, in.n)
		}),
		both("Concat", slices.Concat[[]int], ours.Concat[[]int], func(f func(...[]int) []int, in *ints) any {
			return []any{f(in.a, in.part, in.b), f(in.a), f()}
		}),
		both("Repeat", slices.Repeat[[]int], ours.Repeat[[]int], func(f func([]int, int) []int, in *ints) any {
			return f(in.a, in.n)
		}),
	})
}

type floats = input[float64]

func TestSlicesSearch(t *testing.T) {
	compare(t, 1500, special, []row[float64]{
		both("Index", slices.Index[[]float64], ours.Index[[]float64], func(f func([]float64, float64) int, in *floats) any {
			return f(in.a, in.v)
		}),
		both("IndexFunc", slices.IndexFunc[[]float64], ours.IndexFunc[[]float64], func(f func([]float64, func(float64) bool) int, in *floats) any {
			return f(in.a, func(v float64) bool {
				in.called(v)
				return v > in.v
			})
		}),
		both("Contains", slices.Contains[[]float64], ours.Contains[[]float64], func(f func([]float64, float64) bool, in *floats) any {
			return f(in.a, in.v)
		}),
		both("ContainsFunc", slices.ContainsFunc[[]float64], ours.ContainsFunc[[]float64], func(f func([]float64, func(float64) bool) bool, in *floats) any {
			return f(in.a, func(v float64) bool {
				in.called(v)
				return v > in.v
			})
		}),
		both("BinarySearch", slices.BinarySearch[[]float64], ours.BinarySearch[[]float64], func(f func([]float64, float64) (int, bool), in *floats) any {
			unsorted, found := f(in.a, in.v)
			slices.Sort(in.a)
			at, is := f(in.a, in.v)
			return []any{unsorted, found, at, is}
		}),
		both("BinarySearchFunc", slices.BinarySearchFunc[[]float64, float64, int], ours.BinarySearchFunc[[]float64, float64, int],
			func(f func([]float64, int, func(float64, int) int) (int, bool), in *floats) any {
				slices.Sort(in.a)
				at, is := f(in.a, in.n, func(v float64, n int) int {
					in.called(v, n)
					return int(min(max(v, -9), 9)) - n
				})
				return []any{at, is}
			}),
		both("Min", slices.Min[[]float64], ours.Min[[]float64], func(f func([]float64) float64, in *floats) any {
			return f(in.a)
		}),
		both("Max", slices.Max[[]float64], ours.Max[[]float64], func(f func([]float64) float64, in *floats) any {
			return f(in.a)
		}),
		both("MinFunc", slices.MinFunc[[]float64], ours.MinFunc[[]float64], extreme),
		both("MaxFunc", slices.MaxFunc[[]float64], ours.MaxFunc[[]float64], extreme),
		both("Equal", slices.Equal[[]float64], ours.Equal[[]float64], func(f func(_, _ []float64) bool, in *floats) any {
			return f(in.a, in.b)
		}),
		both("EqualFunc", slices.EqualFunc[[]float64, []float64], ours.EqualFunc[[]float64, []float64],
			func(f func(_, _ []float64, eq func(v, w float64) bool) bool, in *floats) any {
				return f(in.a, in.b, func(v, w float64) bool {
					in.called(v, w)
					return v == w
				})
			}),
		both("Compare", slices.Compare[[]float64], ours.Compare[[]float64], func(f func(_, _ []float64) int, in *floats) any {
			return []any{f(in.a, in.b), f(in.b, in.a), f(in.a, in.part)}
		}),
		both("CompareFunc", slices.CompareFunc[[]float64, []float64], ours.CompareFunc[[]float64, []float64],
			func(f func(_, _ []float64, c func(v, w float64) int) int, in *floats) any {
				c := func(v, w float64) int {
					in.called(v, w)
					return hash(v) - hash(w)
				}
				return []any{f(in.a, in.b, c), f(in.b, in.a, c), f(in.a, in.part, c)}
			}),
		both("IsSorted", slices.IsSorted[[]float64], ours.IsSorted[[]float64], func(f func([]float64) bool, in *floats) any {
			before := f(in.a)
			slices.Sort(in.a)
			return []any{before, f(in.a)}
		}),
		both("IsSortedFunc", slices.IsSortedFunc[[]float64], ours.IsSortedFunc[[]float64],
			func(f func([]float64, func(v, w float64) int) bool, in *floats) any {
				return f(in.a, func(v, w float64) int {
					in.called(v, w)
					return int(min(max(v, -9), 9) - min(max(w, -9), 9))
				})
			}),
	})
}

// extreme calls MinFunc or MaxFunc so that the zeros, and all that is above 1, are equal.
func extreme(f func([]float64, func(v, w float64) int) float64, in *floats) any {
	return f(in.a, func(v, w float64) int {
		in.called(v, w)
		return int(min(max(v, -9), 1)) - int(min(max(w, -9), 1))
	})
}

// TestSlicesCapacity: elements of other sizes, for which append rounds capacities otherwise.
func TestSlicesCapacity(t *testing.T) {
	t.Run("byte", capacities[byte])
	t.Run("string", capacities[string])
	t.Run("three words", capacities[[3]int])
	t.Run("nothing", capacities[struct{}])
}

func capacities[E any](t *testing.T) {
	for n := range 70 {
		s := make([]E, n, n+n%3)
		v := make([]E, n%7)
		pairs := map[string][2]int{
			"Clone":   {room(slices.Clone(s)), room(ours.Clone(s))},
			"Grow":    {room(slices.Grow(s, n%11)), room(ours.Grow(s, n%11))},
			"Insert":  {room(slices.Insert(s, n/2, v...)), room(ours.Insert(s, n/2, v...))},
			"Replace": {room(slices.Replace(s, n/3, n/2, v...)), room(ours.Replace(s, n/3, n/2, v...))},
			"Concat":  {room(slices.Concat(s, v, s)), room(ours.Concat(s, v, s))},
			"Repeat":  {room(slices.Repeat(s, n%5)), room(ours.Repeat(s, n%5))},
			"Collect": {room(slices.Collect(slices.Values(s))), room(ours.Collect(slices.Values(s)))},
		}
		for name, p := range pairs {
			if p[0] != p[1] {
				t.Errorf("%s of %d elements: capacity %d, want %d", name, n, p[1], p[0])
			}
		}
	}
}

// kept holds slices, so that they are on the heap: for one that is not the compiler may choose another capacity.
var kept any

func room[E any](s []E) int {
	kept = s
	return cap(s)
}

func TestSlicesPanics(t *testing.T) {
	big := make([]struct{}, math.MaxInt/2+1)
	rows := []struct {
		name      string
		std, ours func() any
	}{
		{"Max", func() any { return slices.Max([]int{}) }, func() any { return ours.Max([]int{}) }},
		{"Min", func() any { return slices.Min([]int{}) }, func() any { return ours.Min([]int{}) }},
		{"MaxFunc", func() any { return slices.MaxFunc([]int{}, nil) }, func() any { return ours.MaxFunc([]int{}, nil) }},
		{"MinFunc", func() any { return slices.MinFunc([]int{}, nil) }, func() any { return ours.MinFunc([]int{}, nil) }},
		{"Grow negative", func() any { return slices.Grow([]int{}, -1) }, func() any { return ours.Grow([]int{}, -1) }},
		{"Grow too large", func() any { return slices.Grow([]int{}, math.MaxInt) }, func() any { return ours.Grow([]int{}, math.MaxInt) }},
		{"Concat", func() any { return slices.Concat(big, big) }, func() any { return ours.Concat(big, big) }},
		{"Repeat negative", func() any { return slices.Repeat([]int{1}, -1) }, func() any { return ours.Repeat([]int{1}, -1) }},
		{"Repeat overflow", func() any { return slices.Repeat(make([]int, 3), math.MaxInt/2) }, func() any { return ours.Repeat(make([]int, 3), math.MaxInt/2) }},
		{"Repeat overflow, nothing", func() any { return slices.Repeat(big, 2) }, func() any { return ours.Repeat(big, 2) }},
		{"Repeat too large", func() any { return slices.Repeat([]int{1}, math.MaxInt) }, func() any { return ours.Repeat([]int{1}, math.MaxInt) }},
		{"Chunk", func() any { return slices.Chunk([]int{}, 0) }, func() any { return ours.Chunk([]int{}, 0) }},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			want, got := message(r.std), message(r.ours)
			if got != want || want == "" {
				t.Errorf("panic %q, want %q", got, want)
			}
		})
	}
	var all []string
	for i := -1; i < 6; i++ { // beyond the length but not the capacity, too
		for j := -1; j < 6; j++ {
			s := make([]int, 3, 5)
			pairs := [][2]string{
				{message(func() any { return slices.Insert(s, i) }), message(func() any { return ours.Insert(s, i) })},
				{message(func() any { return slices.Insert(s, i, 1, 2, 3) }), message(func() any { return ours.Insert(s, i, 1, 2, 3) })},
				{message(func() any { return slices.Delete(s, i, j) }), message(func() any { return ours.Delete(s, i, j) })},
				{message(func() any { return slices.Replace(s, i, j) }), message(func() any { return ours.Replace(s, i, j) })},
				{message(func() any { return slices.Replace(s, i, j, 1, 2, 3) }), message(func() any { return ours.Replace(s, i, j, 1, 2, 3) })},
			}
			for k, p := range pairs {
				all = append(all, p[0])
				if p[0] != p[1] {
					t.Errorf("call %d with %d, %d: panic %q, want %q", k, i, j, p[1], p[0])
				}
			}
		}
	}
	if !slices.Contains(all, "") || !slices.ContainsFunc(all, func(s string) bool { return s != "" }) {
		t.Errorf("the indices are all right or all wrong: %q", all)
	}
}
