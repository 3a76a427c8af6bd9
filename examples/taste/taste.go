// Package taste has the function with which the README begins.
package taste

import "github.com/costate/costate/parallel"

// Energy is half the sum of squares.
func Energy(x []float64) float64 {
	part := make([]float64, len(x))
	parallel.For(len(x), func(i int) { part[i] = x[i] * x[i] / 2 })
	sum := 0.0
	for _, e := range part {
		sum += e
	}
	return sum
}
