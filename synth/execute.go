package synth

// This file runs programs on symbolic data. It does not use the rules: data is what a device would hold, a sum of named
// contributions for every chunk, and whatever comes out is compared with the goal.

import (
	"fmt"
)

// Execute runs a program on at most 64 devices, where chunk r of device d is the symbol (d, r), and says how the outcome
// differs from the sum over all devices in every chunk on every device. Chunks carry their names, as in the rules.
func Execute(cards []int, p Program) error {
	n, err := product("hierarchy", cards, 64)
	if err != nil {
		return err
	}
	for _, s := range p {
		if f := s.form(cards); f != nil {
			return f
		}
	}
	// counts[d][r][c] is how often the symbol (c, r) is in what device d holds of chunk r; nil if it holds nothing.
	counts := make([][][]uint16, n)
	for d := range counts {
		counts[d] = make([][]uint16, n)
		for r := range counts[d] {
			counts[d][r] = make([]uint16, n)
			counts[d][r][d] = 1
		}
	}
	for i, s := range p {
		for _, g := range pattern(cards, s) {
			if err := executeGroup(counts, g, s.Op); err != nil {
				return fmt.Errorf("step %d, %s: %w", i, s, err)
			}
		}
	}
	for d := range counts {
		for r := range counts[d] {
			if counts[d][r] == nil {
				return fmt.Errorf("device %d lacks chunk %d", d, r)
			}
			for c, times := range counts[d][r] {
				if times != 1 {
					return fmt.Errorf("device %d has the contribution of device %d to chunk %d %d times", d, c, r, times)
				}
			}
		}
	}
	return nil
}

func executeGroup(counts [][][]uint16, g []int, op Op) error {
	if op == Broadcast {
		for _, d := range g[1:] {
			counts[d] = counts[g[0]] // a step replaces what a device holds and changes nothing of it
		}
		return nil
	}
	k := len(counts)
	sum := make([][]uint16, k)
	var held []int
	for r := range k {
		for _, d := range g {
			if counts[d][r] == nil {
				continue
			}
			if sum[r] == nil {
				sum[r] = make([]uint16, k)
				held = append(held, r)
			}
			for c, times := range counts[d][r] {
				sum[r][c] += times
			}
		}
	}
	if op == ReduceScatter && len(held)%len(g) != 0 {
		return fmt.Errorf("%d chunks for %d devices", len(held), len(g))
	}
	for i, d := range g {
		after := make([][]uint16, k)
		switch {
		case op == ReduceScatter:
			share := len(held) / len(g)
			for _, r := range held[i*share : (i+1)*share] {
				after[r] = sum[r]
			}
		case op != Reduce || i == 0:
			copy(after, sum)
		}
		counts[d] = after
	}
	return nil
}
