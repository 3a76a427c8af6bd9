package legal

// This file rewrites calls of builtins for the pass boxes.

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func (b *boxer) builtin(c, e *core.Call, name string) core.Expr {
	switch name {
	case "append":
		c.Args = []core.Expr{b.use(e.Args[0])}
		c.T = b.plain(e.T)
		s, ok := e.Args[0].Type().Underlying().(*types.Slice)
		if ok && !e.Spread && (slices.ContainsFunc(e.Args[1:], isNil) || len(e.Args) > 2 && mayFail(&core.Call{Args: e.Args[2:]})) {
			return b.appendAll(e)
		}
		for _, a := range e.Args[1:] {
			if ok && !e.Spread {
				x := b.give(a, s.Elem())
				if _, slice := x.Type().Underlying().(*types.Slice); slice && b.low(s.Elem()) == anyType { // the interpreter would append its elements
					x = &core.Convert{X: core.X{At: x.Pos(), T: anyType}, E: x}
				}
				c.Args = append(c.Args, x)
			} else {
				c.Args = append(c.Args, b.use(a))
			}
		}
	case "delete":
		m := e.Args[0].Type().Underlying().(*types.Map)
		c.Args = []core.Expr{b.use(e.Args[0]), b.key(e.Args[1], m)}
	case "len", "cap":
		if p, ok := e.Args[0].Type().Underlying().(*types.Pointer); ok && !twice(e.Args[0]) {
			return b.arrayLength(e, p.Elem().Underlying().(*types.Array))
		}
		c.Args = []core.Expr{b.use(e.Args[0])}
	case "panic":
		c.Args = []core.Expr{b.give(e.Args[0], anyType)}
	case "new":
		if e.ArgT == nil {
			c.Args = b.exprs(e.Args)
			break
		}
		fallthrough
	default:
		for _, a := range e.Args {
			c.Args = append(c.Args, b.use(a))
		}
	}
	if name == "make" {
		c.T = c.ArgT
		if ch, ok := c.ArgT.Underlying().(*types.Chan); ok && ch.Dir() != types.SendRecv { // the interpreter makes these not
			t := c.T
			c.ArgT = types.NewChan(types.SendRecv, ch.Elem())
			c.T = c.ArgT
			return &core.Convert{X: core.X{At: c.At, T: t}, E: c}
		}
	}
	return c
}

func (b *boxer) appendAll(e *core.Call) core.Expr {
	s := e.Args[0].Type()
	elem := s.Underlying().(*types.Slice).Elem()
	f := b.helper(fmt.Sprint("append ", len(e.Args), " ", typeKey(s)), "append", func(f *core.Func) {
		c := &core.Call{X: e.X, Fun: e.Fun}
		for i := range e.Args {
			v := &core.Var{Name: argName(i), Type: elem}
			if i == 0 {
				v.Type = s
			}
			f.Params = append(f.Params, v)
			c.Args = append(c.Args, ref(v, e.At))
		}
		f.Results, f.Body = []types.Type{e.T}, []core.Stmt{ret(e.At, c)}
	})
	to := []types.Type{s}
	for range e.Args[1:] {
		to = append(to, elem)
	}
	return call(e.At, b.low(e.T), refFunc(f, e.At), b.several(e.Args, to)...)
}

func (b *boxer) arrayLength(e *core.Call, a *types.Array) core.Expr {
	t := e.Args[0].Type()
	f := b.helper("length "+typeKey(t), "length", func(f *core.Func) {
		f.Params, f.Results = []*core.Var{{Name: "p", Type: t}}, []types.Type{e.T}
		f.Body = []core.Stmt{ret(0, intConst(0, a.Len(), e.T))}
	})
	return call(e.At, e.T, refFunc(f, e.At), b.expr(e.Args[0]))
}

func (b *boxer) spreadBuiltin(e *core.Call) core.Expr {
	from := e.Args[0].Type().(*types.Tuple)
	name := builtinName(e.Fun)
	f := b.helper(name+" of "+typeKey(from), name, func(f *core.Func) {
		c := &core.Call{X: e.X, Fun: e.Fun}
		for i, t := range tuple(from) {
			v := &core.Var{Name: argName(i), Type: t}
			f.Params = append(f.Params, v)
			c.Args = append(c.Args, ref(v, e.At))
		}
		f.Body = []core.Stmt{&core.Do{E: c}}
		if e.T != nil {
			f.Results, f.Body = []types.Type{e.T}, []core.Stmt{ret(e.At, c)}
		}
	})
	return call(e.At, b.low(e.T), refFunc(f, e.At), b.expr(e.Args[0]))
}
