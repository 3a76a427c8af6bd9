package viz_test

import (
	"fmt"

	"github.com/costate/costate/viz"
)

func ExampleLine() {
	loss := []float64{9, 3, 1, 0.5}
	words, err := viz.Line(loss).Title("Descent").X("step").Y("loss").Describe()
	fmt.Print(words, err)
	// Output:
	// Line plot: Descent.
	// Horizontal axis, step: from 0 to 3.
	// Vertical axis, loss: from 0.5 to 9.
	// Data: 4 points, starts at 9, ends at 0.5, lowest 0.5 at 3, highest 9 at 0.
	// <nil>
}

func ExamplePlot_Add() {
	x := []float64{0, 1, 2}
	data := viz.Scatter(x, []float64{0.1, 0.9, 2.2}).Name("data")
	words, err := data.Add(viz.XY(x, x).Name("model")).Describe()
	fmt.Print(words, err)
	// Output:
	// Plot of lines and points.
	// Horizontal axis: from 0 to 2.
	// Vertical axis: from 0 to 2.2.
	// data: 3 points, lowest 0.1 at 0, highest 2.2 at 2.
	// model: 3 points, starts at 0, ends at 2, lowest 0 at 0, highest 2 at 2.
	// <nil>
}
