package checkpoint

// This file has schedules over levels with costs, by the recurrence of J. Herrmann and G. Pallez (Aupy), H-Revolve: a framework
// for adjoint computation on synchronous hierarchical platforms, ACM Transactions on Mathematical Software 46 (2020).

import (
	"fmt"
	"iter"
	"math"
	"slices"
)

// maxPrice bounds prices, so that costs fit an int64.
const maxPrice = 1_000_000_000

// Hierarchy is the cheapest schedule over levels whose snapshots are nested: while a level is in use, only faster ones are
// used for the steps after its last snapshot. Levels are ordered, the fastest first.
type Hierarchy struct {
	machine Machine
	levels  []hierarchyLevel
}

// hierarchyLevel has the tables of a level. With c slots free in it and all those of the levels below:
// live[c][n] is the cost of n steps whose first state is live, and stored[c][n] where that state is at this level too.
type hierarchyLevel struct {
	live, stored [][]int64
	write        [][]bool  // for live: store the state at this level
	cut          [][]int32 // for stored: how many steps to advance, or 0 to go on with the levels below
}

// NewHierarchy plans the reversal of the machine's steps.
func NewHierarchy(m Machine) (*Hierarchy, error) {
	if err := checkHierarchy(m); err != nil {
		return nil, err
	}
	m.Levels = slices.Clone(m.Levels)
	v := &Hierarchy{machine: m, levels: make([]hierarchyLevel, len(m.Levels))}
	for k := range v.levels {
		v.plan(k)
	}
	if v.Cost() >= math.MaxInt64/4 {
		return nil, fmt.Errorf("levels have no slot, and %d steps need one", m.Steps)
	}
	return v, nil
}

func checkHierarchy(m Machine) error {
	if err := checkSteps(m.Steps); err != nil {
		return err
	}
	if len(m.Levels) == 0 {
		return fmt.Errorf("levels must not be empty")
	}
	prices := []int64{m.Forward, m.Reverse}
	slots := 0
	for i, l := range m.Levels {
		if l.Slots < 0 {
			return fmt.Errorf("levels[%d].slots must be at least 0, not %d", i, l.Slots)
		}
		slots += min(l.Slots, m.Steps)
		prices = append(prices, l.Write, l.Read)
	}
	for i, p := range prices {
		name := "uf"
		switch {
		case i == 1:
			name = "ub"
		case i > 1:
			name = fmt.Sprintf("levels[%d].%s", i/2-1, []string{"write", "read"}[i%2])
		}
		if p < 0 || p > maxPrice {
			return fmt.Errorf("%s must be between 0 and %d, not %d", name, maxPrice, p)
		}
	}
	return checkTable(m.Steps, slots)
}

// slots is how many slots of a level are of use.
func (v *Hierarchy) slots(k int) int { return min(v.machine.Levels[k].Slots, v.machine.Steps) }

// below is the cost with all slots of the levels below k.
func (v *Hierarchy) below(k, n int) int64 {
	switch {
	case n == 1:
		return v.machine.Reverse
	case k == 0:
		return math.MaxInt64 / 4
	}
	return v.levels[k-1].live[v.slots(k-1)][n]
}

// plan fills the tables of level k.
func (v *Hierarchy) plan(k int) {
	l, m := &v.levels[k], v.machine
	for c := 0; c <= v.slots(k); c++ {
		live, write := make([]int64, m.Steps+1), make([]bool, m.Steps+1)
		for n := 1; n <= m.Steps; n++ {
			live[n] = v.below(k, n)
			if c == 0 || n == 1 {
				continue
			}
			if p := m.Levels[k].Write + l.stored[c-1][n]; p < live[n] {
				live[n], write[n] = p, true
			}
		}
		l.live, l.write = append(l.live, live), append(l.write, write)
		if c == v.slots(k) {
			break
		}
		stored, cut := make([]int64, m.Steps+1), make([]int32, m.Steps+1)
		stored[1] = m.Reverse
		for n := 2; n <= m.Steps; n++ {
			best, at := v.below(k, n), 0
			for j := 1; j < n; j++ {
				if p := int64(j)*m.Forward + live[n-j] + m.Levels[k].Read + stored[j]; p < best {
					best, at = p, j
				}
			}
			stored[n], cut[n] = best, int32(at)
		}
		l.stored, l.cut = append(l.stored, stored), append(l.cut, cut)
	}
}

// Cost is the schedule's cost by the machine's prices.
func (v *Hierarchy) Cost() int64 { return v.below(len(v.levels), v.machine.Steps) }

// Machine is the machine that the schedule was planned for.
func (v *Hierarchy) Machine() Machine { return v.machine }

// Actions yields the schedule.
func (v *Hierarchy) Actions() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		top := len(v.levels) - 1
		v.reverse(yield, top, v.slots(top), 0, v.machine.Steps)
	}
}

// reverse yields what reverses n steps from lo, whose state is live, with c slots free in level k and all below.
func (v *Hierarchy) reverse(yield func(Action) bool, k, c, lo, n int) bool {
	if n == 1 {
		return yield(Action{Kind: Turn, Step: lo})
	}
	l := &v.levels[k]
	if !l.write[c][n] {
		return v.reverse(yield, k-1, v.slots(k-1), lo, n)
	}
	if !yield(Action{Kind: Snapshot, Step: lo, Level: k}) {
		return false
	}
	for c--; n > 1 && l.cut[c][n] > 0; {
		j := int(l.cut[c][n])
		if !yield(Action{Kind: Advance, Step: lo, To: lo + j}) || !v.reverse(yield, k, c, lo+j, n-j) || !yield(Action{Kind: Restore, Step: lo, Level: k}) {
			return false
		}
		n = j
	}
	if n == 1 {
		return yield(Action{Kind: Discard, Step: lo, Level: k}) && yield(Action{Kind: Turn, Step: lo})
	}
	return v.reverse(yield, k-1, v.slots(k-1), lo, n) && yield(Action{Kind: Discard, Step: lo, Level: k})
}

// String names the schedule.
func (v *Hierarchy) String() string {
	return fmt.Sprintf("hierarchy(%d steps, %d levels, cost %d)", v.machine.Steps, len(v.levels), v.Cost())
}
