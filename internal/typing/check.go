package typing

// This file checks a package of cells.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"sync"

	"github.com/costate/costate/internal/diag"
)

// goVersion is the language version of cells. It is that of go.mod.
const goVersion = "go1.26"

// Checker type-checks packages of cells. It keeps what it has imported, so a session has one. It is safe for concurrent use, but
// the files of a call must not be read by anyone else during the call: identifiers of special forms are renamed in place and
// get their names back.
type Checker struct {
	mu       sync.Mutex
	importer *Importer
	mirrors  map[string]*Checked
}

// New returns a Checker.
func New() *Checker { return &Checker{importer: NewImporter(), mirrors: map[string]*Checked{}} }

// CheckOptions are the choices of a check; the zero value is that of an ordinary Go package.
type CheckOptions struct {
	// AllowExec admits packages and members that start processes or reach past Go's types.
	AllowExec bool
	// UnusedOK holds the expressions of statements whose values are shown: they are not reported as unused.
	UnusedOK map[ast.Expr]bool
}

// Checked is a type-checked package. It is there in part if the check found errors.
type Checked struct {
	Fset  *token.FileSet
	Pkg   *types.Package
	Info  *types.Info // with all its maps
	Files []*ast.File
}

// Check type-checks the files of one package. It reports all errors, sorted by position; the program may be run only if there
// are none. The package's path is built from name and is not the path of any other package.
func (c *Checker) Check(fset *token.FileSet, name string, files []*ast.File, opts CheckOptions) (*Checked, diag.List) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := &run{
		fset: fset, path: "cells/" + name, files: files, opts: opts, importer: c.importer,
		names: map[*ast.Ident]string{}, parens: map[*ast.CallExpr]ast.Expr{},
	}
	defer r.restore()
	r.settle()
	list := r.report()
	return &Checked{Fset: fset, Pkg: r.pkg, Info: r.info, Files: files}, list
}

// run is one call of Check: the state over its rounds.
type run struct {
	fset     *token.FileSet
	path     string
	files    []*ast.File
	opts     CheckOptions
	importer *Importer
	forms    *forms // nil if no file imports package ad

	names  map[*ast.Ident]string      // original names of the identifiers that name a stub now
	parens map[*ast.CallExpr]ast.Expr // functions of calls that had parentheses

	// Of the last round:
	pkg      *types.Package
	info     *types.Info
	errs     []types.Error
	faults   diag.List
	waiting  []*ast.CallExpr    // forms whose argument has no type
	answered map[token.Pos]bool // calls about which go/types has less to say than the faults
}

// settle repeats the check until no special form changes.
func (r *run) settle() {
	for round := 0; ; round++ {
		r.check()
		if r.forms == nil {
			return
		}
		changed, calls := r.expand()
		if !changed {
			return
		}
		// Each round settles at least one form: the innermost ones, then those around them.
		if round > calls {
			r.fault(r.files[0].Name, "the types of the special forms depend on each other in a circle")
			return
		}
	}
}

// check is one round.
func (r *run) check() {
	r.info, r.errs = newInfo(), nil
	conf := config(importerFunc(func(path string) (*types.Package, error) {
		if path != adPath {
			if r.importer.list[path].Exec && !r.opts.AllowExec {
				return nil, fmt.Errorf("package %s %s", path, needsExec)
			}
			return r.importer.Import(path)
		}
		if r.forms == nil {
			var err error
			if r.forms, err = newForms(r.importer); err != nil {
				return nil, err
			}
		}
		return r.forms.pkg, nil
	}))
	conf.Error = func(err error) { r.errs = append(r.errs, err.(types.Error)) }
	r.pkg, _ = conf.Check(r.path, r.fset, r.files, r.info)
}

// restore gives the syntax its original form again. The names matter for positions too: the end of an identifier is
// computed from its name.
func (r *run) restore() {
	for call, fun := range r.parens {
		tv, ok := r.info.Types[call.Fun]
		for e := fun; ok && e != call.Fun; e = e.(*ast.ParenExpr).X {
			r.info.Types[e] = tv
		}
		call.Fun = fun
	}
	for id, name := range r.names {
		id.Name = name
	}
}

// config returns what all checks have in common.
func config(imp types.Importer) *types.Config {
	return &types.Config{
		GoVersion: goVersion,
		Importer:  imp,
		Sizes:     types.SizesFor("gc", runtime.GOARCH),
	}
}

// newInfo returns an Info with all maps.
func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
}

// describe names an expression in a message.
func describe(e ast.Expr) string {
	if _, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return "the function literal"
	}
	return types.ExprString(e)
}

// plural formats a count with a noun.
func plural(n int, noun string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
