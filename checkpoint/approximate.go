package checkpoint

// This file finds nearly optimal choices of modes in large trees of calls, with a proof of how near they are.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// Frontier is choices of modes, and how much better others could be.
type Frontier struct {
	Points []TreePoint // the lowest first
	// Gap bounds, at any height from the lowest point's up, how much more time the best point takes than the best of all
	// choices: 0.05 is 5 percent.
	Gap float64
	// Least is a height that no choice is below.
	Least int64
}

// thin leaves as many partials as are to be kept. Those dropped are little better than others that stay.
func (s *treeSolver) thin(points []partial) []partial {
	for part := leastPart; s.most > 0 && len(points) > s.most; part *= 1.5 {
		points = pareto(points, part)
	}
	return points
}

const leastPart = 1e-4

// Approximate finds choices of modes with a gap of at most epsilon. After each call only so many choices are kept, and each
// with a bound of those that it stands for; that is done again with more until the bounds at the root prove the gap. So
// epsilon need not be split over the depth of the tree, which would keep more than it takes.
func (t Tree) Approximate(ctx context.Context, perInstance bool, epsilon float64) (Frontier, error) {
	if !(epsilon > 0 && epsilon <= 1) {
		return Frontier{}, fmt.Errorf("epsilon must be above 0 and at most 1, not %v", epsilon)
	}
	if err := t.checkFor(perInstance); err != nil {
		return Frontier{}, err
	}
	for most := 128; ; {
		s := t.solver(ctx, perInstance)
		s.most = most
		if err := s.solve(); err != nil {
			return Frontier{}, err
		}
		gap, least := proven(s.fronts[0].points)
		if gap <= epsilon {
			return Frontier{s.points(), gap, least}, nil
		}
		// Twice as many have a gap of about two thirds, so this is enough more often than not.
		most = int(float64(most) * min(8, max(1.5, math.Pow(gap/epsilon, 1.7))))
	}
}

// proven is the largest part by which the points are above their bounds, at any height from the first point's up, and the
// least height of a bound.
func proven(points []partial) (gap float64, least int64) {
	bounds := make([]triple, len(points))
	for i, p := range points {
		bounds[i] = p.low
	}
	slices.SortFunc(bounds, func(a, b triple) int { return cmp.Compare(a.K, b.K) })
	time, b := int64(math.MaxInt64), 0
	for i, p := range points {
		most := int64(math.MaxInt64)
		if i+1 < len(points) {
			most = points[i+1].K - 1
		}
		for ; b < len(bounds) && bounds[b].K <= most; b++ {
			time = min(time, bounds[b].X)
		}
		if p.X > time {
			gap = max(gap, float64(p.X-time)/float64(max(1, time)))
		}
	}
	return gap, bounds[0].K
}
