package synth

// This file finds all valid programs up to a length, on the skeleton: the states that can be reached, the steps between
// them, and the paths that end in the goal.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
)

// DefaultLength is the length up to which programs are searched for, if no other is asked for.
const DefaultLength = 5

// maxStateBytes bounds what the states of a search take. Four levels to length 5 have 6,471 states of 2 kB.
const maxStateBytes = 128 << 20

// maxPrograms bounds a list. Four levels to length 7 have 202,302 programs.
const maxPrograms = 1 << 18

// Strategies are all valid programs of a number of levels up to a length, in order: by length, then by their steps.
type Strategies struct {
	Levels   int
	Programs []Program
	Counts   []int // by length, from 0
}

// Hash is the SHA-256 of the programs, one a line.
func (l *Strategies) Hash() string {
	h := sha256.New()
	for i, p := range l.Programs {
		if i > 0 {
			h.Write([]byte("\n"))
		}
		h.Write([]byte(p.String()))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Synthesize lists the valid programs of up to so many steps on a hierarchy. Levels of one child must have been dropped.
func Synthesize(ctx context.Context, cards []int, length int) (*Strategies, error) {
	list := &Strategies{Levels: len(cards), Counts: make([]int, max(length, 0)+1)}
	for p, err := range SynthesizeSeq(ctx, cards, length) {
		if err != nil {
			return nil, err
		}
		if len(list.Programs) == maxPrograms {
			return nil, fmt.Errorf("more than %d programs of up to %d steps for %d levels; ask for shorter ones, or for the best alone", maxPrograms, length, len(cards))
		}
		list.Programs = append(list.Programs, p)
		list.Counts[len(p)]++
	}
	return list, nil
}

// SynthesizeSeq yields the programs of [Synthesize] as they are found; an error is the last that it yields. Shorter
// programs come before longer ones are searched for.
func SynthesizeSeq(ctx context.Context, cards []int, length int) iter.Seq2[Program, error] {
	return func(yield func(Program, error) bool) {
		m, err := searchMachine(cards)
		if err != nil {
			yield(nil, err)
			return
		}
		search(ctx, m, length, yield)
	}
}

// SynthesizeSpace yields the programs of any hierarchy, also of those that hold several reduction groups. It does not go
// by the skeleton there: 64 devices are possible.
func SynthesizeSpace(ctx context.Context, s *Space, length int) iter.Seq2[Program, error] {
	if s.Mode == ReductionAxes {
		return SynthesizeSeq(ctx, s.Cards, length)
	}
	return func(yield func(Program, error) bool) {
		m, err := newMixedMachine(s)
		if err != nil {
			yield(nil, err)
			return
		}
		search(ctx, m, length, yield)
	}
}

func search(ctx context.Context, m *machine, length int, yield func(Program, error) bool) {
	if length < 1 || length > 63 {
		yield(nil, fmt.Errorf("length %d is not between 1 and 63", length))
		return
	}
	g := newGraph(m, length)
	for n := 1; n <= length; n++ {
		if err := g.grow(ctx, n-1); err != nil {
			yield(nil, err)
			return
		}
		if !g.paths(0, make(Program, 0, n), n, func(p Program) bool { return yield(p, nil) }) {
			return
		}
	}
}
