package interp

// This file finds deadlocks: every goroutine of a cell waits for another one. The runtime does not see that, since the process has
// goroutines of its own. What a timer or a reader may still wake up is not in a deadlock.

import (
	"cmp"
	"fmt"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp/legal"
)

// asleep returns the goroutines of the machine by id if each of them waits for another, and nil otherwise.
func (m *machine) asleep() map[string]goroutine {
	if m.timers.pending() {
		return nil
	}
	list, complete := goroutinesOf(m.label)
	if !complete {
		return nil
	}
	out := map[string]goroutine{}
	ticking := m.timers.ticking()
	for _, g := range list {
		if ticking && legal.MayTick(g.place) {
			return nil
		}
		if kind := g.awaits(); kind != "" && g.waits() {
			g.state = "sync." + kind
		}
		if !g.waits() || g.compiled() != "" && !strings.HasPrefix(g.state, "sync.") {
			return nil // compiled code may have timers that are not known here
		}
		if !g.helps() {
			out[g.id] = g
		}
	}
	return out
}

// working reports whether the process has goroutines that run or could run, besides the one that asks.
func working() bool {
	samples := []metrics.Sample{{Name: "/sched/goroutines/running:goroutines"}, {Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() > 1 || samples[1].Value.Uint64() > 0
}

// sameWaits reports whether the same goroutines wait for the same things.
func sameWaits(a, b map[string]goroutine) bool {
	if len(a) != len(b) {
		return false
	}
	for id, g := range a {
		h, ok := b[id]
		if !ok || g.state != h.state || g.place != h.place {
			return false
		}
	}
	return true
}

// maxWaits is how many kinds of waiting goroutines are told.
const maxWaits = 8

// deadlock tells which goroutine waits for what.
func (m *machine) deadlock(waiting map[string]goroutine) diag.Diagnostic {
	d := diag.Diagnostic{Code: "deadlock"}
	type wait struct{ who, what string }
	count := map[wait]int{}
	for _, g := range waiting {
		w := wait{what: g.waitsFor()}
		if at := m.placeOf(g.place, g.waitKind()); at.IsValid() {
			w.what += " (" + at.String() + ")"
			if g.main() {
				d.Pos = at
			}
		}
		switch begun := m.placeOf(m.tasks.placeOf(g.id), "go"); {
		case g.main():
			w.who = "the cell"
		case begun.IsValid():
			w.who = "the goroutine started at " + begun.String()
		default:
			w.who = "a goroutine"
		}
		count[w]++
	}
	var list []string
	var order []wait
	for w := range count {
		order = append(order, w)
	}
	slices.SortFunc(order, func(a, b wait) int {
		first := func(w wait) int {
			if w.who == "the cell" {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(first(a), first(b)), cmp.Compare(a.who, b.who), cmp.Compare(a.what, b.what))
	})
	for i, w := range order {
		if i == maxWaits {
			list = append(list, "and more")
			break
		}
		n := count[w]
		if n == 1 {
			list = append(list, w.who+" waits "+w.what)
		} else {
			_, from, _ := strings.Cut(w.who, " started")
			if from != "" {
				from = " started" + from
			}
			list = append(list, fmt.Sprintf("%d goroutines%s wait %s", n, from, w.what))
		}
	}
	if len(waiting) == 1 {
		d.Message = "deadlock: " + list[0] + ", and there is no goroutine that could end that"
	} else {
		d.Message = "deadlock: all goroutines wait for each other: " + strings.Join(list, "; ")
	}
	return d
}

// main reports whether the goroutine runs the statements of a cell.
func (g goroutine) main() bool {
	return slices.ContainsFunc(g.frames, func(f string) bool {
		return strings.HasPrefix(f, interpreterPath+"(*Interpreter).EvalWithContext") || strings.Contains(f, "interp.(*machine).invoke")
	})
}

// waits of interpreted code, by the functions that do them, with their words.
var operations = []struct{ function, kind, words string }{
	{interpreterPath + "recv.", "receive", "to receive from a channel"},
	{interpreterPath + "recv2.", "receive", "to receive from a channel"},
	{interpreterPath + "rangeChan.", "receive", "to receive from a channel"},
	{interpreterPath + "send.", "send", "to send to a channel"},
	{selecting, "select", "in a select"},
}

// waitKind is the kind of place at which the goroutine waits as it does; see legal/waits.go.
func (g goroutine) waitKind() string {
	if name, ok := strings.CutPrefix(g.state, "sync."); ok {
		return name
	}
	for _, f := range g.frames {
		for _, op := range operations {
			if strings.HasPrefix(f, op.function) {
				return op.kind
			}
		}
	}
	return ""
}

// waitsFor says in words what the goroutine waits for.
func (g goroutine) waitsFor() string {
	if kind, ok := strings.CutPrefix(g.state, "sync."); ok {
		if f := g.compiled(); strings.Contains(f, "parallel.") {
			return "for the bodies of a parallel loop"
		}
		name, _, _ := strings.Cut(kind, ".")
		return "for a sync." + name
	}
	kind := g.waitKind()
	for _, op := range operations {
		if op.kind == kind {
			return op.words
		}
	}
	return "for a channel"
}
