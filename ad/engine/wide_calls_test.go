package engine

// This file holds programs for the general form about calls, control flow, package state and parameters.

// wideCalls are a part of widePrograms.
var wideCalls = []wideProgram{
	{"method values", `type acc struct { s float64 }
func (a *acc) add(v float64) { a.s += v * a.s }
func (a acc) get(k float64) float64 { a.s *= k; return a.s }
type both struct { *acc; w float64 }
type getter interface { get(float64) float64 }
func F(x []float64) float64 {
	a := acc{x[0]}
	add, get := a.add, a.get
	add(x[1])
	add(x[0])
	b := both{&a, x[1]}
	h := b.add
	h(2)
	f := acc.get
	g := (*acc).add
	g(&a, x[1])
	var i getter = b
	k := i.get
	return get(2)*f(a, x[0]) + b.get(x[1]) + b.s + k(x[0])
}`, "[]float64{0.7, 1.3}"},
	{"interfaces", `type op interface { apply(float64) float64; name() string }
type scale struct { k float64 }
type chain []op
type table map[string]float64
func (s scale) apply(v float64) float64 { return v * s.k }
func (s scale) name() string { return "scale" }
func (c chain) apply(v float64) float64 { for _, o := range c { v = o.apply(v) }; return v }
func (c chain) name() string { return "chain" }
func (t table) apply(v float64) float64 { t["n"] += v; return t["n"] * v }
func (t table) name() string { return "table" }
type wrap struct { op; extra float64 }
func (w *wrap) apply(v float64) float64 { w.extra *= v; return w.op.apply(v) + w.extra }
func F(x []float64) float64 {
	t := table{"n": x[0]}
	w := &wrap{scale{x[1]}, x[0]}
	ops := []op{scale{x[0]}, t, w, chain{t, w, scale{2}}}
	s := x[1]
	for _, o := range ops { s = o.apply(s) + float64(len(o.name())) }
	var any1 any = ops[0]
	if c, ok := any1.(scale); ok { s *= c.k }
	if _, ok := any1.(interface{ area() float64 }); ok { s = 0 }
	switch o := ops[1].(type) { case table: s += o["n"]; case *wrap, scale: s += o.apply(1) }
	switch o := ops[2].(type) { case *wrap, scale: s += o.apply(x[0]) }
	return s
}`, "[]float64{0.7, 1.3}"},
	{"deferred", `type logs struct { v []float64 }
func (l *logs) add(v float64) { l.v = append(l.v, v) }
func g(l *logs, a float64) (r float64) {
	for i := range 3 { defer l.add(a * float64(i+1)) }
	defer func(b float64) { r *= b; r += l.v[0] }(a * a)
	l.add(a)
	if a > 1 { return a * 2 }
	a *= 3
	return a
}
func F(x []float64) float64 {
	l := &logs{}
	s := g(l, x[0]) + g(l, x[1])
	for i, v := range l.v { s += v * v * float64(i) }
	return s
}`, "[]float64{0.7, 1.3}"},
	{"panics through frames", `type bad struct { v float64 }
func deep(n int, s []float64, v float64) float64 {
	s[0] *= v
	if n == 0 { if v > 1 { panic(bad{v * s[0]}) }; if v < 0.5 { panic(errors.New("no")) } }
	if n > 0 { r := deep(n-1, s, v*1.1); s[1] += r; return r * v }
	k := 7
	if v < 0.9 { s[k%9] = 1 }
	return v * s[0]
}
func safe(s []float64, v float64) (r float64) {
	defer func() {
		e := recover()
		switch e := e.(type) {
		case bad: r = e.v * v
		case error: r = s[0] * 3
		}
	}()
	s[1] *= v
	defer func() { s[1] += v * v }()
	return deep(2, s, v) + s[1]
}
func F(x []float64) float64 {
	s := []float64{x[0], x[1]}
	t := 0.0
	for _, v := range []float64{0.3, x[0], x[1], 2 * x[1]} { t += safe(s, v) * s[0] }
	return t + s[1]
}`, "[]float64{0.7, 1.3}"},
	{"variadics", `func sum(k float64, vs ...float64) (s float64) { for i, v := range vs { s += v * k; vs[i] *= 2 }; return }
func pair(a float64) (float64, float64) { return a, a * a }
func F(x []float64) float64 {
	f := func(vs ...any) float64 { return vs[0].(float64) * vs[1].(float64) }
	return sum(x[0], x...) + sum(x[1]) + sum(2, x[0], x[1]) + sum(pair(x[0])) + f(x[0], x[1])
}`, "[]float64{0.7, 1.3}"},
	{"float32", `type q float32
func F(a float32, x []float32, d float64) float64 {
	s := a * a
	for i := range x { x[i] *= s; s += x[i] * 0.5 }
	v := q(s) * 2
	return float64(v)*d + math.Sin(float64(x[0]))
}`, "0.5, []float32{0.25, 2}, 0.75"},
	{"complex", `func F(a, b float64) float64 {
	z := complex(a, b)
	w := z*z/(z+1) - 2i*z
	v := []complex128{w, z}
	v[0] *= v[1]
	return real(v[0]) * imag(w) + real(z / w)
}`, "0.7, 1.3"},
	{"state", `type model struct { w []float64; b float64; names map[string]float64 }
var m = model{w: []float64{1, 2}, names: map[string]float64{"a": 2}}
var total float64
var hist []model
func (m *model) eval(v float64) float64 { m.names["n"] += v; total += v; return m.w[0]*v + m.b*m.names["a"] }
func F(x []float64) float64 {
	m = model{w: []float64{x[0], x[1]}, names: map[string]float64{"a": x[0]}}
	total, hist = 0, nil
	m.b = x[1]
	hist = append(hist, m)
	m.w[0] *= 2
	s := m.eval(x[0]) + m.eval(2)
	hist[0].b *= s
	m.b = 0
	return s*total + hist[0].b*hist[0].w[0] + m.names["n"]
}`, "[]float64{0.7, 1.3}"},
	{"constant state", `var w = []float64{0.5, 2}
var k = struct{ a, b float64 }{2, 3}
var t = map[string][]float64{"u": {1, 2}}
func F(x []float64) float64 { s := 0.0; for i, v := range w { s += v * x[i] * k.a }; t["u"][0] = s; w[1] *= 1; return t["u"][0]*s + k.b*x[0] }`, "[]float64{0.7, 1.3}"},
	{"jumps", `func F(x []float64) float64 {
	s, n := x[0], 0
	var fs []func() float64
again:
	v := s * x[1]
	fs = append(fs, func() float64 { v *= 2; return v })
	n++
	if n < 4 { s += v * 0.1; goto again }
outer:
	for i := range 4 {
		for j := 0; ; j++ {
			switch { case j > 2: continue outer; case i == 3: break outer; case i == j: s *= 1.1; fallthrough; case i > 1: s += fs[j](); default: s += 0.1 * s }
		}
	}
	return s + fs[0]()*fs[3]()
}`, "[]float64{0.7, 1.3}"},
	{"iterators", `type tree struct { l, r *tree; v float64 }
func (t *tree) all(yield func(float64) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.v) && t.r.all(yield)
}
func F(x []float64) float64 {
	t := &tree{&tree{nil, nil, x[0]}, &tree{&tree{v: x[0] * x[1]}, nil, x[1]}, 2}
	s := 1.0
	for v := range func(y func(float64) bool) { t.all(y) } { if v > 1.9 { t.v *= x[0]; continue }; s += v * s; t.r.v += 0.1 * s }
	for v := range func(y func(float64) bool) { t.all(y) } { if v > 1.3 { return s * v }; s *= v }
	return s + t.r.v
}`, "[]float64{0.7, 1.3}"},
	{"generics", `type num interface { ~float64 | ~int }
type stack[T any] struct { v []T }
func (s *stack[T]) push(v T) { s.v = append(s.v, v) }
func (s *stack[T]) pop() T { v := s.v[len(s.v)-1]; s.v = s.v[:len(s.v)-1]; return v }
func fold[A, B any](l []A, z B, f func(B, A) B) B { for _, a := range l { z = f(z, a) }; return z }
type pt struct { a, b float64 }
func F(x []float64) float64 {
	var s stack[pt]
	for i := range 3 { s.push(pt{x[i%2], float64(i)}) }
	p := s.pop()
	q := s.pop()
	s.push(pt{p.a * q.a, q.b})
	slices.Reverse(s.v)
	return fold(s.v, x[0], func(z float64, p pt) float64 { return z*p.a + p.b*z }) + slices.Max(x)
}`, "[]float64{0.7, 1.3}"},
	{"pointers to everything", `type in struct { v [2]float64; s []float64; p *float64 }
func F(x []float64) float64 {
	y := x[0] * x[1]
	a := in{s: x, p: &y}
	b := &a
	c := &b.v
	d := &b.s
	c[1] = x[0]
	*d = append(*d, y)
	(*d)[0] *= c[1]
	e := &(*d)[2]
	*e *= *b.p
	*a.p += 1
	f := *b
	f.v[1] *= 5
	*f.p *= f.v[1]
	g := [2]*in{b, &f}
	g[0], g[1] = g[1], g[0]
	g[0].v[0] = g[1].v[1] * y
	return a.v[1]*f.v[0] + (*d)[2]*y + x[0]
}`, "[]float64{0.7, 1.3}"},
	{"pointer parameter", `type p struct { a, b float64 }
func F(q *p, r p, v [2]float64) float64 { q.a *= r.b; r.b *= q.a; v[0] *= q.a; return q.a*q.b*r.b + r.a*v[0]*v[1] }`, "&p{0.7, 1.3}, p{0.4, 0.9}, [2]float64{2, 3}"},
	{"many results", `type p struct { a, b float64 }
func g(x []float64, q p) (a float64, r p, s []float64, f func() float64, err error) {
	a = x[0] * q.a
	r = q
	r.b += a
	s = x[1:]
	f = func() float64 { r.a *= 2; return r.a * a }
	return a, r, s, f, nil
}
func F(x []float64) float64 {
	q := p{x[0], x[1]}
	a, r, s, f, err := g(x, q)
	if err != nil { return 0 }
	s[0] *= a
	_, r, _, _, _ = g(s, r)
	b := f()
	return b*f() + r.b*x[1] + q.a
}`, "[]float64{0.7, 1.3}"},
	{"a cell behind a pointer", `func F(x []float64) float64 {
	v := x[0]
	p := &v
	*p = v * v
	*p = *p*v + x[1]*v
	f := func() float64 { v *= 2; return v }
	a := [2]float64{x[1], 1}
	q := &a[0]
	*q = a[0] * a[0] * v
	w := v * f()
	return v*w + a[0]
}`, "[]float64{0.7, 1.3}"},
	{"activity through a cycle", `var s float64
func f(n int) { g(n); s *= 1.5 }
func g(n int) { if n > 0 { f(n - 1) } }
func F(x []float64) float64 { s = x[0]; g(3); t := s; f(1); return s * t }`, "[]float64{0.7, 1.3}"},
	{"functions of other packages as values", `func F(x []float64) float64 {
	f := math.Sin
	fs := map[string]func(float64) float64{"a": math.Exp, "b": f}
	g := func(h func(a, b float64) float64) float64 { return h(x[0], x[1]) }
	return f(x[0])*fs["a"](x[1])*fs["b"](x[0]) + g(math.Pow) + g(math.Hypot)
}`, "[]float64{0.7, 1.3}"},
	{"loops over floats", `func F(x []float64) float64 {
	s := 0.0
	for h, k := x[0], 0; h > 0.05 && k < 9; h, k = h*x[1]/3, k+1 { if k == 1 { continue }; s += h * float64(k+1) }
	for p := &x[0]; *p < 3; *p *= 2 { s += *p }
	var fs []func() float64
	for i := 0; i < 3; i++ { fs = append(fs, func() float64 { i += 2; return float64(i) * x[1] }) }
	for _, f := range fs { s += f() * s * 0.1 }
	return s
}`, "[]float64{0.7, 1.3}"},
	{"named functions and maps", `type op func(float64) float64
type ops map[string]op
func (o op) twice() op { return func(v float64) float64 { return o(o(v)) } }
func (m ops) add(k string, o op) ops { m[k] = o; return m }
func F(x []float64) float64 {
	m := ops{}
	m.add("a", func(v float64) float64 { return v * x[0] }).add("b", m["a"].twice())
	m["c"] = op(m["b"]).twice()
	var none op
	if none != nil { return 0 }
	return m["c"](x[1]) * m["a"](2)
}`, "[]float64{0.7, 1.3}"},
	{"results that are changed", `func f(a float64, s []float64) (r float64, t []float64, err error) {
	defer func() { r *= 2; t = append(t, r); if err != nil { r += s[0] } }()
	if a > 1 { return a * a, s, errors.New("large") }
	r = a
	t = s[:1]
	return
}
func F(x []float64) float64 {
	a, s, _ := f(x[0], x)
	b, t, err := f(x[1], s)
	if err != nil { b *= s[1] }
	return a*b + t[len(t)-1]*x[1]
}`, "[]float64{0.7, 1.3}"},
	{"maps that grow while they are read", `type k struct { i, j int }
func F(x []float64) float64 {
	m := map[k][]float64{}
	for i := range 4 { for j := range 2 { e := m[k{i % 2, j}]; if e == nil { e = []float64{1, x[0]}; m[k{i % 2, j}] = e }; e[j] *= x[i%2]; e[1-j] += e[j] } }
	n := map[k]float64{{1, 1}: x[0], {0, 1}: x[1], {1, 2}: 2}
	n[k{1, 2}] *= n[k{0, 1}] * n[k{i: 1, j: 1}]
	return m[k{0, 1}][0]*m[k{1, 0}][1] + n[k{1, 2}] + float64(len(n))
}`, "[]float64{0.7, 1.3}"},
	{"struct parameters with slices", `type model struct { w []float64; b float64; n int; at []float64 }
func F(m model, x []float64) float64 { m.w[0] *= x[0]; m.b *= m.w[1]; m.w = x; m.at[1] *= m.b; return m.w[1]*m.b + m.at[1]*m.at[0] }`, "model{[]float64{2, 3}, 0.5, 4, []float64{0.2, 0.3}}, []float64{0.7, 1.3}"},
	{"map parameters", `type p struct { a, b float64 }
func F(m map[string]float64, q map[int]p) float64 {
	m["a"] *= m["b"]
	m["new"] = m["a"] * 2
	m["b"] = 3
	c := q[1]
	c.a *= m["a"]
	q[2] = c
	delete(q, 1)
	return m["new"]*m["b"] + q[2].a*q[2].b
}`, `map[string]float64{"a": 0.7, "b": 1.3}, map[int]p{1: {2, 0.5}, 4: {1, 1}}`},
}
