package engine

// This file gives generated variables and functions names that nothing else has.

import (
	"go/types"
	"strconv"

	"github.com/costate/costate/internal/core"
)

// names is a set of taken identifiers.
type names map[string]bool

// packageNames collects the package-level names, the customary names of emitted imports and the predeclared ones.
func packageNames(p *core.Package) names {
	n := names{"rt": true, "parallel": true, "math": true}
	for _, name := range types.Universe.Names() {
		n[name] = true
	}
	for _, t := range p.Types {
		n[t.Named.Name()] = true
	}
	for _, v := range p.Vars {
		n[v.Name] = true
	}
	for _, f := range p.Funcs {
		n[f.Name] = true
	}
	return n
}

// withLocals adds every name declared in a function.
func (n names) withLocals(f *core.Func) names {
	out := names{}
	for name := range n {
		out[name] = true
	}
	for _, v := range f.Params {
		out[v.Name] = true
	}
	core.InspectStmts(f.Body, func(node core.Node) bool {
		for _, v := range declared(node) {
			if v != nil {
				out[v.Name] = true
			}
		}
		if l, ok := node.(*core.Label); ok {
			out[l.Name] = true
		}
		return true
	})
	return out
}

// declared lists the variables that a node itself declares.
func declared(n core.Node) []*core.Var {
	switch n := n.(type) {
	case *core.Define:
		return n.Vars
	case *core.Range:
		return []*core.Var{n.Key, n.Val}
	case *core.FuncLit:
		return n.Params
	case *core.TypeSwitch:
		var vs []*core.Var
		for _, c := range n.Cases {
			vs = append(vs, c.Bind)
		}
		return vs
	}
	return nil
}

// unhide renames a variable that has the name of a package that emitted code calls.
func (n names) unhide(v *core.Var) *core.Var {
	switch v.Name {
	case "rt", "parallel", "math":
		if v.Orig == "" {
			v.Orig = v.Name
		}
		v.Name = n.fresh(v.Name)
	}
	return v
}

// fresh returns base, or base with a number behind it, and takes it.
func (n names) fresh(base string) string {
	name := base
	for i := 1; n[name]; i++ {
		name = base + strconv.Itoa(i)
	}
	n[name] = true
	return name
}

// nameOf is what a reader knows a variable by: its name in the source.
func nameOf(v *core.Var) string {
	if v.Orig != "" {
		return v.Orig
	}
	return v.Name
}
