package engine

// This file holds more programs for the general form: all data shapes, all control flow, all calls.

// widePrograms are programs of all kinds.
var widePrograms = append(wideCalls, []wideProgram{
	{"swap of structs", `type p struct { a, b float64; n int }
func F(x []float64) float64 {
	q := []p{{x[0], x[1], 1}, {x[1] * 2, 3, 2}, {a: x[0] * x[1]}}
	q[0], q[1] = q[1], q[0]
	i, j := 1, 1
	q[i] = q[j]
	q[i], q[j] = q[j], q[i]
	q[2].b = q[0].a * q[1].b
	r := q[2]
	r.a *= 3
	return q[0].a*q[1].b + q[2].b*r.a + float64(r.n)
}`, "[]float64{0.7, 1.3}"},
	{"append of structs", `type p struct { a float64; v []float64 }
func F(x []float64) float64 {
	var q []p
	for i := range 5 { q = append(q, p{x[i%2] * float64(i), x[:1]}); q[0].a *= 1.1 }
	r := append(q[:2], q[3:]...)
	q[2].a *= x[0]
	r[1].v[0] *= 2
	c := make([]p, 3)
	copy(c, q[1:])
	copy(q[1:], q)
	return r[3].a + q[2].a*c[0].a + q[4].v[0]*x[0]
}`, "[]float64{0.7, 1.3}"},
	{"maps of structs", `type p struct { a, b float64 }
func F(x []float64) float64 {
	m := map[string]p{"u": {x[0], 1}, "v": {b: x[1]}}
	c := m["u"]
	c.a *= x[1]
	m["w"] = c
	m["u"] = m["w"]
	d, ok := m["none"]
	if !ok { d.a = x[0] }
	delete(m, "v")
	s := d.a
	for _, k := range []string{"u", "v", "w"} { s += m[k].a * m[k].b * 2 }
	for k, e := range m { s += e.a * float64(len(k)); if k == "w" { m[k] = p{e.a * x[0], 0} } }
	return s + m["w"].a
}`, "[]float64{0.7, 1.3}"},
	{"maps of slices and maps", `func F(x []float64) float64 {
	m := map[int][]float64{}
	for i := range 6 { m[i%2] = append(m[i%2], x[i%len(x)]*float64(i+1)) }
	m[0][1] *= m[1][0]
	n := map[string]map[int]float64{"a": {1: x[0]}}
	n["b"] = n["a"]
	n["b"][1] *= x[1]
	n["b"][2]++
	n["a"][2] += x[0]
	clear(n["none"])
	old := n["a"]
	n["a"] = nil
	return m[0][1]*m[1][2] + old[1]*old[2] + n["a"][7]
}`, "[]float64{0.7, 1.3, 0.4}"},
	{"function table", `func sq(v float64) float64 { return v * v }
func F(x []float64) float64 {
	fs := []func(float64) float64{sq, nil, func(v float64) float64 { return v * x[0] }}
	m := map[string]func(float64) float64{"a": fs[2]}
	for i := range 3 { fs = append(fs, func(v float64) float64 { return v*float64(i) + x[1] }) }
	m["b"] = func(v float64) float64 { return m["a"](v) * fs[4](v) }
	s := x[1]
	for _, f := range fs { if f != nil { s = f(s) } }
	return s + m["b"](x[0])
}`, "[]float64{0.7, 1.3}"},
	{"counters", `func counter(v float64) (func(float64), func() float64) {
	n := 0
	return func(d float64) { n++; v = v*d + float64(n) }, func() float64 { v *= 1.1; return v }
}
func F(x []float64) float64 {
	add, get := counter(x[0])
	add2, get2 := counter(x[1])
	for i := range 3 { add(x[1]); if i > 0 { add2(get()) } }
	return get() * get2()
}`, "[]float64{0.7, 1.3}"},
	{"captured by iteration", `func F(x []float64) float64 {
	var fs []func() float64
	for _, v := range x { w := v * 2; fs = append(fs, func() float64 { w *= v; v += 1; return w }) }
	s := 1.0
	for range 2 { for _, f := range fs { s += f() * s * 0.1 } }
	return s
}`, "[]float64{0.7, 1.3}"},
	{"linked list", `type node struct { v float64; next *node }
func push(l *node, v float64) *node { return &node{v, l} }
func (n *node) sum() float64 { if n == nil { return 0 }; return n.v*2 + n.next.sum()*n.v }
func F(x []float64) float64 {
	var l *node
	for i := range 5 { l = push(l, x[i%2]*float64(i+1)) }
	var rev *node
	for n := l; n != nil; { next := n.next; n.next = rev; rev = n; n = next }
	last := rev
	for ; last.next != nil; last = last.next { last.v *= 1.1 }
	last.next = &node{v: x[0]}
	p := &last.next
	*p = &node{x[1], *p}
	(**p).v *= x[0]
	return rev.sum()
}`, "[]float64{0.7, 1.3}"},
	{"arrays", `type grid [2][3]float64
func twice(g grid) grid { for i := range g { for j := range g[i] { g[i][j] *= 2 } }; return g }
func F(x []float64) float64 {
	var g grid
	g[1] = [3]float64{2: x[0], 0: x[1]}
	h := twice(g)
	g[0] = h[1]
	p := &g
	for i := range p { p[i][1] += x[0] * p[i][0] }
	for i, row := range g { g[1][i] = row[2] }
	s := g[0][1:]
	s[0] *= x[1]
	a := [...]*float64{&g[0][1], &h[1][2]}
	*a[1] *= *a[0]
	return g[0][1]*h[1][2] + g[1][1] + float64(len(a))
}`, "[]float64{0.7, 1.3}"},
}...)
