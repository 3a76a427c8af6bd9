package foreign

// This file reads Go as far as is needed here: which lines lie in a string or a comment, and the tokens.

import (
	"go/scanner"
	"go/token"
	"strings"
)

// lexer follows lines of Go.
type lexer struct{ raw, comment bool }

// inside reports whether the next line begins in a raw string or in a comment.
func (l *lexer) inside() bool { return l.raw || l.comment }

// line goes on to the end of a line.
func (l *lexer) line(s string) {
	for len(s) > 0 {
		switch {
		case l.raw:
			_, s, l.raw = cut(s, "`")
		case l.comment:
			_, s, l.comment = cut(s, "*/")
		case strings.HasPrefix(s, "//"):
			return
		case strings.HasPrefix(s, "/*"):
			l.comment, s = true, s[2:]
		case s[0] == '`':
			l.raw, s = true, s[1:]
		case s[0] == '"' || s[0] == '\'':
			s = behindQuote(s)
		default:
			s = s[1:]
		}
	}
}

// cut is strings.Cut; open says that the mark was not found.
func cut(s, mark string) (before, after string, open bool) {
	before, after, found := strings.Cut(s, mark)
	return before, after, !found
}

// behindQuote is what follows the string or character that s begins with; those end with their line.
func behindQuote(s string) string {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return s[i+1:]
		}
	}
	return ""
}

// tok is a token with its place and its depth in brackets; a bracket has the depth outside of it.
type tok struct {
	tok     token.Token
	lit     string
	at, end int
	depth   int
}

// significant returns the tokens of a text without comments, with the semicolons that line ends stand for. Text that is not Go
// gives the tokens that there are.
func significant(src string) []tok {
	var (
		s    scanner.Scanner
		toks []tok
		file = token.NewFileSet().AddFile("", -1, len(src))
	)
	s.Init(file, []byte(src), func(token.Position, string) {}, 0)
	depth := 0
	for {
		pos, t, lit := s.Scan()
		if t == token.EOF {
			return toks
		}
		at := file.Offset(pos)
		n := len(lit)
		switch {
		case t == token.SEMICOLON && lit == "\n":
			n = 0
		case lit == "":
			n = len(t.String())
		}
		// The scanner leaves carriage returns out of raw strings, so that their ends are found in the text.
		if t == token.STRING && lit[0] == '`' {
			if i := strings.IndexByte(src[at+1:], '`'); i >= 0 {
				n = i + 2
			}
		}
		switch t {
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth = max(depth-1, 0)
		}
		toks = append(toks, tok{t, lit, at, min(at+n, len(src)), depth})
		switch t {
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		}
	}
}

// closing is the index of the bracket that closes the one at i, or -1.
func closing(toks []tok, i int) int {
	for j := i + 1; j < len(toks); j++ {
		if toks[j].depth <= toks[i].depth {
			switch toks[j].tok {
			case token.RPAREN, token.RBRACE, token.RBRACK:
				return j
			}
			return -1
		}
	}
	return -1
}

// is reports whether the tokens from i on are of these kinds.
func is(toks []tok, i int, kinds ...token.Token) bool {
	if i < 0 || i+len(kinds) > len(toks) {
		return false
	}
	for j, k := range kinds {
		if toks[i+j].tok != k {
			return false
		}
	}
	return true
}

// begins reports whether a statement or declaration begins at the token i of a cell.
func begins(toks []tok, i int) bool {
	return toks[i].depth == 0 && (i == 0 || toks[i-1].tok == token.SEMICOLON && toks[i-1].depth == 0)
}
