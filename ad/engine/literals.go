package engine

// This file finds package variables that are as good as functions: assigned once, a literal that captures no local.
// A cell's "loss := func(x []float64) float64 { … }" is one.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// literals maps such variables to functions with the literals' bodies.
func literals(p *core.Package) map[*core.Var]*core.Func {
	values := map[*core.Var][]core.Expr{} // what is assigned, nil for what cannot be followed
	note := func(l core.Expr, r core.Expr) {
		if ref, ok := l.(*core.Ref); ok {
			if v, ok := ref.Obj.(*core.Var); ok && v.Global {
				values[v] = append(values[v], r)
			}
		}
	}
	look := func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Assign:
			for i, l := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) && n.Op == token.ASSIGN {
					note(l, n.Rhs[i])
				} else {
					note(l, nil)
				}
			}
		case *core.Unary:
			if n.Op == token.AND {
				note(n.E, nil)
			}
		}
		return true
	}
	core.InspectStmts(p.Init, look)
	for _, f := range p.Funcs {
		core.InspectStmts(f.Body, look)
	}
	funcs := map[*core.Var]*core.Func{}
	for _, v := range p.Vars {
		if _, isFunc := v.Type.Underlying().(*types.Signature); !isFunc || len(values[v]) != 1 || v.Reassigned {
			continue
		}
		if lit, ok := values[v][0].(*core.FuncLit); ok && capturedLocal(lit) == "" {
			funcs[v] = &core.Func{At: lit.At, Name: v.Name, Orig: v.Orig, Signature: lit.Signature, Body: lit.Body}
		}
	}
	return funcs
}

// capturedLocal is the name of a local variable that a literal captures, or "".
func capturedLocal(lit *core.FuncLit) string {
	inside := declaredIn(lit)
	captured := ""
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok {
			if v, ok := r.Obj.(*core.Var); ok && !v.Global && !inside[v] {
				captured = nameOf(v)
			}
		}
		return true
	})
	return captured
}
