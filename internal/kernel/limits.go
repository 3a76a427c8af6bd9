package kernel

// This file keeps a process that runs cells within its memory: first the cell is stopped, and if that is not enough the process ends.

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp"
)

// Parts of the memory limit, in eighths.
const (
	collectAt = 5  // above it the garbage collector does what it can
	haltAt    = 6  // above it the running cell is stopped
	dieAt     = 16 // above it the process ends at once: memory that was asked for in one piece comes on top
)

const (
	memoryRate  = 5 * time.Millisecond
	collectRate = 500 * time.Millisecond
	collections = 5 // of garbage after a cell was stopped: what is there then is held
)

// limitMemory watches how much memory the process has from the system. Where that comes near the limit halt stops the running
// cell; die ends the process if it was no use, or if halt is nil. A limit of the system a good deal higher catches what grows
// faster than the watch.
func limitMemory(limit int64, halt func(diag.Diagnostic) bool, die func(string)) {
	limitSystem(limit)
	debug.SetMemoryLimit(limit / 8 * collectAt)
	debug.SetMaxStack(4 * interp.MaxStack(limit)) // the session stops recursion before
	w := &memoryWatch{limit: limit, halt: halt, die: die, samples: []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}}
	go func() {
		for range time.Tick(memoryRate) {
			w.look()
		}
	}()
}

// memoryWatch is the state of the watch.
type memoryWatch struct {
	limit   int64
	halt    func(diag.Diagnostic) bool
	die     func(string)
	samples []metrics.Sample
	above   bool      // there was too much when it looked last
	freed   time.Time // when garbage was collected last
	count   int       // of collections since there is too much
}

// used is what the process has from the system.
func (w *memoryWatch) used() int64 {
	metrics.Read(w.samples)
	return int64(w.samples[0].Value.Uint64() - w.samples[1].Value.Uint64())
}

// look looks once.
func (w *memoryWatch) look() {
	used := w.used()
	why := fmt.Sprintf("it needed more than %s of memory", size(w.limit))
	switch {
	case used > w.limit/8*dieAt:
		w.die(why)
	case used <= w.limit/8*haltAt:
		w.above, w.count = false, 0
		return
	case w.above:
	case w.halt != nil:
		w.halt(diag.Diagnostic{Code: "memory", Message: fmt.Sprintf("the cell needed more than %s of memory, and was stopped; the limit of a kernel is %s",
			size(w.limit/8*haltAt), size(w.limit))})
		w.freed = time.Now() // a collection would stop what stops the cell, too
	}
	w.above = true
	if time.Since(w.freed) > collectRate {
		debug.FreeOSMemory() // which may have to wait for a copy of much memory
		w.freed = time.Now()
		w.count++
		used = w.used()
	}
	if used > w.limit && (w.halt == nil || w.count > collections) {
		w.die(why)
	}
}

// size writes a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.3g GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.3g MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
