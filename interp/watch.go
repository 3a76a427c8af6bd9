package interp

// This file watches code that runs: how deep it is, and whether all of its goroutines wait for each other.

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/costate/costate/internal/diag"
)

// How often running code is looked at.
const (
	depthRate    = 5 * time.Millisecond
	deadlockRate = 200 * time.Millisecond
)

// watch looks at the running code until it has ended.
func (x *execution) watch() {
	tick := time.NewTicker(depthRate)
	defer tick.Stop()
	last := time.Now()
	var before map[string]goroutine
	for {
		select {
		case <-x.done:
			return
		case <-tick.C:
		}
		if d, deep := x.m.tooDeep(); deep {
			x.cancel(&halt{d})
			return
		}
		if now := time.Now(); now.Sub(last) >= deadlockRate {
			last = now
			waiting := x.m.asleep()
			if len(waiting) > 0 && sameWaits(before, waiting) {
				x.cancel(&halt{x.m.deadlock(waiting)})
				return
			}
			before = waiting
		}
	}
}

// stackMetric is the memory of all stacks.
const stackMetric = "/memory/classes/heap/stacks:bytes"

// maxStacks bounds the memory of stacks when the process has no memory limit.
const maxStacks = 512 << 20

// MaxStack returns how much memory stacks may take under a memory limit: interpreted recursion needs much, endless recursion
// takes all. A process that runs sessions sets the runtime's own bound for a stack (debug.SetMaxStack) to several times as much,
// since the runtime ends the process.
func MaxStack(limit int64) int { return int(min(limit/8, maxStacks)) }

// deepStack is the least average of the stacks of a process with a recursion that has no end.
const deepStack = 64 << 10

// tooDeep reports that stacks take too much memory, and why.
func (m *machine) tooDeep() (d diag.Diagnostic, deep bool) {
	used, most := stacks(), uint64(MaxStack(m.memoryLimit()))
	if used > most {
		runtime.GC() // frees the stacks of goroutines that have ended
		used = stacks()
	}
	if used <= most {
		return d, false
	}
	if n := runtime.NumGoroutine(); used/uint64(n) < deepStack {
		return diag.Diagnostic{Code: "memory", Message: fmt.Sprintf("%d goroutines at a time are too many: their stacks need more than %s of memory", n, size(int64(most)))}, true
	}
	return m.recursion(), true
}

func stacks() uint64 {
	sample := []metrics.Sample{{Name: stackMetric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// memoryLimit is the memory that the process may have; if nobody has said, more than machines have.
func (m *machine) memoryLimit() int64 {
	if limit := m.session.opts.MemoryLimit; limit > 0 {
		return limit
	}
	return 1 << 40
}

// size writes a number of bytes for people.
func size(n int64) string {
	for i, unit := range []string{"TiB", "GiB", "MiB", "KiB"} {
		if one := int64(1) << (40 - 10*i); n >= one {
			return fmt.Sprintf("%.3g %s", float64(n)/float64(one), unit)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
