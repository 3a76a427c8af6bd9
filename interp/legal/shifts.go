package legal

// This file looks at the counts of shifts: the interpreter takes a negative one for a very large one, where Go panics. x << n becomes
//
//	x << shift(n)
//
// unless n cannot be negative: constants, unsigned numbers, and the variables of loops that count up.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func shifts(u *unit) {
	for _, f := range u.pkg.Funcs {
		up := countingUp(f.Body)
		check := func(op token.Token, n core.Expr) core.Expr {
			if op != token.SHL && op != token.SHR || natural(n, up) {
				return n
			}
			return u.shiftCount(n)
		}
		m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
			if b, ok := e.(*core.Binary); ok {
				b.R = check(b.Op, b.R)
			}
			return e
		}}
		f.Body = m.MapStmts(f.Body)
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if a, ok := n.(*core.Assign); ok && (a.Op == token.SHL || a.Op == token.SHR) {
				a.Rhs[0] = check(a.Op, a.Rhs[0])
			}
			return true
		})
	}
}

// shiftCount is a count that was looked at.
func (u *unit) shiftCount(n core.Expr) core.Expr {
	f := u.helper("shift", "shift", func(f *core.Func) {
		v := intVar("n")
		f.Params, f.Results = []*core.Var{v}, []types.Type{v.Type}
		f.Body = []core.Stmt{
			&core.If{Cond: compare(token.LSS, ref(v, 0), intConst(0, 0, v.Type)), Then: []core.Stmt{&core.Do{E: hostCall(0, "BadShift", nil)}}},
			ret(0, ref(v, 0)),
		}
	})
	return call(n.Pos(), types.Typ[types.Int], refFunc(f, n.Pos()), asInt(n))
}

// natural reports whether a number cannot be negative.
func natural(e core.Expr, up map[*core.Var]bool) bool {
	if b, ok := e.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		return true
	}
	switch e := e.(type) {
	case *core.Const:
		return e.Val != nil && constant.Sign(e.Val) >= 0
	case *core.Ref:
		v, ok := e.Obj.(*core.Var)
		return ok && up[v]
	case *core.Call:
		name := builtinName(e.Fun)
		return name == "len" || name == "cap"
	case *core.Binary:
		switch e.Op {
		case token.AND:
			return natural(e.L, up) || natural(e.R, up)
		case token.REM, token.SHR:
			return natural(e.L, up)
		case token.QUO, token.OR:
			return natural(e.L, up) && natural(e.R, up)
		}
	}
	return false
}

// countingUp is the set of variables of loops that start at zero or more and only grow.
func countingUp(body []core.Stmt) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	core.InspectStmts(body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Range:
			if _, isMap := n.E.Type().Underlying().(*types.Map); n.Key != nil && !isMap && isInt(n.Key.Type) && !assigned(n.Body, n.Key) {
				set[n.Key] = true
			}
		case *core.For:
			d, ok := n.Init.(*core.Define)
			a, isAssign := n.Post.(*core.Assign)
			if !ok || !isAssign || len(d.Vars) != 1 || len(d.Rhs) != 1 || a.Op != token.ADD || n.Cond == nil {
				break
			}
			v := d.Vars[0]
			by, isConst := a.Rhs[0].(*core.Const)
			if v != nil && isConst && isInt(v.Type) && constant.Sign(by.Val) > 0 && root(a.Lhs[0]) == v && natural(d.Rhs[0], set) && !assigned(n.Body, v) {
				set[v] = true
			}
		}
		return true
	})
	return set
}

func isInt(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Int
}
