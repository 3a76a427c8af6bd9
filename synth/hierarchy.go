package synth

// This file holds synthesis hierarchies: what a reduction over some axes of a placement sees of the levels.

import (
	"fmt"
	"slices"
)

// Mode says which hierarchy programs are written for.
type Mode int

// The modes. The default has exactly the devices of a reduction group below its root; the others describe the whole
// machine, so that a program may mix what must not be mixed.
const (
	ReductionAxes Mode = iota // the factors of the reduction axes at each level
	SystemLevels              // the levels of the system
	ColumnBased               // the factors of the matrix, level by level
	RowBased                  // the factors of the matrix, axis by axis
)

const rootName = "root"

// Space is the hierarchy that programs of a reduction are written for: levels below a root, outermost first.
type Space struct {
	Names  []string // of the levels, without the root
	Cards  []int    // of the levels
	Mode   Mode
	ids    []int // device of each point, in the order of the points
	member []int // reduction group of each point
	size   int   // of a reduction group
}

// NewSpace gives the hierarchy of the reduction over some axes of a placement. Levels of one child are dropped unless
// keepOnes is set. If names is nil, the levels are named level0, level1 ….
//
// In the default mode the points are the devices of the first reduction group; all groups run the same program.
func NewSpace(p *Placement, axes []int, names []string, mode Mode, keepOnes bool) (*Space, error) {
	axes, err := reductionAxes(p, axes)
	if err != nil {
		return nil, err
	}
	names, err = levelNames(p, names)
	if err != nil {
		return nil, err
	}
	s := &Space{Mode: mode, size: 1}
	for _, i := range axes {
		s.size *= p.Axes[i]
	}
	all := make([]int, len(p.Axes))
	for i := range all {
		all[i] = i
	}
	var parts [][]cell // the cells that make up each level
	column := func(axes []int, j int) (list []cell) {
		for _, i := range axes {
			list = append(list, cell{i, j})
		}
		return list
	}
	switch mode {
	case ReductionAxes:
		for j := range p.Hierarchy {
			parts = append(parts, column(axes, j))
		}
	case SystemLevels:
		for j := range p.Hierarchy {
			parts = append(parts, column(all, j))
		}
	case ColumnBased:
		for j := range p.Hierarchy {
			for i := range p.Axes {
				parts = append(parts, []cell{{i, j}})
			}
		}
	case RowBased:
		for i := range p.Axes {
			for j := range p.Hierarchy {
				parts = append(parts, []cell{{i, j}})
			}
		}
	default:
		return nil, fmt.Errorf("there is no hierarchy mode %d", mode)
	}
	var order []cell // of all digits that vary, most significant first
	for _, part := range parts {
		card := 1
		for _, c := range part {
			card *= p.Matrix[c.axis][c.level]
		}
		if card == 1 && !keepOnes {
			continue
		}
		name := names[part[0].level]
		if mode == ColumnBased || mode == RowBased {
			name = fmt.Sprintf("%s.%d", name, part[0].axis)
		}
		s.Names = append(s.Names, name)
		s.Cards = append(s.Cards, card)
		order = append(order, part...)
	}
	s.number(p, axes, order)
	return s, nil
}

// cell is an entry of a matrix.
type cell struct{ axis, level int }

// number lists the devices of the points and their reduction groups.
func (s *Space) number(p *Placement, axes []int, order []cell) {
	bases := make([]int, len(order))
	points := 1
	for i, c := range order {
		bases[i] = p.Matrix[c.axis][c.level]
		points *= bases[i]
	}
	s.ids = make([]int, points)
	s.member = make([]int, points)
	groups := map[string]int{}
	at := make([][]int, len(p.Axes))
	for i := range at {
		at[i] = make([]int, len(p.Hierarchy))
	}
	for point := range points {
		for n, d := range mixedRadix(point, bases) {
			at[order[n].axis][order[n].level] = d
		}
		id := 0
		for j := range p.Hierarchy {
			for i := range p.Axes {
				id = id*p.Matrix[i][j] + at[i][j]
			}
		}
		s.ids[point] = id
		if s.Mode == ReductionAxes {
			continue
		}
		var key []int
		for i, c := range p.AxisOf(id) {
			if !slices.Contains(axes, i) {
				key = append(key, c)
			}
		}
		text := fmt.Sprint(key)
		if _, ok := groups[text]; !ok {
			groups[text] = len(groups)
		}
		s.member[point] = groups[text]
	}
}

// Size is the number of devices of a reduction group, and of the chunks of a buffer.
func (s *Space) Size() int { return s.size }

// Groups lists the device groups of a step over the whole machine, in the order of their smallest devices, each in the
// order of its members.
func (p *Placement) Groups(axes []int, st Step) ([][]int, error) {
	s, err := NewSpace(p, axes, nil, ReductionAxes, false)
	if err != nil {
		return nil, err
	}
	if f := st.form(s.Cards); f != nil {
		return nil, f
	}
	axes, _ = reductionAxes(p, axes)
	var others []int // first devices of the reduction groups
	for d, coords := range p.Mapping() {
		if !slices.ContainsFunc(axes, func(i int) bool { return coords[i] != 0 }) {
			others = append(others, d)
		}
	}
	var list [][]int
	for _, first := range others {
		for _, g := range pattern(s.Cards, st) {
			group := make([]int, len(g))
			for i, point := range g {
				group[i] = first + s.ids[point] // digits of different axes do not carry
			}
			list = append(list, group)
		}
	}
	slices.SortFunc(list, func(a, b []int) int { return slices.Min(a) - slices.Min(b) })
	return list, nil
}

// reductionAxes checks, sorts and dedups axes.
func reductionAxes(p *Placement, axes []int) ([]int, error) {
	axes = slices.Clone(axes)
	slices.Sort(axes)
	if len(axes) == 0 {
		return nil, fmt.Errorf("a reduction needs an axis")
	}
	if len(slices.Compact(slices.Clone(axes))) != len(axes) {
		return nil, fmt.Errorf("reduction axes %v name one twice", axes)
	}
	for _, i := range axes {
		if i < 0 || i >= len(p.Axes) {
			return nil, fmt.Errorf("reduction axis %d is not one of the axes 0 to %d", i, len(p.Axes)-1)
		}
	}
	return axes, nil
}

func levelNames(p *Placement, names []string) ([]string, error) {
	if names == nil {
		for j := range p.Hierarchy {
			names = append(names, fmt.Sprintf("level%d", j))
		}
	}
	if len(names) != len(p.Hierarchy) {
		return nil, fmt.Errorf("%d levels have %d names", len(p.Hierarchy), len(names))
	}
	return names, nil
}
