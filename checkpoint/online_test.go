package checkpoint

// This file checks the schedules for an unknown number of steps.

import (
	"encoding/json"
	"slices"
	"testing"
)

func online(t *testing.T, slots int) *Online {
	t.Helper()
	o, err := NewOnline(slots)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// horizon is the first number of steps past which Revolve is better, or most.
func horizon(o *Online, most int) int {
	for n := 1; n <= most; n++ {
		if o.Ratio(n) != 1 {
			return n - 1
		}
	}
	return most
}

func TestOnlineHorizon(t *testing.T) {
	var file struct {
		Rows []struct {
			S       int
			Horizon json.RawMessage
			Beta    int `json:"beta_s_2"`
		}
	}
	golden(t, "g_online.json", &file)
	if len(file.Rows) != 5 {
		t.Fatalf("%d rows", len(file.Rows))
	}
	for _, row := range file.Rows {
		if Beta(row.S, 2) != row.Beta {
			t.Errorf("β(%d,2) = %d, want %d", row.S, Beta(row.S, 2), row.Beta)
		}
		if got := horizon(online(t, row.S), 100); row.S == 1 {
			if got != 100 { // in one slot there is nothing to choose
				t.Errorf("1 slot: horizon %d", got)
			}
		} else if want := string(row.Horizon); string(mustJSON(t, got)) != want {
			t.Errorf("%d slots: horizon %d, want %s", row.S, got, want)
		}
	}
	for s := 2; s <= 20; s++ {
		if got, want := horizon(online(t, s), 400), Beta(s, 2)+1; got != want {
			t.Errorf("%d slots: horizon %d, want %d", s, got, want)
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestOnlineRatio checks the bound that the documentation has.
func TestOnlineRatio(t *testing.T) {
	for s := 1; s <= 12; s++ {
		o, bound := online(t, s), 1.052
		if s == 2 {
			bound = 1.103
		}
		worst := 0.0
		for n := 1; n < 300; n++ {
			worst = max(worst, o.Ratio(n))
		}
		if s < 4 {
			worst = max(worst, o.Ratio(2500))
		}
		if worst > bound {
			t.Errorf("%v: ratio %v, bound %v", o, worst, bound)
		}
	}
}

func TestRunOnline(t *testing.T) {
	for s := 1; s <= 7; s++ {
		o := online(t, s)
		for n := 1; n <= 60; n++ {
			l := newLoop(n)
			mem := NewMemory()
			asked := []int{}
			last := func(step int) bool { asked = append(asked, step); return step == n-1 }
			c, err := (&Runner{Stores: []Store{mem}}).RunActions(t.Context(), o.Machine(), o.Actions(last), l)
			if err != nil {
				t.Fatalf("%v, %d steps: %v", o, n, err)
			}
			if l.adjoint != plain(n) || mem.Size() != 0 {
				t.Errorf("%v, %d steps: adjoint %v, want %v; %d bytes left", o, n, l.adjoint, plain(n), mem.Size())
			}
			if c.Run() != o.Forward(n) || l.run != c.Run() || c.Peak[0] > s {
				t.Errorf("%v, %d steps: forward %d, played %+v", o, n, o.Forward(n), c)
			}
			if len(asked) != n || !slices.IsSorted(asked) {
				t.Errorf("%v, %d steps: asked at %v", o, n, asked)
			}
		}
	}
}

func BenchmarkOnline(b *testing.B) {
	o, err := NewOnline(50)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		o.Forward(10000)
	}
	b.ReportMetric(float64(b.N)*10000/b.Elapsed().Seconds(), "steps/s")
}
