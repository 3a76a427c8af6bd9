// Package sync mirrors the generic functions of the standard package sync.
package sync

// This file computes values once. sync.OnceFunc, which is not generic, does what is hard: one caller runs f, the others
// wait for it, and a panic of f comes back at every call.

import "sync"

// OnceValue returns a function that calls f the first time, and gives what f returned every time.
func OnceValue[T any](f func() T) func() T {
	var v T
	once := sync.OnceFunc(func() { v = f() })
	return func() T {
		once()
		return v
	}
}

// OnceValues is OnceValue for two results.
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2) {
	var v1 T1
	var v2 T2
	once := sync.OnceFunc(func() { v1, v2 = f() })
	return func() (T1, T2) {
		once()
		return v1, v2
	}
}
