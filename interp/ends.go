package interp

// This file ends goroutines that wait at channels since an earlier cell. The interpreter has a channel for each evaluation, which is closed
// when that is cancelled, and operations on channels wait for it too. What an evaluation has left behind waits for the channel of that
// one alone, so they are kept, and closed when the machine is stopped.

import (
	"context"
	"fmt"
	"reflect"
	"unsafe"
)

// cancellable has the interpreter compile operations on channels that an interrupt can end, which it does from its first evaluation with
// a context on.
func (m *machine) cancellable() {
	if _, err := m.i.EvalWithContext(context.Background(), "0"); err != nil {
		panic(fmt.Sprintf("evaluate a constant: %v", err))
	}
}

// remember keeps the channel of the evaluation that has ended. The interpreter does not give it, so the field is read; without it
// goroutines that wait make the next cell wait, too.
func (m *machine) remember() {
	f := reflect.ValueOf(m.i).Elem().FieldByName("done")
	if f.IsValid() && f.Type() == reflect.TypeFor[chan struct{}]() {
		m.ends = append(m.ends, *(*chan struct{})(unsafe.Pointer(f.UnsafeAddr())))
	}
}

// closeEnds ends what waits at channels.
func (m *machine) closeEnds() {
	for _, c := range m.ends {
		select {
		case <-c: // it was cancelled
		default:
			close(c)
		}
	}
	m.ends = nil
}

// dormant reports whether all goroutines of the machine wait for something that only code of another cell can bring about: nothing of
// them runs beside a compilation, and an interrupt can end them.
func (m *machine) dormant() bool { return tracesOrder && len(m.ends) > 0 && len(m.asleep()) > 0 }

// finish ends the goroutines of earlier cells, whose interpreter is given up, and reports whether there were any.
func (m *machine) finish() bool {
	if m.dead.Load() || m.living() == 0 {
		return false
	}
	m.stop()
	m.end()
	return true
}
