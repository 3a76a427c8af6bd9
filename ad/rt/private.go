package rt

// This file sums the adjoints of parallel loops: each chunk has a shadow of its own, and these are added in the
// order of the chunks, so that the sum does not depend on which chunk was ready first.

import (
	"slices"

	"github.com/costate/costate/parallel"
)

// Chunks runs the reverse of every chunk of a loop: all at the same time, or, if they share their shadows, one after
// another from the last to the first.
func Chunks(chunks int, shared bool, back func(chunk int)) {
	if !shared {
		parallel.For(chunks, back)
		return
	}
	for chunk := chunks - 1; chunk >= 0; chunk-- {
		back(chunk)
	}
}

// Private returns a zero shadow of the length of xBar for every chunk. If shared is true or there is only one
// chunk, all of them are xBar itself. The others have no spare capacity: a reverse sweep that leaves
// the length of its slice must fail, since Reduce would not see what it adds there.
func Private(xBar []float64, chunks int, shared bool) [][]float64 {
	parts := make([][]float64, chunks)
	for chunk := range parts {
		switch {
		case shared || chunks == 1 || xBar == nil:
			parts[chunk] = xBar
		default:
			parts[chunk] = make([]float64, len(xBar))
		}
	}
	return parts
}

// Reduce adds the shadows that Private made to xBar, in the order of the chunks, and clears them.
func Reduce(xBar []float64, parts [][]float64, shared bool) {
	if shared || len(parts) <= 1 {
		return
	}
	reduce(xBar, parts)
}

// PrivateRows is Private for a slice of slices. Rows that share memory in xBar share it in each of the shadows.
func PrivateRows(xBar [][]float64, chunks int, shared bool) [][][]float64 {
	parts := make([][][]float64, chunks)
	for chunk := range parts {
		if shared || chunks == 1 || xBar == nil {
			parts[chunk] = xBar
			continue
		}
		m := NewMirror()
		m.Rows(slices.Clip(xBar))
		m.Build()
		parts[chunk] = m.RowsOf(slices.Clip(xBar))
		for i, row := range parts[chunk] {
			parts[chunk][i] = slices.Clip(row)
		}
	}
	return parts
}

// ReduceRows adds the shadows that PrivateRows made to xBar, in the order of the chunks, and clears them. Memory
// that several rows share is added once.
func ReduceRows(xBar [][]float64, parts [][][]float64, shared bool) {
	if shared || len(parts) <= 1 {
		return
	}
	for _, p := range distinct(xBar) {
		pieces := make([][]float64, len(parts))
		for chunk, rows := range parts {
			pieces[chunk] = rows[p.row][p.lo:p.hi]
		}
		reduce(xBar[p.row][p.lo:p.hi], pieces)
	}
}

// piece is a part of a row.
type piece struct{ row, lo, hi int }

// distinct cuts the rows into pieces that together are all of their memory without repetition.
func distinct(rows [][]float64) []piece {
	order := make([]int, 0, len(rows))
	for i, row := range rows {
		if len(row) > 0 {
			order = append(order, i)
		}
	}
	address := func(i int) uintptr { lo, _ := extent(rows[i]); return lo }
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := address(i), address(j)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	var pieces []piece
	var covered uintptr // all memory below it is in a piece
	for _, i := range order {
		at, n := address(i), len(rows[i])
		lo := 0
		if at < covered {
			lo = int((covered - at) / 8)
		}
		if lo < n {
			pieces = append(pieces, piece{i, lo, n})
			covered = at + uintptr(n)*8
		}
	}
	return pieces
}

// manyFloats is the number of additions from which on they are spread over the workers: about 20 microseconds.
const manyFloats = 1 << 15

// reduce adds parts to xBar in their order and clears them.
func reduce(xBar []float64, parts [][]float64) {
	if len(xBar)*len(parts) < manyFloats {
		reduceRange(xBar, parts, 0, len(xBar))
		return
	}
	// Every element is summed by one worker in the same order, so the cut does not show in the result.
	parallel.ForRange(len(xBar), func(lo, hi int) { reduceRange(xBar, parts, lo, hi) })
}

func reduceRange(xBar []float64, parts [][]float64, lo, hi int) {
	sum := xBar[lo:hi]
	for _, part := range parts {
		part = part[lo:hi]
		for i, b := range part {
			sum[i] += b
		}
		clear(part)
	}
}
