package interp

// This file runs what interpreted functions defer, since the interpreter does that in ways of its own (see legal/defers.go).

import (
	"bytes"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// unwinder knows the panics that deferred functions are being called for.
type unwinder struct {
	trace *traceWriter
	count atomic.Int64 // of the panics in active
	mu    sync.Mutex
	under map[string][]*panicking // by goroutine
}

// panicking is the state of a function that is left by a panic.
type panicking struct {
	is    bool // not recovered yet
	value any
}

// deferredCall is a call to be made when a function ends. A recover counts if it is so many interpreted functions deep.
type deferredCall struct {
	depth int
	f     func()
}

// deferring runs the body of a function, and then what it has deferred, last first. A panic goes on when all deferred functions
// have been called, unless one of them has recovered it; one that panics itself gives it another value.
func (u *unwinder) deferring(body func(later func(depth int, f func()))) {
	var calls []deferredCall
	p := u.catch(func() {
		body(func(depth int, f func()) { calls = append(calls, deferredCall{depth, f}) })
	})
	for i := len(calls) - 1; i >= 0; i-- {
		if p.is {
			u.callPanicking(calls[i], p)
			continue
		}
		call := calls[i].f
		p = u.catch(func() { callQuietly(call) })
	}
	if p.is {
		panic(p.value)
	}
}

// catch runs f and tells how it panicked.
func (u *unwinder) catch(f func()) (p *panicking) {
	p = &panicking{is: true}
	mark := u.trace.mark()
	defer func() {
		if p.is {
			p.value = recover()
			u.trace.cut(mark)
		}
	}()
	f()
	p.is = false
	return p
}

// callPanicking calls a deferred function for a panic.
func (u *unwinder) callPanicking(c deferredCall, p *panicking) {
	id := goroutineID()
	u.push(id, p)
	defer u.pop(id)
	call := []func(func()){1: callOne, 2: callTwo, 3: callThree, 4: callFour}[c.depth]
	if again := u.catch(func() { call(c.f) }); again.is {
		*p = *again
	}
}

func (u *unwinder) push(id string, p *panicking) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.under == nil {
		u.under = map[string][]*panicking{}
	}
	u.under[id] = append(u.under[id], p)
	u.count.Add(1)
}

func (u *unwinder) pop(id string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.under[id] = u.under[id][:len(u.under[id])-1]; len(u.under[id]) == 0 {
		delete(u.under, id)
	}
	u.count.Add(-1)
}

// recover gives the value of the panic that the calling function was deferred for, or nil.
func (u *unwinder) recover() any {
	if u.count.Load() == 0 || !calledForPanic() {
		return nil
	}
	u.mu.Lock()
	list := u.under[goroutineID()]
	u.mu.Unlock()
	if len(list) == 0 {
		return nil
	}
	p := list[len(list)-1]
	if !p.is {
		return nil
	}
	p.is = false
	u.trace.reset()
	return recoveredValue(p.value)
}

// The functions below differ in their names only, by which calledForPanic finds them.

//go:noinline
func callQuietly(f func()) { f() }

//go:noinline
func callOne(f func()) { f() }

//go:noinline
func callTwo(f func()) { f() }

//go:noinline
func callThree(f func()) { f() }

//go:noinline
func callFour(f func()) { f() }

// calledForPanic reports whether the interpreted function that called the session now was itself called as deferred, for a panic.
// The interpreter has a frame of its function runCfg for each interpreted one.
func calledForPanic() bool {
	const interpreter = "github.com/traefik/yaegi/interp.runCfg"
	const body = "github.com/costate/costate/interp.(*unwinder).deferring"
	const here = "github.com/costate/costate/interp.call"
	var pcs [128]uintptr
	depth := 0
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		frames := runtime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			switch f.Function {
			case interpreter:
				depth++
			case body: // what ran below is the body of the function above
				depth--
			}
			if name, ok := strings.CutPrefix(f.Function, here); ok {
				switch name {
				case "Quietly":
					return false
				case "One":
					return depth == 1
				case "Two":
					return depth == 2
				case "Three":
					return depth == 3
				case "Four":
					return depth == 4
				}
			}
			if depth > 5 {
				return false
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// goroutineID names the running goroutine.
func goroutineID() string {
	var buf [64]byte
	text := buf[:runtime.Stack(buf[:], false)]
	text = bytes.TrimPrefix(text, []byte("goroutine "))
	id, _, _ := bytes.Cut(text, []byte(" "))
	return string(id)
}

// recoveredValue is what Go's recover would give: the interpreter panics with reflect.Values, and has faults in words of its own.
func recoveredValue(v any) any {
	if rv, ok := v.(reflect.Value); ok {
		for rv.IsValid() && rv.Kind() == reflect.Interface {
			rv = rv.Elem()
		}
		if !rv.IsValid() { // panic(nil)
			return new(runtime.PanicNilError)
		}
		v = rv.Interface()
	}
	if isFault(v) {
		return goError(faultText(v))
	}
	return v
}
