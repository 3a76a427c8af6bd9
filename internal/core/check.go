package core

// This file checks packages: names and scopes. What expressions and statements must satisfy is in
// check_expr.go and check_stmt.go. Check runs after loading and after each pass in tests.

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
)

// Check verifies the invariants of core and reports every violation, or nil.
func Check(p *Package) error {
	c := newChecker(p)
	c.packageLevel()
	c.initialisation()
	for _, f := range p.Funcs {
		c.function(f)
	}
	return errors.Join(c.errs...)
}

// checker walks a package. The fields from scope on belong to the function being walked.
type checker struct {
	p        *Package
	errs     []error
	reserved map[string]bool // predeclared and package-level names
	globals  map[*Var]bool
	funcs    map[*Func]bool
	nodes    map[Node]bool
	declared map[*Var]bool
	generics map[types.Type]types.Type // what is generic in a type, nil for nothing

	where   string
	scope   *checkScope
	results []types.Type
	jumps   jumpScope
}

// checkScope is a block with the variables declared in it so far.
type checkScope struct {
	parent *checkScope
	vars   map[*Var]bool
}

func newChecker(p *Package) *checker {
	return &checker{
		p: p, reserved: predeclared(), globals: map[*Var]bool{}, funcs: map[*Func]bool{},
		nodes: map[Node]bool{}, declared: map[*Var]bool{}, generics: map[types.Type]types.Type{},
	}
}

// report adds a violation at the place of a node.
func (c *checker) report(at token.Pos, format string, args ...any) {
	place := c.where
	if c.p.Fset != nil && at.IsValid() {
		place = c.p.Fset.Position(at).String() + ": " + place
	}
	c.errs = append(c.errs, fmt.Errorf("%s: %s", place, fmt.Sprintf(format, args...)))
}

// packageLevel enters the names of the package.
func (c *checker) packageLevel() {
	c.where = "package " + c.p.Name
	enter := func(at token.Pos, name string) {
		switch {
		case !token.IsIdentifier(name) || name == "_":
			c.report(at, "%q is no name for a declaration", name)
		case c.reserved[name]:
			c.report(at, "package-level name %s is declared twice or predeclared", name)
		}
	}
	taken := map[string]bool{}
	for _, t := range c.p.Types {
		enter(t.At, t.Named.Name())
		if taken[t.Named.Name()] {
			c.report(t.At, "package-level name %s is declared twice", t.Named.Name())
		}
		taken[t.Named.Name()] = true
		c.typed(t.At, t.Named.Type())
	}
	declare := func(at token.Pos, name string) {
		enter(at, name)
		if taken[name] {
			c.report(at, "package-level name %s is declared twice", name)
		}
		taken[name] = true
	}
	for _, v := range c.p.Vars {
		declare(v.At, v.Name)
		c.typed(v.At, v.Type)
		if !v.Global {
			c.report(v.At, "package variable %s is not marked global", v.Name)
		}
		if c.globals[v] {
			c.report(v.At, "package variable %s is listed twice", v.Name)
		}
		c.globals[v] = true
	}
	for _, f := range c.p.Funcs {
		if c.funcs[f] {
			c.report(f.At, "function %s is listed twice", f.Name)
		}
		c.funcs[f] = true
		if f.Recv == nil && f.Name != "init" {
			declare(f.At, f.Name)
		}
	}
	for name := range taken {
		c.reserved[name] = true
	}
}

func (c *checker) initialisation() {
	c.where = "initialisation"
	c.open()
	defer c.close()
	for _, s := range c.p.Init {
		if _, ok := s.(*Assign); !ok {
			c.report(s.Pos(), "%T in the initialisation, which holds assignments only", s)
		}
		c.stmt(s)
	}
}

func (c *checker) function(f *Func) {
	c.where = "function " + f.Name
	c.open()
	defer c.close()
	if f.Recv != nil {
		c.declare(f.Recv)
	}
	c.body(&f.Signature, f.Body)
}

// body checks parameters and statements of a function or literal.
func (c *checker) body(s *Signature, body []Stmt) {
	results, jumps := c.results, c.jumps
	defer func() { c.results, c.jumps = results, jumps }()
	c.results, c.jumps = s.Results, newJumpScope(body)
	for i, v := range s.Params {
		if v == nil {
			c.report(token.NoPos, "parameter %d is nil", i)
			continue
		}
		c.declare(v)
	}
	if s.Variadic {
		if n := len(s.Params); n == 0 || !isSlice(s.Params[n-1].Type) {
			c.report(token.NoPos, "the last parameter of a variadic function is no slice")
		}
	}
	for _, t := range s.Results {
		c.typed(token.NoPos, t)
	}
	c.duplicateLabels(body)
	c.list(body)
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

func (c *checker) open() { c.scope = &checkScope{parent: c.scope, vars: map[*Var]bool{}} }

func (c *checker) close() { c.scope = c.scope.parent }

// within checks something in a scope of its own.
func (c *checker) within(check func()) {
	c.open()
	defer c.close()
	check()
}

// declare enters a local. Its name must differ from every visible one.
func (c *checker) declare(v *Var) {
	if v == nil {
		return
	}
	c.typed(v.At, v.Type)
	switch {
	case v.Global:
		c.report(v.At, "local %s is marked global", v.Name)
	case c.declared[v]:
		c.report(v.At, "variable %s is declared twice", v.Name)
	case v.Name == "_":
	case !token.IsIdentifier(v.Name):
		c.report(v.At, "%q is no name for a variable", v.Name)
	case c.reserved[v.Name]:
		c.report(v.At, "local %s hides a package-level or predeclared name", v.Name)
	default:
		for s := c.scope; s != nil; s = s.parent {
			for w := range s.vars {
				if w.Name == v.Name {
					c.report(v.At, "variable %s hides another of the same name", v.Name)
				}
			}
		}
	}
	c.declared[v] = true
	c.scope.vars[v] = true
}

// visible reports whether a variable may be used here.
func (c *checker) visible(v *Var) bool {
	if v.Global {
		return c.globals[v]
	}
	for s := c.scope; s != nil; s = s.parent {
		if s.vars[v] {
			return v.Name != "_"
		}
	}
	return false
}

// once reports a node that is reached a second time.
func (c *checker) once(n Node) bool {
	if c.nodes[n] {
		c.report(n.Pos(), "%T is shared by two places", n)
		return false
	}
	c.nodes[n] = true
	return true
}
