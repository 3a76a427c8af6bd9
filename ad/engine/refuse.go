package engine

// This file refuses what has no adjoint yet. Whatever is not refused here and not handled by the emitter is
// refused where the emitter meets it.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// refuse reports the constructs of the function that cannot be differentiated.
func (e *emitter) refuse() {
	e.refuseHiddenCalls()
	e.refuseText()
	core.InspectStmts(e.fn.Body, e.refuseNode)
}

// refuseHiddenCalls reports calls of functions that write to memory with a derivative where the normal form could not
// give them a statement of their own: nothing would reverse what they write.
func (e *emitter) refuseHiddenCalls() {
	seen := map[core.Expr]bool{} // calls that have a statement of their own
	core.InspectStmts(e.fn.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			if len(n.Rhs) == 1 {
				seen[n.Rhs[0]] = true
			}
		case *core.Do:
			seen[n.E] = true
		case *core.Call:
			f := ownCallee(n)
			if f == nil || seen[n] || !e.callMask(e.act, n).any() {
				break
			}
			g := e.flow[f]
			for _, v := range g.fn.Params {
				if isShadowed(v.Type) && g.effects(v, nil)&^reads != 0 {
					e.unsupported(n.At, "calling %s, which writes to its arguments, is not supported yet at this place; call it in a statement before", f.Name)
					return false
				}
			}
		}
		return true
	})
}

func (e *emitter) refuseNode(n core.Node) bool {
	switch n := n.(type) {
	case *core.Do:
		switch n.How {
		case core.DoGo:
			e.unsupported(n.At, "a go statement in a differentiated function is not supported yet; use parallel.For or parallel.ForRange")
			return false
		case core.DoDefer:
			e.unsupported(n.At, "defer in a differentiated function is not supported yet")
			return false
		}
		if lit := parallelBody(n.E); lit != nil {
			core.Inspect(n.E.(*core.Call).Args[0], e.refuseExpr)
			core.InspectStmts(lit.Body, e.refuseNode)
			return false
		}
	case *core.Select, *core.Send:
		e.unsupported(n.Pos(), "channels in a differentiated function are not supported yet")
		return false
	case *core.TypeSwitch:
		if e.exprVaried(e.act, n.E) {
			e.unsupported(n.At, "a type switch on a value that carries a derivative is not supported yet")
			return false
		}
	case *core.Range:
		if e.exprVaried(e.act, n.E) {
			e.unsupported(n.At, "ranging over a %s that carries a derivative is not supported yet", typeText(n.E.Type()))
			return false
		}
	case *core.Define:
		for i, v := range n.Vars {
			if v != nil && len(n.Rhs) == len(n.Vars) {
				if _, lit := n.Rhs[i].(*core.FuncLit); lit {
					e.refused[v] = true // its calls need no diagnostics of their own
				}
			}
			if v != nil && hasFloats(v.Type) && e.act.varied(v) && !isFloat(v.Type) && !isShadowed(v.Type) {
				e.refused[v] = true
				e.unsupported(n.At, "variable %s of type %s would carry a derivative, which is not supported yet", nameOf(v), typeText(v.Type))
				return false
			}
		}
	case *core.Assign:
		return e.refuseAssign(n)
	case core.Expr:
		return e.refuseExpr(n)
	}
	return true
}

// refuseAssign reports assignments that would carry a derivative into a place that has no shadow.
func (e *emitter) refuseAssign(s *core.Assign) bool {
	for i, l := range s.Lhs {
		if l == nil || !hasFloats(l.Type()) || e.refused[rootVar(l)] {
			continue
		}
		if root := rootVar(l); root == nil || !e.act.varied(root) {
			if root == nil && len(s.Rhs) == len(s.Lhs) && e.exprVaried(e.act, s.Rhs[i]) {
				e.unsupported(s.At, "assigning a value that carries a derivative to %s is not supported yet", core.OrigText(l))
				return false
			}
			continue
		} else if root.Global {
			e.unsupported(s.At, "package variable %s would carry a derivative, which is not supported yet", root.Name)
			return false
		}
		if !isPath(l) || !isFloat(l.Type()) && !isShadowed(l.Type()) {
			e.unsupported(s.At, "%s of type %s would carry a derivative, which is not supported yet", core.OrigText(l), typeText(l.Type()))
			return false
		}
	}
	return true
}

func (e *emitter) refuseExpr(n core.Node) bool {
	switch n := n.(type) {
	case *core.FuncLit:
		e.unsupported(n.At, "a function literal in a differentiated function is not supported yet, save as the body of a parallel loop")
		return false
	case *core.Unary:
		switch {
		case n.Op == token.ARROW:
			e.unsupported(n.At, "channels in a differentiated function are not supported yet")
			return false
		case n.Op == token.AND && e.exprVaried(e.act, n.E):
			e.unsupported(n.At, "taking the address of a variable that carries a derivative is not supported yet")
			return false
		}
	case *core.Call:
		return e.refuseCall(n)
	case *core.Ref:
		if v, ok := n.Obj.(*core.Var); ok && v.Global && e.act.varied(v) {
			e.unsupported(n.At, "package variable %s would carry a derivative, which is not supported yet", v.Name)
			return false
		}
	}
	return true
}

// refuseCall reports calls through which a derivative would be lost.
func (e *emitter) refuseCall(c *core.Call) bool {
	if len(c.Args) == 1 {
		if body, ok := c.Args[0].(*core.FuncLit); ok && body.At == c.At { // the call was a loop
			e.unsupported(c.At, "a range over a function in a differentiated function is not supported yet")
			return false
		}
	}
	if isOwnCall(c) {
		return true
	}
	active := false
	for _, a := range c.Args {
		active = active || hasFloats(a.Type()) && e.exprVaried(e.act, a)
	}
	name := builtinName(c)
	switch r := c.Fun.(type) {
	case *core.Ref:
		switch obj := r.Obj.(type) {
		case *core.Builtin:
			if active && (name == "complex" || name == "real" || name == "imag" || name == "new" || name == "delete") {
				e.unsupported(c.At, "%s of a value that carries a derivative is not supported yet", name)
				return false
			}
			return true
		case *core.Host:
			if _, known := ruleOf(c); active && !known {
				e.unsupported(c.At, "%s is called with a value that carries a derivative, and there is no rule for its derivative", core.OrigText(c.Fun))
				return false
			}
			if obj.Path == parallelPath && obj.Name != "Chunks" && parallelBody(c) == nil {
				e.unsupported(c.At, "the body of parallel.%s must be a function literal or a function", obj.Name)
				return false
			}
			if obj.Path == adPath {
				e.unsupported(c.At, "a derivative inside a differentiated function is not supported yet")
				return false
			}
			return true
		}
	case *core.Field:
		if r.E != nil && r.Method {
			active = active || hasFloats(r.E.Type()) && e.exprVaried(e.act, r.E)
			if !active && !e.opaque(r.E.Type()) {
				return true
			}
			e.unsupported(c.At, "calling method %s in a differentiated function is not supported yet", r.Name)
			return false
		}
	}
	if e.refused[rootVar(c.Fun)] {
		return false
	}
	if lit, ok := c.Fun.(*core.FuncLit); ok && e.refuseDefers(lit) {
		return false
	}
	e.unsupported(c.At, "calling a function value in a differentiated function is not supported yet")
	return false
}

// refuseDefers reports the defer statements of a called literal: the body of a function with named results that defers
// calls is one.
func (e *emitter) refuseDefers(lit *core.FuncLit) bool {
	before := len(e.diags)
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		if d, ok := n.(*core.Do); ok && d.How == core.DoDefer {
			return e.refuseNode(d)
		}
		return true
	})
	return len(e.diags) > before
}

// opaque reports whether methods of t may run code of the session, which could reach any of its variables.
func (e *emitter) opaque(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(t) {
		return true
	}
	for _, d := range e.pkg.Types {
		if d.Named.Pkg() == named.Obj().Pkg() {
			return true
		}
	}
	return false
}
