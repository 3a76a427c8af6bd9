package synth

// This file compares with the reference data in testdata; its README's conventions are those of doc.go.

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func golden(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func TestGoldenPlacements(t *testing.T) {
	var file struct {
		Cases []struct {
			Hierarchy, Axes []int
			Count           int
			Placements      []struct {
				Matrix       Matrix
				DeviceToAxis [][]int `json:"device_to_axis"`
			}
		}
	}
	golden(t, "placements.json", &file)
	for _, c := range file.Cases {
		n := 0
		for m, err := range Placements(c.Hierarchy, c.Axes) {
			if err != nil {
				t.Fatal(err)
			}
			if n >= len(c.Placements) {
				break
			}
			want := c.Placements[n]
			if diff := cmp.Diff(want.Matrix, m); diff != "" {
				t.Fatalf("%v %v: placement %d (-want +got):\n%s", c.Hierarchy, c.Axes, n, diff)
			}
			p, err := NewPlacement(m, c.Hierarchy)
			if err != nil {
				t.Fatal(err)
			}
			for d, coords := range p.Mapping() {
				if want.DeviceToAxis != nil && !slices.Equal(coords, want.DeviceToAxis[d]) {
					t.Errorf("%v: device %d is at %v, want %v", m, d, coords, want.DeviceToAxis[d])
				}
				if p.DeviceOf(coords) != d {
					t.Errorf("%v: device %d comes back as %d", m, d, p.DeviceOf(coords))
				}
			}
			n++
		}
		if n != c.Count {
			t.Errorf("%v %v: %d placements, want %d", c.Hierarchy, c.Axes, n, c.Count)
		}
	}
}

type goldenLink struct {
	Alpha string
	BW    float64
}

func links(t testing.TB, list []goldenLink) []Link {
	t.Helper()
	var out []Link
	for _, l := range list {
		var a, b float64
		if _, err := fmt.Sscanf(strings.Replace(l.Alpha, "/", " ", 1), "%g %g", &a, &b); err != nil {
			t.Fatal(err)
		}
		out = append(out, Link{a / b, l.BW})
	}
	return out
}

type goldenPrice struct {
	Seconds float64
	Steps   []float64
}

type goldenCase struct {
	Name            string
	Levels          []string
	Hierarchy       []int
	Matrix          Matrix
	ReductionAxes   []int    `json:"reduction_axes"`
	SynthesisLevels []string `json:"synthesis_levels"`
	SynthesisCards  []int    `json:"synthesis_cards"`
	Links           []goldenLink
	NBytes          float64
	Counts          map[string]int
	Nonpositional   int
	SHA256          string
	Groups          map[string][][]int
	Truncated       int `json:"programs_truncated_to_len"`
	Summary         map[string]struct {
		Best  []string
		Top10 [][2]any
	}
	Programs []struct {
		Canon, DSL []string
		Positional bool
		Ring, Tree goldenPrice
	}
}

func goldenCases(t testing.TB) []goldenCase {
	var file struct{ Cases []goldenCase }
	golden(t, "synthesis.json", &file)
	return file.Cases
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(b) }

func TestGoldenSynthesis(t *testing.T) {
	for _, c := range goldenCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			p, err := NewPlacement(c.Matrix, c.Hierarchy)
			if err != nil {
				t.Fatal(err)
			}
			s, err := NewSpace(p, c.ReductionAxes, c.Levels, ReductionAxes, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.SynthesisLevels, s.Names); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.SynthesisCards, s.Cards); diff != "" {
				t.Error(diff)
			}
			list, err := Synthesize(t.Context(), s.Cards, 5)
			if err != nil {
				t.Fatal(err)
			}
			for n, count := range list.Counts[1:] {
				if want := c.Counts[fmt.Sprint(n+1)]; count != want {
					t.Errorf("%d programs of length %d, want %d", count, n+1, want)
				}
			}
			if list.Hash() != c.SHA256 {
				t.Errorf("hash %s, want %s", list.Hash(), c.SHA256)
			}
			for key, want := range c.Groups {
				lanes := strings.Replace(key, "(", "*(", 1)
				if !strings.HasPrefix(key, "*") {
					lanes = key
				}
				step, err := parseStep("AR" + strings.Replace(lanes, "**", "*", 1))
				if err != nil {
					t.Fatal(err)
				}
				got, err := p.Groups(c.ReductionAxes, step)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("groups of %s (-want +got):\n%s", key, diff)
				}
			}
			top, err := NewTopology(c.Hierarchy, links(t, c.Links), c.Levels)
			if err != nil {
				t.Fatal(err)
			}
			model, err := NewModel(top, c.Matrix, c.ReductionAxes)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.Programs {
				got := list.Programs[i]
				if got.String() != strings.Join(want.Canon, ";") {
					t.Fatalf("program %d is %s, want %v", i, got, want.Canon)
				}
				if dsl := got.Print(s.Names); dsl != strings.Join(want.DSL, "\n")+"\n" {
					t.Errorf("%s prints as %s, want %v", got, dsl, want.DSL)
				}
				positional, err := Positional(s.Cards, got)
				if err != nil || positional != want.Positional {
					t.Errorf("%s: positional %v, %v", got, positional, err)
				}
				for _, k := range []struct {
					alg  Algorithm
					want goldenPrice
				}{{Ring, want.Ring}, {Tree, want.Tree}} {
					steps, err := model.Steps(got, c.NBytes, k.alg)
					if err != nil {
						t.Fatal(err)
					}
					total, err := model.Seconds(got, c.NBytes, k.alg)
					if err != nil {
						t.Fatal(err)
					}
					if !near(total, k.want.Seconds) || len(steps) != len(k.want.Steps) {
						t.Errorf("%s %v: %v s, want %v", got, k.alg, total, k.want.Seconds)
						continue
					}
					for i := range steps {
						if !near(steps[i], k.want.Steps[i]) {
							t.Errorf("%s %v: step %d takes %v s, want %v", got, k.alg, i, steps[i], k.want.Steps[i])
						}
					}
				}
			}
			bad := 0
			for _, prog := range list.Programs {
				positional, err := Positional(s.Cards, prog)
				if err != nil {
					t.Fatal(err)
				}
				if !positional {
					bad++
				}
			}
			if bad != c.Nonpositional {
				t.Errorf("%d programs are not positional, want %d", bad, c.Nonpositional)
			}
			for name, alg := range map[string]Algorithm{"ring": Ring, "tree": Tree} {
				ranked, err := model.Rank(list.Programs, c.NBytes, alg)
				if err != nil {
					t.Fatal(err)
				}
				for i, want := range c.Summary[name].Top10 {
					if got := ranked[i]; got.Program.String() != want[0] || !near(got.Seconds, want[1].(float64)) {
						t.Errorf("%s: rank %d is %s with %v s, want %v", name, i, got.Program, got.Seconds, want)
					}
				}
			}
		})
	}
}
