package core

// This file tests the names that passes get for new variables.

import "testing"

func TestNamer(t *testing.T) {
	p := mustLoad(t, newImporter(), "p.go", `package p

import "math"

type shape struct{ side float64 }

var total float64

func (s shape) area() float64 { return s.side * s.side }

func f(x float64, ys ...float64) float64 {
outer:
	for i, y := range ys {
		g := func(inner float64) float64 { return math.Abs(inner) }
		switch v := any(y).(type) {
		case float64:
			total += g(v)
			break outer
		}
		x += float64(i)
	}
	return x
}
`)
	n := NewNamer(p.Funcs[1], p)
	for _, c := range []struct{ base, want string }{
		{"fresh", "fresh"}, {"fresh", "fresh1"}, {"fresh1", "fresh2"},
		{"x", "x1"}, {"ys", "ys1"}, {"i", "i1"}, {"g", "g1"}, {"inner", "inner1"}, {"v", "v1"}, {"outer", "outer1"},
		{"f", "f1"}, {"shape", "shape1"}, {"total", "total1"}, {"math", "math1"},
		{"area", "area"}, // a method's name is no name of the package
		{"len", "len1"}, {"range", "range1"}, {"", "v2"}, {"_", "v3"},
	} {
		if got := n.Fresh(c.base); got != c.want {
			t.Errorf("Fresh(%q) = %q, want %q", c.base, got, c.want)
		}
	}
	n.Reserve("kept")
	if got := n.Fresh("kept"); got != "kept1" {
		t.Errorf("a reserved name was given out: %q", got)
	}
	if got := NewNamer(nil, p).Fresh("x"); got != "x" {
		t.Errorf("a namer of the package avoids names of a function: %q", got)
	}
}
