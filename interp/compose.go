package interp

// This file makes the Go file of a cell: its declarations, its definitions as package variables, and its
// statements in generated functions. Line directives keep every position that of the cell's own text.

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/costate/costate/internal/diag"
)

// step is one part of what running a cell does, in textual order.
type step struct {
	fn     string // generated function to call, or "" for the initialisation of variables
	lo, hi int    // extent of the variables' declarations in the composed text
	shown  []string
	main   bool // the file's main function
}

// composed is the Go file of a cell.
type composed struct {
	text  string
	file  *ast.File
	base  int // of the token.File
	steps []step
	spans []span
	last  *ast.ExprStmt // the expression whose value is to be shown, while it still is a statement
}

// span relates a stretch of the composed text to the cell's.
type span struct {
	lo, hi int // in the composed text
	end    token.Position
}

// composeOptions decide how definitions are written.
type composeOptions struct {
	assign map[string]bool // names whose := assigns to a variable of another cell
	probe  map[string]bool // names whose := makes a hidden variable only, to learn its type
	run    int             // makes the names of generated functions unique
	only   bool            // functions, types and constants only
	shown  int             // number of values of the last expression, 0 to leave it a statement
}

// writer builds the text.
type writer struct {
	c *cellText
	o composeOptions
	strings.Builder
	out     *composed
	open    bool // a generated function is open
	varOpen bool // the last step initialises declared variables
	hidden  int
	defined map[string]bool
}

// compose writes and parses the file of c.
func compose(fset *token.FileSet, c *cellText, o composeOptions) (*composed, diag.List) {
	w := &writer{c: c, o: o, out: &composed{}, defined: map[string]bool{}}
	if c.whole {
		w.WriteString(c.src)
		w.out.steps = []step{{lo: 0, hi: len(c.src) + 1}}
	} else {
		w.write()
	}
	return w.parse(fset)
}

func (w *writer) write() {
	w.WriteString("package main\n")
	for _, p := range w.c.pieces {
		if p.kind == pieceImport {
			w.verbatim(p)
		}
	}
	for i, p := range w.c.pieces {
		if w.o.only && p.kind != pieceDecl {
			continue
		}
		switch p.kind {
		case pieceDecl:
			w.closeFunc()
			w.verbatim(p)
		case pieceVar:
			w.closeFunc()
			lo := w.Len()
			w.verbatim(p)
			w.vars(lo, true)
		case pieceDefine:
			w.definition(p)
		case pieceStmt:
			if i == len(w.c.pieces)-1 && w.o.shown > 0 {
				w.show(p)
				break
			}
			w.openFunc(p)
			w.verbatim(p)
		}
	}
	w.closeFunc()
}

// directive makes the text that follows stand at line and col of the cell.
func (w *writer) directive(line, col int) {
	fmt.Fprintf(w, "/*line %s:%d:%d*/", w.c.name, line, col)
}

func (w *writer) verbatim(p piece) {
	w.directive(p.line, p.col)
	w.slice(p, p.start, p.end)
	w.WriteString(";\n") // the semicolon keeps an unfinished piece from going on in the next
}

// slice copies a part of the cell and notes where it stands.
func (w *writer) slice(p piece, start, end int) {
	lo := w.Len()
	w.WriteString(w.c.src[start:end])
	before := w.c.src[:end]
	line := strings.Count(before, "\n") + 1
	col := end - (strings.LastIndexByte(before, '\n') + 1) + 1
	w.out.spans = append(w.out.spans, span{lo, w.Len(), w.c.at(line, col)})
}

func (w *writer) openFunc(p piece) {
	w.varOpen = false
	if w.open {
		return
	}
	w.open = true
	fn := fmt.Sprintf("%s_%d_%d", w.c.prefix, w.o.run, len(w.out.steps)+1)
	w.out.steps = append(w.out.steps, step{fn: fn})
	w.directive(p.line, p.col)
	fmt.Fprintf(w, "func %s() {\n", fn)
}

func (w *writer) closeFunc() {
	if w.open {
		w.WriteString("}\n")
	}
	w.open = false
}

// vars adds a step that initialises what was written since lo; declared variables in a row make one step.
func (w *writer) vars(lo int, group bool) {
	if n := len(w.out.steps); group && w.varOpen && n > 0 {
		w.out.steps[n-1].hi = w.Len()
		return
	}
	w.varOpen = group
	w.out.steps = append(w.out.steps, step{lo: lo, hi: w.Len()})
}

// definition writes names := e. New names become package variables; a name that exists gets its value
// through a hidden variable, since Go has no declaration that assigns.
func (w *writer) definition(p piece) {
	rhs := p.op + len(":=")
	old := func(n string) bool { return n != "_" && (w.o.assign[n] || w.defined[n] || w.o.probe[n]) }
	if w.o.probe == nil && !slices.ContainsFunc(p.names, func(n string) bool { return n != "_" && !old(n) }) &&
		!slices.ContainsFunc(p.names, func(n string) bool { return w.defined[n] }) && slices.ContainsFunc(p.names, old) {
		w.openFunc(p)
		w.directive(p.line, p.col)
		w.slice(p, p.start, p.op)
		w.WriteString(" =")
		w.slice(p, rhs, p.end)
		w.WriteString(";\n")
		return
	}
	w.closeFunc()
	lo := w.Len()
	names := slices.Clone(p.names)
	var assigns []string
	for i, n := range names {
		if w.o.probe[n] && !w.defined[n] {
			names[i] = probeName(w.c, n)
			w.defined[n] = true
			assigns = append(assigns, "")
		} else if old(n) {
			w.hidden++
			names[i] = fmt.Sprintf("%s_%s_%d", n, w.c.prefix, w.hidden)
			assigns = append(assigns, n+" = "+names[i])
		} else {
			w.defined[n] = true
		}
	}
	w.directive(p.line, p.col)
	w.WriteString("var ")
	w.directive(p.line, p.col)
	if assigns == nil {
		w.slice(p, p.start, p.op)
	} else {
		w.WriteString(strings.Join(names, ", ") + " ")
	}
	w.directive(p.opLine, p.opCol)
	w.WriteString(" =")
	w.slice(p, rhs, p.end)
	w.WriteString(";\n")
	w.vars(lo, false)
	for _, a := range assigns {
		if a == "" || w.o.probe != nil {
			continue
		}
		w.openFunc(p)
		w.directive(p.line, p.col)
		w.WriteString(a + "\n")
	}
}

// show writes the last expression as hidden variables that keep its values.
func (w *writer) show(p piece) {
	w.closeFunc()
	lo := w.Len()
	var names []string
	for i := range w.o.shown {
		names = append(names, fmt.Sprintf("%s_%d_v%d", w.c.prefix, w.o.run, i+1))
	}
	w.directive(p.line, p.col)
	w.WriteString("var " + strings.Join(names, ", ") + " = ")
	w.verbatim(p)
	w.vars(lo, false)
	w.out.steps[len(w.out.steps)-1].shown = names
}

func (w *writer) parse(fset *token.FileSet) (*composed, diag.List) {
	out := w.out
	out.text = w.String()
	out.base = fset.Base()
	name := "cell"
	if w.c.whole {
		name = w.c.name
	}
	file, err := parser.ParseFile(fset, name, out.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, w.syntax(err)
	}
	out.file = file
	file.Name.Name = "main" // all cells are files of one package
	var diags diag.List
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || w.c.whole {
			continue
		}
		i := slices.IndexFunc(out.steps, func(s step) bool { return s.fn != "" && s.fn == f.Name.Name })
		if i < 0 || f.Recv != nil {
			continue
		}
		if pos, what := localReturn(f.Body.List); what != "" {
			diags.Add(fset, pos, "unsupported", "%s outside a function; put it into a function and call that", what)
		}
		if n := len(f.Body.List); i == len(out.steps)-1 && w.c.show && n > 0 && w.o.shown == 0 {
			out.last, _ = f.Body.List[n-1].(*ast.ExprStmt)
		}
	}
	if len(diags) > 0 {
		return nil, diags
	}
	return out, nil
}

// syntax turns the parser's errors into diagnostics in the cell's own text.
func (w *writer) syntax(err error) diag.List {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return diag.List{{Pos: w.c.at(1, 1), Code: "syntax", Message: err.Error()}}
	}
	var diags diag.List
	for _, e := range list {
		pos, msg := e.Pos, e.Msg
		if !w.c.whole {
			for i, s := range w.out.spans {
				last := i == len(w.out.spans)-1 || e.Pos.Offset < w.out.spans[i+1].lo
				if e.Pos.Offset >= s.hi && last { // in what was written around the cell's text
					pos = s.end
					before, _, found := strings.Cut(msg, ", found ")
					if found {
						msg = before + ", found the end of the statement"
					}
				}
			}
		}
		pos.Filename = w.c.name
		diags = append(diags, diag.Diagnostic{Pos: pos, Code: "syntax", Message: msg})
	}
	diags.Sort()
	return diags[:1] // the ones after the first follow from it
}
