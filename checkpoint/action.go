package checkpoint

// This file has the actions that schedules are made of.

import (
	"fmt"
	"iter"
)

// Kind is what an action does.
type Kind uint8

// The kinds of actions; the package's documentation says what each does.
const (
	Advance Kind = iota
	Snapshot
	Restore
	Turn
	Discard
	Record
	Recall
	Forget
)

var kindNames = [...]string{"advance", "snapshot", "restore", "turn", "discard", "record", "recall", "forget"}

// String is the kind's name, in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", int(k))
}

// Action is one action of a schedule. Advance runs the steps Step to To-1; the others are for one step or its state.
type Action struct {
	Kind  Kind
	Step  int
	To    int // of Advance
	Level int // of all that store, load or delete
}

// String is the action as in "advance 0 4", "snapshot 4 at 0", "turn 9".
func (a Action) String() string {
	switch a.Kind {
	case Advance:
		return fmt.Sprintf("advance %d %d", a.Step, a.To)
	case Turn:
		return fmt.Sprintf("turn %d", a.Step)
	}
	return fmt.Sprintf("%v %d at %d", a.Kind, a.Step, a.Level)
}

// MarshalJSON is the action as ["advance",from,to], ["turn",step] or [kind,step,level].
func (a Action) MarshalJSON() ([]byte, error) {
	switch a.Kind {
	case Advance:
		return fmt.Appendf(nil, "[%q,%d,%d]", a.Kind.String(), a.Step, a.To), nil
	case Turn:
		return fmt.Appendf(nil, "[%q,%d]", a.Kind.String(), a.Step), nil
	}
	return fmt.Appendf(nil, "[%q,%d,%d]", a.Kind.String(), a.Step, a.Level), nil
}

// Schedule is a plan for the reversal of a computation whose number of steps is known.
type Schedule interface {
	// Machine is what the schedule needs: the steps, the levels and their slots.
	Machine() Machine
	// Actions yields what to do, in order. It may be ranged over again, and gives the same actions.
	Actions() iter.Seq[Action]
	// String names the schedule and its parameters.
	String() string
}

// maxSteps bounds computations, so that counts fit an int64.
const maxSteps = 1 << 31

func checkSteps(steps int) error {
	if steps < 1 || steps > maxSteps {
		return fmt.Errorf("steps must be between 1 and %d, not %d", maxSteps, steps)
	}
	return nil
}
