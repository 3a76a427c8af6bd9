package assist

// This file cuts a text at the cursor: what comes before it, a name in place of what is being written, and what closes everything
// that is open. Such a text nearly always parses, whatever stands behind the cursor.

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/costate/costate/interp"
)

// mark is the name that stands at the cursor. It has a letter that nobody writes.
const mark = "cursorǀ"

// where says what the cursor is in.
type where int

const (
	inCode where = iota
	inComment
	inString
	inImport // the path of an import
)

// cut is a text that ends at the cursor.
type cut struct {
	text     string
	where    where
	from, to int    // what is being written: a name, or the content of the string
	prefix   string // its part before the cursor
}

// level is what is known of the text inside a bracket, since its last statement began.
type level struct {
	bracket  token.Token
	header   bool // a for, if or switch whose block has not begun
	clause   bool // a case without its colon
	call     bool // a go or defer, which needs a call
	function bool // a function declaration whose body has not begun
	imports  bool
	funcs    int
	last     token.Token
}

// cutAt cuts text at an offset. d is the draft of the whole text.
func cutAt(d *interp.Draft, text string, offset int) cut {
	c := cut{from: offset, to: offset}
	for c.from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:c.from])
		if !letter(r) {
			break
		}
		c.from -= n
	}
	for c.to < len(text) {
		r, n := utf8.DecodeRuneInString(text[c.to:])
		if !letter(r) {
			break
		}
		c.to += n
	}
	c.prefix = text[c.from:offset]
	stack, tok, start, end := levels(text, c.from, offset)
	switch tok {
	case token.COMMENT:
		c.where = inComment
		return c
	case token.STRING, token.CHAR:
		c.where = inString
		top := stack[len(stack)-1]
		if tok == token.STRING && (top.imports || top.bracket == token.LPAREN && stack[0].imports) {
			c.where = inImport
			c.from, c.to = start+1, end
			if end-1 > start && text[end-1] == text[start] {
				c.to--
			}
			c.prefix = text[c.from:max(offset, c.from)]
			return c
		}
		c.from, c.to, c.prefix = start, end, ""
	}
	tail := ""
	if !d.Whole {
		tail = text[min(c.to, len(text)):]
		for _, p := range d.Pieces {
			if p.Start <= c.from && offset <= p.End {
				tail = text[p.End:]
			}
		}
	}
	c.text = text[:c.from] + mark + closers(stack) + "\n" + tail
	return c
}

func letter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// levels reads text up to an offset and returns what is open there, and the comment or literal that the cursor is in.
func levels(text string, until, cursor int) (stack []level, in token.Token, start, end int) {
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(f, []byte(text), func(token.Position, string) {}, scanner.ScanComments)
	stack = []level{{}}
	atStart := false // the token before is a name at the beginning of a line
	for {
		pos, tok, lit := s.Scan()
		off := f.Offset(pos)
		if tok == token.EOF || off >= cursor && tok != token.SEMICOLON || off > cursor {
			return stack, token.ILLEGAL, 0, 0
		}
		stop := off + len(lit)
		switch tok {
		case token.COMMENT:
			if cursor < stop || cursor == stop && (strings.HasPrefix(lit, "//") || !strings.HasSuffix(lit, "*/") || len(lit) < 4) {
				return stack, tok, off, stop
			}
			continue
		case token.STRING, token.CHAR:
			closed := len(lit) > 1 && lit[len(lit)-1] == lit[0]
			if off < cursor && (cursor < stop || cursor == stop && !closed) {
				return stack, tok, off, stop
			}
		}
		if off >= until {
			if tok == token.SEMICOLON && lit == "\n" && off == until {
				return stack, token.ILLEGAL, 0, 0 // made by the end of the line behind the cursor
			}
			continue
		}
		begins := off > 0 && text[off-1] == '\n'
		if (tok == token.FUNC || tok == token.IMPORT) && begins || tok == token.DEFINE && atStart {
			stack = []level{{}} // as interp's sketch of a broken text: what is open before it ends here
		}
		atStart = tok == token.IDENT && begins
		stack = next(stack, tok)
	}
}

// next takes a token.
func next(stack []level, tok token.Token) []level {
	top := &stack[len(stack)-1]
	last := top.last
	top.last = tok
	switch tok {
	case token.FOR, token.IF, token.SWITCH:
		top.header = true
	case token.CASE:
		top.clause = true
	case token.COLON:
		top.clause = false
	case token.GO, token.DEFER:
		top.call = true
	case token.IMPORT:
		top.imports = true
	case token.FUNC:
		if len(stack) == 1 && (last == token.ILLEGAL || last == token.SEMICOLON) {
			top.function = true
		} else {
			top.funcs++
		}
	case token.SEMICOLON:
		if !top.header {
			*top = level{bracket: top.bracket, last: tok}
		}
	case token.LPAREN, token.LBRACK:
		return append(stack, level{bracket: tok})
	case token.LBRACE:
		switch {
		case last == token.STRUCT || last == token.INTERFACE:
		case top.funcs > 0:
			top.funcs--
		case top.function:
			top.function = false
		default:
			top.header = false
		}
		return append(stack, level{bracket: tok})
	case token.RPAREN, token.RBRACK, token.RBRACE:
		if len(stack) > 1 {
			return stack[:len(stack)-1]
		}
	}
	return stack
}

// closers is what closes everything, from the inside out.
func closers(stack []level) string {
	var b strings.Builder
	for i := len(stack) - 1; i >= 0; i-- {
		l := stack[i]
		if l.call && (i == len(stack)-1 || stack[i+1].bracket == token.LBRACE) {
			b.WriteString("()")
		}
		if l.clause {
			b.WriteString(":")
		}
		if l.header || l.function {
			b.WriteString(" {}")
		}
		switch l.bracket {
		case token.LPAREN:
			b.WriteString(")")
		case token.LBRACK:
			b.WriteString("]")
		case token.LBRACE:
			b.WriteString("}")
		}
	}
	return b.String()
}
