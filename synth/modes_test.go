package synth

// This file compares the modes of hierarchies with the reference data.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHierarchyModes(t *testing.T) {
	type counts struct {
		Programs, Instructions int
		Distinct               int `json:"distinct_lowered"`
		InD                    int `json:"in_d"`
	}
	var file struct {
		Cases []struct {
			Hierarchy     []int
			Matrix        Matrix
			ReductionAxes []int `json:"reduction_axes"`
			MaxLen        int
			A, B, C, D    counts
		}
	}
	golden(t, "hierarchy_modes.json", &file)
	for _, c := range file.Cases {
		p, err := NewPlacement(c.Matrix, c.Hierarchy)
		if err != nil {
			t.Fatal(err)
		}
		lowered := func(mode Mode) (map[string]bool, counts) {
			s, err := NewSpace(p, c.ReductionAxes, nil, mode, false)
			if err != nil {
				t.Fatal(err)
			}
			set := map[string]bool{}
			n := counts{Instructions: len(Steps(len(s.Cards)))}
			for prog, err := range SynthesizeSpace(t.Context(), s, c.MaxLen) {
				if err != nil {
					t.Fatal(err)
				}
				if err := CheckSpace(s, prog); err != nil {
					t.Errorf("mode %d: %s: %v", mode, prog, err)
				}
				n.Programs++
				text := ""
				for _, st := range prog {
					text += st.Op.String() + fmt.Sprint(lower(t, p, s, c.ReductionAxes, st))
				}
				set[text] = true
			}
			n.Distinct = len(set)
			return set, n
		}
		base, _ := lowered(ReductionAxes)
		for mode, want := range map[Mode]counts{SystemLevels: c.A, ColumnBased: c.B, RowBased: c.C, ReductionAxes: c.D} {
			set, got := lowered(mode)
			for text := range set {
				if base[text] {
					got.InD++
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v %v mode %d (-want +got):\n%s", c.Matrix, c.ReductionAxes, mode, diff)
			}
		}
	}
}

// lower lists the device groups of a step in any mode.
func lower(t *testing.T, p *Placement, s *Space, axes []int, st Step) [][]int {
	if s.Mode == ReductionAxes {
		list, err := p.Groups(axes, st)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	var list [][]int
	for _, g := range pattern(s.Cards, st) {
		var ids []int
		for _, point := range g {
			ids = append(ids, s.ids[point])
		}
		list = append(list, ids)
	}
	slices.SortFunc(list, func(a, b []int) int { return slices.Min(a) - slices.Min(b) })
	return list
}
