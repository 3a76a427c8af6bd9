package server

// This file is the state that all clients of a notebook share, and how they learn of its changes.

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
)

// hub is an open notebook.
type hub struct {
	srv  *Server
	path string

	mu      sync.Mutex // guards what follows; never held while a kernel or a file is waited for
	file    *notebook.File
	epoch   string
	seq     uint64
	ring    ring
	clients []*client
	names   map[string]bool // ids that clients have had
	cells   map[string]*cellRecord
	history map[uint64]*made // edits by the version that they made
	saved   uint64           // version on disk
	writing bool             // a save is under way

	kernel     *kernel.Kernel // nil until the first run
	generation int            // of the kernel
	gone       *kernel.Ended  // why it is not there any more
	kernelView kernelView
	variables  []variable
	count      int // runs in this kernel
	queue      []string
	running    *run
	working    bool                // the goroutine that has to do with the kernel is there
	restarting bool                // it is asked for a new kernel
	removed    bool                // cells were deleted that the kernel may know
	made       map[string][]string // cells that have run to make values for a cell, since the queue was empty
	closed     bool
	aide       aide
}

// cellRecord is what is known of a cell besides the document. It outlives the cell, for the case that its deletion is reverted.
type cellRecord struct {
	state    state // before the queue and edits are looked at
	ran      bool  // in this kernel
	source   string
	ms       float64
	note     string
	on       []string                    // cells that it depends on
	also     alsoView                    // names that it defines, with the other cells that define them
	faults   map[string][]diagnosticView // by the cell whose run found them
	adjoints []adjointView
	html     string
	htmlOf   *string
}

// openHub reads a notebook. It runs nothing.
func openHub(s *Server, name string) (*hub, error) {
	h := &hub{srv: s, path: name, cells: map[string]*cellRecord{}, names: map[string]bool{}, kernelView: kernelView{State: "none"}}
	f, err := h.load()
	if err != nil {
		return nil, err
	}
	h.begin(f)
	return h, nil
}

func (h *hub) load() (*notebook.File, error) {
	info, err := h.srv.root.Stat(h.path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait
		return nil, errName
	}
	return notebook.Load(h.srv.root, h.path)
}

// begin makes a file the state of the hub.
func (h *hub) begin(f *notebook.File) {
	h.file, h.epoch, h.seq, h.ring, h.history = f, strings.ToLower(rand.Text()[:10]), 0, ring{}, map[uint64]*made{}
	h.saved = f.Doc.Version()
}

func (h *hub) record(id string) *cellRecord {
	r := h.cells[id]
	if r == nil {
		r = &cellRecord{state: stateNotRun, faults: map[string][]diagnosticView{}}
		h.cells[id] = r
	}
	return r
}

func (h *hub) version() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.file.Doc.Version()
}

func (h *hub) unsaved() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.file.Doc.Version() != h.saved
}

// idle reports whether nothing would be lost if the hub were forgotten.
func (h *hub) idle() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.clients) == 0 && h.kernel == nil && !h.working && h.file.Doc.Version() == h.saved
}

// send gives a message its number and passes it to all clients. h.mu is held.
func (h *hub) send(m any) {
	h.seq++
	data, err := frame(nameOf(m), h.seq, m)
	if err != nil {
		panic(fmt.Sprintf("encode %s: %v", nameOf(m), err))
	}
	h.ring.add(h.seq, data)
	for _, c := range h.clients {
		c.post(data)
	}
}

// hello answers a client's first message, from which on it gets everything.
func (h *hub) hello(c *client, m msgHello) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	// A client that comes back is who it was, so that its own edits are no conflicts.
	if m.Epoch == h.epoch && h.names[m.Client] && !slices.ContainsFunc(h.clients, func(x *client) bool { return x.id == m.Client }) {
		c.id = m.Client
	}
	h.names[c.id] = true
	c.tell(msgWelcome{Client: c.id, Role: c.role, Epoch: h.epoch, Limits: limits{maxMessage, notebook.MaxOutputBytes}})
	missed, ok := h.ring.since(m.Since, h.seq)
	if m.Epoch == h.epoch && ok {
		for _, data := range missed {
			c.post(data)
		}
	} else {
		c.tell(h.snapshot())
	}
	for _, p := range h.file.Doc.Problems() {
		c.tell(msgNotice{Level: "warning", Text: fmt.Sprintf("%s, line %d: %s", h.path, p.Line, p.Message)})
	}
	h.clients = append(h.clients, c)
	c.mu.Lock()
	c.hello = true
	c.mu.Unlock()
	return nil
}

func (h *hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients = slices.DeleteFunc(h.clients, func(x *client) bool { return x == c })
}

func (h *hub) ping(c *client, m msgPing) *refusal {
	c.tell(msgPong(m))
	return nil
}

// tellCell sends the state of a cell. h.mu is held.
func (h *hub) tellCell(id string) {
	if c, ok := h.file.Doc.Cell(id); ok {
		r := h.record(id)
		count, _ := c.Count()
		h.send(msgCell{Cell: id, State: h.stateOf(c), Count: count, Ms: r.ms, Note: h.noteOf(c), Also: r.also, Autorun: autorun(c), Shell: h.shellOf(c)})
	}
}

// tellKernel sends the state of the kernel if it is another one. h.mu is held.
func (h *hub) tellKernel(state, message string) {
	if now := (kernelView{state, message}); now != h.kernelView {
		h.kernelView = now
		h.send(msgKernel(now))
	}
}

// close ends the kernel and disconnects the clients.
func (h *hub) close() {
	h.mu.Lock()
	h.closed, h.queue = true, nil
	h.aide.stop()
	k := h.kernel
	for _, c := range h.clients {
		c.close(closeServerEnds)
	}
	h.mu.Unlock()
	if k != nil {
		k.Close()
	}
}

// context is that of the hub's work.
func (h *hub) context() context.Context { return h.srv.ctx }
