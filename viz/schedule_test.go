package viz

// This file has the pictures of schedules, by their words, and that they can be drawn.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/checkpoint"
)

func TestSchedules(t *testing.T) {
	s, err := checkpoint.NewMultistage(4, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	mixed, err := checkpoint.NewMixed(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	one := []int64{1, 1}
	chain := checkpoint.Chain{Forward: one, Record: one, Reverse: one, RecordSize: []int64{2, 2}, State: []int64{1, 1, 1}, Gradient: []int64{1, 1, 1}}
	plan, err := chain.Optimal(6)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		plot *Plot
		want string
	}{
		{"timeline", Timeline(s.Machine(), s.Actions()), `Plot of lines and points: Schedule.
Horizontal axis, time: from 0 to 8.
Vertical axis, step: from 0 to 4.
run: 4 steps in 3 sweeps.
reversed: 4 steps.
kept at level 0: 1 time.
kept at level 1: 1 time.
loaded: 3 times.
`},
		{"mixed timeline", Timeline(mixed.Machine(), mixed.Actions()), `Plot of lines and points: Schedule.
Horizontal axis, time: from 0 to 3.
Vertical axis, step: from 0 to 3.
taped: 2 steps.
reversed: 3 steps.
kept: 2 times.
loaded: 2 times.
`},
		{"memory", Memory(s.Machine(), s.Actions()), `Line plot: Memory.
Horizontal axis, time: from 0 to 8.
Vertical axis, slots in use: from 0 to 1.
kept at level 0: at most 1 of 1 slot in use, 1 written, 2 read.
kept at level 1: at most 1 of 1 slot in use, 1 written, 1 read.
`},
		{"chain timeline", ChainTimeline(chain, 6, slices.Values(plan.Actions)), `Line plot: Schedule of a chain.
Horizontal axis, time: from 0 to 5.
Vertical axis, step: from 0 to 2.
run: 1 step in 1 sweep.
taped: 2 steps.
reversed: 2 steps.
kept: 4 times.
`},
		{"chain memory", ChainMemory(chain, 6, slices.Values(plan.Actions)), `Line plot: Memory of a chain.
Horizontal axis, time: from 0 to 5.
Vertical axis, memory: from 3 to 6.
in use: at most 6, in the action "record 1 at 0" at time 1.
budget: 6.
`},
		{"frontier", Frontier([]checkpoint.TreePoint{{Peak: 14, Time: 33}, {Peak: 21, Time: 27}}), `Plot of lines and points: Time and memory.
Horizontal axis, peak memory: from 14 to 21.
Vertical axis, time: from 27 to 33.
possible: 3 points, starts at 33, ends at 27, lowest 27 at 21, highest 33 at 14.
choices: 2 points, lowest 27 at 21, highest 33 at 14.
`},
	} {
		got, err := test.plot.Describe()
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, d)
		}
		if svg, err := test.plot.SVG(); err != nil || len(svg) < 1000 {
			t.Errorf("%s: %d bytes of SVG, %v", test.name, len(svg), err)
		}
	}
}

func TestSchedulesRefuse(t *testing.T) {
	m := checkpoint.Machine{Steps: 1, Levels: []checkpoint.Level{{Slots: 1}}}
	wrong := []checkpoint.Action{{Kind: checkpoint.Restore}}
	long, err := checkpoint.NewRevolve(100_000, 50)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		plot *Plot
		want string
	}{
		{Timeline(m, slices.Values(wrong)), "schedule: action 0 (restore 0 at 0): it is not stored there"},
		{Memory(m, slices.Values(wrong)), "schedule: action 0 (restore 0 at 0): it is not stored there"},
		{Timeline(long.Machine(), long.Actions()), "schedule: more than 200000 actions cannot be drawn"},
		{ChainMemory(checkpoint.Chain{}, 1, slices.Values(wrong)), "schedule: f must not be empty"},
		{ChainTimeline(checkpoint.Chain{}, 1, slices.Values(wrong)), "schedule: f must not be empty"},
		{Frontier(nil), "plot: there are no points"},
	} {
		if _, err := test.plot.SVG(); fmt.Sprint(err) != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
