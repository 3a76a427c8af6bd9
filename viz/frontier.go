package viz

// This file draws the schedules of chains, and the choices of call trees.

import (
	"fmt"
	"iter"

	"github.com/costate/costate/checkpoint"
)

// ChainMemory plots the memory in use over time while a chain's actions are played in a memory of the given size.
func ChainMemory(c checkpoint.Chain, memory int64, actions iter.Seq[checkpoint.Action]) *Plot {
	var xs, ys []float64
	trace, err := c.Trace(memory, actions)
	for _, t := range trace {
		xs, ys = append(xs, float64(t.Start), float64(t.End)), append(ys, float64(t.Size), float64(t.Size))
	}
	p := XY(xs, ys).Name("in use")
	if err != nil {
		p.err = fmt.Errorf("schedule: %w", err)
		return p
	}
	peak, at := int64(0), checkpoint.ChainMoment{}
	for _, t := range trace {
		if t.Size > peak {
			peak, at = t.Size, t
		}
	}
	end := float64(trace[len(trace)-1].End)
	p.series[0].words = fmt.Sprintf("at most %d, in the action %q at time %d", peak, at.Action.String(), at.Start)
	budget := XY([]float64{0, end}, []float64{float64(memory), float64(memory)}).Name("budget")
	budget.series[0].words = fmt.Sprint(memory)
	return p.Add(budget).Title("Memory of a chain").X("time").Y("memory")
}

// ChainTimeline plots the steps of a chain's schedule over time, as Timeline does.
func ChainTimeline(c checkpoint.Chain, memory int64, actions iter.Seq[checkpoint.Action]) *Plot {
	trace, err := c.Trace(memory, actions)
	t := newTrack(1)
	now := int64(0)
	keep := func(step int) {
		if _, there := t.since[kept{step: step}]; !there {
			t.since[kept{step: step}] = now
			t.order = append(t.order, kept{step: step})
		}
	}
	keep(0)
	for _, m := range trace {
		a := m.Action
		now = m.End
		switch a.Kind {
		case checkpoint.Advance:
			t.action(a, m.Start, m.End)
			keep(a.To)
		case checkpoint.Record:
			t.taped.line(m.Start, a.Step, m.End, a.Step+1)
			keep(a.Step + 1)
		case checkpoint.Turn:
			t.action(a, m.Start, m.End)
		case checkpoint.Discard:
			t.bar(kept{step: a.Step}, now)
		}
	}
	t.end(now)
	p := t.plot()
	if err != nil {
		p.fail(fmt.Errorf("schedule: %w", err))
	}
	return p.Title("Schedule of a chain").X("time").Y("step")
}

// Frontier plots the times that are possible at each height of the stack.
func Frontier(points []checkpoint.TreePoint) *Plot {
	var xs, ys, atX, atY []float64
	for i, q := range points {
		if i > 0 {
			xs, ys = append(xs, float64(q.Peak)), append(ys, ys[len(ys)-1])
		}
		xs, ys = append(xs, float64(q.Peak)), append(ys, float64(q.Time))
		atX, atY = append(atX, float64(q.Peak)), append(atY, float64(q.Time))
	}
	p := XY(xs, ys).Name("possible")
	return p.Add(Scatter(atX, atY).Name("choices")).Title("Time and memory").X("peak memory").Y("time")
}
