package interp

// This file cuts the text of a cell into imports, declarations, definitions (x := e) and statements.
//
// The cut is made on tokens, at semicolons outside all brackets, so that it also works on text which does not parse.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/costate/costate/internal/diag"
)

// pieceKind says what a piece of a cell is.
type pieceKind int

const (
	pieceImport pieceKind = iota
	pieceDecl             // const, type, func
	pieceVar              // var
	pieceDefine           // x, y := e at the top level
	pieceStmt
)

// piece is one top-level declaration or statement: src[start:end].
type piece struct {
	kind       pieceKind
	start, end int
	line, col  int      // of start
	names      []string // left-hand sides of a pieceDefine
	op         int      // offset of the := of a pieceDefine
	opCol      int      // its column; it stands on opLine
	opLine     int
}

// cellText is the text of a cell after the cut.
type cellText struct {
	name   string // as positions show it
	prefix string // of generated function names
	src    string
	whole  bool // a whole Go file with a package clause
	pieces []piece
	show   bool // the last piece is an expression
}

// tok is a token with its place.
type tok struct {
	off, end  int
	line, col int
	tok       token.Token
	lit       string
}

// cellName is how positions name a cell: "cell 3" for the id 3, the id itself for a file.
func cellName(id string) string {
	for _, r := range id {
		if r < '0' || r > '9' {
			return id
		}
	}
	return "cell " + id
}

// cellPrefix makes an identifier from an id. Distinct ids give distinct identifiers.
func cellPrefix(id string) string {
	var b strings.Builder
	b.WriteString("cell")
	for _, r := range id {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "_%x_", r)
		}
	}
	return b.String()
}

// scan gives the tokens of src, comments included, and the lexical errors.
func scan(name, src string) ([]tok, diag.List) {
	var (
		toks  []tok
		diags diag.List
		sc    scanner.Scanner
		fset  = token.NewFileSet()
		file  = fset.AddFile(name, -1, len(src))
	)
	sc.Init(file, []byte(src), func(pos token.Position, msg string) {
		pos.Filename = name
		diags = append(diags, diag.Diagnostic{Pos: pos, Code: "syntax", Message: msg})
	}, scanner.ScanComments)
	for {
		pos, t, lit := sc.Scan()
		// Line directives of the user must not move positions, so the unadjusted ones are used.
		p := file.PositionFor(pos, false)
		n := len(lit)
		if lit == "" {
			n = len(t.String())
		}
		if t == token.SEMICOLON && lit == "\n" {
			n = 0
		}
		toks = append(toks, tok{off: p.Offset, end: min(p.Offset+n, len(src)), line: p.Line, col: p.Column, tok: t, lit: lit})
		if t == token.EOF {
			return toks, diags
		}
	}
}

// split cuts src into pieces.
func split(id, src string) (*cellText, diag.List) {
	src = strings.ReplaceAll(src, "\r\n", "\n")
	c := &cellText{name: cellName(id), prefix: cellPrefix(id), src: src}
	if strings.HasPrefix(src, "#!") || strings.HasPrefix(src, "%") {
		return c, diag.List{{Pos: token.Position{Filename: c.name, Line: 1, Column: 1}, Code: "syntax",
			Message: "lines that begin with # or % are commands of other notebooks; a cell holds Go"}}
	}
	toks, diags := scan(c.name, src)
	if len(diags) > 0 {
		return c, diags
	}
	c.src = neutral(src, toks)
	src = c.src
	var cur, doc []tok // the tokens of the piece that is read, and the comments before it
	depth := 0
	var open []tok // brackets
	var head header
	flush := func() {
		if len(cur) > 0 {
			c.pieces = append(c.pieces, newPiece(cur, doc))
		}
		cur, doc, head = nil, nil, header{}
	}
	for _, t := range toks {
		if depth == 0 {
			head.next(t.tok)
		}
		switch t.tok {
		case token.COMMENT:
			if len(cur) == 0 {
				if n := len(doc); n > 0 && doc[n-1].line+strings.Count(doc[n-1].lit, "\n")+1 < t.line {
					doc = nil
				}
				doc = append(doc, t)
			}
			continue
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
			open = append(open, t)
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
			open = open[:max(depth, 0)]
			if depth < 0 {
				diags = append(diags, diag.Diagnostic{Pos: c.at(t.line, t.col), Code: "syntax", Message: fmt.Sprintf("unexpected %s", t.tok)})
				return c, diags
			}
		case token.SEMICOLON:
			if depth == 0 && !head.open {
				flush()
				continue
			}
		case token.EOF:
			if depth > 0 {
				diags = append(diags, diag.Diagnostic{Pos: c.at(open[depth-1].line, open[depth-1].col), Code: "syntax", Message: fmt.Sprintf("%s is not closed", open[depth-1].tok)})
				return c, diags
			}
			flush()
			continue
		}
		cur = append(cur, t)
	}
	if len(c.pieces) > 0 && strings.HasPrefix(src[firstToken(c, toks):], "package") && toks[firstTokenIndex(toks)].tok == token.PACKAGE {
		c.whole = true
		return c, nil
	}
	if n := len(c.pieces); n > 0 && c.pieces[n-1].kind == pieceStmt {
		last := c.pieces[n-1]
		_, err := parser.ParseExpr(src[last.start:last.end])
		c.show = err == nil
	}
	return c, nil
}

// neutral disarms line directives, which would move the positions of what follows.
func neutral(src string, toks []tok) string {
	for _, t := range toks {
		if t.tok == token.COMMENT && (strings.HasPrefix(t.lit, "//line ") || strings.HasPrefix(t.lit, "/*line ")) {
			src = src[:t.off+2] + "L" + src[t.off+3:]
		}
	}
	return src
}

// header follows the tokens outside brackets of a statement to know whether it is in the header of a for, if
// or switch, where semicolons do not end it.
type header struct {
	open  bool
	funcs int // literals whose body is to come
	last  token.Token
}

func (h *header) next(t token.Token) {
	switch t {
	case token.FOR, token.IF, token.SWITCH:
		h.open = true
	case token.FUNC:
		h.funcs++
	case token.LBRACE:
		switch {
		case h.last == token.STRUCT || h.last == token.INTERFACE:
		case h.funcs > 0:
			h.funcs--
		default:
			h.open = false
		}
	}
	if t != token.COMMENT {
		h.last = t
	}
}

func firstTokenIndex(toks []tok) int {
	for i, t := range toks {
		if t.tok != token.COMMENT {
			return i
		}
	}
	return len(toks) - 1
}

func firstToken(c *cellText, toks []tok) int { return min(toks[firstTokenIndex(toks)].off, len(c.src)) }

func (c *cellText) at(line, col int) token.Position {
	return token.Position{Filename: c.name, Line: line, Column: col}
}

// newPiece classifies the tokens of a piece. Comments that end on the line before the piece belong to it.
func newPiece(cur, doc []tok) piece {
	first, last := cur[0], cur[len(cur)-1]
	p := piece{kind: pieceStmt, start: first.off, end: last.end, line: first.line, col: first.col}
	switch first.tok {
	case token.IMPORT:
		p.kind = pieceImport
	case token.CONST, token.TYPE:
		p.kind = pieceDecl
	case token.VAR:
		p.kind = pieceVar
	case token.FUNC:
		if declaresFunc(cur) {
			p.kind = pieceDecl
		}
	default:
		p.define(cur)
	}
	if n := len(doc); n > 0 && p.kind != pieceDefine && p.kind != pieceStmt {
		if l := doc[n-1]; l.line+strings.Count(l.lit, "\n")+1 == first.line {
			p.start, p.line, p.col = doc[0].off, doc[0].line, doc[0].col
		}
	}
	return p
}

// declaresFunc tells a function or method declaration from a statement that begins with a function literal.
func declaresFunc(cur []tok) bool {
	if len(cur) > 1 && cur[1].tok == token.IDENT {
		return true
	}
	depth := 0
	for i, t := range cur[1:] {
		switch t.tok {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 { // behind the receiver, or the parameters of a literal
			rest := cur[1+i+1:]
			return len(rest) > 1 && rest[0].tok == token.IDENT && rest[1].tok == token.LPAREN
		}
	}
	return false
}

// define recognises name, name := e.
func (p *piece) define(cur []tok) {
	var names []string
	for i, t := range cur {
		switch {
		case i%2 == 0 && t.tok == token.IDENT:
			names = append(names, t.lit)
		case i%2 == 1 && t.tok == token.COMMA:
		case i%2 == 1 && t.tok == token.DEFINE:
			p.kind, p.names, p.op, p.opLine, p.opCol = pieceDefine, names, t.off, t.line, t.col
			return
		default:
			return
		}
	}
}

// Incomplete reports whether src may become a cell by more lines: a bracket, a raw string or a comment is
// open, or the text ends where an operand must follow.
func Incomplete(src string) bool {
	toks, diags := scan("input", src)
	for _, d := range diags {
		if strings.Contains(d.Message, "not terminated") {
			// A string in quotes ends at its line, only these go on.
			return strings.Contains(d.Message, "raw string") || strings.Contains(d.Message, "comment")
		}
	}
	depth, last := 0, token.ILLEGAL
	for _, t := range toks {
		switch t.tok {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		}
		if t.tok != token.COMMENT && t.tok != token.EOF {
			last = t.tok
		}
	}
	if depth != 0 {
		return depth > 0
	}
	switch last {
	case token.SEMICOLON, token.ILLEGAL, token.INC, token.DEC, token.RPAREN, token.RBRACE, token.RBRACK:
		return false
	}
	return last.IsOperator()
}

// localReturn reports a return or defer at the top level of a cell: neither means there what it means in a
// function, since statements are run in groups.
func localReturn(list []ast.Stmt) (pos token.Pos, what string) {
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				if what == "" {
					pos, what = n.Pos(), "return"
				}
			case *ast.DeferStmt:
				if what == "" {
					pos, what = n.Pos(), "defer"
				}
			}
			return true
		})
	}
	return pos, what
}
