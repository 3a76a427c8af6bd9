package legal

// This file moves function literals that run as goroutines into functions of their own. When a call of a literal ends, the
// interpreter writes into the frame in which the literal was made; if that frame runs on meanwhile, it may then use
// another literal than the one it just made. A literal made by
//
//	func make(x *float64, k int) func() { return func() { *x += float64(k) } }
//
// has a frame that nobody else uses. Variables that change are passed by address, the others by value.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// maker gives the call that makes a literal of fn.
func (u *unit) maker(fn *core.Func, lit *core.FuncLit) core.Expr {
	free := freeVars(lit)
	f := &core.Func{At: lit.At, Signature: core.Signature{Results: []types.Type{lit.T}}}
	var args []core.Expr
	byValue, byAddress := map[*core.Var]*core.Var{}, map[*core.Var]*core.Var{}
	for _, v := range free {
		p := *v
		var arg core.Expr = ref(v, lit.At)
		if assigned(fn.Body, v) {
			p.Type = types.NewPointer(v.Type)
			arg = &core.Unary{X: core.X{At: lit.At, T: p.Type}, Op: token.AND, E: arg}
			byAddress[v] = &p
		} else {
			byValue[v] = &p
		}
		f.Params = append(f.Params, &p)
		args = append(args, arg)
	}
	m := &core.Mapper{
		Var: func(v *core.Var) *core.Var {
			if byValue[v] != nil {
				return byValue[v]
			}
			return v
		},
		Expr: func(e core.Expr) core.Expr {
			switch e := e.(type) {
			case *core.Ref:
				if v, ok := e.Obj.(*core.Var); ok && byAddress[v] != nil {
					return &core.Unary{X: e.X, Op: token.MUL, E: ref(byAddress[v], e.At)}
				}
			case *core.Unary: // &*p is p
				if inner, ok := e.E.(*core.Unary); ok && e.Op == token.AND && inner.Op == token.MUL {
					return inner.E
				}
			}
			return e
		},
	}
	f.Body = []core.Stmt{ret(lit.At, m.MapExpr(lit))}
	f = u.share(f, "make")
	return call(lit.At, lit.T, refFunc(f, lit.At), args...)
}

// freeVars lists the local variables that a literal uses and does not declare, in the order of their first use.
func freeVars(lit *core.FuncLit) []*core.Var {
	declared := map[*core.Var]bool{}
	add := func(vs ...*core.Var) {
		for _, v := range vs {
			declared[v] = true
		}
	}
	add(lit.Params...)
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			add(n.Params...)
		case *core.Define:
			add(n.Vars...)
		case *core.Range:
			add(n.Key, n.Val)
		case *core.TypeSwitch:
			for _, c := range n.Cases {
				add(c.Bind)
			}
		}
		return true
	})
	var free []*core.Var
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok {
			if v, ok := r.Obj.(*core.Var); ok && !v.Global && !declared[v] && !contains(free, v) {
				free = append(free, v)
			}
		}
		return true
	})
	return free
}

// loopLiterals moves the literals in the loops of functions that start goroutines.
func (u *unit) loopLiterals() {
	for _, fn := range u.pkg.Funcs {
		starts := false
		core.InspectStmts(fn.Body, func(n core.Node) bool {
			if d, ok := n.(*core.Do); ok && d.How == core.DoGo {
				starts = true
			}
			return !starts
		})
		if !starts {
			continue
		}
		core.InspectStmts(fn.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.For:
				u.moveLiterals(fn, n.Body)
				return false
			case *core.Range:
				u.moveLiterals(fn, n.Body)
				return false
			}
			return true
		})
	}
}

// moveLiterals moves the literals that are given to variables or functions in a list. Deferred ones stay: they
// may call recover.
func (u *unit) moveLiterals(fn *core.Func, list []core.Stmt) {
	move := func(es []core.Expr) {
		for i, e := range es {
			if lit, ok := e.(*core.FuncLit); ok {
				es[i] = u.maker(fn, lit)
			}
		}
	}
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			move(n.Rhs)
		case *core.Assign:
			move(n.Rhs)
		case *core.Do:
			if n.How == core.DoDefer {
				return false
			}
		case *core.Call:
			move(n.Args)
		}
		return true
	})
}
