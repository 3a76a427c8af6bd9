package checkpoint

// This file has the runner that carries schedules out on the computations of users.

import (
	"context"
	"errors"
	"fmt"
	"iter"
)

// Stepper is a computation in steps, with its live state. At the start state 0 is the live one.
type Stepper interface {
	// Advance runs the steps from to to-1 and keeps nothing of them.
	Advance(ctx context.Context, from, to int) error
	// Turn runs a step and reverses it.
	Turn(ctx context.Context, step int) error
	// Save appends the live state to buf.
	Save(buf []byte) ([]byte, error)
	// Load makes a saved state the live one. It must not keep data.
	Load(data []byte) error
}

// Recorder makes records of a stepper's steps that can be stored, as mixed schedules do.
type Recorder interface {
	// Record runs a step and appends to buf what its reversal needs. The state after the step is live then.
	Record(ctx context.Context, step int, buf []byte) ([]byte, error)
	// TurnRecord reverses a step by its record. It must not keep data.
	TurnRecord(ctx context.Context, step int, data []byte) error
}

// Progress is where a run is.
type Progress struct {
	Action Action // done last
	Costs  Costs  // so far
}

// Runner carries out schedules.
type Runner struct {
	// Stores has a store for each level of the schedule.
	Stores []Store
	// Progress is told of each action done, if it is set.
	Progress func(Progress)
	// Recorder is for schedules that store records. If it is not set, the stepper has to be one. A cell should set it: what a
	// cell's value can do besides being a Stepper is not seen from here.
	Recorder Recorder
}

// Run carries out a schedule. It ends early if ctx does, or with the first error of the stepper or a store.
func (r *Runner) Run(ctx context.Context, s Schedule, st Stepper) (Costs, error) {
	return r.RunActions(ctx, s.Machine(), s.Actions(), st)
}

// RunActions carries out actions, each after it was checked on the machine.
func (r *Runner) RunActions(ctx context.Context, m Machine, actions iter.Seq[Action], st Stepper) (Costs, error) {
	if len(r.Stores) < len(m.Levels) {
		return Costs{}, fmt.Errorf("the schedule has %d levels, the runner has %d stores", len(m.Levels), len(r.Stores))
	}
	p := m.Player()
	w := work{stores: r.Stores, st: st, rec: r.Recorder, tape: -1}
	if w.rec == nil {
		w.rec, _ = st.(Recorder)
	}
	for a := range actions {
		err := ctx.Err()
		if err == nil {
			err = p.Do(a)
		}
		if err != nil {
			return p.Costs(), w.clear(ctx, err)
		}
		if err := w.do(ctx, a); err != nil {
			return p.Costs(), w.clear(ctx, fmt.Errorf("%v: %w", a, err))
		}
		if r.Progress != nil {
			r.Progress(Progress{Action: a, Costs: p.Costs()})
		}
	}
	return p.Costs(), w.clear(ctx, p.End())
}

// work is a run that is on.
type work struct {
	stores []Store
	st     Stepper
	rec    Recorder // nil if there is none
	kept   []stored
	buf    []byte
	record []byte
	tape   int // the step whose record is in record, or -1
}

func (w *work) do(ctx context.Context, a Action) error {
	switch a.Kind {
	case Advance:
		return w.st.Advance(ctx, a.Step, a.To)
	case Turn:
		return w.turn(ctx, a.Step)
	case Snapshot:
		data, err := w.st.Save(w.buf[:0])
		if err != nil {
			return err
		}
		w.buf = data
		return w.put(ctx, a, data)
	case Record:
		return w.recordStep(ctx, a)
	case Restore:
		data, err := w.stores[a.Level].Get(ctx, Key{Step: a.Step}, w.buf[:0])
		if err != nil {
			return err
		}
		w.buf, w.tape = data, -1
		return w.st.Load(data)
	case Recall:
		data, err := w.stores[a.Level].Get(ctx, Key{a.Step, true}, w.record[:0])
		if err != nil {
			return err
		}
		w.record, w.tape = data, a.Step
		return nil
	}
	return w.drop(ctx, a)
}

func (w *work) turn(ctx context.Context, step int) error {
	if w.tape != step {
		return w.st.Turn(ctx, step)
	}
	w.tape = -1
	if w.rec == nil {
		return errNoRecorder
	}
	return w.rec.TurnRecord(ctx, step, w.record)
}

var errNoRecorder = errors.New("the schedule stores records, and there is no Recorder")

func (w *work) recordStep(ctx context.Context, a Action) error {
	if w.rec == nil {
		return errNoRecorder
	}
	data, err := w.rec.Record(ctx, a.Step, w.buf[:0])
	if err != nil {
		return err
	}
	w.buf = data
	return w.put(ctx, a, data)
}

func (w *work) put(ctx context.Context, a Action, data []byte) error {
	key := stored{a.Step, a.Level, a.Kind == Record}
	if err := w.stores[a.Level].Put(ctx, key.key(), data); err != nil {
		return err
	}
	w.kept = append(w.kept, key)
	return nil
}

func (w *work) drop(ctx context.Context, a Action) error {
	gone := stored{a.Step, a.Level, a.Kind == Forget}
	for i := len(w.kept) - 1; i >= 0; i-- {
		if w.kept[i] == gone {
			w.kept = append(w.kept[:i], w.kept[i+1:]...)
			break
		}
	}
	return w.stores[a.Level].Drop(ctx, gone.key())
}

// clear empties the stores of what the run kept.
func (w *work) clear(ctx context.Context, err error) error {
	ctx = context.WithoutCancel(ctx)
	for _, k := range w.kept {
		err = errors.Join(err, w.stores[k.level].Drop(ctx, k.key()))
	}
	w.kept = nil
	return err
}

func (s stored) key() Key { return Key{s.step, s.record} }
