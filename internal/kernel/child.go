package kernel

// This file is the child's side.

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/interp"
)

// childArg is the first argument of a child process; the limit and the mark follow, displaysArg if the parent takes displays, and
// execArg if cells may start processes.
const (
	childArg    = "__costate_kernel"
	displaysArg = "displays"
	execArg     = "exec"
)

// Child runs the kernel and ends the process if this process was started as one. Programs that start
// kernels call it first in main.
func Child(hooks ...interp.Hook) {
	programChild(hooks)
	if len(os.Args) < 4 || os.Args[1] != childArg {
		return
	}
	displays, allowExec := slices.Contains(os.Args[4:], displaysArg), slices.Contains(os.Args[4:], execArg)
	limit, err := strconv.ParseInt(os.Args[2], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "kernel: bad limit:", err)
		os.Exit(2)
	}
	signal.Ignore(os.Interrupt) // the parent decides what an interrupt means
	in, out := os.NewFile(3, "requests"), os.NewFile(4, "replies")
	c := &child{out: json.NewEncoder(out), requests: make(chan begun, 16)}
	c.order = &order{mark: "\x00" + os.Args[3] + "\x00", marked: [2]*os.File{os.NewFile(5, "stdout"), os.NewFile(6, "stderr")}, send: c.send}
	debug.SetTraceback("none") // the parent wants the reason only
	// The runtime reports fatal errors to file 2, which cells could close: theirs are others.
	c.own = []*os.File{os.Stdout, os.Stderr}
	os.Stdout, os.Stderr = os.NewFile(7, "/dev/stdout"), os.NewFile(8, "/dev/stderr")
	log.SetOutput(os.Stderr)
	os.Args = os.Args[:1] // a program's own, as cells see them
	c.order.files = [2]*os.File{os.Stdout, os.Stderr}
	opts := interp.Options{Stdout: stream{c.order, 0}, Stderr: stream{c.order, 1}, Hooks: hooks, AllowExec: allowExec, MemoryLimit: limit}
	if displays {
		opts.Display = c.order.show
	}
	c.session = interp.New(opts)
	limitMemory(limit, c.session.Halt, c.die)
	go c.serve()
	c.read(in)
	os.Exit(0) // the parent has gone or closed the pipe
}

type child struct {
	session  *interp.Session
	order    *order
	own      []*os.File // of the process; they must not be collected, which would close them
	requests chan begun
	mu       sync.Mutex // guards out and cancel
	out      *json.Encoder
	cancel   context.CancelFunc
}

// begun is a request with the context that an interrupt ends, also one that comes before the request is looked at.
type begun struct {
	request
	ctx    context.Context
	cancel context.CancelFunc
}

// read takes requests until the pipe ends; interrupts are not queued. There is one request at a time.
func (c *child) read(in io.Reader) {
	dec := json.NewDecoder(in)
	for {
		var r request
		if err := dec.Decode(&r); err != nil {
			return
		}
		if r.Op != "interrupt" {
			b := begun{request: r}
			b.ctx, b.cancel = context.WithCancel(context.Background())
			c.mu.Lock()
			c.cancel = b.cancel
			c.mu.Unlock()
			c.requests <- b
			continue
		}
		c.mu.Lock()
		if c.cancel != nil {
			c.cancel()
		}
		c.mu.Unlock()
	}
}

func (c *child) serve() {
	for r := range c.requests {
		sampling := make(chan struct{})
		go func() {
			defer close(sampling)
			c.sample(r.ctx, r.Seq)
		}()
		reply, err := c.answer(r.ctx, r.request)
		c.mu.Lock()
		c.cancel = nil
		c.mu.Unlock()
		r.cancel()
		<-sampling
		if what := c.session.Stuck(); what != "" {
			c.die(fmt.Sprintf("the cell was stopped, but not the function %s, which it had called", what))
		}
		e := event{Seq: r.Seq, Reply: reply}
		if err != nil {
			e.Error = err.Error()
		}
		c.order.end()
		if c.send(e) != nil {
			return
		}
	}
}

func (c *child) send(e event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.Encode(e)
}

// die tells the parent why the process ends, and ends it.
func (c *child) die(why string) {
	c.send(event{Dying: why})
	os.Exit(3)
}

func (c *child) answer(ctx context.Context, r request) (*Reply, error) {
	reply := &Reply{}
	switch r.Op {
	case "document":
		reply.OK, reply.Stale = true, c.session.SetDocument(r.Doc)
	case "run", "declare":
		if r.Doc != nil {
			c.session.SetDocument(r.Doc)
		}
		run := c.session.Run
		if r.Op == "declare" {
			run = c.session.Declare
		}
		res, err := run(ctx, r.Cell, string(r.Source))
		if err != nil {
			return nil, err
		}
		reply.OK, reply.Values, reply.Notes, reply.Lost, reply.Stale = res.OK, res.Values, res.Notes, res.Lost, res.Stale
		reply.Needs = res.Needs
		for i, v := range reply.Values {
			reply.Values[i].Bundle = showable(v.Bundle)
		}
		c.faults(reply, res)
		reply.Names = slices.Sorted(maps.Keys(c.session.Variables()))
		if reply.OK {
			c.adjoints(reply, interp.CellName(r.Cell))
		}
	case "call":
		if err := c.call(ctx, r, reply); err != nil {
			return nil, err
		}
	case "cells":
		reply.OK = true
	case "variables":
		reply.OK, reply.Variables = true, c.session.Sizes()
	default:
		return nil, fmt.Errorf("unknown request %q", r.Op)
	}
	reply.Cells = c.session.Cells()
	return reply, nil
}

// adjoints adds the sources of the derivatives that a cell asks for.
func (c *child) adjoints(reply *Reply, cell string) {
	all, err := engine.AdjointsAs(c.session.Typed(), engine.FormAuto)
	if err != nil {
		return // the cell has run: what cannot be shown is not its fault
	}
	for _, a := range all {
		if a.At.Filename == cell {
			reply.Adjoints = append(reply.Adjoints, a)
		}
	}
}

// tapeRate is how often tapes are sampled.
const tapeRate = time.Second / 30

// sample reports the tapes while a request is answered, whenever they have changed.
func (c *child) sample(ctx context.Context, seq int) {
	tick := time.NewTicker(tapeRate)
	defer tick.Stop()
	var last []rt.Measure
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if now := c.session.Tape(); !slices.Equal(now, last) {
			last = now
			if now == nil {
				now = []rt.Measure{}
			}
			if c.send(event{Seq: seq, Sample: true, Tape: now}) != nil {
				return
			}
		}
	}
}

func (c *child) faults(reply *Reply, res *interp.Result) {
	for _, d := range res.Diags {
		line, _ := c.session.Source(d.Pos.Filename, d.Pos.Line)
		reply.Faults = append(reply.Faults, Fault{Diagnostic: d, Line: line})
	}
}
