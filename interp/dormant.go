//go:build !race

package interp

// This file says that a stack trace of all goroutines tells that they wait: the world stops for it, so what they have done is over.
const tracesOrder = true
