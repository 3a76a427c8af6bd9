package checkpoint

// This file has the schedule that stores a state every so many steps on disk, and reverses block by block.

import (
	"fmt"
	"iter"
)

// TwoLevel stores every period-th state on disk (level 1) in a forward sweep that need not know where it ends, and
// reverses each block by Revolve with slots in memory (level 0) and the block's first state.
type TwoLevel struct{ steps, period, slots int }

// NewTwoLevel plans a number of steps in blocks.
func NewTwoLevel(steps, period, slots int) (*TwoLevel, error) {
	if err := checkSteps(steps); err != nil {
		return nil, err
	}
	if period < 1 {
		return nil, fmt.Errorf("period must be at least 1, not %d", period)
	}
	if slots < 0 {
		return nil, fmt.Errorf("slots must be at least 0, not %d", slots)
	}
	return &TwoLevel{steps, min(period, steps), min(slots, steps)}, nil
}

// Blocks is how many states are stored on disk.
func (v *TwoLevel) Blocks() int { return (v.steps + v.period - 1) / v.period }

// Forward is how many steps are run, with and without a tape.
func (v *TwoLevel) Forward() int {
	run := func(n int) int { return n + newFamily(n, v.slots+1).extra() }
	total := v.steps + v.steps/v.period*run(v.period)
	if rest := v.steps % v.period; rest > 0 {
		total += run(rest)
	}
	return total
}

// Machine has memory and disk, where a step run costs 1.
func (v *TwoLevel) Machine() Machine {
	return Machine{Steps: v.steps, Levels: []Level{{Slots: v.slots}, {Slots: v.Blocks()}}, Forward: 1, Reverse: 1}
}

// Actions yields the schedule.
func (v *TwoLevel) Actions() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for lo := 0; lo < v.steps; lo += v.period {
			if !yield(Action{Kind: Snapshot, Step: lo, Level: 1}) || !yield(Action{Kind: Advance, Step: lo, To: min(lo+v.period, v.steps)}) {
				return
			}
		}
		for block := v.Blocks() - 1; block >= 0; block-- {
			lo := block * v.period
			b := binomial{yield: yield, level: []int{1}, kept: true}
			if !yield(Action{Kind: Restore, Step: lo, Level: 1}) || !b.reverse(lo, newFamily(min(v.period, v.steps-lo), v.slots+1), 0) {
				return
			}
		}
	}
}

// String names the schedule.
func (v *TwoLevel) String() string {
	return fmt.Sprintf("two-level(%d steps, every %d on disk, %d slots)", v.steps, v.period, v.slots)
}
