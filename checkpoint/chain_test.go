package checkpoint

// This file checks the planners of chains against golden rows, and random chains against a search that takes no shortcuts.

import (
	"container/heap"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkPlan plays a plan.
func checkPlan(t *testing.T, c Chain, memory int64, plan ChainPlan) {
	t.Helper()
	costs, err := c.Play(memory, slices.Values(plan.Actions))
	if err != nil || costs.Time != plan.Time {
		t.Errorf("memory %d: time %d plays to %+v, %v: %v", memory, plan.Time, costs, err, plan.Actions)
	}
}

// planTime is a plan's time, or -1 if the budget is too small.
func planTime(t *testing.T, c Chain, memory int64, plan ChainPlan, err error) int64 {
	t.Helper()
	var budget *BudgetError
	switch {
	case errors.As(err, &budget):
		return -1
	case err != nil:
		t.Fatal(err)
	}
	checkPlan(t, c, memory, plan)
	return plan.Time
}

func TestChains(t *testing.T) {
	var file struct {
		Chains []struct {
			ID              string
			A, D, F, FT, B  []int64
			TP              []int64
			LeastTrue       int64 `json:"min_mem_exhaustive"`
			LeastPersistent int64 `json:"min_mem_persistent"`
			Points          [][3]*int64
		}
	}
	golden(t, "e_chains.json", &file)
	if len(file.Chains) != 14 {
		t.Fatalf("%d chains", len(file.Chains))
	}
	for _, g := range file.Chains {
		c := Chain{Forward: g.F, Record: g.FT, Reverse: g.B, RecordSize: g.TP, State: g.A, Gradient: g.D}
		for _, p := range g.Points {
			memory, want, persistent := *p[0], *p[1], int64(-1)
			if p[2] != nil {
				persistent = *p[2]
			}
			plan, err := c.Optimal(memory)
			if got := planTime(t, c, memory, plan, err); got != want {
				t.Errorf("%s in %d: optimum %d, want %d", g.ID, memory, got, want)
			}
			plan, err = c.Persistent(memory)
			if got := planTime(t, c, memory, plan, err); got != persistent {
				t.Errorf("%s in %d: persistent optimum %d, want %d", g.ID, memory, got, persistent)
			}
		}
		checkLeast(t, g.ID, g.LeastTrue, c.Optimal)
		checkLeast(t, g.ID, g.LeastPersistent, c.Persistent)
	}
}

// checkLeast checks what a planner says is the least memory.
func checkLeast(t *testing.T, id string, want int64, plan func(int64) (ChainPlan, error)) {
	t.Helper()
	_, err := plan(want - 1)
	var budget *BudgetError
	if !errors.As(err, &budget) || budget.Least != want || budget.Memory != want-1 {
		t.Errorf("%s in %d: %v, want the least %d", id, want-1, err, want)
	}
	if _, err := plan(want); err != nil {
		t.Errorf("%s in %d: %v", id, want, err)
	}
}

// TestRandomChains has records that are faster than plain runs too.
func TestRandomChains(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	feasible := 0
	for range 50 {
		n := 1 + r.IntN(4)
		numbers := func(n, lo, hi int) []int64 {
			list := make([]int64, n)
			for i := range list {
				list[i] = int64(lo + r.IntN(hi-lo))
			}
			return list
		}
		c := Chain{Forward: numbers(n, 0, 9), Record: numbers(n, 1, 12), Reverse: numbers(n, 0, 9), RecordSize: numbers(n, 1, 9),
			State: numbers(n+1, 0, 6), Gradient: numbers(n+1, 0, 6)}
		p := persistent{c: c}
		memory := max(0, p.least()+int64(r.IntN(10)-2))
		want := walk(c, memory)
		plan, err := c.Optimal(memory)
		got := planTime(t, c, memory, plan, err)
		if got != want {
			t.Errorf("%+v in %d: optimum %d, want %d", c, memory, got, want)
		}
		plan, err = c.Persistent(memory)
		switch upper := planTime(t, c, memory, plan, err); {
		case upper >= 0 && (got < 0 || upper < got):
			t.Errorf("%+v in %d: persistent %d is less than the optimum %d", c, memory, upper, got)
		case upper >= 0:
			feasible++
		}
	}
	if feasible == 0 {
		t.Error("no chain was feasible")
	}
}

// walk is Dijkstra's over what is in memory, where everything may be dropped at any time.
func walk(c Chain, memory int64) int64 {
	best := map[memoryState]int64{}
	h := &openHeap{}
	o := optimal{c: c}
	reach := func(s memoryState, peak, time int64) {
		if old, ok := best[s]; peak <= memory && (!ok || time < old) {
			best[s] = time
			heap.Push(h, open{s, time, time})
		}
	}
	start := memoryState{states: 1, gradient: int8(c.Steps())}
	reach(start, o.size(start), 0)
	for h.Len() > 0 {
		at := heap.Pop(h).(open)
		s := at.memoryState
		if s.gradient == 0 {
			return at.time
		}
		size := o.size(s)
		for k := range c.Steps() + 1 {
			bit := uint32(1) << k
			less := s
			less.states &^= bit
			reach(less, 0, at.time)
			less = s
			less.records &^= bit
			reach(less, 0, at.time)
			if k == c.Steps() {
				continue
			}
			made := int64(0)
			if s.states&(bit<<1) == 0 {
				made = c.State[k+1]
			}
			more := s
			more.states |= bit << 1
			if s.states&bit != 0 {
				reach(more, size+made, at.time+c.Forward[k])
				more.records |= bit
				if s.records&bit == 0 {
					reach(more, size+made+c.RecordSize[k], at.time+c.Record[k])
				}
			}
			if int(s.gradient) == k+1 && s.records&bit != 0 {
				less = s
				less.records &^= bit
				less.gradient--
				reach(less, size+c.Gradient[k], at.time+c.Reverse[k])
			}
		}
	}
	return -1
}

func TestChainRefuses(t *testing.T) {
	one := []int64{1, 1}
	right := Chain{Forward: one, Record: one, Reverse: one, RecordSize: one, State: []int64{1, 1, 1}, Gradient: []int64{1, 1, 1}}
	long := right
	long.Forward = make([]int64, 1001)
	short := right
	short.State = one
	negative := right
	negative.Reverse = []int64{1, -1}
	for _, test := range []struct {
		c    Chain
		want string
	}{
		{Chain{}, "f must not be empty"},
		{long, "f must have at most 1000 numbers, not 1001"},
		{short, "a must have 3 numbers, not 2"},
		{negative, "b[1] must be between 0 and 1125899906842624, not -1"},
	} {
		if _, err := test.c.Persistent(10); fmt.Sprint(err) != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
		if _, err := test.c.Optimal(10); fmt.Sprint(err) != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	for _, test := range []struct {
		memory  int64
		actions []string
		want    string
	}{
		{9, []string{"turn 1"}, "action 0 (turn 1): record 1 is not there"},
		{9, []string{"turn 0"}, "action 0 (turn 0): gradient 2 is there"},
		{9, []string{"turn 2"}, "action 0 (turn 2): there are 2 steps"},
		{9, []string{"advance 0 2"}, "action 0 (advance 0 2): a chain advances one step at a time"},
		{9, []string{"advance 1 2"}, "action 0 (advance 1 2): state 1 is not there"},
		{9, []string{"advance 0 1", "advance 0 1"}, "action 1 (advance 0 1): state 1 is there already"},
		{9, []string{"record 0 at 0", "record 0 at 0"}, "action 1 (record 0 at 0): record 0 is there already"},
		{9, []string{"forget 0 at 0"}, "action 0 (forget 0 at 0): record 0 is not there"},
		{9, []string{"discard 1 at 0"}, "action 0 (discard 1 at 0): state 1 is not there"},
		{9, []string{"snapshot 0 at 0"}, "action 0 (snapshot 0 at 0): a chain has no such action"},
		{9, []string{"discard 0 at 1"}, "action 0 (discard 0 at 1): a chain has one level"},
		{3, []string{"record 0 at 0"}, "action 0 (record 0 at 0): it needs 4 of 3 memory"},
		{9, nil, "the schedule ends after 0 of 2 steps were reversed"},
	} {
		if _, err := right.Play(test.memory, slices.Values(parse(t, test.actions...))); fmt.Sprint(err) != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
