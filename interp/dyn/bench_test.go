package dyn

// This file measures what every value in an interface costs.

import "testing"

func BenchmarkBox(b *testing.B) {
	l := newLab(b)
	l.of(P{})
	v := l.w.Get(l.of(P{1, 2}))
	for b.Loop() {
		l.w.Box("cells/session.P", v)
	}
}

func BenchmarkSprintf(b *testing.B) {
	l := newLab(b)
	x := l.of(P{1, 2})
	for b.Loop() {
		l.w.Sprintf("%v", x)
	}
}

func BenchmarkSprintfHost(b *testing.B) {
	w := NewWorld()
	for b.Loop() {
		w.Sprintf("%v %s", 1.5, "a")
	}
}

func BenchmarkSprintSlice(b *testing.B) {
	l := newLab(b)
	x := l.of([]Plain{1, 2, 3, 4})
	for b.Loop() {
		l.w.Sprint(x)
	}
}

func BenchmarkID(b *testing.B) {
	l := newLab(b)
	x := any(1.5)
	for b.Loop() {
		l.w.ID(x)
	}
}

func BenchmarkCall(b *testing.B) {
	l := newLab(b)
	x := l.of(P{1, 2})
	l.w.Method("cells/session.P", "Len", func(any) int { return 1 })
	for b.Loop() {
		l.w.Call(x, "Len")
	}
}
