// Package atomic mirrors the generic type of the standard package sync/atomic.
package atomic

// This file holds the atomic pointer. A mutex guards it: an interpreted program has no pointer of its own type that the
// host's atomic operations would take, and an atomic.Value compares interface values, at which the interpreter is weak.

import "sync"

// Pointer is a pointer to T that goroutines may share; the zero value is nil. It must not be copied after use.
type Pointer[T any] struct {
	mu sync.Mutex
	p  *T
}

// Load returns the pointer.
func (x *Pointer[T]) Load() *T {
	x.mu.Lock()
	p := x.p
	x.mu.Unlock()
	return p
}

// Store sets the pointer.
func (x *Pointer[T]) Store(val *T) {
	x.mu.Lock()
	x.p = val
	x.mu.Unlock()
}

// Swap sets the pointer and returns what it was.
func (x *Pointer[T]) Swap(val *T) *T {
	x.mu.Lock()
	p := x.p
	x.p = val
	x.mu.Unlock()
	return p
}

// CompareAndSwap sets the pointer to val if it is old, and reports whether it was.
func (x *Pointer[T]) CompareAndSwap(old, val *T) bool {
	x.mu.Lock()
	same := x.p == old
	if same {
		x.p = val
	}
	x.mu.Unlock()
	return same
}
