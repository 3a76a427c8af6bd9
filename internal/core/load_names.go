package core

// This file gives names: each local a name that nothing visible has, so that later passes can move code
// without capturing names, and fresh names for those passes.

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// scope is the set of names of one block while it is loaded.
type scope struct {
	parent   *scope
	taken    map[string]bool
	reserved map[string]bool // shared by all scopes of the package
	given    map[string]bool // all names that were given to locals of the package, shared too
}

func (s *scope) visible(name string) bool {
	if s.reserved[name] {
		return true
	}
	for ; s != nil; s = s.parent {
		if s.taken[name] {
			return true
		}
	}
	return false
}

// fresh takes base, or base with a number, as a name that is not visible here.
func (s *scope) fresh(base string) string {
	name := freshName(base, s.visible)
	s.taken[name] = true
	s.given[name] = true
	return name
}

// freshName numbers base until it is not taken: x, x1, x2 ...
func freshName(base string, taken func(string) bool) string {
	if !taken(base) {
		return base
	}
	stem := strings.TrimRight(base, "0123456789")
	if stem == "" || stem == "_" {
		stem = "v"
	}
	for i := 1; ; i++ {
		if name := fmt.Sprintf("%s%d", stem, i); !taken(name) {
			return name
		}
	}
}

// predeclared is the set of Go's predeclared identifiers.
func predeclared() map[string]bool {
	set := map[string]bool{}
	for _, name := range types.Universe.Names() {
		set[name] = true
	}
	return set
}

// formName is the name of a special form without the shape that typing adds behind a middle dot.
func formName(name string) string {
	form, _, _ := strings.Cut(name, "·")
	return form
}

// Namer makes names for variables that a pass adds to a function.
type Namer struct {
	taken map[string]bool
}

// NewNamer returns a namer that avoids the names in f, those of the package's declarations and imports, and
// the predeclared ones. f may be nil if the new variables are the package's.
func NewNamer(f *Func, p *Package) *Namer {
	n := &Namer{taken: predeclared()}
	for _, t := range p.Types {
		n.taken[t.Named.Name()] = true
	}
	for _, v := range p.Vars {
		n.taken[v.Name] = true
	}
	for _, g := range p.Funcs {
		if g.Recv == nil {
			n.taken[g.Name] = true
		}
		n.hosts(g.Body)
	}
	n.hosts(p.Init)
	if f != nil {
		n.function(f)
	}
	return n
}

// Reserve keeps names from being given out.
func (n *Namer) Reserve(names ...string) {
	for _, name := range names {
		n.taken[name] = true
	}
}

// Fresh returns base if it is free, else base with a number, and takes it.
func (n *Namer) Fresh(base string) string {
	name := freshName(base, func(s string) bool {
		return s == "" || s == "_" || token.IsKeyword(s) || n.taken[s]
	})
	n.taken[name] = true
	return name
}

func (n *Namer) hosts(list []Stmt) {
	InspectStmts(list, func(node Node) bool {
		if r, ok := node.(*Ref); ok {
			if h, ok := r.Obj.(*Host); ok {
				n.taken[packageName(h.Path)] = true
			}
		}
		return true
	})
}

func (n *Namer) function(f *Func) {
	n.variables(f.Recv)
	n.variables(f.Params...)
	InspectStmts(f.Body, func(node Node) bool {
		n.variables(declaredBy(node)...)
		if l, ok := node.(*Label); ok {
			n.taken[l.Name] = true
		}
		return true
	})
}

func (n *Namer) variables(vs ...*Var) {
	for _, v := range vs {
		if v != nil {
			n.taken[v.Name] = true
		}
	}
}

// declaredBy lists the variables that a node itself declares; some may be nil.
func declaredBy(n Node) []*Var {
	switch n := n.(type) {
	case *Define:
		return n.Vars
	case *Range:
		return []*Var{n.Key, n.Val}
	case *FuncLit:
		return n.Params
	case *TypeSwitch:
		var vs []*Var
		for _, c := range n.Cases {
			vs = append(vs, c.Bind)
		}
		return vs
	}
	return nil
}
