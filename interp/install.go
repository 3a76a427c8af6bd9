package interp

// This file makes a plan the session's program: what the interpreter must be told, whether it is made anew, and what is lost then.

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

// diff finds what the interpreter must be told: what is new, or everything if something that it knows has
// changed.
func (s *Session) diff(p *plan) {
	p.rebuild = s.vm == nil || p.redeclares
	var fresh, all []core.Unit
	texts := map[string]bool{}
	p.made = madeTypes(p.typed)
	p.texts = canonical(p.core, s.aliases)
	for _, u := range core.Units(p.core, s.aliases) {
		key := unitKey(u)
		if strings.HasPrefix(key, remakePrefix) {
			all = append(all, u)
			continue
		}
		if key == keptTypes {
			p.sampler = u
			continue
		}
		if s.trans[key] && !p.transient[key] {
			continue // belongs to a cell that is not run now
		}
		texts[key] = true
		all = append(all, u)
		if s.vm != nil {
			old, ok := s.vm.texts[key]
			if ok && old == p.texts[key] {
				continue
			}
			p.rebuild = p.rebuild || ok
		}
		fresh = append(fresh, u)
	}
	if s.vm != nil {
		for key := range s.vm.texts {
			// Functions and variables that are gone cannot be named any more; types and methods could still be
			// met in interface values. An instance that is gone is only not needed now.
			p.rebuild = p.rebuild || !texts[key] && !s.trans[key] && !s.vm.made[typeOfKey(key)] &&
				(strings.HasPrefix(key, "type ") || strings.HasPrefix(key, "method "))
		}
	}
	p.rebuild = p.rebuild || s.vm != nil && (s.hidesImport(all, texts) || s.knowsVariable(p) || p.mendsFunctions())
	p.units = fresh
	if p.rebuild {
		p.units = all
	}
}

// knowsVariable reports whether the interpreter has a variable that the plan's cell is about to declare, from a cell that was deleted:
// its value must not be there. That of a cell which has not begun has none.
func (s *Session) knowsVariable(p *plan) bool {
	return slices.ContainsFunc(p.typed.Vars, func(v *core.Var) bool {
		return s.vm.valued[v.Name] && p.fset.Position(v.At).Filename == p.cell.text.name
	})
}

// hidesImport reports whether the interpreter knows a package by the name of something that is gone.
func (s *Session) hidesImport(units []core.Unit, texts map[string]bool) bool {
	for _, u := range units {
		for _, path := range u.Imports {
			name := cmp.Or(s.aliases[path], importName(path))
			if _, known := s.vm.texts[name]; known && !texts[name] {
				return true
			}
		}
	}
	return false
}

// madeTypes lists the types that core made of generic types and of types in functions.
func madeTypes(p *core.Package) map[string]bool {
	made := map[string]bool{}
	for _, t := range p.Types {
		if t.Orig != "" {
			made[t.Named.Name()] = true
		}
	}
	return made
}

// typeOfKey is the name of the type that a unitKey is about, "" if it is about none.
func typeOfKey(key string) string {
	if name, ok := strings.CutPrefix(key, "type "); ok {
		return name
	}
	name, ok := strings.CutPrefix(key, "method ")
	if !ok {
		return ""
	}
	name = name[strings.LastIndex(name, "/")+1:]
	parts := strings.Split(name, ".") // of package, type and method, or of type and method
	return parts[len(parts)-2]
}

// install makes the plan the session's program and tells the interpreter.
func (s *Session) install(p *plan, res *Result) error {
	if p.rebuild {
		if s.vm != nil {
			if s.vm.finish() {
				res.Notes = append(res.Notes, "goroutines of earlier cells that were waiting have been ended, since the session was rebuilt")
			}
			s.vm.stdout.close()
		}
		s.vm = newMachine(s)
		s.tapes.Store(&s.vm.tapes)
		s.has = map[string]bool{}
	}
	before := s.cells
	s.commit(p, res)
	if err := s.vm.load(p, s.aliases); err != nil {
		s.discard()
		s.cells = before // what cannot be loaded must not stand in the way of the rest
		return fmt.Errorf("load %s: %w", cellName(p.cell.id), err)
	}
	if p.rebuild {
		if err := s.restore(p); err != nil {
			return fmt.Errorf("load %s: %w", cellName(p.cell.id), err)
		}
		if err := s.remake(p); err != nil {
			return fmt.Errorf("load %s: %w", cellName(p.cell.id), err)
		}
		res.Lost = s.losses(p)
	}
	return nil
}

// commit makes the plan's cells those of the session.
func (s *Session) commit(p *plan, res *Result) {
	for _, b := range p.broken {
		note := fmt.Sprintf("%s no longer fits: line %d: %s", b.cell.text.name, b.diag.Pos.Line, b.diag.Message)
		if b.cell.note != note {
			res.Notes = append(res.Notes, note)
		}
		if b.cell.before == "" {
			b.cell.before = b.cell.state
		}
		b.cell.broken, b.cell.state, b.cell.note = true, StateFailed, note
	}
	p.mended()
	s.assigned, s.again = p.assigns, p.again
	s.cells = p.cells
	s.types = map[string]string{}
	scope := p.checked.Pkg.Scope()
	for _, n := range scope.Names() {
		if v, ok := scope.Lookup(n).(*types.Var); ok {
			s.types[n] = types.TypeString(v.Type(), types.RelativeTo(p.checked.Pkg))
		}
	}
	s.typed, s.program, s.pkg, s.fset = p.typed, p.program, p.checked.Pkg, p.fset
	s.boxed, s.prints = p.boxes.Boxed, map[string]string{}
	for id, t := range s.boxed {
		s.prints[id] = fingerprint(t)
	}
	s.places = map[string]token.Pos{}
	for _, f := range p.core.Funcs {
		s.places[f.Name] = f.At
	}
	for _, v := range p.typed.Vars { // those of the cell get their values now
		if p.fset.Position(v.At).Filename == p.cell.text.name {
			delete(s.has, v.Name)
		}
	}
}

// losses marks the cells whose values did not outlive the interpreter, and returns them.
func (s *Session) losses(p *plan) []string {
	var cells []string
	lost := map[string][]string{}
	for _, v := range p.typed.Vars {
		if !s.has[v.Name] && v.Orig != "" && !s.trans[v.Name] {
			file := p.fset.Position(v.At).Filename
			lost[file] = append(lost[file], v.Orig)
		}
	}
	for _, c := range s.cells {
		names := lost[c.text.name]
		if c == p.cell || c.only || len(names) == 0 || c.state != StateOK && c.state != StateStale {
			continue
		}
		cells = append(cells, c.id)
		c.state, c.ran = StateStale, false
		c.note = fmt.Sprintf("%s could not be kept when the session was rebuilt: %s", strings.Join(names, ", "), s.reasons(p, names))
	}
	return cells
}

// reasons says why values of variables could not be kept.
func (s *Session) reasons(p *plan, names []string) string {
	var out []string
	for _, n := range names {
		subject := n
		if len(names) == 1 {
			subject = "it"
		}
		i := slices.IndexFunc(p.typed.Vars, func(v *core.Var) bool { return v.Orig == n && !s.has[v.Name] })
		out = append(out, subject+" "+cmp.Or(s.why[p.typed.Vars[i].Name], "was not in the program for a while"))
	}
	return strings.Join(out, ", ")
}
