package dyn

// This file takes formats apart as fmt.Printf does.

import (
	"reflect"
	"unicode/utf8"
)

// printf prints the arguments by a format.
func (p *printer) printf(format string, args []val) {
	next, afterIndex := 0, false
	for i := 0; i < len(format); {
		p.goodArg = true
		start := i
		for i < len(format) && format[i] != '%' {
			i++
		}
		p.text(format[start:i])
		if i >= len(format) {
			break
		}
		p.clearFlags()
		i = p.flags(format, i+1)

		next, i, afterIndex = p.index(next, format, i, len(args))
		if i < len(format) && format[i] == '*' {
			i++
			p.wid, p.widSet, next = number(args, next)
			if !p.widSet {
				p.text("%!(BADWIDTH)")
			}
			if p.wid < 0 {
				p.wid, p.minus, p.zero = -p.wid, true, false
			}
			afterIndex = false
		} else {
			p.wid, p.widSet, i = digits(format, i, len(format))
			if afterIndex && p.widSet {
				p.goodArg = false
			}
		}
		if i+1 < len(format) && format[i] == '.' {
			next, i, afterIndex = p.precision(next, format, i+1, args, afterIndex)
		}
		if !afterIndex {
			next, i, _ = p.index(next, format, i, len(args))
		}
		if i >= len(format) {
			p.text("%!(NOVERB)")
			break
		}
		verb, size := utf8.DecodeRuneInString(format[i:])
		i += size
		switch {
		case verb == '%':
			p.text("%")
		case !p.goodArg:
			p.text("%!" + string(verb) + "(BADINDEX)")
		case next >= len(args):
			p.text("%!" + string(verb) + "(MISSING)")
		default:
			if verb == 'w' {
				p.wrapped = append(p.wrapped, next)
			}
			if verb == 'w' || verb == 'v' {
				p.goSyntax()
			}
			p.arg(args[next], verb)
			next++
		}
	}
	if !p.reordered && next < len(args) {
		p.extra(args[next:])
	}
}

func (p *printer) extra(args []val) {
	p.clearFlags()
	p.text("%!(EXTRA ")
	for i, x := range args {
		if i > 0 {
			p.text(", ")
		}
		if x.v.IsValid() {
			p.text(p.w.typeName(x) + "=")
		}
		p.arg(x, 'v')
	}
	p.text(")")
}

// flags reads the flags of a directive and returns where they end.
func (p *printer) flags(format string, i int) int {
	for ; i < len(format); i++ {
		switch format[i] {
		case '#':
			p.sharp = true
		case '0':
			p.zero = true
		case '+':
			p.plus = true
		case '-':
			p.minus = true
		case ' ':
			p.space = true
		default:
			return i
		}
	}
	return i
}

// precision reads what follows the point.
func (p *printer) precision(next int, format string, i int, args []val, afterIndex bool) (int, int, bool) {
	if afterIndex {
		p.goodArg = false
	}
	next, i, afterIndex = p.index(next, format, i, len(args))
	if i < len(format) && format[i] == '*' {
		p.prec, p.precSet, next = number(args, next)
		if p.prec < 0 {
			p.prec, p.precSet = 0, false
		}
		if !p.precSet {
			p.text("%!(BADPREC)")
		}
		return next, i + 1, false
	}
	p.prec, p.precSet, i = digits(format, i, len(format))
	if !p.precSet {
		p.prec, p.precSet = 0, true
	}
	return next, i, afterIndex
}

// index reads an explicit argument index.
func (p *printer) index(next int, format string, i, n int) (int, int, bool) {
	if i >= len(format) || format[i] != '[' {
		return next, i, false
	}
	p.reordered = true
	index, size, ok := bracketed(format[i:])
	if ok && 0 <= index && index < n {
		return index, i + size, true
	}
	p.goodArg = false
	return next, i + size, ok
}

// bracketed reads [n]. It returns n-1 and the size of it.
func bracketed(s string) (index, size int, ok bool) {
	if len(s) < 3 {
		return 0, 1, false
	}
	for i := 1; i < len(s); i++ {
		if s[i] == ']' {
			n, ok, end := digits(s, 1, i)
			if !ok || end != i {
				return 0, i + 1, false
			}
			return n - 1, i + 1, true
		}
	}
	return 0, 1, false
}

// huge reports whether a width or a precision is too large.
func huge(n int) bool { return n > 1e6 || n < -1e6 }

// digits reads a number.
func digits(s string, i, end int) (n int, ok bool, next int) {
	if i >= end {
		return 0, false, end
	}
	for ; i < end && '0' <= s[i] && s[i] <= '9'; i++ {
		if huge(n) {
			return 0, false, end
		}
		n, ok = n*10+int(s[i]-'0'), true
	}
	return n, ok, i
}

// number reads a width or a precision from the arguments.
func number(args []val, i int) (n int, ok bool, next int) {
	if i >= len(args) {
		return 0, false, i
	}
	switch v := args[i].v; {
	case !v.IsValid():
	case v.CanInt():
		n, ok = int(v.Int()), int64(int(v.Int())) == v.Int()
	case v.CanUint():
		n, ok = int(v.Uint()), int64(v.Uint()) >= 0
	}
	if !ok || huge(n) {
		return 0, false, i + 1
	}
	return n, true, i + 1
}

// print prints with spaces between values that are not strings.
func (p *printer) print(args []val) {
	before := false
	for i, x := range args {
		is := x.v.Kind() == reflect.String
		if i > 0 && !is && !before {
			p.text(" ")
		}
		p.arg(x, 'v')
		before = is
	}
}

// println prints with spaces and a newline.
func (p *printer) println(args []val) {
	for i, x := range args {
		if i > 0 {
			p.text(" ")
		}
		p.arg(x, 'v')
	}
	p.text("\n")
}
