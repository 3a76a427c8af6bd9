package engine

// This file keeps derivatives from being lost in text: a number that is written into a string and parsed again would
// come back without one. Text made of a value that carries a derivative may be printed or panicked with, no more.

import (
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

// refuseText reports text of varied values that may be used otherwise than to be shown.
func (e *emitter) refuseText() {
	shown := map[core.Node]bool{} // calls and references whose text is shown at once
	core.InspectStmts(e.fn.Body, func(n core.Node) bool {
		if d, ok := n.(*core.Do); ok && shows(d.E) {
			core.Inspect(d.E, func(m core.Node) bool {
				shown[m] = true
				return true
			})
		}
		return true
	})
	leaks := map[*core.Var]bool{} // variables that are used otherwise
	core.InspectStmts(e.fn.Body, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok && !shown[r] {
			if v, ok := r.Obj.(*core.Var); ok {
				leaks[v] = true
			}
		}
		return true
	})
	kept := map[core.Node]bool{} // calls whose text goes into a variable that is only shown
	core.InspectStmts(e.fn.Body, func(n core.Node) bool {
		if d, ok := n.(*core.Define); ok && len(d.Rhs) == 1 && len(d.Vars) == 1 && d.Vars[0] != nil && !leaks[d.Vars[0]] {
			kept[d.Rhs[0]] = true
		}
		return true
	})
	core.InspectStmts(e.fn.Body, func(n core.Node) bool {
		c, ok := n.(*core.Call)
		if !ok || shown[c] || kept[c] {
			return true
		}
		rule, known := ruleOf(c)
		if !known || !rule.Passive || !(isText(c.T) || strings.HasPrefix(rule.Name, "fmt.Fprint") && !toTerminal(c)) {
			return true
		}
		for _, a := range c.Args {
			if hasFloats(a.Type()) && e.exprVaried(e.act, a) {
				e.unsupported(c.At, "%s writes a value that carries a derivative into text, which could be parsed again without it; print it, or convert it outside the function", core.OrigText(c.Fun))
				return false
			}
		}
		return true
	})
}

// shows reports whether a call prints its arguments to the terminal or panics with them.
func shows(e core.Expr) bool {
	if builtinName(e) == "panic" {
		return true
	}
	h := hostCallee(e)
	return h != nil && (h.Path == "fmt" && strings.HasPrefix(h.Name, "Print") || h.Path == "log" ||
		h.Path == "fmt" && strings.HasPrefix(h.Name, "Fprint") && toTerminal(e.(*core.Call)))
}

// toTerminal reports whether the first argument of a call is os.Stdout, os.Stderr or io.Discard.
func toTerminal(c *core.Call) bool {
	r, ok := c.Args[0].(*core.Ref)
	if !ok {
		return false
	}
	h, ok := r.Obj.(*core.Host)
	return ok && (h.Path == "os" && (h.Name == "Stdout" || h.Name == "Stderr") || h.Path == "io" && h.Name == "Discard")
}

func isText(t types.Type) bool {
	for _, r := range resultTypes(t) {
		switch u := r.Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsString != 0 {
				return true
			}
		case *types.Slice:
			if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 {
				return true
			}
		}
	}
	return false
}
