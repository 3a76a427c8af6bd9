package slices

// This file sorts, through package sort, which is compiled. Its functions and those of the standard slices are generated from
// one text, sort/gen_sort_variants.go: they make the same comparisons and the same moves, so elements that compare as
// equal end in the same order, which a program may print.

import (
	"cmp"
	"sort"
)

// Sort sorts x in ascending order, NaNs first.
func Sort[S ~[]E, E cmp.Ordered](x S) {
	switch s := any([]E(x)).(type) {
	case []int:
		sort.Ints(s)
	case []float64:
		sort.Float64s(s)
	case []string:
		sort.Strings(s)
	case []float32:
		sortFloats(s)
	case []int32:
		sortInts(s)
	case []int64:
		sortInts(s)
	case []uint8:
		sortInts(s)
	default:
		sort.Slice(x, func(i, j int) bool { return x[i] < x[j] || x[i] != x[i] && x[j] == x[j] })
	}
}

// sortFloats sorts in float64s, which order as the float32s do.
func sortFloats(x []float32) {
	wide := make([]float64, len(x))
	for i := range x {
		wide[i] = float64(x[i])
	}
	sort.Float64s(wide)
	for i := range x {
		x[i] = float32(wide[i])
	}
}

// sortInts sorts in ints, or, where an int is narrower, by comparing.
func sortInts[E int32 | int64 | uint8](x []E) {
	wide := make([]int, len(x))
	for i := range x {
		wide[i] = int(x[i])
		if E(wide[i]) != x[i] {
			sort.Slice(x, func(i, j int) bool { return x[i] < x[j] })
			return
		}
	}
	sort.Ints(wide)
	for i := range x {
		x[i] = E(wide[i])
	}
}

// SortFunc sorts x in the order of cmp.
func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	sort.Slice(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

// SortStableFunc is SortFunc that keeps the order of equal elements.
func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int) {
	sort.SliceStable(x, func(i, j int) bool { return cmp(x[i], x[j]) < 0 })
}

// IsSorted reports whether x is in ascending order.
func IsSorted[S ~[]E, E cmp.Ordered](x S) bool {
	for i := len(x) - 1; i > 0; i-- {
		if x[i] < x[i-1] || x[i] != x[i] && x[i-1] == x[i-1] {
			return false
		}
	}
	return true
}

// IsSortedFunc reports whether x is in the order of cmp.
func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool {
	for i := len(x) - 1; i > 0; i-- {
		if cmp(x[i], x[i-1]) < 0 {
			return false
		}
	}
	return true
}
