//go:build race

package kernel

// raced says that the child is built with the race detector, which reports races of cells on standard error by itself.
const raced = true
