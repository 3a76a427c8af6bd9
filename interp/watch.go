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
	rarely       = 5 // looks for deadlocks, while the process is at work
)

// watch looks at the running code until it has ended.
func (x *execution) watch() {
	tick := time.NewTicker(depthRate)
	defer tick.Stop()
	last, looks := time.Now(), 0
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
			if looks++; before == nil && working() && looks%rarely != 0 {
				continue // something in the process can go on, most likely the cell
			}
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

// tooDeep reports that a stack takes too much memory, and why.
func (m *machine) tooDeep() (d diag.Diagnostic, is bool) {
	most := uint64(MaxStack(m.memoryLimit()))
	deep := func() bool {
		used := stacks()
		return used > most && used/uint64(runtime.NumGoroutine()) > deepStack
	}
	if !deep() {
		return d, false
	}
	if runtime.GC(); !deep() { // it has freed the stacks of goroutines that have ended
		return d, false
	}
	return m.recursion(), true
}

func stacks() uint64 {
	sample := []metrics.Sample{{Name: stackMetric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// maxTasks is how many goroutines interpreted code may have at a time: each takes some 30 KiB.
func (m *machine) maxTasks() int { return int(max(m.memoryLimit()>>16, 10000)) }

// tooMany is the diagnostic for more.
func (m *machine) tooMany() diag.Diagnostic {
	return diag.Diagnostic{Code: "memory", Message: fmt.Sprintf("more than %d goroutines at a time are too many for a memory of %s", m.maxTasks(), size(m.memoryLimit()))}
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
