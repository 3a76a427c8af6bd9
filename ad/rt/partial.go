package rt

// This file holds partial derivatives of math functions where the formula of the textbook divides zero by zero,
// overflows, or leaves a choice. A name says what is differentiated and by which argument; r is the value of the
// function, which the primal has computed already.

import "math"

// Sign is the derivative of math.Abs: -1, 1, and 0 at 0. It is NaN for NaN.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x * 0 // 0 or NaN
}

// PowDX is the partial derivative of r = math.Pow(x, y) by x. At x = 0 it is 0 for y = 0 and y > 1, 1 for y = 1,
// and infinite otherwise.
func PowDX(x, y, r float64) float64 {
	if y == 0 {
		return 0 // also where Pow(x, -1) is infinite
	}
	// Dividing saves a call of Pow, but is accurate only well inside the range of floats.
	if a := math.Abs(r); a > 1e-290 && a < 1e290 && x != 0 {
		return y * (r / x)
	}
	return y * math.Pow(x, y-1)
}

// PowDY is the partial derivative of r = math.Pow(x, y) by y. At x = 0 it is 0 for y > 0, the limit, and -Inf
// otherwise; for x < 0, where no real derivative exists, it is NaN.
func PowDY(x, y, r float64) float64 {
	if r == 0 && (x == 0 && y > 0 || math.IsInf(x, 1)) {
		return 0
	}
	return r * math.Log(x)
}

// HypotDX is the partial derivative of r = math.Hypot(x, y) by x; that by y is HypotDX(y, x, r). It is 0 at the
// origin, the middle of all subgradients, and does not overflow.
func HypotDX(x, y, r float64) float64 {
	switch {
	case r == 0:
		return 0
	case !math.IsInf(r, 0):
		return x / r
	case !math.IsInf(x, 0) && !math.IsInf(y, 0): // r overflowed
		return x / 4 / math.Hypot(x/4, y/4)
	case !math.IsInf(x, 0):
		return 0
	case !math.IsInf(y, 0):
		return Sign(x)
	}
	return Sign(x) * math.Sqrt2 / 2
}

// MaxDX is the partial derivative of math.Max(x, y) by x; that by y is MaxDX(y, x). Arguments that tie share
// equally. A NaN that makes the result NaN takes all.
func MaxDX(x, y float64) float64 {
	switch {
	case x > y:
		return 1
	case x < y:
		return 0
	case x == y:
		return 0.5
	}
	return nanShare(x, y, math.Inf(1))
}

// MinDX is the partial derivative of math.Min(x, y) by x; that by y is MinDX(y, x).
func MinDX(x, y float64) float64 {
	switch {
	case x < y:
		return 1
	case x > y:
		return 0
	case x == y:
		return 0.5
	}
	return nanShare(x, y, math.Inf(-1))
}

// nanShare is the share of x where x or y is NaN. math.Max and math.Min return an infinity on their side even then.
func nanShare(x, y, wins float64) float64 {
	switch {
	case x == wins:
		return 1
	case y == wins:
		return 0
	case x != x && y != y:
		return 0.5
	case x != x:
		return 1
	}
	return 0
}

// DimDX is the partial derivative of math.Dim(x, y), which is the larger of x-y and 0, by x; that by y is
// -DimDX(x, y). At x = y it is 1/2, as the two sides share.
func DimDX(x, y float64) float64 {
	switch {
	case x > y:
		return 1
	case x < y:
		return 0
	case x == y:
		return 0.5
	}
	return math.NaN()
}

// ModDY is the partial derivative of r = math.Mod(x, y) by y: minus the quotient, cut off towards zero.
func ModDY(x, y, r float64) float64 { return -quotient(x, y, r) }

// RemainderDY is the partial derivative of r = math.Remainder(x, y) by y: minus the quotient, rounded.
func RemainderDY(x, y, r float64) float64 { return -quotient(x, y, r) }

// quotient returns the whole number q of x = q*y + r. It is found from r rather than from x/y, which may round to the
// other side of a whole number.
func quotient(x, y, r float64) float64 {
	if d := x - r; !math.IsInf(d, 0) {
		return math.Round(d / y)
	}
	return math.Round((x/2 - r/2) / y * 2)
}

// Atan2DY is the partial derivative of math.Atan2(y, x) by y. At the origin, where it is unbounded, it is NaN.
func Atan2DY(y, x float64) float64 { return overSquare(x, y) }

// Atan2DX is the partial derivative of math.Atan2(y, x) by x.
func Atan2DX(y, x float64) float64 { return -overSquare(y, x) }

// overSquare returns a/(a*a+b*b) without overflow.
func overSquare(a, b float64) float64 {
	h := math.Hypot(a, b)
	if math.IsInf(h, 0) && a == a && b == b {
		return 0 // far out the angle does not change
	}
	return a / h / h
}
