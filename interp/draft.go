package interp

// This file cuts and composes the text of a cell that is being written, for editors: as for a run, but text that does not parse
// gives as much of a file as can be had.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
)

// Draft is the Go file of a cell whose text may be broken.
type Draft struct {
	Name   string    // of the cell, as positions have it
	Text   string    // the Go file; its line directives make positions those of the cell
	Whole  bool      // the cell is a whole Go file
	Parts  []Part    // what the file has of the cell's text
	Pieces []Extent  // the top-level declarations and statements of the cell
	Shown  int       // offset in the cell of the expression whose value is shown, or -1
	Faults diag.List // why the cell cannot be run, whatever its types
	Names  []string  // package-level names that the cell declares
	Sets   []string  // names that := sets, which may be variables of other cells
	Needs  []string  // those of them that are in their new values
}

// Part is a stretch of text that is in a file and in its cell.
type Part struct{ File, Cell, Len int }

// Extent is a stretch of a cell's text.
type Extent struct{ Start, End int }

// NewDraft makes the file of a cell. The text has no carriage returns. The names in assign are variables of other cells, which := assigns
// to.
func NewDraft(id, src string, assign map[string]bool) *Draft {
	c, diags := split(id, src)
	opts := composeOptions{assign: assign}
	if len(diags) > 0 {
		c = sketch(id, src)
	} else {
		_, diags = compose(token.NewFileSet(), c, opts)
	}
	d := &Draft{Name: c.name, Whole: c.whole, Shown: -1, Faults: diags}
	if c.whole {
		d.Text = c.src
		d.Parts, d.Pieces = []Part{{0, 0, len(c.src)}}, []Extent{{0, len(c.src)}}
		d.Names = declaredNames(d.Parse(token.NewFileSet()))
		return d
	}
	w := &writer{c: c, o: opts, out: &composed{}, defined: map[string]bool{}}
	w.write()
	d.Text = w.String()
	d.Names = declaredNames(d.Parse(token.NewFileSet()))
	for _, p := range c.pieces {
		if p.kind == pieceDefine {
			d.Sets = append(d.Sets, p.names...)
			d.Needs = append(d.Needs, needs(c, p)...)
		}
	}
	var lines []int // offsets of their beginnings
	for line := range strings.Lines(c.src) {
		lines = append(lines, len(line))
	}
	for i, at := 0, 0; i < len(lines); i++ {
		lines[i], at = at, at+lines[i]
	}
	for _, s := range w.out.spans {
		end := s.end.Column - 1
		if s.end.Line <= len(lines) {
			end += lines[s.end.Line-1]
		} else {
			end = len(c.src)
		}
		d.Parts = append(d.Parts, Part{File: s.lo, Cell: end - (s.hi - s.lo), Len: s.hi - s.lo})
	}
	for _, p := range c.pieces {
		d.Pieces = append(d.Pieces, Extent{p.start, p.end})
	}
	if c.show {
		d.Shown = c.pieces[len(c.pieces)-1].start
	}
	return d
}

// needs lists the names of a definition that are in their new values.
func needs(c *cellText, p piece) []string {
	var names []string
	toks, _ := scan(c.name, c.src[p.op+len(":="):p.end])
	for _, n := range p.names {
		if slices.ContainsFunc(toks, func(t tok) bool { return t.tok == token.IDENT && t.lit == n }) {
			names = append(names, n)
		}
	}
	return names
}

// Parse returns the syntax of the file, which is there in part if it has errors.
func (d *Draft) Parse(fset *token.FileSet) *ast.File {
	name := "cell"
	if d.Whole {
		name = d.Name
	}
	file, _ := parser.ParseFile(fset, name, d.Text, parser.ParseComments|parser.SkipObjectResolution)
	if file.Name == nil || file.Name.Name == "_" || file.Name.Name == "" {
		file.Name = &ast.Ident{NamePos: file.FileStart, Name: "main"}
	}
	file.Name.Name = "main"
	return file
}

// sketch cuts text that split refuses. A keyword of declarations, or x :=, at the beginning of a line is taken for the beginning of
// a declaration whatever is open before it, so that a bracket takes no more than the lines up to there. What is open comes last.
func sketch(id, src string) *cellText {
	c := &cellText{name: cellName(id), prefix: cellPrefix(id), src: src}
	toks, _ := scan(c.name, src)
	if toks[firstTokenIndex(toks)].tok == token.PACKAGE {
		c.whole = true
		return c
	}
	cuts := []tok{{line: 1}}
	for i, t := range toks {
		if t.col != 1 || t.off == 0 {
			continue
		}
		switch t.tok {
		case token.FUNC, token.TYPE, token.VAR, token.CONST, token.IMPORT:
			cuts = append(cuts, t)
		case token.IDENT:
			if toks[i+1].tok == token.DEFINE { // there is an end of file behind every name
				cuts = append(cuts, t)
			}
		}
	}
	var open []piece
	for i, from := range cuts {
		to := len(src)
		if i+1 < len(cuts) {
			to = cuts[i+1].off
		}
		pieces, rest := sketchPieces(id, src[from.off:to])
		for k, p := range append(pieces, rest...) {
			p.start, p.end, p.line = p.start+from.off, p.end+from.off, p.line+from.line-1
			p.op, p.opLine = p.op+from.off, p.opLine+from.line-1
			if k < len(pieces) {
				c.pieces = append(c.pieces, p)
			} else {
				open = append(open, p)
			}
		}
	}
	c.pieces = append(c.pieces, open...)
	return c
}

// sketchPieces cuts a text; what split does not get over is a piece of the rest.
func sketchPieces(id, src string) (pieces, open []piece) {
	c, diags := split(id, src)
	if len(diags) == 0 && !c.whole {
		return c.pieces, nil
	}
	done := 0
	if n := len(c.pieces); n > 0 {
		done = c.pieces[n-1].end
	}
	toks, _ := scan(c.name, src)
	rest := slices.DeleteFunc(toks, func(t tok) bool {
		return t.off < done || t.tok == token.COMMENT || t.tok == token.EOF || t.tok == token.SEMICOLON && t.off == done
	})
	if len(rest) > 0 {
		open = []piece{newPiece(rest, nil)}
	}
	return c.pieces, open
}

// Join makes one package of the files of cells as a session does: of a name that several files declare the last declaration stays,
// and a file that is not whole uses the imports of the others and of packages whose names are clear.
func Join(files []*ast.File, whole []bool, allowExec bool) {
	s := &Session{packages: typing.Unambiguous(allowExec), available: typing.Available(allowExec)}
	p := &plan{}
	composedFiles := map[*cell]*composed{}
	owner := map[string]int{}
	for i, f := range files {
		c := &cell{text: &cellText{whole: whole[i]}}
		p.cells = append(p.cells, c)
		composedFiles[c] = &composed{file: f}
		for _, n := range declaredNames(f) {
			owner[n] = i
		}
	}
	for i, f := range files {
		dropReplaced(f, func(name string) bool { return owner[name] != i })
	}
	s.inheritImports(p, composedFiles)
}

// UnusedImport recognises the message about an import that nothing uses. Only whole files are refused for one.
func UnusedImport(message string) bool { return unusedImport(message) }
