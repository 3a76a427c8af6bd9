package parallel_test

import (
	"fmt"
	"math"

	"github.com/costate/costate/parallel"
)

func ExampleFor() {
	y := make([]float64, 5)
	parallel.For(len(y), func(i int) { y[i] = math.Sqrt(float64(i * i * i * i)) })
	fmt.Println(y)
	// Output: [0 1 4 9 16]
}

func ExampleForRange() {
	x := []float64{1, 2, 3, 4, 5, 6}
	parallel.ForRange(len(x), func(lo, hi int) {
		part := x[lo:hi]
		for i := range part {
			part[i] *= part[i]
		}
	})
	fmt.Println(x)
	// Output: [1 4 9 16 25 36]
}

// Sums that are kept for each chunk and added in chunk order do not depend on who ran what.
func ExampleForChunks() {
	n := 1000
	sums := make([]float64, parallel.Chunks(n))
	parallel.ForChunks(n, func(chunk, lo, hi int) {
		s := 0.0
		for i := lo; i < hi; i++ {
			s += float64(i)
		}
		sums[chunk] = s
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	fmt.Println(total)
	// Output: 499500
}
