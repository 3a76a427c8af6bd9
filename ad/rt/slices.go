package rt

// This file keeps the shadow of a slice in step with its slice through append and copy.

// Append returns append(s, v...) and its shadow. The two share memory with s and sBar, or part from them, together.
func Append(s, sBar []float64, v ...float64) (t, tBar []float64) {
	n := len(s) + len(v)
	t = append(s, v...)
	if n <= cap(s) {
		return t, sBar[:n]
	}
	return t, make([]float64, n, cap(t))
}

// AppendBack is the reverse of Append: it returns the adjoints of the appended values and, if the slice had
// parted from s, moves those of the copied elements back to sBar.
func AppendBack(sBar, tBar []float64) []float64 {
	n := len(sBar)
	vBar := append([]float64(nil), tBar[n:]...)
	clear(tBar[n:])
	if len(tBar) > cap(sBar) {
		for i, b := range tBar[:n] {
			sBar[i] += b
		}
		clear(tBar[:n])
	}
	return vBar
}

// CopyBack is the reverse of copy(dst, src) for the shadows of both. They may overlap as the primal's slices may.
func CopyBack(dstBar, srcBar []float64) {
	n := min(len(dstBar), len(srcBar))
	// What was overwritten has no influence any more, even where it is the source itself, so all of it is
	// taken and cleared before anything is added.
	b := append([]float64(nil), dstBar[:n]...)
	clear(dstBar[:n])
	for i := range b {
		srcBar[i] += b[i]
	}
}

// AppendRows returns append(s, rows...) and its shadow, to which the shadows of the rows are appended. Only headers
// move, so the reverse sweep has nothing to do.
func AppendRows(s, sBar, rows, rowBars [][]float64) (t, tBar [][]float64) {
	t = append(s, rows...)
	if len(t) <= cap(s) {
		tBar = sBar[:len(t)]
	} else {
		tBar = make([][]float64, len(t), cap(t))
		copy(tBar, sBar)
	}
	copy(tBar[len(s):], rowBars)
	return t, tBar
}
