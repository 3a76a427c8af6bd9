package server

// This file changes what a notebook says of how it runs: whether dependents run by themselves, whether shell commands do at all, and which cells never do.

import (
	"encoding/json"

	"github.com/costate/costate/internal/foreign"
	"github.com/costate/costate/internal/notebook"
)

// set changes settings of the notebook, or of a cell.
func (h *hub) set(_ *client, m msgSet) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	given := 0
	for _, is := range []bool{m.Reactive != nil, m.Shell != nil, m.Autorun != nil} {
		if is {
			given++
		}
	}
	if given != 1 || (m.Cell == "") != (m.Autorun == nil) {
		return &refusal{"malformed", "set needs either reactive, or shell, or a cell and autorun"}
	}
	if m.Shell != nil {
		return h.setShell(*m.Shell)
	}
	if m.Reactive != nil {
		var on any
		if *m.Reactive {
			on = true
		}
		if r := h.setOwn("", h.file.Doc.Metadata(), "reactive", on); r != nil {
			return r
		}
		h.send(msgSettings{h.file.Doc.Reactive(), h.foreignView()})
		return nil
	}
	c, ok := h.file.Doc.Cell(m.Cell)
	if !ok || c.Kind() != notebook.Code {
		return &refusal{"unknown-cell", "there is no such code cell; it may have been deleted"}
	}
	var off any
	if !*m.Autorun {
		off = "off"
	}
	if r := h.setOwn(m.Cell, c.Metadata(), "autorun", off); r != nil {
		return r
	}
	h.tellCell(m.Cell)
	return nil
}

// setShell changes whether shell commands of a notebook of another kernel are run. h.mu is held.
func (h *hub) setShell(run bool) *refusal {
	if _, other := h.otherKernel(); !other && run {
		return &refusal{"unsupported", "only notebooks of other kernels have shell commands"}
	}
	if run && !h.srv.opts.Kernel.AllowExec {
		return &refusal{"forbidden", noShell}
	}
	var value any
	if run {
		value = "run"
	}
	if r := h.setOwn("", h.file.Doc.Metadata(), "shell", value); r != nil {
		return r
	}
	h.send(msgSettings{h.file.Doc.Reactive(), h.foreignView()})
	for _, c := range h.file.Doc.Cells() {
		if k, other := h.otherKernel(); other && c.Kind() == notebook.Code && foreign.Translate(c.Source(), foreign.Options{Kernel: k}).Shell != "" {
			h.tellCell(c.ID())
		}
	}
	return nil
}

// setOwn sets a member of the own metadata of a cell, or of the notebook if cell is ""; nil removes it. h.mu is held.
func (h *hub) setOwn(cell string, meta *notebook.Value, key string, value any) *refusal {
	own := map[string]json.RawMessage{}
	if v := meta.Get("costate"); v != nil {
		data, err := v.MarshalJSON()
		if err == nil {
			err = json.Unmarshal(data, &own)
		}
		if err != nil {
			return &refusal{"malformed", "the notebook's own settings cannot be read: " + err.Error()}
		}
	}
	delete(own, key)
	if value != nil {
		data, err := encode(value)
		if err != nil {
			return &refusal{"malformed", err.Error()}
		}
		own[key] = data
	}
	op := notebook.SetMeta{Cell: cell, Key: "costate"}
	if len(own) > 0 {
		data, err := encode(own)
		if err != nil {
			return &refusal{"malformed", err.Error()}
		}
		op.Value = data
	}
	if _, err := h.file.Doc.Apply(notebook.Edit{Base: h.file.Doc.Version(), Op: op}); err != nil {
		return refuse(err)
	}
	return nil
}

// autorun is what pages are told of a cell: "off" if it is not to run by itself.
func autorun(c notebook.Cell) string {
	if c.Kind() == notebook.Code && !c.Autorun() {
		return "off"
	}
	return ""
}
