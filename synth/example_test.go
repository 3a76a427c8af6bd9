package synth_test

// This file holds the examples of the package.

import (
	"context"
	"fmt"

	"github.com/costate/costate/synth"
)

func ExamplePlacements() {
	for m, err := range synth.Placements([]int{2, 4}, []int{4, 2}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		p, _ := synth.NewPlacement(m, nil)
		fmt.Println(m, "device 3 is at", p.AxisOf(3))
	}
	// Output:
	// [[1,4],[2,1]] device 3 is at [3 0]
	// [[2,2],[1,2]] device 3 is at [1 1]
}

func ExampleCheck() {
	p, _ := synth.ParseProgram("AR(1,2);AR(0,2)")
	err := synth.Check([]int{2, 4}, p)
	fmt.Println(err)
	if f, ok := synth.FaultOf(err); ok {
		fmt.Println(f.Code, f.Step, f.Group)
	}
	// Output:
	// E_DOUBLE_COUNT: chunk 0 has overlapping contributors
	// E_DOUBLE_COUNT 1 [0 1 2 3 4 5 6 7]
}

func ExampleModel_Rank() {
	top, _ := synth.FromPreset("gcp-n1-v100-8", 4)
	model, err := synth.NewModel(top, synth.Matrix{{4, 8}}, []int{0})
	if err != nil {
		fmt.Println(err)
		return
	}
	list, _ := synth.Synthesize(context.Background(), model.Space().Cards, synth.DefaultLength)
	ranked, _ := model.Rank(list.Programs, 1<<30, synth.Ring)
	fmt.Printf("%s %.3f s\n", ranked[0].Program, ranked[0].Seconds)
	fmt.Print(ranked[0].Program.Print(model.Space().Names))
	// Output:
	// RS(1,2);AR(0,1);AG(1,2) 0.142 s
	// (node, InsideGroup, ReduceScatter)
	// (node, Parallel(root), AllReduce)
	// (node, InsideGroup, AllGather)
}

func ExampleBest() {
	top, _ := synth.FromPreset("dgx-a100", 4)
	list, err := synth.Best(context.Background(), top, &synth.Request{
		Axes: []int{4, 8}, // data, model
		Reductions: []synth.Reduction{
			{Name: "gradients", Axes: []int{0}, Bytes: 1e9},
			{Name: "activations", Axes: []int{1}, Bytes: 1e8, Frequency: 48},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(list[0].Matrix)
	for _, p := range list[0].Plans {
		fmt.Println(p.Name, p.Program)
	}
	// Output:
	// [[4,1],[1,8]]
	// gradients AR(0,1)
	// activations AR(0,1)
}

func ExampleExport() {
	p, _ := synth.NewPlacement(synth.Matrix{{2, 2}}, nil)
	prog, _ := synth.ParseProgram("AR(0,2)")
	code, err := synth.Export("rankfile", p, []int{0}, nil, prog)
	fmt.Print(code, err)
	// Output:
	// # The placement [[2,2]]: ranks in the order of their coordinates on the axes, the last axis fastest.
	// rank 0=+n0 slot=0
	// rank 1=+n0 slot=1
	// rank 2=+n1 slot=0
	// rank 3=+n1 slot=1
	// <nil>
}
