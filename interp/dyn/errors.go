package dyn

// This file has package errors for boxes.

import (
	"go/types"
	"reflect"
)

// Error returns the text that the method Error gives.
func (b Error) Error() string { return errorText(b.Value) }

// Error returns the text that the method Error gives.
func (b Errors) Error() string { return errorText(b.Value) }

func errorText(b Value) string {
	return b.t.w.method(b.t, "Error", "func() string")(reflect.ValueOf(b.v), nil)[0].(string)
}

// Unwrap returns what the method Unwrap gives, nil if there is none.
func (b Error) Unwrap() error {
	if m := b.t.w.method(b.t, "Unwrap", "func() error"); m != nil {
		err, _ := m(reflect.ValueOf(b.v), nil)[0].(error)
		return err
	}
	return nil
}

// Unwrap returns what the method Unwrap gives.
func (b Errors) Unwrap() []error {
	errs, _ := b.t.w.method(b.t, "Unwrap", "func() []error")(reflect.ValueOf(b.v), nil)[0].([]error)
	return errs
}

// Is reports what the method Is gives, false if there is none.
func (b Error) Is(target error) bool { return errorTest(b.Value, "Is", "func(error) bool", target) }

// Is reports what the method Is gives, false if there is none.
func (b Errors) Is(target error) bool { return errorTest(b.Value, "Is", "func(error) bool", target) }

// As reports what the method As gives, false if there is none.
func (b Error) As(target any) bool { return errorTest(b.Value, "As", "func(any) bool", target) }

// As reports what the method As gives, false if there is none.
func (b Errors) As(target any) bool { return errorTest(b.Value, "As", "func(any) bool", target) }

func errorTest(b Value, name, sig string, target any) bool {
	if m := b.t.w.method(b.t, name, sig); m != nil {
		return m(reflect.ValueOf(b.v), []any{target})[0].(bool)
	}
	return false
}

// ErrorsIs is errors.Is.
func (w *World) ErrorsIs(err, target error) bool {
	if err == nil || target == nil {
		return w.Equal(err, target)
	}
	comparable := false
	if b, ok := boxOf(w.normal(target)); ok {
		comparable = types.Comparable(b.t.typ())
	} else {
		comparable = reflect.TypeOf(target).Comparable()
	}
	return walkErrors(err, func(err error) bool {
		if comparable && w.Equal(err, target) {
			return true
		}
		x, ok := err.(interface{ Is(error) bool })
		return ok && x.Is(target)
	})
}

// ErrorsAs is errors.As. try assigns an error to the target if the type fits, and says whether it does.
func (w *World) ErrorsAs(err error, target any, try func(error) bool) bool {
	return walkErrors(err, func(err error) bool {
		if try(err) {
			return true
		}
		x, ok := err.(interface{ As(any) bool })
		return ok && x.As(target)
	})
}

// walkErrors calls f on the errors of a tree, a node before those below, until it reports true.
func walkErrors(err error, f func(error) bool) bool {
	for err != nil {
		if f(err) {
			return true
		}
		switch x := err.(type) {
		case interface{ Unwrap() error }:
			err = x.Unwrap()
		case interface{ Unwrap() []error }:
			for _, e := range x.Unwrap() {
				if walkErrors(e, f) {
					return true
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}
