package symbols

// This file gives optimize.Minimize to interpreted code. It calls the functions of a problem in goroutines of its own, where a panic
// would end the process and with it the values of all cells.

import (
	"errors"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// minimize is optimize.Minimize, but a panic of a function of the problem ends it and is the caller's.
func minimize(p optimize.Problem, initX []float64, settings *optimize.Settings, method optimize.Method) (*optimize.Result, error) {
	var c callbacks
	r, err := optimize.Minimize(c.guard(p), initX, settings, method)
	if c.failed {
		panic(c.value)
	}
	return r, err
}

// callbacks are the functions of a problem, as one of them may have panicked.
type callbacks struct {
	mu     sync.Mutex
	failed bool
	value  any // of the first panic
}

// errCallback ends a minimisation; nobody sees it.
var errCallback = errors.New("a function of the problem panicked")

// call calls f, unless a function has panicked before, and reports whether it returned.
func (c *callbacks) call(f func()) (ok bool) {
	c.mu.Lock()
	failed := c.failed
	c.mu.Unlock()
	if failed {
		return false
	}
	defer func() {
		if ok {
			return
		}
		v := recover()
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.failed {
			c.failed, c.value = true, v
		}
	}()
	f()
	return true
}

// guard returns the problem with functions that do not panic.
func (c *callbacks) guard(p optimize.Problem) optimize.Problem {
	q := optimize.Problem{Status: func() (status optimize.Status, err error) {
		if p.Status == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.failed {
				return optimize.Failure, errCallback
			}
			return optimize.NotTerminated, nil
		}
		if !c.call(func() { status, err = p.Status() }) {
			return optimize.Failure, errCallback
		}
		return status, err
	}}
	if p.Func != nil {
		q.Func = func(x []float64) (y float64) {
			if !c.call(func() { y = p.Func(x) }) {
				return math.NaN()
			}
			return y
		}
	}
	if p.Grad != nil {
		q.Grad = func(grad, x []float64) { c.call(func() { p.Grad(grad, x) }) }
	}
	if p.Hess != nil {
		q.Hess = func(hess *mat.SymDense, x []float64) { c.call(func() { p.Hess(hess, x) }) }
	}
	return q
}
