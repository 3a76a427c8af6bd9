package legal

// This file guards functions that compiled code runs in goroutines of its own: a panic there ends the process, and with it the
// values of all cells. wg.Go(f) becomes wg.Go(host.Guard(f)), whose panic is the cell's error as that of go f() is.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

// starters are the functions and methods that run their last argument in a goroutine, with the guard for its type.
var starters = map[string]string{
	"(*sync.WaitGroup).Go":                      "Guard",
	"time.AfterFunc":                            "Guard",
	"context.AfterFunc":                         "Guard",
	"(*golang.org/x/sync/errgroup.Group).Go":    "GuardError",
	"(*golang.org/x/sync/errgroup.Group).TryGo": "GuardError",
}

func (u *unit) guards() {
	for _, fn := range u.pkg.Funcs {
		core.InspectStmts(fn.Body, func(n core.Node) bool {
			c, ok := n.(*core.Call)
			if !ok || len(c.Args) == 0 || c.Spread {
				return true
			}
			guard := starters[startedBy(c)]
			if last := len(c.Args) - 1; guard != "" && !isTuple(c.Args[last].Type()) {
				a := c.Args[last]
				c.Args[last] = hostCall(a.Pos(), guard, types.Unalias(a.Type()), a)
			}
			return true
		})
	}
}

// startedBy is the full name of the function or method of another package that a call calls, or nothing.
func startedBy(c *core.Call) string {
	switch f := c.Fun.(type) {
	case *core.Ref:
		if h, ok := f.Obj.(*core.Host); ok {
			return h.Path + "." + h.Name
		}
	case *core.Field:
		if f.Method && f.E != nil {
			if fn, _ := lookup(f.E.Type(), f.Name); fn != nil {
				return fn.FullName()
			}
		}
	}
	return ""
}

// concurrent are the functions of other packages that may call the program's in several goroutines; those of package parallel say so.
var concurrent = map[string][]string{
	"gonum.org/v1/gonum/diff/fd":  {"Gradient", "Jacobian", "Hessian", "Laplacian", "CrossLaplacian"},
	"gonum.org/v1/gonum/optimize": {"Minimize"},
}

// callsBack is where a statement itself names one of them.
func callsBack(s core.Stmt) (at token.Pos) {
	if _, inner := labelled(s); inner != nil {
		s = inner
	}
	for _, e := range exprs(s) {
		core.Inspect(e, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				if h, ok := r.Obj.(*core.Host); ok && slices.Contains(concurrent[h.Path], h.Name) {
					at = r.At
				}
			}
			_, lit := n.(*core.FuncLit)
			return !lit
		})
	}
	return at
}
