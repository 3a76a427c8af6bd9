package slices

// This file makes slices: copies, and slices with room. The calls of append are those that give the capacities of the originals.

import "math"

// Clone returns a copy of s; that of nil is nil.
func Clone[S ~[]E, E any](s S) S {
	if s == nil {
		return nil
	}
	return append(S{}, s...)
}

// Grow returns s with room for n more elements.
func Grow[S ~[]E, E any](s S, n int) S {
	if n < 0 {
		panic("cannot be negative")
	}
	if missing := n - (cap(s) - len(s)); missing > 0 {
		return append(s[:cap(s)], make([]E, missing)...)[:len(s)]
	}
	return s
}

// Clip returns s without the room beyond its length.
func Clip[S ~[]E, E any](s S) S { return s[:len(s):len(s)] }

// Concat returns a new slice of the elements of all slices, nil if there are none.
func Concat[S ~[]E, E any](slices ...S) S {
	n := 0
	for i := range slices {
		n += len(slices[i])
		if n < 0 {
			panic("len out of range")
		}
	}
	all := Grow[S](nil, n)
	for i := range slices {
		all = append(all, slices[i]...)
	}
	return all
}

// Repeat returns a new slice that holds the elements of x count times.
func Repeat[S ~[]E, E any](x S, count int) S {
	if count < 0 {
		panic("cannot be negative")
	}
	if len(x) > 0 && count > math.MaxInt/len(x) {
		panic("the result of (len(x) * count) overflows")
	}
	all := make(S, len(x)*count)
	for n := copy(all, x); n < len(all); n += copy(all[n:], all[:n]) {
		// Each round doubles what is there.
	}
	return all
}
