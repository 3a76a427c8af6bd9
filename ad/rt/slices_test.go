package rt

import (
	"math/rand"
	"slices"
	"testing"
)

func TestAppendKeepsStep(t *testing.T) {
	buf, bufBar := make([]float64, 4, 6), make([]float64, 4, 6)
	s, sBar := buf[1:3], bufBar[1:3]

	in, inBar := Append(s, sBar, 7, 8)
	if &in[0] != &s[0] || &inBar[0] != &sBar[0] {
		t.Error("append within the capacity parted from its slice")
	}
	out, outBar := Append(s, sBar, 1, 2, 3, 4, 5)
	if &out[0] == &s[0] || &outBar[0] == &sBar[0] {
		t.Error("append beyond the capacity did not part")
	}
	for _, pair := range [][2][]float64{{in, inBar}, {out, outBar}} {
		if len(pair[0]) != len(pair[1]) || cap(pair[0]) != cap(pair[1]) {
			t.Errorf("shadow has length %d and capacity %d, slice %d and %d",
				len(pair[1]), cap(pair[1]), len(pair[0]), cap(pair[0]))
		}
	}
	if none, noneBar := Append(nil, nil); none != nil || noneBar != nil {
		t.Errorf("append of nothing to nil: %v, %v", none, noneBar)
	}
}

// randomFloats returns whole numbers, so that sums are exact in any order.
func randomFloats(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(r.Intn(19) - 9)
	}
	return v
}

func dot(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i] * y[i]
	}
	return s
}

// copy is linear in the memory it works on, and so is its reverse. One is the transpose of the other if and only
// if w·copy(v) = copyBack(w)·v for all v and w.
func TestCopyBackIsTransposeOfCopy(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewSource(seed))
	for trial := range 2000 {
		n := 1 + r.Intn(12)
		part := func() (lo, hi int) {
			lo = r.Intn(n + 1)
			return lo, lo + r.Intn(n+1-lo)
		}
		dLo, dHi := part()
		sLo, sHi := part()
		v, w := randomFloats(r, n), randomFloats(r, n)
		v1, w1 := slices.Clone(v), slices.Clone(w)
		copy(v1[dLo:dHi], v1[sLo:sHi])
		CopyBack(w1[dLo:dHi], w1[sLo:sHi])
		if a, b := dot(w, v1), dot(w1, v); a != b {
			t.Fatalf("seed %d, trial %d: copy [%d:%d] <- [%d:%d] of %d: %g forward, %g back",
				seed, trial, dLo, dHi, sLo, sHi, n, a, b)
		}
	}
}

func TestAppendBackIsTransposeOfAppend(t *testing.T) {
	const seed = 2
	r := rand.New(rand.NewSource(seed))
	for trial := range 2000 {
		n := r.Intn(6)
		c := n + r.Intn(4)
		s, sBar := make([]float64, n, c), make([]float64, n, c)
		copy(s, randomFloats(r, n))
		v := randomFloats(r, r.Intn(5))
		old := slices.Clone(s) // an append that shares leaves the first n elements alone
		u, uBar := Append(s, sBar, v...)
		wS, wT := randomFloats(r, n), randomFloats(r, len(u))
		// The result is all memory afterwards: the old slice's, if it is another one, and the new one's.
		parted := n > 0 && &u[0] != &s[0] || n == 0 && len(v) > c
		forward := dot(wT, u)
		copy(uBar, wT)
		if parted {
			forward += dot(wS, s)
			copy(sBar, wS)
		}
		vBar := AppendBack(sBar, uBar)
		if back := dot(sBar, old) + dot(vBar, v); back != forward {
			t.Fatalf("seed %d, trial %d: len %d cap %d append %d: %g forward, %g back", seed, trial, n, c, len(v), forward, back)
		}
		for i, b := range uBar {
			if b != 0 && (parted || i >= n) {
				t.Fatalf("seed %d, trial %d: adjoint %d of the appended slice is left at %g", seed, trial, i, b)
			}
		}
	}
}
