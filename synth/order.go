package synth

// This file follows the order of chunks in buffers by factors. Devices of a class, those with the same coordinates zero,
// hold buffers of one form: which chunk is at a position of the buffer of a device is a sum over digits of the position
// and over digits of the device's coordinates.

import "slices"

// factor is a digit and what it adds to the chunk's number.
type factor struct{ size, weight int }

// form is the buffer of a class of devices.
type form struct {
	empty  bool
	at     []factor   // digits of the position, most significant first
	levels [][]factor // digits of the coordinate at each level; nil if the buffer does not depend on it
}

func (f *form) equal(g *form) bool {
	if f == g {
		return true
	}
	return f.empty == g.empty && slices.Equal(f.at, g.at) && slices.EqualFunc(f.levels, g.levels, slices.Equal)
}

// orders are the forms of all classes.
type orders struct {
	t   *tracker
	all *form // at the start
	of  []*form
}

func newOrders(cards []int, small []int) *orders {
	o := &orders{t: newTracker(cards, small)}
	o.all = &form{at: []factor{{o.t.k, 1}}, levels: make([][]factor, len(cards))}
	o.of = make([]*form, o.t.n)
	return o
}

// run runs a program and reports whether all chunks are in order at the end, and whether that is known: chunks may be
// dealt out where no digit ends.
func (o *orders) run(p Program) (positional, known bool) {
	for i := range o.of {
		o.of[i] = o.all
	}
	for _, s := range p {
		if !o.step(s) {
			return false, false
		}
	}
	for _, f := range o.of {
		if f.empty || slices.ContainsFunc(f.levels, func(l []factor) bool { return l != nil }) {
			return false, false
		}
		weight := 1
		for _, d := range slices.Backward(f.at) {
			if d.size > 1 && d.weight != weight {
				return false, true
			}
			weight *= d.size
		}
	}
	return true, true
}

// step runs a step and reports whether it could be followed.
func (o *orders) step(s Step) bool {
	c := o.t.of(s)
	for _, members := range c.groups {
		root := o.of[members[0]]
		if s.Op != Broadcast {
			for _, d := range members[1:] {
				if !root.equal(o.of[d]) {
					return false
				}
			}
		}
		after := root
		switch s.Op {
		case AllGather:
			after = root.gather(s)
		case ReduceScatter:
			after = root.scatter(s, o.t.cards)
		case Broadcast:
			after = root.constant(s)
		default:
			if root.depends(s) {
				return false
			}
		}
		if after == nil {
			return false
		}
		for i, d := range members {
			switch {
			case s.Op == Broadcast && i == 0:
			case s.Op == Reduce && i > 0:
				o.of[d] = &form{empty: true, levels: make([][]factor, len(root.levels))}
			default:
				o.of[d] = after
			}
		}
	}
	return true
}

// depends reports whether the members of a group of a step hold different chunks.
func (f *form) depends(s Step) bool {
	return slices.ContainsFunc(f.levels[s.Lo:s.Hi], func(l []factor) bool { return l != nil })
}

// gather puts the digits of the group before those of the position.
func (f *form) gather(s Step) *form {
	after := &form{levels: slices.Clone(f.levels)}
	for l := s.Lo; l < s.Hi; l++ {
		if f.levels[l] == nil {
			return nil
		}
		after.at = append(after.at, f.levels[l]...)
		after.levels[l] = nil
	}
	after.at = append(after.at, f.at...)
	return after
}

// constant is what the others hold after a broadcast: what the root does, whose coordinates in the group are zero. The
// group's digits are fixed at zero, and add nothing.
func (f *form) constant(s Step) *form {
	if !f.depends(s) {
		return f
	}
	after := &form{at: f.at, levels: slices.Clone(f.levels)}
	for l := s.Lo; l < s.Hi; l++ {
		after.levels[l] = nil
	}
	return after
}

// scatter makes the most significant digits of the position those of the group.
func (f *form) scatter(s Step, cards []int) *form {
	if f.depends(s) {
		return nil
	}
	after := &form{levels: slices.Clone(f.levels)}
	rest := f.at
	for l := s.Lo; l < s.Hi; l++ {
		after.levels[l] = []factor{}
		for need := cards[l]; need > 1; {
			if len(rest) == 0 {
				return nil
			}
			d := rest[0]
			switch {
			case need%d.size == 0:
				after.levels[l] = append(after.levels[l], d)
				need /= d.size
				rest = rest[1:]
			case d.size%need == 0:
				low := d.size / need
				after.levels[l] = append(after.levels[l], factor{need, d.weight * low})
				rest = append([]factor{{low, d.weight}}, rest[1:]...)
				need = 1
			default:
				return nil
			}
		}
	}
	after.at = rest
	return after
}
