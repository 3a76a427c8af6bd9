package interp

// This file calls functions of the session with values of the host.

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"runtime/pprof"

	"github.com/costate/costate/internal/diag"
)

// Func describes a function of the session to a caller.
type Func struct {
	Params  []reflect.Type
	Names   []string // of the parameters, "" where there is none
	Results []reflect.Type
	Sig     *types.Signature
}

// Call calls a package-level function, or the function that a package variable holds. args makes the arguments
// for it, of exactly the types that it is told. What goes wrong inside the function is a diag.List.
func (s *Session) Call(ctx context.Context, name string, args func(Func) ([]reflect.Value, error)) ([]reflect.Value, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.vm == nil || s.pkg == nil {
		return nil, fmt.Errorf("call %s: no cell has run", name)
	}
	err := s.vm.idle(ctx)
	if status, ok := s.vm.exits.left(); ok {
		d := s.exited(status)
		s.discard()
		return nil, diag.List{d}
	}
	if err != nil {
		return nil, fmt.Errorf("call %s: %w", name, err)
	}
	obj := s.pkg.Scope().Lookup(name)
	if obj == nil {
		return nil, fmt.Errorf("call %s: there is no such function", name)
	}
	sig, ok := obj.Type().Underlying().(*types.Signature)
	if !ok {
		return nil, fmt.Errorf("call %s: it is not a function", name)
	}
	v, err := s.vm.function(name)
	if err != nil {
		return nil, err
	}
	f := Func{Sig: sig}
	for i := range v.Type().NumIn() {
		f.Params = append(f.Params, v.Type().In(i))
		n := ""
		if i < sig.Params().Len() {
			n = sig.Params().At(i).Name()
		}
		f.Names = append(f.Names, n)
	}
	for i := range v.Type().NumOut() {
		f.Results = append(f.Results, v.Type().Out(i))
	}
	in, err := args(f)
	if err != nil {
		return nil, err
	}
	out, ft, err := s.vm.invoke(ctx, v, in)
	status, left := s.vm.exits.left()
	var h *halt
	switch {
	case left:
		d := s.exited(status)
		s.discard()
		return nil, diag.List{d}
	case errors.As(err, &h):
		s.discard()
		return nil, diag.List{h.Diagnostic}
	case err != nil:
		s.discard()
		return nil, fmt.Errorf("call %s: %w", name, err)
	case ft != nil:
		return nil, diag.List{s.vm.diagnostic(nil, *ft)}
	}
	return out, nil
}

// invoke calls a function value; the error is the context's.
func (m *machine) invoke(ctx context.Context, fn reflect.Value, in []reflect.Value) ([]reflect.Value, *fault, error) {
	m.stderr.reset()
	ctx, cancel, end := m.begin(ctx)
	defer end()
	m.exits.watch(cancel)
	defer m.exits.watch(nil)
	type outcome struct {
		out []reflect.Value
		ft  *fault
	}
	done := make(chan outcome, 1)
	go func() {
		pprof.SetGoroutineLabels(m.labels(""))
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				f := m.fault(r)
				o.ft = &f
			}
			done <- o
		}()
		if fn.Type().IsVariadic() {
			o.out = fn.CallSlice(in)
		} else {
			o.out = fn.Call(in)
		}
	}()
	select {
	case o := <-done:
		return o.out, o.ft, nil
	case <-ctx.Done():
		m.stop()
		if h := halted(ctx); h != nil {
			return nil, nil, h
		}
		return nil, nil, ctx.Err()
	}
}

// Program returns the checked package of the session and the position of one of its functions; ok is false if
// there is none of that name.
func (s *Session) Lookup(name string) (obj types.Object, at token.Position, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pkg == nil {
		return nil, at, false
	}
	if obj = s.pkg.Scope().Lookup(name); obj == nil {
		return nil, at, false
	}
	return obj, s.fset.Position(obj.Pos()), true
}
