// Package engine makes derivative programs: core in, core out.
//
// It is the reverse mode behind ad.Grad and its sisters. For each function it emits an adjoint, a function
// that returns the primal's results and a pullback:
//
//	func F(x []float64) float64                             // primal
//	func FVJP(x, xBar []float64) (float64, func(float64))   // value, pullback
//	func FValueAndGrad(x []float64) (float64, []float64)    // what users call
//	func FGrad(x []float64) []float64
//
// # How
//
// Every slice that carries a derivative has a shadow of the same shape beside it (x, xBar); the forward sweep moves
// headers of shadows as the primal moves headers, so aliasing is right by construction. The forward sweep is the
// primal plus records; the pullback reads records and shadows, never the primal's memory, so it may run later and
// more than once. An assignment reverses to: take the adjoint of the place, zero it, add to the operands' adjoints.
// Loops and branches are mirrored; where jumps leave them, pieces are numbered and run backwards by their
// recorded numbers. Calls record the callee's pullback. Parallel loops keep their chunks.
//
// # Passes
//
//	normal.go    calls and allocations stand alone, range loops count, parallel loops have chunks
//	flow.go      what may share memory, and what is done to it
//	activity.go  what depends on the inputs
//	refuse.go    what is not supported is reported with its position; text.go: what would be lost in text
//	emit.go      the adjoint; scope.go says where records live, adjoint.go takes expressions apart
//	jumps.go     declarations move out of the way of gotos
//	tidy.go      what turned out not to be needed goes
//
// # Contract
//
// Value and effects are the primal's. The derivative is that of the path that ran. A zero adjoint stays zero
// through an infinite partial (rt.Mul0). A function without a rule is an error, never a zero. Memory that arguments share
// has one shadow; an argument that shares memory with a package variable that the function reads is refused at run time.
// Results are deterministic for a given number of workers.
//
// # Forms
//
// What the fast forms (float64, []float64 and [][]float64, loops, branches, calls, parallel loops) do not cover is
// differentiated by the general form, -O0, whose files begin with general. There every value has a shadow beside it:
//
//	float64, complex128 ...   its adjoint, a variable of the pullback; a pointer to a cell if captured or addressed
//	struct, array             a pointer to its shadow
//	slice, pointer            the header of the shadow
//	map[K]V                   map[K]*V, a cell for each stored version of an entry
//	function                  its adjoint form: results, their shadows and a pullback
//	interface                 the shadow of what it holds, in an any
//
// Each statement with an adjoint pushes what its reverse needs and its number; the pullback runs the numbers backwards.
// Methods, calls through interfaces and variadic calls become plain calls first (general_desugar.go). Where something
// recovers, a callee hands over its pullback on entry, so that what it did before a panic is reversed too. Adjoints of
// complex numbers are conjugate: for z = a+bi that of z is that of a plus i times that of b.
//
// # Limits
//
// Goroutines and channels are refused, and parallel loops beside what only the general form covers; so are recover other than first
// in a deferred literal, floats as keys of maps, and gradients by parameters that hold functions, interfaces, or slices that the
// function could replace. Shadows of package variables are package variables: derivatives of a function that uses one may not
// run at the same time.
//
// Sources: Griewank and Walther, Evaluating Derivatives (SIAM 2008); Hascoët and Pascual, The Tapenade automatic
// differentiation tool (TOMS 2013); Moses et al., Scalable automatic differentiation of multiple parallel
// paradigms (SC22).
package engine
