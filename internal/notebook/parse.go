package notebook

// This file reads JSON (RFC 8259) into the tree. It is stricter than encoding/json where that is silent: text that is
// not UTF-8 and repeated keys are errors, since either would lose data when the file is written again.

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The limits on what is read, so that a hostile file cannot exhaust memory or the stack.
const (
	MaxFile    = 50 << 20 // bytes of a file
	WarnFile   = 10 << 20 // bytes of a file from which on a problem is reported
	maxDepth   = 64
	maxCells   = 10_000
	maxOutputs = 1_000 // of one cell
	maxString  = 16 << 20
	maxValues  = 2_000_000 // of a file; each takes some 200 bytes of memory
)

// faultAt makes an error at a byte offset of the text.
func faultAt(text string, pos int, format string, args ...any) *Fault {
	pos = min(max(pos, 0), len(text))
	return &Fault{
		Line:    1 + strings.Count(text[:pos], "\n"),
		Column:  pos - strings.LastIndexByte(text[:pos], '\n'),
		Message: fmt.Sprintf(format, args...),
	}
}

// parser reads one text. Methods panic with *Fault, which parse recovers.
type parser struct {
	text   string
	pos    int
	values int
	seen   spelling
}

// parse reads text as white space, a value and white space. The value is to stand at a depth of a document.
func parse(text string, depth int) (before string, v *Value, after string, seen spelling, err error) {
	p := &parser{text: text}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Fault)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	if !utf8.ValidString(text) {
		for i, r := range text {
			if _, n := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && n == 1 {
				p.pos = i
				break
			}
		}
		p.fail("the file is not in UTF-8")
	}
	before = p.space()
	v = p.value(depth)
	after = p.space()
	if p.pos < len(text) {
		p.fail("there is text after the end of the JSON value")
	}
	return before, v, after, p.seen, nil
}

func (p *parser) fail(format string, args ...any) {
	panic(faultAt(p.text, p.pos, format, args...))
}

// next is the byte at the position, or 0 at the end; NUL is no JSON token either.
func (p *parser) next() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *parser) space() string {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

func (p *parser) value(depth int) *Value {
	if depth > maxDepth {
		p.fail("values are nested more than %d deep", maxDepth)
	}
	if p.values++; p.values > maxValues {
		p.fail("there are more than %d values", maxValues)
	}
	v := &Value{pos: p.pos}
	switch c := p.next(); {
	case c == '{', c == '[':
		p.container(v, depth)
	case c == '"':
		v.kind, v.text = String, p.str()
	case c == '-', '0' <= c && c <= '9':
		v.kind, v.text = Number, p.number()
	default:
		for _, w := range []struct {
			text string
			kind Kind
		}{{"null", Null}, {"true", Bool}, {"false", Bool}} {
			if strings.HasPrefix(p.text[p.pos:], w.text) {
				v.kind, v.text = w.kind, w.text
				p.pos += len(w.text)
				return v
			}
		}
		p.expected("a JSON value")
	}
	return v
}

// expected fails with what stands at the position instead of what should.
func (p *parser) expected(what string) {
	if p.pos >= len(p.text) {
		p.fail("the file ends where %s is expected", what)
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	p.fail("%s is expected, not %q", what, r)
}

func (p *parser) container(v *Value, depth int) {
	v.kind = Array
	closing := byte(']')
	if p.next() == '{' {
		v.kind, closing = Object, '}'
	}
	p.pos++
	var names map[string]int
	for {
		it := &item{before: p.space()}
		if p.next() == closing && len(v.items) == 0 {
			v.empty = it.before
			p.pos++
			return
		}
		if v.kind == Object {
			if names == nil {
				names = map[string]int{}
			}
			p.key(it, names)
			if n := len(v.items); n > 0 && v.items[n-1].name > it.name {
				p.seen.unsorted = true
			}
		}
		it.value = p.value(depth + 1)
		after := p.space()
		v.items = append(v.items, it)
		switch p.next() {
		case ',':
			it.after = after
			p.pos++
		case closing:
			v.close, v.shaped = after, true
			p.pos++
			return
		default:
			p.expected(fmt.Sprintf("a comma or %q", closing))
		}
	}
}

func (p *parser) key(it *item, names map[string]int) {
	start := p.pos
	if p.next() != '"' {
		p.expected("a key in double quotes")
	}
	it.key = p.str()
	it.name = decodeString(it.key)
	if first, ok := names[it.name]; ok {
		p.pos = start
		p.fail("the key %q is here for the second time; it is also on line %d", visible(it.name), faultAt(p.text, first, "").Line)
	}
	names[it.name] = start
	start = p.pos
	p.space()
	if p.next() != ':' {
		p.expected("a colon")
	}
	p.pos++
	p.space()
	it.colon = p.text[start:p.pos]
}

// number reads a number by RFC 8259's grammar.
func (p *parser) number() string {
	start := p.pos
	digits := func() {
		from := p.pos
		for c := p.next(); '0' <= c && c <= '9'; c = p.next() {
			p.pos++
		}
		if p.pos == from {
			p.expected("a digit")
		}
	}
	if p.next() == '-' {
		p.pos++
	}
	if p.next() == '0' {
		p.pos++
	} else {
		digits()
	}
	if p.next() == '.' {
		p.pos++
		digits()
	}
	if c := p.next(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.next(); c == '+' || c == '-' {
			p.pos++
		}
		digits()
	}
	return p.text[start:p.pos]
}

// str reads a string and returns its lexeme, quotes included.
func (p *parser) str() string {
	start := p.pos
	p.pos++
	for {
		switch c := p.next(); {
		case p.pos >= len(p.text):
			p.pos = start
			p.fail("this string has no end")
		case c == '"':
			p.pos++
			if p.pos-start > maxString {
				p.pos = start
				p.fail("this string is longer than %d MiB", maxString>>20)
			}
			return p.text[start:p.pos]
		case c == '\\':
			p.escape()
		case c < ' ':
			p.fail("a string holds the control character %q; it must be escaped", c)
		default:
			p.seen.plain(c)
			p.pos++
		}
	}
}

func (p *parser) escape() {
	rest := p.text[p.pos:]
	if len(rest) >= 2 && strings.IndexByte(`"\/bfnrt`, rest[1]) >= 0 {
		if rest[1] == '/' {
			p.seen.escSlash = true
		}
		p.pos += 2
		return
	}
	if len(rest) >= 6 && rest[1] == 'u' {
		if r, ok := hex4(rest[2:6]); ok {
			p.seen.escaped(r)
			p.pos += 6
			return
		}
	}
	p.fail("a string holds an escape that JSON does not know")
}
