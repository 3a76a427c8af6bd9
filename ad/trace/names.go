package trace

// This file gives what is generated names that nothing else has.

import (
	"go/types"
	"strconv"
	"strings"

	"github.com/costate/costate/internal/core"
)

// suffix ends the names of twins.
const suffix = "Traced"

// names is a set of taken identifiers.
type names map[string]bool

// packageNames collects every name of a package, of its locals too, the names of what emitted code imports and the predeclared
// ones, so that a fresh name can be used anywhere.
func packageNames(p *core.Package) names {
	n := names{"rt": true, "math": true, "sync": true}
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
		if f.Recv != nil {
			n[f.Recv.Name] = true
		}
		for _, v := range f.Params {
			n[v.Name] = true
		}
		core.InspectStmts(f.Body, n.locals)
	}
	core.InspectStmts(p.Init, n.locals)
	return n
}

func (n names) locals(node core.Node) bool {
	note := func(vs ...*core.Var) {
		for _, v := range vs {
			if v != nil {
				n[v.Name] = true
			}
		}
	}
	switch s := node.(type) {
	case *core.Define:
		note(s.Vars...)
	case *core.Range:
		note(s.Key, s.Val)
	case *core.FuncLit:
		note(s.Params...)
	case *core.TypeSwitch:
		for _, c := range s.Cases {
			note(c.Bind)
		}
	case *core.Label:
		n[s.Name] = true
	}
	return true
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

// topName is the name of something that is declared for the package. It begins with that of the differentiated function, so that
// what is generated for several functions can stand in one package.
func (t *tracer) topName(base string) string {
	if !strings.HasPrefix(base, t.prefix) {
		base = t.prefix + strings.ToUpper(base[:1]) + base[1:]
	}
	return t.names.fresh(base)
}

// unhide renames a variable that has the name of a package that emitted code calls.
func (t *tracer) unhide(v *core.Var) {
	switch v.Name {
	case "rt", "math", "sync":
		if v.Orig == "" {
			v.Orig = v.Name
		}
		v.Name = t.names.fresh(v.Name)
	}
}

// nameOf is what a reader knows a variable by.
func nameOf(v *core.Var) string {
	if v.Orig != "" {
		return v.Orig
	}
	return v.Name
}
