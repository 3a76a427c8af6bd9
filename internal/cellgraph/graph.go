// Package cellgraph knows how the cells of a document depend on one another: which cell's definition of a name counts, which cells
// are to run again when others have changed, and in which order.
//
//	g := cellgraph.New([]cellgraph.Cell{
//		{ID: "a", Defines: []string{"x"}},
//		{ID: "b", Defines: []string{"y"}, Uses: []string{"x"}},
//		{ID: "c", Uses: []string{"y"}},
//	})
//	g.Dependents("a") // b, c
//
// The order is that of Observable's runtime: the cells that have changed are dirty; what can be reached from them along uses is run,
// a cell after all those that it uses, and otherwise as in the document.
package cellgraph

import (
	"cmp"
	"slices"
)

// Cell is what the graph knows of a cell.
type Cell struct {
	ID      string
	Defines []string // names
	Uses    []string // names, of any cell
	Stamp   int      // of two cells that define a name the one with the greater stamp counts; with equal ones the later
}

// Graph is the graph of a document's cells. It does not change.
type Graph struct {
	cells []Cell
	owner map[string]int   // cell whose definition counts, by name
	all   map[string][]int // cells that define a name
	next  [][]int          // cells that use what a cell defines
}

// New makes the graph of cells in document order.
func New(cells []Cell) *Graph {
	g := &Graph{cells: cells, owner: map[string]int{}, all: map[string][]int{}, next: make([][]int, len(cells))}
	for i, c := range cells {
		for _, name := range c.Defines {
			if slices.Contains(g.all[name], i) {
				continue
			}
			g.all[name] = append(g.all[name], i)
			if o, ok := g.owner[name]; !ok || cells[o].Stamp <= c.Stamp {
				g.owner[name] = i
			}
		}
	}
	for i, c := range cells {
		for _, name := range c.Uses {
			if o, ok := g.owner[name]; ok && o != i && !slices.Contains(g.next[o], i) {
				g.next[o] = append(g.next[o], i)
			}
		}
	}
	return g
}

// Owner returns the cell whose definition of a name counts; ok is false if no cell defines it.
func (g *Graph) Owner(name string) (id string, ok bool) {
	i, ok := g.owner[name]
	if !ok {
		return "", false
	}
	return g.cells[i].ID, true
}

// Duplicates returns the names that more than one cell defines, with the cells in document order.
func (g *Graph) Duplicates() map[string][]string {
	out := map[string][]string{}
	for name, list := range g.all {
		if len(list) > 1 {
			out[name] = g.ids(list)
		}
	}
	return out
}

// Users returns the cells that use one of the names, in document order.
func (g *Graph) Users(names ...string) []string {
	var out []string
	for _, c := range g.cells {
		if slices.ContainsFunc(c.Uses, func(n string) bool { return slices.Contains(names, n) }) {
			out = append(out, c.ID)
		}
	}
	return out
}

// Dependents returns the cells that depend on the dirty ones, directly or through others, in the order in which they are to run.
// Of the dirty cells themselves are among them those that others of the dirty cells make dirty.
func (g *Graph) Dependents(dirty ...string) []string {
	reached := map[int]bool{}
	var reach func(i int)
	reach = func(i int) {
		for _, n := range g.next[i] {
			if !reached[n] {
				reached[n] = true
				reach(n)
			}
		}
	}
	for i, c := range g.cells {
		if slices.Contains(dirty, c.ID) {
			reach(i)
		}
	}
	for i, c := range g.cells { // a dirty cell in a cycle with itself has run
		if slices.Contains(dirty, c.ID) && reached[i] && len(dirty) == 1 {
			delete(reached, i)
		}
	}
	return g.ids(g.order(reached))
}

// Order sorts cells into the order in which they are to run.
func (g *Graph) Order(ids []string) []string {
	set := map[int]bool{}
	for i, c := range g.cells {
		if slices.Contains(ids, c.ID) {
			set[i] = true
		}
	}
	return g.ids(g.order(set))
}

// Cyclic reports whether two cells depend on each other.
func (g *Graph) Cyclic(a, b string) bool {
	for _, group := range g.Cycles() {
		if slices.Contains(group, a) && slices.Contains(group, b) {
			return true
		}
	}
	return false
}

// order sorts a set of cells: each after the cells of the set that it uses, cells of a cycle as in the document.
func (g *Graph) order(set map[int]bool) []int {
	component := g.components()
	waits := map[int]int{} // cells of other components that a component waits for
	for i := range set {
		for _, n := range g.next[i] {
			if set[n] && component[n] != component[i] {
				waits[component[n]]++
			}
		}
	}
	var out []int
	left := make([]int, 0, len(set))
	for i := range set {
		left = append(left, i)
	}
	slices.Sort(left)
	for len(left) > 0 {
		k := slices.IndexFunc(left, func(i int) bool { return waits[component[i]] == 0 })
		c := component[left[k]]
		members := slices.DeleteFunc(slices.Clone(left), func(i int) bool { return component[i] != c })
		left = slices.DeleteFunc(left, func(i int) bool { return component[i] == c })
		for _, i := range members {
			out = append(out, i)
			for _, n := range g.next[i] {
				if set[n] && component[n] != c {
					waits[component[n]]--
				}
			}
		}
	}
	return out
}

// Cycles returns the groups of cells that depend on one another, each in document order.
func (g *Graph) Cycles() [][]string {
	groups := map[int][]int{}
	for i, c := range g.components() {
		groups[c] = append(groups[c], i)
	}
	var out [][]int
	for _, list := range groups {
		if len(list) > 1 {
			out = append(out, list)
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	var ids [][]string
	for _, list := range out {
		ids = append(ids, g.ids(list))
	}
	return ids
}

// components numbers the strongly connected components of the graph (Tarjan, "Depth-first search and linear graph algorithms",
// 1972), by cell.
func (g *Graph) components() []int {
	n := len(g.cells)
	index, low, component := make([]int, n), make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack []int
	count, found := 0, 0
	var visit func(i int)
	visit = func(i int) {
		count++
		index[i], low[i] = count, count
		stack, onStack[i] = append(stack, i), true
		for _, k := range g.next[i] {
			if index[k] == 0 {
				visit(k)
				low[i] = min(low[i], low[k])
			} else if onStack[k] {
				low[i] = min(low[i], index[k])
			}
		}
		if low[i] != index[i] {
			return
		}
		for {
			k := stack[len(stack)-1]
			stack, onStack[k] = stack[:len(stack)-1], false
			component[k] = found
			if k == i {
				break
			}
		}
		found++
	}
	for i := range n {
		if index[i] == 0 {
			visit(i)
		}
	}
	return component
}

func (g *Graph) ids(list []int) []string {
	var out []string
	for _, i := range list {
		out = append(out, g.cells[i].ID)
	}
	return out
}
