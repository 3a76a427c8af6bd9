package slices

// This file inserts, deletes and replaces elements. The expressions that only check bounds give the panics of the
// originals. Elements that a shorter result leaves behind are cleared.

// Insert returns s with v before index i.
func Insert[S ~[]E, E any](s S, i int, v ...E) S {
	_ = s[i:]
	n, m := len(s), len(v)
	if n+m > cap(s) {
		grown := append(s, v...)
		copy(grown[i+m:], s[i:])
		copy(grown[i:], v)
		return grown
	}
	held := append([]E(nil), v...) // v may be part of s, where elements move
	s = s[:n+m]
	copy(s[i+m:], s[i:n])
	copy(s[i:], held)
	return s
}

// Delete returns s without s[i:j].
func Delete[S ~[]E, E any](s S, i, j int) S {
	_ = s[i:j:len(s)]
	if i == j {
		return s
	}
	kept := append(s[:i], s[j:]...)
	clear(s[len(kept):])
	return kept
}

// DeleteFunc returns s without the elements that del wants deleted.
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S {
	n := 0
	for i := range s {
		if v := s[i]; !del(v) {
			if n < i {
				s[n] = v
			}
			n++
		}
	}
	clear(s[n:])
	return s[:n]
}

// Replace returns s with v in the place of s[i:j].
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S {
	_ = s[i:j]
	tail := s[j:]
	after := i + len(v)
	n := after + len(tail)
	if n > cap(s) {
		grown := append(s[:i], make(S, n-i)...)
		copy(grown[i:], v)
		copy(grown[after:], tail)
		return grown
	}
	held := append([]E(nil), v...) // v may be part of s, where elements move
	r := s[:n]
	copy(r[after:], tail)
	copy(r[i:], held)
	if n < len(s) {
		clear(s[n:])
	}
	return r
}

// Compact returns s with one element for each run of equal ones.
func Compact[S ~[]E, E comparable](s S) S {
	if len(s) == 0 {
		return s
	}
	n := 1
	last := s[0]
	for i := 1; i < len(s); i++ {
		v := s[i]
		if v != last {
			s[n] = v
			n++
		}
		last = v
	}
	clear(s[n:])
	return s[:n]
}

// CompactFunc is Compact with eq for equality: it compares each element with the one before.
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S {
	if len(s) == 0 {
		return s
	}
	n := 1
	last := s[0]
	for i := 1; i < len(s); i++ {
		v := s[i]
		if !eq(v, last) {
			s[n] = v
			n++
		}
		last = v
	}
	clear(s[n:])
	return s[:n]
}

// Reverse turns the order of s round, in place.
func Reverse[S ~[]E, E any](s S) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}
