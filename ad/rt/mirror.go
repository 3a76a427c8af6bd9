package rt

// This file makes the shadows of arguments by address. It is the only place where a shadow is found through the
// address of its primal; from there on shadows move beside their primals.

import (
	"fmt"
	"slices"
	"unsafe"
)

// Mirror makes shadows for slices such that two slices that share memory have shadows that share it in the same
// places. First all slices are entered, then Build is called once, then the shadows are asked for:
//
//	m := rt.NewMirror()
//	m.Floats(x)
//	m.Rows(w)
//	m.Build()
//	xBar := m.FloatsOf(x)
//	wBar := m.RowsOf(w)
//
// A shadow is zero and has the length and capacity of its slice. Capacity counts as shared memory, because an append
// may write there. The shadow of nil is nil.
type Mirror struct {
	// The slices are held, not only their addresses: so their arrays are on the heap, where nothing moves, and
	// live as long as the addresses are used.
	floats [][]float64
	rows   [][][]float64

	floatArrays []array[float64]
	rowArrays   []array[[]float64]
}

// array is the shadow of a stretch of memory that some slices cover without a gap between them.
type array[T any] struct {
	lo, hi uintptr
	shadow []T
}

// NewMirror returns an empty mirror.
func NewMirror() *Mirror { return &Mirror{} }

// Floats enters a slice.
func (m *Mirror) Floats(x []float64) { m.floats = append(m.floats, x) }

// Rows enters a slice of slices and all of its rows.
func (m *Mirror) Rows(x [][]float64) {
	m.rows = append(m.rows, x)
	m.floats = append(m.floats, x[:cap(x)]...) // rows up to the capacity: x[:cap(x)] would show them
}

// Build makes the shadows of all slices that have been entered.
func (m *Mirror) Build() {
	m.floatArrays = arrays(m.floats)
	m.rowArrays = arrays(m.rows)
	for _, x := range m.rows {
		if cap(x) == 0 {
			continue
		}
		xBar := m.RowsOf(x)
		xBar = xBar[:cap(x)]
		for i, row := range x[:cap(x)] {
			xBar[i] = m.FloatsOf(row)
		}
	}
}

// FloatsOf returns the shadow of a slice that was entered, or of a part of one.
func (m *Mirror) FloatsOf(x []float64) []float64 { return shadowOf(m.floatArrays, x) }

// RowsOf returns the shadow of a slice of slices that was entered, or of a part of one.
func (m *Mirror) RowsOf(x [][]float64) [][]float64 { return shadowOf(m.rowArrays, x) }

// extent returns the first address of a slice's memory and the one after its last.
func extent[T any](x []T) (lo, hi uintptr) {
	var element T
	lo = uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	return lo, lo + uintptr(cap(x))*unsafe.Sizeof(element)
}

// arrays merges the memory of slices into disjoint stretches, in the order of their addresses.
func arrays[T any](all [][]T) []array[T] {
	var found []array[T]
	for _, x := range all {
		if cap(x) > 0 {
			lo, hi := extent(x)
			found = append(found, array[T]{lo: lo, hi: hi})
		}
	}
	slices.SortFunc(found, func(a, b array[T]) int {
		switch {
		case a.lo < b.lo:
			return -1
		case a.lo > b.lo:
			return 1
		}
		return 0
	})
	var merged []array[T]
	for _, f := range found {
		// Stretches that only touch stay apart: they may belong to different arrays.
		if last := len(merged) - 1; last >= 0 && f.lo < merged[last].hi {
			merged[last].hi = max(merged[last].hi, f.hi)
			continue
		}
		merged = append(merged, f)
	}
	var element T
	for i := range merged {
		merged[i].shadow = make([]T, (merged[i].hi-merged[i].lo)/unsafe.Sizeof(element))
	}
	return merged
}

// shadowOf cuts the shadow of x out of the one of the stretch that x lies in.
func shadowOf[T any](known []array[T], x []T) []T {
	if x == nil {
		return nil
	}
	if cap(x) == 0 {
		return []T{}
	}
	lo, hi := extent(x)
	i, _ := slices.BinarySearchFunc(known, lo, func(a array[T], lo uintptr) int {
		if a.hi <= lo {
			return -1
		}
		return 1
	})
	if i == len(known) || lo < known[i].lo || hi > known[i].hi {
		panic(fmt.Sprintf("rt: a slice of length %d was not entered in the mirror before Build", len(x)))
	}
	var element T
	at := int((lo - known[i].lo) / unsafe.Sizeof(element))
	return known[i].shadow[at : at+len(x) : at+cap(x)]
}
