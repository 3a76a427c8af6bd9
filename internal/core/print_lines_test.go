package core

// This file tests that printed lines keep their origin when gofmt breaks lines.

import (
	"strings"
	"testing"
)

func TestLinesOverBrokenTypes(t *testing.T) {
	const source = `package p

type shape interface { area() float64; grow(k float64) shape }

func f(s shape) float64 {
	t := struct{ a, b float64 }{1, 2}
	for range make(chan int) {}
	t.a = s.area()
	return t.a
}
`
	p := mustLoad(t, newImporter(), "p.go", source)
	src, err := Print(p)
	if err != nil {
		t.Fatal(err)
	}
	printed := strings.Split(src.Text, "\n")
	for _, line := range []string{"func f(", "for range", "t.a = s.area()", "return t.a"} {
		want := lineWith(t, strings.Split(source, "\n"), line)
		at := lineWith(t, printed, line)
		if at > len(src.Lines) {
			t.Fatalf("no origin for line %d of %d", at, len(src.Lines))
		}
		if got := p.Fset.Position(src.Lines[at-1].Pos).Line; got != want {
			t.Errorf("%q is said to come from line %d, want %d\n%s", line, got, want, src.Text)
		}
	}
}

// lineWith is the number of the first line that contains text.
func lineWith(t *testing.T, lines []string, text string) int {
	t.Helper()
	for i, l := range lines {
		if strings.Contains(l, text) {
			return i + 1
		}
	}
	t.Fatalf("no line contains %q", text)
	return 0
}
