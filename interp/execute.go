package interp

// This file runs the steps of a cell, and gives the interpreter up when it cannot go on.

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/diag"
)

// execute runs the steps of the plan's cell.
func (s *Session) execute(ctx context.Context, p *plan, res *Result) error {
	c := p.cell
	c.state, c.ran = StateFailed, true
	for _, v := range p.typed.Vars {
		s.vm.valued[v.Name] = s.vm.valued[v.Name] || p.fset.Position(v.At).Filename == c.text.name
	}
	defer func() { res.Stale = s.outdate(p) }()
	for _, st := range p.steps {
		fault, err := s.vm.call(ctx, st.fn)
		s.vm.streams.Screen.Flush()
		if errors.Is(err, errTask) {
			for _, f := range s.vm.faults() {
				res.Diags = append(res.Diags, s.vm.diagnostic(c, f))
			}
			res.Notes = append(res.Notes, "the session goes on with the values of the other cells")
			s.discard()
			return nil
		}
		if errors.Is(err, errExit) {
			status, _ := s.vm.exits.left()
			res.Diags = append(res.Diags, s.exited(status))
			s.discard()
			return nil
		}
		if err != nil {
			s.discard()
			res.Diags.Add(nil, token.NoPos, "interrupt", "%s was interrupted", c.text.name)
			if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			return nil
		}
		if fault != nil {
			res.Diags = append(res.Diags, s.vm.diagnostic(c, *fault))
			return nil
		}
		for _, name := range st.shown {
			v, err := s.vm.show(name, p.checked.Pkg.Scope().Lookup(name).Type(), p.checked.Pkg)
			var bad *showError
			if errors.As(err, &bad) {
				res.Diags = append(res.Diags, diag.Diagnostic{Pos: p.fset.Position(p.checked.Pkg.Scope().Lookup(name).Pos()), Code: "show", Message: bad.Error()})
				return nil
			}
			if err != nil {
				return err
			}
			res.Values = append(res.Values, v)
		}
	}
	if s.opts.Program == nil { // a program does not wait for its goroutines
		s.vm.settle(ctx)
	}
	if status, ok := s.vm.exits.left(); ok {
		res.Diags = append(res.Diags, s.exited(status))
		s.discard()
		return nil
	}
	if faults := s.vm.faults(); len(faults) > 0 {
		for _, f := range faults {
			res.Diags = append(res.Diags, s.vm.diagnostic(c, f))
		}
		return nil
	}
	for _, v := range p.typed.Vars {
		if p.fset.Position(v.At).Filename == c.text.name {
			s.has[v.Name] = true
		}
	}
	c.state, res.OK = StateOK, true
	if on := s.staleUnder(c); on != "" && c.acts {
		c.state, c.note = StateStale, fmt.Sprintf("%s, which it depends on, is stale", on)
	}
	return nil
}

// discard drops the interpreter: after a cancellation yaegi's closures no longer work. The data of its variables is kept for the
// next one.
func (s *Session) discard() {
	if s.vm == nil {
		return
	}
	s.keep()
	s.vm.finish()
	s.vm.stdout.close()
	s.vm = nil
	c := carrier{world: s.world, seen: map[visit]bool{}, same: func(string, types.Type) bool { return true }}
	s.has = map[string]bool{}
	for name, k := range s.kept {
		c.why = ""
		if s.has[name] = s.again[name] != "" || c.can(k.value); !s.has[name] {
			s.why[name] = c.why
		}
	}
	if s.typed != nil {
		s.losses(&plan{typed: s.typed, fset: s.fset})
	}
}
