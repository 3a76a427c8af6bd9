package synth

// This file checks properties: what is synthesized executes to the goal, what is random is accepted exactly if its
// execution meets the rules, and a check by the skeleton says the same as a check in full.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSynthesizedExecutes(t *testing.T) {
	for _, cards := range [][]int{{2}, {5}, {2, 3}, {3, 2}, {4, 4}, {2, 2, 2}} {
		list, err := Synthesize(t.Context(), cards, 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list.Programs {
			if err := Execute(cards, p); err != nil {
				t.Errorf("%v: %s: %v", cards, p, err)
			}
			if err := Check(cards, p); err != nil {
				t.Errorf("%v: %s: %v", cards, p, err)
			}
		}
	}
}

// randomProgram draws steps, many of which make no sense.
func randomProgram(r *rand.Rand, levels int) Program {
	p := make(Program, 1+r.IntN(5))
	steps := Steps(levels)
	for i := range p {
		p[i] = steps[r.IntN(len(steps))]
	}
	return p
}

func TestRandomProgramsAgree(t *testing.T) {
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 1))
	valid := 0
	for n := range 5000 {
		cards := make([]int, 1+r.IntN(3))
		for i := range cards {
			cards[i] = 2 + r.IntN(2)
		}
		p := randomProgram(r, len(cards))
		if n%2 == 0 && len(p) > 1 { // make it likely that it is valid
			for i := range p {
				for range 20 {
					if f, ok := FaultOf(Check(cards, p[:i+1])); !ok || f.Code == EGoal {
						break
					}
					steps := Steps(len(cards))
					p[i] = steps[r.IntN(len(steps))]
				}
			}
		}
		f := newMachine(cards).check(p)
		want := referee(cards, p)
		if got := summary(f); got != want {
			t.Fatalf("seed %d, program %d: %v %s: the rules say %q, the sets %q", seed, n, cards, p, got, want)
		}
		small, err := skeleton(cards)
		if err != nil {
			t.Fatal(err)
		}
		g := newMachine(small).check(p)
		if got := summary(g); got != want {
			t.Fatalf("seed %d, program %d: %v %s: %q, on the skeleton %q", seed, n, cards, p, want, got)
		}
		if f != nil && f.Group != nil && !slices.Equal(f.Group, enlarge(small, cards, p[f.Step], g.Group[0])) {
			t.Fatalf("seed %d, program %d: %v %s: group %v, enlarged %v", seed, n, cards, p, f.Group, g.Group)
		}
		if f == nil {
			valid++
			if err := Execute(cards, p); err != nil {
				t.Fatalf("%v %s: %v", cards, p, err)
			}
			if _, err := sizes(cards, p); err != nil {
				t.Fatalf("%v %s: %v", cards, p, err)
			}
		}
	}
	if valid < 100 {
		t.Errorf("only %d programs were valid", valid)
	}
}

func summary(f *Fault) string {
	if f == nil {
		return "valid"
	}
	return fmt.Sprint(f.Code, f.Step)
}

// referee checks a program with sets of contributions, written apart from the rules.
func referee(cards []int, p Program) string {
	k := product2(cards)
	held := make([]map[[2]int]bool, k) // device -> (chunk, contributor)
	for d := range held {
		held[d] = map[[2]int]bool{}
		for r := range k {
			held[d][[2]int{r, d}] = true
		}
	}
	chunks := func(s map[[2]int]bool) (list []int) {
		for r := range k {
			for c := range k {
				if s[[2]int{r, c}] {
					list = append(list, r)
					break
				}
			}
		}
		return list
	}
	for i, s := range p {
		for _, g := range pattern(cards, s) {
			all := map[[2]int]bool{}
			total := 0
			for _, d := range g {
				total += len(held[d])
				for x := range held[d] {
					all[x] = true
				}
			}
			first := chunks(held[g[0]])
			fail := func(c Code) string { return fmt.Sprint(c, i) }
			if s.Op == Broadcast {
				if len(first) == 0 {
					return fail(EEmpty)
				}
				if len(all) != len(held[g[0]]) {
					return fail(EBcastLoss)
				}
				if total == len(g)*len(all) {
					return fail(ENoop)
				}
				for _, d := range g {
					held[d] = held[g[0]]
				}
				continue
			}
			rows := 0
			alike, even := true, true
			for _, d := range g {
				mine := chunks(held[d])
				if len(mine) == 0 {
					return fail(EEmpty)
				}
				rows += len(mine)
				alike = alike && slices.Equal(mine, first)
				even = even && len(mine) == len(first)
			}
			union := chunks(all)
			switch {
			case s.Op == AllGather && !even:
				return fail(ECountsDiffer)
			case s.Op == AllGather && rows != len(union):
				return fail(ERowsOverlap)
			case s.Op != AllGather && !alike:
				return fail(ERowsDiffer)
			case s.Op != AllGather && total != len(all):
				return fail(EDoubleCount)
			case s.Op == ReduceScatter && len(union)%len(g) != 0:
				return fail(EIndivisible)
			}
			for n, d := range g {
				held[d] = map[[2]int]bool{}
				for x := range all {
					at := slices.Index(union, x[0]) * len(g) / len(union)
					if s.Op == AllGather || s.Op == AllReduce || s.Op == Reduce && n == 0 || s.Op == ReduceScatter && at == n {
						held[d][x] = true
					}
				}
			}
		}
	}
	for _, h := range held {
		if len(h) != k*k {
			return fmt.Sprint(EGoal, len(p))
		}
	}
	return "valid"
}

// TestPositional checks that the short cuts of Positional agree with buffers.
func TestPositional(t *testing.T) {
	for _, cards := range [][]int{{2, 3}, {2, 2, 2}, {3, 2, 4}, {4, 6, 2}, {2, 3, 5}, {2, 2, 2, 2}} {
		known := 0
		list, err := Synthesize(t.Context(), cards, 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list.Programs {
			if nested(p) && !newBuffers(cards).run(p) {
				t.Errorf("%v: %s is nested and not positional", cards, p)
			}
			small, err := skeleton(cards)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := newOrders(cards, small).run(p)
			if ok {
				known++
			}
			if want := newBuffers(cards).run(p); ok && got != want {
				t.Errorf("%v: %s is positional: %v by its factors, %v by its buffers", cards, p, got, want)
			}
		}
		if known < len(list.Programs)*9/10 {
			t.Errorf("%v: the factors of only %d of %d programs are followed", cards, known, len(list.Programs))
		}
	}
}

func TestRoundTrip(t *testing.T) {
	names := []string{"rack", "node", "gpu"}
	r := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		p := randomProgram(r, 3)
		back, err := ParseProgram(p.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, back); diff != "" {
			t.Fatal(diff)
		}
		back, err = ParseDSL(p.Print(names), names)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, back); diff != "" {
			t.Fatal(diff)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("RS(1,2);AR*(0,1)")
	f.Add("(node, Parallel(root), AllReduce)\n(gpu, InsideGroup, Broadcast)")
	names := []string{"node", "gpu"}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParseProgram(text); err == nil {
			if back, err := ParseProgram(p.String()); err != nil || p.String() != back.String() {
				t.Errorf("%q: %v, %v", text, back, err)
			}
		}
		if p, err := ParseDSL(text, names); err == nil {
			back, err := ParseDSL(p.Print(names), names)
			if err != nil || p.String() != back.String() {
				t.Errorf("%q: %v, %v", text, back, err)
			}
		}
	})
}
