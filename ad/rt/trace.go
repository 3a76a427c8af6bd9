package rt

// This file holds numbers that know their origin: the operations of a traced program make the graph of what a number was computed
// from, and a sweep goes through the graph backwards (Wengert, A simple automatic derivative evaluation program, CACM 1964).
//
// A number's origin never changes once it is made, and belongs to nobody: goroutines may compute and exchange numbers as
// they do in the primal, and no order of their work shows in the graph.

// Num is a float64 with its origin.
type Num struct {
	V float64
	N *Node // nil for what depends on no input
}

// Num32 is a float32 with its origin.
type Num32 struct {
	V float32
	N *Node
}

// Node is an origin: up to two others, and the partial derivatives by them. An input has none.
type Node struct {
	a, b   *Node
	da, db float64
}

// TraceInput returns an input with a value.
func TraceInput(v float64) Num { return Num{v, &Node{}} }

// TraceInput32 returns an input with a value.
func TraceInput32(v float32) Num32 { return Num32{v, &Node{}} }

// TFrom returns the origin of what has the partial derivative d by x.
func TFrom(x Num, d float64) *Node { return from1(x.N, d) }

// TDep returns a number with the value v that depends on others: its partial derivatives come from TFrom.
func TDep(v float64, on ...*Node) Num {
	var n *Node
	for _, o := range on {
		n = from2(n, 1, o, 1)
	}
	return Num{v, n}
}

func from1(a *Node, da float64) *Node {
	if a == nil {
		return nil
	}
	return &Node{a: a, da: da}
}

// from2 is the origin of what depends on a and b. What is only passed on needs no node of its own.
func from2(a *Node, da float64, b *Node, db float64) *Node {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil && db == 1:
		return b
	case b == nil && da == 1:
		return a
	}
	if a == nil {
		return &Node{a: b, da: db}
	}
	return &Node{a: a, b: b, da: da, db: db}
}

// TAdd returns a + b.
func TAdd(a, b Num) Num { return Num{a.V + b.V, from2(a.N, 1, b.N, 1)} }

// TSub returns a - b.
func TSub(a, b Num) Num { return Num{a.V - b.V, from2(a.N, 1, b.N, -1)} }

// TMul returns a * b.
func TMul(a, b Num) Num { return Num{a.V * b.V, from2(a.N, b.V, b.N, a.V)} }

// TQuo returns a / b.
func TQuo(a, b Num) Num {
	r := a.V / b.V
	return Num{r, from2(a.N, 1/b.V, b.N, -r/b.V)}
}

// TNeg returns -a.
func TNeg(a Num) Num { return Num{-a.V, from1(a.N, -1)} }

// TMax returns max(x...). Those that tie share equally.
func TMax(x ...Num) Num {
	v := x[0].V
	for _, n := range x[1:] {
		v = max(v, n.V)
	}
	return Num{v, share(x, v)}
}

// TMin returns min(x...). Those that tie share equally.
func TMin(x ...Num) Num {
	v := x[0].V
	for _, n := range x[1:] {
		v = min(v, n.V)
	}
	return Num{v, share(x, v)}
}

// share is the origin of v, the largest or smallest of x. If v is not a number, those that are none share.
func share(x []Num, v float64) *Node {
	wins := func(n Num) bool { return n.V == v || v != v && n.V != n.V }
	k := 0
	for _, n := range x {
		if wins(n) {
			k++
		}
	}
	var out *Node
	for _, n := range x {
		if wins(n) {
			out = from2(out, 1, n.N, 1/float64(k))
		}
	}
	return out
}

// TTo32 returns float32(a).
func TTo32(a Num) Num32 { return Num32{float32(a.V), a.N} }

// TTo64 returns float64(a).
func TTo64(a Num32) Num { return Num{float64(a.V), a.N} }

// TAdd32 returns a + b.
func TAdd32(a, b Num32) Num32 { return Num32{a.V + b.V, from2(a.N, 1, b.N, 1)} }

// TSub32 returns a - b.
func TSub32(a, b Num32) Num32 { return Num32{a.V - b.V, from2(a.N, 1, b.N, -1)} }

// TMul32 returns a * b.
func TMul32(a, b Num32) Num32 { return Num32{a.V * b.V, from2(a.N, float64(b.V), b.N, float64(a.V))} }

// TQuo32 returns a / b.
func TQuo32(a, b Num32) Num32 {
	r := float64(a.V) / float64(b.V)
	return Num32{a.V / b.V, from2(a.N, 1/float64(b.V), b.N, -r/float64(b.V))}
}

// TNeg32 returns -a.
func TNeg32(a Num32) Num32 { return Num32{-a.V, from1(a.N, -1)} }

// TMax32 returns max(x...).
func TMax32(x ...Num32) Num32 { return TTo32(TMax(widen(x)...)) }

// TMin32 returns min(x...).
func TMin32(x ...Num32) Num32 { return TTo32(TMin(widen(x)...)) }

func widen(x []Num32) []Num {
	out := make([]Num, len(x))
	for i, n := range x {
		out[i] = TTo64(n)
	}
	return out
}
