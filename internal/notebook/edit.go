package notebook

// This file applies edits. An edit is an operation on a version of the document; it makes the next version and yields
// its inverse, so that undo is an edit like any other and everyone who applies the same edits has the same document.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Op is one operation on a document: Insert, Delete, Move, Splice, SetKind, SetOutputs, SetCount or SetMeta.
type Op interface {
	name() string
	// target is the id of the cell that the inverse restores, or "" for the notebook's metadata.
	target() string
	// needs are the aspects that must not have changed since the base, and changes those that the operation changes.
	needs() []string
	changes() []string
	apply(s state) (state, Op, error)
}

// Edit is an operation on a version of the document, as it travels between server and pages.
type Edit struct {
	Base uint64 // the version that the operation was made for
	By   string // who edits, set by the server and not part of the JSON: their own edits since the base are no obstacle
	Op   Op
	// Exact is the JSON text of what the operation leaves behind, with white space, if the file spells it differently
	// from how the operation alone would. It never changes the meaning, and a page may ignore it.
	Exact string
}

// StaleError says that an edit was made for a version since which what it touches has changed.
type StaleError struct {
	Base, Version uint64
	Aspect        string // what changed: "cells", "metadata/KEY", or "ID/source" and the like
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("the edit is for version %d, but %s has changed since; the version is now %d", e.Base, e.Aspect, e.Version)
}

// change remembers the last change of an aspect, and the last one that somebody else made before.
type change struct {
	version uint64
	by      string
	others  uint64
}

// state is a tree that operations transform.
type state struct {
	root  *Value
	style style
}

// Apply makes the next version of the document. On an error the document is as before. The inverse is for the new
// version; applied to it, it gives back the former text to the byte.
func (d *Document) Apply(e Edit) (inverse Edit, err error) {
	if e.Op == nil {
		return Edit{}, errors.New("the edit has no operation")
	}
	if e.Base > d.version {
		return Edit{}, fmt.Errorf("the edit is for version %d, but the document is at %d", e.Base, d.version)
	}
	for _, a := range e.Op.needs() {
		c := d.changes[a]
		since := c.version
		if c.by == e.By && e.By != "" {
			since = c.others
		}
		if since > e.Base {
			return Edit{}, &StaleError{Base: e.Base, Version: d.version, Aspect: a}
		}
	}
	was := state{d.root, d.style}
	now, op, err := e.Op.apply(was)
	if err != nil {
		return Edit{}, err
	}
	now = now.respell(e.Op.target(), e.Exact)
	inverse = Edit{Base: d.version + 1, By: e.By, Op: op}
	back, _, err := op.apply(now)
	if err != nil {
		return Edit{}, fmt.Errorf("internal error: %s cannot be undone: %w", e.Op.name(), err)
	}
	if !identical(back.root, was.root) {
		inverse.Exact = was.spelled(op.target())
	}
	d.root = now.root
	d.version++
	for _, a := range e.Op.changes() {
		c := change{version: d.version, by: e.By, others: d.changes[a].others}
		if last := d.changes[a]; last.by != e.By {
			c.others = last.version
		}
		d.changes[a] = c
	}
	return inverse, nil
}

// cells returns the array of cells.
func (s state) cells() *Value { return s.root.Get("cells") }

// find returns the index of the cell with an id.
func (s state) find(id string) (int, error) {
	i := slices.IndexFunc(s.cells().items, func(it *item) bool { return Cell{it}.ID() == id })
	if i < 0 {
		return 0, fmt.Errorf("there is no cell with the id %q", id)
	}
	return i, nil
}

// known is find for an operation that edits the inside of a cell.
func (s state) known(id string) (int, *Value, error) {
	i, err := s.find(id)
	if err != nil {
		return 0, nil, err
	}
	c := s.cells().At(i)
	if k := cellKind(c); !k.Known() {
		return 0, nil, fmt.Errorf("a cell of kind %q cannot be edited", k)
	}
	return i, c, nil
}

func (s state) withCells(cells *Value) state {
	s.root = s.root.withValue(s.root.find("cells"), cells)
	return s
}

func (s state) withCell(i int, c *Value) state { return s.withCells(s.cells().withValue(i, c)) }

// spelled returns the text of a target with the white space around it.
func (s state) spelled(target string) string {
	if target == "" {
		return string(s.root.Get("metadata").print(nil))
	}
	i, err := s.find(target)
	if err != nil {
		return ""
	}
	it := s.cells().items[i]
	return it.before + string(it.value.print(nil)) + it.after
}

// respell gives a target an exact text, unless that means something else than what is there.
func (s state) respell(target, exact string) state {
	if exact == "" {
		return s
	}
	if target == "" {
		_, v, _, _, err := parse(exact, 1)
		i := s.root.find("metadata")
		if err == nil && same(v, s.root.At(i)) {
			s.root = s.root.withValue(i, v)
		}
		return s
	}
	before, v, after, _, err := parse(exact, 2)
	if err != nil {
		return s
	}
	i, err := s.find(target)
	if err != nil || v.Kind() != Object || !same(splitTexts(v), splitTexts(s.cells().At(i))) {
		return s
	}
	it := *s.cells().items[i]
	it.before, it.value, it.after = before, v, after
	items := slices.Clone(s.cells().items)
	items[i] = &it
	return s.withCells(s.cells().keep(items))
}

// parseFor reads JSON that an operation carries, to stand at a depth of the document.
func parseFor(raw json.RawMessage, depth int, what string) (*Value, error) {
	_, v, _, _, err := parse(string(raw), depth)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}
