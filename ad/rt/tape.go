package rt

// This file counts what a running derivative has recorded, for faces that draw it.

import "sync/atomic"

// Region is a place in a derivative that records rows of a fixed size, as a loop does.
type Region struct {
	ID          int
	Func        string // function that was differentiated
	Name        string // what is recorded, as "for i"
	File        string
	Line        int
	BytesPerRow int
}

// Measure is what a region holds at the time of a sample.
type Measure struct {
	Region Region
	Rows   int64
	Bytes  int64
}

// Tape counts the rows of regions. Counting and sampling may happen at the same time. The nil Tape counts
// nothing, so that code may be written once for runs with and without it.
type Tape struct {
	regions []Region
	rows    []counter
}

// counter fills a cache line, so that two regions that count at the same time do not slow each other down.
type counter struct {
	atomic.Int64
	_ [56]byte
}

// NewTape returns a tape for regions, which get their index as ID.
func NewTape(regions []Region) *Tape {
	t := &Tape{regions: append([]Region(nil), regions...), rows: make([]counter, len(regions))}
	for i := range t.regions {
		t.regions[i].ID = i
	}
	return t
}

// Region returns the description of a region.
func (t *Tape) Region(i int) Region { return t.regions[i] }

// Rows adds n rows to a region; a negative n takes rows away, as the reverse sweep does. Call it once an outer
// iteration: then it costs next to nothing.
func (t *Tape) Rows(region, n int) {
	if t != nil {
		t.rows[region].Add(int64(n))
	}
}

// Sample returns what every region holds at this moment.
func (t *Tape) Sample() []Measure {
	if t == nil {
		return nil
	}
	all := make([]Measure, len(t.regions))
	for i, r := range t.regions {
		rows := t.rows[i].Load()
		all[i] = Measure{Region: r, Rows: rows, Bytes: rows * int64(r.BytesPerRow)}
	}
	return all
}
