package rt_test

import (
	"fmt"
	"math"

	"github.com/costate/costate/ad/rt"
)

func ExampleMul0() {
	slope := 1 / math.Sqrt(0) // infinite
	fmt.Println(rt.Mul0(1, slope), rt.Mul0(0, slope), 0*slope)
	// Output: +Inf 0 NaN
}

func ExampleMirror() {
	data := make([]float64, 6)
	x, y := data[0:4], data[2:6]
	m := rt.NewMirror()
	m.Floats(x)
	m.Floats(y)
	m.Build()
	xBar, yBar := m.FloatsOf(x), m.FloatsOf(y)
	xBar[2] = 5 // x[2] and y[0] are one element
	fmt.Println(yBar)
	// Output: [5 0 0 0]
}

// The reverse of s = append(s, v), where s has grown and its old elements were copied.
func ExampleAppendBack() {
	s, sBar := make([]float64, 1), make([]float64, 1)
	_, tBar := rt.Append(s, sBar, 7)
	tBar[0], tBar[1] = 10, 20
	vBar := rt.AppendBack(sBar, tBar)
	fmt.Println(sBar, vBar)
	// Output: [10] [20]
}

// Every chunk of a loop adds to a shadow of its own; the sum has the order of the chunks.
func ExampleReduce() {
	xBar := []float64{1, 1}
	parts := rt.Private(xBar, 3, false)
	rt.Chunks(3, false, func(chunk int) { parts[chunk][0] += float64(chunk) })
	rt.Reduce(xBar, parts, false)
	fmt.Println(xBar)
	// Output: [4 1]
}
