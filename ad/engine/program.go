package engine

// This file holds what is known of the whole package while derivatives are made, and turns broken
// invariants into errors.

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// program is a package and the derivative functions that have been made for it.
type program struct {
	pkg      *core.Package
	diags    diag.List
	names    names
	normals  map[*core.Func]*core.Func
	flow     map[*core.Func]*flow
	acts     map[version]*activity
	versions []version
	literals map[*core.Var]*core.Func // package variables that are as good as functions
	made     map[version]*core.Func   // value and pullback
	funcs    []*core.Func             // all functions made, callees after callers
	grads    map[*core.Func]*gradient

	exported   string           // the function that source is exported for, or ""
	types      []*core.TypeDecl // shadow types
	shadowVars []*core.Var      // shadows of package variables
	level      Level

	metered   bool // adjoints report what they record
	tapes     []*core.Var
	tapeInits []core.Stmt

	// globalsSet are the package variables that some function assigns.
	globalsSet map[*core.Var]bool
}

func newProgram(pkg *core.Package) *program {
	return &program{
		pkg:        pkg,
		names:      packageNames(pkg),
		normals:    map[*core.Func]*core.Func{},
		flow:       map[*core.Func]*flow{},
		acts:       map[version]*activity{},
		made:       map[version]*core.Func{},
		grads:      map[*core.Func]*gradient{},
		literals:   literals(pkg),
		globalsSet: assignedGlobals(pkg),
	}
}

// normal returns f in normal form.
func (p *program) normal(f *core.Func) *core.Func {
	n := p.normals[f]
	if n == nil {
		n = normalize(p.direct(f), p.names)
		p.normals[f] = n
	}
	return n
}

// unsupported reports a construct that has no derivative yet.
func (p *program) unsupported(at token.Pos, format string, args ...any) {
	p.diags.Add(p.pkg.Fset, at, "ad-unsupported", format, args...)
}

// analyze prepares everything that the emission of root needs, and returns root with what it learned.
func (p *program) analyze(root version) version {
	p.flows(root.fn)
	for _, f := range p.reachable(root.fn) {
		for _, e := range p.flow[f].events {
			if e.what&headers != 0 {
				root.rowsChange = true
			}
		}
	}
	p.activities(root)
	return root
}

// assignedGlobals are the package variables that some function assigns.
func assignedGlobals(pkg *core.Package) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	for _, f := range pkg.Funcs {
		for v := range assignedIn(f.Body) {
			if v.Global {
				set[v] = true
			}
		}
	}
	return set
}

// output is the package with the functions that were made; the input is not changed.
func (p *program) output() *core.Package {
	core.BlankUnused(&core.Package{Funcs: p.funcs})
	out := *p.pkg
	out.Funcs = slices.Concat(p.pkg.Funcs, p.funcs)
	out.Vars = slices.Concat(p.pkg.Vars, p.shadowVars, p.tapes)
	out.Types = slices.Concat(p.pkg.Types, p.types)
	out.Init = slices.Concat(p.tapeInits, p.pkg.Init) // first: the package's own initialisation may take gradients
	return &out
}

// internalError is a broken invariant of the engine.
type internalError struct {
	value any
	stack string // for the tests
}

func (e internalError) Error() string {
	return fmt.Sprintf("internal error in the differentiation (please report it): %v", e.value)
}

// direct returns f with calls through variables that are as good as functions made calls of these functions.
func (p *program) direct(f *core.Func) *core.Func {
	if len(p.literals) == 0 {
		return f
	}
	out := *f
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if c, ok := e.(*core.Call); ok {
			if r, ok := c.Fun.(*core.Ref); ok {
				if v, ok := r.Obj.(*core.Var); ok && p.literals[v] != nil {
					r.Obj = p.literals[v]
				}
			}
		}
		return e
	}}
	out.Body = m.MapStmts(f.Body)
	return &out
}

// indirect makes calls of a variable's function calls through the variable again: the function is not printed.
func (p *program) indirect(body []core.Stmt) []core.Stmt {
	if len(p.literals) == 0 {
		return body
	}
	vars := map[*core.Func]*core.Var{}
	for v, f := range p.literals {
		vars[f] = v
	}
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if r, ok := e.(*core.Ref); ok {
			if f, ok := r.Obj.(*core.Func); ok && vars[f] != nil {
				r.Obj = vars[f]
			}
		}
		return e
	}}
	return m.MapStmts(body)
}
