package notebook

// This file holds the JSON tree. A value keeps the text it was read from, white space included, so that what is not
// edited prints as it stood. Values are immutable: an edit makes new values on the path to the root and shares the
// rest, which makes documents cheap to copy and undone edits cheap to recognise.

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a JSON value.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind as a message would name it.
func (k Kind) String() string {
	return [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Value is one JSON value with the spelling it has in the file. The nil Value stands for a missing value: its kind is
// Null and it has no members.
type Value struct {
	kind   Kind
	pos    int     // byte offset in the file read, -1 for a value made by an edit
	text   string  // the lexeme of a scalar
	items  []*item // elements of an array, members of an object
	shaped bool    // close holds white space that was read or chosen, though it may be empty
	empty  string  // white space between the brackets while there are no items
	close  string  // white space before the closing bracket while there are items
}

// item is an element of an array or a member of an object. Its after is printed only while another item follows.
type item struct {
	before string // white space before the element or the key
	key    string // lexeme of the key
	name   string // decoded key
	colon  string // from the key to the value, the colon included
	value  *Value
	after  string // white space before the comma
	label  string // id of a cell that cannot have one in the file; never printed
}

// Kind returns the kind of v.
func (v *Value) Kind() Kind {
	if v == nil {
		return Null
	}
	return v.kind
}

// Len returns the number of elements of an array or members of an object.
func (v *Value) Len() int {
	if v == nil {
		return 0
	}
	return len(v.items)
}

// At returns the element or the member's value at index i.
func (v *Value) At(i int) *Value { return v.items[i].value }

// Name returns the key of the member at index i.
func (v *Value) Name(i int) string { return visible(v.items[i].name) }

// Get returns the member of an object with exactly that name, or nil.
func (v *Value) Get(name string) *Value {
	if i := v.find(name); i >= 0 {
		return v.items[i].value
	}
	return nil
}

func (v *Value) find(name string) int {
	if v.Kind() != Object {
		return -1
	}
	return slices.IndexFunc(v.items, func(it *item) bool { return it.name == name })
}

// Text returns the string that v holds; unpaired surrogates become U+FFFD.
func (v *Value) Text() (string, bool) {
	if v.Kind() != String {
		return "", false
	}
	return visible(decodeString(v.text)), true
}

// Int returns the integer that v holds, if its text is that of an int.
func (v *Value) Int() (int, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	n, err := strconv.Atoi(v.text)
	return n, err == nil
}

// IsTrue reports whether v is true.
func (v *Value) IsTrue() bool { return v.Kind() == Bool && v.text == "true" }

// Lines returns the text of what the format calls a multiline string: a string, or an array of strings to be joined.
func (v *Value) Lines() (string, bool) {
	s, ok := v.lines()
	return visible(s), ok
}

// lines is Lines in WTF-8.
func (v *Value) lines() (string, bool) {
	switch v.Kind() {
	case String:
		return decodeString(v.text), true
	case Array:
		var b strings.Builder
		for _, it := range v.items {
			if it.value.kind != String {
				return "", false
			}
			b.WriteString(decodeString(it.value.text))
		}
		if s := b.String(); !utf8.ValidString(s) {
			return fromUnits(units(s)), true // two halves may have met
		}
		return b.String(), true
	}
	return "", false
}

// MarshalJSON returns v without white space between tokens; lexemes are kept.
func (v *Value) MarshalJSON() ([]byte, error) { return v.compact(nil), nil }

func (v *Value) compact(b []byte) []byte {
	switch v.Kind() {
	case Array:
		b = append(b, '[')
		for i, it := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = it.value.compact(b)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, it := range v.items {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(b, it.key...), ':')
			b = it.value.compact(b)
		}
		return append(b, '}')
	}
	if v == nil {
		return append(b, "null"...)
	}
	return append(b, v.text...)
}

// print appends v as it is spelled.
func (v *Value) print(b []byte) []byte {
	if v.kind != Array && v.kind != Object {
		return append(b, v.text...)
	}
	brackets := "[]"
	if v.kind == Object {
		brackets = "{}"
	}
	b = append(b, brackets[0])
	for i, it := range v.items {
		if i > 0 {
			b = append(b, v.items[i-1].after...)
			b = append(b, ',')
		}
		b = append(b, it.before...)
		b = append(b, it.key...)
		b = append(b, it.colon...)
		b = it.value.print(b)
	}
	if len(v.items) == 0 {
		b = append(b, v.empty...)
	} else {
		b = append(b, v.close...)
	}
	return append(b, brackets[1])
}

// identical reports whether a and b print the same text. It is quick where they share values.
func identical(a, b *Value) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind || a.text != b.text || len(a.items) != len(b.items) {
		return false
	}
	if len(a.items) == 0 {
		return a.empty == b.empty
	}
	for i, x := range a.items {
		y := b.items[i]
		if x == y {
			continue
		}
		last := i == len(a.items)-1
		if x.before != y.before || x.key != y.key || x.colon != y.colon || x.label != y.label || !last && x.after != y.after || !identical(x.value, y.value) {
			return false
		}
	}
	return a.close == b.close
}

// same reports whether a and b mean the same: members in any order, strings however escaped, unpaired surrogates and
// U+FFFD alike.
func same(a, b *Value) bool {
	if a == b {
		return true
	}
	if a.Kind() != b.Kind() || a.Len() != b.Len() {
		return false
	}
	switch a.Kind() {
	case Array:
		return slices.EqualFunc(a.items, b.items, func(x, y *item) bool { return same(x.value, y.value) })
	case Object:
		members := make(map[string]*Value, len(b.items))
		for _, it := range b.items {
			members[it.name] = it.value
		}
		for _, it := range a.items {
			if v, ok := members[it.name]; !ok || !same(it.value, v) {
				return false
			}
		}
		return true
	case String:
		s, _ := a.Text()
		t, _ := b.Text()
		return s == t
	case Null:
		return true
	}
	return a.text == b.text
}

// with returns a copy of v with other items. White space that does not print is dropped, so that a tree depends on its
// text alone.
func (v *Value) with(items []*item) *Value {
	w := v.keep(items)
	n := len(items)
	switch {
	case n == 0:
		w.close, w.shaped = "", false
	case items[n-1].after != "":
		last := *items[n-1]
		last.after = ""
		items[n-1] = &last
		fallthrough
	default:
		w.empty = ""
	}
	return w
}

// keep is with for the array of cells, which keeps the white space that does not print at the moment: a cell that is
// deleted and inserted again, or moved there and back, leaves no trace around it.
func (v *Value) keep(items []*item) *Value {
	w := *v
	w.items = items
	return &w
}

// withValue returns a copy of v where item i has another value.
func (v *Value) withValue(i int, value *Value) *Value {
	if v.items[i].value == value {
		return v
	}
	items := slices.Clone(v.items)
	items[i] = v.items[i].with(value)
	return v.keep(items)
}

// with returns a copy of it with another value.
func (it *item) with(value *Value) *item {
	out := *it
	out.value = value
	return &out
}

// without returns a copy of v that lacks item i.
func (v *Value) without(i int) *Value {
	return v.with(slices.Delete(slices.Clone(v.items), i, i+1))
}

// scalar makes a value from a lexeme that is known to be right.
func scalar(kind Kind, text string) *Value { return &Value{kind: kind, pos: -1, text: text} }

// null makes a JSON null.
func null() *Value { return scalar(Null, "null") }

// integer makes a JSON number.
func integer(n int) *Value { return scalar(Number, strconv.Itoa(n)) }

// str makes a JSON string; style.format gives it the escapes of the file.
func str(s string) *Value { return scalar(String, style{}.encode(s)) }

// array makes an array that style.format lays out.
func array(values ...*Value) *Value {
	v := &Value{kind: Array, pos: -1}
	for _, e := range values {
		v.items = append(v.items, &item{value: e})
	}
	return v
}

// member is a named value of an object to be made.
type member struct {
	name  string
	value *Value
}

// object makes an object that style.format lays out.
func object(members ...member) *Value {
	v := &Value{kind: Object, pos: -1}
	for _, m := range members {
		v.items = append(v.items, &item{key: style{}.encode(m.name), name: m.name, value: m.value})
	}
	return v
}

// lines makes an array with an element a line, as the format stores text.
func lines(text string) *Value {
	v := array()
	for _, l := range splitLines(text) {
		v.items = append(v.items, &item{value: str(l)})
	}
	return v
}
