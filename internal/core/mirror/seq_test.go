package mirror

// This file compares sequences: all values, and what happens after an early stop.

import (
	"iter"
	"maps"
	"math"
	"slices"
	"testing"

	ourmaps "github.com/costate/costate/internal/core/mirror/maps"
	ours "github.com/costate/costate/internal/core/mirror/slices"
)

// taken lists the first n values of a sequence, or all if n is negative.
func taken[V any](seq iter.Seq[V], n int) []V {
	var list []V
	seq(func(v V) bool {
		list = append(list, v)
		return len(list) != n
	})
	return list
}

func taken2[K, V any](seq iter.Seq2[K, V], n int) []any {
	var list []any
	seq(func(k K, v V) bool {
		list = append(list, k, v)
		return len(list) != 2*n
	})
	return list
}

func TestSlicesSequences(t *testing.T) {
	compare(t, 1000, smallInt, []row[int]{
		both("All", slices.All[[]int], ours.All[[]int], func(f func([]int) iter.Seq2[int, int], in *ints) any {
			return []any{taken2(f(in.a), -1), taken2(f(in.a), in.n)}
		}),
		both("Backward", slices.Backward[[]int], ours.Backward[[]int], func(f func([]int) iter.Seq2[int, int], in *ints) any {
			return []any{taken2(f(in.a), -1), taken2(f(in.a), in.n)}
		}),
		both("Values", slices.Values[[]int], ours.Values[[]int], func(f func([]int) iter.Seq[int], in *ints) any {
			return []any{taken(f(in.a), -1), taken(f(in.a), in.n)}
		}),
		both("Values while changed", slices.Values[[]int], ours.Values[[]int], func(f func([]int) iter.Seq[int], in *ints) any {
			var list []int
			for v := range f(in.a) {
				list = append(list, v)
				for i := range in.a {
					in.a[i]++
				}
			}
			return list
		}),
		both("Chunk", slices.Chunk[[]int], ours.Chunk[[]int], func(f func([]int, int) iter.Seq[[]int], in *ints) any {
			seq := f(in.a, in.n)
			var list []any
			for part := range seq {
				list = append(list, part)
			}
			for part := range seq {
				return append(list, "again", part)
			}
			return list
		}),
		both("AppendSeq", slices.AppendSeq[[]int], ours.AppendSeq[[]int], func(f func([]int, iter.Seq[int]) []int, in *ints) any {
			return f(in.a, slices.Values(in.part))
		}),
		both("Collect", slices.Collect[int], ours.Collect[int], func(f func(iter.Seq[int]) []int, in *ints) any {
			return f(slices.Values(in.a))
		}),
	})
}

// table makes a map of an input, sometimes nil.
func table(in *ints) map[int]int {
	if len(in.a) == 0 && in.n%2 == 0 {
		return nil
	}
	m := map[int]int{}
	for i, v := range in.a {
		m[v] = i
	}
	return m
}

func TestMaps(t *testing.T) {
	type table1 = map[int]int
	other := func(in *ints) table1 {
		m := map[int]int{}
		for i, v := range in.b {
			m[v] = i
		}
		return m
	}
	compare(t, 1000, smallInt, []row[int]{
		both("Equal", maps.Equal[table1, table1], ourmaps.Equal[table1, table1], func(f func(_, _ table1) bool, in *ints) any {
			return []any{f(table(in), other(in)), f(nil, table(in))}
		}),
		both("EqualFunc", maps.EqualFunc[table1, table1], ourmaps.EqualFunc[table1, table1], func(f func(_, _ table1, eq func(v, w int) bool) bool, in *ints) any {
			return f(table(in), other(in), func(v, w int) bool { return v/2 == w/2 })
		}),
		both("Clone", maps.Clone[table1], ourmaps.Clone[table1], func(f func(table1) table1, in *ints) any {
			m := table(in)
			c := f(m)
			if c != nil {
				c[9] = 9
			}
			return []any{m, c, c == nil}
		}),
		both("Copy", maps.Copy[table1, table1], ourmaps.Copy[table1, table1], func(f func(_, _ table1), in *ints) any {
			m := table(in)
			f(m, other(in))
			return m
		}),
		both("DeleteFunc", maps.DeleteFunc[table1], ourmaps.DeleteFunc[table1], func(f func(table1, func(k, v int) bool), in *ints) any {
			m := table(in)
			f(m, func(k, v int) bool { return (k+v)%2 == 0 })
			return m
		}),
		both("All", maps.All[table1], ourmaps.All[table1], func(f func(table1) iter.Seq2[int, int], in *ints) any {
			return []any{maps.Collect(f(table(in))), len(taken2(f(table(in)), in.n))}
		}),
		both("Keys", maps.Keys[table1], ourmaps.Keys[table1], func(f func(table1) iter.Seq[int], in *ints) any {
			return []any{slices.Sorted(f(table(in))), len(taken(f(table(in)), in.n))}
		}),
		both("Values", maps.Values[table1], ourmaps.Values[table1], func(f func(table1) iter.Seq[int], in *ints) any {
			return []any{slices.Sorted(f(table(in))), len(taken(f(table(in)), in.n))}
		}),
		both("Insert", maps.Insert[table1], ourmaps.Insert[table1], func(f func(table1, iter.Seq2[int, int]), in *ints) any {
			m := table(in)
			f(m, slices.All(in.part))
			return m
		}),
		both("Collect", maps.Collect[int, int], ourmaps.Collect[int, int], func(f func(iter.Seq2[int, int]) map[int]int, in *ints) any {
			m := f(slices.All(in.a))
			return []any{m, m == nil}
		}),
	})
}

// TestMapsNaN: keys that are not equal to themselves are copied, and make maps unequal.
func TestMapsNaN(t *testing.T) {
	nan := math.NaN()
	m := map[float64]int{nan: 1, 2: 3}
	m[nan] = 2
	if got, want := len(ourmaps.Clone(m)), len(maps.Clone(m)); got != want {
		t.Errorf("a clone has %d entries, want %d", got, want)
	}
	if ourmaps.Equal(m, m) != maps.Equal(m, m) {
		t.Error("a map with NaN keys is equal to itself")
	}
	ourmaps.DeleteFunc(m, func(k float64, _ int) bool { return k != k })
	if got := len(ourmaps.Collect(ourmaps.All(m))); got != len(m) {
		t.Errorf("collected %d entries of %d", got, len(m))
	}
}

// TestSequencesContinue: a sequence that goes on after its loop ended panics, as it does for the original.
func TestSequencesContinue(t *testing.T) {
	var late func(int) bool
	seq := func(yield func(int) bool) {
		late = yield
		yield(1)
	}
	_ = slices.Collect(seq)
	want := message(func() any { return late(2) })
	_ = ours.Collect(seq)
	if got := message(func() any { return late(2) }); got != want || want == "" {
		t.Errorf("panic %q, want %q", got, want)
	}
}
