package checkpoint

// This file has Revolve, the schedule that runs the fewest steps again if their number is known.

import (
	"fmt"
	"iter"
)

// Revolve is the binomial schedule of Griewank and Walther (2000): no schedule in the same slots advances fewer steps.
type Revolve struct{ steps, slots int }

// NewRevolve plans a number of steps in a number of slots. State 0 needs a slot too if there is more than one step.
func NewRevolve(steps, slots int) (*Revolve, error) {
	if err := checkSteps(steps); err != nil {
		return nil, err
	}
	if err := checkSlots(steps, slots); err != nil {
		return nil, err
	}
	return &Revolve{steps, min(slots, steps)}, nil
}

func checkSlots(steps, slots int) error {
	if slots < 0 || slots == 0 && steps > 1 {
		return fmt.Errorf("slots must be at least 1 for %d steps, not %d", steps, slots)
	}
	return nil
}

// Extra is how many steps the schedule advances: the least possible, by the closed form.
func (v *Revolve) Extra() int { return newFamily(v.steps, v.slots).extra() }

// Machine is one level with the schedule's slots, where a step run costs 1.
func (v *Revolve) Machine() Machine {
	return Machine{Steps: v.steps, Levels: []Level{{Slots: v.slots}}, Forward: 1, Reverse: 1}
}

// Actions yields the schedule.
func (v *Revolve) Actions() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		b := binomial{yield: yield}
		b.reverse(0, newFamily(v.steps, v.slots), 0)
	}
}

// String names the schedule.
func (v *Revolve) String() string {
	return fmt.Sprintf("revolve(%d steps, %d slots)", v.steps, v.slots)
}

// binomial yields the actions of binomial schedules.
type binomial struct {
	yield func(Action) bool
	level []int // of the snapshots, by their place in the stack of snapshots; level 0 if there is none
	kept  bool  // the lowest snapshot is stored when the schedule begins
}

// reverse yields what reverses the steps from lo, whose state is live. There are depth snapshots below.
func (b *binomial) reverse(lo int, f family, depth int) bool {
	level := 0
	if depth < len(b.level) {
		level = b.level[depth]
	}
	kept := b.kept && depth == 0
	if f.n > 1 && !kept && !b.yield(Action{Kind: Snapshot, Step: lo, Level: level}) {
		return false
	}
	written := f.n > 1 || kept
	for f.n > 1 {
		m, after, before := f.settle().split()
		if !b.yield(Action{Kind: Advance, Step: lo, To: lo + m}) || !b.reverse(lo+m, after, depth+1) ||
			!b.yield(Action{Kind: Restore, Step: lo, Level: level}) {
			return false
		}
		f = before
	}
	if written && !b.yield(Action{Kind: Discard, Step: lo, Level: level}) {
		return false
	}
	return b.yield(Action{Kind: Turn, Step: lo})
}
