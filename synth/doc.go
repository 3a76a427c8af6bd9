// Package synth places parallel work on a hierarchy of machines and finds the reductions for it.
//
// A cluster is a [Topology]: levels, outermost first, each with a number of children, a latency and a bandwidth. The axes
// of parallelism of a program (data, model, …) are laid over it by a [Placement], a matrix whose rows multiply to the axes
// and whose columns multiply to the levels. A reduction over some of the axes then sees a smaller hierarchy, [Space], on
// which a [Program] of collectives runs.
//
//	for m, err := range synth.Placements([]int{2, 4}, []int{4, 2}) {
//		…
//	}
//	list, err := synth.Synthesize(ctx, []int{2, 4}, 5)  // 93 programs
//	model, err := synth.NewModel(topology, matrix, []int{0})
//	seconds, err := model.Seconds(list.Programs[0], 1<<30, synth.Ring)
//
// What a program means is the table of rules in rules.go: a device holds, for each chunk of the buffer, the set of the
// devices whose contributions are in it, and a collective maps the states of a group to new ones or is wrong with a
// [Code]. A program is valid if each step is and all devices end with all contributions. Whether it is depends on the
// number of levels alone, not on their cardinalities, so programs are searched for where each level has two children and
// hold for any cardinality; [Check] does the same for a given program, and [Execute] runs one on symbolic data.
//
// Costs are those of the alpha-beta model: a step takes its rounds times the latency of the slowest level that it
// crosses, and the time of the port that carries most. Steps do not overlap, except in [Model.Pipelined].
//
// Limits: [MaxDevices] devices, [MaxPriced] for costs, [MaxLevels] levels in a reduction. The package needs the standard
// library alone.
package synth
