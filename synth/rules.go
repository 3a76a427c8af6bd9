package synth

// This file holds the meaning of the collectives: what each asks of the states of a group and what it makes of them.

import (
	"fmt"
	"math/bits"
	"strings"
)

// Code says why a program is not valid.
type Code string

// The codes.
const (
	EForm         Code = "E_FORM"          // levels that the hierarchy does not have
	ESingleton    Code = "E_SINGLETON"     // a group of one device
	EEmpty        Code = "E_EMPTY"         // a device without data
	ERowsDiffer   Code = "E_ROWS_DIFFER"   // devices that hold different chunks are reduced
	EDoubleCount  Code = "E_DOUBLE_COUNT"  // a contribution would be counted twice
	EIndivisible  Code = "E_INDIVISIBLE"   // chunks cannot be dealt out evenly
	ECountsDiffer Code = "E_COUNTS_DIFFER" // devices with different numbers of chunks are gathered
	ERowsOverlap  Code = "E_ROWS_OVERLAP"  // a chunk would be gathered twice
	EBcastLoss    Code = "E_BCAST_LOSS"    // a broadcast would overwrite a contribution
	ENoop         Code = "E_NOOP"          // a broadcast that changes nothing
	EMixed        Code = "E_MIXED"         // contributions from outside the reduction group
	EGoal         Code = "E_GOAL"          // the program ends before everything is reduced
)

// rule is the meaning of a collective.
type rule struct {
	short, name string
	conditions  []condition // in the order in which they are checked
	result      func(g *group)
}

// condition is what must hold of a group; if it does not, it gives the code and a number for the text.
type condition func(g *group) (Code, int)

// rules are the collectives by [Op].
var rules = [...]rule{
	AllReduce:     {"AR", "AllReduce", []condition{noneEmpty, sameRows, noDoubles}, (*group).reduceAll},
	ReduceScatter: {"RS", "ReduceScatter", []condition{noneEmpty, sameRows, noDoubles, divisible}, (*group).scatter},
	AllGather:     {"AG", "AllGather", []condition{noneEmpty, sameCounts, noOverlap}, (*group).reduceAll},
	Reduce:        {"RD", "Reduce", []condition{noneEmpty, sameRows, noDoubles}, (*group).reduceFirst},
	Broadcast:     {"BC", "Broadcast", []condition{rootFull, noLoss, notSame}, (*group).copyFirst},
}

// group is a group of devices whose states a collective changes. A state is k sets of contributors, one a chunk.
type group struct {
	members []int
	state   []uint64 // of all devices, k words each
	rows    []uint64 // chunks with contributors, of all devices
	k       int
	union   []uint64 // room for k words
}

func (g *group) of(i int) []uint64 {
	d := g.members[i]
	return g.state[d*g.k : (d+1)*g.k]
}

func noneEmpty(g *group) (Code, int) {
	for _, d := range g.members {
		if g.rows[d] == 0 {
			return EEmpty, 0
		}
	}
	return "", 0
}

func sameRows(g *group) (Code, int) {
	first := g.rows[g.members[0]]
	for _, d := range g.members {
		if g.rows[d] != first {
			return ERowsDiffer, 0
		}
	}
	return "", 0
}

func noDoubles(g *group) (Code, int) {
	for rows := g.rows[g.members[0]]; rows != 0; rows &= rows - 1 {
		r := bits.TrailingZeros64(rows)
		var seen uint64
		for _, d := range g.members {
			c := g.state[d*g.k+r]
			if seen&c != 0 {
				return EDoubleCount, r
			}
			seen |= c
		}
	}
	return "", 0
}

func divisible(g *group) (Code, int) {
	if n := bits.OnesCount64(g.rows[g.members[0]]); n%len(g.members) != 0 {
		return EIndivisible, n
	}
	return "", 0
}

func sameCounts(g *group) (Code, int) {
	n := bits.OnesCount64(g.rows[g.members[0]])
	for _, d := range g.members {
		if bits.OnesCount64(g.rows[d]) != n {
			return ECountsDiffer, 0
		}
	}
	return "", 0
}

func noOverlap(g *group) (Code, int) {
	var seen uint64
	for _, d := range g.members {
		if both := seen & g.rows[d]; both != 0 {
			return ERowsOverlap, bits.TrailingZeros64(both)
		}
		seen |= g.rows[d]
	}
	return "", 0
}

func rootFull(g *group) (Code, int) {
	if g.rows[g.members[0]] == 0 {
		return EEmpty, 0
	}
	return "", 0
}

func noLoss(g *group) (Code, int) {
	root := g.of(0)
	for i, d := range g.members {
		if g.rows[d]&^g.rows[g.members[0]] != 0 {
			return EBcastLoss, 0
		}
		for r, c := range g.of(i) {
			if c&^root[r] != 0 {
				return EBcastLoss, 0
			}
		}
	}
	return "", 0
}

func notSame(g *group) (Code, int) {
	root := g.of(0)
	for i := range g.members {
		for r, c := range g.of(i) {
			if c != root[r] {
				return "", 0
			}
		}
	}
	return ENoop, 0
}

// texts say what the codes mean; a verb takes the number of a condition.
var texts = map[Code]string{
	ESingleton:    "group of size 1",
	EEmpty:        "a member holds no data",
	ERowsDiffer:   "members hold different chunk sets",
	EDoubleCount:  "chunk %d has overlapping contributors",
	EIndivisible:  "%d chunks cannot be dealt out evenly",
	ECountsDiffer: "members hold different numbers of chunks",
	ERowsOverlap:  "chunk %d is held by two members",
	EBcastLoss:    "a member holds contributions the root lacks",
	ENoop:         "every member already equals the root",
	EMixed:        "a device holds contributions from outside its reduction group",
}

// text says what a code means.
func text(c Code, number int) string {
	if strings.Contains(texts[c], "%") {
		return fmt.Sprintf(texts[c], number)
	}
	return texts[c]
}

// unite leaves the contributors of all members, chunk by chunk, in g.union and returns the chunks that have any.
func (g *group) unite() (rows uint64) {
	clear(g.union)
	for i, d := range g.members {
		rows |= g.rows[d]
		for r, c := range g.of(i) {
			g.union[r] |= c
		}
	}
	return rows
}

func (g *group) reduceAll() {
	rows := g.unite()
	for i, d := range g.members {
		copy(g.of(i), g.union)
		g.rows[d] = rows
	}
}

func (g *group) scatter() {
	rows := g.unite()
	share := bits.OnesCount64(rows) / len(g.members)
	for i, d := range g.members {
		mine := g.of(i)
		clear(mine)
		g.rows[d] = 0
		for range share {
			r := bits.TrailingZeros64(rows)
			rows &= rows - 1
			mine[r] = g.union[r]
			g.rows[d] |= 1 << r
		}
	}
}

func (g *group) reduceFirst() {
	rows := g.unite()
	for i, d := range g.members {
		clear(g.of(i))
		g.rows[d] = 0
		if i == 0 {
			copy(g.of(i), g.union)
			g.rows[d] = rows
		}
	}
}

func (g *group) copyFirst() {
	for i, d := range g.members[1:] {
		copy(g.of(i+1), g.of(0))
		g.rows[d] = g.rows[g.members[0]]
	}
}
