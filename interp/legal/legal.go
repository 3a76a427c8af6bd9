package legal

// This file holds the table of passes.

import (
	"crypto/sha256"
	"encoding/hex"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp/dyn"
)

// HostPath is the import path of the functions that the session supplies to lowered code.
const HostPath = "github.com/costate/costate/interp/host"

// Pass is one rewriting of core for the interpreter.
type Pass struct {
	Name   string
	Reason string
	run    func(*unit)
}

// Passes returns the passes in the order in which they run.
func Passes() []Pass {
	return []Pass{
		{"boxes", "interpreted types have no names and no methods that compiled code sees, and are told apart by structure alone", boxes},
		{"globals", "a field or parameter name in the type of a package variable is taken for a variable", globals},
		{"makes", "a make of more memory than there is ends the process", makes},
		{"waits", "the interpreter does not tell at which statement a goroutine waits", waits},
		{"keys", "a constant map key has its default type", keys},
		{"switches", "a default that is not last, several calls in a case and labels in cases go wrong", switches},
		{"selects", "goroutines that run one select share its cases, and a break out of it leaves what is around it", selects},
		{"receives", "a variable defined by a receive cannot be assigned to", receives},
		{"builtins", "min, max and clear are missing", builtins},
		{"indexes", "what goes wrong with an index is told without the index", indexes},
		{"shifts", "a negative count of a shift is taken for a large one", shifts},
		{"defers", "deferred calls read their arguments late, share literals, hang, and are left out when one panics", defers},
		{"textranges", "a range over a string gives the place of every byte, and three places to a byte that is no text", textRanges},
		{"loops", "loop variables are shared by all iterations; an init without post runs each time", loops},
		{"tasks", "a panic in a goroutine ends the process, and what a goroutine's literal captures is read late", tasks},
		{"hostfields", "what is computed into an interface in a compiled struct ends the program", hostFields},
		{"streams", "fmt prints to the cell's output whatever os.Stdout is set to; what is written to the files of two streams loses its order", streams},
		{"recovers", "the session makes deferred calls, and knows of their panics", recovered},
		{"statements", "several assignments of constants or to interface variables go wrong; a returned receive fails; converted literals lose captures", statements},
		{"maps", "a map that two goroutines use at the same time ends the process", mapUses},
		{"signs", "an argument that is a negative zero arrives as zero, and a function that is named as a result is no function", signs},
		{"derefs", "(*p).f in a composite literal cannot be compiled", derefs},
		{"caselabels", "labels directly in a case are not found", caseLabels},
	}
}

// unit is a package on its way through the passes.
type unit struct {
	pkg    *core.Package
	diags  diag.List
	types  map[*types.TypeName]bool // declared by the package
	names  *core.Namer              // of package-level names
	added  []*core.Func
	memo   map[string]*core.Func
	local  map[*core.Func]*core.Namer // of local names
	places map[*core.Func]int         // that have names

	boxed, interfaces map[string]types.Type
}

// Program is a package as the interpreter runs it.
type Program struct {
	*core.Package
	Boxed      map[string]types.Type // types of the source whose values are put into boxes, by the id that code names them with
	Interfaces map[string]types.Type // interfaces that code asks values for
}

// Apply rewrites a package into what the interpreter runs rightly. The package is not changed. What cannot be
// rewritten is reported. Passes named in skip are left out, which tests use to see that each is needed.
func Apply(p *core.Package, skip ...string) (*Program, diag.List) {
	u := &unit{pkg: clone(p), types: map[*types.TypeName]bool{}, memo: map[string]*core.Func{}, local: map[*core.Func]*core.Namer{},
		boxed: map[string]types.Type{}, interfaces: map[string]types.Type{}}
	u.names = core.NewNamer(nil, p)
	for _, t := range p.Types {
		u.types[t.Named] = true
	}
	for _, pass := range Passes() {
		if slices.Contains(skip, pass.Name) {
			continue
		}
		pass.run(u)
		u.pkg.Funcs = append(u.pkg.Funcs, u.added...)
		u.added = nil
	}
	u.diags.Sort()
	return &Program{u.pkg, u.boxed, u.interfaces}, u.diags
}

// clone copies a package and its functions, down to the last node, with functions and variables replaced.
func clone(p *core.Package) *core.Package {
	out := *p
	out.Vars = slices.Clone(p.Vars)
	out.Funcs = nil
	twin := map[*core.Func]*core.Func{}
	for _, f := range p.Funcs {
		g := *f
		twin[f] = &g
		out.Funcs = append(out.Funcs, &g)
	}
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if r, ok := e.(*core.Ref); ok {
			if f, ok := r.Obj.(*core.Func); ok && twin[f] != nil {
				r.Obj = twin[f]
			}
		}
		return e
	}}
	for _, f := range out.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
	return &out
}

// refuse reports what is not supported.
func (u *unit) refuse(at token.Pos, format string, args ...any) {
	u.diags.Add(u.pkg.Fset, at, "unsupported", format, args...)
}

// HelperPrefix begins the names of generated functions. The rest comes from what they do, so that the same
// name never means another function, however the program grows.
const HelperPrefix = "legal_"

// helper returns the generated function for a key, made by build at its first use.
func (u *unit) helper(key, base string, build func(*core.Func)) *core.Func {
	if f, ok := u.memo[key]; ok {
		return f
	}
	f := &core.Func{Name: helperName(base, key)}
	build(f)
	u.memo[key] = f
	u.added = append(u.added, f)
	return f
}

// share returns a generated function with the text of f: f itself, unless there is one.
func (u *unit) share(f *core.Func, base string) *core.Func {
	f.Name = base
	one := &core.Package{Fset: u.pkg.Fset, Name: u.pkg.Name, Types: u.pkg.Types, Funcs: []*core.Func{f}}
	key := ""
	for _, unit := range core.Units(one, core.Aliases{}) {
		if unit.Decl == f {
			key = unit.Text
		}
	}
	if g, ok := u.memo[key]; ok {
		return g
	}
	f.Name = helperName(base, key)
	u.memo[key] = f
	u.added = append(u.added, f)
	return f
}

func helperName(base, key string) string {
	sum := sha256.Sum256([]byte(key))
	return HelperPrefix + base + "_" + hex.EncodeToString(sum[:6])
}

// namer gives names for new locals of a function; it remembers those it gave.
func (u *unit) namer(f *core.Func) *core.Namer {
	if u.local[f] == nil {
		u.local[f] = core.NewNamer(f, u.pkg)
	}
	return u.local[f]
}

// sessionPath reports whether a package path is that of the cells.
func sessionPath(path string) bool { return strings.HasPrefix(path, "cells/") }

// typeKey distinguishes types. It is the id that package dyn knows a type by.
func typeKey(t types.Type) string { return dyn.TypeID(t) }

// lists calls f on every list of statements of the package, innermost first, and puts what it returns in its
// place. fn is the function the list stands in.
func (u *unit) lists(f func(fn *core.Func, list []core.Stmt) []core.Stmt) {
	for _, fn := range u.pkg.Funcs {
		fn.Body = eachList(fn.Body, func(l []core.Stmt) []core.Stmt { return f(fn, l) })
	}
}

// eachList applies f to the lists below a list, function literals included, and then to the list itself.
func eachList(list []core.Stmt, f func([]core.Stmt) []core.Stmt) []core.Stmt {
	for _, s := range list {
		insideStmt(s, f)
	}
	return f(list)
}

func insideStmt(s core.Stmt, f func([]core.Stmt) []core.Stmt) {
	if s == nil {
		return
	}
	// The literals in the expressions of s itself, not those in its blocks: these are met there.
	for _, e := range exprs(s) {
		core.Inspect(e, func(n core.Node) bool {
			if lit, ok := n.(*core.FuncLit); ok {
				lit.Body = eachList(lit.Body, f)
				return false
			}
			return true
		})
	}
	switch s := s.(type) {
	case *core.If:
		s.Then, s.Else = eachList(s.Then, f), eachList(s.Else, f)
	case *core.For:
		insideStmt(s.Init, f)
		insideStmt(s.Post, f)
		s.Body = eachList(s.Body, f)
	case *core.Range:
		s.Body = eachList(s.Body, f)
	case *core.Switch:
		for _, c := range s.Cases {
			c.Body = eachList(c.Body, f)
		}
	case *core.TypeSwitch:
		for _, c := range s.Cases {
			c.Body = eachList(c.Body, f)
		}
	case *core.Select:
		for _, c := range s.Cases {
			insideStmt(c.Comm, f)
			c.Body = eachList(c.Body, f)
		}
	case *core.Block:
		s.Body = eachList(s.Body, f)
	case *core.Label:
		insideStmt(s.Stmt, f)
	}
}

// exprs lists the expressions of a statement itself, without those of its blocks and inner statements.
func exprs(s core.Stmt) []core.Expr {
	switch s := s.(type) {
	case *core.Define:
		return s.Rhs
	case *core.Assign:
		return append(append([]core.Expr{}, s.Lhs...), s.Rhs...)
	case *core.Do:
		return []core.Expr{s.E}
	case *core.If:
		return []core.Expr{s.Cond}
	case *core.For:
		return []core.Expr{s.Cond}
	case *core.Range:
		return []core.Expr{s.E}
	case *core.Switch:
		out := []core.Expr{s.Tag}
		for _, c := range s.Cases {
			out = append(out, c.Exprs...)
		}
		return out
	case *core.TypeSwitch:
		return []core.Expr{s.E}
	case *core.Return:
		return s.Results
	case *core.Send:
		return []core.Expr{s.Ch, s.Val}
	}
	return nil
}
