package synth

// This file tests searches beyond the exhaustive one, pipelines and the joint choice.

import (
	"math"
	"strings"
	"testing"
)

func exampleTopology(cards ...int) *Topology {
	top := &Topology{}
	for i, c := range cards {
		top.Levels = append(top.Levels, Level{Name: string(rune('a' + i)), Card: c, Alpha: 3e-5 / math.Pow(6, float64(i)), Bandwidth: 8e9 * math.Pow(20, float64(i))})
	}
	return top
}

func TestSearchFindsTheBest(t *testing.T) {
	for _, cards := range [][]int{{2, 4}, {4, 16}, {2, 3, 2}, {16, 8, 4}} {
		for _, alg := range []Algorithm{Ring, Tree, NCCL} {
			for _, size := range []float64{0, 1e3, 1e9} {
				m, err := NewModel(exampleTopology(cards...), Matrix{cards}, []int{0})
				if err != nil {
					t.Fatal(err)
				}
				list, err := Synthesize(t.Context(), cards, 5)
				if err != nil {
					t.Fatal(err)
				}
				ranked, err := m.Rank(list.Programs, size, alg)
				if err != nil {
					t.Fatal(err)
				}
				cheapest, err := m.Cheapest(list.Programs, size, alg)
				if err != nil {
					t.Fatal(err)
				}
				if cheapest.Program.String() != ranked[0].Program.String() {
					t.Errorf("%v %v %v: cheapest %s, ranked %s", cards, alg, size, cheapest.Program, ranked[0].Program)
				}
				five, err := m.Search(t.Context(), size, alg, 5)
				if err != nil {
					t.Fatal(err)
				}
				if !five.Proved || rounded(five.Seconds) != rounded(ranked[0].Seconds) {
					t.Errorf("%v %v %v: search finds %s, %v s; exhaustive %s, %v s", cards, alg, size, five.Program, five.Seconds, ranked[0].Program, ranked[0].Seconds)
				}
				seven, err := m.Search(t.Context(), size, alg, 7)
				if err != nil {
					t.Fatal(err)
				}
				if seven.Seconds > five.Seconds {
					t.Errorf("%v %v %v: %v s with seven steps, %v s with five", cards, alg, size, seven.Seconds, five.Seconds)
				}
			}
		}
	}
}

// TestBound checks that the bound of the search is never above what is left of any program.
func TestBound(t *testing.T) {
	cards := []int{3, 2, 4}
	tops := []*Topology{exampleTopology(cards...), exampleTopology(cards...)}
	tops[1].Levels[1].Torus, tops[1].Levels[2].Torus = true, true
	list, err := Synthesize(t.Context(), cards, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, top := range tops {
		m, err := NewModel(top, Matrix{cards}, []int{0})
		if err != nil {
			t.Fatal(err)
		}
		for _, alg := range []Algorithm{Ring, Tree, NCCL} {
			machine, err := searchMachine(cards)
			if err != nil {
				t.Fatal(err)
			}
			s := &bestFirst{m: m, q: m.quoteFor(1e9, alg), machine: machine}
			for _, p := range list.Programs {
				steps, err := m.Steps(p, 1e9, alg)
				if err != nil {
					t.Fatal(err)
				}
				v := &visit{st: machine.start(), node: s.q.start}
				for i, st := range p {
					left := 0.0
					for _, x := range steps[i:] {
						left += x
					}
					if bound := s.left(v); bound > left*(1+1e-9) {
						t.Fatalf("%s %v: bound %v before step %d, %v s are left", p, alg, bound, i, left)
					}
					if f := machine.apply(v.st, st); f != nil {
						t.Fatal(f)
					}
					v.node = s.q.step(v.node, st).to
				}
			}
		}
	}
}

func TestPipelined(t *testing.T) {
	m, err := NewModel(exampleTopology(2, 4), Matrix{{2, 4}}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	p, err := ParseProgram("RS(1,2);AR(0,1);AG(1,2)")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := m.Seconds(p, 1e9, Ring)
	if err != nil {
		t.Fatal(err)
	}
	if one, err := m.Pipelined(p, 1e9, Ring, 1); err != nil || one != whole {
		t.Errorf("one piece: %v s, %v; whole: %v s", one, err, whole)
	}
	pieces, best, err := m.BestPieces(p, 1e9, Ring)
	if err != nil || pieces < 2 || best >= whole {
		t.Errorf("%d pieces, %v s, %v; whole: %v s", pieces, best, err, whole)
	}
	// The network carries as much whatever is overlapped: 4 rings of a quarter each, there and back.
	if network := 1e9 / 8e9; best < network {
		t.Errorf("%v s is less than the %v s that the network needs", best, network)
	}
	if pieces, _, err := m.BestPieces(p, 8, Ring); err != nil || pieces != 1 {
		t.Errorf("8 bytes are cut into %d pieces, %v", pieces, err)
	}
	if _, err := m.Pipelined(p, 1, Ring, 0); err == nil {
		t.Error("no pieces are accepted")
	}
}

func TestTorus(t *testing.T) {
	top := exampleTopology(4)
	top.Levels[0].Alpha = 0
	flat := Program{{AllReduce, 0, 1, false}}
	plain := seconds(t, top, flat, Tree)
	top.Levels[0].Torus = true
	torus := seconds(t, top, flat, Tree)
	// The tree's edges are 1-0, 2-0 and 3-2: two links from 2 to 0, and the other two are neighbours. Device 0 is the
	// busiest without and with the torus.
	if want := plain * 3 / 2; !near(torus, want) {
		t.Errorf("%v s on the torus, %v s without, want %v", torus, plain, want)
	}
	if r := seconds(t, top, flat, Ring); !near(r, 1e9*2*3/4/8e9) {
		t.Errorf("the ring takes %v s", r)
	}
}

func seconds(t *testing.T, top *Topology, p Program, alg Algorithm) float64 {
	t.Helper()
	m, err := NewModel(top, Matrix{top.Cards()}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Seconds(p, 1e9, alg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestNCCL(t *testing.T) {
	top := exampleTopology(2, 8)
	small, err := NewModel(top, Matrix{{2, 8}}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	// 8 bytes: the tree of LL has 8 rounds of 5 us on 6.8 us, the ring of LL 30 of 2.7 us on 6.6 us.
	s, err := small.Seconds(small.Flat(), 8, NCCL)
	if err != nil || math.Abs(s-46.8e-6) > 1e-8 {
		t.Errorf("8 bytes take %v s, %v", s, err)
	}
	// A large one is bound by the tree of Simple, which uses 0.92 of the network for the edge between the nodes.
	large, err := small.Seconds(small.Flat(), 1<<40, NCCL)
	if want := float64(1<<40) / 8e9 / 0.92; err != nil || math.Abs(large-want) > 1e-3 {
		t.Errorf("a large buffer takes %v s, %v; want %v", large, err, want)
	}
}

func TestBest(t *testing.T) {
	top := exampleTopology(4, 4)
	r := &Request{Axes: []int{4, 4}, Reductions: []Reduction{
		{Name: "gradients", Axes: []int{0}, Bytes: 1e9},
		{Name: "activations", Axes: []int{1}, Bytes: 1e8, Frequency: 48},
	}}
	list, err := Best(t.Context(), top, r)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for m, err := range Placements(top.Cards(), r.Axes) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		sum := 0.0
		for _, red := range r.Reductions {
			model, err := NewModel(top, m, red.Axes)
			if err != nil {
				t.Fatal(err)
			}
			programs, err := Synthesize(t.Context(), model.Space().Cards, 5)
			if err != nil {
				t.Fatal(err)
			}
			ranked, err := model.Rank(programs.Programs, red.Bytes, Ring)
			if err != nil {
				t.Fatal(err)
			}
			sum += ranked[0].Seconds * max(red.Frequency, 1)
		}
		found := false
		for _, c := range list {
			found = found || matrixEqual(c.Matrix, m) && near(c.Seconds, sum)
		}
		if !found {
			t.Errorf("%v with %v s is not among the choices", m, sum)
		}
		if sum < list[0].Seconds*(1-1e-9) {
			t.Errorf("%v takes %v s, the best %v", m, sum, list[0].Seconds)
		}
	}
	if len(list) != n {
		t.Errorf("%d choices of %d placements", len(list), n)
	}
	if !matrixEqual(list[0].Matrix, Matrix{{4, 1}, {1, 4}}) {
		t.Errorf("the frequent reduction is not inside: %v", list[0].Matrix)
	}
	r.Top = 1
	one, err := Best(t.Context(), top, r)
	if err != nil || len(one) != 1 || one[0].Seconds != list[0].Seconds {
		t.Errorf("%v, %v", one, err)
	}
}

func matrixEqual(a, b Matrix) bool { return a.String() == b.String() }

func TestRequestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"axes":[3],"reductions":[{"axes":[0]}]}`, "axes [3] multiply to 3"},
		{`{"axes":[16],"reductions":[]}`, "needs a reduction"},
		{`{"axes":[16],"reductions":[{"axes":[1],"bytes":1}]}`, "reduction axis 1"},
		{`{"axes":[16],"reductions":[{"axes":[0],"bytes":-1}]}`, "-1 bytes"},
		{`{"axes":[16],"reductions":[{"axes":[0],"bytes":1}],"algorithm":"x"}`, `no algorithm "x"`},
		{`{"axis":[16]}`, "unknown field"},
	} {
		r, err := ParseRequest([]byte(c.text))
		if err == nil {
			_, err = Best(t.Context(), exampleTopology(4, 4), r)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestBestBeyondFive(t *testing.T) {
	r := &Request{Axes: []int{16}, Reductions: []Reduction{{Axes: []int{0}, Bytes: 1e9}}, MaxLength: 7}
	list, err := Best(t.Context(), exampleTopology(4, 4), r)
	if err != nil {
		t.Fatal(err)
	}
	if c := list[0].Plans[0]; c.Seconds > list[0].Flat || !c.Proved {
		t.Errorf("%+v", c)
	}
}
