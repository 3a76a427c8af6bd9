package interp

// This file follows the tapes of derivative programs: package variables of type *rt.Tape that a hook adds. A hook's
// variables belong to no cell, so nothing would set them; the session does it when the interpreter has
// been told about them.

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/internal/core"
)

// initSuffix ends the names of the functions that set hooks' variables.
const initSuffix = "_set"

// hookInits makes a function for each variable that the hooks added, out of its part of the initialisation.
func hookInits(before, after *core.Package) []*core.Func {
	var fns []*core.Func
	for _, v := range after.Vars {
		if slices.Contains(before.Vars, v) {
			continue
		}
		for _, s := range after.Init {
			a, ok := s.(*core.Assign)
			if !ok || len(a.Lhs) != 1 {
				continue
			}
			if r, ok := a.Lhs[0].(*core.Ref); ok && r.Obj == core.Object(v) {
				fns = append(fns, &core.Func{At: a.At, Name: v.Name + initSuffix, Body: []core.Stmt{a}})
			}
		}
	}
	return fns
}

// setHooked runs these functions after their units have been loaded, and finds the tapes.
func (m *machine) setHooked(pl *plan) error {
	for _, u := range pl.units {
		f, ok := u.Decl.(*core.Func)
		if !ok || !pl.hooked[f.Name] {
			continue
		}
		if _, err := m.i.Eval(f.Name + "()"); err != nil {
			return fmt.Errorf("set %s: %w", f.Name, err)
		}
		name := strings.TrimSuffix(f.Name, initSuffix)
		v, err := m.i.Eval(name)
		if err != nil {
			return fmt.Errorf("find %s: %w", name, err)
		}
		if t, ok := v.Interface().(*rt.Tape); ok {
			m.tapes.add(t)
		}
	}
	return nil
}

// tapeSet is the tapes of an interpreter. Cells run while others sample.
type tapeSet struct {
	mu    sync.Mutex
	tapes []*rt.Tape
}

func (s *tapeSet) add(t *rt.Tape) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tapes = append(s.tapes, t)
}

// Tape returns what the session's derivative programs hold in their tapes now: a measure per kind of record that
// has rows. It may be called while a cell runs.
func (s *Session) Tape() []rt.Measure {
	set := s.tapes.Load()
	if set == nil {
		return nil
	}
	set.mu.Lock()
	defer set.mu.Unlock()
	var all []rt.Measure
	for _, t := range set.tapes {
		for _, m := range t.Sample() {
			if m.Rows != 0 {
				all = append(all, m)
			}
		}
	}
	return all
}
