package rt

import "testing"

func TestOverlapIsDeep(t *testing.T) {
	type inner struct {
		rows [][]float64
	}
	type outer struct {
		in   *inner
		next *outer
		any  any
		by   map[string][]float64
		arr  [3]float64
	}
	x := make([]float64, 4, 8)
	loop := &outer{}
	loop.next = loop
	array := &outer{}
	for _, c := range []struct {
		name string
		x    []float64
		with any
		want bool
	}{
		{"field behind a pointer", x, outer{in: &inner{rows: [][]float64{{1}, x[2:3]}}}, true},
		{"other rows", x, outer{in: &inner{rows: [][]float64{{1}, {2}}}}, false},
		{"interface", x, outer{any: x[:1]}, true},
		{"map", x, &outer{by: map[string][]float64{"a": {1}, "b": x}}, true},
		{"capacity", x, &outer{any: x[:8][6:]}, true},
		{"cycle", x, loop, false},
		{"array in a struct", array.arr[1:], array, true},
		{"pointer to an element", x, &x[3], true},
		{"pointer elsewhere", x, new(float64), false},
		{"integers", x, []int{1, 2}, false},
		{"nil pointer", x, (*outer)(nil), false},
		{"slices of structs", x, []inner{{rows: [][]float64{x}}}, true},
	} {
		if got := Overlap(c.x, c.with); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Overlap(c.with, c.x); got != c.want {
			t.Errorf("%s, turned round: %v", c.name, got)
		}
	}
}
