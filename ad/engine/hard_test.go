package engine

import (
	"context"
	"fmt"
	"go/format"
	"go/types"
	"strings"
	"testing"

	"github.com/costate/costate/internal/worker"
)

// This file holds programs that were written to be hard: each is right at its points, by the oracle of random programs.
// $ stands for a prefix that keeps the programs apart.

// hardProgram is a program with its points, one list of arguments each.
type hardProgram struct {
	name   string
	source string
	points []string // Go expressions separated by ";"
	want   []string // the gradient where the oracle has none: numbers as fmt prints them; "" for the oracle's
}

var hardPrograms = []hardProgram{
	{"SameSliceTwice", `
func $h(a, b []float64) float64 { a[0] = b[0] * b[1]; b[1] *= a[0]; return a[0] + b[1] }
func $F(x []float64) float64 { return $h(x, x) + x[0] }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"OverlappingParts", `
func $h(a, b []float64) { for i := range b { a[i] = a[i]*b[i] + b[i] } }
func $F(x []float64) float64 { $h(x, x[1:]); $h(x[1:], x[:2]); return x[0]*x[1] + x[2] }`, []string{"[]float64{0.7, 1.3, 0.4}"}, nil},
	{"InputMutation", `
func $F(x []float64) float64 { x[0] *= x[1]; x[1] = x[0] * x[0]; x[0] = 3; return x[0]*x[1] + x[0] }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"Chunks", `
func $F(x []float64) float64 {
	part := make([]float64, parallel.Chunks(len(x)))
	parallel.ForChunks(len(x), func(c, lo, hi int) {
		if lo == hi { return }
		s := 1.0
		for i := lo; i < hi; i++ { s *= x[i] }
		part[c] = s
		c += hi
		_ = c
	})
	p := 1.0
	for _, v := range part { p *= v }
	return p
}`, []string{"[]float64{0.5, 2, 4, 0.25, 8}", "[]float64{0.5}"}, nil},
	{"Empty", `
func $F(x []float64) float64 { s := 1.0; for _, v := range x { s *= v }; for i := len(x) - 1; i >= 0; i-- { s += x[i] }; return s }`,
		[]string{"[]float64{}", "nil", "[]float64{2}"}, nil},
	{"NegativeTrips", `
func $F(x []float64, n int) float64 {
	s := x[0]
	for i := 5; i < n; i++ { s *= x[0] }
	for i := n; i > 3; i -= 2 { s += float64(i) * x[0] * s }
	for i := n; i <= -2; i += 2 { s += float64(i) * s * x[1] }
	for i := 0; i < n; i++ { for j := i; j < n-2; j++ { for k := j; k > i; k-- { s += 0.1 * s * x[(i+j+k)%2] } } }
	return s
}`, []string{"[]float64{0.7, 1.3}; -7", "[]float64{0.7, 1.3}; 8", "[]float64{0.7, 1.3}; 0"}, nil},
	{"HugeSteps", `
func $F(x []float64, n int) float64 {
	s := x[0]
	for i := 0; i < len(x); i += 1 << 40 { s *= x[i] }
	for i := 0; i < len(x); i += 1 << 29 { s *= x[i] + 1 }
	for i := math.MaxInt - 3; i < math.MaxInt; i++ { s *= x[1] }
	for i := math.MinInt + 3; i > math.MinInt; i-- { s *= x[1] }
	for i := -9223372036854775808; i < math.MinInt+2; i++ { s *= x[1] }
	for i := math.MaxInt; i > math.MaxInt-2; i-- { s *= x[0] }
	for i := n; i > n-2; i-- { s *= x[0] }
	for i := -n - 1; i < -n+1; i++ { s *= x[0] }
	return s
}`, []string{"[]float64{0.7, 1.3}; 5", "[]float64{0.7, 1.3}; -5"}, nil},
	{"BoundsChange", `
func $F(x []float64, n int) float64 {
	s := x[0]
	for i := 0; i < n; i++ { if i == 1 { n = 4 }; s += x[i%2] * s * 0.3 }
	y := []float64{x[0], x[1]}
	for i := 0; i < len(y); i++ { if len(y) < 5 { y = append(y, y[i]*x[1]) }; s += y[i] * y[i] }
	for lo, hi := 0, len(y); lo < hi; lo, hi = lo+1, hi-1 { y[lo], y[hi-1] = y[hi-1], y[lo]*s }
	for _, v := range y { y = y[1:]; s += v * float64(len(y)) }
	return s
}`, []string{"[]float64{0.7, 1.3}; 2", "[]float64{0.7, 1.3}; 0"}, nil},
	{"CounterChanged", `
func $F(x []float64) float64 {
	s := x[0]
	for i := 0; i < 9; i++ { s += x[i%2] * s * 0.1; if i%3 == 1 { i += 2 } }
	for i := range 4 { i *= 2; s += x[i%2] * s * 0.1 }
	for i := range x { i++; s *= x[i%2] }
	return s
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"NotFinite", `
func $F(x []float64) float64 { y := math.Log(x[0]); z := x[0] / (x[0] - x[0]); if x[0] > 5 { return y + z }; return 3 * x[1] }`,
		[]string{"[]float64{0, 2}", "[]float64{math.Inf(1), 2}", "[]float64{1, math.NaN()}"}, []string{"[0 3]", "[NaN 0]", "[0 3]"}},
	{"ResultsIgnored", `
func $h(x []float64, a float64) (float64, []float64, int) { x[0] *= a; return x[0] * a, x[1:], 3 }
func $k(x []float64) []float64 { x[1] *= x[0]; return x }
func $F(x []float64, a float64) float64 {
	$h(x, a)
	_, y, _ := $h(x, x[0])
	b, _, n := $h(x, a)
	_, _, _ = $h(x, 2)
	$k(x)
	_ = $k(x)
	return b*y[0] + x[0]*float64(n)
}`, []string{"[]float64{0.7, 1.3}; 0.9"}, nil},
	{"CallsInConditions", `
func $h(x []float64) float64 { x[0] *= 0.8; return x[0] * x[1] }
func $F(x []float64) float64 {
	s := x[1]
	if $h(x) > 0.3 { s *= x[0] }
	if $h(x) > 0.9 { s *= 7 } else if v := $h(x); v > 0.1 { s += v * v }
	switch v := $h(x); { case v > 5: s = 0; case v > 0.01: s *= v; default: s = 1 }
	if $h(x) > 0 && s > 100 || x[0] > 90 { s = 0 }
	return s + x[0]
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"PureCallsInConditions", `
func $h(x []float64) float64 { return x[0] * x[1] }
func $F(x []float64) float64 {
	s := x[1]
	for i := 0; i < 3 && $h(x) > 0.2; i++ { x[0] *= 0.6; s += x[0] * s }
	for $h(x) > 0.1 { x[0] *= 0.7; s *= x[1] }
	if len(x) > 1 && $h(x) < 9 && $h(x[1:]) > 0 { s *= x[2] }
	if len(x) == 0 || $h(x) < 9 { s *= x[0] }
	switch { case $h(x) > 9: s = 1; case $h(x) > 0: s *= x[2] }
	return s
}`, []string{"[]float64{0.7, 1.3, 0.6}"}, nil},
	{"Names", `
func $FVJP(x float64) float64 { return x * x }
func $FGrad(back, rBar float64) float64 { return back * rBar }
func $FValueAndGrad(mirror []float64) float64 { return mirror[0] }
func $F(x, xBar []float64, r, rBar, back float64, chunk int) float64 {
	xT, xN, k, n, b, b1 := x[0]*r, xBar[0]*rBar, 2, 3, back*r, x[1]
	lo, hi, pieces, start, taken, t, s := 0, 2, x[1], 1.0, true, 3.0*r, x[0]
	for i := lo; i < hi; i++ { taken = !taken; if taken { xT *= xN + pieces }; if xT > 9 { break }; start *= b }
	parts := append(x, t, s)
	e, d, tail, sBar, e1, d1 := math.Exp(b1), 1/rBar, parts[1:], 0.3, 2*r, x[1]
	for xT > 0.01 { xT *= 0.5; d += xT * e }
	return $FVJP(xT) + $FGrad(xN, b)*float64(k*n*chunk) + start + d*e*tail[0]*sBar + e1*d1 + $FValueAndGrad(x)
}`, []string{"[]float64{0.7, 1.3}; []float64{0.4}; 0.3; 0.8; 1.1; 2"}, nil},
	{"PackageNames", `
func $F(x []float64, rt float64) float64 {
	parallel := x[1] * rt
	s := math.Sin(parallel)
	{
		math := s * s
		s += math * x[0]
		for rt := range 3 { s *= x[0] + float64(rt); if s > 90 { break } }
	}
	return s
}`, []string{"[]float64{0.7, 1.3}; 0.6"}, nil},
	{"Predeclared", `
func $F(x []float64, cap float64) float64 {
	len, append, make := 3, x[0]*cap, 2
	true := x[1]
	s := append
	for int := 0; int < len*make; int++ { s += true * s * 0.1 }
	if nil := s * s; nil > 0.1 { s *= nil }
	var copy, clear, min = x[0], x[1], 0.3
	uint8, bool := copy*clear, min
	for s > 0.1 { float64 := s; s = float64 * 0.5 * x[0]; if s < 0.2 { break } }
	return s * uint8 * bool
}`, []string{"[]float64{0.7, 1.3}; 0.6"}, nil},
	{"Blanks", `
func $h(_ float64, x []float64, _ []float64, _ int) (float64, float64) { _ = x; return x[0], 2 * x[1] }
func $F(_ float64, x []float64, _ []float64, _ bool) float64 { a, _ := $h(x[0], x, x, 1); _, b := $h(1, x, nil, 2); return a * b }`,
		[]string{"0.5; []float64{0.7, 1.3}; []float64{1}; true", "0.5; []float64{0.7, 1.3}; nil; false"}, nil},
	{"ManyParameters", `
func $F(a, b, c, d, e, f, g, h, i, j, k, l float64, n, m int, on bool) float64 {
	if on { a, b, c, d = b, c, d, a }
	for range n { a *= b; b += c * d }
	return a*b*c + d*e*f - g*h/i + j - k*l*float64(m)
}`, []string{"1; 2; 3; 4; 5; 6; 7; 8; 9; 1; 2; 3; 2; 5; true", "1; 2; 3; 4; 5; 6; 7; 8; 9; 1; 2; 3; 2; 5; false"}, nil},
	{"Constant", `
func $F(x []float64, a float64) float64 { x[0] = 3; a = x[0]; return a * 2 }`, []string{"[]float64{0.7, 1.3}; 0.6"}, nil},
	{"NoDependence", `
func $F(x []float64, n int) float64 { return float64(n) * 2 }`, []string{"[]float64{0.7, 1.3}; 6"}, nil},
	{"ThroughInt", `
func $F(x []float64) float64 { n := int(x[0]); return float64(n) * x[1] * float64(int64(n)+2) }`, []string{"[]float64{3.7, 1.3}"}, nil},
	{"ParameterReassigned", `
func $F(a float64, x []float64) float64 {
	if a > 0.3 { a = x[0] * a }
	for i := range x { a = a*x[i] + 1; x = append(x, a) }
	x = x[1:]
	x[0] *= a
	return x[0] * a
}`, []string{"0.5; []float64{0.7, 1.3}", "0.2; []float64{0.7, 1.3}"}, nil},
	{"NamedResults", `
func $h(x []float64) (r float64, y []float64) {
	y = x
	for i := range x { if x[i] > 1 { r = x[i] * x[0]; return }; r += x[i] }
	y = append(y, r)
	return r * r, y
}
func $F(x []float64) (r float64) {
	a, y := $h(x)
	r = a * y[len(y)-1]
	if r > 1 { r *= a; return }
	return
}`, []string{"[]float64{0.7, 1.3}", "[]float64{0.7, 0.6, 0.4}"}, nil},
	{"NestedParallel", `
func $F(x []float64) float64 {
	w := make([][]float64, len(x))
	for i := range w { w[i] = make([]float64, 3) }
	for step := range 3 {
		parallel.For(len(x), func(i int) {
			row := w[i]
			parallel.For(3, func(j int) { row[j] = math.Sin(x[i]*x[j%len(x)] + row[j]*float64(step)) })
		})
	}
	s := 0.0
	for _, row := range w { for _, v := range row { s = s*0.5 + v } }
	return s
}`, []string{"[]float64{0.7, 1.3}", "[]float64{0.7, 1.3, 0.1, 0.2, 0.5}", "[]float64{2}"}, nil},
	{"ParallelInCallee", `
func $step(u, v []float64, k float64) {
	parallel.ForRange(len(u)-2, func(lo, hi int) {
		if lo == hi { return }
		for i := lo + 1; i < hi+1; i++ { v[i] = u[i] + k*(u[i-1]-2*u[i]+u[i+1]) }
	})
}
func $F(u []float64, k float64) float64 {
	v := make([]float64, len(u))
	copy(v, u)
	n := 0
	for u[1] > 0.1 && n < 6 { $step(u, v, k); u, v = v, u; n++ }
	s := 0.0
	for i := range u { s += u[i] * u[i] }
	return s
}`, []string{"[]float64{1, 0.9, 0.2, 0.6, 0.1, 0}; 0.2", "[]float64{1, 0.9}; 0.2"}, nil},
	{"EmptyParallel", `
func $F(x []float64, n int) float64 {
	out := make([]float64, 9)
	parallel.For(n, func(i int) { if x[0] > 9 { return }; out[i] = x[i%2] * x[0] })
	parallel.ForRange(n, func(lo, hi int) { for i := lo; i < hi; i++ { if i == 1 { return }; out[i] *= x[1] } })
	s := x[0]
	for _, v := range out { s = s*0.9 + v }
	return s
}`, []string{"[]float64{0.7, 1.3}; 0", "[]float64{0.7, 1.3}; -3", "[]float64{0.7, 1.3}; 1"}, nil},
	{"ParallelGather", `
func $F(x []float64, k []float64, c float64) float64 {
	n := len(x)
	out := make([]float64, n)
	total := make([]float64, 2)
	for range 2 {
		parallel.For(n, func(i int) {
			s := c
			for j := range k { s += k[j] * x[(i+j)%n] * c }
			out[n-1-i] = s * out[n-1-i] + s
		})
	}
	parallel.For(2, func(i int) { for j := i; j < n; j += 2 { total[i] += out[j] * out[j] } })
	return total[0] - total[1]*c
}`, []string{"[]float64{0.7, 1.3, 0.2, 0.4, 0.5}; []float64{0.3, 0.1}; 0.6"}, nil},
	{"DeepRecursion", `
func $down(x []float64, n int) float64 { if n == 0 { return x[0] }; return 0.9999*$down(x, n-1) + 1e-6*x[1]*float64(n%3) }
func $F(x []float64) float64 { return $down(x, 20000) }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"MutualRecursion", `
func $even(x []float64, n int) ([]float64, float64) { if n == 0 { return x, x[0] }; y, a := $odd(append(x, x[n%2]*0.5), n-1); return y[1:], a * y[0] }
func $odd(x []float64, n int) ([]float64, float64) { if n == 0 { return x, 1 }; y, a := $even(x, n-1); y[0] *= a; return y, a + y[0] }
func $F(x []float64) float64 { y, a := $even(x, 5); z, b := $odd(y, 3); return a*b + z[0] }`, []string{"[]float64{0.7, 1.3, 0.4, 0.2, 0.5}"}, nil},
	{"InactiveBeside", `
type $conf struct { name string; rate float64; dims [2]int }
var $c = $conf{"a", 0.3, [2]int{2, 1}}
var $index = map[string]int{"one": 1}
var $calls int
var $weights = []float64{0.2, 0.4}
func $F(x []float64, name string, m map[string]int, words []string) float64 {
	$calls++
	k := [3]int{1, 0, 1}
	r := rand.New(rand.NewPCG(1, 2))
	start := time.Now()
	s := x[m[name]] * $c.rate * $weights[$index["one"]]
	for i, w := range words { s += x[k[i]] * float64(len(w)) * x[$c.dims[1]]; if w == "stop" { break } }
	s *= r.Float64() + 1
	if time.Since(start) < 0 { s = 0 }
	fmt.Fprintln(io.Discard, s, x, name)
	if len(strings.ToUpper(name)) > 9 { panic("long " + name) }
	return s
}`, []string{"[]float64{0.7, 1.3}; \"b\"; map[string]int{\"b\": 1}; []string{\"u\", \"vw\", \"\"}"}, nil},
	{"Switches", `
func $F(x []float64, n int) float64 {
	s := x[0]
	for i := range n {
		switch i { case 0, 3: s *= x[1]; case 1: if s > 0.5 { break }; s += x[0]; fallthrough; case 7: s *= 0.9; case 5: continue }
		switch { case s > 0.4: s *= 0.5 }
		switch k := i % 3; k { case 1: x[0] *= s }
		switch s { case 0: s = 1; default: s += 0.01 * x[1] * s }
	}
	return s
}`, []string{"[]float64{0.7, 1.3}; 9"}, nil},
	{"MultiAssign", `
func $F(x []float64, w [][]float64) float64 {
	x[0], x[0] = x[1], 2*x[2]
	i := 0
	i, x[i] = 1, x[2]*x[0]
	x, x[0] = x[1:], 5*x[1]
	w[0], w[0][0] = w[1], x[0]*w[0][0]
	w[1], w[0] = w[0], w[1]
	x[0], w[1][0] = w[1][0]*x[0], x[0]
	return x[0]*w[0][0] + x[1]*w[1][0] + float64(i)
}`, []string{"[]float64{0.7, 1.3, 0.4}; [][]float64{{0.3, 0.1}, {0.8, 0.2}}"}, nil},
	{"SliceForms", `
func $F(x []float64) float64 {
	y := x[:0]
	for i := range x { if i%2 == 0 { y = append(y, x[i]*x[0]) } }
	z := x[0:1:1]
	z = append(z, y...)
	z[0] *= 3
	var u []float64
	for i := range 5 { u = append(u, z[i%len(z)]*x[1]) }
	n := copy(u[1:], u)
	u = append(u[:1], u[2:]...)
	v := make([]float64, 2, 9)
	v = append(v, u...)
	v2 := append(v[:3], x...)
	v[3] *= x[1]
	t := append([]float64{x[0]}, v2...)
	clear(v2[:1])
	return t[len(t)-1]*v[3] + float64(n)*u[len(u)-1]*z[0] + x[0]*v2[0] + v2[4]
}`, []string{"[]float64{0.7, 1.3, 0.4}"}, nil},
	{"Rows", `
func $F(w [][]float64, x []float64) float64 {
	for _, row := range w { row[0] *= 2; row = append(row, x[0]); row[0] *= row[len(row)-1] }
	w = append(w, x, []float64{x[0] * x[1]}, make([]float64, 2))
	w[4][1] = x[1]
	m := make([][]float64, len(w))
	copy(m, w)
	m[0], m[1] = m[1], m[0]
	m[2] = m[0][1:]
	m[2][0] *= w[1][0]
	k := [][]float64{m[0], {x[0], 2}, w[1]}
	k = append(k[:1], m[1:]...)
	s := 0.0
	for i := range k { for j := range k[i] { s = s*0.7 + k[i][j]*w[0][0] } }
	clear(k[:1])
	return s + float64(len(k[0])) + m[3][0]
}`, []string{"[][]float64{{0.3, 0.1}, {0.8, 0.2}}; []float64{0.7, 1.3}"}, nil},
	{"IndexCalls", `
var $n int
func $next() int { $n++; return $n % 2 }
func $pick(x []float64, i int) int { x[i] *= 0.9; return i }
func $F(x []float64) float64 {
	$n = 0
	x[$next()] += x[1] * x[0]
	x[$next()] *= 3
	x[$pick(x, 1)], x[0] = x[0]*x[1], x[1]
	return x[$pick(x, 0)] * x[1]
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"ResultsPassedOn", `
func $two(x []float64) (float64, float64) { x[1] *= x[0]; return x[0] * x[1], x[1] }
func $pass(x []float64) (float64, float64) { return $two(x) }
func $sum(a, b float64) float64 { return a*b + b }
func $F(x []float64) float64 { a, b := $pass(x); a, b = $pass(x[1:]); return $sum($pass(x)) + a*b }`, []string{"[]float64{0.7, 1.3, 0.4}"}, nil},
	{"ForEver", `
func $F(x []float64) float64 {
	n := 0
	s := x[0]
	for { n++; s = math.Sin(s) * x[1]; if n == 4 { break }; if s < 0 { return s } }
	for { s *= 0.8; if s < 0.2 { return s * x[0] } }
}`, []string{"[]float64{0.7, 1.3}", "[]float64{-0.7, 1.3}"}, nil},
	{"PanicAtEnd", `
func $h(x float64) float64 { if x > 0 { return x * x }; if x < -9 { return -x }; panic("no") }
func $F(x []float64) float64 { switch { case x[0] > 0: return $h(x[0]) * x[1] }; panic("neither") }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"FloatSteps", `
func $F(x []float64) float64 {
	s := 0.0
	for h := 0.0; h < 1; h += 0.25 { s += h * x[0] * s + x[1] }
	for t, dt := 0.0, x[0]; t < 2; t += dt { s += t * dt; if s > 5 { dt *= x[1] } }
	for h := x[0]; h > 0.1; h *= x[1] / 2 { if h > 0.5 { continue }; s += h * h }
	return s
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"FloatHeaders", `
func $F(x []float64) float64 {
	s := 0.0
outer:
	for h := x[0]; h > 0.01; h *= 0.6 {
		for k, g := 0, h*x[1]; k < 4; k, g = k+1, g*0.8 {
			if g < 0.2 { continue outer }
			if g > 8 { break outer }
			s += g * h
		}
		s *= 0.9
	}
	for h, n := x[0], 0; ; h, n = h*x[1], n+1 { h := h * h; s += h; if n > 3 { break } }
	for i := 0; i < 2; x[0] *= s { i++; x := x[1]; s += x }
	return s * x[0]
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"WritingConditions", `
func $h(x []float64) float64 { x[0] *= 0.7; return x[0] }
func $next(x []float64, i int) int { x[1] *= 0.9; return i + 1 }
func $F(x []float64) float64 {
	s, n := x[1], 0
	for $h(x) > 0.2 { s += x[0]; n++ }
	for i := $next(x, 0); i < 5 && $h(x) > 0.0001; i = $next(x, i) { if i == 2 { continue }; s += x[0]*x[1] }
	if n > 0 && $h(x) > 0 && (n > 90 || $h(x) > 9 || $h(x[1:]) > 0) { s += x[0] * x[1] }
	ok := n > 90 || $h(x[1:]) > 0.1
	for ok && n < 9 { n++; ok = n < 8 && $h(x[1:]) > 0; if !ok { break }; s *= 1.1 }
	switch { case n > 90 && $h(x) > 0: s = 0; case n > 0: s *= x[0] }
	return s * x[1]
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"RowsSwappedLater", `
func $zeros(n int) [][]float64 { return [][]float64{make([]float64, n), make([]float64, n)} }
func $F(w [][]float64, x []float64) float64 {
	out := make([]float64, 4)
	parallel.For(4, func(i int) { for _, row := range w { out[i] = out[i]*0.5 + row[0]*row[i%2] } })
	z := $zeros(2)
	z[0][1] = out[0] * x[1]
	s := z[0][1] * out[3]
	z[0], z[1] = x, z[0]
	w[0], w[1] = w[1], w[0]
	parallel.For(4, func(i int) { out[i] += w[0][i%2] * w[1][0] * z[1][1] })
	w[0] = x
	return s*out[1] + out[2]*w[0][1]
}`, []string{"[][]float64{{0.3, 0.1}, {0.8, 0.2}}; []float64{0.7, 1.3}"}, nil},
	{"ParallelVarying", `
func $F(x []float64, c float64) float64 {
	n := len(x)
	u, v := append([]float64(nil), x...), make([]float64, n)
	s, off, on := c, 1, false
	for t := 0; t < 3; t++ {
		parallel.For(n, func(i int) { if on { v[i] = u[(i+off)%n] * s * u[i] } else { v[i] = u[i] + s*c } })
		u, v = v, u
		s = u[0]*s + c
		off += 2
		on = !on
		if t == 1 { n-- }
	}
	for u[0] > 0.3 && off < 20 {
		parallel.ForRange(n, func(lo, hi int) { part := u[lo:hi]; for i := range part { part[i] *= 0.5 * math.Cos(s) * float64(off%3+1) / 2 } })
		s = math.Sin(s * u[n-1])
		off++
	}
	return u[0]*s + v[n-1]
}`, []string{"[]float64{0.7, 1.3, 0.4, 0.8}; 0.6", "[]float64{1.7, 1.3}; 0.9"}, nil},
	{"ParallelRows", `
func $step(row, k []float64, c float64) float64 { for i := range row { row[i] = row[i]*k[i%len(k)] + c }; k = append(k[:len(k):len(k)], c); return k[len(k)-1] * row[0] }
func $new(n int, a float64) []float64 { y := make([]float64, n); for i := range y { y[i] = a * float64(i+1) }; return y }
func $F(w [][]float64, k []float64, c float64) float64 {
	sums := make([]float64, len(w))
	made := make([][]float64, len(w))
	parallel.For(len(w), func(i int) {
		for range i + 1 { sums[i] += $step(w[i], k, c*k[0]) }
		made[i] = $new(3, w[i][0]*k[i%len(k)])
		if sums[i] > 50 { return }
		y := made[i]
		y[1], y[2] = y[2], y[1]*sums[i]
	})
	s := 0.0
	for i, row := range made { for j, v := range row { s = s*0.8 + v*sums[i]*float64(j+1) } }
	made[0], made[len(made)-1] = made[len(made)-1], made[0]
	w[0] = k
	parallel.ForRange(len(made), func(lo, hi int) {
		total := make([]float64, 1)
		for i := lo; i < hi; i++ { total[0] = 0; for _, v := range made[i] { total[0] += v * v }; sums[i] *= total[0] }
	})
	return s + sums[0]*sums[len(sums)-1]
}`, []string{"[][]float64{{0.3, 0.1}, {0.8, 0.2}, {0.4}}; []float64{0.7, 1.3}; 0.4", "[][]float64{{0.3}}; []float64{0.7}; 0.4"}, nil},
	{"ParallelPartial", `
func $dot(x, y []float64) float64 {
	n := len(x)
	prod := make([]float64, n)
	parallel.ForRange(n, func(lo, hi int) {
		acc := 1.0
		for i := lo; i < hi; i++ {
			acc = 1
			for k := 0; ; k++ { if k > i { break }; acc *= 0.5 + x[i]*y[k] }
			switch { case acc > 2: acc = 2 * x[i]; fallthrough; case acc < 0.1: acc += y[i] }
			prod[i] = acc
		}
	})
	s := 0.0
	for _, p := range prod { s += p }
	return s
}
func $F(x, y []float64) float64 { if len(x) > 3 { return $dot(x[:2], y[1:]) * $dot(x[2:], y) }; return $dot(x, x) }`, []string{"[]float64{0.7, 1.3, 2, 0.9, 0.2}; []float64{0.4, 0.8, 1.2}", "[]float64{0.7, 1.3}; nil"}, nil},
	{"BoundsNotReached", `
func $F(w [][]float64, x []float64, k, n int) float64 {
	s := x[0]
	for i := 0; i < len(w); i++ { for j := 0; j < len(w[0]); j++ { s = math.Sin(s) * w[i][j] } }
	for i := 0; i < 3; i++ { if n != 0 { for j := 0; j < k/n; j++ { s = math.Sin(s) * x[j%2] } } }
	for i := 0; i < 3; i++ { if n != 0 { for j := k % n; j < k; j++ { s = math.Cos(s) * x[j%2] } } }
	for i := 0; i < 4; i++ { if i < len(w) { for j := 0; j < len(w[n]); j++ { s = math.Cos(s) * w[i][0] } } }
	if n != 0 { for j := 0; j < k/n; j++ { s *= math.Sin(s) * x[j%2] } }
	for i := 0; i < 3; i++ { s *= x[1]; if n == 0 { continue }; for j := 0; j < k/n; j++ { s = math.Sin(s) + x[j%2] } }
	return s
}`, []string{"nil; []float64{0.7, 1.3}; 5; 0", "[][]float64{{0.3, 0.1}, {0.8, 0.2}}; []float64{0.7, 1.3}; 5; 1", "[][]float64{{0.3, 0.1}}; []float64{0.7, 1.3}; 5; 0"}, nil},
	{"HiddenStates", `
func $F(x []float64, w [][]float64, n int) float64 {
	s, k := x[0], 0
	for i := 0; i < n; i++ { k += i; for j := k; j < k+2; j++ { s = math.Sin(s) * x[j%2]; x[j%2] += 0.1 * s } }
	for i := 0; i < n; i++ { lo := i / 2; y := w[i%len(w)]; for j := lo; j <= i; j++ { y[j%len(y)] *= s; s = math.Cos(s * y[0]) }; w[0], w[1] = w[1], w[0] }
	for i := n; i > 0; { i--; s += x[i%2] * s; if s > 3 { i--; s *= 0.5 } }
	for i, j := 0, n; i < j; i, j = i+1, j-1 { x[i%2], x[j%2] = x[j%2]*s, x[i%2]; s *= 0.9 }
	var m []float64
	for i := range n { m = append(m, s); s = math.Sin(m[i/2] + s); if i == 2 { m = m[:1]; m = append(m, s, s*s, x[0]) } }
	for _, v := range m { if v > 9 { break }; s += v * m[0]; m[0] *= 0.8 }
	for i := range m { m[i], m[len(m)-1-i] = m[len(m)-1-i]*s, m[i] }
	return s + m[0]*m[len(m)-1]
}`, []string{"[]float64{0.7, 1.3}; [][]float64{{0.3, 0.1}, {0.8, 0.2, 0.5}}; 6", "[]float64{0.7, 1.3}; [][]float64{{0.3, 0.1}, {0.8, 0.2, 0.5}}; 3"}, nil},
	{"SameNames", `
func $F(x []float64) float64 {
	s := x[0]
	if s := s * x[1]; s > 0 { s := s * s; x[0] = s } else { s := s + 1; x[1] = s }
	for i := range 3 { s := s * x[i%2]; { s := s * 2; x[1] += s * 0.1 }; x[0] += s * 0.1 }
	for i := range 3 { x := x[i%2:]; for i := range x { x := x[i] * s; s += x * 0.1 } }
	{ x := x[1]; s *= x }
	x, y := x[1:], x[:1]
	switch x := x[0]; { case x > 0: s *= x; y := y[0] * s; s += y }
	return s * y[0]
}`, []string{"[]float64{0.7, 1.3}", "[]float64{-0.7, 1.3}"}, nil},
	{"Aggregates", `
func $min3(a, b, c float64) (lo, hi float64, at int) {
	lo, hi, at = a, a, 0
	if b < lo { lo, at = b, 1 }
	if c < lo { lo, at = c, 2 }
	hi = max(a, b, c)
	return
}
func $norm(x []float64) []float64 { t := 0.0; for _, v := range x { t += v * v }; y := make([]float64, len(x)); if t == 0 { return y }; for i, v := range x { y[i] = v / math.Sqrt(t) }; return y }
func $mul(a, b [][]float64) [][]float64 {
	c := make([][]float64, len(a))
	for i := range c { c[i] = make([]float64, len(b[0])); for j := range c[i] { for k := range b { c[i][j] += a[i][k] * b[k][j] } } }
	return c
}
func $solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for k := 0; k < n; k++ {
		p := k
		for i := k + 1; i < n; i++ { if math.Abs(a[i][k]) > math.Abs(a[p][k]) { p = i } }
		a[k], a[p] = a[p], a[k]
		b[k], b[p] = b[p], b[k]
		for i := k + 1; i < n; i++ { f := a[i][k] / a[k][k]; for j := k; j < n; j++ { a[i][j] -= f * a[k][j] }; b[i] -= f * b[k] }
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- { s := b[i]; for j := i + 1; j < n; j++ { s -= a[i][j] * x[j] }; x[i] = s / a[i][i] }
	return x
}
func $F(a [][]float64, b []float64) float64 {
	lo, hi, at := $min3(b[0], b[1], a[0][0])
	c := $mul(a, a)
	x := $solve(c, $norm(b))
	y := $solve(a, x)
	return y[at%len(y)]*lo + x[0]*hi + $norm($norm(y))[1]
}`, []string{"[][]float64{{0.3, 2.1}, {0.8, 0.2}}; []float64{0.7, 1.3}", "[][]float64{{3, 0.1, 0.4}, {0.8, 2, 1}, {0.2, 5, 0.1}}; []float64{0.7, 1.3, -0.4}"}, nil},
	{"Gotos", `
func $h(a float64) float64 { return a * a * 0.5 }
func $F(x []float64) float64 {
	i, s := 0, x[0]
again:
	if $h(s) > 0.05 { s = $h(s) + x[1]*0.1; i++; if i < 4 { goto again }; goto done }
	if $h(x[1]) > 9 { goto done }
	if s = s * $h(x[1]); s > 8 { goto again }
	for j := range 3 { for k := range 3 { s += x[0] * float64(j*k); if j*k > 1 { goto done } } }
done:
	return s * x[0]
}`, []string{"[]float64{0.7, 1.3}", "[]float64{0.1, 0.3}", "[]float64{0.1, 5}"}, nil},
	{"Variadic", `
func $h(xs ...float64) float64 { s := 1.0; for _, v := range xs { s *= v }; return s }
func $g(xs ...int) int { return len(xs) }
func $F(x []float64) float64 { return $h(x...) * float64($g(1, 2)) }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"Operators", `
func $F(x []float64, n int) float64 {
	s := +x[0] - -x[1]*(-x[0]) - (x[0] - x[1]) - -(-(-x[1]))
	s += -(x[0] / x[1]) - -x[0]/-x[1]
	s -= -x[0] * -3 / -(2 * x[1])
	s *= -x[1]
	s /= -x[0]
	s -= s * s
	s = s - s*x[0] - s/x[1]
	x[0] -= -x[0] * x[1]
	x[1] /= x[1] * x[0]
	x[0]++
	s--
	return s*float64(n<<1&7|1) - x[0]*x[1]/float64(n%3+1) + 2*math.Pi*s
}`, []string{"[]float64{0.7, 1.3}; 5"}, nil},
	{"CopyForms", `
func $F(x []float64, y []float64) float64 {
	n := copy(x[1:], x) + copy(y, []float64{1, x[0], 3})
	copy(y[:1], x[1:])
	copy(x, y)
	copy(x[:0], y)
	return x[0]*x[1] + y[1]*x[2]*float64(n)
}`, []string{"[]float64{0.7, 1.3, 0.4}; []float64{0.5, 0.6}"}, nil},
	{"PassiveSliceTakesUp", `
func $zeros(n int) []float64 { return make([]float64, n, n+3) }
func $grid(n int) ([][]float64, []float64) { g := [][]float64{$zeros(n), $zeros(n)}; return g, g[0] }
func $F(x []float64) float64 {
	y := $zeros(2)
	y[0] = x[0]
	y = append(y, x[1]*y[0])
	s := 0.0
	for i := range 3 { z := $zeros(2); z[i%2] = x[1] * y[2]; g, row := $grid(2); g[0][1] = z[0]; row[0] = row[1] * x[0]; s += z[0]*z[1] + g[0][0]*y[0] + row[1] }
	return s + y[1]
}`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"RowsReplaced", `
func $F(w [][]float64, x []float64) float64 {
	w[0], w[1] = w[1], w[0]
	w[1] = append(w[1][:1], x[0]*w[0][0])
	w[0] = x
	w = w[1:]
	return w[0][0]*w[0][1] + x[1]*w[0][0]
}`, []string{"[][]float64{{0.3, 0.1}, {0.8, 0.2}}; []float64{0.7, 1.3}"}, nil},
	{"GlobalRead", `
var $t = []float64{0.3, 0.6}
var $scale, $bias = 2.0, 0.5
func $F(x []float64) float64 { $scale = 3; $bias *= 1; s := 0.0; for i, v := range $t { s += v * x[i] * $scale }; $scale = 2; return s + $bias*$scale*x[0] }`, []string{"[]float64{0.7, 1.3}"}, nil},
	{"MinMax", `
func $F(x []float64) float64 {
	a := min(x[0], x[1], 0.9, x[2]) * max(x[0], 0.2)
	b := math.Max(x[0], x[0]) * math.Min(x[1], 2)
	c := max(x[0]*x[1], x[1]*x[0], x[2])
	return a*b + c + math.Abs(x[0]-x[0])
}`, []string{"[]float64{0.7, 1.3, 0.4}", "[]float64{0.9, 0.9, 0.9}"}, nil},
	{"RangeForms", `
func $F(x []float64, m map[int]int, text string) float64 {
	s := x[0]
	for range 2 { s *= x[1] }
	for range x { s += x[0] * s * 0.1 }
	for i, c := range text { s += x[i%2] * float64(c-'a') * s * 0.01 }
	for k, v := range m { s += x[k] * float64(v) }
	for i := range len(x) { x[i] *= s }
	var total float64
	for _, v := range [2]int{1, 2} { total += x[v-1] * float64(v) }
	for i, v := range x { x[0] = v * 0.5; total += v; x = x[:1]; _ = i }
	return total
}`, []string{"[]float64{0.7, 1.3}; map[int]int{1: 2}; \"abc\""}, nil},
}

const hardHeader = `package random

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/costate/costate/parallel"
)

func unusedImports() { parallel.For(0, func(int) {}); _, _ = math.Pi, rand.New; _, _, _, _ = fmt.Sprint, io.EOF, strings.ToUpper, time.Now }

`

func TestHardPrograms(t *testing.T) {
	var source strings.Builder
	source.WriteString(hardHeader)
	var programs []aProgram
	for i, h := range hardPrograms {
		text := strings.ReplaceAll(h.source, "$", h.name)
		formatted, err := format.Source([]byte("package p\n" + text))
		if err != nil {
			t.Fatalf("%s: %v", h.name, err)
		}
		p, err := load(t, h.name+".go", hardHeader+text)
		if err != nil {
			t.Fatalf("%s: %v", h.name, err)
		}
		source.WriteString(strings.TrimPrefix(string(formatted), "package p\n"))
		prog := aProgram{name: h.name, seed: uint64(i), want: h.want, main: genFunc{name: h.name + "F"}}
		var setup strings.Builder
		for _, f := range p.Funcs {
			if f.Name != prog.main.name {
				continue
			}
			for k, v := range f.Params {
				prog.main.params = append(prog.main.params, kindOf(v.Type))
				fmt.Fprintf(&setup, "\tvar p%d %s\n", k, typeText(v.Type))
			}
		}
		setup.WriteString("\tswitch seed {\n")
		for k, point := range h.points {
			fmt.Fprintf(&setup, "\tcase %d:\n", k)
			for j, arg := range strings.Split(point, "; ") {
				fmt.Fprintf(&setup, "\t\tp%d = %s\n", j, arg)
			}
		}
		setup.WriteString("\t}\n\t_ = rnd\n")
		prog.setup = setup.String()
		programs = append(programs, prog)
	}
	files, accepted := differentiated(t, "hard", source.String(), programs)
	if len(accepted) != len(programs) {
		t.Errorf("%d of %d are refused", len(programs)-len(accepted), len(programs))
	}
	prog := worker.Program{Packages: map[string]map[string]string{"hard": files}}
	for _, p := range accepted {
		prog.Funcs = append(prog.Funcs, worker.Func{Name: p.name, Package: "hard", Expr: p.main.name + "Check", Params: []string{"seed"}, Values: 1})
	}
	var b worker.Builder
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []string{"1", "2", "8"} {
		check(t, path, []string{"GOMAXPROCS=" + workers}, accepted, func(p aProgram) int { return len(hardPrograms[p.seed].points) })
	}
}

func kindOf(t types.Type) kind {
	switch {
	case isFloat(t):
		return aFloat
	case isInt(t):
		return anInt
	case isFloats(t):
		return aSlice
	case isRows(t):
		return someRows
	}
	return aPassive
}
