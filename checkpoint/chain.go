package checkpoint

// This file has chains of steps that differ, a memory budget in bytes, and the machine that checks their schedules.

import (
	"fmt"
	"iter"
)

// Chain is a computation whose steps differ in time and size. Step k makes state k+1 from state k; gradient k belongs to
// state k. Sizes and times are in any unit.
//
// At the start state 0 and the last gradient are in memory. Each action but a Discard or Forget needs memory for what is
// there and what it makes:
//
//	Advance  k to k+1: makes state k+1 from state k, which stays
//	Record   k: makes the record of step k, and state k+1
//	Turn     k: makes gradient k from the record and gradient k+1, which vanish
//	Discard  deletes a state, Forget a record
//
// State 0 cannot be made again.
type Chain struct {
	Forward, Record, Reverse []int64 // times, by step
	RecordSize               []int64 // by step
	State, Gradient          []int64 // sizes, by state: one more than steps
}

// Steps is the number of steps.
func (c Chain) Steps() int { return len(c.Forward) }

// ChainCosts is what a schedule of a chain needs.
type ChainCosts struct{ Time, Peak int64 }

// Check checks lengths and signs. The error begins with the name that the field has in problem files.
func (c Chain) Check() error {
	n := c.Steps()
	if n == 0 {
		return fmt.Errorf("f must not be empty")
	}
	if n > maxChain {
		return fmt.Errorf("f must have at most %d numbers, not %d", maxChain, n)
	}
	for _, list := range []struct {
		name   string
		values []int64
		want   int
	}{
		{"f", c.Forward, n}, {"ft", c.Record, n}, {"b", c.Reverse, n}, {"tp", c.RecordSize, n}, {"a", c.State, n + 1}, {"d", c.Gradient, n + 1},
	} {
		if len(list.values) != list.want {
			return fmt.Errorf("%s must have %d numbers, not %d", list.name, list.want, len(list.values))
		}
		for i, v := range list.values {
			if v < 0 || v > maxAmount {
				return fmt.Errorf("%s[%d] must be between 0 and %d, not %d", list.name, i, maxAmount, v)
			}
		}
	}
	return nil
}

const (
	// maxAmount bounds times and sizes, so that sums fit an int64.
	maxAmount = 1 << 50
	// maxChain bounds the steps of chains.
	maxChain = 1000
)

// ChainMoment is an action of a chain's schedule: when it was done, and the memory in use meanwhile.
type ChainMoment struct {
	Action     Action
	Start, End int64
	Size       int64
}

// Play carries out the actions of a chain's schedule in a memory of the given size.
func (c Chain) Play(memory int64, actions iter.Seq[Action]) (ChainCosts, error) {
	return c.play(memory, actions, func(ChainMoment) {})
}

// Trace carries out the actions as Play does, and returns what was done.
func (c Chain) Trace(memory int64, actions iter.Seq[Action]) ([]ChainMoment, error) {
	var list []ChainMoment
	_, err := c.play(memory, actions, func(m ChainMoment) { list = append(list, m) })
	return list, err
}

func (c Chain) play(memory int64, actions iter.Seq[Action], tell func(ChainMoment)) (ChainCosts, error) {
	if err := c.Check(); err != nil {
		return ChainCosts{}, err
	}
	n := c.Steps()
	p := chainPlayer{c: c, gradient: n, states: make([]bool, n+1), records: make([]bool, n), size: c.State[0] + c.Gradient[n]}
	p.states[0] = true
	p.costs.Peak = p.size
	i := 0
	for a := range actions {
		before := p.costs.Time
		reason := p.do(a)
		if reason == "" && p.costs.Peak > memory {
			reason = fmt.Sprintf("it needs %d of %d memory", p.costs.Peak, memory)
		}
		if reason != "" {
			return p.costs, &ActionError{i, a, reason}
		}
		tell(ChainMoment{a, before, p.costs.Time, p.during})
		i++
	}
	if p.gradient > 0 {
		return p.costs, fmt.Errorf("the schedule ends after %d of %d steps were reversed", n-p.gradient, n)
	}
	return p.costs, nil
}

// chainPlayer is the machine of chains.
type chainPlayer struct {
	c               Chain
	gradient        int // that there is
	states, records []bool
	size            int64
	during          int64 // the memory in use in the last action
	costs           ChainCosts
}

func (p *chainPlayer) do(a Action) string {
	k := a.Step
	if a.Level != 0 {
		return "a chain has one level"
	}
	last := p.c.Steps() - 1
	if a.Kind == Discard {
		last++
	}
	if k < 0 || k > last {
		return fmt.Sprintf("there are %d steps", p.c.Steps())
	}
	p.during = p.size
	switch a.Kind {
	case Advance, Record:
		return p.run(a)
	case Turn:
		return p.turn(k)
	case Discard:
		if !p.states[k] {
			return fmt.Sprintf("state %d is not there", k)
		}
		p.states[k] = false
		p.size -= p.c.State[k]
		return ""
	case Forget:
		if !p.records[k] {
			return fmt.Sprintf("record %d is not there", k)
		}
		p.records[k] = false
		p.size -= p.c.RecordSize[k]
		return ""
	}
	return "a chain has no such action"
}

func (p *chainPlayer) run(a Action) string {
	k := a.Step
	made, time := int64(0), p.c.Forward[k]
	switch {
	case !p.states[k]:
		return fmt.Sprintf("state %d is not there", k)
	case a.Kind == Advance && a.To != k+1:
		return "a chain advances one step at a time"
	case a.Kind == Advance && p.states[k+1]:
		return fmt.Sprintf("state %d is there already", k+1)
	case a.Kind == Record && p.records[k]:
		return fmt.Sprintf("record %d is there already", k)
	}
	if a.Kind == Record {
		made, time = p.c.RecordSize[k], p.c.Record[k]
		p.records[k] = true
	}
	if !p.states[k+1] {
		made += p.c.State[k+1]
		p.states[k+1] = true
	}
	p.size += made
	p.during = p.size
	p.costs.Peak = max(p.costs.Peak, p.during)
	p.costs.Time += time
	return ""
}

func (p *chainPlayer) turn(k int) string {
	switch {
	case p.gradient != k+1:
		return fmt.Sprintf("gradient %d is there", p.gradient)
	case !p.records[k]:
		return fmt.Sprintf("record %d is not there", k)
	}
	p.during = p.size + p.c.Gradient[k]
	p.costs.Peak = max(p.costs.Peak, p.during)
	p.size += p.c.Gradient[k] - p.c.Gradient[k+1] - p.c.RecordSize[k]
	p.records[k] = false
	p.gradient = k
	p.costs.Time += p.c.Reverse[k]
	return ""
}

// ChainPlan is a schedule for a chain in a budget.
type ChainPlan struct {
	Time    int64
	Actions []Action
}

// BudgetError says that a chain cannot be reversed in its budget.
type BudgetError struct{ Memory, Least int64 }

// Error gives the budget and the least that is enough.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("memory %d is not enough, the least is %d", e.Memory, e.Least)
}
