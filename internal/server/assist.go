package server

// This file answers what editors ask while somebody types. The answers come from the server itself, so that they come while a
// cell runs. Of a client's questions of one kind the latest counts: an older one is given up without an answer.

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/costate/costate/internal/assist"
	"github.com/costate/costate/internal/notebook"
)

// wants are what a client may ask for, the most urgent first.
var wants = [...]string{"signature", "complete", "hover", "check"}

// aide answers for one notebook. The hub's lock guards it.
type aide struct {
	assistant *assist.Assistant
	waiting   []asked
	present   asked              // that is being answered
	cancel    context.CancelFunc // of the present one
	working   bool
}

// asked is a question of a client.
type asked struct {
	client *client
	msgAssist
}

func (a asked) sameKind(b asked) bool { return a.client == b.client && a.Want == b.Want }

// stop gives all questions up.
func (a *aide) stop() {
	a.waiting = nil
	if a.cancel != nil {
		a.cancel()
	}
}

// assist takes a question, in place of the one of its kind that the client had before.
func (h *hub) assist(c *client, m msgAssist) *refusal {
	if !slices.Contains(wants[:], m.Want) {
		return &refusal{"malformed", "want is " + strings.Join(wants[:], ", ")}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	q, a := asked{c, m}, &h.aide
	a.waiting = append(slices.DeleteFunc(a.waiting, q.sameKind), q)
	slices.SortStableFunc(a.waiting, func(x, y asked) int {
		return cmp.Compare(slices.Index(wants[:], x.Want), slices.Index(wants[:], y.Want))
	})
	if a.cancel != nil && a.present.sameKind(q) {
		a.cancel()
	}
	if !a.working && !h.closed {
		a.working = h.srv.task(h.answer)
	}
	return nil
}

// answer answers questions until there are none.
func (h *hub) answer() {
	for {
		h.mu.Lock()
		a := &h.aide
		if len(a.waiting) == 0 || h.closed {
			a.working, a.present, a.cancel = false, asked{}, nil
			h.mu.Unlock()
			return
		}
		if a.assistant == nil {
			a.assistant = assist.New(assist.Options{AllowExec: h.srv.opts.Kernel.AllowExec})
		}
		q := a.waiting[0]
		a.waiting = a.waiting[1:]
		ctx, cancel := context.WithCancel(h.context())
		a.present, a.cancel = q, cancel
		cells := h.texts(q.msgAssist)
		h.mu.Unlock()

		reply, err := h.look(ctx, a.assistant, cells, q.msgAssist)
		cancel()
		switch {
		case errors.Is(err, context.Canceled): // there is a newer question
		case err != nil:
			h.srv.opts.Log.Error("assist", "notebook", h.path, "want", q.Want, "error", err)
			q.client.tell(msgAssisted{Ref: q.Ref})
		default:
			q.client.tell(reply)
		}
	}
}

// texts are the code cells in the order in which their definitions count: those that have run last, by their runs, and that of
// the question as the client has it. h.mu is held.
func (h *hub) texts(m msgAssist) []assist.Cell {
	if l := h.file.Doc.Language(); l != "" && !strings.EqualFold(l, "go") {
		return nil
	}
	var cells []assist.Cell
	order := map[string]int{}
	found := false
	for _, c := range h.file.Doc.Cells() {
		if c.Kind() != notebook.Code {
			continue
		}
		text := c.Source()
		if c.ID() == m.Cell {
			text, found = m.Source, true
		}
		text, _ = h.translate(text)
		id := kernelID(c.ID())
		if h.record(c.ID()).ran {
			order[id], _ = c.Count()
		}
		cells = append(cells, assist.Cell{ID: id, Text: text})
	}
	if _, there := h.file.Doc.Cell(m.Cell); !found && !there { // its insertion is on its way
		text, _ := h.translate(m.Source)
		cells = append(cells, assist.Cell{ID: kernelID(m.Cell), Text: text})
	} else if !found {
		return nil
	}
	slices.SortStableFunc(cells, func(a, b assist.Cell) int { return cmp.Compare(order[a.ID], order[b.ID]) })
	return cells
}

// look answers one question. Without cells there is nothing to say.
func (h *hub) look(ctx context.Context, a *assist.Assistant, cells []assist.Cell, m msgAssist) (msgAssisted, error) {
	reply := msgAssisted{Ref: m.Ref}
	if len(cells) == 0 {
		return reply, nil
	}
	id, text := kernelID(m.Cell), m.Source
	for _, c := range cells {
		if c.ID == id {
			text = c.Text // it may be a translation
		}
	}
	at := moved(m.Source, text, offset8(m.Source, m.At))
	place := func(offset int) int { return len16(m.Source[:moved(text, m.Source, offset)]) }
	switch m.Want {
	case "check":
		list, err := a.Diagnostics(ctx, cells, id)
		if err != nil {
			return reply, err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, d := range list {
			v := diagnosticView{Line: d.Pos.Line, Code: d.Code, Message: h.words(d.Message)}
			v.Col, v.EndCol = columns(m.Source, d.Pos.Line, d.Pos.Column)
			reply.List = append(reply.List, v)
		}
	case "complete":
		c, err := a.Complete(ctx, cells, id, at)
		if err != nil {
			return reply, err
		}
		v := &completionView{From: place(c.From), To: place(c.To), Items: []itemView{}}
		for _, it := range c.Items {
			v.Items = append(v.Items, itemView{Label: it.Label, Insert: it.Insert, Kind: string(it.Kind), Type: it.Type, Doc: it.Doc})
		}
		reply.Complete = v
	case "hover":
		x, err := a.Hover(ctx, cells, id, at)
		if err != nil || x == nil {
			return reply, err
		}
		reply.Hover = &hoverView{From: place(x.From), To: place(x.To), Decl: x.Decl, Doc: x.Doc, Path: x.Path}
	case "signature":
		s, err := a.Signature(ctx, cells, id, at)
		if err != nil || s == nil {
			return reply, err
		}
		reply.Signature = &signatureView{At: place(s.At), Before: s.Before, Params: append([]string{}, s.Params...), After: s.After,
			Active: s.Active, Doc: s.Doc}
	}
	return reply, nil
}

// offset8 is the offset in bytes of one in UTF-16 units.
func offset8(text string, at int) int {
	for i, r := range text {
		if at <= 0 {
			return i
		}
		if at--; r > 0xffff && r != utf8.RuneError {
			at--
		}
	}
	return len(text)
}
