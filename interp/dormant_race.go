//go:build race

package interp

// This file says that the race detector does not know that a stack trace of all goroutines comes after what they have done before they
// wait: it would report the interpreter. Under the detector a cell waits for all goroutines of those before it.
const tracesOrder = false
