package viz

// This file thins long series: what falls on the same pixels need not be drawn twice.

import (
	"math"
	"slices"
)

// scale maps a range of data to pixels.
type scale struct {
	lo, hi float64
	log    bool
	pixels int
}

// pixel returns the pixel of a value in the range.
func (s scale) pixel(v float64) int {
	lo, hi := s.lo, s.hi
	if s.log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return int((v - lo) / (hi - lo) * float64(s.pixels))
}

// screen is the scales of both axes.
type screen struct{ x, y scale }

// thinLine returns the points of a line that show. Of a long line that runs to the right it keeps, in every column
// of pixels, the first, the last, the lowest and the highest point, which give the same picture.
func thinLine(run []point, s scale) []point {
	if len(run) <= 4*s.pixels || !slices.IsSortedFunc(run, func(a, b point) int {
		switch {
		case a.x < b.x:
			return -1
		case a.x > b.x:
			return 1
		}
		return 0
	}) {
		return run
	}
	var kept []point
	for start := 0; start < len(run); {
		column, end := s.pixel(run[start].x), start+1
		low, high := start, start
		for ; end < len(run) && s.pixel(run[end].x) == column; end++ {
			if run[end].y < run[low].y {
				low = end
			}
			if run[end].y > run[high].y {
				high = end
			}
		}
		keep := []int{start, low, high, end - 1}
		slices.Sort(keep)
		for _, i := range slices.Compact(keep) {
			kept = append(kept, run[i])
		}
		start = end
	}
	return kept
}

// manyPoints is the number up to which points are drawn without a look at where they fall.
const manyPoints = 2000

// thinScatter returns the points that show: of many points, the first in each square of 2 x 2 pixels, which
// is smaller than what is drawn for it.
func thinScatter(run []point, s screen) []point {
	if len(run) <= manyPoints {
		return run
	}
	type pixel struct{ x, y int }
	taken := map[pixel]bool{}
	var kept []point
	for _, q := range run {
		at := pixel{s.x.pixel(q.x) / 2, s.y.pixel(q.y) / 2}
		if !taken[at] {
			taken[at] = true
			kept = append(kept, q)
		}
	}
	return kept
}
