package synth

// This file holds programs in their canonical form, and its parser and printer.

import (
	"fmt"
	"strconv"
	"strings"
)

// Op is a collective.
type Op uint8

// The collectives.
const (
	AllReduce Op = iota
	ReduceScatter
	AllGather
	Reduce
	Broadcast
)

// String is the name of the collective.
func (o Op) String() string { return rules[o].name }

// Step is a collective over groups of devices: those that differ only below level Lo down to level Hi, counted from 1,
// form a group. If Master is set, only the groups of the first devices of each node of level Hi take part.
type Step struct {
	Op     Op
	Lo, Hi int
	Master bool
}

// Program is a list of steps.
type Program []Step

// String is the canonical form of a step, as in RS(1,2) or AR*(0,1).
func (s Step) String() string {
	star := ""
	if s.Master {
		star = "*"
	}
	return rules[s.Op].short + star + "(" + strconv.Itoa(s.Lo) + "," + strconv.Itoa(s.Hi) + ")"
}

// String is the canonical form of a program: its steps with semicolons between.
func (p Program) String() string {
	parts := make([]string, len(p))
	for i, s := range p {
		parts[i] = s.String()
	}
	return strings.Join(parts, ";")
}

// ParseProgram reads the canonical form. Spaces are free. Whether the steps fit a hierarchy is for [Check] to say.
func ParseProgram(text string) (Program, error) {
	var p Program
	if strings.TrimSpace(text) == "" {
		return p, nil
	}
	for i, part := range strings.Split(text, ";") {
		s, err := parseStep(strings.Join(strings.Fields(part), ""))
		if err != nil {
			return nil, fmt.Errorf("step %d, %q: %w", i, strings.TrimSpace(part), err)
		}
		p = append(p, s)
	}
	return p, nil
}

func parseStep(text string) (Step, error) {
	name, rest, ok := strings.Cut(text, "(")
	if !ok || !strings.HasSuffix(rest, ")") {
		return Step{}, fmt.Errorf("a step is written like AR(0,1) or AR*(0,1)")
	}
	var s Step
	name, s.Master = strings.CutSuffix(name, "*")
	op, ok := opNamed(name)
	if !ok {
		return Step{}, fmt.Errorf("there is no collective %q; there are AR, RS, AG, RD and BC", name)
	}
	s.Op = op
	lo, hi, ok := strings.Cut(strings.TrimSuffix(rest, ")"), ",")
	if !ok {
		return Step{}, fmt.Errorf("a step has two levels")
	}
	var err error
	if s.Lo, err = strconv.Atoi(lo); err != nil {
		return Step{}, fmt.Errorf("%q is not a level", lo)
	}
	if s.Hi, err = strconv.Atoi(hi); err != nil {
		return Step{}, fmt.Errorf("%q is not a level", hi)
	}
	return s, nil
}

// opNamed finds a collective by its short or long name.
func opNamed(name string) (Op, bool) {
	for op, r := range rules {
		if r.short == name || r.name == name {
			return Op(op), true
		}
	}
	return 0, false
}

// form says why a step does not fit a hierarchy.
func (s Step) form(cards []int) *Fault {
	switch {
	case s.Hi > len(cards) || s.Hi < 0:
		return &Fault{Code: EForm, Text: "slice level out of range"}
	case s.Lo < 0 || s.Lo > s.Hi:
		return &Fault{Code: EForm, Text: "ancestor level out of range"}
	}
	return nil
}

// pattern lists the groups of a well-formed step in a hierarchy, in the order of their first points.
func pattern(cards []int, s Step) [][]int {
	outer, g, inner := spans(cards, s)
	lanes := inner
	if s.Master {
		lanes = 1
	}
	list := make([][]int, 0, outer*lanes)
	points := make([]int, outer*lanes*g)
	for o := range outer {
		for in := range lanes {
			group := points[:g:g]
			points = points[g:]
			for i := range group {
				group[i] = (o*g+i)*inner + in
			}
			list = append(list, group)
		}
	}
	return list
}

// spans gives the number of points above, in and below the groups of a step.
func spans(cards []int, s Step) (outer, g, inner int) {
	outer, g, inner = 1, 1, 1
	for i, c := range cards {
		switch {
		case i < s.Lo:
			outer *= c
		case i < s.Hi:
			g *= c
		default:
			inner *= c
		}
	}
	return outer, g, inner
}

// Steps lists the steps that a hierarchy of so many levels has, in canonical order: each once, with forms that mean the
// same counted as one.
func Steps(levels int) []Step {
	var list []Step
	for _, op := range []Op{AllGather, AllReduce, Broadcast, Reduce, ReduceScatter} { // as their short names sort
		for _, master := range []bool{false, true} {
			for lo := range levels {
				for hi := lo + 1; hi <= levels; hi++ {
					if !master || hi < levels {
						list = append(list, Step{op, lo, hi, master})
					}
				}
			}
		}
	}
	return list
}
