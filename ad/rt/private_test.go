package rt

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrivateAndReduce(t *testing.T) {
	for _, n := range []int{0, 5, manyFloats} { // the last is summed in parallel
		xBar := make([]float64, n)
		for i := range xBar {
			xBar[i] = 1
		}
		parts := Private(xBar, 3, false)
		for run := 1; run <= 2; run++ { // a pullback may run twice
			for c, part := range parts {
				for i := range part {
					part[i] += float64(10 * (c + 1))
				}
			}
			Reduce(xBar, parts, false)
			for i, b := range xBar {
				if want := float64(1 + 60*run); b != want {
					t.Fatalf("n %d, run %d: adjoint %d is %g, want %g", n, run, i, b, want)
				}
			}
		}
	}
}

// The order of the sum is that of the chunks, whatever the sizes: 1e16 + 1 - 1e16 is 0 in floats, where
// 1e16 - 1e16 + 1 is 1.
func TestReduceAddsInChunkOrder(t *testing.T) {
	for _, n := range []int{1, manyFloats} {
		xBar := make([]float64, n)
		parts := Private(xBar, 3, false)
		for i := range n {
			parts[0][i], parts[1][i], parts[2][i] = 1e16, 1, -1e16
		}
		Reduce(xBar, parts, false)
		if xBar[n-1] != 0 {
			t.Errorf("n %d: sum %g, want 0", n, xBar[n-1])
		}
	}
}

func TestSharedAndSingleAreTheShadowItself(t *testing.T) {
	xBar, rows := make([]float64, 3), [][]float64{make([]float64, 2)}
	for _, c := range []struct {
		chunks int
		shared bool
	}{{1, false}, {4, true}} {
		parts := Private(xBar, c.chunks, c.shared)
		rowParts := PrivateRows(rows, c.chunks, c.shared)
		for i := range c.chunks {
			if &parts[i][0] != &xBar[0] || &rowParts[i][0][0] != &rows[0][0] {
				t.Errorf("%v: chunk %d has a shadow of its own", c, i)
			}
			parts[i][0]++
			rowParts[i][0][0]++
		}
		before := xBar[0]
		Reduce(xBar, parts, c.shared)
		ReduceRows(rows, rowParts, c.shared)
		if xBar[0] != before || rows[0][0] != before {
			t.Errorf("%v: Reduce changed the shadow from %g to %g and %g", c, before, xBar[0], rows[0][0])
		}
	}
	if parts := Private(nil, 2, false); parts[0] != nil || parts[1] != nil {
		t.Errorf("private shadows of nil: %v", parts)
	}
}

// Adding through the private rows and reducing gives what adding through the rows themselves gives, for a pullback
// that runs twice as well.
func TestPrivateRowsOfRandomParts(t *testing.T) {
	const seed, chunks = 6, 3
	r := rand.New(rand.NewSource(seed))
	for trial := range 1000 {
		rows := randomParts(r)
		direct := PrivateRows(rows, 2, false)[0] // a copy with the same sharing
		parts := PrivateRows(rows, chunks, false)
		for run := range 2 {
			for i, row := range rows {
				for j := range row {
					for c := range chunks {
						b := float64(r.Intn(9))
						parts[c][i][j] += b
						direct[i][j] += b
					}
				}
			}
			ReduceRows(rows, parts, false)
			for i := range rows {
				if !slices.Equal(rows[i], direct[i]) {
					t.Fatalf("seed %d, trial %d, run %d: row %d is %v, want %v", seed, trial, run, i, rows[i], direct[i])
				}
			}
		}
	}
}

func TestChunksOrder(t *testing.T) {
	var order []int
	Chunks(4, true, func(c int) { order = append(order, c) })
	if diff := cmp.Diff([]int{3, 2, 1, 0}, order); diff != "" {
		t.Errorf("shared chunks: %s", diff)
	}
	seen := make([]int, 5)
	Chunks(5, false, func(c int) { seen[c]++ })
	if diff := cmp.Diff([]int{1, 1, 1, 1, 1}, seen); diff != "" {
		t.Errorf("private chunks: %s", diff)
	}
}
