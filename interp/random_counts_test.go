package interp

// This file counts what runs: random graphs of cells are edited, and exactly the cells that a model says run again, once each.

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// countedCell is a cell of the model: a variable or a function that uses those of cells before it.
type countedCell struct {
	function bool
	constant int
	uses     []int
}

func (c countedCell) text(k int, all []countedCell) string {
	sum := fmt.Sprint(c.constant)
	for _, u := range c.uses {
		if all[u].function {
			sum += fmt.Sprintf(" + n%d()", u)
		} else {
			sum += fmt.Sprintf(" + n%d", u)
		}
	}
	if c.function {
		return fmt.Sprintf("func n%d() int { return %s }", k, sum)
	}
	return fmt.Sprintf("n%d := ran(%d, %s)", k, k, sum)
}

// value is what a cell's name gives.
func value(k int, all []countedCell) int {
	v := all[k].constant
	for _, u := range all[k].uses {
		v += value(u, all)
	}
	return v
}

// reaches lists the variables that lead to a cell.
func reaches(k int, all []countedCell) []string {
	reached := map[int]bool{k: true}
	var out []string
	for i, c := range all {
		if i != k && slices.ContainsFunc(c.uses, func(u int) bool { return reached[u] }) {
			reached[i] = true
			if !c.function {
				out = append(out, fmt.Sprint(i))
			}
		}
	}
	return out
}

func randomUses(r *rand.Rand, k int) []int {
	var uses []int
	for range min(k, r.IntN(4)) {
		if u := r.IntN(k); !slices.Contains(uses, u) {
			uses = append(uses, u)
		}
	}
	return uses
}

func TestExecutionsOfRandomGraphs(t *testing.T) {
	for seed := environmentNumber(t, "COSTATE_SEED", 1); seed < environmentNumber(t, "COSTATE_SEED", 1)+12; seed++ {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			t.Parallel()
			countGraph(t, rand.New(rand.NewPCG(seed, 5)))
		})
	}
}

func countGraph(t *testing.T, r *rand.Rand) {
	var out strings.Builder
	s := New(Options{Stdout: &out, Stderr: io.Discard})
	run := func(id, text string) *Result {
		res, err := s.Run(context.Background(), id, text)
		if err != nil || !res.OK {
			t.Fatalf("cell %s, %s: %v %v", id, text, err, res)
		}
		return res
	}
	run("count", `func ran(k, v int) int { fmt.Print(k, " "); return v }`)
	cells := make([]countedCell, 10+r.IntN(11))
	for k := range cells {
		cells[k] = countedCell{function: r.IntN(3) == 0, constant: r.IntN(10), uses: randomUses(r, k)}
		run(fmt.Sprint(k), cells[k].text(k, cells))
	}
	for step := range 15 {
		k := r.IntN(len(cells))
		if r.IntN(2) == 0 {
			cells[k].constant += 1 + r.IntN(5)
		} else {
			cells[k].uses = randomUses(r, k)
		}
		want := reaches(k, cells)
		if !cells[k].function {
			want = append([]string{fmt.Sprint(k)}, want...)
		}
		out.Reset()
		res := run(fmt.Sprint(k), cells[k].text(k, cells))
		if d := cmp.Diff(reaches(k, cells), sortedNumbers(res.Stale)); d != "" {
			t.Fatalf("step %d, cell %d, stale (-want +got):\n%s", step, k, d)
		}
		var marked []string
		for _, c := range s.Cells() {
			if c.State == StateStale {
				marked = append(marked, c.ID)
			}
		}
		if d := cmp.Diff(reaches(k, cells), sortedNumbers(marked)); d != "" {
			t.Fatalf("step %d, cell %d, marked (-want +got):\n%s", step, k, d)
		}
		for queue := res.Stale; len(queue) > 0; {
			id := queue[0]
			i, err := strconv.Atoi(id)
			if err != nil { // the probe
				queue = queue[1:]
				continue
			}
			again := run(id, cells[i].text(i, cells)).Stale
			queue = append(slices.DeleteFunc(queue[1:], func(q string) bool { return slices.Contains(again, q) }), again...)
		}
		ran := strings.Fields(out.String())
		if d := cmp.Diff(want, sortedNumbers(ran)); d != "" {
			t.Fatalf("step %d, cell %d, ran %v (-want +got):\n%s", step, k, ran, d)
		}
		i := r.IntN(len(cells))
		probe := fmt.Sprintf("n%d", i)
		if cells[i].function {
			probe += "()"
		}
		if got := run("probe", probe).Values[0].Text; got != fmt.Sprint(value(i, cells)) {
			t.Fatalf("step %d: %s is %s, want %d", step, probe, got, value(i, cells))
		}
	}
}

// sortedNumbers sorts ids as the cells stand; it keeps those that are there twice.
func sortedNumbers(ids []string) []string {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "probe" })
	slices.SortFunc(ids, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	if len(ids) == 0 {
		return nil
	}
	return ids
}
