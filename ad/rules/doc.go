// Package rules is the table of derivative rules: what the differentiation knows about functions it does not see
// the body of.
//
// A rule is a row: the function, and for each result and argument the partial derivative as a Go expression
// over the arguments and the results. For example
//
//	one("math.Sin", "math.Cos(x)", -2, 0, 1.3)
//	one("math.Exp", "r", -2, 0, 3)
//	two("math.Pow", "x", "y", "rt.PowDX(x, y, r)", "rt.PowDY(x, y, r)", at(1.3, 2.5), at(-1.5, 3))
//
// The numbers are points at which the test compares the row with differences.
//
// # Contract
//
// Expressions use the names of Args and Results, package math and package rt (ad/rt), and nothing else. They have
// no side effects and may be evaluated at any later time. They need not guard against infinite
// values: whoever multiplies them with an adjoint does it by rt.Mul0. "0" stands for a derivative that is zero wherever it
// exists, as that of math.Floor is. An argument with an empty expression is an integer.
//
// Which values must be kept for the reverse sweep and whether a function is linear in an argument follows from the
// expressions, see Uses.
//
// A function without a row has no derivative that is known, and calling it with active arguments is an error, not a
// zero. Functions that are harmless to the derivative, as fmt.Println is, therefore have rows as well: Passive ones.
//
// # Choices
//
// Where no derivative exists, a row gives one that programs can live with:
//
//	|x| at 0                          0
//	max, min, dim at a tie            1/2 to each side
//	hypot at (0, 0)                   0
//	pow at base 0                     0, 1 or infinite, never NaN
//	sqrt, cbrt at 0                   +Inf
//	copysign(0, s)                    0
//	floor, round ... at their jumps   0
//	atan2 at (0, 0)                   NaN
//
// Outside its domain a function returns NaN and its partial may be what the formula gives.
package rules
