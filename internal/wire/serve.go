package wire

// This file is the inside of a worker process: it answers requests to call functions.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/costate/costate/parallel"
)

// Func is a function that a worker offers.
type Func struct {
	Fn     any      // the function; its first Values results are values, the others are gradients
	Params []string // names of its parameters
	Values int
	Grads  []string // names of the parameters that the gradients belong to
}

// Request asks a worker to call a function.
type Request struct {
	Func string          `json:"func"`
	Args json.RawMessage `json:"args"`
}

// Response is what a worker answers: Error, or the other two as far as the function has them.
type Response struct {
	Value    json.RawMessage `json:"value,omitempty"`
	Gradient json.RawMessage `json:"gradient,omitempty"`
	Error    string          `json:"error,omitempty"`
}

// Serve reads requests from r, a line of JSON each, and writes a line of JSON to w for each until r ends.
func Serve(r io.Reader, w io.Writer, funcs map[string]Func) error {
	requests := json.NewDecoder(r)
	out := bufio.NewWriter(w)
	for {
		var req Request
		if err := requests.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		answer, err := call(req, funcs)
		if err != nil {
			if answer, err = json.Marshal(Response{Error: err.Error()}); err != nil {
				return fmt.Errorf("write answer: %w", err)
			}
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
		if err := out.Flush(); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
}

// call calls a function and returns its results as JSON. A panic of the function is an error.
func call(req Request, funcs map[string]Func) ([]byte, error) {
	f, ok := funcs[req.Func]
	if !ok {
		return nil, fmt.Errorf("no function %s", req.Func)
	}
	fn := reflect.ValueOf(f.Fn)
	types := make([]reflect.Type, fn.Type().NumIn())
	for i := range types {
		types[i] = fn.Type().In(i)
	}
	args, err := DecodeArgs(req.Args, f.Params, types)
	if err != nil {
		return nil, err
	}
	results, err := run(fn, args)
	if err != nil {
		return nil, fmt.Errorf("%s %w", req.Func, err)
	}
	grads := results[f.Values:]
	if f.Grads == nil {
		grads = nil
	}
	return encodeResults(results[:f.Values], f.Grads, grads)
}

// run calls fn. It does so in a goroutine of its own, so that a function that ends its goroutine by runtime.Goexit does
// not end the loop that waits for it.
func run(fn reflect.Value, args []reflect.Value) ([]reflect.Value, error) {
	type outcome struct {
		results []reflect.Value
		err     error
	}
	ended := make(chan outcome, 1)
	go func() {
		o := outcome{err: errors.New("ends its goroutine")}
		defer func() {
			if v := recover(); v != nil {
				o.err = fmt.Errorf("panics: %s", panicText(v))
			}
			ended <- o
		}()
		if fn.Type().IsVariadic() {
			o.results = fn.CallSlice(args)
		} else {
			o.results = fn.Call(args)
		}
		o.err = nil
	}()
	o := <-ended
	return o.results, o.err
}

// panicText is the message of a panic. The stack of a parallel loop's body is left out: it speaks of generated code.
func panicText(v any) string {
	if p, ok := v.(*parallel.Panic); ok {
		v = p.Value
	}
	return fmt.Sprint(v)
}
