package rt_test

import (
	"testing"

	"github.com/costate/costate/ad/rt"
)

func TestApart(t *testing.T) {
	type pair struct{ a, b []float64 }
	x, p := make([]float64, 4), new(float64)
	for _, c := range []struct {
		name   string
		x      any
		shared bool
	}{
		{"two slices", pair{x, make([]float64, 1)}, false},
		{"parts of one", pair{x[:2:2], x[2:]}, false},
		{"one slice twice", pair{x, x}, true},
		{"overlap", pair{x[:3], x[2:]}, true},
		{"pointers", []*float64{p, new(float64)}, false},
		{"one pointer twice", []*float64{p, p}, true},
		{"an element", struct {
			v []float64
			p *float64
		}{x, &x[1]}, true},
		{"maps", map[string][]float64{"a": x, "b": x[3:]}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if r := recover(); (r != nil) != c.shared {
					t.Errorf("panic %v, shared %v", r, c.shared)
				}
			}()
			rt.Apart("x", c.x)
		})
	}
}
