package checkpoint

// This file compares approximations with exact solutions of call trees, and measures both.

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// checkGap compares an approximation with the exact points.
func checkGap(t *testing.T, id string, f Frontier, exact []TreePoint, epsilon float64) {
	t.Helper()
	if f.Gap > epsilon || f.Points[0].Peak != exact[0].Peak {
		t.Errorf("%s: gap %v beyond %v, or lowest %d, want %d", id, f.Gap, epsilon, f.Points[0].Peak, exact[0].Peak)
	}
	best := 0
	for _, p := range exact {
		for best+1 < len(f.Points) && f.Points[best+1].Peak <= p.Peak {
			best++
		}
		if b := f.Points[best]; float64(b.Time) > float64(p.Time)*(1+f.Gap)+1e-6 {
			t.Errorf("%s: time %d at height %d, gap %v, but %d is possible", id, b.Time, p.Peak, f.Gap, p.Time)
		}
	}
}

func TestApproximate(t *testing.T) {
	for _, g := range readTrees(t) {
		tree := g.tree()
		exact, err := tree.Pareto(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		for _, epsilon := range []float64{0.3, 0.05} {
			f, err := tree.Approximate(t.Context(), false, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			checkPoints(t, g.ID, tree, f.Points, false)
			checkGap(t, g.ID, f, exact, epsilon)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	thinned := 0
	for i := range 30 {
		tree := randomTree(r, 40)
		for j := range tree[1:] {
			switch i % 3 {
			case 1: // a path
				tree[j+1].Parent, tree[j+1].Calls = j, 1
			case 2: // all calls by the root
				tree[j+1].Parent = 0
			}
		}
		exact, err := tree.Pareto(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		f, err := tree.Approximate(t.Context(), false, 1)
		if err != nil {
			t.Fatal(err)
		}
		checkPoints(t, "random", tree, f.Points, false)
		checkGap(t, "random", f, exact, 1)
		if f.Gap > 0 {
			thinned++
		}
	}
	if thinned == 0 {
		t.Error("no solution was approximate")
	}
	large := randomTree(r, 300)
	f, err := large.Approximate(t.Context(), false, 0.2)
	if err != nil || f.Gap > 0.2 {
		t.Fatalf("gap %v, %v", f.Gap, err)
	}
	checkPoints(t, "large", large, f.Points, false)
}

func BenchmarkTree(b *testing.B) {
	for _, nodes := range []int{60} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			tree := randomTree(rand.New(rand.NewPCG(1, 2)), nodes)
			points := 0
			for b.Loop() {
				list, err := tree.Pareto(b.Context(), false)
				if err != nil {
					b.Fatal(err)
				}
				points = len(list)
			}
			b.ReportMetric(float64(points), "points")
		})
	}
}

func BenchmarkApproximate(b *testing.B) {
	for _, nodes := range []int{60, 500} {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			tree := randomTree(rand.New(rand.NewPCG(1, 2)), nodes)
			var f Frontier
			for b.Loop() {
				var err error
				if f, err = tree.Approximate(b.Context(), false, 0.05); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(f.Points)), "points")
			b.ReportMetric(f.Gap, "gap")
		})
	}
}
