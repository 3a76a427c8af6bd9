package cellgraph_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/internal/cellgraph"
)

// parse reads cells from lines "id: defined names <- used names", with @n for a stamp.
func parse(t *testing.T, text string) []cellgraph.Cell {
	t.Helper()
	var cells []cellgraph.Cell
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		id, rest, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("%q has no colon", line)
		}
		c := cellgraph.Cell{ID: id}
		if name, stamp, ok := strings.Cut(id, "@"); ok {
			c.ID = name
			fmt.Sscan(stamp, &c.Stamp)
		}
		def, use, _ := strings.Cut(rest, "<-")
		c.Defines, c.Uses = strings.Fields(def), strings.Fields(use)
		cells = append(cells, c)
	}
	return cells
}

func TestDependents(t *testing.T) {
	for _, test := range []struct{ name, cells, dirty, want string }{
		{"a chain", "a: x\nb: y <- x\nc: <- y", "a", "b c"},
		{"only what is reached", "a: x\nb: y\nc: <- y\nd: <- x", "a", "d"},
		{"a diamond once", "a: x\nb: y <- x\nc: z <- x\nd: <- y z", "a", "b c d"},
		{"use before definition", "d: <- y\nb: y <- x\na: x", "a", "b d"},
		{"document order among equals", "c: <- x\nb: <- x\na: x", "a", "c b"},
		{"several dirty", "a: x\nb: y\nc: <- x\nd: <- y\ne: z", "a b", "c d"},
		{"a dirty cell behind another", "a: x\nb: y <- x\nc: <- y", "a b", "b c"},
		{"nothing", "a: x\nb: <- q", "a", ""},
		{"itself", "a: x <- x\nb: <- x", "a", "b"},
		{"a cycle of two", "a: f <- g\nb: g <- f\nc: <- f", "a", "b c"},
		{"a cycle behind", "s: k\na: f <- g k\nb: g <- f\nc: <- f", "s", "a b c"},
		{"the newest counts", "a@2: x\nb@1: x\nc: <- x", "a", "c"},
		{"the older does not", "a@2: x\nb@1: x\nc: <- x", "b", ""},
		{"of equals the later counts", "a: x\nb: x\nc: <- x", "a", ""},
		{"an unknown cell", "a: x", "q", ""},
		{"a name twice", "a: x x\nb: <- x x", "a", "b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := cellgraph.New(parse(t, test.cells)).Dependents(strings.Fields(test.dirty)...)
			if d := cmp.Diff(test.want, strings.Join(got, " ")); d != "" {
				t.Errorf("dependents (-want +got):\n%s", d)
			}
		})
	}
}

func TestOwnersAndDuplicates(t *testing.T) {
	g := cellgraph.New(parse(t, "a@3: x y\nb@1: x\nc@2: z\nd@4: y"))
	for name, want := range map[string]string{"x": "a", "y": "d", "z": "c", "q": ""} {
		if got, ok := g.Owner(name); got != want || ok != (want != "") {
			t.Errorf("owner of %s is %q, %v", name, got, ok)
		}
	}
	want := map[string][]string{"x": {"a", "b"}, "y": {"a", "d"}}
	if d := cmp.Diff(want, g.Duplicates()); d != "" {
		t.Errorf("duplicates (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"b"}, cellgraph.New(parse(t, "a: x\nb: <- x\nc: <- y")).Users("x")); d != "" {
		t.Error(d)
	}
}

func TestCycles(t *testing.T) {
	g := cellgraph.New(parse(t, "a: f <- g\nb: g <- f\nc: <- f\nd: p <- r\ne: q <- p\nf: r <- q\ng: s <- s"))
	if d := cmp.Diff([][]string{{"a", "b"}, {"d", "e", "f"}}, g.Cycles()); d != "" {
		t.Errorf("cycles (-want +got):\n%s", d)
	}
}

// TestOrderOfRandomGraphs: a cell comes after those that it uses, unless they are in a cycle; what is reached is found
// by another search.
func TestOrderOfRandomGraphs(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(12)
		var cells []cellgraph.Cell
		for i := range n {
			c := cellgraph.Cell{ID: fmt.Sprint(i), Defines: []string{fmt.Sprint("n", i)}}
			for range r.IntN(3) {
				c.Uses = append(c.Uses, fmt.Sprint("n", r.IntN(n)))
			}
			cells = append(cells, c)
		}
		g := cellgraph.New(cells)
		got := g.Dependents("0")
		reached := map[string]bool{"0": true}
		for range n {
			for _, c := range cells {
				for _, u := range c.Uses {
					if reached[u[1:]] {
						reached[c.ID] = true
					}
				}
			}
		}
		delete(reached, "0")
		if len(got) != len(reached) {
			t.Fatalf("seed %d: dependents %v, reached are %v", seed, got, reached)
		}
		cyclic := map[string]bool{}
		for _, group := range g.Cycles() {
			for _, id := range group {
				cyclic[id] = true
			}
		}
		for i, id := range got {
			k := slices.IndexFunc(cells, func(c cellgraph.Cell) bool { return c.ID == id })
			for _, u := range cells[k].Uses {
				if at := slices.Index(got, u[1:]); at > i && !(cyclic[id] && cyclic[u[1:]]) {
					t.Fatalf("seed %d: %v has %s before %s, which it uses", seed, got, id, u[1:])
				}
			}
		}
	}
}
