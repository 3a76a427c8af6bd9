package synth

// This file compares rejected programs and the costs of placements with the reference data.

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestGoldenInvalid(t *testing.T) {
	var file struct {
		Cases []struct {
			Name, Mode      string
			Hierarchy       []int
			Matrix          Matrix
			ReductionAxes   []int `json:"reduction_axes"`
			KeepOnes        bool  `json:"keep_ones"`
			SynthesisCards  []int `json:"synthesis_cards"`
			FailingStep     int   `json:"failing_step"`
			Reason, Message string
			Program         []struct {
				Slice, Arg int
				Form, Op   string
			}
		}
	}
	golden(t, "invalid.json", &file)
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			p, err := NewPlacement(c.Matrix, c.Hierarchy)
			if err != nil {
				t.Fatal(err)
			}
			mode := map[string]Mode{"a": SystemLevels, "d": ReductionAxes}[c.Mode]
			s, err := NewSpace(p, c.ReductionAxes, nil, mode, c.KeepOnes)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(s.Cards, c.SynthesisCards) {
				t.Fatalf("levels %v, want %v", s.Cards, c.SynthesisCards)
			}
			var prog Program
			for i, in := range c.Program {
				op, ok := opNamed(in.Op)
				if !ok {
					t.Fatalf("no collective %s", in.Op)
				}
				form := Form(slices.Index(forms[:], in.Form))
				step, err := Instruction{in.Slice, form, in.Arg, op}.Step(len(s.Cards))
				if err != nil {
					if f, ok := FaultOf(err); !ok || string(f.Code) != c.Reason || i != c.FailingStep || f.Error() != c.Message {
						t.Errorf("step %d: %v, want %s", i, err, c.Message)
					}
					return
				}
				prog = append(prog, step)
			}
			var f *Fault
			if err := CheckSpace(s, prog); !errors.As(err, &f) {
				t.Fatalf("%s: %v, want %s", prog, err, c.Message)
			}
			if string(f.Code) != c.Reason || f.Step != c.FailingStep || f.Error() != c.Message {
				t.Errorf("%s: %v at step %d, want %s at %d", prog, f, f.Step, c.Message, c.FailingStep)
			}
		})
	}
}

func TestGoldenPlacementCosts(t *testing.T) {
	type row struct {
		Flat, Best float64
		Program    []string
	}
	var file struct {
		Cases []struct {
			System          string
			Hierarchy, Axes []int
			Links           []goldenLink
			ReductionAxes   []int `json:"reduction_axes"`
			NBytes          float64
			Rows            []struct {
				Matrix     Matrix
				Ring, Tree row
			}
		}
	}
	golden(t, "placement_costs.json", &file)
	for _, c := range file.Cases {
		top, err := NewTopology(c.Hierarchy, links(t, c.Links), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range c.Rows {
			model, err := NewModel(top, r.Matrix, c.ReductionAxes)
			if err != nil {
				t.Fatal(err)
			}
			length := 5
			if product2(c.Hierarchy) >= 64 {
				length = 3
			}
			list, err := Synthesize(t.Context(), model.Space().Cards, length)
			if err != nil {
				t.Fatal(err)
			}
			for alg, want := range map[Algorithm]row{Ring: r.Ring, Tree: r.Tree} {
				ranked, err := model.Rank(list.Programs, c.NBytes, alg)
				if err != nil {
					t.Fatal(err)
				}
				flat, err := model.Seconds(model.Flat(), c.NBytes, alg)
				if err != nil {
					t.Fatal(err)
				}
				if !near(flat, want.Flat) || !near(ranked[0].Seconds, want.Best) || ranked[0].Program.String() != strings.Join(want.Program, ";") {
					t.Errorf("%s %v %v %v: flat %v, best %v %s; want %+v", c.System, r.Matrix, c.ReductionAxes, alg, flat, ranked[0].Seconds, ranked[0].Program, want)
				}
			}
		}
	}
}

func product2(list []int) int {
	p := 1
	for _, x := range list {
		p *= x
	}
	return p
}
