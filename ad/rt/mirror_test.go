package rt

import (
	"math/rand"
	"strings"
	"testing"
)

// randomParts cuts slices at random out of a few arrays, with and without spare capacity, nil and empty ones too.
func randomParts(r *rand.Rand) [][]float64 {
	arrays := make([][]float64, 1+r.Intn(3))
	for i := range arrays {
		arrays[i] = make([]float64, r.Intn(10))
	}
	parts := make([][]float64, r.Intn(7))
	for i := range parts {
		a := arrays[r.Intn(len(arrays))]
		lo := r.Intn(len(a) + 1)
		hi := lo + r.Intn(len(a)+1-lo)
		switch r.Intn(8) {
		case 0: // nil
		case 1, 2, 3:
			parts[i] = a[lo:hi:hi]
		default:
			parts[i] = a[lo:hi]
		}
	}
	return parts
}

// checkShadows compares shadows with their slices, element by element: same shape, and the same element of memory if
// and only if the primals have the same element of memory.
func checkShadows(t *testing.T, all, bars [][]float64) {
	t.Helper()
	primal, shadow := map[*float64]*float64{}, map[*float64]*float64{}
	for k, x := range all {
		bar := bars[k]
		if len(x) != len(bar) || cap(x) != cap(bar) || (x == nil) != (bar == nil) {
			t.Fatalf("slice %d has length %d, capacity %d, nil %v; its shadow %d, %d, %v",
				k, len(x), cap(x), x == nil, len(bar), cap(bar), bar == nil)
		}
		x, bar = x[:cap(x)], bar[:cap(bar)]
		for i := range x {
			p, b := &x[i], &bar[i]
			if bar[i] != 0 {
				t.Fatalf("shadow of slice %d is not zero", k)
			}
			if old, ok := primal[p]; ok && old != b {
				t.Fatalf("element %d of slice %d has two shadows", i, k)
			}
			if old, ok := shadow[b]; ok && old != p {
				t.Fatalf("element %d of slice %d shares its shadow with another element", i, k)
			}
			primal[p], shadow[b] = b, p
		}
	}
}

func TestMirrorOfRandomParts(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewSource(seed))
	for range 2000 {
		parts := randomParts(r)
		m := NewMirror()
		for _, x := range parts {
			m.Floats(x)
		}
		m.Build()
		bars := make([][]float64, len(parts))
		for i, x := range parts {
			bars[i] = m.FloatsOf(x)
		}
		checkShadows(t, parts, bars)
	}
}

func TestMirrorOfRandomRows(t *testing.T) {
	const seed = 4
	r := rand.New(rand.NewSource(seed))
	for range 1000 {
		outer := randomParts(r)
		lo := r.Intn(len(outer) + 1)
		hi := lo + r.Intn(len(outer)+1-lo)
		parts := [][][]float64{outer, outer[lo:hi], outer[:lo:lo], nil, {}}
		m := NewMirror()
		for _, x := range parts {
			m.Rows(x)
		}
		m.Build()
		headers := map[*[]float64]*[]float64{}
		var all, bars [][]float64
		for k, x := range parts {
			bar := m.RowsOf(x)
			if len(x) != len(bar) || cap(x) != cap(bar) || (x == nil) != (bar == nil) {
				t.Fatalf("rows %d: length %d, capacity %d; shadow %d, %d", k, len(x), cap(x), len(bar), cap(bar))
			}
			for i := range x {
				if old, ok := headers[&x[i]]; ok && old != &bar[i] {
					t.Fatalf("row %d of rows %d has two shadow headers", i, k)
				}
				headers[&x[i]] = &bar[i]
				all, bars = append(all, x[i]), append(bars, bar[i])
			}
		}
		checkShadows(t, all, bars)
	}
}

func TestMirrorOfUnknownSlice(t *testing.T) {
	defer func() {
		if v := recover(); v == nil || !strings.Contains(v.(string), "not entered") {
			t.Errorf("recovered %v", v)
		}
	}()
	m := NewMirror()
	m.Floats(make([]float64, 3))
	m.Build()
	m.FloatsOf(make([]float64, 3))
}

func TestOverlapOfRandomParts(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewSource(seed))
	found := map[bool]int{}
	for range 2000 {
		parts := randomParts(r)
		cut := r.Intn(len(parts) + 1)
		a, b := parts[:cut:cut], parts[cut:]
		inA := map[*float64]bool{}
		for _, x := range a {
			x = x[:cap(x)]
			for i := range x {
				inA[&x[i]] = true
			}
		}
		want := false
		for _, x := range b {
			x = x[:cap(x)]
			for i := range x {
				want = want || inA[&x[i]]
			}
		}
		if got := Overlap(a, b); got != want {
			t.Fatalf("Overlap = %v, want %v", got, want)
		}
		found[want]++
	}
	if found[true] < 100 || found[false] < 100 {
		t.Errorf("the random parts are too much alike: %v", found)
	}
}

func TestDisjoint(t *testing.T) {
	x := make([]float64, 4)
	Disjoint("argument x", x[:2:2], "package variable data", [][]float64{x[2:]})
	Disjoint("argument x", x, "package variable data", nil)
	defer func() {
		want := "argument x shares memory with package variable data"
		if v, _ := recover().(string); !strings.HasPrefix(v, want) {
			t.Errorf("recovered %q, want %q ...", v, want)
		}
	}()
	Disjoint("argument x", x, "package variable data", [][]float64{x[2:]})
}
