package checkpoint

// This file checks Revolve against the golden rows, and measures it.

import (
	"fmt"
	"testing"
)

func TestRevolve(t *testing.T) {
	var file struct{ Rows [][]*int }
	golden(t, "a_revolve.json", &file)
	if len(file.Rows) < 477 {
		t.Fatalf("%d rows", len(file.Rows))
	}
	for _, row := range file.Rows {
		n, s, r, extra, total, writes := *row[0], *row[1], *row[2], *row[3], *row[4], row[5]
		v, err := NewRevolve(n, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := newFamily(n, s).r; got != r {
			t.Errorf("%v: repeats %d, want %d", v, got, r)
		}
		if got := v.Extra(); got != extra {
			t.Errorf("%v: extra %d, want %d", v, got, extra)
		}
		c := play(t, v)
		if c.Advanced != extra || c.Run() != total || c.Taped != n || c.Peak[0] > s {
			t.Errorf("%v plays to %+v, want %d advanced, %d run", v, c, extra, total)
		}
		fewest, known := v.Writes()
		if known != (n <= 100) {
			t.Errorf("%v: writes known: %v", v, known)
		}
		if writes != nil && (fewest != *writes || c.Writes[0] != *writes) {
			t.Errorf("%v: fewest writes %d, written %d, want %d", v, fewest, c.Writes[0], *writes)
		}
	}
}

// TestRevolveRecurrence compares the closed form with the recurrence over all first cuts.
func TestRevolveRecurrence(t *testing.T) {
	const most = 60
	for s := 1; s <= 12; s++ {
		extra := make([][]int, s+1)
		for k := 1; k <= s; k++ {
			extra[k] = make([]int, most+1)
			for n := 2; n <= most; n++ {
				best := maxInt
				for m := 1; m < n; m++ {
					switch {
					case n-m == 1:
						best = min(best, m+extra[k][m])
					case k > 1:
						best = min(best, m+extra[k-1][n-m]+extra[k][m])
					}
				}
				extra[k][n] = best
			}
		}
		for n := 1; n <= most; n++ {
			if got := newFamily(n, s).extra(); got != extra[s][n] {
				t.Errorf("t(%d,%d) = %d, want %d", n, s, got, extra[s][n])
			}
		}
	}
}

// TestRevolveExtremes has sizes at which careless products overflow.
func TestRevolveExtremes(t *testing.T) {
	for _, test := range []struct{ n, s, extra int }{
		{13465, 116, 33374}, // what a run logged in issue 1284 of Enzyme.jl
		{1 << 31, 1 << 31, 1<<31 - 1},
		{1 << 31, 1<<31 - 2, 1 << 31},
		{1 << 31, 1, (1<<31 - 1) * (1 << 30)},
	} {
		v, err := NewRevolve(test.n, test.s)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Extra(); got != test.extra {
			t.Errorf("%v: extra %d, want %d", v, got, test.extra)
		}
		i := 0
		for range v.Actions() {
			if i++; i == 1000 {
				break
			}
		}
	}
}

func TestRevolveRefuses(t *testing.T) {
	for _, test := range []struct {
		n, s int
		want string
	}{
		{0, 1, "steps must be between 1 and 2147483648, not 0"},
		{1<<31 + 1, 1, "steps must be between 1 and 2147483648, not 2147483649"},
		{2, 0, "slots must be at least 1 for 2 steps, not 0"},
		{1, -1, "slots must be at least 1 for 1 steps, not -1"},
	} {
		if _, err := NewRevolve(test.n, test.s); fmt.Sprint(err) != test.want {
			t.Errorf("%d steps, %d slots: %v, want %s", test.n, test.s, err, test.want)
		}
	}
}

func BenchmarkRevolve(b *testing.B) {
	for _, slots := range []int{5, 20, 100, 1000} {
		b.Run(fmt.Sprintf("slots=%d", slots), func(b *testing.B) {
			v, err := NewRevolve(1_000_000, slots)
			if err != nil {
				b.Fatal(err)
			}
			actions := 0
			for b.Loop() {
				for range v.Actions() {
					actions++
				}
			}
			b.ReportMetric(float64(actions)/b.Elapsed().Seconds(), "actions/s")
		})
	}
}
