package checkpoint

// This file checks the schedules over several levels, and the mixed ones, against the golden rows.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMultistage(t *testing.T) {
	var file struct {
		Rows []struct {
			N          int
			Ram        int    `json:"s_ram"`
			Disk       int    `json:"s_disk"`
			Total      int    `json:"total_forward"`
			Extra      int    `json:"extra_forward"`
			RamWrites  int    `json:"ram_writes"`
			RamReads   int    `json:"ram_reads"`
			DiskWrites int    `json:"disk_writes"`
			DiskReads  int    `json:"disk_reads"`
			PeakRam    int    `json:"peak_ram"`
			PeakDisk   int    `json:"peak_disk"`
			Weights    []int  `json:"slot_weights"`
			Alloc      string `json:"slot_alloc"`
		}
	}
	golden(t, "b_multistage.json", &file)
	if len(file.Rows) != 10 {
		t.Fatalf("%d rows", len(file.Rows))
	}
	for _, row := range file.Rows {
		v, err := NewMultistage(row.N, row.Ram, row.Disk)
		if err != nil {
			t.Fatal(err)
		}
		var alloc strings.Builder
		for _, l := range v.Placement() {
			alloc.WriteByte("RD"[l])
		}
		c := play(t, v)
		got := fmt.Sprint(v.Weights(), alloc.String(), v.Extra(), c.Advanced, c.Run(), c.Writes, c.Reads, c.Peak)
		want := fmt.Sprint(row.Weights, row.Alloc, row.Extra, row.Extra, row.Total, []int{row.RamWrites, row.DiskWrites},
			[]int{row.RamReads, row.DiskReads}, []int{row.PeakRam, row.PeakDisk})
		if got != want {
			t.Errorf("%v\ngot  %s\nwant %s", v, got, want)
		}
		replay(t, v)
	}
}

func TestTwoLevel(t *testing.T) {
	var file struct{ Rows [][5]int }
	golden(t, "b2_twolevel.json", &file)
	if len(file.Rows) != 5 {
		t.Fatalf("%d rows", len(file.Rows))
	}
	for _, row := range file.Rows {
		v, err := NewTwoLevel(row[0], row[1], row[2])
		if err != nil {
			t.Fatal(err)
		}
		c := play(t, v)
		if v.Blocks() != row[3] || c.Peak[1] != row[3] || v.Forward() != row[4] || c.Run() != row[4] {
			t.Errorf("%v: %d blocks, forward %d, played %+v, want %v", v, v.Blocks(), v.Forward(), c, row)
		}
		replay(t, v)
	}
	for n := 1; n < 12; n++ {
		for p := 1; p < 14; p++ {
			v, err := NewTwoLevel(n, p, p%3)
			if err != nil {
				t.Fatal(err)
			}
			replay(t, v)
		}
	}
}

func TestMixed(t *testing.T) {
	var file struct{ Rows [][3]int }
	golden(t, "c_mixed.json", &file)
	if len(file.Rows) < 100 {
		t.Fatalf("%d rows", len(file.Rows))
	}
	for _, row := range file.Rows {
		v, err := NewMixed(row[0], row[1])
		if err != nil {
			t.Fatal(err)
		}
		if c := play(t, v); v.Forward() != row[2] || c.Run() != row[2] || c.Peak[0] > row[1] {
			t.Errorf("%v: forward %d, played %+v, want %d", v, v.Forward(), c, row[2])
		}
		if row[0] <= 100 {
			replay(t, v)
		}
	}
}

func hierarchy(t *testing.T, m Machine) *Hierarchy {
	t.Helper()
	v, err := NewHierarchy(m)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestHierarchy(t *testing.T) {
	var file struct {
		Rows []struct {
			N              int
			Ram            int `json:"s_ram"`
			Disk           int `json:"s_disk"`
			Uf, Ub, Wd, Rd int64
			Optimum        int64
		}
		Small struct{ Rows [][9]int64 } `json:"small_exhaustive"`
	}
	golden(t, "d_hrevolve.json", &file)
	rows := file.Small.Rows
	for _, r := range file.Rows {
		rows = append(rows, [9]int64{int64(r.N), int64(r.Ram), int64(r.Disk), r.Uf, r.Ub, r.Wd, r.Rd, r.Optimum, r.Optimum})
	}
	if len(rows) != 31 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		v := hierarchy(t, Machine{Steps: int(r[0]), Levels: []Level{{Slots: int(r[1])}, {int(r[2]), r[5], r[6]}}, Forward: r[3], Reverse: r[4]})
		if c := play(t, v); v.Cost() != r[7] || c.Total != r[7] || r[7] != r[8] {
			t.Errorf("%v: cost %d, played %d, want %v", v, v.Cost(), c.Total, r)
		}
		replay(t, v)
	}
}

// TestHierarchyIsRevolve compares one free level with Revolve's closed form.
func TestHierarchyIsRevolve(t *testing.T) {
	for n := 1; n < 50; n++ {
		for s := 1; s < 7; s++ {
			v := hierarchy(t, Machine{Steps: n, Levels: []Level{{Slots: s}}, Forward: 1})
			if want := revolve(t, n, s).Extra(); int(v.Cost()) != want {
				t.Errorf("%v, want %d", v, want)
			}
		}
	}
}

// TestHierarchyRandom compares schedules over three levels with a search over all states of the machine.
func TestHierarchyRandom(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 50 {
		m := Machine{Steps: 1 + r.IntN(6), Forward: int64(1 + r.IntN(6)), Reverse: int64(r.IntN(4))}
		var l Level
		for range 3 {
			l = Level{Slots: r.IntN(2), Write: l.Write + int64(r.IntN(4)), Read: l.Read + int64(r.IntN(4))}
			m.Levels = append(m.Levels, l)
		}
		m.Levels[0].Slots = max(m.Levels[0].Slots, 1-m.Levels[1].Slots)
		v := hierarchy(t, m)
		if c := play(t, v); c.Total != v.Cost() {
			t.Errorf("%v plays to %d", v, c.Total)
		}
		if want := search(m); v.Cost() != want {
			t.Errorf("%+v: cost %d, want %d", m, v.Cost(), want)
		}
		replay(t, v)
	}
}

// TestMixedExhaustive compares mixed schedules with a search over all states of the machine.
func TestMixedExhaustive(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for s := 1; s <= 3; s++ {
			v, err := NewMixed(n, s)
			if err != nil {
				t.Fatal(err)
			}
			if want := searchMixed(n, s); v.Forward() != want {
				t.Errorf("%v: forward %d, want %d", v, v.Forward(), want)
			}
			replay(t, v)
		}
	}
}

// TestRevolveExhaustive compares Revolve with a search over all states of the machine.
func TestRevolveExhaustive(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for s := 1; s <= 3; s++ {
			want := search(Machine{Steps: n, Levels: []Level{{Slots: s}}, Forward: 1})
			if got := revolve(t, n, s).Extra(); int64(got) != want {
				t.Errorf("%d steps, %d slots: extra %d, want %d", n, s, got, want)
			}
		}
	}
}
