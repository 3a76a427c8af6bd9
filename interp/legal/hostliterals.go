package legal

// This file moves function literals that loops hand to compiled code: the interpreter makes a Go function of such a literal that
// reads the frame around it as it is at each call. A call that comes later, as by sync.WaitGroup.Go or optimize.Minimize, would
// meet the variables of the last iteration. A literal that makes literals of its own has them capture that frame, too.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// hostLiterals moves the literals in loops that compiled code gets, if they use variables of the loop or make literals.
func (u *unit) hostLiterals() {
	for _, fn := range u.pkg.Funcs {
		u.hostLiteralsIn(fn, fn.Body, nil)
	}
}

// hostLiteralsIn deals with a list that stands in a loop which declares vars, or, if vars is nil, in none.
func (u *unit) hostLiteralsIn(fn *core.Func, list []core.Stmt, vars map[*core.Var]bool) {
	move := func(e *core.Expr) {
		if c, ok := (*e).(*core.Convert); ok {
			e = &c.E
		}
		lit, ok := (*e).(*core.FuncLit)
		if !ok || vars == nil || !makesLiterals(lit) && !usesAny(lit, vars) {
			return
		}
		u.hostLiteralsIn(fn, lit.Body, nil) // it is out of sight then
		*e = u.maker(fn, lit)
	}
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.For:
			if vars == nil {
				u.hostLiteralsIn(fn, n.Body, loopVars(n))
				return false
			}
		case *core.Range:
			if vars == nil {
				u.hostLiteralsIn(fn, n.Body, loopVars(n))
				return false
			}
		case *core.FuncLit: // each call has a frame of its own
			u.hostLiteralsIn(fn, n.Body, nil)
			return false
		case *core.Call:
			if u.leavesSession(n.Fun) {
				for i := range n.Args {
					move(&n.Args[i])
				}
			}
		case *core.Composite:
			if t, ok := types.Unalias(n.T).(*types.Named); ok && !u.own(t) {
				for i := range n.Vals {
					move(&n.Vals[i])
				}
			}
		}
		return true
	})
}

// leavesSession reports whether a call may be one of compiled code: it is not, if it is of a function or method of the session.
func (u *unit) leavesSession(fun core.Expr) bool {
	switch f := fun.(type) {
	case *core.Ref:
		switch f.Obj.(type) {
		case *core.Func, *core.Builtin:
			return false
		}
		return true
	case *core.Field:
		if !f.Method || f.E == nil || types.IsInterface(f.E.Type()) {
			return true
		}
		fn, _ := lookup(f.E.Type(), f.Name)
		return fn == nil || fn.Pkg() == nil || !sessionPath(fn.Pkg().Path())
	}
	return true
}

// loopVars are the variables that a loop declares, in its header or its body.
func loopVars(loop core.Stmt) map[*core.Var]bool {
	vars := map[*core.Var]bool{}
	core.InspectStmts([]core.Stmt{loop}, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			for _, v := range n.Vars {
				vars[v] = true
			}
		case *core.Range:
			vars[n.Key], vars[n.Val] = true, true
		case *core.TypeSwitch:
			for _, c := range n.Cases {
				vars[c.Bind] = true
			}
		}
		return true
	})
	return vars
}

// usesAny reports whether a literal uses one of the variables.
func usesAny(lit *core.FuncLit, vars map[*core.Var]bool) bool {
	for _, v := range freeVars(lit) {
		if vars[v] {
			return true
		}
	}
	return false
}

func makesLiterals(lit *core.FuncLit) bool {
	found := false
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		_, isLit := n.(*core.FuncLit)
		found = found || isLit
		return !found
	})
	return found
}
