package interp

// This file keeps count of the goroutines that interpreted code has started, and of their panics.

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// taskSet counts the goroutines that interpreted code has started.
type taskSet struct {
	m      *machine
	mu     sync.Mutex
	alive  int
	failed []fault
	cancel func()            // stops the running cell
	begun  map[string]string // places of go statements, by the ids of goroutines
}

// watch sets what stops the running cell when a goroutine panics.
func (t *taskSet) watch(cancel func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancel = cancel
	if cancel != nil && len(t.failed) > 0 { // since the step before
		time.AfterFunc(taskGrace, cancel)
	}
}

// start runs f in a goroutine. Its panic is the cell's error and not the end of the process.
func (t *taskSet) start(place string, f func()) {
	t.m.maps.open(false)
	if !t.begin() {
		return
	}
	go func() {
		id := goroutineID()
		t.mu.Lock()
		if t.begun == nil {
			t.begun = map[string]string{}
		}
		t.begun[id] = place
		t.mu.Unlock()
		defer func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			delete(t.begun, id)
		}()
		t.run(f)
	}()
}

// placeOf is the place of the go statement that started a goroutine, or "".
func (t *taskSet) placeOf(id string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.begun[id]
}

// fail notes why the machine was stopped.
func (t *taskSet) fail(f fault) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = append([]fault{f}, t.failed...)
}

// guard returns a function for compiled code to start as a goroutine.
func (t *taskSet) guard(f func()) func() {
	t.m.maps.open(true)
	if f == nil || t.m.session.opts.Program != nil { // as it is in Go, also to the last words
		return f
	}
	return func() {
		if t.begin() {
			t.run(f)
		}
	}
}

// guardError is guard for functions that return an error.
func (t *taskSet) guardError(f func() error) func() error {
	t.m.maps.open(true)
	if f == nil || t.m.session.opts.Program != nil {
		return f
	}
	return func() (err error) {
		if t.begin() {
			t.run(func() { err = f() })
		}
		return err
	}
}

// begin counts a goroutine. If there are too many it stops the session, and reports that no more are wanted: to stop takes its time
// with so many.
func (t *taskSet) begin() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.alive >= t.m.maxTasks() {
		t.m.session.Halt(t.m.tooMany())
		return false
	}
	t.alive++
	return true
}

// run runs the function of a goroutine that was counted.
func (t *taskSet) run(f func()) {
	defer func() {
		r := recover()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.alive--
		if r != nil && !t.m.dead.Load() {
			ft := t.m.fault(r)
			if end := t.m.session.opts.Program; end != nil {
				end(t.m.diagnostic(nil, ft))
			}
			ft.message += " (in a goroutine)"
			t.failed = append(t.failed, ft)
			if t.cancel != nil {
				time.AfterFunc(taskGrace, t.cancel)
			}
		}
	}()
	f()
}

// faults returns the panics of goroutines since it was last called.
func (m *machine) faults() []fault {
	m.tasks.mu.Lock()
	defer m.tasks.mu.Unlock()
	out := m.tasks.failed
	m.tasks.failed = nil
	return out
}

func (m *machine) living() int {
	m.tasks.mu.Lock()
	defer m.tasks.mu.Unlock()
	return m.tasks.alive
}

// settle gives goroutines a moment to end.
func (m *machine) settle(ctx context.Context) {
	for i := 0; i < 20 && m.living() > 0 && ctx.Err() == nil; i++ {
		time.Sleep(time.Millisecond)
	}
}

// lookRate is how often, in steps of 5 ms, goroutines are looked at for what they wait for: that stops the world.
const lookRate = 8

// idle reports an error while goroutines of earlier cells run: the interpreter cannot compile beside them. What waits for other goroutines
// may go on waiting.
func (m *machine) idle(ctx context.Context) error {
	if m == nil {
		return nil
	}
	for i := 0; i < 200 && m.living() > 0 && ctx.Err() == nil; i++ {
		if _, left := m.exits.left(); left {
			break
		}
		if i%lookRate == 0 && m.dormant() {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	if n := m.living(); n > 0 {
		return fmt.Errorf("goroutines of earlier cells are still running (%d); wait for them in their cell, or restart the session", n)
	}
	return nil
}
