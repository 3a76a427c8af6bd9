package dyn

// This file prints values as package fmt does, with the types that the user declared. Its order of cases is that of printValue and
// handleMethods in fmt; what is printed of a number, a string or bytes is left to fmt.

import (
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// printer is where a printing function stands.
type printer struct {
	w   *World
	buf []byte

	plus, minus, sharp, space, zero bool
	plusV, sharpV                   bool // of %+v and %#v, whose plus and sharp are not those of the parts
	wid, prec                       int
	widSet, precSet                 bool

	erroring, panicking bool
	wrapErrs            bool
	wrapped             []int // the arguments of %w
	reordered           bool
	goodArg             bool
}

// Write, Width, Precision and Flag make it the fmt.State of methods Format.

// Write appends to what is printed.
func (p *printer) Write(b []byte) (int, error) {
	p.buf = append(p.buf, b...)
	return len(b), nil
}

// Width returns the width of the directive.
func (p *printer) Width() (int, bool) { return p.wid, p.widSet }

// Precision returns the precision of the directive.
func (p *printer) Precision() (int, bool) { return p.prec, p.precSet }

// Flag reports whether the directive has a flag.
func (p *printer) Flag(c int) bool {
	switch c {
	case '-':
		return p.minus
	case '+':
		return p.plus || p.plusV
	case '#':
		return p.sharp || p.sharpV
	case ' ':
		return p.space
	case '0':
		return p.zero && !p.minus
	}
	return false
}

func (p *printer) clearFlags() {
	p.plus, p.minus, p.sharp, p.space, p.zero, p.plusV, p.sharpV = false, false, false, false, false, false, false
	p.wid, p.prec, p.widSet, p.precSet = 0, 0, false, false
}

// goSyntax turns the flags of a directive into those of %v.
func (p *printer) goSyntax() {
	p.sharpV, p.sharp = p.sharp, false
	p.plusV, p.plus = p.plus, false
}

func (p *printer) text(s string) { p.buf = append(p.buf, s...) }

// leaf lets fmt print a value of a predeclared type.
func (p *printer) leaf(x any, verb rune) {
	if !p.plus && !p.minus && !p.sharp && !p.space && !p.zero && !p.widSet && !p.precSet {
		switch x := x.(type) {
		case string:
			if verb == 's' {
				p.text(x)
				return
			}
		case int64:
			if verb == 'd' {
				p.buf = strconv.AppendInt(p.buf, x, 10)
				return
			}
		}
	}
	d := append(make([]byte, 0, 16), '%')
	for _, f := range []struct {
		on bool
		c  byte
	}{{p.plus, '+'}, {p.minus, '-'}, {p.sharp, '#'}, {p.space, ' '}, {p.zero, '0'}} {
		if f.on {
			d = append(d, f.c)
		}
	}
	if p.widSet {
		d = strconv.AppendInt(d, int64(p.wid), 10)
	}
	if p.precSet {
		d = strconv.AppendInt(append(d, '.'), int64(p.prec), 10)
	}
	p.buf = fmt.Appendf(p.buf, string(utf8.AppendRune(d, verb)), x)
}

// padded prints text of the given width; the precision does not count.
func (p *printer) padded(s string) {
	set := p.precSet
	p.precSet = false
	p.leaf(s, 's')
	p.precSet = set
}

// hex prints a number with or without 0x.
func (p *printer) hex(u uint64, lead bool) {
	sharp := p.sharp
	p.sharp = lead
	p.leaf(u, 'x')
	p.sharp = sharp
}

func (p *printer) badVerb(x val, verb rune) {
	p.erroring = true
	p.text("%!" + string(verb) + "(")
	if x.v.IsValid() {
		p.text(p.w.typeName(x) + "=")
		p.value(x, 'v', 0)
	} else {
		p.text("<nil>")
	}
	p.text(")")
	p.erroring = false
}

// arg prints an argument of a printing function.
func (p *printer) arg(x val, verb rune) {
	switch {
	case !x.v.IsValid():
		if verb == 'T' || verb == 'v' {
			p.padded("<nil>")
		} else {
			p.badVerb(x, verb)
		}
	case verb == 'T':
		p.leaf(p.w.typeName(x), 's')
	case verb == 'p':
		p.pointer(x, 'p')
	case !p.methods(x, verb):
		p.value(x, verb, 0)
	}
}

// value prints a value that has no method for it, or, below an argument, may have one.
func (p *printer) value(x val, verb rune, depth int) {
	if depth > 0 && x.v.IsValid() && x.v.Kind() != reflect.Interface && p.methods(x, verb) {
		return
	}
	switch v := x.v; v.Kind() {
	case reflect.Invalid:
		if verb == 'v' {
			p.text("<nil>")
		} else {
			p.badVerb(x, verb)
		}
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.String:
		p.basic(x, verb)
	case reflect.Map:
		p.mapValue(x, verb, depth)
	case reflect.Struct:
		p.structValue(x, verb, depth)
	case reflect.Interface:
		switch e := p.w.elem(x); {
		case e.v.IsValid():
			p.value(e, verb, depth+1)
		case p.sharpV:
			p.text(p.w.typeName(x) + "(nil)")
		default:
			p.text("<nil>")
		}
	case reflect.Array, reflect.Slice:
		p.list(x, verb, depth)
	case reflect.Pointer:
		if depth == 0 && !v.IsNil() {
			switch e := p.w.elem(x); e.v.Kind() {
			case reflect.Array, reflect.Slice, reflect.Struct, reflect.Map:
				p.text("&")
				p.value(e, verb, depth+1)
				return
			}
		}
		p.pointer(x, verb)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		p.pointer(x, verb)
	}
}

// basic prints a value of a basic type.
func (p *printer) basic(x val, verb rune) {
	good, plain := "", verb // the verbs that fmt has for the kind, and the one that v stands for
	var leaf any
	switch v := x.v; {
	case v.Kind() == reflect.Bool:
		good, plain, leaf = "t", 't', v.Bool()
	case v.CanInt():
		good, plain, leaf = "dboOxXcqU", 'd', v.Int()
	case v.CanUint():
		good, plain, leaf = "dboOxXcqU", 'd', v.Uint()
		if verb == 'v' && p.sharpV {
			p.hex(v.Uint(), true)
			return
		}
	case v.Kind() == reflect.Float32:
		good, plain, leaf = "bgGxXfFeE", 'g', float32(v.Float())
	case v.Kind() == reflect.Float64:
		good, plain, leaf = "bgGxXfFeE", 'g', v.Float()
	case v.Kind() == reflect.Complex64:
		good, plain, leaf = "bgGxXfFeE", 'g', complex64(v.Complex())
	case v.Kind() == reflect.Complex128:
		good, plain, leaf = "bgGxXfFeE", 'g', v.Complex()
	default:
		good, plain, leaf = "sxXq", 's', v.String()
		if p.sharpV {
			plain = 'q'
		}
	}
	if verb == 'v' {
		verb = plain
	}
	for _, c := range good {
		if c == verb {
			p.leaf(leaf, verb)
			return
		}
	}
	p.badVerb(x, verb)
}

// between separates the parts of a composite value.
func (p *printer) between(i int) {
	switch {
	case i == 0:
	case p.sharpV:
		p.text(", ")
	default:
		p.text(" ")
	}
}

// open begins a composite value. It reports whether there is nothing more to print.
func (p *printer) open(x val, begin string) bool {
	if !p.sharpV {
		p.text(begin)
		return false
	}
	p.text(p.w.typeName(x))
	if k := x.v.Kind(); (k == reflect.Map || k == reflect.Slice) && x.v.IsNil() {
		p.text("(nil)")
		return true
	}
	p.text("{")
	return false
}

func (p *printer) end(with string) {
	if p.sharpV {
		with = "}"
	}
	p.text(with)
}

func (p *printer) mapValue(x val, verb rune, depth int) {
	if p.open(x, "map[") {
		return
	}
	for i, e := range p.w.sorted(x) {
		p.between(i)
		p.value(e.key, verb, depth+1)
		p.text(":")
		p.value(e.value, verb, depth+1)
	}
	p.end("]")
}

func (p *printer) structValue(x val, verb rune, depth int) {
	p.open(x, "{")
	for i := range x.v.NumField() {
		p.between(i)
		if p.plusV || p.sharpV {
			p.text(p.w.fieldName(x, i) + ":")
		}
		p.value(p.w.field(x, i), verb, depth+1)
	}
	p.end("}")
}

func (p *printer) list(x val, verb rune, depth int) {
	if x.v.Type().Elem().Kind() == reflect.Uint8 && (verb == 's' || verb == 'q' || verb == 'x' || verb == 'X') {
		b := make([]byte, x.v.Len())
		for i := range b {
			b[i] = byte(x.v.Index(i).Uint())
		}
		p.leaf(b, verb)
		return
	}
	if p.open(x, "[") {
		return
	}
	for i := range x.v.Len() {
		p.between(i)
		p.value(p.w.index(x, i), verb, depth+1)
	}
	p.end("]")
}

// pointer prints an address.
func (p *printer) pointer(x val, verb rune) {
	switch x.v.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
	default:
		p.badVerb(x, verb)
		return
	}
	u := uint64(x.v.Pointer())
	switch verb {
	case 'v':
		switch {
		case p.sharpV:
			p.text("(" + p.w.typeName(x) + ")(")
			if u == 0 {
				p.text("nil")
			} else {
				p.hex(u, true)
			}
			p.text(")")
		case u == 0:
			p.padded("<nil>")
		default:
			p.hex(u, !p.sharp)
		}
	case 'p':
		p.hex(u, !p.sharp)
	case 'b', 'o', 'd', 'x', 'X':
		p.leaf(u, verb)
	default:
		p.badVerb(x, verb)
	}
}
