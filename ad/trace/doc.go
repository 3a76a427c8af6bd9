// Package trace makes derivative programs by tracing: core in, core out.
//
// The functions that the differentiated function reaches, and the types that they use, get twins in which float64 is rt.Num, a
// number that knows its origin, and so on for float32 and the complex types. Arithmetic becomes calls of package rt, which note
// what a number was computed from, and nothing else changes: the twin runs the primal's own statements. The reverse sweep goes
// through what was noted.
//
//	func F(x []float64) float64 { return x[0] * x[1] }
//
// becomes
//
//	func FTraced(x []rt.Num) rt.Num { return rt.TMul(x[0], x[1]) }
//	func FVJP(x []float64) (float64, func(float64) []float64)
//	func FValueAndGrad(x []float64) (float64, []float64)
//	func FGrad(x []float64) []float64
//
// That is right for every construct of the language, since the language does the work: goroutines, channels, locks, closures,
// panics, maps. It is slow and takes memory for every operation. So it is what others are compared with, and what stands in where
// they refuse.
//
// # Files
//
//	trace.go     the face, and the queue of functions
//	types.go     types and their twins
//	stmt.go, expr.go, equal.go, call.go   what the twins do
//	host.go      other packages; rule.go: by the rows of the rule table
//	global.go    package variables
//	boundary.go  the functions for users; seed.go: the adjoints of their results
//	copier.go    arguments into the traced program, effects and results out of it: reach.go, fill.go, value.go, reverse.go
//
// # Contract
//
// Value and effects are the primal's, effects happen once, also when it panics. Arguments and package variables are copied with all
// their aliasing, and what the primal changes is written back. The derivative is that of the path that ran. A zero adjoint stays
// zero through an infinite partial (rt.Mul0). Integers, strings and comparisons carry no derivative, and what carries none is zero
// in an adjoint. The adjoint of x + iy is the complex number of the adjoints of x and y.
//
// # Limits
//
// Functions, channels and interfaces among the arguments; floats as keys of maps; functions of other packages that have no row and
// are given what may carry a derivative; derivatives inside of traced functions. Each is a diagnostic.
package trace
