package legal

// This file writes the expressions in which uses of maps are told, and says which need not be written anew.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// condition is a condition whose uses of maps are told if there are several goroutines.
func (g *mapGuard) condition(e core.Expr) core.Expr {
	if e == nil || !g.uses(e) {
		return e
	}
	if e.Type() != types.Typ[types.Bool] || hasLiteral([]core.Expr{e}) {
		return g.calls(e)
	}
	at := e.Pos()
	none := &core.Unary{X: core.X{At: at, T: types.Typ[types.Bool]}, Op: token.NOT, E: several(at)}
	return compare(token.LOR, compare(token.LAND, several(at), g.calls(core.CloneExpr(e))), compare(token.LAND, none, e))
}

// header rewrites a statement that stands where there is room for one alone.
func (g *mapGuard) header(s core.Stmt) core.Stmt {
	if s == nil || !g.touches(s) {
		return s
	}
	if a, ok := s.(*core.Assign); ok {
		if g.targets(a) && (len(a.Lhs) > 1 || !twice(a.Lhs[0]) || isReceive(a.Rhs[0])) {
			return s
		}
		if x, ok := mapIndex(a.Lhs[0]); ok {
			g.callsIn(a.Rhs)
			v := a.Rhs[0]
			if a.Op != token.ASSIGN {
				v = &core.Binary{X: core.X{At: a.At, T: x.T}, Op: a.Op, L: g.get(core.CloneExpr(x).(*core.Index)), R: v}
			}
			return &core.Do{S: a.S, E: g.set(a.At, g.calls(x.E), g.calls(x.I), v)}
		}
	}
	if out := g.told(s); len(out) == 1 {
		return out[0]
	}
	return s
}

func isReceive(e core.Expr) bool {
	r, ok := e.(*core.Unary)
	return ok && r.Op == token.ARROW
}

// calls is an expression with calls for its uses of maps. Literals in it are done.
func (g *mapGuard) calls(e core.Expr) core.Expr {
	if e == nil || !g.uses(e) {
		return e
	}
	lits := literals(e)
	bodies := make([][]core.Stmt, len(lits))
	for i, l := range lits {
		bodies[i], l.Body = l.Body, nil
	}
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if x, ok := mapIndex(e); ok {
			return g.get(x)
		}
		if c, ok := e.(*core.Call); ok && builtinName(c.Fun) == "delete" {
			return g.delete(c)
		}
		return e
	}}
	e = m.MapExpr(e)
	for i, l := range literals(e) {
		l.Body = bodies[i]
	}
	return e
}

func (g *mapGuard) callsIn(list []core.Expr) {
	for i, e := range list {
		list[i] = g.calls(e)
	}
}

// uses reports whether an expression itself, without the literals in it, looks a key up or deletes it.
func (g *mapGuard) uses(e core.Expr) bool {
	found := false
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			return false
		case *core.Index:
			_, is := mapIndex(n)
			found = found || is
		case *core.Call:
			found = found || builtinName(n.Fun) == "delete"
		}
		return !found
	})
	return found
}

func (g *mapGuard) touches(s core.Stmt) bool {
	for _, e := range exprs(s) {
		if e != nil && g.uses(e) {
			return true
		}
	}
	return false
}

// literals lists the function literals in an expression, without those in them.
func literals(e core.Expr) (out []*core.FuncLit) {
	core.Inspect(e, func(n core.Node) bool {
		l, ok := n.(*core.FuncLit)
		if ok {
			out = append(out, l)
		}
		return !ok
	})
	return out
}

func hasLiteral(list []core.Expr) bool {
	for _, e := range list {
		if e != nil && len(literals(e)) > 0 {
			return true
		}
	}
	return false
}

func mapIndex(e core.Expr) (*core.Index, bool) {
	x, ok := e.(*core.Index)
	if !ok {
		return nil, false
	}
	_, is := x.E.Type().Underlying().(*types.Map)
	return x, is
}

func keyType(m types.Type) types.Type { return m.Underlying().(*types.Map).Key() }

// calm reports whether an expression does nothing and cannot fail.
func calm(e core.Expr) bool {
	ok := true
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Const:
		case *core.Ref:
			_, is := n.Obj.(*core.Var)
			ok = ok && is
		case *core.Binary:
			switch n.Op {
			case token.ADD, token.SUB, token.MUL:
			default:
				ok = false
			}
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// calmIndex reports whether a look-up does nothing else and cannot fail.
func calmIndex(x *core.Index) bool {
	return variable(x.E) != nil && calm(x.I) && !hasInterface(keyType(x.E.Type()))
}

// hasInterface reports whether a key of the type may have no hash.
func hasInterface(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return hasInterface(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if hasInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}
