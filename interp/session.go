package interp

// This file is the session: its cells, and what running one does in order.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/interp/dyn"
	"github.com/costate/costate/interp/symbols"
)

// Hook rewrites the core of a whole session before it is run.
type Hook func(*core.Package) (*core.Package, error)

// Options configure a session; the zero value is usable.
type Options struct {
	Stdin          io.Reader // nil is an empty one
	Stdout, Stderr io.Writer // of running cells; nil are the process's
	Hooks          []Hook
	Checker        *typing.Checker // nil is a new one
	// Display shows a bundle by MIME type while a cell runs; what has an id that is not "" replaces what was shown under it before. Nil:
	// things are shown as text, on Stdout.
	Display     func(id string, bundle map[string][]byte)
	AllowExec   bool  // cells may start processes and reach past Go's types
	MemoryLimit int64 // of the process, in bytes; 0 is none
	// Program, if it is not nil, makes the session run programs: they end with their main function, or with a panic in a goroutine,
	// which Program is called with and does not return from.
	Program func(diag.Diagnostic)
}

// State says what became of a cell.
type State string

// The states of a cell.
const (
	StateOK     State = "ok"      // it ran to its end
	StateFailed State = "failed"  // it was stopped by an error
	StateNotRun State = "not run" // its declarations are known, its variables have no values
	StateStale  State = "stale"   // something that it uses has changed since it ran, or a value of it is lost
)

// CellState is a cell's id and state.
type CellState struct {
	ID      string
	State   State
	Note    string              `json:",omitempty"` // why it is stale, a plain sentence
	Missing []string            // variables that it defines and that have no value yet
	On      []string            `json:",omitempty"` // cells that it depends on, those that only declare functions and types left out
	Also    map[string][]string `json:",omitempty"` // names that it defines, with the other cells that define them too
}

// Dups lists the names that other cells define too, sorted.
func (c CellState) Dups() []string { return slices.Sorted(maps.Keys(c.Also)) }

// Source is the text of a cell.
type Source struct{ ID, Text string }

// Value is the value of a cell's last expression.
type Value struct {
	Type   string
	Text   string
	Bundle map[string][]byte // by MIME type; nil for values that are only text
}

// Result is what running a cell gave.
type Result struct {
	ID     string
	OK     bool
	Values []Value
	Diags  diag.List
	Lost   []string // cells with values that were lost when the interpreter was made anew
	Notes  []string // plain sentences about other cells
	Stale  []string // cells that are stale since this run, in the order in which they are to run again
}

// Session is a growing Go program of which each cell is a file. Its methods may be called from several
// goroutines; one runs at a time.
type Session struct {
	mu        sync.Mutex
	opts      Options
	checker   *typing.Checker
	table     *symbols.Table
	cells     []*cell // in the order of their last runs
	runs      int
	vm        *machine
	aliases   core.Aliases
	sources   map[string]string    // text by position name, for error messages
	types     map[string]string    // of the package variables
	trans     map[string]bool      // names of generated functions and shown values
	typed     *core.Package        // as last run, before the hooks
	program   *core.Package        // after the hooks
	places    map[string]token.Pos // of the interpreter's functions
	pkg       *types.Package
	fset      *token.FileSet
	packages  map[string]string       // import paths by package name, of those that need no import in a cell
	available []string                // import paths, sorted
	skip      []string                // passes of legal to leave out, in tests
	has       map[string]bool         // package variables that have values, in the interpreter or in kept
	kept      map[string]keptVar      // of interpreters that were given up
	world     *dyn.World              // of the types of all interpreters
	prints    map[string]string       // fingerprints of boxed types, by id
	boxed     map[string]types.Type   // these types
	why       map[string]string       // what variables are or do whose values could not be kept, last time
	again     map[string]string       // variables whose definitions can be repeated, in the program
	document  []Source                // texts of cells that may not have run
	assigned  map[string]bool         // package variables that code may have assigned in this interpreter
	tapes     atomic.Pointer[tapeSet] // of the interpreter; read while a cell runs
	running   runner
}

// cell is a cell that is part of the session.
type cell struct {
	id       string
	text     *cellText
	state    State
	opts     composeOptions
	declares bool  // it introduces package-level names
	only     bool  // it has not run: only its functions, types and constants count, for cells that need them
	broken   bool  // does not type-check since another cell changed
	before   State // while it does not, what it was
	ran      bool  // it was begun since the interpreter was made
	note     string
	defines  []string          // package-level names, methods as Type.Method
	uses     []string          // names of other cells
	acts     bool              // there is more to it than declarations of functions, types and constants, and function literals with names
	vars     map[string]string // types of the variables that it declares or, by :=, assigns
	derives  bool              // it takes derivatives
	assigns  []string          // variables of other cells that it assigns by :=
}

// New returns an empty session.
func New(opts Options) *Session {
	s := &Session{opts: opts, checker: opts.Checker, table: symbols.New(), aliases: core.Aliases{},
		sources: map[string]string{}, types: map[string]string{}, trans: map[string]bool{}, assigned: map[string]bool{},
		has: map[string]bool{}, kept: map[string]keptVar{}, world: dyn.NewWorld(), prints: map[string]string{}, why: map[string]string{},
		packages: typing.Unambiguous(opts.AllowExec), available: typing.Available(opts.AllowExec)}
	if opts.AllowExec {
		s.table = symbols.NewExec()
	}
	if s.checker == nil {
		s.checker = typing.New()
	}
	if s.opts.Stdout == nil {
		s.opts.Stdout = os.Stdout
	}
	if s.opts.Stderr == nil {
		s.opts.Stderr = os.Stderr
	}
	return s
}

// Cells lists the cells in the order of their last runs.
func (s *Session) Cells() []CellState {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []CellState
	missing := map[string][]string{}
	if s.typed != nil {
		for _, v := range s.typed.Vars {
			if file := s.fset.Position(v.At).Filename; !s.has[v.Name] && !s.trans[v.Name] {
				missing[file] = append(missing[file], v.Orig)
			}
		}
	}
	graph := s.graph()
	also := graph.Duplicates()
	for _, c := range s.cells {
		if c.only {
			continue
		}
		state := CellState{ID: c.id, State: c.state, Note: c.note, On: s.dependsOn(graph, c), Missing: missing[c.text.name]}
		for _, n := range c.defines {
			others := slices.DeleteFunc(slices.Clone(also[n]), func(id string) bool {
				return id == c.id || c.vars[n] != "" && s.cell(id).vars[n] == c.vars[n] // the same variable, as err
			})
			if len(others) > 0 {
				if state.Also == nil {
					state.Also = map[string][]string{}
				}
				state.Also[n] = others
			}
		}
		out = append(out, state)
	}
	return out
}

// Variables lists the session's package-level names with their types, without those of generated code.
func (s *Session) Variables() map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]string{}
	for name, t := range s.types {
		if !s.trans[name] {
			out[name] = t
		}
	}
	return out
}

// Run runs src as the cell id, which may exist already. A cell that does not type-check leaves the session as
// it was. The error is for what is not the user's fault; everything else is in the result.
func (s *Session) Run(ctx context.Context, id, src string) (*Result, error) {
	return s.run(ctx, id, src, true)
}

// Declare is Run for a whole Go file whose main function is not to be run.
func (s *Session) Declare(ctx context.Context, id, src string) (*Result, error) {
	return s.run(ctx, id, src, false)
}

func (s *Session) run(ctx context.Context, id, src string, main bool) (res *Result, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	res = &Result{ID: id}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("run %s: internal error: %v", cellName(id), r)
			s.discard()
		}
	}()
	if err := s.idle(ctx, res); err != nil {
		res.Diags = diag.List{{Pos: token.Position{Filename: cellName(id), Line: 1, Column: 1}, Code: "busy", Message: err.Error()}}
		return res, nil
	}
	s.sources[cellName(id)] = src
	text, diags := split(id, src)
	if len(diags) > 0 {
		res.Diags = diags
		return res, nil
	}
	p, diags, err := s.prepare(id, text, true)
	if err == nil && len(diags) == 0 && s.assignsInVain(p) {
		// The variables that x := e would assign to have no values: it defines them, if it does without.
		if again, faults, err := s.prepare(id, text, false); err == nil && len(faults) == 0 {
			p = again
		}
	}
	if err != nil || len(diags) > 0 {
		res.Diags = diags
		return res, err
	}
	faults := s.notRun(p)
	if len(faults) > 0 && !p.rebuild {
		res.Diags = faults
		return res, nil
	}
	if err := s.install(p, res); err != nil {
		return res, err
	}
	if len(faults) > 0 { // only now that the others have not run: the new text is kept
		res.Diags = faults
		p.cell.state = StateFailed
		res.Stale = s.outdate(p)
		return res, nil
	}
	if !main {
		p.steps = slices.DeleteFunc(p.steps, func(st step) bool { return st.main })
	}
	return res, s.execute(ctx, p, res)
}

// assignsInVain reports whether the cell would assign by := to a variable that has no value, or loses it.
func (s *Session) assignsInVain(p *plan) bool {
	for _, v := range p.typed.Vars {
		if p.cell.opts.assign[v.Orig] && !s.valued(p, v) {
			return true
		}
	}
	return false
}

// valued reports whether a variable of another cell has a value when the plan's cell runs.
func (s *Session) valued(p *plan, v *core.Var) bool {
	if p.rebuild {
		return p.carried[v.Name]
	}
	return s.has[v.Name]
}

// prepare plans, lowers and compares with what the interpreter knows. assign says whether x := e may assign to a
// variable of another cell.
func (s *Session) prepare(id string, text *cellText, assign bool) (*plan, diag.List, error) {
	var p *plan
	var first diag.List // what was refused before cells were left out
	for out := map[*cell]diag.Diagnostic{}; ; {
		var diags diag.List
		if p, diags = s.plan(id, text, assign, out); len(diags) > 0 && first != nil {
			return nil, first, nil
		} else if len(diags) > 0 {
			return nil, diags, nil
		}
		diags, err := s.lower(p)
		if err != nil {
			return nil, nil, err
		}
		if len(diags) == 0 {
			break
		}
		if first == nil {
			first = diags
		}
		if !s.blame(p, diags, out) {
			return nil, first, nil
		}
	}
	s.diff(p)
	if p.rebuild {
		s.keep()
		p.carried = s.carried(p)
	}
	return p, nil, nil
}

// Source returns line n of the text that positions call name, for messages.
func (s *Session) Source(name string, n int) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines := strings.Split(s.sources[name], "\n")
	if n < 1 || n > len(lines) {
		return "", false
	}
	return lines[n-1], true
}

// Format writes a diagnostic with the source line and a caret under the column.
func (s *Session) Format(d diag.Diagnostic) string {
	line, ok := s.Source(d.Pos.Filename, d.Pos.Line)
	if !ok || strings.TrimSpace(line) == "" {
		return d.String()
	}
	return FormatDiagnostic(d, line)
}

// FormatDiagnostic writes a diagnostic, the source line that it is about, a caret under the column, and the calls that led there.
func FormatDiagnostic(d diag.Diagnostic, line string) string {
	n := min(max(d.Pos.Column-1, 0), len(line))
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:n])
	text := fmt.Sprintf("%s\n\t%s\n\t%s^", d, strings.TrimRight(line, "\r"), pad)
	if d.Calls != "" {
		text += "\n\tin " + strings.ReplaceAll(d.Calls, "\n", "\n\tcalled by ")
	}
	return text
}

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
		if s.trans[key] && !p.transient[key] || key == keptTypes {
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
// its value must not be there.
func (s *Session) knowsVariable(p *plan) bool {
	return slices.ContainsFunc(p.typed.Vars, func(v *core.Var) bool {
		_, known := s.vm.texts[v.Name]
		return known && p.fset.Position(v.At).Filename == p.cell.text.name
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
		s.restore(p)
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

// execute runs the steps of the plan's cell.
func (s *Session) execute(ctx context.Context, p *plan, res *Result) error {
	c := p.cell
	c.state, c.ran = StateFailed, true
	defer func() { res.Stale = s.outdate(p) }()
	for _, st := range p.steps {
		fault, err := s.vm.call(ctx, st.fn)
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

// Typed returns the session's program before the hooks, or nil if nothing has run.
func (s *Session) Typed() *core.Package {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.typed
}

// CellName is the file name that positions in a cell have.
func CellName(id string) string { return cellName(id) }

// Remove takes a cell out of the session, with the names that it defines. It returns the cells that are stale since then, in the order
// in which they are to run again.
func (s *Session) Remove(id string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.remove(id)
}

func (s *Session) remove(id string) []string {
	i := slices.IndexFunc(s.cells, func(c *cell) bool { return c.id == id })
	if i < 0 {
		return nil
	}
	c := s.cells[i]
	names := s.owned(c)
	s.cells = slices.Delete(slices.Clone(s.cells), i, i+1)
	if s.typed != nil {
		for _, v := range s.typed.Vars {
			if s.fset.Position(v.At).Filename == c.text.name {
				delete(s.has, v.Name)
				delete(s.types, v.Orig)
			}
		}
	}
	s.succeed(c, names)
	return s.markStale(names, c, fmt.Sprintf("%s, which it uses something of, was deleted", c.text.name))
}
