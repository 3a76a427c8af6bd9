package dyn

// This file has Errorf.

import (
	"errors"
	"fmt"
	"slices"
)

// muted is a width with which a box prints nothing. Errorf hands boxes to fmt so that its errors wrap them.
const muted = 999983

// Errorf is fmt.Errorf.
func (w *World) Errorf(format string, a ...any) error {
	a, boxes := w.prepared(a)
	if !boxes {
		return fmt.Errorf(format, a...)
	}
	p := printer{w: w, wrapErrs: true}
	p.printf(format, w.values(a))
	text := string(p.buf)
	if p.reordered {
		slices.Sort(p.wrapped)
	}
	wraps := len(p.wrapped)
	p.wrapped = slices.Compact(p.wrapped)
	if wraps == 0 {
		return errors.New(text)
	}
	layout, list := "%s", []any{text}
	for _, i := range p.wrapped {
		err, ok := a[i].(error)
		if !ok {
			continue
		}
		list = append(list, err)
		if _, ok := boxOf(err); ok {
			layout += fmt.Sprintf("%%%dw", muted)
		} else {
			layout += "%.0w"
		}
	}
	switch err := fmt.Errorf(layout, list...); {
	case err.Error() == text && (wraps == 1) == (len(list) == 2):
		return err
	case wraps == 1:
		return &wrapping{text, list[1:]}
	default:
		return &joining{text, list[1:]}
	}
}

// wrapping is an error for which fmt's own cannot be had: what it wraps is no error, or prints whatever the width.
type wrapping struct {
	text string
	errs []any
}

func (e *wrapping) Error() string { return e.text }

// Unwrap returns the error in it.
func (e *wrapping) Unwrap() error {
	if len(e.errs) == 0 {
		return nil
	}
	return e.errs[0].(error)
}

// joining is a wrapping of several errors.
type joining wrapping

func (e *joining) Error() string { return e.text }

// Unwrap returns the errors in it.
func (e *joining) Unwrap() []error {
	var out []error
	for _, err := range e.errs {
		out = append(out, err.(error))
	}
	return out
}
