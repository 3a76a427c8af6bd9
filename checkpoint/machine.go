package checkpoint

// This file has the abstract machine that checks schedules and counts what they do.

import (
	"fmt"
	"iter"
	"slices"
)

// Level is a place for snapshots: its slots, and what a write and a read cost.
type Level struct {
	Slots       int
	Write, Read int64
}

// Machine is an abstract computer for schedules.
type Machine struct {
	Steps   int // to reverse; below 0 if unknown: then the first Turn ends the computation
	Levels  []Level
	Forward int64 // the cost of a step run by Advance
	Reverse int64 // the cost of a Turn, with the run of its step wherever that happens
}

// Costs is what a schedule did.
type Costs struct {
	Advanced      int   // steps run by Advance
	Taped         int   // steps run by Record, or by Turn
	Turned        int   // steps reversed
	Actions       int   // actions done
	Writes, Reads []int // for each level
	Peak          []int // the most slots in use, for each level
	Total         int64 // by the machine's prices
}

// Run is how many steps were run, with and without a tape.
func (c Costs) Run() int { return c.Advanced + c.Taped }

// ActionError is an action that breaks the rules.
type ActionError struct {
	Index  int // among the actions, from 0
	Action Action
	Reason string
}

// Error gives the action and the reason.
func (e *ActionError) Error() string {
	return fmt.Sprintf("action %d (%v): %s", e.Index, e.Action, e.Reason)
}

// Play carries out a schedule on its own machine.
func Play(s Schedule) (Costs, error) { return s.Machine().Play(s.Actions()) }

// Play carries out actions. The error is an *ActionError at the first that breaks the rules.
func (m Machine) Play(actions iter.Seq[Action]) (Costs, error) {
	p := m.Player()
	for a := range actions {
		if err := p.Do(a); err != nil {
			return p.Costs(), err
		}
	}
	return p.Costs(), p.End()
}

// Player carries out actions one at a time.
type Player struct {
	m      Machine
	n      int // steps, below 0 if not known yet
	live   int // the live state, or -1
	tape   int // the step on the work tape, or -1
	next   int // the step to be reversed next
	used   []int
	stored map[stored]bool
	costs  Costs
}

// stored is what fills a slot.
type stored struct {
	step, level int
	record      bool
}

// Player returns the machine at its start: state 0 is live and nothing is stored.
func (m Machine) Player() *Player {
	k := len(m.Levels)
	counts := make([]int, 4*k)
	return &Player{m: m, n: m.Steps, tape: -1, next: m.Steps - 1, used: counts[:k:k], stored: map[stored]bool{},
		costs: Costs{Writes: counts[k : 2*k : 2*k], Reads: counts[2*k : 3*k : 3*k], Peak: counts[3*k:]}}
}

// Costs is what was done so far.
func (p *Player) Costs() Costs {
	c := p.costs
	c.Writes, c.Reads, c.Peak = slices.Clone(c.Writes), slices.Clone(c.Reads), slices.Clone(c.Peak)
	return c
}

// Total is the cost so far.
func (p *Player) Total() int64 { return p.costs.Total }

// Live is the step that the live state belongs to, or -1.
func (p *Player) Live() int { return p.live }

// Stored is how many slots of the level are in use.
func (p *Player) Stored(level int) int { return p.used[level] }

// Do carries out one action, or returns an *ActionError and changes nothing.
func (p *Player) Do(a Action) error {
	if reason := p.do(a); reason != "" {
		return &ActionError{Index: p.costs.Actions, Action: a, Reason: reason}
	}
	p.costs.Actions++
	return nil
}

// End checks that every step was reversed.
func (p *Player) End() error {
	if p.n < 0 || p.costs.Turned < p.n {
		return fmt.Errorf("the schedule ends after %d of %d steps were reversed", p.costs.Turned, p.n)
	}
	return nil
}

func (p *Player) do(a Action) (reason string) {
	if a.Kind != Advance && a.Kind != Turn && (a.Level < 0 || a.Level >= len(p.m.Levels)) {
		return fmt.Sprintf("the machine has %d levels", len(p.m.Levels))
	}
	switch a.Kind {
	case Advance:
		return p.advance(a)
	case Turn:
		return p.turn(a)
	case Snapshot, Record:
		return p.write(a)
	case Restore, Recall:
		return p.read(a)
	case Discard, Forget:
		return p.remove(a)
	}
	return "no such action"
}

func (p *Player) advance(a Action) string {
	switch {
	case p.live != a.Step:
		return p.notLive(a.Step)
	case a.To <= a.Step:
		return "it does not go forward"
	case p.n >= 0 && a.To > p.n:
		return fmt.Sprintf("there are %d steps", p.n)
	}
	p.live = a.To
	p.costs.Advanced += a.To - a.Step
	p.costs.Total += p.m.Forward * int64(a.To-a.Step)
	return ""
}

func (p *Player) turn(a Action) string {
	if p.n < 0 && a.Step >= 0 {
		p.n, p.next = a.Step+1, a.Step
	}
	switch {
	case p.next < 0:
		return "every step is reversed already"
	case a.Step != p.next:
		return fmt.Sprintf("step %d is to be reversed next", p.next)
	case p.tape != a.Step && p.live != a.Step:
		return p.notLive(a.Step)
	}
	if p.tape != a.Step {
		p.costs.Taped++
	}
	p.live, p.tape = -1, -1
	p.next--
	p.costs.Turned++
	p.costs.Total += p.m.Reverse
	return ""
}

func (p *Player) write(a Action) string {
	key := stored{a.Step, a.Level, a.Kind == Record}
	switch {
	case p.live != a.Step:
		return p.notLive(a.Step)
	case p.stored[key]:
		return "it is stored there already"
	case p.used[a.Level] >= p.m.Levels[a.Level].Slots:
		return fmt.Sprintf("all %d slots of the level are full", p.m.Levels[a.Level].Slots)
	case key.record && p.n >= 0 && a.Step >= p.n:
		return fmt.Sprintf("there are %d steps", p.n)
	}
	p.stored[key] = true
	p.used[a.Level]++
	p.costs.Writes[a.Level]++
	p.costs.Total += p.m.Levels[a.Level].Write
	p.costs.Peak[a.Level] = max(p.costs.Peak[a.Level], p.used[a.Level])
	if key.record {
		p.live++
		p.costs.Taped++
	}
	return ""
}

func (p *Player) read(a Action) string {
	key := stored{a.Step, a.Level, a.Kind == Recall}
	if !p.stored[key] {
		return "it is not stored there"
	}
	p.live, p.tape = a.Step, -1
	if key.record {
		p.live, p.tape = -1, a.Step
	}
	p.costs.Reads[a.Level]++
	p.costs.Total += p.m.Levels[a.Level].Read
	return ""
}

func (p *Player) remove(a Action) string {
	key := stored{a.Step, a.Level, a.Kind == Forget}
	if !p.stored[key] {
		return "it is not stored there"
	}
	delete(p.stored, key)
	p.used[a.Level]--
	return ""
}

func (p *Player) notLive(step int) string {
	if p.live < 0 {
		return fmt.Sprintf("state %d is not live, and no other is", step)
	}
	return fmt.Sprintf("state %d is not live, but %d is", step, p.live)
}
