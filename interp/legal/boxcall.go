package legal

// This file rewrites calls of functions for the pass boxes.

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

func (b *boxer) call(e *core.Call) core.Expr {
	c := &core.Call{X: b.x(e.X), ArgT: b.plain(e.ArgT), Spread: e.Spread}
	switch fun := e.Fun.(type) {
	case *core.Ref:
		switch fun.Obj.(type) {
		case *core.Builtin:
			if len(e.Args) == 1 && isTuple(e.Args[0].Type()) {
				return b.spreadBuiltin(e)
			}
			c.Fun = b.expr(fun)
			return b.builtin(c, e, builtinName(fun))
		case *core.Host:
			if out := b.hostCall(c, e, fun.Obj.(*core.Host)); out != nil {
				return out
			}
		}
	case *core.Field:
		if fun.Method && fun.E != nil {
			return b.methodCall(c, e, fun)
		}
	}
	c.Fun = b.use(e.Fun)
	sig, ok := calleeType(e.Fun)
	if ok && sig.Variadic() && (!static(e.Fun) || b.calls(e.Fun) && b.spreads(e, sig)) && !(len(e.Args) == 1 && isTuple(e.Args[0].Type())) {
		c.Args, c.Spread = b.packed(e, sig), true // the interpreter does not put these into a slice for every function value
		return c
	}
	c.Args = b.arguments(e)
	return c
}

// spreads reports whether the interpreter would take one of several variadic arguments for all of them: it has the type of the slice.
func (b *boxer) spreads(e *core.Call, sig *types.Signature) bool {
	if e.Spread {
		return false
	}
	n := sig.Params().Len() - 1
	all := b.low(sig.Params().At(n).Type())
	for _, a := range e.Args[min(n, len(e.Args)):] {
		if t := a.Type(); t != nil && (types.Identical(b.low(t).Underlying(), all) || b.low(t) == anyType && !isNil(a)) {
			return true
		}
	}
	return false
}

// calls reports whether a called function is one of the session.
func (b *boxer) calls(e core.Expr) bool {
	r, ok := e.(*core.Ref)
	if ok {
		_, ok = r.Obj.(*core.Func)
	}
	return ok
}

// arguments rewrites the arguments of a call as the callee's parameters want them.
func (b *boxer) arguments(e *core.Call) []core.Expr {
	sig, ok := calleeType(e.Fun)
	if !ok {
		return b.exprs(e.Args)
	}
	n := len(e.Args)
	if n == 1 {
		if t, ok := e.Args[0].Type().(*types.Tuple); ok {
			n = t.Len()
		}
	}
	to := make([]types.Type, n)
	for i := range to {
		to[i] = paramType(sig, i, e.Spread)
	}
	return b.several(e.Args, to)
}

// appendAll evaluates all that is appended before it is, since it may lie where the first of it goes. It also gives nil a type.
// arrayLength evaluates the pointer to an array whose length is asked for: the interpreter would look at what it points to.
// spreadBuiltin calls a builtin with the results of a call, through a function that has them as parameters.
// hostCall treats the functions of other packages that look into what they are given; nil means that the call is as others.
func (b *boxer) hostCall(c, e *core.Call, h *core.Host) core.Expr {
	name := h.Path + "." + h.Name
	switch {
	case name == "errors.Is":
		return hostCall(e.At, "ErrorsIs", c.T, b.arguments(e)...)
	case name == "errors.As":
		return b.errorsAs(c, e)
	case name == "encoding/json.Unmarshal" && len(e.Args) == 2:
		b.decodes(e.Args[1])
	case h.Path == "fmt" && strings.Contains(h.Name, "can"): // Sscanf and its kin
		b.scans(e, name)
	case rawArguments(h):
		c.Fun = b.expr(e.Fun)
		for _, a := range e.Args {
			x := b.expr(a)
			if a.Type() != nil && types.IsInterface(a.Type()) && !isNil(a) {
				x = hostCall(a.Pos(), "Get", anyType, x)
			}
			c.Args = append(c.Args, x)
		}
		return c
	}
	return nil
}

// decodes refuses to decode into what lowered code keeps as any: nothing tells which type to make.
func (b *boxer) decodes(e core.Expr) {
	walkType(e.Type(), func(t types.Type, _ int) bool {
		bad := b.kept(t)
		if st, ok := t.Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				bad = bad || b.erased(st, i)
			}
		}
		if bad {
			b.u.refuse(e.Pos(), "decoding JSON into a value of type %s is not supported: %s leads back to itself in a way that the interpreter does not have",
				b.u.typeName(e.Type()), b.u.typeName(t))
		}
		return !bad
	})
}

// scans refuses to scan into types of the session that have a method for it, which fmt does not see.
func (b *boxer) scans(e *core.Call, name string) {
	for _, a := range e.Args {
		if m, _ := lookup(a.Type(), "Scan"); m != nil {
			if f, _ := b.method(m); f != nil {
				b.u.refuse(a.Pos(), "%s into a value of type %s, which has a method Scan, is not supported; scan into basic types", name, b.u.typeName(a.Type()))
			}
		}
	}
}

// rawArguments reports whether a function wants values as they are where it takes any: it looks at their structure.
func rawArguments(h *core.Host) bool {
	switch h.Path + "." + h.Name {
	case "sort.Slice", "sort.SliceStable", "sort.SliceIsSorted":
		return true
	}
	return strings.HasPrefix(h.Path, "github.com/costate/costate/ad/")
}

// errorsAs asks the errors of a tree for the type that the target points to.
func (b *boxer) errorsAs(c, e *core.Call) core.Expr {
	if len(e.Args) != 2 {
		b.u.refuse(e.At, "errors.As with the results of a call is not supported; put them into variables")
		return c
	}
	target := e.Args[1].Type()
	p, ok := target.Underlying().(*types.Pointer)
	if !ok {
		b.u.refuse(e.At, "errors.As with a target of type %s is not supported; give it a pointer", b.u.typeName(target))
		return c
	}
	f := b.helper("errors.As "+typeKey(target), "errorsAs", func(f *core.Func) {
		err, t := &core.Var{Name: "err", Type: errorType}, &core.Var{Name: "target", Type: target}
		each, v, ok := &core.Var{Name: "e", Type: errorType}, &core.Var{Name: "v", Type: p.Elem()}, &core.Var{Name: "ok", Type: types.Typ[types.Bool]}
		boolType := types.Typ[types.Bool]
		try := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(0, nil, "", errorType)), types.NewTuple(types.NewParam(0, nil, "", boolType)), false)
		both := types.NewTuple(types.NewParam(0, nil, "", p.Elem()), types.NewParam(0, nil, "", boolType))
		lit := &core.FuncLit{X: core.X{T: try}, Signature: core.Signature{Params: []*core.Var{each}, Results: []types.Type{boolType}}, Body: []core.Stmt{
			&core.Define{Vars: []*core.Var{v, ok}, Rhs: []core.Expr{&core.Assert{X: core.X{T: both}, E: ref(each, 0), CommaOk: true}}},
			&core.If{Cond: ref(ok, 0), Then: []core.Stmt{assign(0, &core.Unary{X: core.X{T: p.Elem()}, Op: token.MUL, E: ref(t, 0)}, ref(v, 0))}},
			ret(0, ref(ok, 0)),
		}}
		anyTarget := &core.Convert{X: core.X{T: anyType}, E: ref(t, 0)}
		f.Params, f.Results = []*core.Var{err, t}, []types.Type{boolType}
		f.Body = []core.Stmt{ret(0, hostCall(0, "ErrorsAs", boolType, ref(err, 0), anyTarget, lit))}
	})
	c.Fun = refFunc(f, e.At)
	c.Args = []core.Expr{b.give(e.Args[0], errorType), b.expr(e.Args[1])}
	return c
}

// selection is a method with the operand that it is finally called on.
// selectMethod goes along the embedded fields to the operand of a method.
// adjust takes the address of a receiver, or what it points to, as the method wants it.
// address is &x, or p for x that is *p.
// funcRef refers to a function that was a method, whatever is rewritten of it already.
// packed gives the arguments of a call with those of a variadic parameter in a slice.
func (b *boxer) packed(e *core.Call, sig *types.Signature) []core.Expr {
	args := b.arguments(e)
	if !sig.Variadic() || e.Spread {
		return args
	}
	n := sig.Params().Len() - 1
	t := sig.Params().At(n).Type()
	if len(args) == n {
		return append(args, &core.Const{X: core.X{At: e.At, T: b.low(t)}})
	}
	rest := &core.Composite{X: core.X{At: e.At, T: b.low(t)}, Vals: args[n:]}
	return append(args[:n:n], rest)
}

// spreadMethod is x.f(g()): the value x.f with the results of g.
// methodValue is x.M as a value: the receiver is copied when the value is made.
// methodExpr is T.M: a function with the receiver as its first parameter.
// forward calls fun with the parameters and returns what it gives.
// lookup finds a method of t, or of *t, with its path through embedded fields.
func argName(i int) string { return fmt.Sprintf("a%d", i) }

func params(sig *types.Signature) []*types.Var {
	return slices.Collect(sig.Params().Variables())
}

// addressable reports whether the address of e can be taken.
func addressable(e core.Expr) bool {
	switch e := e.(type) {
	case *core.Ref:
		_, ok := e.Obj.(*core.Var)
		return ok
	case *core.Unary:
		return e.Op == token.MUL
	case *core.Index:
		switch e.E.Type().Underlying().(type) {
		case *types.Slice, *types.Pointer:
			return true
		case *types.Array:
			return addressable(e.E)
		}
	case *core.Field:
		if e.E == nil || e.Method {
			return false
		}
		if _, ok := e.E.Type().Underlying().(*types.Pointer); ok {
			return true
		}
		return addressable(e.E)
	}
	return false
}
