package server

// This file shows a notebook to pages: its cells with what is known of them.

import (
	"fmt"
	"path"
	"slices"

	"github.com/costate/costate/internal/markdown"
	"github.com/costate/costate/internal/notebook"
)

// snapshot is the whole notebook. What a running cell has written so far is in it. h.mu is held.
func (h *hub) snapshot() msgSnapshot {
	h.flush(false)
	doc := h.file.Doc
	m := msgSnapshot{Seq: h.seq, Epoch: h.epoch, Path: h.path, Version: doc.Version(), Saved: h.saved, ReadOnly: h.readOnly(),
		Cells: []cellView{}, Kernel: h.kernelView, Variables: h.variables, Foreign: h.foreignView(), Reactive: doc.Reactive()}
	for _, c := range doc.Cells() {
		m.Cells = append(m.Cells, h.view(c))
	}
	return m
}

// readOnly is why the document cannot be saved in place or run, or "".
func (h *hub) readOnly() string {
	if n := h.file.Doc.Converted(); n != 0 {
		return fmt.Sprintf("This file is in notebook format %d, which is not written. Save a copy under another name.", n)
	}
	return ""
}

// view is a cell as pages see it. h.mu is held.
func (h *hub) view(c notebook.Cell) cellView {
	r := h.record(c.ID())
	v := cellView{ID: c.ID(), Kind: string(c.Kind()), Source: c.Source(), State: h.stateOf(c), Ms: r.ms, Note: h.noteOf(c), Also: r.also, Autorun: autorun(c), Shell: h.shellOf(c)}
	v.Count, _ = c.Count()
	v.HTML = h.html(c)
	if h.running != nil && h.running.id == c.ID() {
		v.Outputs = h.running.shown()
	} else {
		for _, o := range c.Outputs() {
			v.Outputs = append(v.Outputs, h.outputView(o))
		}
	}
	v.Diagnostics = r.diagnostics()
	v.Adjoints = r.adjoints
	return v
}

// html renders a Markdown cell, once for each text.
func (h *hub) html(c notebook.Cell) string {
	if c.Kind() != notebook.Markdown {
		return ""
	}
	r, source := h.record(c.ID()), c.Source()
	if r.htmlOf == nil || *r.htmlOf != source {
		r.html, r.htmlOf = h.srv.render.HTML(source, h.place(c)), &source
	}
	return r.html
}

// place says where the Markdown of a cell finds pictures.
func (h *hub) place(c notebook.Cell) markdown.Place {
	files := c.Attachments()
	return markdown.Place{Dir: h.dir(), Attachment: func(name string) (string, string, bool) {
		bundle := files.Get(name)
		for _, kind := range []string{"image/png", "image/jpeg", "image/gif"} {
			if s, ok := bundle.Get(kind).Text(); ok {
				if s, ok := checkImage(s); ok {
					return kind, s, true
				}
			}
		}
		return "", "", false
	}}
}

// dir is the directory of the notebook, with slashes, below that of the server.
func (h *hub) dir() string {
	if d := path.Dir(h.path); d != "." {
		return d
	}
	return ""
}

// stateOf is the state of a cell, with edits looked at. h.mu is held.
func (h *hub) stateOf(c notebook.Cell) state {
	r := h.record(c.ID())
	if h.running != nil && h.running.id == c.ID() {
		return stateRunning
	}
	if slices.Contains(h.queue, c.ID()) {
		return stateQueued
	}
	if (r.state == stateOK || r.state == stateError) && r.source != c.Source() {
		return stateStale
	}
	return r.state
}

func (h *hub) noteOf(c notebook.Cell) string {
	r := h.record(c.ID())
	switch st := h.stateOf(c); {
	case st == stateQueued || st == stateRunning:
		return ""
	case st == stateStale && r.state != stateStale:
		return "edited since it ran"
	}
	return r.note
}
