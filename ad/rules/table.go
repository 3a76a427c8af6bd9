package rules

// This file is the table for package math. Derivatives are those of Abramowitz and Stegun, Handbook of
// Mathematical Functions, chapters 4, 6, 7 and 9.

import "math"

// elementary functions: exponential, logarithmic, trigonometric and hyperbolic.
func elementary() []Rule {
	inf := math.Inf(1)
	return []Rule{
		one("math.Exp", "r", -2, 0, 3),
		one("math.Exp2", "r * math.Ln2", -2, 0, 3),
		one("math.Expm1", "math.Exp(x)", -2, 0, 3), // r + 1 has no digits left for x < -37
		one("math.Log", "1 / x", 0.2, 1, 30).choice(at(0), inf),
		one("math.Log2", "1 / (x * math.Ln2)", 0.2, 1, 30),
		one("math.Log10", "1 / (x * math.Ln10)", 0.2, 1, 30),
		one("math.Log1p", "1 / (1 + x)", -0.5, 0, 30),

		one("math.Sin", "math.Cos(x)", -2, 0, 1.3),
		one("math.Cos", "-math.Sin(x)", -2, 0, 1.3),
		one("math.Tan", "1 + r*r", -1, 0, 1.3),
		one("math.Asin", "1 / math.Sqrt((1-x)*(1+x))", -0.6, 0, 0.9).choice(at(1), inf),
		one("math.Acos", "-1 / math.Sqrt((1-x)*(1+x))", -0.6, 0, 0.9).choice(at(-1), -inf),
		one("math.Atan", "1 / (1 + x*x)", -3, 0, 0.9).choice(at(1e300), 0),
		two("math.Atan2", "y", "x", "rt.Atan2DY(y, x)", "rt.Atan2DX(y, x)",
			at(0.3, -0.4), at(0, 1), at(1, 0), at(-1, 0), at(-0.7, -0.2), at(3, 5)).choice(at(0, 0), math.NaN(), math.NaN()),

		one("math.Sinh", "math.Cosh(x)", -2, 0, 1.3),
		one("math.Cosh", "math.Sinh(x)", -2, 0, 1.3),
		one("math.Tanh", "1 - r*r", -2, 0, 1.3),
		one("math.Asinh", "1 / math.Hypot(1, x)", -3, 0, 1.3).choice(at(1e300), 1e-300),
		one("math.Acosh", "1 / (math.Sqrt(x-1) * math.Sqrt(x+1))", 1.2, 30).choice(at(1), inf),
		one("math.Atanh", "1 / ((1 - x) * (1 + x))", -0.6, 0, 0.9).choice(at(1), inf),
	}
}

// powers and roots.
func powers() []Rule {
	inf := math.Inf(1)
	return []Rule{
		// The root of -0 is -0; its slope is still +Inf.
		one("math.Sqrt", "0.5 / math.Abs(r)", 0.3, 1, 100).choice(at(0), inf).choice(at(math.Copysign(0, -1)), inf),
		one("math.Cbrt", "1 / (3 * r * r)", -2, 0.3, 100).choice(at(0), inf),
		two("math.Pow", "x", "y", "rt.PowDX(x, y, r)", "rt.PowDY(x, y, r)", at(1.3, 2.5), at(0.4, -1.5), at(2, 0), at(1, 3)).
			choice(at(0, 2), 0, 0).choice(at(0, 1), 1, 0).choice(at(0, 0), 0, -inf).choice(at(0, 0.5), inf, 0).
			choice(at(-2, 3), 12, math.NaN()), // not a real function of the exponent
		two("math.Hypot", "p", "q", "rt.HypotDX(p, q, r)", "rt.HypotDX(q, p, r)", at(3, -4), at(1e-3, 0.2), at(0, 2)).
			choice(at(0, 0), 0, 0).choice(at(3e200, -4e200), 0.6, -0.8),
		{
			Name: "math.FMA", Args: []string{"x", "y", "z"},
			Results: []Result{{"r", []string{"y", "x", "1"}}}, Points: [][]float64{{2, 3, 4}, {-1.5, 0, 2}},
		},
		{
			Name: "math.Ldexp", Args: []string{"frac", "exp"},
			Results: []Result{{"r", []string{"math.Ldexp(1, exp)", ""}}}, Points: [][]float64{{0.7, 3}, {-0.7, -4}},
		},
	}
}

// special functions.
func special() []Rule {
	return []Rule{
		one("math.Erf", "2 / math.SqrtPi * math.Exp(-x*x)", -1, 0, 0.7),
		one("math.Erfc", "-2 / math.SqrtPi * math.Exp(-x*x)", -1, 0, 0.7),
		one("math.Erfinv", "math.SqrtPi / 2 * math.Exp(r*r)", -0.8, 0, 0.7),
		one("math.Erfcinv", "-math.SqrtPi / 2 * math.Exp(r*r)", 0.3, 1, 1.7),
		one("math.Gamma", "r * rt.Digamma(x)", -1.4, 0.3, 2.6, 9.5),
		{
			Name: "math.Lgamma", Args: []string{"x"},
			Results: []Result{{"r", []string{"rt.Digamma(x)"}}, {"sign", nil}},
			Points:  [][]float64{{-1.4}, {-0.3}, {0.3}, {2.6}, {4.1}, {50}},
		},
		one("math.J0", "-math.J1(x)", -2, 0, 5.5),
		one("math.J1", "(math.J0(x) - math.Jn(2, x)) / 2", -2, 0, 5.5),
		{
			Name: "math.Jn", Args: []string{"n", "x"},
			Results: []Result{{"r", []string{"", "(math.Jn(n-1, x) - math.Jn(n+1, x)) / 2"}}},
			Points:  [][]float64{{0, 1.5}, {1, 0}, {3, 5.5}, {-2, 1.5}, {2, -1.5}},
		},
		one("math.Y0", "-math.Y1(x)", 0.5, 5.5),
		one("math.Y1", "(math.Y0(x) - math.Yn(2, x)) / 2", 0.5, 5.5),
		{
			Name: "math.Yn", Args: []string{"n", "x"},
			Results: []Result{{"r", []string{"", "(math.Yn(n-1, x) - math.Yn(n+1, x)) / 2"}}},
			Points:  [][]float64{{0, 1.5}, {3, 5.5}, {-2, 1.5}},
		},
	}
}

// pieces are functions that are smooth except at joints or jumps.
func pieces() []Rule {
	return []Rule{
		one("math.Abs", "rt.Sign(x)", -2, 3).choice(at(0), 0),
		two("math.Max", "x", "y", "rt.MaxDX(x, y)", "rt.MaxDX(y, x)", at(1, 2), at(2, 1)).choice(at(1, 1), 0.5, 0.5),
		two("math.Min", "x", "y", "rt.MinDX(x, y)", "rt.MinDX(y, x)", at(1, 2), at(2, 1)).choice(at(1, 1), 0.5, 0.5),
		two("math.Dim", "x", "y", "rt.DimDX(x, y)", "-rt.DimDX(x, y)", at(1, 2), at(2, 1)).choice(at(1, 1), 0.5, -0.5),
		two("math.Copysign", "f", "sign", "rt.Sign(f) * math.Copysign(1, sign)", "0", at(2, -3), at(-2, -3), at(-2, 1)).
			choice(at(0, -1), 0, 0),
		two("math.Mod", "x", "y", "1", "rt.ModDY(x, y, r)", at(7.3, 1.9), at(-7.3, 1.9), at(7.3, -1.9), at(1, 3)).
			choice(at(6, 2), 1, -3),
		two("math.Remainder", "x", "y", "1", "rt.RemainderDY(x, y, r)", at(7.3, 1.9), at(-7.3, 1.9), at(1, 3)),
		two("math.Nextafter", "x", "y", "1", "0", at(1.5, 2), at(-1.5, 2)),

		one("math.Floor", "0", -1.5, 0.5).choice(at(1), 0),
		one("math.Ceil", "0", -1.5, 0.5).choice(at(1), 0),
		one("math.Trunc", "0", -1.5, 0.5).choice(at(1), 0),
		one("math.Round", "0", -1.2, 0.7).choice(at(0.5), 0),
		one("math.RoundToEven", "0", -1.2, 0.7).choice(at(0.5), 0),
		one("math.Logb", "0", -1.5, 0.7).choice(at(1), 0),
	}
}

// parts are functions with several results.
func parts() []Rule {
	return []Rule{
		{
			Name: "math.Sincos", Args: []string{"x"},
			Results: []Result{{"sin", []string{"cos"}}, {"cos", []string{"-sin"}}}, Points: [][]float64{{-2}, {0}, {1.3}},
		},
		{
			Name: "math.Modf", Args: []string{"f"},
			Results: []Result{{"whole", []string{"0"}}, {"frac", []string{"1"}}}, Points: [][]float64{{-2.3}, {0.7}, {8.1}},
			Special: []Special{{at(2), []float64{0, 1}}},
		},
		{
			Name: "math.Frexp", Args: []string{"f"},
			Results: []Result{{"frac", []string{"math.Ldexp(1, -exp)"}}, {"exp", nil}}, Points: [][]float64{{-2.3}, {0.7}, {81}},
		},
	}
}
