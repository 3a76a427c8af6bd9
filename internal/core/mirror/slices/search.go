package slices

// This file looks for elements.

import "cmp"

// Index returns the first index at which s has v, or -1.
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if v == s[i] {
			return i
		}
	}
	return -1
}

// IndexFunc returns the first index whose element satisfies f, or -1.
func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int {
	for i := range s {
		if f(s[i]) {
			return i
		}
	}
	return -1
}

// Contains reports whether s has v.
func Contains[S ~[]E, E comparable](s S, v E) bool { return Index(s, v) >= 0 }

// ContainsFunc reports whether an element of s satisfies f.
func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return IndexFunc(s, f) >= 0 }

// BinarySearch returns the first index of sorted x whose element is not below target, or len(x), and whether
// target is there.
func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool) {
	lo, hi := 0, len(x)
	for lo < hi {
		mid := lo + (hi-lo)/2
		if x[mid] < target || x[mid] != x[mid] && target == target { // a NaN is below the others
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(x) && (x[lo] == target || x[lo] != x[lo] && target != target)
}

// BinarySearchFunc is BinarySearch in a slice that is sorted by cmp.
func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool) {
	lo, hi := 0, len(x)
	for lo < hi {
		mid := lo + (hi-lo)/2
		if cmp(x[mid], target) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(x) && cmp(x[lo], target) == 0
}

// Min returns the least element, or NaN if there is one.
func Min[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Min: empty list")
	}
	m := x[0]
	for i := range x {
		if !(m < x[i]) { // min decides about NaN and the zeros
			m = min(m, x[i])
		}
	}
	return m
}

// MinFunc returns the first of the least elements, by cmp.
func MinFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MinFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) < 0 {
			m = x[i]
		}
	}
	return m
}

// Max returns the greatest element, or NaN if there is one.
func Max[S ~[]E, E cmp.Ordered](x S) E {
	if len(x) == 0 {
		panic("slices.Max: empty list")
	}
	m := x[0]
	for i := range x {
		if !(m > x[i]) { // max decides about NaN and the zeros
			m = max(m, x[i])
		}
	}
	return m
}

// MaxFunc returns the first of the greatest elements, by cmp.
func MaxFunc[S ~[]E, E any](x S, cmp func(a, b E) int) E {
	if len(x) == 0 {
		panic("slices.MaxFunc: empty list")
	}
	m := x[0]
	for i := 1; i < len(x); i++ {
		if cmp(x[i], m) > 0 {
			m = x[i]
		}
	}
	return m
}
