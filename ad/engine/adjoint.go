package engine

// This file takes expressions apart: given the adjoint of a value, it adds to the adjoints of what the value was
// computed from. One group of statements in the reverse sweep belongs to one statement of the primal.

import (
	"go/token"

	"github.com/costate/costate/internal/core"
)

// group is the reverse of one statement.
type group struct {
	*piece
	stmts []core.Stmt
	calls map[string]core.Expr // calls already computed in this group
}

// reverseOf starts the group of a statement.
func (p *piece) reverseOf() *group { return &group{piece: p, calls: map[string]core.Expr{}} }

// done appends the group to the piece. Its first statement carries the primal's text as a comment.
func (g *group) done(s core.Stmt) {
	if len(g.stmts) == 0 {
		return
	}
	mergeKills(&g.stmts)
	for _, r := range g.stmts {
		core.InspectStmts([]core.Stmt{r}, func(n core.Node) bool {
			if inner, ok := n.(core.Stmt); ok {
				core.SetPos(inner, s.Pos())
			}
			return true
		})
	}
	core.SetNote(g.stmts[0], g.origin(s))
	g.groups = append(g.groups, g.stmts)
}

// origin is the text of a primal statement with its line.
func (e *emitter) origin(s core.Stmt) string {
	text := core.OrigText(s)
	if e.pkg.Fset != nil && s.Pos().IsValid() {
		return itoa(e.pkg.Fset.Position(s.Pos()).Line) + ": " + text
	}
	return text
}

// mergeKills writes v = a where a group has v = 0 and then v += a.
func mergeKills(list *[]core.Stmt) {
	var out []core.Stmt
	for _, s := range *list {
		if a, ok := s.(*core.Assign); ok && (a.Op == token.ADD || a.Op == token.SUB) && len(out) > 0 {
			if k, ok := out[len(out)-1].(*core.Assign); ok && k.Op == token.ASSIGN && len(k.Lhs) == 1 && isConst(k.Rhs[0], 0) && isFloat(k.Lhs[0].Type()) &&
				core.Text(k.Lhs[0]) == core.Text(a.Lhs[0]) && !mentions(a.Rhs[0], rootVar(k.Lhs[0])) {
				k.Rhs[0] = a.Rhs[0]
				if a.Op == token.SUB {
					k.Rhs[0] = negate(a.Rhs[0])
				}
				continue
			}
		}
		out = append(out, s)
	}
	*list = out
}

// mentions reports whether e names v.
func mentions(e core.Expr, v *core.Var) bool {
	found := false
	core.Inspect(e, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok && r.Obj == core.Object(v) {
			found = true
		}
		return !found
	})
	return found
}

func (g *group) add(s core.Stmt) { g.stmts = append(g.stmts, s) }

// bind gives e a name if it is more than one, so that it can be used twice.
func (g *group) bind(base string, e core.Expr) core.Expr {
	switch x := e.(type) {
	case *core.Ref, *core.Const:
		return e
	case *core.Unary:
		if isPlain(x.E) {
			return e
		}
	}
	v := &core.Var{Name: g.frame.names.fresh(base), Type: e.Type()}
	g.add(define(v, e))
	return ref(v)
}

// once computes a call once in the group.
func (g *group) once(call core.Expr) core.Expr {
	key := core.Text(call)
	if known := g.calls[key]; known != nil {
		return core.CloneExpr(known)
	}
	r := g.bind("e", call)
	g.calls[key] = r
	return core.CloneExpr(r)
}

// increment adds b to an adjoint.
func (g *group) increment(place, b core.Expr) {
	if u, ok := b.(*core.Unary); ok && u.Op == token.SUB {
		g.add(assignOp(token.SUB, place, u.E))
		return
	}
	g.add(assignOp(token.ADD, place, b))
}

// taken moves the adjoint of a place into a variable and zeroes it, as before an overwrite.
func (g *group) taken(place core.Expr) core.Expr {
	v := &core.Var{Name: g.frame.names.fresh("b"), Type: float64Type()}
	g.add(define(v, core.CloneExpr(place)))
	g.add(set(place, floatConst(0)))
	return ref(v)
}

// times0 is b times a partial derivative such that a zero adjoint stays zero (rt.Mul0). A finite constant needs no
// care.
func times0(b, p core.Expr) core.Expr {
	negative := false
	if u, ok := p.(*core.Unary); ok && u.Op == token.SUB {
		p, negative = u.E, true
	}
	if u, ok := b.(*core.Unary); ok && u.Op == token.SUB {
		b, negative = u.E, !negative
	}
	var r core.Expr
	switch f, constant := floatValue(p); {
	case constant && f == 1:
		r = b
	case constant && f == -1:
		r, negative = b, !negative
	case constant:
		r = binary(token.MUL, b, p)
	default:
		r = host(rtPath, "Mul0", float64Type(), b, p)
	}
	if negative {
		return negate(r)
	}
	return r
}

// adjoint adds to the adjoints of x's operands what the adjoint b of x's value gives them.
func (g *group) adjoint(x, b core.Expr) {
	if !g.exprVaried(g.act, x) {
		return
	}
	switch x := x.(type) {
	case *core.Ref:
		if v, ok := x.Obj.(*core.Var); ok && isFloat(v.Type) && !v.Global {
			g.increment(ref(g.emitter.adjoint(v)), b)
			return
		}
	case *core.Index:
		if isFloat(x.T) && isPath(x) {
			g.increment(index(g.header(x.E), g.need(x.I)), b)
			return
		}
	case *core.Unary:
		switch x.Op {
		case token.SUB:
			g.adjoint(x.E, negate(b))
			return
		case token.ADD:
			g.adjoint(x.E, b)
			return
		}
	case *core.Binary:
		if isFloat(x.T) {
			g.binary(x, b)
			return
		}
	case *core.Convert:
		if isFloat(x.T) && isFloat(x.E.Type()) {
			g.adjoint(x.E, b)
			return
		}
	case *core.Call:
		if rule, ok := ruleOf(x); ok && isFloat(x.T) && !rule.Passive {
			g.rule(x, b)
			return
		}
	}
	g.unsupported(x.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(x))
}

func (g *group) binary(x *core.Binary, b core.Expr) {
	left, right := g.exprVaried(g.act, x.L), g.exprVaried(g.act, x.R)
	if left && right {
		b = g.bind("b", b)
	}
	again := func() core.Expr { return core.CloneExpr(b) }
	switch x.Op {
	case token.ADD:
		g.adjoint(x.L, again())
		g.adjoint(x.R, again())
	case token.SUB:
		g.adjoint(x.L, again())
		if right {
			g.adjoint(x.R, negate(again()))
		}
	case token.MUL:
		if left {
			g.adjoint(x.L, times0(again(), g.value(x.R, g)))
		}
		if right {
			g.adjoint(x.R, times0(again(), g.value(x.L, g)))
		}
	case token.QUO:
		g.quotient(x, b, left, right)
	default:
		g.unsupported(x.At, "operator %s has no derivative", x.Op)
	}
}

// quotient is l/r: the partials are 1/r and -(l/r)/r.
func (g *group) quotient(x *core.Binary, b core.Expr, left, right bool) {
	r := g.value(x.R, g)
	if f, constant := floatValue(r); constant && f != 0 {
		g.adjoint(x.L, binary(token.QUO, b, r))
		return
	}
	r = g.bind("d", r)
	if left {
		g.adjoint(x.L, times0(core.CloneExpr(b), binary(token.QUO, floatConst(1), core.CloneExpr(r))))
	}
	if right {
		q := binary(token.QUO, binary(token.QUO, g.value(x.L, g), core.CloneExpr(r)), core.CloneExpr(r))
		g.adjoint(x.R, negate(times0(core.CloneExpr(b), q)))
	}
}

// rule applies the row of a function with one float result.
func (g *group) rule(x *core.Call, b core.Expr) {
	rule, _ := ruleOf(x)
	varied := 0
	for _, a := range x.Args {
		if g.exprVaried(g.act, a) {
			varied++
		}
	}
	if varied > 1 {
		b = g.bind("b", b)
	}
	value := func(name string) core.Expr { return g.ruleValue(x, rule.Args, name, rule.Results[0].Name) }
	for i, a := range x.Args {
		if !g.exprVaried(g.act, a) || i >= len(rule.Args) {
			continue
		}
		d := rule.Results[0].D[i]
		if d == "0" || d == "" {
			continue
		}
		g.adjoint(a, times0(core.CloneExpr(b), partial(d, value)))
	}
}

// ruleValue is the value of an argument or of the result of a call with a rule.
func (g *group) ruleValue(x *core.Call, args []string, name, result string) core.Expr {
	for i, a := range args {
		if a == name {
			return g.bindValue(g.value(x.Args[i], g))
		}
	}
	if name == result {
		return g.value(x, g)
	}
	panic("rule names unknown value " + name)
}

// bindValue names a value that is more than a variable or a record, since rules use their arguments several times.
func (g *group) bindValue(v core.Expr) core.Expr {
	switch v.(type) {
	case *core.Ref, *core.Const, *core.Index:
		return v
	}
	return g.once(v)
}
