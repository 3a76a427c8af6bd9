package ad

// This file declares the special forms for documentation, and for programs that are compiled without them.

import "github.com/costate/costate/ad/rt"

// Source is the text of a generated derivative and the map from its lines to the primal's.
type Source = rt.Source

// LineRef says where in the primal a line of a Source comes from.
type LineRef = rt.LineRef

// Grad is the gradient of f, a function with the parameters of f that returns the adjoints of those that are
// differentiable. The parameters are not changed beyond what f itself changes.
func Grad(f any) any { panic(unexpanded("Grad")) }

// ValueAndGrad is like Grad, with the value of f before the adjoints. The value costs nothing extra.
func ValueAndGrad(f any) any { panic(unexpanded("ValueAndGrad")) }

// Adjoint is the source of the program that Grad runs, for reading.
func Adjoint(f any) Source { panic(unexpanded("Adjoint")) }

// unexpanded is what a form says that runs as an ordinary function.
func unexpanded(form string) string {
	return "ad." + form + " is a special form: it is expanded by a Costate session, and by `repl grad file.go F -o f_ad.go` for a plain program"
}
