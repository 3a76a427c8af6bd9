package synth

// This file tests what topologies and placements refuse, and the presets.

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestTopologyFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"levels":[{"name":"a","card":2,"alpha":0,"bw":0}]}`, `level "a": bandwidth 0 is not a positive number of bytes per second`},
		{`{"levels":[{"name":"a","card":2,"alpha":-1,"bw":1}]}`, `latency -1 is not a number of seconds`},
		{`{"levels":[{"name":"a","card":0,"bw":1},{"name":"a","card":1,"bw":-1}]}`, `level "a": cardinality 0 is less than 1`},
		{`{"levels":[{"name":"a","card":1,"bw":1},{"name":"a","card":1,"bw":1}]}`, `the name is taken`},
		{`{"levels":[{"name":"root","card":1,"bw":1}]}`, `the name is taken`},
		{`{"levels":[{"card":1,"bw":1}]}`, `level 0 has no name`},
		{`{"levels":[{"name":"a, b","card":1,"bw":1}]}`, `a name has letters`},
		{`{"levels":[]}`, `a topology needs a level`},
		{`{"levels":[{"name":"a","card":1000000000,"bw":1}]}`, `devices: [1000000000] multiply to more than 1048576`},
		{`{"levels":[{"name":"a","card":4294967296,"bw":1},{"name":"b","card":4294967296,"bw":1}]}`, `multiply to more than`},
		{`{"levels":[{"name":"a","cards":1,"bw":1}]}`, `unknown field`},
		{`{"levels":[{"name":"a","card":1,"bw":1}]} {}`, `more than one value`},
	} {
		if _, err := ParseTopology([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

func TestPlacementFaults(t *testing.T) {
	for _, c := range []struct {
		hierarchy, axes []int
		want            string
	}{
		{[]int{2, 4}, []int{4, 3}, "axes [4 3] multiply to 12, the hierarchy [2 4] to 8"},
		{[]int{1000000000}, []int{1000000000}, "multiply to more than"},
		{[]int{2, 0}, []int{1}, "cardinality 0 is less than 1"},
		{nil, []int{1}, "at least one level"},
	} {
		for m, err := range Placements(c.hierarchy, c.axes) {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v %v: %v %v, want %q", c.hierarchy, c.axes, m, err, c.want)
			}
		}
	}
	if _, err := NewPlacement(Matrix{{2, 4}, {1}}, nil); err == nil {
		t.Error("a ragged matrix is accepted")
	}
	if _, err := NewPlacement(Matrix{{2, 2}}, []int{2, 4}); err == nil {
		t.Error("a matrix of another hierarchy is accepted")
	}
}

func TestPresets(t *testing.T) {
	var file struct {
		Presets []struct {
			ID    string
			Links []struct {
				Peak float64
				Src  string
			}
		}
	}
	golden(t, "topologies.json", &file)
	peaks := map[string][]float64{}
	for _, p := range file.Presets {
		for _, l := range p.Links {
			peaks[p.ID] = append(peaks[p.ID], l.Peak)
			if strings.HasPrefix(l.Src, "M") {
				delete(peaks, p.ID)
				break
			}
		}
	}
	list := Presets()
	if len(list) < 5 {
		t.Fatalf("%d presets", len(list))
	}
	for _, p := range list {
		top, err := FromPreset(p.Name, 2)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		for j, l := range top.Levels {
			if want := peaks[p.Name]; want != nil && want[j] != l.Bandwidth {
				t.Errorf("%s, %s: %v bytes/s, want %v", p.Name, l.Name, l.Bandwidth, want[j])
			}
			if !strings.HasSuffix(l.Source, "an assumption") || l.Alpha <= 0 {
				t.Errorf("%s, %s: latency %v, source %q", p.Name, l.Name, l.Alpha, l.Source)
			}
		}
	}
	if _, err := FromPreset("dgx-a100", 0); err == nil {
		t.Error("a preset of no nodes is accepted")
	}
	if _, err := FromPreset("p2-paper-a100", 4); err == nil {
		t.Error("an unverified preset is there")
	}
}

func TestSynthesizeFaults(t *testing.T) {
	for _, c := range []struct {
		cards  []int
		length int
		want   string
	}{
		{[]int{2, 4}, 0, "length 0 is not between 1 and 63"},
		{nil, 5, "needs a level"},
		{[]int{2, 1}, 5, "a level of one child"},
		{[]int{1 << 30}, 5, "multiply to more than"},
		{[]int{2, 2, 2, 2, 2, 2, 2}, 5, "a reduction over 7 levels"},
		{[]int{2, 2, 2, 2, 2, 2}, 5, "ask for shorter programs"},
	} {
		if _, err := Synthesize(t.Context(), c.cards, c.length); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v to length %d: %v, want %q", c.cards, c.length, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Synthesize(ctx, []int{2, 2, 2}, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancel: %v", err)
	}
}
