package synth

// This file holds the graph of the states that a search reaches.

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// edge is a step from a state to another.
type edge struct {
	step   int32
	target int32
}

// graph is the graph of reachable states. A state is expanded in two halves, so that the last step of a program need not
// give new states: first the steps to the goal, then all others.
type graph struct {
	m      *machine
	steps  []Step
	states []state
	edges  [][]edge
	final  [][]int32 // steps to the goal
	reach  []uint64  // bit n: the goal is n steps away
	index  map[uint64][]int32
	level  []int32 // first state of each depth
	last   int     // depth from which a program ends with its next step
}

// searchMachine is the skeleton of a hierarchy.
func searchMachine(cards []int) (*machine, error) {
	if len(cards) == 0 {
		return nil, fmt.Errorf("a reduction needs a level with more than one child")
	}
	if _, err := product("hierarchy", cards, MaxDevices); err != nil {
		return nil, err
	}
	for _, c := range cards {
		if c == 1 {
			return nil, fmt.Errorf("hierarchy %v has a level of one child", cards)
		}
	}
	small, err := skeleton(cards)
	if err != nil {
		return nil, err
	}
	return newMachine(small), nil
}

func newGraph(m *machine, length int) *graph {
	g := &graph{m: m, last: length - 1, steps: Steps(len(m.cards)), index: map[uint64][]int32{}, level: []int32{0}}
	g.add(m.start())
	return g
}

// hash mixes the words of a state.
func (st state) hash() uint64 {
	h := uint64(14695981039346656037)
	for _, w := range st {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// find looks a state up.
func (g *graph) find(st state) (int32, bool) {
	for _, n := range g.index[st.hash()] {
		if slices.Equal(g.states[n], st) {
			return n, true
		}
	}
	return 0, false
}

// add numbers a new state.
func (g *graph) add(st state) int32 {
	n := int32(len(g.states))
	h := st.hash()
	g.index[h] = append(g.index[h], n)
	g.states = append(g.states, st)
	g.edges = append(g.edges, nil)
	g.final = append(g.final, nil)
	g.reach = append(g.reach, 0)
	return n
}

// grow finds the steps to the goal from the states of a depth, and before that all the states there are.
func (g *graph) grow(ctx context.Context, depth int) error {
	if depth > 0 {
		if err := g.expand(ctx, g.level[depth-1], g.level[depth], depth == g.last); err != nil {
			return err
		}
	}
	first, end := g.level[depth], int32(len(g.states))
	g.level = append(g.level, end)
	room := make(state, len(g.states[0]))
	for n := first; n < end; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i, s := range g.steps {
			if !g.m.mayEnd(g.states[n], s) {
				continue
			}
			if code, _, _ := g.m.allows(g.states[n], s); code != "" {
				continue
			}
			copy(room, g.states[n])
			if g.m.change(room, s); g.m.done(room) {
				g.final[n] = append(g.final[n], int32(i))
				g.reach[n] |= 1 << 1
			}
		}
	}
	for range depth { // an edge may lead to a state found before
		for n := range g.level[depth] {
			for _, e := range g.edges[n] {
				g.reach[n] |= g.reach[e.target] << 1
			}
		}
	}
	return nil
}

// mayEnd reports whether a step, if valid, may end in the goal, at little cost.
func (m *machine) mayEnd(st state, s Step) bool {
	if s.Op == Reduce || s.Op == ReduceScatter {
		return false
	}
	if m.ids != nil {
		return true
	}
	if s.Op == AllReduce || s.Op == AllGather {
		// Chunks of a device that takes no part must be complete, and of one that does must be in its group.
		_, g, inner := spans(m.cards, s)
		rows := st[m.n*m.k:]
		if s.Op == AllGather && bits.OnesCount64(rows[0])*g != m.k {
			return false
		}
		stride := inner
		for d := range m.n {
			if s.Master && d%inner != 0 {
				if rows[d] != m.allow[d] {
					return false
				}
				continue
			}
			if (d/stride)%g != 0 {
				continue
			}
			if s.Op == AllReduce && rows[d] != m.allow[d] {
				return false
			}
			var all uint64
			for i := range g {
				for _, c := range st[(d+i*stride)*m.k : (d+i*stride+1)*m.k] {
					all |= c
				}
			}
			if all != m.allow[d] {
				return false
			}
		}
		return true
	}
	root := st[:m.k] // of a broadcast: the first device is one of the roots
	for _, c := range root {
		if c != m.allow[0] {
			return false
		}
	}
	return true
}

// mayEndNext reports whether some step may end in the goal, at little cost: a broadcast of what the first device has, or a
// step to which all devices bring all chunks or finished ones.
func (m *machine) mayEndNext(st state) bool {
	rows := st[m.n*m.k:]
	if m.ids != nil || rows[0] == m.allow[0] && m.finished(st, 0) {
		return true
	}
	for d, held := range rows {
		if held == 0 || held != m.allow[d] && !m.finished(st, d) {
			return false
		}
	}
	return true
}

// finished reports whether all chunks that a device holds have all contributions.
func (m *machine) finished(st state, d int) bool {
	for _, c := range st[d*m.k : (d+1)*m.k] {
		if c != m.allow[d] && c != 0 {
			return false
		}
	}
	return true
}

// expand finds the states one step away from those numbered first to end.
func (g *graph) expand(ctx context.Context, first, end int32, last bool) error {
	room := make(state, len(g.states[0]))
	for n := first; n < end; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		final := g.final[n]
		for i, s := range g.steps {
			if len(final) > 0 && final[0] == int32(i) {
				final = final[1:]
				continue
			}
			if code, _, _ := g.m.allows(g.states[n], s); code != "" {
				continue
			}
			copy(room, g.states[n])
			g.m.change(room, s)
			if g.m.mixed(room) >= 0 || last && !g.m.mayEndNext(room) {
				continue
			}
			target, ok := g.find(room)
			if !ok {
				if len(g.states)*len(room)*8 >= maxStateBytes {
					return fmt.Errorf("more than %d states for %d levels; ask for shorter programs", len(g.states), len(g.m.cards))
				}
				target = g.add(room)
				room = make(state, len(room))
			}
			g.edges[n] = append(g.edges[n], edge{int32(i), target})
		}
	}
	return nil
}

// paths yields the programs of exactly so many more steps from a state, in order.
func (g *graph) paths(n int32, p Program, left int, yield func(Program) bool) bool {
	if g.reach[n]&(1<<left) == 0 {
		return true
	}
	if left == 1 {
		for _, i := range g.final[n] {
			if !yield(append(append(make(Program, 0, len(p)+1), p...), g.steps[i])) {
				return false
			}
		}
		return true
	}
	for _, e := range g.edges[n] {
		if !g.paths(e.target, append(p, g.steps[e.step]), left-1, yield) {
			return false
		}
	}
	return true
}
