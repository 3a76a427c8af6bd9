package checkpoint

// This file finds the fastest schedules of short chains, by a search over what is in memory.

import (
	"container/heap"
	"errors"
	"fmt"
	"math/bits"
	"slices"
)

const (
	// MaxOptimal is the most steps that Chain.Optimal takes.
	MaxOptimal = 20
	// maxMemories bounds its search.
	maxMemories = 3_000_000
)

// ErrSearch says that a search grew too large; Persistent gives a schedule at once.
var ErrSearch = fmt.Errorf("the search for the true optimum grew beyond %d states of memory", maxMemories)

// Optimal finds the fastest of all schedules. The error is a *BudgetError if there is none, and wraps ErrSearch if
// there are too many states of memory. A chain has at most MaxOptimal steps.
func (c Chain) Optimal(memory int64) (ChainPlan, error) {
	if err := c.Check(); err != nil {
		return ChainPlan{}, err
	}
	if c.Steps() > MaxOptimal {
		return ChainPlan{}, fmt.Errorf("f has %d steps, and the true optimum is searched for up to %d", c.Steps(), MaxOptimal)
	}
	plan, err := c.searchOptimal(memory)
	var budget *BudgetError
	if errors.As(err, &budget) {
		p := persistent{c: c}
		enough := p.least()
		less := memory // not enough
		for less+1 < enough {
			half := less + (enough-less)/2
			_, err := c.searchOptimal(half)
			switch {
			case errors.As(err, &budget):
				less = half
			case err != nil:
				return ChainPlan{}, err
			default:
				enough = half
			}
		}
		return ChainPlan{}, &BudgetError{memory, enough}
	}
	return plan, err
}

// memoryState is what there is: bits of states and of records, and the gradient.
type memoryState struct {
	states, records uint32
	gradient        int8
}

// reached is how a state of memory was reached first in the least time.
type reached struct {
	time int64
	from memoryState
	op   Action
}

type open struct {
	memoryState
	bound int64 // the time so far and the least that must follow
	time  int64
}

type openHeap []open

func (h openHeap) Len() int           { return len(h) }
func (h openHeap) Less(i, j int) bool { return h[i].bound < h[j].bound }
func (h openHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push adds a state of memory.
func (h *openHeap) Push(x any) { *h = append(*h, x.(open)) }

// Pop takes the last one.
func (h *openHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

type optimal struct {
	c       Chain
	memory  int64
	forgets bool // recording may be faster than advancing: then records may be dropped
	best    map[memoryState]reached
	heap    openHeap
}

// searchOptimal is an A* search. What is in memory stays until an action needs room: then each smallest set of things is
// tried that makes room. That loses nothing, for to drop is free at any time.
func (c Chain) searchOptimal(memory int64) (ChainPlan, error) {
	n := c.Steps()
	o := optimal{c: c, memory: memory, best: map[memoryState]reached{}}
	for k := range n {
		o.forgets = o.forgets || c.Record[k] < c.Forward[k]
	}
	start := memoryState{states: 1, gradient: int8(n)}
	if o.size(start) <= memory {
		o.reach(start, reached{from: start})
	}
	for len(o.heap) > 0 {
		at := heap.Pop(&o.heap).(open)
		if at.gradient == 0 {
			return ChainPlan{at.time, o.path(start, at.memoryState)}, nil
		}
		if o.best[at.memoryState].time < at.time {
			continue
		}
		if len(o.best) > maxMemories {
			return ChainPlan{}, ErrSearch
		}
		o.expand(at.memoryState, at.time)
	}
	return ChainPlan{}, &BudgetError{Memory: memory}
}

// size is the memory in use.
func (o *optimal) size(s memoryState) int64 {
	total := o.c.Gradient[s.gradient]
	for b := s.states; b != 0; b &= b - 1 {
		total += o.c.State[bits.TrailingZeros32(b)]
	}
	for b := s.records; b != 0; b &= b - 1 {
		total += o.c.RecordSize[bits.TrailingZeros32(b)]
	}
	return total
}

func (o *optimal) reach(s memoryState, r reached) {
	if old, ok := o.best[s]; ok && old.time <= r.time {
		return
	}
	o.best[s] = r
	bound := r.time
	for k := range int(s.gradient) {
		bound += o.c.Reverse[k]
		if s.records&(1<<k) == 0 {
			bound += o.c.Record[k]
		}
	}
	heap.Push(&o.heap, open{s, bound, r.time})
}

// expand tries every action.
func (o *optimal) expand(s memoryState, time int64) {
	for k := range int(s.gradient) {
		state, next := uint32(1)<<k, uint32(1)<<(k+1)
		if s.states&state != 0 {
			base := s
			if s.states&next == 0 {
				o.try(s, s, time+o.c.Forward[k], o.c.State[k+1], state, Action{Kind: Advance, Step: k, To: k + 1})
				if o.forgets {
					base.records &^= state
				}
			}
			if base.records&state == 0 {
				need := o.c.RecordSize[k]
				if s.states&next == 0 {
					need += o.c.State[k+1]
				}
				o.try(s, base, time+o.c.Record[k], need, state|next, Action{Kind: Record, Step: k})
			}
		}
	}
	if k := int(s.gradient) - 1; s.records&(1<<k) != 0 {
		o.try(s, s, time+o.c.Reverse[k], o.c.Gradient[k], 0, Action{Kind: Turn, Step: k})
	}
}

// try does an action from base, which is s or a part of it, in every smallest way to make room for it.
func (o *optimal) try(s, base memoryState, time, need int64, pinned uint32, op Action) {
	excess := o.size(base) + need - o.memory
	var things []memoryState // one bit each
	var sizes []int64
	for b := base.states &^ pinned; b != 0 && excess > 0; b &= b - 1 {
		if size := o.c.State[bits.TrailingZeros32(b)]; size > 0 {
			things, sizes = append(things, memoryState{states: b & -b}), append(sizes, size)
		}
	}
	used := base.records
	if op.Kind == Turn {
		used &^= 1 << op.Step
	}
	for b := used; b != 0 && excess > 0 && o.forgets; b &= b - 1 {
		if size := o.c.RecordSize[bits.TrailingZeros32(b)]; size > 0 {
			things, sizes = append(things, memoryState{records: b & -b}), append(sizes, size)
		}
	}
	smallest(sizes, excess, func(chosen uint64) {
		to := base
		for i, t := range things {
			if chosen&(1<<i) != 0 {
				to.states &^= t.states
				to.records &^= t.records
			}
		}
		o.reach(after(to, op), reached{time, s, op})
	})
}

// after is the memory after an action. States that no step needs any more are dropped.
func after(s memoryState, op Action) memoryState {
	bit := uint32(1) << op.Step
	switch op.Kind {
	case Record:
		s.records |= bit
		s.states |= bit << 1
	case Advance:
		s.states |= bit << 1
	case Turn:
		s.records &^= bit
		s.gradient--
	}
	s.states &= 1<<s.gradient - 1
	return s
}

// smallest yields each set of sizes that sum up to at least excess and of which none can be left out.
func smallest(sizes []int64, excess int64, yield func(chosen uint64)) {
	var rest int64
	for _, s := range sizes {
		rest += s
	}
	var walk func(i int, chosen uint64, sum, rest, least int64)
	walk = func(i int, chosen uint64, sum, rest, least int64) {
		if sum >= excess {
			if chosen == 0 || sum-least < excess {
				yield(chosen)
			}
			return
		}
		if sum+rest < excess {
			return
		}
		walk(i+1, chosen|1<<i, sum+sizes[i], rest-sizes[i], min(least, sizes[i]))
		walk(i+1, chosen, sum, rest-sizes[i], least)
	}
	walk(0, 0, 0, rest, maxAmount)
}

// path is the schedule that reached a state of memory. What went missing from one state to the next was dropped before the
// action, or after it if the action made it.
func (o *optimal) path(start, end memoryState) []Action {
	var list []Action
	for s := end; s != start; {
		r := o.best[s]
		var drops, late []Action
		for k := range o.c.Steps() + 1 {
			bit := uint32(1) << k
			makes := r.op.Kind != Turn && k == r.op.Step+1
			switch {
			case s.states&bit != 0:
			case makes:
				late = append(late, Action{Kind: Discard, Step: k})
			case r.from.states&bit != 0:
				drops = append(drops, Action{Kind: Discard, Step: k})
			}
			retaken := r.op.Kind == Record && k == r.op.Step
			turned := r.op.Kind == Turn && k == r.op.Step
			if r.from.records&bit != 0 && (s.records&bit == 0 && !turned || retaken) {
				drops = append(drops, Action{Kind: Forget, Step: k})
			}
		}
		slices.Reverse(drops)
		slices.Reverse(late)
		list = append(append(append(list, late...), r.op), drops...)
		s = r.from
	}
	slices.Reverse(list)
	return list
}
