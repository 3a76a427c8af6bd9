package synth

// This file follows how much the devices of a large hierarchy hold. Devices are classed by which of their coordinates are
// zero: the points of the skeleton.

import "fmt"

// sizes gives the number of chunks that each class of devices holds before each step of a program that is valid on the
// skeleton, and checks that the chunks can be dealt out and are all there at the end.
func sizes(cards []int, p Program) ([][]int, error) {
	small, err := skeleton(cards)
	if err != nil {
		return nil, err
	}
	t := newTracker(cards, small)
	list := make([][]int, 0, len(p))
	held := t.start()
	for i, s := range p {
		list = append(list, held)
		if held, err = t.next(held, s); err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
	}
	for _, q := range held {
		if q != t.k {
			return nil, fmt.Errorf("a device ends with %d of %d chunks", q, t.k)
		}
	}
	return list, nil
}

// tracker follows sizes.
type tracker struct {
	small  []int
	k, n   int
	groups []*classes // by the levels and the form of a step
	cards  []int
}

// classes are the groups of a step on the skeleton, and the size of the group they stand for.
type classes struct {
	groups [][]int
	g      int
}

func newTracker(cards, small []int) *tracker {
	t := &tracker{small: small, k: 1, n: 1, cards: cards, groups: make([]*classes, patterns(cards))}
	for i, c := range cards {
		t.k *= c
		t.n *= small[i]
	}
	return t
}

func (t *tracker) start() []int {
	held := make([]int, t.n)
	for i := range held {
		held[i] = t.k
	}
	return held
}

func (t *tracker) of(s Step) *classes {
	at := s.pattern(len(t.cards))
	if t.groups[at] == nil {
		_, g, _ := spans(t.cards, s)
		t.groups[at] = &classes{pattern(t.small, s), g}
	}
	return t.groups[at]
}

// next gives the sizes after a step.
func (t *tracker) next(held []int, s Step) ([]int, error) {
	after := append([]int(nil), held...)
	c := t.of(s)
	for _, members := range c.groups {
		q := held[members[0]]
		for i, d := range members {
			switch {
			case s.Op == ReduceScatter:
				if q%c.g != 0 {
					return nil, &Fault{Code: EIndivisible, Text: fmt.Sprintf("%d chunks for %d members", q, c.g)}
				}
				after[d] = q / c.g
			case s.Op == AllGather:
				after[d] = q * c.g
			case s.Op == Reduce && i > 0:
				after[d] = 0
			default:
				after[d] = q
			}
		}
	}
	return after, nil
}
