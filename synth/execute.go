package synth

// This file runs programs on symbolic data. It does not use the rules: data is what a device would hold, a sum of named
// contributions for every chunk, and whatever comes out is compared with the goal.

import (
	"fmt"
	"slices"
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

// Positional reports whether a valid program does the same on plain buffers, as the collectives of MPI and NCCL work on
// them: a gather puts buffers one behind the other in the order of the group, a scatter deals out a buffer from its
// beginning. If it does not, code for the program must permute the buffers at the end.
func Positional(cards []int, p Program) (bool, error) {
	if _, err := product("hierarchy", cards, MaxDevices); err != nil {
		return false, err
	}
	for _, s := range p {
		if f := s.form(cards); f != nil {
			return false, f
		}
	}
	if nested(p) {
		return true, nil
	}
	return newBuffers(cards).run(p), nil
}

// nested reports whether each gather undoes the last scatter that is not undone: then no buffer is ever out of order.
func nested(p Program) bool {
	var open []Step
	for _, s := range p {
		switch s.Op {
		case ReduceScatter:
			open = append(open, s)
		case AllGather:
			n := len(open) - 1
			if n < 0 || open[n].Lo != s.Lo || open[n].Hi != s.Hi || open[n].Master != s.Master {
				return false
			}
			open = open[:n]
		}
	}
	return true
}

// buffers are what the devices hold, chunk by chunk, without the contributions. Devices share what is the same.
type buffers struct {
	cards []int
	of    [][]int32 // by device
	k     int
}

func newBuffers(cards []int) *buffers {
	b := &buffers{cards: cards, k: 1}
	for _, c := range cards {
		b.k *= c
	}
	all := make([]int32, b.k)
	for r := range all {
		all[r] = int32(r)
	}
	b.of = slices.Repeat([][]int32{all}, b.k)
	return b
}

// run runs a program and reports whether it ends with all chunks in order.
func (b *buffers) run(p Program) bool {
	for _, s := range p {
		if !b.step(s) {
			return false
		}
	}
	var last []int32
	for _, buf := range b.of {
		if same(buf, last) {
			continue
		}
		if len(buf) != b.k {
			return false
		}
		for r, chunk := range buf {
			if chunk != int32(r) {
				return false
			}
		}
		last = buf
	}
	return true
}

// same reports whether buffers are one and the same.
func same(a, b []int32) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// step runs a step and reports whether it combines like with like.
func (b *buffers) step(s Step) bool {
	outer, g, inner := spans(b.cards, s)
	lanes := inner
	if s.Master {
		lanes = 1
	}
	var made map[*int32][]gathered
	if s.Op == AllGather {
		made = map[*int32][]gathered{}
	}
	for o := range outer {
		for in := range lanes {
			first := o*g*inner + in
			root := b.of[first]
			switch s.Op {
			case Broadcast:
				for i := 1; i < g; i++ {
					b.of[first+i*inner] = root
				}
			case AllGather:
				b.gather(made, first, g, inner)
			default:
				share := len(root) / g
				for i := range g {
					d := first + i*inner
					if !same(b.of[d], root) && !slices.Equal(b.of[d], root) {
						return false
					}
					switch {
					case s.Op == ReduceScatter:
						b.of[d] = root[i*share : (i+1)*share : (i+1)*share]
					case s.Op == Reduce && i > 0:
						b.of[d] = nil
					default:
						b.of[d] = root
					}
				}
			}
		}
	}
	return true
}

// gathered is what a group with certain members made.
type gathered struct {
	parts  [][]int32
	result []int32
}

func (b *buffers) gather(made map[*int32][]gathered, first, g, inner int) {
	root := b.of[first]
	var result []int32
	if len(root) == 0 {
		return // which a valid program does not do
	}
search:
	for _, old := range made[&root[0]] {
		for i, part := range old.parts {
			if !same(part, b.of[first+i*inner]) {
				continue search
			}
		}
		result = old.result
		break
	}
	if result == nil {
		parts := make([][]int32, g)
		for i := range parts {
			parts[i] = b.of[first+i*inner]
		}
		result = slices.Concat(parts...)
		made[&root[0]] = append(made[&root[0]], gathered{parts, result})
	}
	for i := range g {
		b.of[first+i*inner] = result
	}
}
