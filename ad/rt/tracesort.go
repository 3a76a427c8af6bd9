package rt

// This file sorts numbers that know their origin: an element takes it along.

import "sort"

// TSort sorts as sort.Float64s does.
func TSort(x []Num) {
	sort.SliceStable(x, func(i, j int) bool { return before(x[i].V, x[j].V) })
}

// before is the order of sort.Float64s: what is not a number comes first.
func before(a, b float64) bool { return a < b || a != a && b == b }

// TSorted is sort.Float64sAreSorted.
func TSorted(x []Num) bool {
	return sort.SliceIsSorted(x, func(i, j int) bool { return before(x[i].V, x[j].V) })
}

// TSearch is sort.SearchFloat64s.
func TSearch(x []Num, v Num) int {
	return sort.Search(len(x), func(i int) bool { return x[i].V >= v.V })
}
