package rt

// This file finds out whether two values share float memory.

import (
	"fmt"
	"slices"
)

// Overlap reports whether two values share memory that holds floats. Each is a []float64 or a [][]float64, of
// which all rows count; capacity counts, because an append may write there.
func Overlap(a, b any) bool {
	type stretch struct {
		lo, hi uintptr
		ofA    bool
	}
	var all []stretch
	for _, value := range []struct {
		rows [][]float64
		ofA  bool
	}{{rowsOf(a), true}, {rowsOf(b), false}} {
		for _, row := range value.rows {
			if lo, hi := extent(row); lo < hi {
				all = append(all, stretch{lo, hi, value.ofA})
			}
		}
	}
	slices.SortFunc(all, func(s, t stretch) int {
		switch {
		case s.lo < t.lo:
			return -1
		case s.lo > t.lo:
			return 1
		}
		return 0
	})
	var endA, endB uintptr // how far the stretches seen so far reach
	for _, s := range all {
		if s.ofA && s.lo < endB || !s.ofA && s.lo < endA {
			return true
		}
		if s.ofA {
			endA = max(endA, s.hi)
		} else {
			endB = max(endB, s.hi)
		}
	}
	return false
}

// Disjoint panics if x and y share float memory. The names say what they are, as "argument x" and
// "package variable data".
func Disjoint(name string, x any, otherName string, y any) {
	if Overlap(x, y) {
		panic(fmt.Sprintf("%s shares memory with %s: a derivative with respect to it would be incomplete; pass a copy",
			name, otherName))
	}
}

// rowsOf returns the float slices of a value.
func rowsOf(v any) [][]float64 {
	switch v := v.(type) {
	case nil:
		return nil
	case []float64:
		return [][]float64{v}
	case [][]float64:
		return v[:cap(v)]
	}
	panic(fmt.Sprintf("rt: memory of a %T cannot be compared", v))
}
