// Package rt is what generated derivative code imports.
//
// Nobody needs to call it by hand, but everybody may read the code that does, so its names say what they are:
//
//	xBar[i] += rt.Mul0(b, rt.PowDX(x, y, r)) // b times the partial, a zero adjoint stays zero
//
// # Concepts
//
//	shadow    the place where the adjoint of a variable is summed up; a slice's shadow has its length and capacity
//	Mirror    makes the shadows of arguments such that slices that share memory have shadows that do
//	Append    append for a slice and its shadow together; AppendBack and CopyBack are the reverse sweep's part
//	Mul0      adjoint times partial with a strong zero
//	PowDX ... partial derivatives that need more than a formula
//	Private   one shadow for each chunk of a parallel loop, and Reduce, their sum in chunk order
//	Source    the text of a generated function and which of its lines belongs to which line of the primal
//	Tape      counters of what a derivative has recorded
//
// # Contract
//
// All float content of shadows is zero except during a reverse sweep and in the shadows of the inputs after one.
// The functions keep this, so a pullback may run more than once. What a function cannot do ends in a panic with a
// plain sentence, never in a wrong number.
//
// Besides the standard library the package imports package parallel alone.
package rt
