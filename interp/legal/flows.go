package legal

// This file finds the places where a value becomes an interface value.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// flow is a value that is given where another type is wanted.
type flow struct {
	at   token.Pos
	from types.Type
	e    core.Expr // nil if the value is one result of a call
	to   types.Type
	call *core.Call // the call whose argument e is, or nil
	arg  int
}

// flows calls f for each value that is given to something of interface type.
func (u *unit) flows(f func(flow)) {
	w := &flowWalker{f: f}
	for _, fn := range u.pkg.Funcs {
		w.list(fn.Body, fn.Results)
	}
}

type flowWalker struct{ f func(flow) }

func (w *flowWalker) give(fl flow) {
	if fl.to != nil && fl.from != nil && types.IsInterface(fl.to) && (fl.e == nil || !isNil(fl.e)) {
		w.f(fl)
	}
}

// one gives an expression to a type.
func (w *flowWalker) one(e core.Expr, to types.Type) {
	if e != nil && to != nil {
		w.give(flow{at: e.Pos(), from: e.Type(), e: e, to: to})
	}
}

// several gives expressions, or the results of one call, to types.
func (w *flowWalker) several(es []core.Expr, to []types.Type) {
	if len(es) == 1 && len(to) > 1 {
		if t, ok := es[0].Type().(*types.Tuple); ok && t.Len() == len(to) {
			for i := range to {
				w.give(flow{at: es[0].Pos(), from: t.At(i).Type(), to: to[i]})
			}
		}
		return
	}
	for i, e := range es {
		if i < len(to) {
			w.one(e, to[i])
		}
	}
}

// list walks statements of a function with the given results.
func (w *flowWalker) list(list []core.Stmt, results []types.Type) {
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			w.list(n.Body, n.Results)
			return false
		case *core.Return:
			w.several(n.Results, results)
		case *core.Define:
			var to []types.Type
			for _, v := range n.Vars {
				if v == nil {
					to = append(to, nil)
				} else {
					to = append(to, v.Type)
				}
			}
			w.several(n.Rhs, to)
		case *core.Assign:
			var to []types.Type
			for _, l := range n.Lhs {
				if l == nil {
					to = append(to, nil)
				} else {
					to = append(to, l.Type())
				}
			}
			w.several(n.Rhs, to)
		case *core.Send:
			if c, ok := n.Ch.Type().Underlying().(*types.Chan); ok {
				w.one(n.Val, c.Elem())
			}
		case *core.Convert:
			w.one(n.E, n.T)
		case *core.Composite:
			w.composite(n)
		case *core.Index:
			if m, ok := n.E.Type().Underlying().(*types.Map); ok {
				w.one(n.I, m.Key())
			}
		case *core.Call:
			w.arguments(n)
		}
		return true
	})
}

func (w *flowWalker) composite(n *core.Composite) {
	switch t := n.T.Underlying().(type) {
	case *types.Struct:
		for i, v := range n.Vals {
			for j := range t.NumFields() {
				if i < len(n.Fields) && t.Field(j).Name() == n.Fields[i] || len(n.Fields) == 0 && i == j {
					w.one(v, t.Field(j).Type())
				}
			}
		}
	case *types.Map:
		for i, v := range n.Vals {
			w.one(v, t.Elem())
			if i < len(n.Keys) {
				w.one(n.Keys[i], t.Key())
			}
		}
	case interface{ Elem() types.Type }:
		for _, v := range n.Vals {
			w.one(v, t.Elem())
		}
	}
}

func (w *flowWalker) arguments(n *core.Call) {
	switch builtinName(n.Fun) {
	case "append":
		if s, ok := n.Args[0].Type().Underlying().(*types.Slice); ok && !n.Spread {
			for _, a := range n.Args[1:] {
				w.one(a, s.Elem())
			}
		}
		return
	case "delete":
		if m, ok := n.Args[0].Type().Underlying().(*types.Map); ok {
			w.one(n.Args[1], m.Key())
		}
		return
	case "":
	default:
		return
	}
	sig, ok := calleeType(n.Fun)
	if !ok {
		return
	}
	if len(n.Args) == 1 {
		if t, ok := n.Args[0].Type().(*types.Tuple); ok {
			for i := range t.Len() {
				w.give(flow{at: n.At, from: t.At(i).Type(), to: paramType(sig, i, false), call: n, arg: i})
			}
			return
		}
	}
	for i, a := range n.Args {
		if to := paramType(sig, i, n.Spread); to != nil && a != nil {
			w.give(flow{at: a.Pos(), from: a.Type(), e: a, to: to, call: n, arg: i})
		}
	}
}
