package server

// This file applies edits of clients to the document, and takes them back.

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/costate/costate/internal/notebook"
)

// maxOps is how many operations an edit may have.
const maxOps = 1000

// made is an edit that was applied: how to take it back, and the texts that it left, without which that would not be right.
type made struct {
	inverse []notebook.Edit // in the order of the edit
	left    map[string]string
}

// edit applies the operations of one edit, or none of them.
func (h *hub) edit(c *client, m msgEdit) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(m.Ops) == 0 || len(m.Ops) > maxOps {
		return &refusal{"malformed", fmt.Sprintf("an edit has 1 to %d operations", maxOps)}
	}
	doc := h.file.Doc.Clone()
	done := &made{left: map[string]string{}}
	for _, o := range m.Ops {
		step, r := h.operation(doc, o)
		if r != nil {
			return r
		}
		back, err := doc.Apply(notebook.Edit{Base: m.Base, By: c.id, Op: step})
		if err != nil {
			return refuse(err)
		}
		done.inverse = append(done.inverse, back)
		if s, ok := step.(notebook.Splice); ok {
			cell, _ := doc.Cell(s.Cell)
			done.left[s.Cell] = cell.Source()
		}
	}
	h.commit(c, m.Ref, 0, doc, done, m.Ops)
	return nil
}

// revert applies the inverse of an edit.
func (h *hub) revert(c *client, m msgRevert) *refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	past := h.history[m.Edit]
	if past == nil {
		return &refusal{"malformed", fmt.Sprintf("there is no edit that made version %d", m.Edit)}
	}
	for id, text := range past.left {
		// A text is put back whole; whoever typed since then would lose that.
		if cell, ok := h.file.Doc.Cell(id); !ok || cell.Source() != text {
			return &refusal{"conflict", fmt.Sprintf("cell %s has been changed since", h.title(id))}
		}
	}
	doc := h.file.Doc.Clone()
	done := &made{left: map[string]string{}}
	var ops []op
	for i := len(past.inverse) - 1; i >= 0; i-- {
		e := past.inverse[i]
		e.By = c.id
		if r := h.guardRunning(e.Op); r != nil {
			return r
		}
		back, err := doc.Apply(e)
		if err != nil {
			return refuse(err)
		}
		done.inverse = append(done.inverse, back)
		o := describe(e.Op, doc)
		if o.Source != nil {
			done.left[o.Cell.id] = *o.Source
		}
		ops = append(ops, o)
	}
	h.commit(c, m.Ref, m.Edit, doc, done, ops)
	return nil
}

// commit makes doc the document and tells everyone. h.mu is held.
func (h *hub) commit(c *client, ref string, reverts uint64, doc *notebook.Document, done *made, ops []op) {
	old := h.file.Doc
	h.file.Doc = doc
	h.history[doc.Version()] = done
	m := msgApplied{Version: doc.Version(), Client: c.id, Ref: ref, Reverts: reverts, Ops: ops, HTML: map[string]string{}}
	var rekinded []string
	for i, o := range ops {
		id := o.Cell.id
		if o.Cell.cell != nil {
			id = o.Cell.cell.ID
		}
		cell, there := doc.Cell(id)
		switch {
		case o.Op == "delete":
			h.unqueue(id)
			h.removed = h.kernel != nil
			continue
		case !there:
			continue
		case o.Op == "insert":
			v := h.view(cell)
			m.Ops[i].Cell = opTarget{cell: &v}
		case o.Op == "kind":
			h.unqueue(id)
			rekinded = append(rekinded, id)
		}
		if cell.Kind() == notebook.Markdown && (o.Op == "kind" || o.Op == "source") {
			m.HTML[id] = h.html(cell)
		}
	}
	h.send(m)
	for _, id := range rekinded {
		cell, _ := doc.Cell(id)
		h.tellCell(id)
		for i, o := range cell.Outputs() {
			v := h.outputView(o)
			h.send(msgOutput{Cell: id, At: i, Put: &v})
		}
	}
	for _, o := range ops {
		if o.Op != "source" {
			continue
		}
		was, there := old.Cell(o.Cell.id)
		now, still := doc.Cell(o.Cell.id)
		if there && still && (h.stateOf(was) != h.stateOf(now) || h.shellOf(was) != h.shellOf(now)) {
			h.tellCell(o.Cell.id)
		}
	}
	h.work()
}

// operation makes an operation of the document from that of a message.
func (h *hub) operation(doc *notebook.Document, o op) (notebook.Op, *refusal) {
	malformed := func(why string) (notebook.Op, *refusal) { return nil, &refusal{"malformed", why} }
	if o.Op == "insert" {
		if o.Cell.cell == nil || o.At == nil {
			return malformed("insert needs at and a cell")
		}
		v := o.Cell.cell
		if !notebook.CellKind(v.Kind).Known() {
			return malformed("kind is code, markdown or raw")
		}
		value, err := encode(map[string]string{"cell_type": v.Kind, "source": v.Source})
		if err != nil {
			return malformed("the cell cannot be written")
		}
		return notebook.Insert{Cell: v.ID, At: *o.At, Value: value}, nil
	}
	cell, ok := doc.Cell(o.Cell.id)
	if !ok {
		return nil, &refusal{"unknown-cell", "there is no such cell; it may have been deleted"}
	}
	var step notebook.Op
	switch o.Op {
	case "delete":
		step = notebook.Delete{Cell: o.Cell.id}
	case "move":
		if o.At == nil {
			return malformed("move needs at")
		}
		step = notebook.Move{Cell: o.Cell.id, At: *o.At}
	case "kind":
		step = notebook.SetKind{Cell: o.Cell.id, Kind: notebook.CellKind(o.Kind)}
	case "source":
		if o.Source == nil {
			return malformed("source needs source")
		}
		step = splice(o.Cell.id, cell.Source(), *o.Source)
	default:
		return malformed("there is no operation of that name")
	}
	return step, h.guardRunning(step)
}

// guardRunning keeps a running cell a code cell of the document, so that what it writes has a place.
func (h *hub) guardRunning(o notebook.Op) *refusal {
	if h.running == nil {
		return nil
	}
	switch o := o.(type) {
	case notebook.Delete:
		if o.Cell != h.running.id {
			return nil
		}
	case notebook.SetKind:
		if o.Cell != h.running.id {
			return nil
		}
	default:
		return nil
	}
	return &refusal{"busy", "the cell is running; interrupt it first"}
}

// splice is the smallest change from one text to another.
func splice(id, was, now string) notebook.Splice {
	a, b := utf16.Encode([]rune(was)), utf16.Encode([]rune(now))
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	if i > 0 && i < len(a) && utf16.IsSurrogate(rune(a[i])) && a[i] >= 0xdc00 || i > 0 && i < len(b) && b[i] >= 0xdc00 && b[i] < 0xe000 {
		i-- // not within a character
	}
	j := 0
	for j < min(len(a), len(b))-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	if j > 0 && a[len(a)-j] >= 0xdc00 && a[len(a)-j] < 0xe000 {
		j--
	}
	return notebook.Splice{Cell: id, From: i, To: len(a) - j, Text: string(utf16.Decode(b[i : len(b)-j]))}
}

// describe is the message's form of an operation that was applied and led to doc.
func describe(o notebook.Op, doc *notebook.Document) op {
	switch o := o.(type) {
	case notebook.Insert:
		at := o.At
		return op{Op: "insert", At: &at, Cell: opTarget{cell: &cellView{ID: o.Cell}}}
	case notebook.Delete:
		return op{Op: "delete", Cell: opTarget{id: o.Cell}}
	case notebook.Move:
		at := o.At
		return op{Op: "move", At: &at, Cell: opTarget{id: o.Cell}}
	case notebook.SetKind:
		return op{Op: "kind", Kind: string(o.Kind), Cell: opTarget{id: o.Cell}}
	case notebook.Splice:
		cell, _ := doc.Cell(o.Cell)
		source := cell.Source()
		return op{Op: "source", Source: &source, Cell: opTarget{id: o.Cell}}
	}
	panic(fmt.Sprintf("an edit of a client cannot have the inverse %T", o))
}

// refuse says why the document did not take an edit.
func refuse(err error) *refusal {
	var stale *notebook.StaleError
	if errors.As(err, &stale) {
		what := "the order of the cells"
		if id, aspect, ok := strings.Cut(stale.Aspect, "/"); ok {
			what = fmt.Sprintf("the %s of cell %s", aspect, id)
		}
		return &refusal{"conflict", fmt.Sprintf("%s was changed after version %d", what, stale.Base)}
	}
	return &refusal{"malformed", err.Error()}
}
