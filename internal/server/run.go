package server

// This file runs cells: a queue, one goroutine that has to do with the kernel, and what it reports.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
	"github.com/costate/costate/interp"
)

// run is a cell that runs.
type run struct {
	id     string
	source string   // as the document has it
	text   string   // as the kernel gets it
	said   []string // about the difference
	since  time.Time
	cancel context.CancelFunc
	live
}

// runCells queues cells.
func (h *hub) runCells(_ *client, m msgRun) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.enqueue(m.Cells)
}

// runAll queues all code cells, in a new kernel if asked.
func (h *hub) runAll(_ *client, m msgRunAll) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ids []string
	for _, c := range h.file.Doc.Cells() {
		if c.Kind() == notebook.Code {
			ids = append(ids, c.ID())
		}
	}
	if m.Restart {
		h.startOver()
	}
	return h.enqueue(ids)
}

// interrupt empties the queue and stops the running cell.
func (h *hub) interrupt(*client, msgInterrupt) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drain()
	if h.running != nil {
		h.running.cancel()
	}
	return nil
}

// restart asks for a new kernel.
func (h *hub) restart(*client, msgRestart) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.startOver()
	return nil
}

// enqueue puts cells at the end of the queue. h.mu is held.
func (h *hub) enqueue(ids []string) *refusal {
	if l := h.file.Doc.Language(); l != "" && !strings.EqualFold(l, "go") {
		return &refusal{"unsupported", fmt.Sprintf("this is a notebook for %s; its cells cannot be run here", l)}
	}
	var fresh []string
	for _, id := range ids {
		c, ok := h.file.Doc.Cell(id)
		switch {
		case !ok:
			return &refusal{"unknown-cell", "there is no such cell; it may have been deleted"}
		case c.Kind() != notebook.Code:
			continue
		case slices.Contains(h.queue, id) || slices.Contains(fresh, id):
			continue
		}
		fresh = append(fresh, id)
	}
	for _, id := range fresh {
		h.queue = append(h.queue, id)
		h.tellCell(id)
	}
	h.work()
	return nil
}

// drain takes all cells from the queue. h.mu is held.
func (h *hub) drain() {
	ids := h.queue
	h.queue = nil
	for _, id := range ids {
		h.tellCell(id)
	}
}

// unqueue takes a cell from the queue. h.mu is held.
func (h *hub) unqueue(id string) {
	h.queue = slices.DeleteFunc(h.queue, func(q string) bool { return q == id })
}

// errNotBegun is of cells that were interrupted while the kernel was started.
var errNotBegun = errors.New("the cell was interrupted before it began")

// next runs the first cell of the queue.
func (h *hub) next() {
	ctx, cancel := context.WithCancel(h.context())
	defer cancel()
	h.mu.Lock()
	if len(h.queue) == 0 {
		h.mu.Unlock()
		return
	}
	id := h.queue[0]
	h.queue = h.queue[1:]
	c, ok := h.file.Doc.Cell(id)
	if !ok || c.Kind() != notebook.Code {
		h.mu.Unlock()
		return
	}
	r := &run{id: id, source: c.Source(), since: time.Now(), cancel: cancel}
	r.hub = h
	text, notes := h.translate(r.source)
	r.text, r.said = text, missing(notes)
	h.running = r
	h.tellCell(id)
	k, ended := h.kernel, h.kernelView.State == "ended"
	document := h.sources()
	h.removed = false // the kernel is told with the document
	h.mu.Unlock()

	var err error
	if k == nil || ended {
		err = h.newKernel(ctx)
	}
	h.mu.Lock()
	k = h.kernel
	h.begun(r)
	h.mu.Unlock()
	var reply *kernel.Reply
	if err == nil && ctx.Err() != nil {
		err = errNotBegun
	}
	if err == nil {
		reply, err = k.RunIn(ctx, document, kernelID(id), r.text, func(o kernel.Output) { h.received(r, o) })
	}
	var vars []interp.Variable
	known := false
	if err == nil && ctx.Err() == nil {
		list, err := k.Variables(ctx)
		vars, known = list, err == nil // the watch reports what happened to the kernel
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.finish(r, reply, err)
	var gone *kernel.Ended
	if errors.As(err, &gone) {
		h.gone = gone
	}
	if h.died(); h.gone != nil {
		return
	}
	if known {
		h.variables = []variable{}
		for _, v := range vars {
			h.variables = append(h.variables, variable{v.Name, h.words(v.Type), v.Size, v.Bytes, v.More})
		}
		h.send(msgVariables{List: h.variables})
	}
	if len(h.queue) == 0 {
		clear(h.made)
	}
	if len(h.queue) == 0 && h.kernelView.State == "busy" {
		h.tellKernel("ready", "")
	}
}

// begun says that a cell runs, and takes its old outputs from the document. h.mu is held.
func (h *hub) begun(r *run) {
	h.count++
	rec := h.record(r.id)
	rec.ran, rec.source, rec.ms, rec.note = true, r.source, 0, ""
	r.count = h.count
	h.store(r.id, nil)
	h.change(notebook.SetCount{Cell: r.id, Count: &r.count})
	if h.kernelView.State == "ready" {
		h.tellKernel("busy", "")
	}
	for _, c := range h.file.Doc.Cells() {
		if other := h.record(c.ID()); len(other.faults[r.id]) > 0 {
			delete(other.faults, r.id)
			h.send(msgDiagnostics{Cell: c.ID(), List: other.diagnostics()})
		}
	}
	h.tellCell(r.id)
}

// received takes what a running cell writes.
func (h *hub) received(r *run, o kernel.Output) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.Display != nil {
		r.show(o.Display)
		return
	}
	if o.Tape == nil {
		r.write(o.Stderr, o.Text)
		return
	}
	m := msgTape{Cell: r.id, Ms: millis(time.Since(r.since)), Regions: []regionView{}}
	for _, t := range o.Tape {
		cell, _ := cellOf(t.Region.File)
		m.Regions = append(m.Regions, regionView{Func: t.Region.Func, Name: t.Region.Name, Cell: cell, Line: t.Region.Line, Bytes: t.Bytes, Rows: t.Rows})
	}
	h.send(m)
}

// finish stores what a run gave. h.mu is held.
func (h *hub) finish(r *run, reply *kernel.Reply, err error) {
	r.end()
	rec := h.record(r.id)
	rec.ms = millis(time.Since(r.since))
	rec.state = stateOK
	notes := r.said
	if reply != nil {
		h.ownLines(reply)
		for _, v := range reply.Values {
			r.add(h.value(v, r.count))
		}
		for _, n := range reply.Notes {
			notes = append(notes, h.words(n))
		}
	}
	rec.note = strings.Join(notes, " ")
	if out, failed := h.failure(r, reply, err); failed {
		rec.state = stateError
		r.add(out)
	}
	h.running = nil // from here on the document has the outputs
	r.flush(true)
	h.store(r.id, r.outputs())
	if reply != nil {
		h.adjoints(r.id, reply)
		h.spread(r, reply)
	}
	if !h.makeFirst(r, reply) {
		h.follow(r, reply, rec.state == stateError)
	}
	h.tellCell(r.id)
}

// store gives a cell outputs in the document. h.mu is held.
func (h *hub) store(id string, outputs []notebook.Output) {
	if c, ok := h.file.Doc.Cell(id); ok {
		h.change(c.EditOutputs(outputs))
	}
}

// change applies an operation of the hub itself, which clients are told of in other words. h.mu is held.
func (h *hub) change(o notebook.Op) {
	if _, err := h.file.Doc.Apply(notebook.Edit{Base: h.file.Doc.Version(), Op: o}); err != nil {
		h.send(msgNotice{Level: "error", Text: "An output could not be stored: " + err.Error()})
	}
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
