package synth

// This file holds placements: the parallelism matrices of a hierarchy, in lexicographic order and one at a time, and where
// one puts the devices.

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Matrix is a parallelism matrix: a row per axis of parallelism, a column per level. The product of a row is the size of
// its axis, the product of a column the cardinality of its level.
type Matrix [][]int

// String writes a matrix on one line, as its JSON is.
func (m Matrix) String() string {
	return strings.ReplaceAll(fmt.Sprint([][]int(m)), " ", ",")
}

// CheckAxes reports why axes cannot be laid over a hierarchy.
func CheckAxes(hierarchy, axes []int) error {
	if len(hierarchy) == 0 || len(axes) == 0 {
		return fmt.Errorf("a placement needs at least one level and one axis")
	}
	devices, err := product("hierarchy", hierarchy, MaxDevices)
	if err != nil {
		return err
	}
	size, err := product("axes", axes, MaxDevices)
	if err != nil {
		return err
	}
	if size != devices {
		return fmt.Errorf("axes %v multiply to %d, the hierarchy %v to %d", axes, size, hierarchy, devices)
	}
	return nil
}

// Placements yields the parallelism matrices in lexicographic order of their rows. It finds the next one only when it is
// asked for; the matrix yielded is the caller's. If there can be none, it yields an error.
func Placements(hierarchy, axes []int) iter.Seq2[Matrix, error] {
	return func(yield func(Matrix, error) bool) {
		if err := CheckAxes(hierarchy, axes); err != nil {
			yield(nil, err)
			return
		}
		e := &enumeration{
			rest:  slices.Clone(hierarchy),
			axes:  axes,
			flat:  make([]int, len(axes)*len(hierarchy)),
			dead:  map[string]bool{},
			yield: func(m Matrix) bool { return yield(m, nil) },
		}
		e.fill(0, axes[0])
	}
}

// enumeration is a search for matrices, entry by entry.
type enumeration struct {
	rest  []int // what is left of each level
	axes  []int
	flat  []int
	dead  map[string]bool // what was left before a row and cannot be filled
	found int
	yield func(Matrix) bool
}

// fill sets the entries from at on; left is what is left of the row's axis. It reports whether to go on.
func (e *enumeration) fill(at, left int) bool {
	n := len(e.rest)
	row, col := at/n, at%n
	if at == len(e.flat) {
		e.found++
		m := make(Matrix, len(e.axes))
		for i := range m {
			m[i] = slices.Clone(e.flat[i*n : (i+1)*n])
		}
		return e.yield(m)
	}
	key := ""
	if col == 0 {
		if key = fmt.Sprint(row, e.rest); e.dead[key] {
			return true
		}
	}
	before := e.found
	goOn := true
	for f := 1; f <= min(left, e.rest[col]) && goOn; f++ {
		if left%f != 0 || e.rest[col]%f != 0 || !e.room(left/f, col+1) || row == len(e.axes)-1 && f != e.rest[col] {
			continue
		}
		e.flat[at] = f
		e.rest[col] /= f
		next := left / f
		if col == n-1 && row+1 < len(e.axes) {
			next = e.axes[row+1]
		}
		goOn = e.fill(at+1, next)
		e.rest[col] *= f
	}
	if col == 0 && goOn && e.found == before {
		e.dead[key] = true
	}
	return goOn
}

// room reports whether what is left of an axis divides what is left of the levels from col on.
func (e *enumeration) room(left, col int) bool {
	p := 1
	for _, r := range e.rest[col:] {
		p *= r
	}
	return p%left == 0
}

// Placement is a matrix over a hierarchy. [NewPlacement] makes one.
type Placement struct {
	Matrix    Matrix
	Hierarchy []int // cardinalities of the levels: products of the columns
	Axes      []int // sizes of the axes: products of the rows
}

// NewPlacement checks a matrix. If hierarchy is not nil, the columns must multiply to it.
func NewPlacement(m Matrix, hierarchy []int) (*Placement, error) {
	if len(m) == 0 || len(m[0]) == 0 {
		return nil, fmt.Errorf("a parallelism matrix needs at least one row and one column")
	}
	p := &Placement{Matrix: m}
	for i, row := range m {
		if len(row) != len(m[0]) {
			return nil, fmt.Errorf("row %d of the matrix has %d entries, row 0 has %d", i, len(row), len(m[0]))
		}
		size, err := product(fmt.Sprintf("row %d of the matrix", i), row, MaxDevices)
		if err != nil {
			return nil, err
		}
		p.Axes = append(p.Axes, size)
	}
	for j := range m[0] {
		column := make([]int, len(m))
		for i := range m {
			column[i] = m[i][j]
		}
		card, err := product(fmt.Sprintf("column %d of the matrix", j), column, MaxDevices)
		if err != nil {
			return nil, err
		}
		p.Hierarchy = append(p.Hierarchy, card)
	}
	if _, err := product("matrix", p.Hierarchy, MaxDevices); err != nil {
		return nil, err
	}
	if hierarchy != nil && !slices.Equal(hierarchy, p.Hierarchy) {
		return nil, fmt.Errorf("columns of the matrix multiply to %v, the hierarchy is %v", p.Hierarchy, hierarchy)
	}
	return p, nil
}

// Devices is the number of devices.
func (p *Placement) Devices() int {
	n := 1
	for _, c := range p.Hierarchy {
		n *= c
	}
	return n
}

// AxisOf gives the coordinates of a device on the axes.
func (p *Placement) AxisOf(device int) []int {
	coords := make([]int, len(p.Axes))
	for i, row := range p.digits(device) {
		for j, d := range row {
			coords[i] = coords[i]*p.Matrix[i][j] + d
		}
	}
	return coords
}

// DeviceOf gives the device at coordinates on the axes. It is the inverse of [Placement.AxisOf].
func (p *Placement) DeviceOf(coords []int) int {
	digits := make([][]int, len(p.Axes))
	for i, c := range coords {
		digits[i] = mixedRadix(c, p.Matrix[i])
	}
	device := 0
	for j := range p.Hierarchy {
		for i := range p.Axes {
			device = device*p.Matrix[i][j] + digits[i][j]
		}
	}
	return device
}

// Mapping yields the coordinates of every device, in the order of the devices.
func (p *Placement) Mapping() iter.Seq2[int, []int] {
	return func(yield func(int, []int) bool) {
		for d := range p.Devices() {
			if !yield(d, p.AxisOf(d)) {
				return
			}
		}
	}
}

// digits splits a device number into its digit at each axis and level.
func (p *Placement) digits(device int) [][]int {
	digits := make([][]int, len(p.Axes))
	for i := range digits {
		digits[i] = make([]int, len(p.Hierarchy))
	}
	for j := len(p.Hierarchy) - 1; j >= 0; j-- {
		for i := len(p.Axes) - 1; i >= 0; i-- {
			digits[i][j] = device % p.Matrix[i][j]
			device /= p.Matrix[i][j]
		}
	}
	return digits
}

// mixedRadix splits a number into digits, most significant first.
func mixedRadix(x int, bases []int) []int {
	digits := make([]int, len(bases))
	for j := len(bases) - 1; j >= 0; j-- {
		digits[j] = x % bases[j]
		x /= bases[j]
	}
	return digits
}
