package rt

import (
	"math"
	"testing"
)

func TestPartialsAtSpecialPoints(t *testing.T) {
	inf, nan, big := math.Inf(1), math.NaN(), 1e308
	negZero := math.Copysign(0, -1)
	powDX := func(x, y float64) float64 { return PowDX(x, y, math.Pow(x, y)) }
	powDY := func(x, y float64) float64 { return PowDY(x, y, math.Pow(x, y)) }
	hypotDX := func(x, y float64) float64 { return HypotDX(x, y, math.Hypot(x, y)) }
	modDY := func(x, y float64) float64 { return ModDY(x, y, math.Mod(x, y)) }
	remainderDY := func(x, y float64) float64 { return RemainderDY(x, y, math.Remainder(x, y)) }
	sign := func(x, _ float64) float64 { return Sign(x) }
	digamma := func(x, _ float64) float64 { return Digamma(x) }
	for _, c := range []struct {
		name string
		f    func(x, y float64) float64
		x, y float64
		want float64
	}{
		{"Sign", sign, 0, 0, 0}, {"Sign", sign, negZero, 0, 0}, {"Sign", sign, -inf, 0, -1}, {"Sign", sign, nan, 0, nan},

		{"PowDX", powDX, 0, 0, 0}, {"PowDX", powDX, 0, 1, 1}, {"PowDX", powDX, 0, 2, 0}, {"PowDX", powDX, 0, 1.5, 0},
		{"PowDX", powDX, 0, 0.5, inf}, {"PowDX", powDX, 0, -1, -inf}, {"PowDX", powDX, negZero, 2, 0},
		{"PowDX", powDX, -2, 3, 12}, {"PowDX", powDX, -2, 0.5, nan}, {"PowDX", powDX, inf, 1, 1},
		{"PowDX", powDX, 1e-200, 2, 2e-200}, {"PowDX", powDX, 1e200, 2, 2e200}, {"PowDX", powDX, nan, 0, 0},
		{"PowDY", powDY, 0, 2, 0}, {"PowDY", powDY, 0, 0.5, 0}, {"PowDY", powDY, 0, 0, -inf}, {"PowDY", powDY, 0, -1, -inf},
		{"PowDY", powDY, 1, 5, 0}, {"PowDY", powDY, -2, 3, nan}, {"PowDY", powDY, inf, -1, 0}, {"PowDY", powDY, negZero, 3, 0},

		{"HypotDX", hypotDX, 0, 0, 0}, {"HypotDX", hypotDX, 3e200, 4e200, 0.6}, {"HypotDX", hypotDX, 1e-200, 3e200, 0},
		{"HypotDX", hypotDX, big, big, math.Sqrt2 / 2}, {"HypotDX", hypotDX, inf, 1, 1}, {"HypotDX", hypotDX, 1, inf, 0},
		{"HypotDX", hypotDX, -inf, inf, -math.Sqrt2 / 2}, {"HypotDX", hypotDX, nan, 1, nan},

		{"MaxDX", MaxDX, 2, 1, 1}, {"MaxDX", MaxDX, 1, 2, 0}, {"MaxDX", MaxDX, 1, 1, 0.5}, {"MaxDX", MaxDX, 0, negZero, 0.5},
		{"MaxDX", MaxDX, nan, 1, 1}, {"MaxDX", MaxDX, 1, nan, 0}, {"MaxDX", MaxDX, nan, nan, 0.5},
		{"MaxDX", MaxDX, inf, nan, 1}, {"MaxDX", MaxDX, nan, inf, 0},
		{"MinDX", MinDX, 2, 1, 0}, {"MinDX", MinDX, 1, 2, 1}, {"MinDX", MinDX, 1, 1, 0.5}, {"MinDX", MinDX, nan, -inf, 0},
		{"MinDX", MinDX, nan, inf, 1},
		{"DimDX", DimDX, 2, 1, 1}, {"DimDX", DimDX, 1, 2, 0}, {"DimDX", DimDX, 1, 1, 0.5}, {"DimDX", DimDX, nan, 1, nan},

		{"ModDY", modDY, 7.3, 1.9, -3}, {"ModDY", modDY, -7.3, 1.9, 3}, {"ModDY", modDY, 0.3, 0.1, -2},
		{"ModDY", modDY, 5, inf, 0}, {"ModDY", modDY, 5, 0, nan}, {"ModDY", modDY, inf, 1, nan},
		{"RemainderDY", remainderDY, 7.3, 1.9, -4}, {"RemainderDY", remainderDY, math.MaxFloat64, 1.5e308, -1},

		{"Atan2DY", Atan2DY, 0, 1, 1}, {"Atan2DY", Atan2DY, 1, 0, 0}, {"Atan2DY", Atan2DY, 0, 0, nan},
		{"Atan2DY", Atan2DY, 3e-200, 4e-200, 1.6e199}, {"Atan2DY", Atan2DY, 1, inf, 0}, {"Atan2DY", Atan2DY, big, big, 0},
		{"Atan2DX", Atan2DX, 1, 0, -1}, {"Atan2DX", Atan2DX, 0, 1, 0}, {"Atan2DX", Atan2DX, nan, inf, nan},

		// Reference values of ψ: ψ(1) = -γ, ψ(1/2) = -γ - 2 ln 2, ψ(-1/2) = ψ(1/2) + 2, ψ(10) = H(9) - γ.
		{"Digamma", digamma, 1, 0, -0.5772156649015329}, {"Digamma", digamma, 0.5, 0, -1.9635100260214235},
		{"Digamma", digamma, -0.5, 0, 0.03648997397857652}, {"Digamma", digamma, 10, 0, 2.2517525890667211},
		{"Digamma", digamma, 1e10, 0, math.Log(1e10) - 5e-11}, {"Digamma", digamma, 1e-8, 0, -1e8 - 0.5772156485},
		{"Digamma", digamma, 0, 0, nan}, {"Digamma", digamma, -3, 0, nan}, {"Digamma", digamma, -inf, 0, nan},
		{"Digamma", digamma, inf, 0, inf}, {"Digamma", digamma, nan, 0, nan},
		{"Digamma", digamma, 1.4616321449683623, 0, 0}, // its zero
	} {
		got := c.f(c.x, c.y)
		if !same(got, c.want) && !(math.Abs(got-c.want) <= 2e-15*math.Max(1, math.Abs(c.want))) {
			t.Errorf("%s(%g, %g) = %.17g, want %.17g", c.name, c.x, c.y, got, c.want)
		}
	}
}

// Close to a pole the reflection must not lose the distance from it.
func TestDigammaNearPole(t *testing.T) {
	x := -5 + 0x1p-30
	want := -0x1p30 + 1.7061176684318 // Laurent series: -1/ε + ψ(6) + O(ε)
	if got := Digamma(x); math.Abs(got-want) > 1e-6 {
		t.Errorf("Digamma(-5+2^-30) = %.12g, want %.12g", got, want)
	}
}
