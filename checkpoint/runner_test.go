package checkpoint

// This file carries schedules out on a counting loop, whose every state and reversal is checked.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// loop is a chain of additions and products on two numbers that knows what its states must be. Its reversal is the adjoint.
type loop struct {
	n        int
	x        [2]float64
	live     int
	adjoint  [2]float64
	run      int // steps run
	turned   int
	fail     int // the Turn that fails, or 0
	onTurn   func(step int)
	recorded int
}

func newLoop(n int) *loop { return &loop{n: n, x: [2]float64{1, 0.5}, adjoint: [2]float64{1, 0}} }

func (l *loop) step(k int) {
	l.x = [2]float64{l.x[0] + 0.1*l.x[1]*l.x[0], l.x[1] - 0.05*l.x[0]*l.x[1] + float64(k)*1e-9}
	l.run++
	l.live++
}

// reverse is the adjoint of step at x.
func (l *loop) reverse(x [2]float64) {
	a := l.adjoint
	l.adjoint = [2]float64{a[0]*(1+0.1*x[1]) - a[1]*0.05*x[1], a[0]*0.1*x[0] + a[1]*(1-0.05*x[0])}
	l.turned++
}

func (l *loop) Advance(_ context.Context, from, to int) error {
	if l.live != from {
		return fmt.Errorf("at %d", l.live)
	}
	for k := from; k < to; k++ {
		l.step(k)
	}
	return nil
}

func (l *loop) Turn(_ context.Context, step int) error {
	if l.live != step || step != l.n-1-l.turned {
		return fmt.Errorf("at %d with %d turned", l.live, l.turned)
	}
	if l.onTurn != nil {
		l.onTurn(step)
	}
	if l.turned++; l.turned == l.fail {
		return errors.New("out of order")
	}
	l.turned--
	x := l.x
	l.step(step)
	l.reverse(x)
	l.live = -1
	return nil
}

func (l *loop) Save(buf []byte) ([]byte, error) {
	return AppendFloats(buf, []float64{float64(l.live), l.x[0], l.x[1]}), nil
}

func (l *loop) Load(data []byte) error {
	var v [3]float64
	if _, err := LoadFloats(v[:], data); err != nil {
		return err
	}
	l.live, l.x = int(v[0]), [2]float64{v[1], v[2]}
	return nil
}

func (l *loop) Record(_ context.Context, step int, buf []byte) ([]byte, error) {
	if l.live != step {
		return nil, fmt.Errorf("at %d", l.live)
	}
	buf = AppendFloats(buf, l.x[:])
	l.step(step)
	l.recorded++
	return buf, nil
}

func (l *loop) TurnRecord(_ context.Context, step int, data []byte) error {
	if step != l.n-1-l.turned {
		return fmt.Errorf("%d turned", l.turned)
	}
	var x [2]float64
	if _, err := LoadFloats(x[:], data); err != nil {
		return err
	}
	l.reverse(x)
	l.live = -1
	return nil
}

// plain reverses the loop with every state kept.
func plain(n int) [2]float64 {
	l := newLoop(n)
	states := make([][2]float64, 0, n)
	for k := range n {
		states = append(states, l.x)
		l.step(k)
	}
	for k := n - 1; k >= 0; k-- {
		l.reverse(states[k])
	}
	return l.adjoint
}

// replay carries a schedule out in memory and compares adjoint and counts, bit for bit.
func replay(t *testing.T, s Schedule) {
	t.Helper()
	m := s.Machine()
	l := newLoop(m.Steps)
	var r Runner
	for range m.Levels {
		r.Stores = append(r.Stores, NewMemory())
	}
	got, err := r.Run(t.Context(), s, l)
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	if want := plain(m.Steps); l.adjoint != want {
		t.Errorf("%v: adjoint %v, want %v", s, l.adjoint, want)
	}
	want := play(t, s)
	if fmt.Sprint(got) != fmt.Sprint(want) || l.run != want.Run() {
		t.Errorf("%v: counts %+v with %d steps run, want %+v", s, got, l.run, want)
	}
	for _, store := range r.Stores {
		if size := store.(*Memory).Size(); size != 0 {
			t.Errorf("%v: %d bytes left", s, size)
		}
	}
}

func revolve(t *testing.T, n, s int) *Revolve {
	t.Helper()
	v, err := NewRevolve(n, s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRunRevolve(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for s := 1; s <= 8; s++ {
			replay(t, revolve(t, n, s))
		}
	}
	replay(t, revolve(t, 5000, 7))
}

func TestRunEndsEarly(t *testing.T) {
	mem := NewMemory()
	r := Runner{Stores: []Store{mem}}
	s := revolve(t, 30, 4)

	ctx, cancel := context.WithCancel(t.Context())
	l := newLoop(30)
	l.onTurn = func(step int) {
		if step == 20 {
			cancel()
		}
	}
	c, err := r.Run(ctx, s, l)
	if !errors.Is(err, context.Canceled) || c.Turned != 10 {
		t.Errorf("cancelled: %v after %d turned", err, c.Turned)
	}
	l = newLoop(30)
	l.fail = 5
	if _, err = r.Run(t.Context(), s, l); fmt.Sprint(err) != "turn 25: out of order" {
		t.Errorf("failing: %v", err)
	}
	if mem.Size() != 0 {
		t.Errorf("%d bytes left", mem.Size())
	}
	if _, err = new(Runner).Run(t.Context(), s, l); fmt.Sprint(err) != "the schedule has 1 levels, the runner has 0 stores" {
		t.Errorf("no stores: %v", err)
	}
}

// bare hides that a loop is a Recorder.
type bare struct{ Stepper }

func TestRecorder(t *testing.T) {
	v, err := NewMixed(9, 3)
	if err != nil {
		t.Fatal(err)
	}
	r := Runner{Stores: []Store{NewMemory()}}
	l := newLoop(9)
	if _, err := r.Run(t.Context(), v, bare{l}); !errors.Is(err, errNoRecorder) {
		t.Errorf("no recorder: %v", err)
	}
	l = newLoop(9)
	r.Recorder = l
	if _, err := r.Run(t.Context(), v, bare{l}); err != nil || l.adjoint != plain(9) || l.recorded == 0 {
		t.Errorf("adjoint %v, want %v, %d records, %v", l.adjoint, plain(9), l.recorded, err)
	}
}

func TestProgress(t *testing.T) {
	var said []string
	r := Runner{Stores: []Store{NewMemory()}, Progress: func(p Progress) {
		said = append(said, fmt.Sprintf("%v (%d)", p.Action, p.Costs.Turned))
	}}
	if _, err := r.Run(t.Context(), revolve(t, 2, 1), newLoop(2)); err != nil {
		t.Fatal(err)
	}
	want := "snapshot 0 at 0 (0), advance 0 1 (0), turn 1 (1), restore 0 at 0 (1), discard 0 at 0 (1), turn 0 (2)"
	if got := strings.Join(said, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
