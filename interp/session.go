package interp

// This file is the session: its cells, and what running one does in order.

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"slices"
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
	loud     []string          // names of methods that it may come to through interfaces, and of fields
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
	var faults diag.List
	faults, res.Needs = s.notRun(p)
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
		if p.carried = s.carried(p); len(p.moved) > 0 {
			p.units = append(slices.Clone(p.units), p.sampler)
		}
	}
	return p, nil, nil
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
	names := s.owned(c, nil)
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
