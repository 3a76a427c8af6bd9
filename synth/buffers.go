package synth

// This file tells whether programs keep the order of chunks in plain buffers, by following the buffers.

import (
	"fmt"
	"slices"
)

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
	var o *orders
	if small, err := skeleton(cards); err == nil {
		o = newOrders(cards, small)
	}
	return inOrder(cards, o, p), nil
}

// inOrder follows the factors of a program, or its buffers if that is not enough.
func inOrder(cards []int, o *orders, p Program) bool {
	if o != nil {
		if positional, known := o.run(p); known {
			return positional
		}
	}
	return newBuffers(cards).run(p)
}

// PositionalOf is [Positional] for all of a list of strategies, on a hierarchy of as many levels.
func PositionalOf(cards []int, l *Strategies) ([]bool, error) {
	if len(cards) != l.Levels {
		return nil, fmt.Errorf("programs for %d levels on a hierarchy of %d", l.Levels, len(cards))
	}
	if _, err := product("hierarchy", cards, MaxDevices); err != nil {
		return nil, err
	}
	small, err := skeleton(cards)
	if err != nil {
		return nil, err
	}
	o := newOrders(cards, small)
	list := make([]bool, len(l.Programs))
	for i, p := range l.Programs {
		list[i] = nested(p) || inOrder(cards, o, p)
	}
	return list, nil
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
