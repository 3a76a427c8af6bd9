package rt

// This file holds the reverse sweep of traced programs.

import "reflect"

// TraceSweep is one reverse sweep: seeds first, then Run, then the adjoints. The order in which adjoints are added depends on
// the graph and the seeds alone. Sweeps through the same numbers do not disturb each other.
type TraceSweep struct {
	seeds []traceSeed
	index map[*Node]int
	bars  []float64
}

type traceSeed struct {
	n   *Node
	bar float64
}

// NewTraceSweep returns a sweep without seeds.
func NewTraceSweep() *TraceSweep { return &TraceSweep{index: map[*Node]int{}} }

// Seed adds an adjoint to a result's.
func (s *TraceSweep) Seed(x Num, bar float64) { s.seed(x.N, bar) }

// Seed32 adds an adjoint to a result's.
func (s *TraceSweep) Seed32(x Num32, bar float32) { s.seed(x.N, float64(bar)) }

// SeedC adds an adjoint to a result's.
func (s *TraceSweep) SeedC(x Cnum, bar complex128) {
	s.seed(x.Re, real(bar))
	s.seed(x.Im, imag(bar))
}

// SeedC64 adds an adjoint to a result's.
func (s *TraceSweep) SeedC64(x Cnum64, bar complex64) { s.SeedC(TCTo128(x), complex128(bar)) }

func (s *TraceSweep) seed(n *Node, bar float64) {
	if n != nil {
		s.seeds = append(s.seeds, traceSeed{n, bar})
	}
}

// Run carries the seeds to everything that the results were computed from.
func (s *TraceSweep) Run() {
	order := s.order()
	s.bars = make([]float64, len(order))
	for _, seed := range s.seeds {
		s.bars[s.index[seed.n]] += seed.bar
	}
	for i := len(order) - 1; i >= 0; i-- {
		n, bar := order[i], s.bars[i]
		if n.a != nil {
			s.bars[s.index[n.a]] += Mul0(bar, n.da)
		}
		if n.b != nil {
			s.bars[s.index[n.b]] += Mul0(bar, n.db)
		}
	}
}

// order lists all nodes that the seeds depend on, each behind those it was computed from, and numbers them. Chains may be millions
// of nodes long, so the path to the node at hand is a list and not the stack.
func (s *TraceSweep) order() []*Node {
	var order, path []*Node
	const entered = -1
	enter := func(n *Node) {
		if n == nil {
			return
		}
		if _, seen := s.index[n]; !seen {
			path = append(path, n)
		}
	}
	for _, seed := range s.seeds {
		enter(seed.n)
		for len(path) > 0 {
			n := path[len(path)-1]
			switch i, seen := s.index[n]; {
			case !seen:
				s.index[n] = entered
				enter(n.b)
				enter(n.a)
			case i == entered:
				s.index[n] = len(order)
				order = append(order, n)
				path = path[:len(path)-1]
			default: // it was on the path twice
				path = path[:len(path)-1]
			}
		}
	}
	return order
}

func (s *TraceSweep) bar(n *Node) float64 {
	if i, ok := s.index[n]; ok {
		return s.bars[i]
	}
	return 0
}

// Bar is the adjoint of a number.
func (s *TraceSweep) Bar(x Num) float64 { return s.bar(x.N) }

// Bar32 is the adjoint of a number.
func (s *TraceSweep) Bar32(x Num32) float32 { return float32(s.bar(x.N)) }

// BarC is the adjoint of a number.
func (s *TraceSweep) BarC(x Cnum) complex128 { return complex(s.bar(x.Re), s.bar(x.Im)) }

// BarC64 is the adjoint of a number.
func (s *TraceSweep) BarC64(x Cnum64) complex64 { return complex64(s.BarC(TCTo128(x))) }

// TraceMapID tells maps apart: two names of one map have the same.
func TraceMapID(m any) uint64 { return uint64(reflect.ValueOf(m).Pointer()) }
