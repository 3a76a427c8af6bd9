// Package cmp mirrors the generic functions of the standard package cmp.
package cmp

// This file compares values of ordered types; a NaN is below every other value and equal to a NaN.

import "cmp"

// Compare returns -1, 0 or +1 as x is less than, equal to or greater than y.
func Compare[T cmp.Ordered](x, y T) int {
	if x < y {
		return -1
	}
	if x > y {
		return 1
	}
	if x == y {
		return 0
	}
	// At least one is a NaN, the only value that differs from itself.
	if x == x {
		return 1
	}
	if y == y {
		return -1
	}
	return 0
}

// Less reports whether x is less than y.
func Less[T cmp.Ordered](x, y T) bool {
	return x < y || x != x && y == y
}

// Or returns the first of vals that is not the zero value, or the zero value.
func Or[T comparable](vals ...T) T {
	var zero T
	for i := range vals {
		if vals[i] != zero {
			return vals[i]
		}
	}
	return zero
}
