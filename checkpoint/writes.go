package checkpoint

// This file finds the fewest snapshot writes among the schedules of Revolve's cost.

// maxWritesSteps bounds the search for the fewest writes.
const maxWritesSteps = 100

// Writes is the fewest snapshots written, state 0 included, by any schedule that advances no more steps than this one. It is
// known for at most 100 steps.
func (v *Revolve) Writes() (writes int, known bool) {
	if v.steps > maxWritesSteps {
		return 0, false
	}
	s := max(1, min(v.slots, v.steps-1))
	// least[k][n] is for n steps whose first state is stored, with k slots besides.
	least := make([][]int, s)
	for k := range least {
		least[k] = make([]int, v.steps+1)
		for n := 2; n <= v.steps; n++ {
			least[k][n] = fewest(least, k, n)
		}
	}
	if v.steps == 1 {
		return 0, true
	}
	return 1 + least[s-1][v.steps], true
}

// fewest tries every cut of n steps whose cost is the least.
func fewest(least [][]int, k, n int) int {
	t, best := newFamily(n, k+1).extra(), maxInt
	for m := 1; m < n; m++ {
		after, writes := 0, 0
		if n-m > 1 {
			if k == 0 {
				continue
			}
			after, writes = newFamily(n-m, k).extra(), 1+least[k-1][n-m]
		}
		if m+after+newFamily(m, k+1).extra() == t {
			best = min(best, writes+least[k][m])
		}
	}
	return best
}
