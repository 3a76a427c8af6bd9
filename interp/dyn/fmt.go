package dyn

// This file has the functions of package fmt that print. Without arguments that can hold a box they are fmt's own.

import (
	"fmt"
	"io"
	"reflect"
	"slices"
)

// Format prints the value for a printing function of compiled code.
func (b Value) Format(s fmt.State, verb rune) {
	p := printer{w: b.t.w, plus: s.Flag('+'), minus: s.Flag('-'), sharp: s.Flag('#'), space: s.Flag(' '), zero: s.Flag('0')}
	p.wid, p.widSet = s.Width()
	if p.prec, p.precSet = s.Precision(); p.widSet && p.wid == muted {
		return
	}
	if verb == 'v' {
		p.goSyntax()
	}
	p.arg(p.w.valueOf(b), verb)
	_, _ = s.Write(p.buf) // of the printing function, which reports what it writes itself
}

// prepared returns the arguments of a printing function with boxes out of their wrappers, and whether one can hold a box.
func (w *World) prepared(a []any) ([]any, bool) {
	boxes := false
	out := a
	for i, x := range a {
		if x == nil || !w.canHold(reflect.TypeOf(x), true) {
			continue
		}
		boxes = true
		if n := w.normal(x); reflect.TypeOf(n) != reflect.TypeOf(x) {
			if &out[0] == &a[0] {
				out = slices.Clone(a)
			}
			out[i] = n
		}
	}
	return out, boxes
}

// canHold reports whether fmt, printing a value of compiled type t, can come upon a box.
func (w *World) canHold(t reflect.Type, top bool) bool {
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer:
		return top && w.canHold(t.Elem(), false)
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Struct:
	default:
		return false
	}
	if known, ok := w.holds.Load(t); ok {
		return known.(bool)
	}
	w.holds.Store(t, false) // of a type in itself
	yes := false
	switch t.Kind() {
	case reflect.Map:
		yes = w.canHold(t.Key(), false) || w.canHold(t.Elem(), false)
	case reflect.Struct:
		for i := 0; i < t.NumField() && !yes; i++ {
			yes = w.canHold(t.Field(i).Type, false)
		}
	default:
		yes = w.canHold(t.Elem(), false)
	}
	w.holds.Store(t, yes)
	return yes
}

func (w *World) values(a []any) []val {
	out := make([]val, len(a))
	for i, x := range a {
		out[i] = w.valueOf(x)
	}
	return out
}

// Append is fmt.Append.
func (w *World) Append(b []byte, a ...any) []byte {
	a, boxes := w.prepared(a)
	if !boxes {
		return fmt.Append(b, a...)
	}
	p := printer{w: w, buf: b}
	p.print(w.values(a))
	return p.buf
}

// Appendf is fmt.Appendf.
func (w *World) Appendf(b []byte, format string, a ...any) []byte {
	a, boxes := w.prepared(a)
	if !boxes {
		return fmt.Appendf(b, format, a...)
	}
	p := printer{w: w, buf: b}
	p.printf(format, w.values(a))
	return p.buf
}

// Appendln is fmt.Appendln.
func (w *World) Appendln(b []byte, a ...any) []byte {
	a, boxes := w.prepared(a)
	if !boxes {
		return fmt.Appendln(b, a...)
	}
	p := printer{w: w, buf: b}
	p.println(w.values(a))
	return p.buf
}

// Sprint is fmt.Sprint.
func (w *World) Sprint(a ...any) string { return string(w.Append(nil, a...)) }

// Sprintf is fmt.Sprintf.
func (w *World) Sprintf(format string, a ...any) string { return string(w.Appendf(nil, format, a...)) }

// Sprintln is fmt.Sprintln.
func (w *World) Sprintln(a ...any) string { return string(w.Appendln(nil, a...)) }

// Fprint is fmt.Fprint.
func (w *World) Fprint(out io.Writer, a ...any) (int, error) { return out.Write(w.Append(nil, a...)) }

// Fprintf is fmt.Fprintf.
func (w *World) Fprintf(out io.Writer, format string, a ...any) (int, error) {
	return out.Write(w.Appendf(nil, format, a...))
}

// Fprintln is fmt.Fprintln.
func (w *World) Fprintln(out io.Writer, a ...any) (int, error) {
	return out.Write(w.Appendln(nil, a...))
}
