package server

// This file keeps the kernel of a notebook: one goroutine that has to do with it, its start, its end, and what its end means for cells.

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/costate/costate/internal/kernel"
)

// startOver drops the queue, ends the kernel and asks the worker for a new one. h.mu is held.
func (h *hub) startOver() {
	h.drain()
	h.restarting = true
	if h.running != nil {
		h.running.cancel()
		if k := h.kernel; k != nil {
			h.srv.task(func() { k.Close() })
		}
	}
	h.work()
}

// work starts the worker if there is none. h.mu is held.
func (h *hub) work() {
	if h.working || h.closed || len(h.queue) == 0 && !h.restarting && !h.removed {
		return
	}
	h.working = h.srv.task(h.worker)
}

// worker restarts kernels and runs cells until there is nothing to do.
func (h *hub) worker() {
	for {
		h.mu.Lock()
		switch {
		case h.closed:
			h.working = false
			h.mu.Unlock()
			return
		case h.restarting:
			h.restarting = false
			h.generation++
			had := h.kernel != nil
			h.mu.Unlock()
			if had {
				h.newKernel(h.context())
			} else {
				h.mu.Lock()
				h.lost(stateNotRun, "")
				h.mu.Unlock()
			}
		case len(h.queue) > 0:
			h.mu.Unlock()
			h.next()
		case h.removed:
			h.removed = false
			h.mu.Unlock()
			h.tellRemoved()
		default:
			h.working = false
			h.mu.Unlock()
			return
		}
	}
}

// lost makes all cells what they are when no kernel knows them. h.mu is held.
func (h *hub) lost(to state, note string) {
	h.variables = nil
	h.send(msgVariables{List: []variable{}})
	for _, c := range h.file.Doc.Cells() {
		r := h.record(c.ID())
		if !r.ran || h.running != nil && h.running.id == c.ID() {
			continue
		}
		r.ran = false
		if to == stateStale && r.state == stateError {
			continue // its own error says more
		}
		r.state, r.note = to, note
		h.tellCell(c.ID())
	}
}

// newKernel starts a kernel, or starts it over, and watches it.
func (h *hub) newKernel(ctx context.Context) error {
	h.mu.Lock()
	h.generation++
	h.gone = nil
	generation, k := h.generation, h.kernel
	h.tellKernel("starting", "")
	h.mu.Unlock()
	var err error
	if k == nil {
		opts := h.srv.opts.Kernel
		opts.Displays = true
		opts.Dir = filepath.Join(h.srv.opts.Dir, filepath.FromSlash(h.dir()))
		k, err = kernel.Start(ctx, opts)
	} else {
		err = k.Restart(ctx)
	}
	watched := err == nil && h.srv.task(func() {
		var ended *kernel.Ended
		if errors.As(k.Wait(h.context()), &ended) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if generation == h.generation {
				h.gone = ended
				h.died()
			}
		}
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err != nil:
		h.tellKernel("ended", upper(err.Error())+".")
		return err
	case !watched: // the server has ended
		k.Close()
		return context.Canceled
	}
	h.kernel, h.count = k, 0
	h.lost(stateNotRun, "")
	h.tellKernel("ready", "")
	return nil
}

// died reports the end of a kernel, once, and after the report of the cell that ran in it. h.mu is held.
func (h *hub) died() {
	if h.gone == nil || h.running != nil || h.restarting || h.closed || h.kernelView.State == "ended" {
		return
	}
	h.drain()
	h.tellKernel("ended", upper(h.words(h.gone.Error()))+". What is shown is kept.")
	h.lost(stateStale, "its variables are gone with the kernel")
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
