package engine

// This file holds programs that only the general form covers. Each is compared with the traced program.

// wideProgram is a program with the arguments of its F.
type wideProgram struct{ name, source, args string }

// onceRefused are programs that were refused before there was a general form.
var onceRefused = []wideProgram{
	{"struct", `type p struct{ a float64 }
func F(x []float64) float64 { q := p{x[0]}; return q.a }`, "[]float64{0.7, 1.3}"},
	{"struct parameter", `type p struct{ a float64 }
func F(x []float64, q p) float64 { return x[0] * q.a }`, "[]float64{0.7, 1.3}, p{0.6}"},
	{"struct parameter alone", `type p struct{ a float64 }
func F(q p) float64 { return q.a }`, "p{0.6}"},
	{"struct field", `type p struct{ a float64 }
func F(x []float64) float64 { var q p; q.a = x[0]; return q.a }`, "[]float64{0.7, 1.3}"},
	{"pointer", `func F(x []float64) float64 { p := &x[0]; *p *= 2; return x[0] }`, "[]float64{0.7, 1.3}"},
	{"new", `func F(x []float64) float64 { p := new(float64); *p = x[0]; return *p }`, "[]float64{0.7, 1.3}"},
	{"map", `func F(x []float64) float64 { m := map[int]float64{}; m[0] = x[0]; return m[0] }`, "[]float64{0.7, 1.3}"},
	{"map literal", `func F(x []float64) float64 { m := map[int]float64{0: x[0]}; return m[0] }`, "[]float64{0.7, 1.3}"},
	{"array", `func F(x []float64) float64 { var a [2]float64; a[0] = x[0]; return a[0] }`, "[]float64{0.7, 1.3}"},
	{"array of slice", `func F(x []float64) float64 { a := [2]float64(x); return a[0] }`, "[]float64{0.7, 1.3}"},
	{"closure", `func F(x []float64) float64 { f := func() float64 { return x[0] }; return f() }`, "[]float64{0.7, 1.3}"},
	{"closure writes", `func F(x []float64) float64 { s := 0.0; f := func() { s += x[0] }; f(); return s }`, "[]float64{0.7, 1.3}"},
	{"function value", `func g(x float64) float64 { return x * x }
func F(x []float64) float64 { f := g; return f(x[0]) }`, "[]float64{0.7, 1.3}"},
	{"method", `type p struct{ k int }
func (q p) at(x []float64) float64 { return x[q.k] }
func F(x []float64) float64 { return p{1}.at(x) }`, "[]float64{0.7, 1.3}"},
	{"any", `func F(x []float64) float64 { var v any = x[0]; return v.(float64) }`, "[]float64{0.7, 1.3}"},
	{"defer", `func g(x []float64) { x[0] *= 2 }
func F(x []float64) float64 { defer g(x); return x[0] }`, "[]float64{0.7, 1.3}"},
	{"range over a function", `func seq(yield func(int) bool) { yield(1) }
func F(x []float64) float64 { s := 0.0; for i := range seq { s += x[i] }; return s }`, "[]float64{0.7, 1.3}"},
	{"recover", `func F(x []float64) (r float64) { defer func() { recover(); r = x[0] }(); return x[1] }`, "[]float64{0.7, 1.3}"},
	{"float32", `func F(x []float64) float64 { y := float32(x[0]); return float64(y) }`, "[]float64{0.7, 1.3}"},
	{"float32 in place", `func F(x []float64) float64 { return float64(float32(x[0])) }`, "[]float64{0.7, 1.3}"},
	{"float32 parameter", `func F(x float32) float64 { return float64(x) }`, "0.7"},
	{"complex", `func F(x []float64) float64 { c := complex(x[0], 1); return real(c * c) }`, "[]float64{0.7, 1.3}"},
	{"named float", `type m float64
func F(x []float64) float64 { y := m(x[0]); return float64(y) }`, "[]float64{0.7, 1.3}"},
	{"named slice", `type v []float64
func F(x v) float64 { return x[0] }`, "v{0.7}"},
	{"package variable", `var state float64
func F(x []float64) float64 { state = x[0]; return state }`, "[]float64{0.7, 1.3}"},
	{"package slice", `var state = []float64{1, 2}
func F(x []float64) float64 { state[0] = x[0]; return state[0] }`, "[]float64{0.7, 1.3}"},
	{"package slice alias", `var state []float64
func F(x []float64) float64 { state = x; return state[0] }`, "[]float64{0.7, 1.3}"},
	{"package slice through callee", `var state []float64
func g(x []float64) { state = x }
func F(x []float64) float64 { g(x); return x[0] }`, "[]float64{0.7, 1.3}"},
	{"variadic", `func g(xs ...float64) float64 { return xs[0] }
func F(x []float64) float64 { return g(x[0], x[1]) }`, "[]float64{0.7, 1.3}"},
	{"slice of structs", `type p struct{ v []float64 }
func F(x []float64) float64 { q := []p{{x}}; return q[0].v[0] }`, "[]float64{0.7, 1.3}"},
	{"range function", `func F(x []float64) float64 { s := 0.0; for i := range func(yield func(int) bool) { yield(0) } { s += x[i] }; return s }`, "[]float64{0.7, 1.3}"},
	{"label address", `func F(x []float64) float64 { y := x; p := &y; (*p)[0] = 2; return x[0] }`, "[]float64{0.7, 1.3}"},
	{"struct with slice", `type p struct{ v []float64 }
func F(x []float64) float64 { var q p; q.v = x; q.v[0] *= 2; return x[0] }`, "[]float64{0.7, 1.3}"},
	{"swap through map", `func F(x []float64) float64 { m := map[string][]float64{}; m["a"] = x; m["a"][0] = 3; return x[0] }`, "[]float64{0.7, 1.3}"},
	{"in a callee", `func F(x []float64) float64 { return g(x) }
func g(x []float64) float64 { defer print(); return x[0] }`, "[]float64{0.7, 1.3}"},
	{"address in a call", `func g(p *float64) { *p *= 2 }
func F(x []float64) float64 { g(&x[0]); return x[0] }`, "[]float64{0.7, 1.3}"},
	{"swap in a struct", `type p struct{ v []float64 }
var q p
func F(x []float64) float64 { q.v = x; q.v[0] *= 2; return x[0] }`, "[]float64{0.7, 1.3}"},
	{"slice in any", `func g(v any) { v.([]float64)[0] = 3 }
func F(x []float64) float64 { g(x); return x[0] }`, "[]float64{0.7, 1.3}"},
	{"slice of any", `func F(x []float64) float64 { v := []any{x}; v[0].([]float64)[0] = 3; return x[0] }`, "[]float64{0.7, 1.3}"},
}
