package foreign

// This file makes a cell of what is written as a program: with a package clause, a main function, functions that are to run first.

import (
	"fmt"
	"go/token"
	"hash/fnv"
	"slices"
	"strings"
)

// mainFunc is the function main of a cell.
type mainFunc struct {
	name, params tok // the identifier; the closing parenthesis
	open, close  tok // the braces
	line         int
	called       bool  // elsewhere than by a statement of the cell
	calls        []tok // the identifiers of the statements main(), to be dropped
	ends         []int // of those statements
	varsBehind   bool
}

// program finds the parts of a program in the cell and drops the package clause.
func (c *cell) program() {
	src := c.joined()
	toks := significant(src)
	c.blockAt = len(src)
	if c.main > 0 {
		c.blockAt = c.offset(c.main)
	}
	if is(toks, 0, token.PACKAGE, token.IDENT) && toks[1].lit == "main" {
		end := toks[1].end
		if is(toks, 2, token.SEMICOLON) {
			end = toks[2].end // of one that is written
		}
		c.blank(toks[0].at, end)
		c.note(c.line(toks[0].at), Ignored, "package main: the cells of a notebook are one package")
	}
	if !c.Kernel.runsMain() {
		return
	}
	for i := range toks {
		if toks[i].at >= c.blockAt || !begins(toks, i) || !is(toks, i, token.FUNC, token.IDENT, token.LPAREN, token.RPAREN, token.LBRACE) {
			continue
		}
		switch name := toks[i+1].lit; {
		case name == "main" && c.main == 0:
			if c.fn != nil { // the type check says that there are two
				c.fn = nil
				return
			}
			c.findMain(toks, i)
		case strings.HasPrefix(name, "init_"):
			c.inits = append(c.inits, name+"()")
			c.note(c.line(toks[i].at), Emulated, "func %s: it is called when the cell is run, before main", shorten(name))
		case name == "init": // a session would run it behind the statements, main among them
			private := c.privateName(i)
			c.replace(toks[i+1].at, toks[i+1].end, private)
			c.inits = append(c.inits, private+"()")
			c.note(c.line(toks[i].at), Emulated, "func init: it is called when the cell is run, before main")
		}
	}
}

// findMain looks at the function main that begins at the token i, and at who refers to it.
func (c *cell) findMain(toks []tok, i int) {
	end := closing(toks, i+4)
	if end < 0 {
		return
	}
	f := &mainFunc{name: toks[i+1], params: toks[i+3], open: toks[i+4], close: toks[end], line: c.line(toks[i].at)}
	for j, t := range toks {
		isCall := begins(toks, j) && is(toks, j, token.IDENT, token.LPAREN, token.RPAREN) && t.lit == "main" &&
			(j+3 == len(toks) || toks[j+3].tok == token.SEMICOLON)
		switch {
		case j == i+1:
		case isCall:
			f.calls, f.ends = append(f.calls, t), append(f.ends, toks[j+2].end)
		case t.tok == token.IDENT && t.lit == "main" && !is(toks, j-1, token.PERIOD) && !is(toks, j-1, token.PACKAGE):
			f.called = true
		case j > end && t.depth == 0 && (t.tok == token.VAR || t.tok == token.DEFINE):
			f.varsBehind = true
		}
	}
	c.fn = f
}

// count counts an identifier.
func count(toks []tok, name string) int {
	n := 0
	for _, t := range toks {
		if t.tok == token.IDENT && t.lit == name {
			n++
		}
	}
	return n
}

// offset is where a line begins.
func (c *cell) offset(line int) int {
	at := 0
	for _, l := range c.lines[:line-1] {
		at += len(l) + 1
	}
	return at
}

// finish writes the main function and what is behind the cell.
func (c *cell) finish() {
	var tail []string
	before := c.inits
	if c.main > 0 {
		for _, call := range before {
			c.insert(c.blockAt, call+"; ")
		}
		before = nil
		c.insert(c.blockAt, "func() { "+c.mainPre)
		tail = append(tail, "}()")
	}
	if f := c.fn; f != nil {
		for i, call := range f.calls {
			c.blank(call.at, f.ends[i])
		}
		c.note(f.line, Emulated, "func main: it is called when the cell is run")
		name := "main"
		if !f.called {
			name = c.privateName(-1)
		}
		literal := !f.called && !f.varsBehind && len(before) == 0
		switch {
		case literal:
			c.blank(f.name.at, f.name.end)
			c.insert(f.close.end, "()")
		default:
			c.replace(f.name.at, f.name.end, name)
			c.calls = append(c.calls, name+"()")
		}
	}
	toks := significant(c.joined())
	at, more := c.lastEnd(toks)
	for i, call := range slices.Concat(before, c.calls) {
		if i > 0 || more || len(tail) > 0 {
			call = "; " + call
		}
		tail = append(tail, call)
	}
	if len(tail) > 0 {
		c.insert(at, strings.Join(tail, ""))
	}
}

// lastEnd is where something can be put behind the cell, and whether there is something before.
func (c *cell) lastEnd(toks []tok) (at int, more bool) {
	at = 0
	for _, t := range toks {
		if t.tok != token.SEMICOLON || t.lit != "\n" {
			at, more = t.end, true
		}
	}
	if c.main > 0 {
		at = max(at, c.blockAt)
	}
	return at, more
}

// privateName is a name of four letters for a function main or init, one that other cells do not have: a function of the same name in
// two cells would replace the other. The salt tells those of a cell apart.
func (c *cell) privateName(salt int) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%d %s", salt, c.joined())
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	n := h.Sum32()
	name := []byte("m")
	for range 3 {
		name = append(name, letters[n%uint32(len(letters))])
		n /= uint32(len(letters))
	}
	if s := string(name); token.IsIdentifier(s) && !strings.Contains(c.joined(), s) {
		return s
	}
	return fmt.Sprintf("m%03d", n%1000)
}
