// Package ad differentiates Go functions.
//
// Its functions are special forms: what they return depends on the type of their argument in ways that Go's generics
// cannot express. A session replaces each call by generated code before it runs; a plain program gets the generated
// code as Go source, by
//
//	repl grad file.go F -o f_ad.go
//
// Called without either, the functions panic and say so. For
//
//	func f(a float64, x []float64, n int) float64
//
// the forms have these types:
//
//	ad.Grad(f)          func(a float64, x []float64, n int) (aBar float64, xBar []float64)
//	ad.ValueAndGrad(f)  func(a float64, x []float64, n int) (value, aBar float64, xBar []float64)
//	ad.Adjoint(f)       ad.Source
//
// The argument is a function of the session by name, a literal that uses no local variable of another function, or a variable that
// is set once to such a literal. It has one float64 result. There is one adjoint for each parameter that
// carries a derivative: float64, []float64 or [][]float64. Other parameters are constants. A form must be called; it is not a value.
//
// # What is differentiated
//
// The path that ran. Inside f may stand assignments, arithmetic, if, for, range, switch, jumps, slices with everything that
// Go does to them, calls of functions of the session, functions of package math that have a rule, parallel.For and
// parallel.ForRange; package variables that f only reads are constants. Everything else is refused with its position,
// as long as a derivative would have to go through it.
//
// Memory is what it is: two names of one array have one adjoint. So if the same slice is given for two parameters,
// each of the two results is the whole derivative by that slice, not a share of it.
package ad
