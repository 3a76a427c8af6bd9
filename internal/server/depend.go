package server

// This file deals with how cells depend on one another: what the kernel says of it, and what runs because of it.

import (
	"slices"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
	"github.com/costate/costate/interp"
)

// alsoView names the cells that define a name too, by name.
type alsoView map[string][]string

// sources are the texts of the document's code cells, as the kernel knows them. h.mu is held.
func (h *hub) sources() []interp.Source {
	out := []interp.Source{}
	for _, c := range h.file.Doc.Cells() {
		if c.Kind() == notebook.Code {
			text, _ := h.translate(c.Source())
			out = append(out, interp.Source{ID: kernelID(c.ID()), Text: text})
		}
	}
	return out
}

// relations marks the cells that the kernel calls stale, and those that define the same names. ran is the cell that has run, if one
// has. h.mu is held.
func (h *hub) relations(ran string, reply *kernel.Reply) {
	for _, c := range reply.Cells {
		id, ok := cellOf(c.ID)
		if _, there := h.file.Doc.Cell(id); !ok || !there {
			continue
		}
		rec := h.record(id)
		state, note := rec.state, rec.note
		fits := c.State != interp.StateFailed || c.Note == "" // a note says which change elsewhere it does not fit
		if (c.State == interp.StateStale || !fits) && rec.ran && rec.state != stateError {
			rec.state, rec.note = stateStale, h.words(c.Note)
		}
		also := alsoView{}
		for name, ids := range c.Also {
			for _, other := range ids {
				if other, ok := cellOf(other); ok {
					also[name] = append(also[name], other)
				}
			}
		}
		rec.on = nil
		for _, on := range c.On {
			if on, ok := cellOf(on); ok {
				rec.on = append(rec.on, on)
			}
		}
		same := sameAlso(rec.also, also)
		rec.also = also
		if id != ran && (!same || rec.state != state || rec.note != note) {
			h.tellCell(id)
		}
	}
}

func sameAlso(a, b alsoView) bool {
	if len(a) != len(b) {
		return false
	}
	for name, ids := range a {
		if !slices.Equal(ids, b[name]) {
			return false
		}
	}
	return true
}

// follow decides what becomes of the queue when a cell has run. In a reactive notebook its dependents run next, save those that are
// not to run by themselves; if it failed they leave the queue, and what is independent of it stays. In another notebook an
// error takes the rest of the queue away. h.mu is held.
func (h *hub) follow(r *run, reply *kernel.Reply, failed bool) {
	switch {
	case h.restarting: // what is queued is for the new kernel
	case !h.file.Doc.Reactive() || reply == nil:
		if failed {
			h.drain()
		}
	case failed:
		for _, id := range reply.Stale {
			if id, ok := cellOf(id); ok {
				h.unqueue(id)
				h.tellCell(id)
			}
		}
	default:
		h.react(reply.Stale)
	}
}

// makeFirst queues a cell of a reactive notebook again that has not begun, as values that it needs were lost, behind the cells that make
// these. It does not if one of them is not to run by itself, or has run for the cell since the queue was empty. h.mu is held.
func (h *hub) makeFirst(r *run, reply *kernel.Reply) bool {
	if reply == nil || len(reply.Needs) == 0 || !h.file.Doc.Reactive() || h.restarting {
		return false
	}
	var ids []string
	for _, id := range reply.Needs {
		id, _ := cellOf(id)
		c, ok := h.file.Doc.Cell(id)
		if !ok || !c.Autorun() || slices.Contains(h.made[r.id], id) {
			return false
		}
		ids = append(ids, id)
	}
	if h.made == nil {
		h.made = map[string][]string{}
	}
	h.made[r.id] = append(h.made[r.id], ids...)
	ids = append(ids, r.id)
	h.queue = append(ids, slices.DeleteFunc(h.queue, func(q string) bool { return slices.Contains(ids, q) })...)
	for _, id := range ids {
		h.tellCell(id)
	}
	return true
}

// react queues stale cells in their order, behind what waits: they may depend on that, too. h.mu is held.
func (h *hub) react(stale []string) {
	var ids []string
	for _, id := range stale {
		id, _ := cellOf(id)
		c, ok := h.file.Doc.Cell(id)
		if !ok || !c.Autorun() || slices.ContainsFunc(h.record(id).on, func(o string) bool { return h.waits(o, ids) }) {
			continue
		}
		ids = append(ids, id)
	}
	h.queue = append(slices.DeleteFunc(h.queue, func(q string) bool { return slices.Contains(ids, q) }), ids...)
	for _, id := range ids {
		h.tellCell(id)
	}
}

// waits reports whether a cell is to run again but is neither queued nor among those that will be: what depends on it would get an old
// value, or none. h.mu is held.
func (h *hub) waits(id string, soon []string) bool {
	rec := h.record(id)
	return (rec.state == stateStale || rec.state == stateError) && !slices.Contains(h.queue, id) && !slices.Contains(soon, id)
}

// tellRemoved tells the kernel that cells were deleted, when it is idle.
func (h *hub) tellRemoved() {
	h.mu.Lock()
	k, document := h.kernel, h.sources()
	alive := k != nil && h.kernelView.State == "ready"
	h.mu.Unlock()
	if !alive {
		return
	}
	reply, err := k.SetDocument(h.context(), document)
	if err != nil {
		return // the watch reports what happened to the kernel
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.relations("", reply)
	if h.file.Doc.Reactive() {
		h.react(reply.Stale)
	}
}
