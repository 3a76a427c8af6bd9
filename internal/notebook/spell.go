package notebook

// This file reads and writes strings and remembers how a file spells things, so that what an edit adds looks like the
// rest of the file. The canonical spelling is that of Jupyter: Python's json.dumps with indent=1, sort_keys=True and
// ensure_ascii=False (nbformat/v4/nbjson.py).

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// spelling counts what the strings of a file look like.
type spelling struct {
	rawWide, escWide   bool // characters beyond ASCII, as they are and as \u
	rawHTML, escHTML   bool // <, > and &
	rawSlash, escSlash bool // /
	unsorted           bool // some object's keys are not in order
}

func (s *spelling) plain(c byte) {
	switch {
	case c >= utf8.RuneSelf:
		s.rawWide = true
	case c == '<', c == '>', c == '&':
		s.rawHTML = true
	case c == '/':
		s.rawSlash = true
	}
}

func (s *spelling) escaped(r rune) {
	switch {
	case r == '\u2028', r == '\u2029':
		// Go's encoder escapes these two always, so they say nothing of the other characters.
	case r >= utf8.RuneSelf:
		s.escWide = true
	case r == '<', r == '>', r == '&':
		s.escHTML = true
	}
}

// style is how a file is laid out and spelled.
type style struct {
	newline string // "" if the file is on one line
	indent  string
	colon   string
	gap     string // after a comma on one line
	sorted  bool
	ascii   bool // characters beyond ASCII are escaped
	html    bool // <, > and & are escaped
	slash   bool // / is escaped
}

// canonical is the style of new files.
var canonical = style{newline: "\n", indent: " ", colon: ": ", gap: " ", sorted: true}

// detect finds the style of a file from its root's members and its strings. A spelling is taken for the file's own
// only if the other one does not occur.
func detect(root *Value, seen spelling) style {
	st := canonical
	st.sorted = !seen.unsorted
	st.ascii = seen.escWide && !seen.rawWide
	st.html = seen.escHTML && !seen.rawHTML
	st.slash = seen.escSlash && !seen.rawSlash
	if root.Len() == 0 {
		return st
	}
	first := root.items[0]
	st.colon = first.colon
	i := strings.LastIndexByte(first.before, '\n')
	if i < 0 {
		st.newline, st.indent, st.gap = "", "", ""
		if root.Len() > 1 {
			st.gap = root.items[1].before
		}
		return st
	}
	st.indent = first.before[i+1:]
	if i > 0 && first.before[i-1] == '\r' {
		st.newline = "\r\n"
	}
	return st
}

// encode returns s as a lexeme in the style.
func (st style) encode(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := decodeRune(s[i:])
		i += n
		switch {
		case r == '"' || r == '\\' || r == '/' && st.slash:
			b.WriteByte('\\')
			b.WriteByte(byte(r))
		case r < ' ':
			if i := strings.IndexRune("\b\f\n\r\t", r); i >= 0 {
				b.WriteByte('\\')
				b.WriteByte("bfnrt"[i])
			} else {
				escapeUnit(&b, r)
			}
		case r > 0xffff && st.ascii:
			hi, lo := utf16.EncodeRune(r)
			escapeUnit(&b, hi)
			escapeUnit(&b, lo)
		case utf16.IsSurrogate(r), st.html && (r == '<' || r == '>' || r == '&'), st.ascii && r > '~':
			escapeUnit(&b, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func escapeUnit(b *strings.Builder, u rune) {
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte("0123456789abcdef"[u>>shift&15])
	}
}

// decodeString returns what a valid lexeme stands for, in WTF-8.
func decodeString(lexeme string) string {
	in := lexeme[1 : len(lexeme)-1]
	if strings.IndexByte(in, '\\') < 0 {
		return in
	}
	b := make([]byte, 0, len(in))
	for i := 0; i < len(in); i++ {
		if in[i] != '\\' {
			b = append(b, in[i])
			continue
		}
		i++
		if in[i] != 'u' {
			if j := strings.IndexByte("bfnrt", in[i]); j >= 0 {
				b = append(b, "\b\f\n\r\t"[j])
			} else {
				b = append(b, in[i])
			}
			continue
		}
		r, _ := hex4(in[i+1 : i+5])
		i += 4
		if utf16.IsSurrogate(r) && strings.HasPrefix(in[i+1:], `\u`) {
			low, _ := hex4(in[i+3 : i+7])
			if full := utf16.DecodeRune(r, low); full != utf8.RuneError {
				r = full
				i += 6
			}
		}
		b = appendRune(b, r)
	}
	return string(b)
}

func hex4(s string) (r rune, ok bool) {
	for i := range 4 {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// format lays out a value that stands at the given depth, and spells its strings in the style.
func (st style) format(v *Value, depth int) *Value {
	switch v.kind {
	case String:
		return scalar(String, st.encode(decodeString(v.text)))
	case Array, Object:
		out := &Value{kind: v.kind, pos: -1, shaped: true, close: st.margin(depth)}
		for _, it := range v.items {
			n := &item{value: st.format(it.value, depth+1)}
			if v.kind == Object {
				n.name, n.key, n.colon = it.name, st.encode(it.name), st.colon
			}
			out.items = append(out.items, n)
		}
		if st.sorted && v.kind == Object {
			slices.SortStableFunc(out.items, func(a, b *item) int { return strings.Compare(a.name, b.name) })
		}
		for i, it := range out.items {
			it.before = st.before(i, depth)
		}
		return out
	}
	return v
}

// margin is the white space that starts a line at a depth.
func (st style) margin(depth int) string {
	if st.newline == "" {
		return ""
	}
	return st.newline + strings.Repeat(st.indent, depth)
}

// before is the white space before item i of a container at a depth.
func (st style) before(i, depth int) string {
	switch {
	case st.newline != "":
		return st.margin(depth + 1)
	case i > 0:
		return st.gap
	}
	return ""
}

// fit is before for a container that has items: a new one follows their example.
func (st style) fit(c *Value, i, depth int) string {
	if len(c.items) == 0 {
		return st.before(i, depth)
	}
	first := c.items[0].before
	switch {
	case strings.Contains(first, "\n") || i == 0:
		return first
	case len(c.items) > 1:
		return c.items[1].before
	case st.newline == "":
		return st.gap
	}
	return " "
}

// insert puts a new item into a container at a depth.
func (st style) insert(c *Value, i, depth int, it *item) *Value {
	it.before = st.fit(c, i, depth)
	return st.shape(c.with(slices.Insert(slices.Clone(c.items), i, it)), depth)
}

// shape gives a new container that has got items the white space before its closing bracket.
func (st style) shape(c *Value, depth int) *Value {
	if !c.shaped && len(c.items) > 0 {
		c.shaped, c.close = true, st.margin(depth)
	}
	return c
}

// set gives the member of an object at a depth a value: in its place if it is there, in order if the keys are sorted,
// at the end otherwise.
func (st style) set(o *Value, name string, value *Value, depth int) *Value {
	if i := o.find(name); i >= 0 {
		return o.withValue(i, value)
	}
	at := len(o.items)
	if slices.IsSortedFunc(o.items, func(a, b *item) int { return strings.Compare(a.name, b.name) }) {
		at, _ = slices.BinarySearchFunc(o.items, name, func(it *item, name string) int { return strings.Compare(it.name, name) })
	}
	colon := st.colon
	if len(o.items) > 0 {
		colon = o.items[0].colon
	}
	return st.insert(o, at, depth, &item{key: st.encode(name), name: name, colon: colon, value: value})
}

// setText gives a multiline string at a depth another text, in the shape it has. Lines that stay keep their spelling.
func (st style) setText(old *Value, text string, depth int) *Value {
	if old.kind == String {
		return scalar(String, st.encode(text))
	}
	now, was := splitLines(text), old.items
	equal := func(it *item, line string) bool { return decodeString(it.value.text) == line }
	p := 0
	for p < min(len(now), len(was)) && equal(was[p], now[p]) {
		p++
	}
	s := 0
	for s < min(len(now), len(was))-p && equal(was[len(was)-1-s], now[len(now)-1-s]) {
		s++
	}
	items := slices.Clone(was[:p])
	for i, l := range now[p : len(now)-s] {
		items = append(items, &item{before: st.fit(old, p+i, depth), value: scalar(String, st.encode(l))})
	}
	return st.shape(old.with(append(items, was[len(was)-s:]...)), depth)
}
