package interp

// This file waits for groups and locks on behalf of interpreted code. What was stopped must not wait on: it would keep its interpreter,
// with all values, for as long as the process lives. So the waiting is done by a goroutine that has nothing but the lock.

import (
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// await calls wait, and returns when that does or when the machine is stopped.
func (m *machine) await(wait func()) {
	var problem any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { problem = recover() }()
		wait()
	}()
	select {
	case <-done:
		if problem != nil {
			panic(problem)
		}
	case <-m.stopped:
	}
}

// The names of the functions below tell what a goroutine waits for.

func (m *machine) waitGroupWait(wg *sync.WaitGroup) { m.await(wg.Wait) }

func (m *machine) mutexLock(mu *sync.Mutex) {
	if !mu.TryLock() {
		m.await(mu.Lock)
	}
}

func (m *machine) rwMutexLock(mu *sync.RWMutex) {
	if !mu.TryLock() {
		m.await(mu.Lock)
	}
}

func (m *machine) rwMutexRLock(mu *sync.RWMutex) {
	if !mu.TryRLock() {
		m.await(mu.RLock)
	}
}

func (m *machine) errGroupWait(g *errgroup.Group) (err error) {
	done := make(chan error, 1) // what was stopped does not take it
	m.await(func() { done <- g.Wait() })
	select {
	case err = <-done:
	default:
	}
	return err
}

func (m *machine) condWait(c *sync.Cond) {
	ended := make(chan struct{})
	m.await(func() {
		defer close(ended)
		c.Wait()
	})
	if m.dead.Load() {
		go wake(c, ended)
	}
}

// wake ends the wait for a condition that nobody will tell of.
func wake(c *sync.Cond, ended chan struct{}) {
	for pause := time.Millisecond; pause < time.Second; pause *= 2 { // it may be on its way to the wait
		c.Broadcast()
		select {
		case <-ended:
			return
		case <-time.After(pause):
		}
	}
}

// awaits are the kinds of places of these functions, by their names in stack traces.
var awaits = map[string]string{
	"github.com/costate/costate/interp.(*machine).waitGroupWait": "WaitGroup.Wait",
	"github.com/costate/costate/interp.(*machine).errGroupWait":  "WaitGroup.Wait",
	"github.com/costate/costate/interp.(*machine).condWait":      "Cond.Wait",
	"github.com/costate/costate/interp.(*machine).mutexLock":     "Mutex.Lock",
	"github.com/costate/costate/interp.(*machine).rwMutexLock":   "RWMutex.Lock",
	"github.com/costate/costate/interp.(*machine).rwMutexRLock":  "RWMutex.RLock",
}

// helps reports whether the goroutine does the waiting for another one.
func (g goroutine) helps() bool {
	return slices.Contains(g.frames, "github.com/costate/costate/interp.(*machine).await.func1")
}

// awaits is the kind of lock that the goroutine waits for by the functions above, or "".
func (g goroutine) awaits() string {
	for _, f := range g.frames {
		if kind := awaits[f]; kind != "" {
			return kind
		}
	}
	return ""
}
