package synth

// This file searches for the cheapest program of any length up to a bound, best first. A state's estimate is what it cost
// to get there and a bound below what is left: each device must still receive every chunk that is not complete on it,
// through its own port.

import (
	"container/heap"
	"context"
	"fmt"
	"slices"
)

// Found is the outcome of a best-first search.
type Found struct {
	Priced
	Proved   bool // no program of the length asked for is cheaper
	Expanded int  // states whose steps were tried
}

// maxExpanded bounds a best-first search.
const maxExpanded = 50_000

// Search finds a cheapest program of up to so many steps. It starts from the best of up to three steps and looks for
// better ones; if it gives up before it has seen all that may be better, Proved is false. The program is checked before
// it is returned.
func (m *Model) Search(ctx context.Context, size float64, alg Algorithm, length int) (*Found, error) {
	list, err := Synthesize(ctx, m.space.Cards, min(length, 3))
	if err != nil {
		return nil, err
	}
	best, err := m.Cheapest(list.Programs, size, alg)
	if err != nil {
		return nil, err
	}
	machine, err := searchMachine(m.space.Cards)
	if err != nil {
		return nil, err
	}
	s := &bestFirst{m: m, q: m.quoteFor(size, alg), machine: machine, steps: Steps(len(m.space.Cards)), seen: map[uint64][]*visit{}, best: *best, length: length}
	found, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	if err := Verify(m.space.Cards, found.Program); err != nil {
		return nil, fmt.Errorf("%s was found and does not reduce: %w", found.Program, err)
	}
	return found, nil
}

// visit is a state that was reached.
type visit struct {
	st       state
	node     *quoteNode
	cost     float64
	estimate float64
	from     *visit
	step     Step
	length   int
	order    int // of discovery
	done     bool
}

// visits are a heap, the lowest estimate first.
type visits []*visit

func (h visits) Len() int      { return len(h) }
func (h visits) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h visits) Less(i, j int) bool {
	if h[i].estimate != h[j].estimate {
		return h[i].estimate < h[j].estimate
	}
	if h[i].length != h[j].length {
		return h[i].length < h[j].length
	}
	return h[i].order < h[j].order
}
func (h *visits) Push(x any) { *h = append(*h, x.(*visit)) }
func (h *visits) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

type bestFirst struct {
	m       *Model
	q       *quote
	machine *machine
	steps   []Step
	seen    map[uint64][]*visit
	open    visits
	best    Priced
	length  int
	count   int
}

func (s *bestFirst) run(ctx context.Context) (*Found, error) {
	s.offer(&visit{st: s.machine.start(), node: s.q.start})
	expanded := 0
	for len(s.open) > 0 {
		v := heap.Pop(&s.open).(*visit)
		if v.estimate >= s.best.Seconds*(1-1e-12) {
			break
		}
		if v.done {
			continue
		}
		if expanded == maxExpanded || s.count*len(v.st)*8 >= maxStateBytes {
			return &Found{s.best, false, expanded}, nil
		}
		if expanded%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		expanded++
		if err := s.expand(v); err != nil {
			return nil, err
		}
	}
	return &Found{s.best, true, expanded}, nil
}

func (s *bestFirst) expand(v *visit) error {
	for _, step := range s.steps {
		if v.length+1 == s.length && !s.machine.mayEnd(v.st, step) {
			continue
		}
		if code, _, _ := s.machine.allows(v.st, step); code != "" {
			continue
		}
		priced := s.q.step(v.node, step)
		if priced.err != nil {
			return fmt.Errorf("%s: %w", step, priced.err)
		}
		cost := v.cost + priced.seconds
		if cost >= s.best.Seconds*(1-1e-12) {
			continue
		}
		st := slices.Clone(v.st)
		s.machine.change(st, step)
		next := &visit{st: st, node: priced.to, cost: cost, from: v, step: step, length: v.length + 1}
		if !s.machine.done(st) {
			if next.length < s.length {
				s.offer(next)
			}
			continue
		}
		p := make(Program, next.length)
		for w := next; w.from != nil; w = w.from {
			p[w.length-1] = w.step
		}
		total, err := s.m.Seconds(p, s.q.size, s.q.alg)
		if err != nil {
			return err
		}
		if rounded(total) < rounded(s.best.Seconds) {
			s.best = Priced{Program: p, Seconds: total}
		}
	}
	return nil
}

// offer adds a state unless it was reached at no greater cost and length.
func (s *bestFirst) offer(v *visit) {
	h := v.st.hash()
	for _, old := range s.seen[h] {
		if old.node != v.node || !slices.Equal(old.st, v.st) {
			continue
		}
		if old.cost <= v.cost && old.length <= v.length {
			return
		}
		if v.cost <= old.cost && v.length <= old.length {
			old.done = true // the new one is at least as good
		}
	}
	v.estimate = v.cost + s.left(v)
	if v.estimate >= s.best.Seconds*(1-1e-12) {
		return
	}
	v.order = s.count
	s.count++
	s.seen[h] = append(s.seen[h], v)
	heap.Push(&s.open, v)
}

// left is a bound below what a program costs from a state on. On a torus a device has several ports and the bound is that
// of all of them.
func (s *bestFirst) left(v *visit) float64 {
	m := s.m
	bandwidth := 0.0
	for j, l := range m.top.Levels {
		if l.Torus || j == len(m.top.Levels)-1 {
			bandwidth += l.Bandwidth
		}
	}
	k := s.machine.k
	most := 0
	for d := range s.machine.n {
		complete := 0
		for _, c := range v.st[d*k : (d+1)*k] {
			if c == s.machine.allow[d] {
				complete++
			}
		}
		missing := m.space.size
		if complete > 0 {
			missing -= v.node.held[d]
		}
		most = max(most, missing)
	}
	return float64(most) / float64(m.space.size) * s.q.size / bandwidth
}
