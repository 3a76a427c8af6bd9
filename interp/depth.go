package interp

// This file explains recursion without end: which functions can call themselves.

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// recursion is the diagnostic for stacks that have grown too much.
func (m *machine) recursion() diag.Diagnostic {
	d := diag.Diagnostic{Code: "recursion", Message: "the recursion is too deep"}
	p := m.session.program
	if p == nil {
		return d
	}
	var names []string
	for _, f := range recursive(p) {
		names = append(names, nameOf(f))
		d.Pos = m.session.fset.Position(f.At)
	}
	switch len(names) {
	case 0:
		return d
	case 1:
		d.Message += fmt.Sprintf(": %s calls itself without end", names[0])
	default:
		slices.Sort(names)
		d.Pos = token.Position{}
		d.Message += fmt.Sprintf(": it is in one of %s", strings.Join(names, ", "))
	}
	return d
}

// nameOf is the name of a function as people write it.
func nameOf(f *core.Func) string {
	if f.Recv == nil {
		return f.Orig
	}
	return strings.TrimPrefix(types.TypeString(f.Recv.Type, func(*types.Package) string { return "" }), "*") + "." + f.Orig
}

// maxRecursive is how many functions are named.
const maxRecursive = 5

// recursive lists the functions of a program that can call themselves, directly or by others.
func recursive(p *core.Package) []*core.Func {
	methods := map[string][]*core.Func{}
	for _, f := range p.Funcs {
		if f.Recv != nil {
			methods[f.Name] = append(methods[f.Name], f)
		}
	}
	calls := map[*core.Func][]*core.Func{}
	for _, f := range p.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Ref:
				switch g := n.Obj.(type) {
				case *core.Func:
					calls[f] = append(calls[f], g)
				case *core.Host:
					if g.Path == "fmt" || g.Path == "log" { // these ask values for their texts
						for _, name := range []string{"String", "Error", "Format"} {
							calls[f] = append(calls[f], methods[name]...)
						}
					}
				}
			case *core.Field: // of an interface it may be any
				if n.Method {
					calls[f] = append(calls[f], methods[n.Name]...)
				}
			}
			return true
		})
	}
	var out []*core.Func
	for _, f := range p.Funcs {
		seen := map[*core.Func]bool{}
		var reach func(g *core.Func)
		reach = func(g *core.Func) {
			for _, h := range calls[g] {
				if !seen[h] {
					seen[h] = true
					reach(h)
				}
			}
		}
		if reach(f); seen[f] && f.Orig != "" && len(out) < maxRecursive {
			out = append(out, f)
		}
	}
	return out
}
