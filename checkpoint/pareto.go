package checkpoint

// This file finds all non-dominated choices of modes in trees of calls.

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
)

// TreePoint is a choice of modes that no other is better than, in the height of the stack and in time.
type TreePoint struct {
	Peak, Time int64
	Modes      string // as Evaluate takes them, for the expanded tree if each call has its mode
}

// partial is a triple that is reached by running calls in modes.
type partial struct {
	triple
	low    int64 // no choice that this one stands for takes less time
	before int32 // the partial before the last call
	last   int32 // the option of the last call
}

// option is a way to run a call: a choice in its procedure, and a mode.
type option struct {
	triple
	low   int64
	point int32
	joint bool
}

// layer is the partials after one more call, and the options that the call had.
type layer struct {
	site     int
	options  []option
	partials []partial
}

// siteFront is the choices of one procedure.
type siteFront struct {
	layers []layer // the first has the start alone
	points []partial
}

type treeSolver struct {
	ctx      context.Context
	tree     Tree
	children [][]int
	primal   []int64
	each     bool // each call has its mode
	kept     int  // partials in all
	fronts   []siteFront

	most    int // partials to keep after a call; 0 is all
	part    float64
	time    float64
	reached []float64
}

func (t Tree) solver(ctx context.Context, perInstance bool) *treeSolver {
	return &treeSolver{ctx: ctx, tree: t, children: t.children(), primal: t.primal(), each: perInstance, fronts: make([]siteFront, len(t))}
}

// solve fills the fronts from the leaves up.
func (s *treeSolver) solve() error {
	for i := len(s.tree) - 1; i >= 0; i-- {
		if err := s.site(i); err != nil {
			return err
		}
	}
	return nil
}

// site composes the procedure of a site out of its calls.
func (s *treeSolver) site(i int) error {
	f := &s.fronts[i]
	start := s.tree[i].start()
	f.layers = []layer{{partials: []partial{{triple: start, low: start.X}}}}
	for _, c := range s.children[i] {
		options := s.options(c)
		times, calls := 1, int64(s.tree[c].Calls)
		if s.each {
			times, calls = s.tree[c].Calls, 1
		}
		for range times {
			last, err := s.combine(i, f.layers[len(f.layers)-1].partials, options, calls)
			if err != nil {
				return err
			}
			if s.kept += len(last); s.kept > maxChoices {
				return fmt.Errorf("tree has more than %d choices that are not dominated: epsilon is needed", maxChoices)
			}
			f.layers = append(f.layers, layer{c, options, last})
		}
	}
	points := slices.Clone(f.layers[len(f.layers)-1].partials)
	for j := range points {
		p := s.tree[i].end(points[j].triple)
		points[j] = partial{p, points[j].low + p.X - points[j].X, int32(j), -1}
		if i == 0 {
			points[j].R = 0 // what the root leaves matters to no one
		}
	}
	f.points = pareto(points, 0)
	return nil
}

// options are the ways to run the procedure of a site.
func (s *treeSolver) options(c int) []option {
	points := s.fronts[c].points
	all := make([]partial, 0, 2*len(points))
	for j, p := range points {
		joint := s.tree[c].joint(p.triple, s.primal[c])
		all = append(all, partial{p.triple, p.low, int32(j), 0}, partial{joint, p.low + joint.X - p.X, int32(j), 1})
	}
	all = pareto(all, 0)
	list := make([]option, len(all))
	for i, p := range all {
		list[i] = option{p.triple, p.low, p.before, p.last == 1}
	}
	return list
}

// maxChoices bounds the memory of a solution, which keeps the way to each choice.
const maxChoices = 20_000_000

// many is how many combinations are made before the dominated ones among them are dropped.
const many = 1 << 20

// combine runs a call of a site's procedure after each partial in each way, and keeps what is not dominated.
func (s *treeSolver) combine(site int, before []partial, options []option, calls int64) ([]partial, error) {
	var all []partial
	limit := many
	for i, p := range before {
		if err := s.ctx.Err(); err != nil {
			return nil, fmt.Errorf("solve a tree of %d sites: %w", len(s.tree), err)
		}
		for j, o := range options {
			all = append(all, partial{p.then(o.triple, calls), p.low + o.low*calls, int32(i), int32(j)})
		}
		if len(all) > limit {
			all = pareto(all, 0)
			limit = max(many, 2*len(all))
		}
	}
	return slices.Clone(s.thin(site, pareto(all, 0))), nil
}

// pareto sorts points and drops those that another is at least as good as in all three, or as good but for some slack in X.
// What is dropped lowers the other's bound.
func pareto(points []partial, slack int64) []partial {
	slices.SortFunc(points, func(a, b partial) int {
		return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.K, b.K), cmp.Compare(a.X, b.X))
	})
	var stair []step // K up, X down: the best of those with no more R
	kept := points[:0]
	for _, p := range points {
		at := sort.Search(len(stair), func(i int) bool { return stair[i].K > p.K })
		if at > 0 && stair[at-1].X <= p.X+slack {
			q := &kept[stair[at-1].kept].low
			*q = min(*q, p.low)
			continue
		}
		from := sort.Search(len(stair), func(i int) bool { return stair[i].K >= p.K })
		to := from
		for to < len(stair) && stair[to].X >= p.X {
			to++
		}
		stair = slices.Replace(stair, from, to, step{p.K, p.X, len(kept)})
		kept = append(kept, p)
	}
	return kept
}

// step is the point kept with a K and an X.
type step struct {
	K, X int64
	kept int
}

// modes writes the modes of a point of a site, for the sites in it.
func (s *treeSolver) modes(buf []byte, site int, point int32) []byte {
	f := &s.fronts[site]
	at := f.points[point].before
	chosen := make([]option, len(f.layers))
	for l := len(f.layers) - 1; l > 0; l-- {
		p := f.layers[l].partials[at]
		chosen[l], at = f.layers[l].options[p.last], p.before
	}
	for l := 1; l < len(f.layers); l++ {
		mode := byte('0')
		if chosen[l].joint {
			mode = '1'
		}
		buf = s.modes(append(buf, mode), f.layers[l].site, chosen[l].point)
	}
	return buf
}

// points lists the choices of the root.
func (s *treeSolver) points() []TreePoint {
	var list []TreePoint
	for j, p := range s.fronts[0].points {
		list = append(list, TreePoint{p.K, p.X, string(s.modes(nil, 0, int32(j)))})
	}
	return list
}

// Pareto finds every pair of height and time that no other is better than, the lowest first. One mode serves all calls of a
// site, or each call has its own: then modes are those of the expanded tree. For trees of hundreds of sites this can take
// very long; Approximate does not.
func (t Tree) Pareto(ctx context.Context, perInstance bool) ([]TreePoint, error) {
	if err := t.checkFor(perInstance); err != nil {
		return nil, err
	}
	s := t.solver(ctx, perInstance)
	if err := s.solve(); err != nil {
		return nil, err
	}
	return s.points(), nil
}

func (t Tree) checkFor(perInstance bool) error {
	if err := t.Check(); err != nil || !perInstance {
		return err
	}
	_, err := t.Expand()
	return err
}
