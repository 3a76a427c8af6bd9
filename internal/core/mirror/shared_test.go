package mirror

// This file compares values computed once, atomic pointers, and the search for errors.

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"
	"testing"

	ouratomic "github.com/costate/costate/internal/core/mirror/atomic"
	ourerrors "github.com/costate/costate/internal/core/mirror/errors"
	oursync "github.com/costate/costate/internal/core/mirror/sync"
)

func TestOnceValue(t *testing.T) {
	for name, once := range map[string]func(func() int) func() int{
		"standard":        sync.OnceValue[int],
		"mirror":          oursync.OnceValue[int],
		"standard values": onceFirst(sync.OnceValues[int, string]),
		"mirror values":   onceFirst(oursync.OnceValues[int, string]),
	} {
		t.Run(name, func(t *testing.T) {
			var calls atomic.Int32
			f := once(func() int { return int(calls.Add(1)) + 41 })
			var wg sync.WaitGroup
			for range 20 {
				wg.Go(func() {
					if got := f(); got != 42 {
						t.Errorf("value %d, want 42", got)
					}
				})
			}
			wg.Wait()
			if calls.Load() != 1 {
				t.Errorf("%d calls, want 1", calls.Load())
			}
			bad := errors.New("bad")
			f = once(func() int {
				calls.Add(1)
				panic(bad)
			})
			for range 3 {
				if got := message(func() any { return f() }); got != "*errors.errorString: bad" {
					t.Errorf("panic %q", got)
				}
			}
			if calls.Load() != 2 {
				t.Errorf("%d calls, want 2", calls.Load())
			}
			f = once(nil)
			for range 2 {
				if got := message(func() any { return f() }); got != "runtime.errorString: runtime error: invalid memory address or nil pointer dereference" {
					t.Errorf("panic of no function: %q", got)
				}
			}
		})
	}
}

// onceFirst makes OnceValue of OnceValues, and checks the other result.
func onceFirst(once func(func() (int, string)) func() (int, string)) func(func() int) func() int {
	return func(f func() int) func() int {
		var g func() (int, string)
		if f == nil {
			g = once(nil)
		} else {
			g = once(func() (int, string) {
				v := f()
				return v, fmt.Sprint("v", v)
			})
		}
		return func() int {
			v, s := g()
			if s != fmt.Sprint("v", v) {
				return -1
			}
			return v
		}
	}
}

func TestPointer(t *testing.T) {
	var p ouratomic.Pointer[int]
	a, b := new(int), new(int)
	if p.Load() != nil || p.CompareAndSwap(a, b) || !p.CompareAndSwap(nil, a) || p.Load() != a {
		t.Error("the zero value is not nil")
	}
	if p.Swap(b) != a || p.Load() != b || p.CompareAndSwap(a, nil) || !p.CompareAndSwap(b, nil) || p.Load() != nil {
		t.Error("Swap and CompareAndSwap")
	}
	if p.Store(a); p.Load() != a {
		t.Error("Store")
	}
	if got := message(func() any { return (*ouratomic.Pointer[int])(nil).Load() }); got == "" {
		t.Error("a nil Pointer has a pointer")
	}
	p.Store(new(int))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				for {
					old := p.Load()
					next := *old + 1
					if p.CompareAndSwap(old, &next) {
						break
					}
				}
			}
		})
	}
	wg.Wait()
	if *p.Load() != 1600 {
		t.Errorf("counted to %d, want 1600", *p.Load())
	}
}

// denied is an error that is a *fs.PathError by its As method.
type denied struct{ sets bool }

func (d denied) Error() string { return "denied" }

func (d denied) As(target any) bool {
	if p, ok := target.(**fs.PathError); ok {
		*p = &fs.PathError{Op: "as"}
		return d.sets
	}
	return false
}

func TestAsType(t *testing.T) {
	path := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	for i, err := range []error{
		nil, path, fs.ErrExist, fmt.Errorf("a: %w", path), fmt.Errorf("a: %w, b: %w", fs.ErrExist, path), errors.Join(denied{}, path),
		denied{}, denied{true}, errors.Join(denied{true}, path), fmt.Errorf("a: %w", denied{true}),
	} {
		want, is := errors.AsType[*fs.PathError](err)
		got, ok := ourerrors.AsType[*fs.PathError](err)
		if ok != is || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("error %d: %v, %t, want %v, %t", i, got, ok, want, is)
		}
		wantAny, is := errors.AsType[interface {
			error
			Timeout() bool
		}](err)
		gotAny, ok := ourerrors.AsType[interface {
			error
			Timeout() bool
		}](err)
		if ok != is || gotAny != wantAny {
			t.Errorf("error %d, interface: %v, %t, want %v, %t", i, gotAny, ok, wantAny, is)
		}
	}
}
