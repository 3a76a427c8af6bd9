package server

// This file says what a kernel replied: in the document's outputs, as diagnostics at their places, and with cells called by their
// numbers.

import (
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
	"github.com/costate/costate/interp"
)

// kernelID is what a kernel calls a cell. The sign is in no identifier, so that messages can be searched for it.
func kernelID(id string) string { return "cell#" + id }

// cellOf is the id of the cell that a position's file name stands for.
func cellOf(file string) (string, bool) { return strings.CutPrefix(file, "cell#") }

// title is how people call a cell: by its number among the code cells. h.mu is held.
func (h *hub) title(id string) string {
	n := 0
	for _, c := range h.file.Doc.Cells() {
		if c.Kind() == notebook.Code {
			n++
		}
		if c.ID() == id && c.Kind() == notebook.Code {
			return fmt.Sprint(n)
		}
	}
	return id
}

// words writes a kernel's sentence for people.
func (h *hub) words(s string) string {
	return regexp.MustCompile(`cell#[a-zA-Z0-9_-]{1,64}`).ReplaceAllStringFunc(s, func(name string) string {
		id, _ := cellOf(name)
		if _, ok := h.file.Doc.Cell(id); !ok {
			return "a cell that was deleted"
		}
		return "cell " + h.title(id)
	})
}

// value makes an output of a cell's value.
func (h *hub) value(v interp.Value, count int) notebook.Output {
	bundle := v.Bundle
	if len(bundle) == 0 {
		bundle = map[string][]byte{"text/plain": []byte(v.Text)}
	}
	o, err := notebook.NewResult(bundle, count)
	if err != nil {
		return notebook.NewError("show", err.Error(), nil)
	}
	return o
}

// failure makes an output of what went wrong, if something did.
func (h *hub) failure(r *run, reply *kernel.Reply, err error) (notebook.Output, bool) {
	var ended *kernel.Ended
	switch {
	case errors.As(err, &ended) && h.restarting:
		return notebook.NewError("restart", "The kernel was restarted while the cell ran.", nil), true
	case errors.As(err, &ended):
		return notebook.NewError("kernel", upper(h.words(ended.Error()))+".", nil), true
	case errors.Is(err, errNotBegun):
		return notebook.NewError("interrupt", upper(errNotBegun.Error())+".", nil), true
	case err != nil:
		return notebook.NewError("internal", h.words(err.Error()), nil), true
	case len(reply.Faults) == 0 && reply.OK:
		return notebook.Output{}, false
	case len(reply.Faults) == 0:
		return notebook.NewError("internal", "The cell stopped without saying why.", nil), true
	}
	var trace []string
	for _, f := range reply.Faults {
		line := h.words(f.Message)
		if id, ok := cellOf(f.Pos.Filename); ok {
			if f.Pos.Line > 0 {
				line = fmt.Sprintf("%s, line %d: %s", h.words(kernelID(id)), f.Pos.Line, line)
			} else {
				line = h.words(kernelID(id)) + ": " + line
			}
		}
		trace = append(trace, line)
		if f.Line != "" {
			trace = append(trace, "    "+strings.TrimSpace(f.Line))
		}
		if f.Calls != "" {
			trace = append(trace, "    in "+h.words(strings.ReplaceAll(f.Calls, "\n", ", called by ")))
		}
	}
	first := reply.Faults[0]
	return notebook.NewError(first.Code, h.words(first.Message), trace), true
}

// spread puts diagnostics at their cells, and tells of cells that have lost their variables. h.mu is held.
func (h *hub) spread(r *run, reply *kernel.Reply) {
	touched := map[string]bool{}
	for _, f := range reply.Faults {
		id, ok := cellOf(f.Pos.Filename)
		if _, there := h.file.Doc.Cell(id); !ok || !there {
			id = r.id
			f.Pos = token.Position{}
		}
		v := diagnosticView{Line: f.Pos.Line, Col: f.Pos.Column, Code: f.Code, Message: h.words(f.Message)}
		v.Col, v.EndCol = columns(h.record(id).source, f.Pos.Line, f.Pos.Column)
		rec := h.record(id)
		rec.faults[r.id] = append(rec.faults[r.id], v)
		touched[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(touched)) {
		h.send(msgDiagnostics{Cell: id, List: h.record(id).diagnostics()})
	}
	h.relations(r.id, reply)
}

// diagnostics are all of a cell, whichever run found them.
func (r *cellRecord) diagnostics() []diagnosticView {
	list := []diagnosticView{}
	for _, by := range slices.Sorted(maps.Keys(r.faults)) {
		list = append(list, r.faults[by]...)
	}
	return list
}

// adjoints keeps the derivatives' sources of a cell. h.mu is held.
func (h *hub) adjoints(id string, reply *kernel.Reply) {
	rec := h.record(id)
	if len(reply.Adjoints) == 0 && len(rec.adjoints) == 0 {
		return
	}
	rec.adjoints = []adjointView{}
	for _, a := range reply.Adjoints {
		v := adjointView{Func: a.Func, Form: string(a.Form), Text: h.words(a.Text), Lines: []lineRefView{}}
		for _, l := range a.Lines {
			cell, ok := cellOf(l.Primal.File)
			if !ok {
				continue
			}
			col, _ := columns(h.record(cell).source, l.Primal.Line, l.Primal.Col)
			v.Lines = append(v.Lines, lineRefView{Adjoint: l.Adjoint, Cell: cell, Line: l.Primal.Line, Col: col, Sweep: string(l.Sweep)})
		}
		rec.adjoints = append(rec.adjoints, v)
	}
	h.send(msgAdjoint{Cell: id, List: rec.adjoints})
}

// columns turns a column in bytes into one in UTF-16 units, and finds the end of the token there; 0 if there is none.
func columns(source string, line, col int) (start, end int) {
	if line < 1 || col < 1 {
		return col, 0
	}
	lines := strings.Split(source, "\n")
	if line > len(lines) || col > len(lines[line-1])+1 {
		return col, 0
	}
	text := lines[line-1]
	start = 1 + len16(text[:col-1])
	rest := text[col-1:]
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(rest))
	s.Init(file, []byte(rest), func(token.Position, string) {}, 0)
	pos, tok, lit := s.Scan()
	if tok == token.EOF || lit == "\n" || file.Offset(pos) != 0 {
		return start, 0
	}
	if lit == "" {
		lit = tok.String()
	}
	return start, start + len16(lit)
}

func len16(s string) int { return len(utf16.Encode([]rune(s))) }
