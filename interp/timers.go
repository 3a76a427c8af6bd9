package interp

// This file binds what waits for time: an interrupt wakes sleepers up, and code that a timer will wake up is not in a deadlock.

import (
	"context"
	"reflect"
	"runtime"
	"sync"
	"time"
	"weak"

	yaegi "github.com/traefik/yaegi/interp"
)

// timerSet knows until when timers of interpreted code may fire.
type timerSet struct {
	mu       sync.Mutex
	until    time.Time
	woken    time.Time // until when one that has slept may have yet to go on
	sleepers int
	tickers  map[weak.Pointer[time.Ticker]]bool // that have not been stopped
	forever  bool                               // time.Tick was called
}

// timerSlack is how long after its time a timer may still fire, and what it wakes up may take to run.
const timerSlack = 200 * time.Millisecond

// pending reports whether a timer may still fire.
func (t *timerSet) pending() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sleepers > 0 || time.Now().Before(t.until) || time.Now().Before(t.woken)
}

// fires reports whether a timer may begin to run code, when no goroutine is alive that could be woken up.
func (t *timerSet) fires() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Now().Before(t.until)
}

// note notes a timer and returns its duration.
func (t *timerSet) note(d time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if end := time.Now().Add(d + timerSlack); d > 0 && end.After(t.until) {
		t.until = end
	}
	return d
}

// ticking reports whether there are tickers: they wake up those only that receive a time.
func (t *timerSet) ticking() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.forever || len(t.tickers) > 0
}

// newTicker is time.NewTicker. It knows the ticker until that is stopped, or garbage.
func (t *timerSet) newTicker(d time.Duration) *time.Ticker {
	ticker := time.NewTicker(d)
	t.noteTicker(ticker)
	runtime.AddCleanup(ticker, t.dropTicker, weak.Make(ticker))
	return ticker
}

func (t *timerSet) noteTicker(ticker *time.Ticker) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tickers == nil {
		t.tickers = map[weak.Pointer[time.Ticker]]bool{}
	}
	t.tickers[weak.Make(ticker)] = true
}

func (t *timerSet) dropTicker(p weak.Pointer[time.Ticker]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.tickers, p)
}

// resetTicker is ticker.Reset.
func (t *timerSet) resetTicker(ticker *time.Ticker, d time.Duration) {
	ticker.Reset(d)
	t.noteTicker(ticker)
}

// stopTicker is ticker.Stop.
func (t *timerSet) stopTicker(ticker *time.Ticker) {
	ticker.Stop()
	t.dropTicker(weak.Make(ticker))
}

// tick is time.Tick.
func (t *timerSet) tick(d time.Duration) <-chan time.Time {
	c := time.Tick(d)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forever = t.forever || c != nil
	return c
}

// sleep is time.Sleep, until the machine is stopped.
func (m *machine) sleep(d time.Duration) {
	if d <= 0 {
		time.Sleep(d)
		return
	}
	m.timers.mu.Lock()
	m.timers.sleepers++
	m.timers.mu.Unlock()
	timer := time.NewTimer(d)
	select {
	case <-timer.C:
	case <-m.stopped:
		timer.Stop()
	}
	m.timers.mu.Lock()
	m.timers.woken = time.Now().Add(timerSlack)
	m.timers.sleepers--
	m.timers.mu.Unlock()
}

// timed are the functions of packages time and context that wait, as interpreted code has them.
func (m *machine) timed() yaegi.Exports {
	t := &m.timers
	table := func(list map[string]any) map[string]reflect.Value {
		values := map[string]reflect.Value{}
		for name, f := range list {
			values[name] = reflect.ValueOf(f)
		}
		return values
	}
	return yaegi.Exports{
		"time/time": table(map[string]any{
			"Sleep":     m.sleep,
			"After":     func(d time.Duration) <-chan time.Time { return time.After(t.note(d)) },
			"AfterFunc": func(d time.Duration, f func()) *time.Timer { return time.AfterFunc(t.note(d), f) },
			"NewTimer":  func(d time.Duration) *time.Timer { return time.NewTimer(t.note(d)) },
			"NewTicker": t.newTicker,
			"Tick":      t.tick,
		}),
		"context/context": table(map[string]any{
			"WithTimeout": func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
				return context.WithTimeout(ctx, t.note(d))
			},
			"WithTimeoutCause": func(ctx context.Context, d time.Duration, cause error) (context.Context, context.CancelFunc) {
				return context.WithTimeoutCause(ctx, t.note(d), cause)
			},
			"WithDeadline": func(ctx context.Context, at time.Time) (context.Context, context.CancelFunc) {
				t.note(time.Until(at))
				return context.WithDeadline(ctx, at)
			},
			"WithDeadlineCause": func(ctx context.Context, at time.Time, cause error) (context.Context, context.CancelFunc) {
				t.note(time.Until(at))
				return context.WithDeadlineCause(ctx, at, cause)
			},
		}),
	}
}
