package interp

// This file stops running code for a reason of the session's own: too much memory, recursion without end, a deadlock. It takes the
// way of an interrupt, and so no function of the program can recover from it.

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/costate/costate/internal/diag"
)

// halt is why running code was stopped.
type halt struct{ diag.Diagnostic }

// Error gives the message.
func (h *halt) Error() string { return h.Message }

// execution is code that runs now.
type execution struct {
	m      *machine
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when it has ended
}

// runner knows what a session runs. Its methods may be called at any time.
type runner struct {
	now   atomic.Pointer[execution]
	stuck atomic.Pointer[string]
}

// Halt stops the code that runs, which fails with the diagnostic, and reports whether there was any. It does not wait for the end.
func (s *Session) Halt(d diag.Diagnostic) bool {
	x := s.running.now.Load()
	if x == nil {
		return false
	}
	x.cancel(&halt{d})
	return true
}

// Stuck names the compiled function in which stopped code still is, although it has had its time to end, or is empty. Such code may
// do anything for any time: the process is better given up.
func (s *Session) Stuck() string {
	if what := s.running.stuck.Load(); what != nil {
		return *what
	}
	return ""
}

// begin notes that code runs and returns its context, and functions that stop it and that tell of its end.
func (m *machine) begin(ctx context.Context) (inner context.Context, stop, end func()) {
	inner, cancel := context.WithCancelCause(ctx)
	x := &execution{m: m, cancel: cancel, done: make(chan struct{})}
	m.session.running.now.Store(x)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		x.watch()
	}()
	return inner, func() { cancel(nil) }, func() {
		m.session.running.now.CompareAndSwap(x, nil)
		close(x.done)
		<-watched
		if inner.Err() != nil {
			m.end()
		}
		cancel(nil)
	}
}

// halted returns the halt that has ended a context, or nil.
func halted(ctx context.Context) *halt {
	var h *halt
	if errors.As(context.Cause(ctx), &h) {
		return h
	}
	return nil
}

// stopGrace is how long compiled code may take to end after interpreted code was stopped.
const stopGrace = 1500 * time.Millisecond

// end tells what waits for interpreted code that it has been stopped, and gives compiled functions that it has called some time.
func (m *machine) end() {
	if m.dead.Swap(true) {
		return
	}
	close(m.stopped)
	m.closeEnds()
	late := time.Now().Add(stopGrace)
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		time.Sleep(pause)
		what, busy := m.busy()
		switch {
		case !busy:
			return
		case time.Now().After(late):
			if what != "" {
				m.session.running.stuck.Store(&what)
			}
			return
		}
	}
}

// busy reports whether goroutines of the machine are doing something, and names the compiled function that one of them is in.
func (m *machine) busy() (what string, busy bool) {
	list, complete := goroutinesOf(m.label)
	if !complete {
		return "", true
	}
	for _, g := range list {
		if g.waits() {
			continue // for ever, but it costs nothing
		}
		busy = true
		if f := g.compiled(); f != "" {
			return f, true
		}
	}
	return "", busy
}

// errStopped is what bodies of compiled loops panic with after interpreted code was stopped. Nobody sees it.
var errStopped = errors.New("the cell was stopped")
