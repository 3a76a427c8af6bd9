package rt

import (
	"testing"

	"github.com/costate/costate/parallel"
	"github.com/google/go-cmp/cmp"
)

func TestTapeCountsAndSamples(t *testing.T) {
	regions := []Region{
		{Func: "f", Name: "for i", File: "f.go", Line: 3, BytesPerRow: 16},
		{Func: "f", Name: "for j", File: "f.go", Line: 5, BytesPerRow: 8},
	}
	tape := NewTape(regions)
	parallel.For(1000, func(int) {
		tape.Rows(0, 2)
		tape.Rows(1, 1)
		tape.Sample()
	})
	tape.Rows(1, -400)
	regions[0].Name = "changed by the caller"
	want := []Measure{
		{Region{0, "f", "for i", "f.go", 3, 16}, 2000, 32000},
		{Region{1, "f", "for j", "f.go", 5, 8}, 600, 4800},
	}
	if diff := cmp.Diff(want, tape.Sample()); diff != "" {
		t.Error(diff)
	}
	if got := tape.Region(1).Name; got != "for j" {
		t.Errorf("region 1 is %q", got)
	}
}

func TestNilTape(t *testing.T) {
	var tape *Tape
	tape.Rows(3, 1)
	if s := tape.Sample(); s != nil {
		t.Errorf("sample of no tape: %v", s)
	}
}

func TestSource(t *testing.T) {
	s := Source{Text: "a\nb\n", Lines: []LineRef{
		{1, Position{"f.go", 7, 2}, Forward}, {2, Position{"f.go", 8, 2}, Reverse}, {2, Position{"f.go", 9, 2}, Reverse},
	}}
	if s.String() != s.Text {
		t.Errorf("String is %q", s.String())
	}
	if diff := cmp.Diff([]Position{{"f.go", 8, 2}, {"f.go", 9, 2}}, s.Primal(2)); diff != "" {
		t.Error(diff)
	}
}
