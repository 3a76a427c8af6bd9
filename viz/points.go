package viz

// This file decides which points are drawn: finite ones, and of long series those that can be told apart.

import (
	"fmt"
	"math"
)

// point is a place in data coordinates.
type point struct{ x, y float64 }

// drawable is a series without the points that cannot be drawn.
type drawable struct {
	series
	runs    [][]point // stretches without a gap; points that are not joined are one run
	left    int       // how many points are drawn, before thinning
	dropped int       // how many points cannot be drawn
}

// drawables returns what can be drawn of each series, or an error if that is nothing.
func (p *Plot) drawables() ([]drawable, error) {
	if p.err != nil {
		return nil, p.err
	}
	var all []drawable
	total, dropped, positive := 0, 0, 0
	for _, s := range p.series {
		d := drawable{series: s, dropped: -s.gaps}
		gap := true
		for i, x := range s.xs {
			y := s.ys[i]
			if !finite(x) || !finite(y) || p.logX && x <= 0 || p.logY && y <= 0 {
				if finite(x) && finite(y) {
					positive++
				}
				d.dropped++
				gap = gap || s.joined
				continue
			}
			if gap {
				d.runs = append(d.runs, nil)
				gap = false
			}
			last := len(d.runs) - 1
			d.runs[last] = append(d.runs[last], point{x, y})
			d.left++
		}
		total += d.left
		dropped += d.dropped
		all = append(all, d)
	}
	if total == 0 {
		if positive > 0 {
			return nil, fmt.Errorf("plot: there are no positive values for the logarithmic axis")
		}
		return nil, fmt.Errorf("plot: none of the %d points has finite coordinates", dropped)
	}
	return all, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// bounds is the range of the points.
type bounds struct{ xMin, xMax, yMin, yMax float64 }

func boundsOf(all []drawable) bounds {
	inf := math.Inf(1)
	b := bounds{inf, -inf, inf, -inf}
	for _, d := range all {
		for _, run := range d.runs {
			for _, q := range run {
				b.xMin, b.xMax = min(b.xMin, q.x), max(b.xMax, q.x)
				b.yMin, b.yMax = min(b.yMin, q.y), max(b.yMax, q.y)
			}
		}
	}
	return b
}

// padded returns a range that is wider than [lo, hi] by a share on both sides, and not empty.
func padded(lo, hi float64, log bool, share float64) (float64, float64, error) {
	if log {
		l, h, err := padded(math.Log10(lo), math.Log10(hi), false, share)
		if err != nil {
			return 0, 0, err
		}
		return max(math.Pow(10, l), math.SmallestNonzeroFloat64), min(math.Pow(10, h), math.MaxFloat64), nil
	}
	// Below this width neighbouring floats would be drawn apart and no tick would have a short name.
	least := 1e-12 * max(math.Abs(lo), math.Abs(hi))
	if hi-lo <= least {
		by := 0.1 * max(math.Abs(lo), math.Abs(hi))
		if by == 0 || math.IsInf(hi+by-(lo-by), 0) {
			by = 1
		}
		return lo - by, hi + by, nil
	}
	by := share * (hi - lo)
	if math.IsInf(hi-lo+2*by, 0) {
		return 0, 0, fmt.Errorf("plot: the values reach from %g to %g, too far apart to be drawn", lo, hi)
	}
	return lo - by, hi + by, nil
}
