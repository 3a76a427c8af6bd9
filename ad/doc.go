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
// The argument is a function, a method value or a function literal with one float result. There is one adjoint
// for each differentiable parameter, of the parameter's own type: differentiable are floats and complex numbers, and
// slices, arrays, structs, maps and pointers that hold some. Forms nest: ad.Grad(ad.Grad(math.Sin)) is the second derivative. A
// form must be called; it is not a value.
package ad
