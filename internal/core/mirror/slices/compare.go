package slices

// This file compares slices with one another.

import "cmp"

// Equal reports whether two slices have the same elements in the same order.
func Equal[S ~[]E, E comparable](s1, s2 S) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if s1[i] != s2[i] {
			return false
		}
	}
	return true
}

// EqualFunc reports whether two slices have as many elements, each equal by eq.
func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool {
	if len(s1) != len(s2) {
		return false
	}
	for i := range s1 {
		if !eq(s1[i], s2[i]) {
			return false
		}
	}
	return true
}

// Compare compares by the first elements that differ, or else by length; a NaN is below the others.
func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int {
	for i := range min(len(s1), len(s2)) {
		if s1[i] != s2[i] {
			if c := cmp.Compare(s1[i], s2[i]); c != 0 {
				return c
			}
		}
	}
	return cmp.Compare(len(s1), len(s2))
}

// CompareFunc compares by the first result of cmp that is not 0, or else by length.
func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, cmp func(E1, E2) int) int {
	for i := range s1 {
		if i >= len(s2) {
			return 1
		}
		if c := cmp(s1[i], s2[i]); c != 0 {
			return c
		}
	}
	if len(s1) < len(s2) {
		return -1
	}
	return 0
}
