package synth

// This file checks programs against the rules.

import (
	"errors"
	"fmt"
	"slices"
)

// Fault says why a program is not valid.
type Fault struct {
	Code  Code
	Step  int   // index of the step; the length of the program if it ends too early
	Group []int // the devices of the group at fault, if one is
	Text  string
}

// Error gives the code and what it means here.
func (f *Fault) Error() string { return string(f.Code) + ": " + f.Text }

// machine is a hierarchy whose device states are tracked. It has at most 64 points.
type machine struct {
	cards  []int
	n, k   int
	ids    []int     // device of each point; nil if they are the same
	allow  []uint64  // the contributions each point may hold, and holds in each chunk at the end
	groups [][][]int // by the levels and the form of a step
	union  []uint64
	group  group // of the step at hand
}

// state is what the devices hold: n times k sets of contributors, then n sets of chunks.
type state []uint64

// newMachine makes the machine of one reduction group.
func newMachine(cards []int) *machine {
	n := 1
	for _, c := range cards {
		n *= c
	}
	m := &machine{cards: cards, n: n, k: n, groups: make([][][]int, patterns(cards)), union: make([]uint64, n)}
	m.allow = slices.Repeat([]uint64{^uint64(0) >> (64 - n)}, n)
	return m
}

// newMixedMachine makes the machine of a space that holds several reduction groups.
func newMixedMachine(s *Space) (*machine, error) {
	if len(s.ids) > 64 {
		return nil, fmt.Errorf("%d devices are too many for a hierarchy of the whole machine; 64 are possible", len(s.ids))
	}
	m := &machine{cards: s.Cards, n: len(s.ids), k: s.size, ids: s.ids, groups: make([][][]int, patterns(s.Cards)), union: make([]uint64, s.size)}
	m.allow = make([]uint64, m.n)
	for i := range m.allow {
		for j, g := range s.member {
			if g == s.member[i] {
				m.allow[i] |= 1 << j
			}
		}
	}
	return m, nil
}

func (m *machine) start() state {
	st := make(state, m.n*m.k+m.n)
	for d := range m.n {
		for r := range m.k {
			st[d*m.k+r] = 1 << d
		}
		st[m.n*m.k+d] = ^uint64(0) >> (64 - m.k)
	}
	return st
}

func (m *machine) done(st state) bool {
	for d := range m.n {
		for r := range m.k {
			if st[d*m.k+r] != m.allow[d] {
				return false
			}
		}
	}
	return true
}

// patterns bounds [Step.pattern].
func patterns(cards []int) int { return 2 * (len(cards) + 1) * (len(cards) + 1) }

// pattern numbers what a step's groups depend on.
func (s Step) pattern(levels int) int {
	n := 2 * (s.Lo*(levels+1) + s.Hi)
	if s.Master {
		n++
	}
	return n
}

// pattern lists the groups of a step, in the order of their smallest devices.
func (m *machine) pattern(s Step) [][]int {
	at := s.pattern(len(m.cards))
	if list := m.groups[at]; list != nil {
		return list
	}
	list := pattern(m.cards, s)
	if m.ids != nil {
		smallest := func(g []int) int {
			return m.ids[slices.MinFunc(g, func(a, b int) int { return m.ids[a] - m.ids[b] })]
		}
		slices.SortStableFunc(list, func(a, b []int) int { return smallest(a) - smallest(b) })
	}
	m.groups[at] = list
	return list
}

// apply runs a step on a state, in place. If it is at fault, the state is lost.
func (m *machine) apply(st state, s Step) *Fault {
	if f := s.form(m.cards); f != nil {
		return f
	}
	code, number, members := m.run(st, s)
	if code == "" {
		return nil
	}
	return &Fault{Code: code, Text: text(code, number), Group: m.named(members)}
}

// run runs a well-formed step on a state, in place. At a fault it gives its code, the number of its text and the group.
func (m *machine) run(st state, s Step) (Code, int, []int) {
	if code, number, members := m.allows(st, s); code != "" {
		return code, number, members
	}
	m.change(st, s)
	if d := m.mixed(st); d >= 0 {
		return EMixed, 0, []int{d}
	}
	return "", 0, nil
}

// mixed finds a device that holds contributions from outside its reduction group, or -1.
func (m *machine) mixed(st state) int {
	if m.ids == nil {
		return -1
	}
	for d := range m.n {
		for r := range m.k {
			if st[d*m.k+r]&^m.allow[d] != 0 {
				return d
			}
		}
	}
	return -1
}

// on prepares for the groups of a step on a state.
func (m *machine) on(st state) *group {
	m.group = group{state: st[:m.n*m.k], rows: st[m.n*m.k:], k: m.k, union: m.union}
	return &m.group
}

// allows checks the conditions of a step.
func (m *machine) allows(st state, s Step) (Code, int, []int) {
	g := m.on(st)
	for _, members := range m.pattern(s) {
		if len(members) < 2 {
			return ESingleton, 0, members
		}
		g.members = members
		for _, holds := range rules[s.Op].conditions {
			if code, number := holds(g); code != "" {
				return code, number, members
			}
		}
	}
	return "", 0, nil
}

// change gives a state the result of a step.
func (m *machine) change(st state, s Step) {
	g := m.on(st)
	for _, members := range m.pattern(s) {
		g.members = members
		rules[s.Op].result(g)
	}
}

func (m *machine) named(members []int) []int {
	list := slices.Clone(members)
	for i, d := range list {
		if m.ids != nil {
			list[i] = m.ids[d]
		}
	}
	return list
}

// check runs a program.
func (m *machine) check(p Program) *Fault {
	st := m.start()
	for i, s := range p {
		if f := m.apply(st, s); f != nil {
			f.Step = i
			return f
		}
	}
	if !m.done(st) {
		return &Fault{Code: EGoal, Step: len(p), Text: "program ends before every device holds every chunk reduced over its group"}
	}
	return nil
}

// Check says why a program is not valid on a hierarchy of these cardinalities: a *[Fault], or another error if the
// question makes no sense. Up to 64 devices the states are tracked in full; above, where each level has at most two
// children, which has the same answer.
func Check(cards []int, p Program) error {
	n, err := product("hierarchy", cards, MaxDevices)
	if err != nil {
		return err
	}
	if len(cards) == 0 {
		return fmt.Errorf("a reduction needs a level")
	}
	if n <= 64 {
		return asError(newMachine(cards).check(p))
	}
	small, err := skeleton(cards)
	if err != nil {
		return err
	}
	f := newMachine(small).check(p)
	if f != nil && len(f.Group) > 0 {
		f.Group = enlarge(small, cards, p[f.Step], f.Group[0])
	}
	if f == nil {
		_, err = sizes(cards, p)
		return err
	}
	return f
}

// Verify is [Check], and up to 64 devices [Execute] after it.
func Verify(cards []int, p Program) error {
	if err := Check(cards, p); err != nil {
		return err
	}
	if n, err := product("hierarchy", cards, MaxDevices); err != nil || n > 64 {
		return err
	}
	return Execute(cards, p)
}

// CheckSpace is [Check] for any hierarchy, in particular for those that hold several reduction groups.
func CheckSpace(s *Space, p Program) error {
	if s.Mode == ReductionAxes {
		return Check(s.Cards, p)
	}
	m, err := newMixedMachine(s)
	if err != nil {
		return err
	}
	return asError(m.check(p))
}

func asError(f *Fault) error {
	if f == nil {
		return nil // and not a nil pointer in an interface
	}
	return f
}

// FaultOf finds the fault in an error.
func FaultOf(err error) (*Fault, bool) {
	var f *Fault
	ok := errors.As(err, &f)
	return f, ok
}

// skeleton gives the hierarchy of at most two children per level.
func skeleton(cards []int) ([]int, error) {
	small := make([]int, len(cards))
	large := 0
	for i, c := range cards {
		if small[i] = min(c, 2); c > 1 {
			large++
		}
	}
	if large > MaxLevels {
		return nil, fmt.Errorf("a reduction over %d levels; %d are possible", large, MaxLevels)
	}
	return small, nil
}

// enlarge finds the group of a hierarchy that a group of the skeleton, given by its first point, stands for.
func enlarge(small, cards []int, s Step, first int) []int {
	point := 0
	for i, d := range mixedRadix(first, small) {
		point = point*cards[i] + d
	}
	for _, g := range pattern(cards, s) {
		if g[0] == point {
			return g
		}
	}
	return nil
}
