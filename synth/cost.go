package synth

// This file prices programs. What a step costs is kept in whole numbers, rounds and loads by level, and turned into
// seconds once, so that programs that cost the same compare as equal.

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Algorithm says how collectives are done.
type Algorithm uint8

// The algorithms.
const (
	Ring Algorithm = iota // rings and chains
	Tree                  // binomial trees; scatter and gather in rings
	NCCL                  // for each step the best of ring and tree and of three protocols, with NCCL's constants
)

var algorithms = [...]string{Ring: "ring", Tree: "tree", NCCL: "nccl"}

// String is the name of an algorithm.
func (a Algorithm) String() string { return algorithms[a] }

// ParseAlgorithm finds an algorithm by its name.
func ParseAlgorithm(name string) (Algorithm, error) {
	for a, n := range algorithms {
		if n == name {
			return Algorithm(a), nil
		}
	}
	return 0, fmt.Errorf("there is no algorithm %q; there are ring, tree and nccl", name)
}

// Model prices the programs of a reduction over some axes of a placement on a topology. It is not for several goroutines
// at once.
type Model struct {
	top     *Topology
	cards   []int
	torus   []bool
	space   *Space
	tracker *tracker
	firsts  []int // first devices of the reduction groups
	counted map[loadKey][]load
	quote   *quote // the last that was asked for
}

// NewModel checks that everything fits.
func NewModel(top *Topology, m Matrix, axes []int) (*Model, error) {
	if err := top.Validate(); err != nil {
		return nil, err
	}
	p, err := NewPlacement(m, top.Cards())
	if err != nil {
		return nil, err
	}
	if n := p.Devices(); n > MaxPriced {
		return nil, fmt.Errorf("costs for %d devices; %d are possible", n, MaxPriced)
	}
	space, err := NewSpace(p, axes, top.Names(), ReductionAxes, false)
	if err != nil {
		return nil, err
	}
	small, err := skeleton(space.Cards)
	if err != nil {
		return nil, err
	}
	model := &Model{top: top, cards: top.Cards(), space: space, tracker: newTracker(space.Cards, small),
		counted: map[loadKey][]load{}}
	for _, l := range top.Levels {
		model.torus = append(model.torus, l.Torus)
	}
	for d, coords := range p.Mapping() {
		if !slices.ContainsFunc(axes, func(i int) bool { return coords[i] != 0 }) {
			model.firsts = append(model.firsts, d)
		}
	}
	return model, nil
}

// Space is the hierarchy of the reduction.
func (m *Model) Space() *Space { return m.space }

// Flat is the program of one all-reduce.
func (m *Model) Flat() Program {
	return Program{{Op: AllReduce, Lo: 0, Hi: len(m.space.Cards)}}
}

// price is what a step costs: rounds at the latency of a level, and a load of a level in units of 1/k² of the buffer.
// The NCCL model is in seconds at once.
type price struct {
	rounds     int64
	alphaLevel int
	load       int64
	loadLevel  int
	levels     []int64 // loads of all levels, for pipelines
	seconds    float64 // of the NCCL model
}

// Seconds prices a valid program for a buffer of so many bytes per device.
func (m *Model) Seconds(p Program, size float64, alg Algorithm) (float64, error) {
	prices, err := m.pricesOf(p, size, alg)
	if err != nil {
		return 0, err
	}
	return m.total(prices, size), nil
}

// Steps prices the steps of a valid program.
func (m *Model) Steps(p Program, size float64, alg Algorithm) ([]float64, error) {
	prices, err := m.pricesOf(p, size, alg)
	if err != nil {
		return nil, err
	}
	list := make([]float64, len(prices))
	for i := range prices {
		list[i] = m.total(prices[i:i+1], size)
	}
	return list, nil
}

// total adds up by level, then turns to seconds.
func (m *Model) total(prices []price, size float64) float64 {
	var room [2 * 16]int64
	sums := room[:]
	if n := 2 * len(m.cards); n > len(sums) {
		sums = make([]int64, n)
	}
	seconds := 0.0
	for _, p := range prices {
		sums[2*p.alphaLevel] += p.rounds
		sums[2*p.loadLevel+1] += p.load
		seconds += p.seconds
	}
	for j, l := range m.top.Levels {
		seconds += float64(sums[2*j])*l.Alpha + m.transfer(sums[2*j+1], j, size)
	}
	return seconds
}

// transfer is the time of a load at a port.
func (m *Model) transfer(load int64, level int, size float64) float64 {
	k := float64(m.space.size)
	return float64(load) / (k * k) * size / m.top.Levels[level].Bandwidth
}

func (m *Model) pricesOf(p Program, size float64, alg Algorithm) ([]price, error) {
	if !(size >= 0) || math.IsInf(size, 0) {
		return nil, fmt.Errorf("%v bytes are not a size", size)
	}
	if int(alg) >= len(algorithms) {
		return nil, fmt.Errorf("there is no algorithm %d", alg)
	}
	for _, s := range p {
		if f := m.fits(s); f != nil {
			return nil, f
		}
	}
	return m.quoteFor(size, alg).prices(p)
}

// fits says why a step has no price.
func (m *Model) fits(s Step) error {
	if f := s.form(m.space.Cards); f != nil {
		return f
	}
	if m.tracker.of(s).g < 2 {
		return &Fault{Code: ESingleton, Text: text(ESingleton, 0)}
	}
	return nil
}

// plan is the shape of a step's messages, what one carries as a multiple num/den of what a member holds, and the rounds.
func plan(op Op, alg Algorithm, g int) (sh shape, num, den, rounds int64) {
	n := int64(g)
	depth := int64(bits.Len(uint(g - 1)))
	switch {
	case op == ReduceScatter:
		return ring, n - 1, n, n - 1
	case op == AllGather:
		return ring, n - 1, 1, n - 1
	case op == AllReduce && alg == Ring:
		return ring, 2 * (n - 1), n, 2 * (n - 1)
	case op == AllReduce:
		return treeBoth, 1, 1, 2 * depth
	case op == Reduce && alg == Ring:
		return chainUp, 1, 1, n - 1
	case op == Reduce:
		return treeUp, 1, 1, depth
	case alg == Ring:
		return chainDown, 1, 1, n - 1
	}
	return treeDown, 1, 1, depth
}

func (m *Model) plainPrice(s Step, held []int, size float64, alg Algorithm) price {
	c := m.tracker.of(s)
	sh, num, den, rounds := plan(s.Op, alg, c.g)
	p := price{rounds: rounds, levels: make([]int64, len(m.cards))}
	k := int64(m.space.size)
	worst, slowest := -1.0, -1.0
	for _, l := range m.loads(s, sh) {
		if a := m.top.Levels[l.level].Alpha; a > slowest {
			slowest, p.alphaLevel = a, l.level
		}
		var most int64
		for _, kind := range l.kinds {
			var sum int64
			for i, n := range kind {
				q := int64(held[c.groups[i][0]])
				sum += int64(n) * num * (k / den) * q
			}
			most = max(most, sum)
		}
		p.levels[l.level] = most
		if t := m.transfer(most, l.level, size); t > worst {
			worst, p.load, p.loadLevel = t, most, l.level
		}
	}
	return p
}

// Priced is a program with its cost.
type Priced struct {
	Program Program
	Seconds float64
	at      int
}

// Rank sorts programs by their cost, those that cost the same in the order in which they came.
func (m *Model) Rank(list []Program, size float64, alg Algorithm) ([]Priced, error) {
	ranked := make([]Priced, len(list))
	for i, p := range list {
		t, err := m.Seconds(p, size, alg)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		ranked[i] = Priced{p, t, i}
	}
	slices.SortFunc(ranked, func(a, b Priced) int {
		if x, y := rounded(a.Seconds), rounded(b.Seconds); x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return a.at - b.at
	})
	return ranked, nil
}

// rounded drops the last bits, which are noise.
func rounded(x float64) float64 {
	frac, exp := math.Frexp(x)
	return math.Ldexp(math.Round(math.Ldexp(frac, 44)), exp-44)
}
