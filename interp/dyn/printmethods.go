package dyn

// This file lets a value print itself by its methods.

import (
	"fmt"
	"reflect"
)

// methods prints a value by its method Format, GoString, Error or String. It reports whether it has done so.
func (p *printer) methods(x val, verb rune) bool {
	if p.erroring {
		return false
	}
	if x.hidden != seen || x.t == nil && !x.v.CanInterface() {
		return false
	}
	if verb == 'w' {
		if !p.wrapErrs || p.printing(x, "Error") == nil {
			p.badVerb(x, verb)
			return true
		}
		verb = 'v'
	}
	if f := p.formatting(x); f != nil {
		p.guarded(x, verb, "Format", func() { f(verb) })
		return true
	}
	names := []string{"Error", "String"}
	switch {
	case p.sharpV:
		names = []string{"GoString"}
	case verb != 'v' && verb != 's' && verb != 'x' && verb != 'X' && verb != 'q':
		return false
	}
	for _, name := range names {
		f := p.printing(x, name)
		if f == nil {
			continue
		}
		p.guarded(x, verb, name, func() {
			text := f()
			if verb == 'v' || p.sharpV {
				p.leaf(text, 's')
			} else {
				p.leaf(text, verb)
			}
		})
		return true
	}
	return false
}

// printing returns a method without parameters that gives a string, nil if the value has none of the name.
func (p *printer) printing(x val, name string) func() string {
	if x.t != nil {
		if m := p.w.method(x.t, name, "func() string"); m != nil {
			return func() string { return reflect.ValueOf(m(x.v, nil)[0]).String() }
		}
		return nil
	}
	switch name {
	case "GoString":
		if v, ok := x.v.Interface().(fmt.GoStringer); ok {
			return v.GoString
		}
	case "Error":
		if v, ok := x.v.Interface().(error); ok {
			return v.Error
		}
	case "String":
		if v, ok := x.v.Interface().(fmt.Stringer); ok {
			return v.String
		}
	}
	return nil
}

// formatting returns the method Format, nil if the value has none.
func (p *printer) formatting(x val) func(rune) {
	if x.t != nil {
		if m := p.w.method(x.t, "Format", "func(fmt.State, int32)"); m != nil {
			return func(verb rune) { m(x.v, []any{fmt.State(p), verb}) }
		}
		return nil
	}
	if f, ok := x.v.Interface().(fmt.Formatter); ok {
		return func(verb rune) { f.Format(p, verb) }
	}
	return nil
}

// guarded calls a method of x. A panic becomes part of what is printed.
func (p *printer) guarded(x val, verb rune, name string, call func()) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		if x.v.Kind() == reflect.Pointer && x.v.IsNil() {
			p.text("<nil>")
			return
		}
		if p.panicking {
			panic(r)
		}
		old := *p
		p.clearFlags()
		p.text("%!" + string(verb) + "(PANIC=" + name + " method: ")
		p.panicking = true
		p.arg(p.w.valueOf(p.w.fault(r)), 'v')
		p.text(")")
		old.buf = p.buf
		*p = old
	}()
	call()
}
