package slices

// This file turns slices into sequences and sequences into slices.

import (
	"cmp"
	"iter"
)

// All returns the sequence of the indices and elements of s.
func All[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := range s {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// Backward is All from the last index to the first.
func Backward[Slice ~[]E, E any](s Slice) iter.Seq2[int, E] {
	return func(yield func(int, E) bool) {
		for i := len(s) - 1; i >= 0; i-- {
			if !yield(i, s[i]) {
				return
			}
		}
	}
}

// Values returns the sequence of the elements of s.
func Values[Slice ~[]E, E any](s Slice) iter.Seq[E] {
	return func(yield func(E) bool) {
		for i := range s {
			if !yield(s[i]) {
				return
			}
		}
	}
}

// Chunk returns the sequence of consecutive parts of s that have n elements, the last one perhaps fewer.
func Chunk[Slice ~[]E, E any](s Slice, n int) iter.Seq[Slice] {
	if n < 1 {
		panic("cannot be less than 1")
	}
	return func(yield func(Slice) bool) {
		for rest := s; len(rest) > 0; {
			k := min(n, len(rest))
			if !yield(rest[:k:k]) {
				return
			}
			rest = rest[k:]
		}
	}
}

// AppendSeq appends the values of seq to s.
func AppendSeq[Slice ~[]E, E any](s Slice, seq iter.Seq[E]) Slice {
	for v := range seq {
		s = append(s, v)
	}
	return s
}

// Collect returns a new slice of the values of seq, nil if there are none.
func Collect[E any](seq iter.Seq[E]) []E {
	var s []E
	for v := range seq {
		s = append(s, v)
	}
	return s
}

// Sorted returns the values of seq in ascending order.
func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E {
	s := Collect(seq)
	Sort(s)
	return s
}

// SortedFunc returns the values of seq in the order of cmp.
func SortedFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E {
	s := Collect(seq)
	SortFunc(s, cmp)
	return s
}

// SortedStableFunc is SortedFunc that keeps the order of equal values.
func SortedStableFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E {
	s := Collect(seq)
	SortStableFunc(s, cmp)
	return s
}
