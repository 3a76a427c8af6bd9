package engine

// This file answers what passes ask about core: what a call calls, what a path is rooted in, what is assigned.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// repeatable reports whether a call can be evaluated a second time without effect.
func repeatable(e *core.Call) bool {
	switch builtinName(e) {
	case "len", "cap", "min", "max", "real", "imag", "complex":
		return true
	}
	_, known := ruleOf(e)
	return known && e.T != nil && types.Identical(e.T, float64Type())
}

func builtinName(e core.Expr) string {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			if b, ok := r.Obj.(*core.Builtin); ok {
				return b.Name
			}
		}
	}
	return ""
}

// ownCallee is the function of the package that e calls directly, or nil.
func ownCallee(e core.Expr) *core.Func {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			f, _ := r.Obj.(*core.Func)
			return f
		}
	}
	return nil
}

func isOwnCall(e core.Expr) bool { return ownCallee(e) != nil }

// hostCallee is the function of another package that e calls, or nil.
func hostCallee(e core.Expr) *core.Host {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			h, _ := r.Obj.(*core.Host)
			return h
		}
	}
	return nil
}

// assignedIn counts the definitions and assignments of each variable in statements, function literals included.
func assignedIn(list []core.Stmt) map[*core.Var]int {
	count := map[*core.Var]int{}
	core.InspectStmts(list, func(node core.Node) bool {
		for _, v := range declared(node) {
			count[v]++
		}
		switch s := node.(type) {
		case *core.Assign:
			for _, l := range s.Lhs {
				if r, ok := l.(*core.Ref); ok {
					if v, ok := r.Obj.(*core.Var); ok {
						count[v]++
					}
				}
			}
		case *core.Unary: // a variable whose address is taken may change anywhere
			if s.Op == token.AND {
				if v := rootVar(s.E); v != nil {
					count[v] += 2
				}
			}
		}
		return true
	})
	delete(count, nil)
	return count
}

// rootVar is the variable at the root of a path of fields, indices, slices and indirections, or nil.
func rootVar(e core.Expr) *core.Var {
	for {
		switch x := e.(type) {
		case *core.Ref:
			v, _ := x.Obj.(*core.Var)
			return v
		case *core.Index:
			e = x.E
		case *core.SliceExpr:
			e = x.E
		case *core.Field:
			if x.E == nil {
				return nil
			}
			e = x.E
		case *core.Unary:
			if x.Op != token.MUL && x.Op != token.AND {
				return nil
			}
			e = x.E
		case *core.Convert:
			e = x.E
		case *core.Assert:
			e = x.E
		default:
			return nil
		}
	}
}
