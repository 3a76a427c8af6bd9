package legal

// This file makes functions of methods for the pass boxes: where they are called, and where they are values.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

type selection struct {
	fn   *types.Func
	recv core.Expr  // lowered
	t    types.Type // its type
}

func (b *boxer) selectMethod(e *core.Field) selection {
	fn, path := lookup(e.E.Type(), e.Name)
	if fn == nil {
		panic("legal: boxes: no method " + e.Name + " of " + e.E.Type().String())
	}
	recv, t := b.path(b.expr(e.E), e.E.Type(), path[:len(path)-1], e.At)
	return selection{fn, recv, t}
}

func (b *boxer) adjust(s selection, want types.Type, at token.Pos) core.Expr {
	_, ptr := types.Unalias(want).(*types.Pointer)
	_, has := types.Unalias(s.t).Underlying().(*types.Pointer)
	switch {
	case ptr && !has:
		return address(s.recv, b.low(want), at)
	case !ptr && has:
		return &core.Unary{X: core.X{At: at, T: b.low(want)}, Op: token.MUL, E: s.recv}
	}
	return s.recv
}

func address(x core.Expr, t types.Type, at token.Pos) core.Expr {
	if u, ok := x.(*core.Unary); ok && u.Op == token.MUL {
		return u.E
	}
	return &core.Unary{X: core.X{At: at, T: t}, Op: token.AND, E: x}
}

func (b *boxer) methodCall(c, e *core.Call, fun *core.Field) core.Expr {
	s := b.selectMethod(fun)
	sig := s.fn.Signature()
	f, recv := b.method(s.fn)
	if len(e.Args) == 1 && isTuple(e.Args[0].Type()) && (f != nil || b.isAny(s.t)) { // f(g()) of a method has one argument more
		return b.spreadMethod(c, e, fun)
	}
	if f != nil {
		c.Fun = b.funcRef(f, e.At)
		args := []core.Expr{b.adjust(s, recv, e.At)}
		if sig.Variadic() && b.spreads(e, sig) {
			c.Args, c.Spread = append(args, b.packed(e, sig)...), true
			return c
		}
		c.Args = append(args, b.arguments(e)...)
		return c
	}
	if !types.IsInterface(s.t) || b.foreign(s.t) {
		if name := s.fn.FullName(); name == "(*encoding/json.Decoder).Decode" || name == "(*encoding/json.Encoder).Encode" {
			if s.fn.Name() == "Decode" {
				b.decodes(e.Args[0])
			}
			return hostCall(e.At, s.fn.Name(), c.T, append([]core.Expr{s.recv}, b.arguments(e)...)...)
		}
		c.Fun = &core.Field{X: b.x(fun.X), E: s.recv, Name: fun.Name, Method: true}
		c.Args = b.arguments(e)
		return c
	}
	c.Fun, c.Spread = refFunc(b.dispatcher(s.fn.Name(), sig, e.At), e.At), false
	c.Args = append([]core.Expr{s.recv}, b.packed(e, sig)...)
	return c
}

func (b *boxer) funcRef(f *core.Func, at token.Pos) core.Expr {
	s := f.Signature
	if f.Recv != nil {
		s.Params = append([]*core.Var{f.Recv}, s.Params...)
	}
	return &core.Ref{X: core.X{At: at, T: b.low(signatureOf(s))}, Obj: f}
}

func (b *boxer) spreadMethod(c, e *core.Call, fun *core.Field) core.Expr {
	sig := fun.T.Underlying().(*types.Signature)
	to := make([]types.Type, e.Args[0].Type().(*types.Tuple).Len())
	for i := range to {
		to[i] = paramType(sig, i, false)
	}
	c.Fun, c.Args = b.methodValue(fun), b.several(e.Args, to)
	return c
}

func (b *boxer) methodValue(e *core.Field) core.Expr {
	s := b.selectMethod(e)
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		panic("legal: boxes: a method value of type " + e.T.String())
	}
	f, recv := b.method(s.fn)
	if f == nil && !b.isAny(s.t) {
		recv = s.fn.Signature().Recv().Type()
		if types.IsInterface(s.t) {
			recv = s.t
		}
	} else if f == nil {
		recv = s.t
	}
	bind := b.helper("bind "+typeKey(recv)+" "+e.Name, "bind"+e.Name, func(h *core.Func) {
		r := &core.Var{Name: "r", Type: recv}
		lit := &core.FuncLit{X: core.X{T: sig}, Signature: cloneSignature(sig, argName)}
		lit.Body = forward(sig, &core.Field{X: core.X{T: sig}, E: ref(r, 0), Name: e.Name, Method: true}, lit.Params)
		h.Params, h.Results = []*core.Var{r}, []types.Type{sig}
		if types.IsInterface(recv) {
			h.Body = append(h.Body, &core.Do{E: hostCall(0, "NotNil", nil, &core.Convert{X: core.X{T: anyType}, E: ref(r, 0)})})
		}
		h.Body = append(h.Body, ret(0, lit))
	})
	return call(e.At, b.low(e.T), refFunc(bind, e.At), b.adjust(s, recv, e.At))
}

func (b *boxer) methodExpr(e *core.Field) core.Expr {
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		panic("legal: boxes: a method expression of type " + e.T.String())
	}
	f := b.helper("expr "+typeKey(e.Recv)+" "+e.Name, "method"+e.Name, func(f *core.Func) {
		f.Signature = cloneSignature(sig, argName)
		rest := types.NewSignatureType(nil, nil, nil, types.NewTuple(params(sig)[1:]...), sig.Results(), sig.Variadic())
		f.Body = forward(rest, &core.Field{X: core.X{T: rest}, E: ref(f.Params[0], 0), Name: e.Name, Method: true}, f.Params[1:])
	})
	return refFunc(f, e.At)
}

func forward(sig *types.Signature, fun core.Expr, params []*core.Var) []core.Stmt {
	c := call(0, resultType(tuple(sig.Results())), fun)
	for _, v := range params {
		c.Args = append(c.Args, ref(v, 0))
	}
	c.Spread = sig.Variadic()
	if sig.Results().Len() == 0 {
		return []core.Stmt{&core.Do{E: c}}
	}
	return []core.Stmt{ret(0, c)}
}

func lookup(t types.Type, name string) (*types.Func, []int) {
	obj, path, _ := types.LookupFieldOrMethod(t, true, packageOf(t), name)
	fn, _ := obj.(*types.Func)
	return fn, path
}
