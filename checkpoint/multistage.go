package checkpoint

// This file has the binomial schedule over two levels, after P. Stumm and A. Walther, MultiStage approaches for optimal
// offline checkpointing, SIAM Journal on Scientific Computing 31 (2009), 1946-1967.

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
)

// Multistage is Revolve's schedule with its snapshots on two levels: 0 is memory, 1 is disk. Those places in the stack of
// snapshots that are written and read most are in memory.
type Multistage struct {
	steps, ram, disk int
	level            []int
}

// NewMultistage plans a number of steps in slots in memory and on disk.
func NewMultistage(steps, ram, disk int) (*Multistage, error) {
	if err := checkSteps(steps); err != nil {
		return nil, err
	}
	if ram < 0 || disk < 0 || ram > maxSteps || disk > maxSteps {
		return nil, fmt.Errorf("ram and disk must be between 0 and %d, not %d and %d", maxSteps, ram, disk)
	}
	if steps > 1 && ram+disk == 0 {
		return nil, fmt.Errorf("ram and disk must have a slot for %d steps", steps)
	}
	v := &Multistage{steps: steps, ram: ram, disk: disk}
	weights := v.Weights()
	order := make([]int, len(weights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(weights[j], weights[i]) })
	v.level = make([]int, len(weights))
	for _, i := range order[min(ram, len(order)):] {
		v.level[i] = 1
	}
	return v, nil
}

// slots is how many snapshots are of use.
func (v *Multistage) slots() int { return min(v.ram+v.disk, v.steps-1) }

// Weights is how often each place in the stack of snapshots is written or read, from the lowest, which holds state 0.
func (v *Multistage) Weights() []int {
	weights := make([]int, v.slots())
	depth := -1
	b := binomial{yield: func(a Action) bool {
		switch a.Kind {
		case Snapshot:
			depth++
			weights[depth]++
		case Restore:
			weights[depth]++
		case Discard:
			depth--
		}
		return true
	}}
	b.reverse(0, newFamily(v.steps, v.slots()), 0)
	return weights
}

// Placement is the level of each place in the stack of snapshots, from the lowest.
func (v *Multistage) Placement() []int { return slices.Clone(v.level) }

// Extra is how many steps the schedule advances: as few as with all slots on one level.
func (v *Multistage) Extra() int { return newFamily(v.steps, v.slots()).extra() }

// Machine has memory and disk, where a step run costs 1.
func (v *Multistage) Machine() Machine {
	return Machine{Steps: v.steps, Levels: []Level{{Slots: v.ram}, {Slots: v.disk}}, Forward: 1, Reverse: 1}
}

// Actions yields the schedule.
func (v *Multistage) Actions() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		b := binomial{yield: yield, level: v.level}
		b.reverse(0, newFamily(v.steps, v.slots()), 0)
	}
}

// String names the schedule.
func (v *Multistage) String() string {
	return fmt.Sprintf("multistage(%d steps, %d slots in memory, %d on disk)", v.steps, v.ram, v.disk)
}
