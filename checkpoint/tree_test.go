package checkpoint

// This file checks the solver of call trees against golden rows, a machine with a stack, and all choices of small random trees.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

type goldenSite struct {
	Parent    int
	Pre, Post [4]int64
	Snap      int64
	SW, SR    int64
	Calls     int
}

type goldenTree struct {
	ID          string
	Tree        []goldenSite
	Pareto      [][3]any
	PerInstance *struct {
		Nodes  int
		Pareto [][2]int64
	} `json:"per_instance"`
}

func (g goldenTree) tree() Tree {
	var t Tree
	for _, s := range g.Tree {
		work := func(w [4]int64) Work { return Work{w[0], w[1], w[2], w[3]} }
		t = append(t, Site{s.Parent, work(s.Pre), work(s.Post), s.Snap, s.SW, s.SR, s.Calls})
	}
	return t
}

func (g goldenTree) pairs() [][2]int64 {
	var list [][2]int64
	for _, p := range g.Pareto {
		list = append(list, [2]int64{int64(p[0].(float64)), int64(p[1].(float64))})
	}
	return list
}

func readTrees(t *testing.T) []goldenTree {
	var all []goldenTree
	for _, name := range []string{"f_trees.json", "f_trees_large.json"} {
		var file struct{ Trees []goldenTree }
		golden(t, name, &file)
		all = append(all, file.Trees...)
	}
	if len(all) != 17 {
		t.Fatalf("%d trees", len(all))
	}
	return all
}

// stack is a machine that runs the procedures of a tree literally.
type stack struct {
	tree         Tree
	children     [][]int
	modes        string
	height, peak int64
	time         int64
}

func (s *stack) push(n int64) { s.height += n; s.peak = max(s.peak, s.height) }

func (s *stack) primal(p int) {
	s.time += s.tree[p].Pre.Primal + s.tree[p].Post.Primal
	for _, c := range s.children[p] {
		for range s.tree[c].Calls {
			s.primal(c)
		}
	}
}

func (s *stack) forward(p int) {
	n := s.tree[p]
	s.time += n.Pre.Forward
	s.push(n.Pre.Tape)
	for _, c := range s.children[p] {
		for range s.tree[c].Calls {
			if s.modes[c-1] == '0' {
				s.forward(c)
				continue
			}
			s.time += s.tree[c].Push
			s.push(s.tree[c].Snapshot)
			s.primal(c)
		}
	}
	s.time += n.Post.Forward
	s.push(n.Post.Tape)
}

func (s *stack) backward(p int) {
	n := s.tree[p]
	s.time += n.Post.Backward
	s.push(-n.Post.Tape)
	for _, c := range slices.Backward(s.children[p]) {
		for range s.tree[c].Calls {
			if s.modes[c-1] == '1' {
				s.time += s.tree[c].Pop
				s.push(-s.tree[c].Snapshot)
				s.forward(c)
			}
			s.backward(c)
		}
	}
	s.time += n.Pre.Backward
	s.push(-n.Pre.Tape)
}

// run plays modes on the machine.
func run(tree Tree, modes string) (peak, time int64) {
	s := &stack{tree: tree, children: tree.children(), modes: modes}
	s.forward(0)
	s.backward(0)
	return s.peak, s.time
}

// checkPoints plays every point, by the closed form and, if the tree is small, on the machine.
func checkPoints(t *testing.T, id string, tree Tree, points []TreePoint, literal bool) [][2]int64 {
	t.Helper()
	var pairs [][2]int64
	for _, p := range points {
		peak, time, err := tree.Evaluate(p.Modes)
		if err != nil || peak != p.Peak || time != p.Time {
			t.Fatalf("%s: %+v evaluates to %d, %d, %v", id, p, peak, time, err)
		}
		if literal {
			if peak, time = run(tree, p.Modes); peak != p.Peak || time != p.Time {
				t.Fatalf("%s: %+v plays to %d, %d", id, p, peak, time)
			}
		}
		pairs = append(pairs, [2]int64{peak, time})
	}
	return pairs
}

func TestTrees(t *testing.T) {
	instances := 0
	for _, g := range readTrees(t) {
		tree := g.tree()
		points, err := tree.Pareto(t.Context(), false)
		if err != nil {
			t.Fatalf("%s: %v", g.ID, err)
		}
		expanded, err := tree.Expand()
		if got, want := checkPoints(t, g.ID, tree, points, err == nil && len(tree) < 20), g.pairs(); !slices.Equal(got, want) {
			t.Errorf("%s: %v\nwant %v", g.ID, got, want)
		}
		if g.PerInstance == nil {
			continue
		}
		instances++
		if err != nil || len(expanded) != g.PerInstance.Nodes {
			t.Fatalf("%s expands to %d sites, %v", g.ID, len(expanded), err)
		}
		points, err = tree.Pareto(t.Context(), true)
		if err != nil {
			t.Fatalf("%s: %v", g.ID, err)
		}
		if got, want := checkPoints(t, g.ID, expanded, points, true), g.PerInstance.Pareto; !slices.Equal(got, want) {
			t.Errorf("%s, each call: %v\nwant %v", g.ID, got, want)
		}
	}
	if instances != 8 {
		t.Errorf("%d trees with modes for each call", instances)
	}
}

// randomTree draws a tree as the golden ones are.
func randomTree(r *rand.Rand, nodes int) Tree {
	work := func() Work {
		w := Work{Primal: int64(r.IntN(7)), Tape: int64(r.IntN(10))}
		w.Forward = w.Primal + int64(r.IntN(4))
		w.Backward = w.Forward + int64(r.IntN(6))
		return w
	}
	tree := Tree{{Parent: -1, Pre: work(), Post: work(), Calls: 1}}
	open := []int{0}
	for i := 1; i < nodes; i++ {
		open = open[:1+r.IntN(len(open))]
		snap := int64(1 + r.IntN(12))
		tree = append(tree, Site{open[len(open)-1], work(), work(), snap, 1 + snap/4, 1 + snap/4, 1 + r.IntN(3)})
		open = append(open, i)
	}
	return tree
}

func TestRandomTrees(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		tree := randomTree(r, 1+r.IntN(9))
		got, err := tree.Pareto(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := checkPoints(t, "random", tree, got, true), everyMode(tree); !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", tree, got, want)
		}
		expanded, err := tree.Expand()
		if err != nil {
			t.Fatal(err)
		}
		each, err := tree.Pareto(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		pairs := checkPoints(t, "random", expanded, each, len(expanded) < 2000)
		if len(expanded) <= 12 {
			if want := everyMode(expanded); !slices.Equal(pairs, want) {
				t.Errorf("%+v, each call: %v, want %v", tree, pairs, want)
			}
		}
	}
}

// everyMode plays all choices of modes.
func everyMode(tree Tree) [][2]int64 {
	var all [][2]int64
	for bits := range 1 << (len(tree) - 1) {
		modes := make([]byte, len(tree)-1)
		for i := range modes {
			modes[i] = '0' + byte(bits>>i&1)
		}
		peak, time := run(tree, string(modes))
		all = append(all, [2]int64{peak, time})
	}
	slices.SortFunc(all, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	var best [][2]int64
	for _, p := range all {
		if len(best) == 0 || p[1] < best[len(best)-1][1] {
			best = append(best, p)
		}
	}
	return best
}

func TestTreeRefuses(t *testing.T) {
	site := func(parent, calls int) Site { return Site{Parent: parent, Calls: calls} }
	deep := Tree{site(-1, 1)}
	for i := range 12 {
		deep = append(deep, Site{Parent: i, Calls: maxCalls, Pre: Work{Primal: 1}})
	}
	for _, test := range []struct {
		tree Tree
		want string
	}{
		{nil, "tree must not be empty"},
		{Tree{site(0, 1)}, "tree[0].parent must be -1, not 0"},
		{Tree{site(-1, 1), site(1, 1)}, "tree[1].parent must be a site that is open there in preorder, not 1"},
		{Tree{site(-1, 1), site(0, 1), site(0, 1), site(1, 1)}, "tree[3].parent must be a site that is open there in preorder, not 1"},
		{Tree{site(-1, 1), site(0, 0)}, "tree[1].calls must be between 1 and 1000000, not 0"},
		{Tree{{Parent: -1, Calls: 1, Post: Work{Backward: -1}}}, "tree[0].post[2] must be between 0 and 1125899906842624, not -1"},
		{deep, "tree[9] has a size or a time beyond 4503599627370496 in all"},
		{deep[:5], "tree has more than 100000 calls"},
	} {
		if len(test.tree) == 5 {
			for i := range test.tree {
				test.tree[i].Pre.Primal = 0
			}
		}
		if _, err := test.tree.Pareto(t.Context(), true); fmt.Sprint(err) != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	small := Tree{site(-1, 1), site(0, 1)}
	if _, _, err := small.Evaluate("2"); fmt.Sprint(err) != "modes[0] must be 0 or 1, not '2'" {
		t.Error(err)
	}
	if _, _, err := small.Evaluate(""); fmt.Sprint(err) != "modes must have 1 characters, not 0" {
		t.Error(err)
	}
	if _, err := small.Approximate(t.Context(), false, 0); fmt.Sprint(err) != "epsilon must be above 0 and at most 1, not 0" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := small.Pareto(ctx, false); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
