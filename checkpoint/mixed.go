package checkpoint

// This file has schedules whose slots hold a state or the record of a step, after J. R. Maddison, Step-based
// checkpointing with high-level algorithmic differentiation, Journal of Computational Science 82 (2024).

import (
	"fmt"
	"iter"
	"math"
)

// maxTable bounds the work of the planners that try every cut.
const maxTable = 4e9

// checkTable checks that a plan of n steps does not take too long; the work grows as n²·slots.
func checkTable(steps, slots int) error {
	if float64(steps)*float64(steps)/2*float64(max(1, slots)) > maxTable {
		return fmt.Errorf("steps %d with %d slots are too many for a search over all cuts: steps²·slots/2 may be %.0e", steps, slots, float64(maxTable))
	}
	return nil
}

// Mixed is the schedule that runs the fewest steps where a slot holds a state or the record of one step. To reverse a step
// by its record nothing is run again.
type Mixed struct {
	steps, slots int
	cut          [][]int32 // by free slots and steps: how many to advance, or 0 to record the first
	run          []int     // by steps: the steps run with all slots free
}

// NewMixed plans a number of steps in a number of slots.
func NewMixed(steps, slots int) (*Mixed, error) {
	if err := checkSteps(steps); err != nil {
		return nil, err
	}
	if err := checkSlots(steps, slots); err != nil {
		return nil, err
	}
	slots = min(slots, steps-1)
	if err := checkTable(steps, slots); err != nil {
		return nil, err
	}
	v := &Mixed{steps: steps, slots: slots}
	v.plan()
	return v, nil
}

const never = math.MaxInt / 4

// plan fills the table slot by slot. run[n] is the fewest steps run that reverse n steps from a live state.
func (v *Mixed) plan() {
	less := make([]int, v.steps+1) // with a slot less
	for n := 2; n <= v.steps; n++ {
		less[n] = never
	}
	less[1] = 1
	v.cut, v.run = [][]int32{nil}, less
	for range v.slots {
		run, cut := make([]int, v.steps+1), make([]int32, v.steps+1)
		run[1] = 1
		for n := 2; n <= v.steps; n++ {
			best, at := 1+less[n-1], 0
			for m := 1; m < n; m++ {
				if c := m + less[n-m] + run[m]; c < best {
					best, at = c, m
				}
			}
			run[n], cut[n] = best, int32(at)
		}
		v.cut, v.run, less = append(v.cut, cut), run, run
	}
}

// Forward is how many steps are run, with and without a tape: the least possible.
func (v *Mixed) Forward() int { return v.run[v.steps] }

// Machine is one level with the schedule's slots, where a step run costs 1.
func (v *Mixed) Machine() Machine {
	return Machine{Steps: v.steps, Levels: []Level{{Slots: v.slots}}, Forward: 1, Reverse: 1}
}

// Actions yields the schedule.
func (v *Mixed) Actions() iter.Seq[Action] {
	return func(yield func(Action) bool) { v.reverse(yield, 0, v.steps, v.slots) }
}

// reverse yields what reverses n steps from lo, whose state is live, in some free slots.
func (v *Mixed) reverse(yield func(Action) bool, lo, n, free int) bool {
	kept := false
	for n > 1 && v.cut[free][n] > 0 {
		m := int(v.cut[free][n])
		if !kept && !yield(Action{Kind: Snapshot, Step: lo}) {
			return false
		}
		kept = true
		if !yield(Action{Kind: Advance, Step: lo, To: lo + m}) || !v.reverse(yield, lo+m, n-m, free-1) || !yield(Action{Kind: Restore, Step: lo}) {
			return false
		}
		n = m
	}
	if kept && !yield(Action{Kind: Discard, Step: lo}) {
		return false
	}
	if n == 1 {
		return yield(Action{Kind: Turn, Step: lo})
	}
	return yield(Action{Kind: Record, Step: lo}) && v.reverse(yield, lo+1, n-1, free-1) && yield(Action{Kind: Recall, Step: lo}) &&
		yield(Action{Kind: Forget, Step: lo}) && yield(Action{Kind: Turn, Step: lo})
}

// String names the schedule.
func (v *Mixed) String() string { return fmt.Sprintf("mixed(%d steps, %d slots)", v.steps, v.slots) }
