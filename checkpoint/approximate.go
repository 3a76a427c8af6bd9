package checkpoint

// This file finds nearly optimal choices of modes in large trees of calls, with a proof of how near they are.

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// Frontier is choices of modes, and how much faster others could be.
type Frontier struct {
	Points []TreePoint // the lowest first; no choice is lower
	// Gap bounds, at any height from the lowest point's up, how much more time the best point takes than the best of all
	// choices: 0.05 is 5 percent.
	Gap float64
}

// thin leaves, of the partials of a site, no more than are to be kept. Those dropped need at least the memory of another that
// stays, and no less time but for a part of the whole tree's, divided by how often the site is reached. It drops more than it
// must, so that it is seldom called for. Memory is exact: where it limits, a little less of it can cost much time.
func (s *treeSolver) thin(site int, points []partial) []partial {
	if s.most == 0 || len(points) <= s.most {
		return points
	}
	s.part = max(leastPart, s.part/5)
	for ; ; s.part *= 1.5 {
		points = pareto(points, int64(s.part*s.time/s.reached[site]))
		if len(points) <= s.most/2 || s.part > s.reached[site] { // more slack than all there is changes nothing
			return points
		}
	}
}

const leastPart = 1e-6

// scale finds the time that slack is measured by, and how often each site is reached.
func (s *treeSolver) scale() error {
	_, time, err := s.tree.Evaluate(s.tree.modes('0'))
	if err != nil {
		return err
	}
	s.time, s.reached = float64(time), make([]float64, len(s.tree))
	s.reached[0] = 1
	for i := 1; i < len(s.tree); i++ {
		s.reached[i] = s.reached[s.tree[i].Parent] * float64(s.tree[i].Calls)
	}
	return nil
}

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
		if err := s.scale(); err != nil {
			return Frontier{}, err
		}
		if err := s.solve(); err != nil {
			return Frontier{}, err
		}
		gap := proven(s.fronts[0].points)
		if gap <= epsilon {
			return Frontier{s.points(), gap}, nil
		}
		// Twice as many have a gap of about two thirds, so this is enough more often than not.
		most = int(float64(most) * min(8, max(1.5, math.Pow(gap/epsilon, 1.7))))
	}
}

// proven is the largest part by which the points are above their bounds, at any height from the first point's up.
func proven(points []partial) float64 {
	gap, low := 0.0, int64(math.MaxInt64)
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b partial) int { return cmp.Compare(a.K, b.K) })
	for _, p := range points {
		if low = min(low, p.low); p.X > low {
			gap = max(gap, float64(p.X-low)/float64(max(1, low)))
		}
	}
	return gap
}
