package trace

// This file keeps what has been made for a package: several derivatives may be added to one.

import (
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"

	"github.com/costate/costate/internal/core"
)

// Emitter adds traced programs to a package.
type Emitter struct {
	pkg   *core.Package
	added addition
	home  *types.Package
	lock  *core.Var
	shown map[*core.Func]bool // twins and functions for users
}

// addition is what has been added to a package.
type addition struct {
	names names
	types []*core.TypeDecl
	vars  []*core.Var
	init  []core.Stmt
	funcs []*core.Func
}

// NewEmitter returns an emitter for a package, which is not changed.
func NewEmitter(p *core.Package) *Emitter {
	return &Emitter{pkg: p, added: addition{names: packageNames(p)}, shown: map[*core.Func]bool{}}
}

// Differentiate traces a function; at is where its derivative is asked for. Errors are a diag.List.
func (e *Emitter) Differentiate(f *core.Func, at token.Pos) (m *Made, err error) {
	t := newTracer(e, at)
	defer func() {
		if r := recover(); r != nil {
			if err = t.diags.Err(); err == nil {
				err = internalError{r, string(debug.Stack())}
			}
		}
	}()
	t.prefix = f.Name
	m = t.differentiate(f)
	if err := t.diags.Err(); err != nil {
		return nil, err
	}
	t.publish(m)
	return m, nil
}

// Take keeps the emitter from giving something one of these names.
func (e *Emitter) Take(taken map[string]bool) {
	for name := range taken {
		e.added.names[name] = true
	}
}

// Names are all names that are taken now. The map is the emitter's own.
func (e *Emitter) Names() map[string]bool { return e.added.names }

// Package is the package with what was made. The input is not changed.
func (e *Emitter) Package() *core.Package {
	out := *e.pkg
	e.AddTo(&out)
	return &out
}

// AddTo adds what was made to a package that was made from the emitter's. Its lists are not changed but replaced.
func (e *Emitter) AddTo(p *core.Package) {
	core.BlankUnused(&core.Package{Funcs: e.added.funcs})
	p.Types = slices.Concat(p.Types, e.added.types)
	p.Vars = slices.Concat(p.Vars, e.added.vars)
	p.Init = slices.Concat(e.added.init, p.Init) // first: the package's own initialisation may take gradients
	p.Funcs = slices.Concat(p.Funcs, e.added.funcs)
}

// Listing is what a reader wants to see of what was made: the twins, and the functions for users.
func (e *Emitter) Listing() *core.Package {
	core.BlankUnused(&core.Package{Funcs: e.added.funcs})
	out := &core.Package{Fset: e.pkg.Fset, Name: e.pkg.Name}
	for _, d := range e.added.types {
		if d.At.IsValid() {
			out.Types = append(out.Types, d)
		}
	}
	if len(out.Types) == 0 {
		out.Types = e.added.types[:min(1, len(e.added.types))] // the printer takes the package from it
	}
	for _, f := range e.added.funcs {
		if e.shown[f] {
			out.Funcs = append(out.Funcs, f)
		}
	}
	return out
}
