package legal

// This file rewrites calls for the pass boxes: methods become functions, methods of the session's interfaces are looked up.

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

// appendAll evaluates all that is appended before it is, since it may lie where the first of it goes. It also gives nil a type.
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

// arrayLength evaluates the pointer to an array whose length is asked for: the interpreter would look at what it points to.
func (b *boxer) arrayLength(e *core.Call, a *types.Array) core.Expr {
	t := e.Args[0].Type()
	f := b.helper("length "+typeKey(t), "length", func(f *core.Func) {
		f.Params, f.Results = []*core.Var{{Name: "p", Type: t}}, []types.Type{e.T}
		f.Body = []core.Stmt{ret(0, intConst(0, a.Len(), e.T))}
	})
	return call(e.At, e.T, refFunc(f, e.At), b.expr(e.Args[0]))
}

// spreadBuiltin calls a builtin with the results of a call, through a function that has them as parameters.
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
type selection struct {
	fn   *types.Func
	recv core.Expr  // lowered
	t    types.Type // its type
}

// selectMethod goes along the embedded fields to the operand of a method.
func (b *boxer) selectMethod(e *core.Field) selection {
	fn, path := lookup(e.E.Type(), e.Name)
	if fn == nil {
		panic("legal: boxes: no method " + e.Name + " of " + e.E.Type().String())
	}
	recv, t := b.path(b.expr(e.E), e.E.Type(), path[:len(path)-1], e.At)
	return selection{fn, recv, t}
}

// adjust takes the address of a receiver, or what it points to, as the method wants it.
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

// address is &x, or p for x that is *p.
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

// funcRef refers to a function that was a method, whatever is rewritten of it already.
func (b *boxer) funcRef(f *core.Func, at token.Pos) core.Expr {
	s := f.Signature
	if f.Recv != nil {
		s.Params = append([]*core.Var{f.Recv}, s.Params...)
	}
	return &core.Ref{X: core.X{At: at, T: b.low(signatureOf(s))}, Obj: f}
}

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
func (b *boxer) spreadMethod(c, e *core.Call, fun *core.Field) core.Expr {
	sig := fun.T.Underlying().(*types.Signature)
	to := make([]types.Type, e.Args[0].Type().(*types.Tuple).Len())
	for i := range to {
		to[i] = paramType(sig, i, false)
	}
	c.Fun, c.Args = b.methodValue(fun), b.several(e.Args, to)
	return c
}

// methodValue is x.M as a value: the receiver is copied when the value is made.
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

// methodExpr is T.M: a function with the receiver as its first parameter.
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

// forward calls fun with the parameters and returns what it gives.
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

// lookup finds a method of t, or of *t, with its path through embedded fields.
func lookup(t types.Type, name string) (*types.Func, []int) {
	obj, path, _ := types.LookupFieldOrMethod(t, true, packageOf(t), name)
	fn, _ := obj.(*types.Func)
	return fn, path
}

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
