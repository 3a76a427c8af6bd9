package rt

// This file computes the digamma function.

import "math"

// Digamma returns the derivative of the logarithm of the absolute value of the gamma function, ψ(x). It is NaN at
// the poles 0, -1, -2, ... and at -Inf.
//
// Method (Abramowitz and Stegun, Handbook of Mathematical Functions, 6.3.5, 6.3.7 and 6.3.18; Bernardo, AS 103, 1976): reflection for
// negative x, the recurrence ψ(x) = ψ(x+1) - 1/x up to x >= 10, there the asymptotic series, whose first omitted term
// is below 2e-17.
func Digamma(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x <= 0:
		if x == math.Trunc(x) {
			return math.NaN() // a pole, or -Inf
		}
		// ψ(x) = ψ(1-x) - π cot(πx); the period of cot is taken off before π comes in,
		// such that the distance from the nearest pole stays exact.
		return Digamma(1-x) - math.Pi/math.Tan(math.Pi*(x-math.Round(x)))
	}
	below := 0.0
	for x < 10 {
		below += 1 / x
		x++
	}
	z := 1 / (x * x)
	// Bernoulli numbers B(2k)/(2k), k = 1 ... 8.
	series := z * (1./12 - z*(1./120-z*(1./252-z*(1./240-z*(1./132-z*(691./32760-z*(1./12-z*3617./8160)))))))
	return math.Log(x) - 0.5/x - series - below
}
