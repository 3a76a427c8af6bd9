package checkpoint

// This file plans chains with persistent checkpoints, in the manner of O. Beaumont, L. Eyraud-Dubois, J. Herrmann, A. Joly and A.
// Shilova, Optimal checkpointing for heterogeneous chains: how to train deep neural networks with limited memory (2019).

import (
	"fmt"
	"math"
)

// maxPersistent bounds the table of the planner.
const maxPersistent = 1_000_000

// Persistent finds the fastest schedule in which a state that was kept stays until its last use. The error is a
// *BudgetError if there is none; Optimal may find a faster one.
func (c Chain) Persistent(memory int64) (ChainPlan, error) {
	if err := c.Check(); err != nil {
		return ChainPlan{}, err
	}
	p := persistent{c: c, best: map[segment]choice{}}
	p.sums()
	n := c.Steps()
	least := p.least()
	if memory < least {
		return ChainPlan{}, &BudgetError{memory, least}
	}
	time := p.solve(segment{0, n, memory})
	if p.full {
		return ChainPlan{}, fmt.Errorf("memory is divided too finely for %d steps: give the sizes in a larger unit", n)
	}
	var actions []Action
	p.emit(segment{0, n, memory}, &actions)
	return ChainPlan{time, actions}, nil
}

// segment is a problem: the steps lo to hi-1 in a memory that holds state lo and gradient hi too.
type segment struct {
	lo, hi int
	memory int64
}

// choice is how a segment is solved: record its first step (0), or keep its state and advance to another.
type choice struct {
	time int64
	at   int32
}

type persistent struct {
	c       Chain
	best    map[segment]choice
	forward []int64 // times to advance from 0
	once    []int64 // times to record and reverse from 0
	full    bool
}

func (p *persistent) sums() {
	p.forward, p.once = make([]int64, p.c.Steps()+1), make([]int64, p.c.Steps()+1)
	for k := range p.c.Steps() {
		p.forward[k+1] = p.forward[k] + p.c.Forward[k]
		p.once[k+1] = p.once[k] + p.c.Record[k] + p.c.Reverse[k]
	}
}

// recording is the memory to record the first step and to reverse it at the end.
func (p *persistent) recording(lo, hi int) int64 {
	c := p.c
	return max(c.State[lo]+c.RecordSize[lo]+c.State[lo+1]+c.Gradient[hi], c.RecordSize[lo]+c.Gradient[lo+1]+c.Gradient[lo])
}

// advancing is the memory to make state k+1 on the way from lo.
func (p *persistent) advancing(lo, k, hi int) int64 {
	c := p.c
	need := c.State[lo] + c.State[k+1] + c.Gradient[hi]
	if k > lo {
		need += c.State[k]
	}
	return need
}

// solve is the least time, or math.MaxInt64/4.
func (p *persistent) solve(s segment) int64 {
	if p.allRecorded(s) {
		return p.once[s.hi] - p.once[s.lo]
	}
	if b, ok := p.best[s]; ok {
		return b.time
	}
	if len(p.best) >= maxPersistent {
		p.full = true
		return math.MaxInt64 / 4
	}
	c := p.c
	best := choice{time: math.MaxInt64 / 4}
	if p.recording(s.lo, s.hi) <= s.memory {
		t := c.Record[s.lo] + c.Reverse[s.lo]
		if s.hi-s.lo > 1 {
			t += p.solve(segment{s.lo + 1, s.hi, s.memory - c.RecordSize[s.lo]})
		}
		best.time = min(best.time, t)
	}
	for q := s.lo + 1; q < s.hi && p.advancing(s.lo, q-1, s.hi) <= s.memory; q++ {
		t := p.forward[q] - p.forward[s.lo] + p.once[s.hi] - p.once[s.lo]
		if t >= best.time { // the time if nothing else were run again
			continue
		}
		t = p.forward[q] - p.forward[s.lo] + p.solve(segment{q, s.hi, s.memory - c.State[s.lo]})
		if t < best.time {
			t += p.solve(segment{s.lo, q, s.memory})
		}
		if t < best.time {
			best = choice{t, int32(q)}
		}
	}
	p.best[s] = best
	return best.time
}

// allRecorded reports whether every step can be recorded in turn, which nothing is faster than.
func (p *persistent) allRecorded(s segment) bool {
	for k := s.lo; k < s.hi; k++ {
		if p.recording(k, s.hi) > s.memory {
			return false
		}
		s.memory -= p.c.RecordSize[k]
	}
	return true
}

// emit writes the actions of a segment that can be solved.
func (p *persistent) emit(s segment, to *[]Action) {
	add := func(a Action) { *to = append(*to, a) }
	at := int(p.best[s].at)
	if p.allRecorded(s) || at == 0 {
		add(Action{Kind: Record, Step: s.lo})
		add(Action{Kind: Discard, Step: s.lo})
		if s.hi-s.lo > 1 {
			p.emit(segment{s.lo + 1, s.hi, s.memory - p.c.RecordSize[s.lo]}, to)
		} else {
			add(Action{Kind: Discard, Step: s.hi})
		}
		add(Action{Kind: Turn, Step: s.lo})
		return
	}
	for k := s.lo; k < at; k++ {
		add(Action{Kind: Advance, Step: k, To: k + 1})
		if k > s.lo {
			add(Action{Kind: Discard, Step: k})
		}
	}
	p.emit(segment{at, s.hi, s.memory - p.c.State[s.lo]}, to)
	p.emit(segment{s.lo, at, s.memory}, to)
}

// least is the least memory that is enough.
func (p *persistent) least() int64 {
	n := p.c.Steps()
	table := make([][]int64, n+1) // by first step, then the end
	for lo := n - 1; lo >= 0; lo-- {
		table[lo] = make([]int64, n+1)
		for hi := lo + 1; hi <= n; hi++ {
			need := p.recording(lo, hi)
			if hi-lo > 1 {
				need = max(need, p.c.RecordSize[lo]+table[lo+1][hi])
			}
			way := int64(0)
			for q := lo + 1; q < hi; q++ {
				way = max(way, p.advancing(lo, q-1, hi))
				need = min(need, max(way, p.c.State[lo]+table[q][hi], table[lo][q]))
			}
			table[lo][hi] = need
		}
	}
	return table[0][n]
}
