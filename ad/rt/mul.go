package rt

// This file defines the product that carries an adjoint through a partial derivative.

// Mul0 returns the adjoint b times the partial derivative p, where zero times an infinite or undefined partial is
// zero: what has no influence on the result gets no adjoint, however steep it is. So sqrt(x)*sqrt(x) at x = 0 and
// max(log(x), -1) at x = 0 have finite gradients.
//
// It is not "if b == 0 return 0". For finite partials it is the plain product in value and in its own derivative,
// dp*b + p*db: where an adjoint passes through zero, as that of log(x)*log(x) at x = 1 does, its rate of change
// still counts, and a branch on b would lose it in second derivatives. Only a product that
// is not a number, so that no derivative can be lost, is looked at again.
func Mul0(b, p float64) float64 {
	if r := b * p; r == r {
		return r
	}
	return mul0(b, p)
}

// mul0 is the rare part of Mul0, kept apart so that Mul0 is inlined.
//
//go:noinline
func mul0(b, p float64) float64 {
	if b == 0 {
		return 0
	}
	return b * p
}
