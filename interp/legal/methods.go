package legal

// This file writes method values and method expressions as functions: x.M becomes bind(x) with
//
//	func bind(r T) func(A) R { return func(a A) R { return r.M(a) } }
//
// so that the receiver is copied when the value is made, as Go wants it.

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

func methods(u *unit) {
	// A first pass copies the trees and finds the selections that are not called at once; it marks them by name,
	// since the second pass copies again.
	const mark = "value of "
	for _, f := range u.pkg.Funcs {
		values := map[*core.Field]bool{}
		find := &core.Mapper{Expr: func(e core.Expr) core.Expr {
			switch e := e.(type) {
			case *core.Field:
				if e.Method {
					values[e] = true
				}
			case *core.Call:
				if m, ok := e.Fun.(*core.Field); ok && m.E != nil {
					delete(values, m)
					u.byAddress(m)
				}
			}
			return e
		}}
		f.Body = find.MapStmts(f.Body)
		for e := range values {
			e.Name = mark + e.Name
		}
		replace := &core.Mapper{Expr: func(e core.Expr) core.Expr {
			m, ok := e.(*core.Field)
			if !ok || !strings.HasPrefix(m.Name, mark) {
				return e
			}
			m.Name = strings.TrimPrefix(m.Name, mark)
			if m.E == nil {
				return u.methodExpr(m)
			}
			return u.bind(m)
		}}
		f.Body = replace.MapStmts(f.Body)
	}
}

// byAddress writes x.M() as (&x).M() where M has a pointer receiver: the interpreter reads all of x otherwise, which
// another goroutine may be writing.
func (u *unit) byAddress(m *core.Field) {
	fn, path := lookup(m.E.Type(), m.Name)
	if fn == nil || len(path) != 1 || !u.own(m.E.Type()) || !addressable(m.E) || types.IsInterface(m.E.Type()) {
		return
	}
	if _, ok := fn.Signature().Recv().Type().(*types.Pointer); ok {
		t := types.NewPointer(m.E.Type())
		m.E = &core.Unary{X: core.X{At: m.E.Pos(), T: t}, Op: token.AND, E: m.E}
	}
}

// bind makes the call that gives a method value.
func (u *unit) bind(e *core.Field) core.Expr {
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		return e
	}
	recv := e.E
	t := recv.Type()
	fn, path := lookup(t, e.Name)
	if fn == nil {
		u.refuse(e.At, "the method value %s is not supported", e.Name)
		return e
	}
	_, isPtr := types.Unalias(t).Underlying().(*types.Pointer)
	_, ptrRecv := fn.Signature().Recv().Type().(*types.Pointer)
	switch {
	case types.IsInterface(t):
	case ptrRecv && !isPtr && addressable(recv):
		t = types.NewPointer(t)
		recv = &core.Unary{X: core.X{At: e.At, T: t}, Op: token.AND, E: recv}
	case !ptrRecv && isPtr:
		t = t.Underlying().(*types.Pointer).Elem()
		recv = &core.Unary{X: core.X{At: e.At, T: t}, Op: token.MUL, E: recv}
	}
	if len(path) > 1 && !ptrRecv && embedsPointer(t, path) {
		u.refuse(e.At, "the value of method %s of an embedded pointer is not supported yet; write a function literal", e.Name)
	}
	f := u.helper("bind "+typeKey(t)+" "+e.Name, "bind"+e.Name, func(f *core.Func) {
		r := &core.Var{Name: "r", Type: t}
		lit := &core.FuncLit{X: core.X{T: sig}, Signature: cloneSignature(sig, argName)}
		lit.Body = forward(sig, &core.Field{X: core.X{T: e.T}, E: ref(r, 0), Name: e.Name, Method: true}, lit.Params)
		f.Params, f.Results = []*core.Var{r}, []types.Type{sig}
		f.Body = []core.Stmt{ret(0, lit)}
	})
	return call(e.At, e.T, refFunc(f, e.At), recv)
}

// methodExpr gives a function for T.M.
func (u *unit) methodExpr(e *core.Field) core.Expr {
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		return e
	}
	f := u.helper("expr "+typeKey(e.Recv)+" "+e.Name, "method"+e.Name, func(f *core.Func) {
		f.Signature = cloneSignature(sig, argName)
		r := f.Params[0]
		rest := types.NewSignatureType(nil, nil, nil, types.NewTuple(params(sig)[1:]...), sig.Results(), sig.Variadic())
		f.Body = forward(rest, &core.Field{X: core.X{T: rest}, E: ref(r, 0), Name: e.Name, Method: true}, f.Params[1:])
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

func argName(i int) string { return fmt.Sprintf("a%d", i) }

func params(sig *types.Signature) []*types.Var {
	var out []*types.Var
	for i := range sig.Params().Len() {
		out = append(out, sig.Params().At(i))
	}
	return out
}

// lookup finds a method of t, or of *t, with its path through embedded fields.
func lookup(t types.Type, name string) (*types.Func, []int) {
	var pkg *types.Package
	base := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		base = p.Elem()
	}
	if n, ok := types.Unalias(base).(*types.Named); ok {
		pkg = n.Obj().Pkg()
	}
	obj, path, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn, path
}

// embedsPointer reports whether a path of embedded fields goes through a pointer.
func embedsPointer(t types.Type, path []int) bool {
	for _, i := range path[:len(path)-1] {
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return true
		}
		t = st.Field(i).Type()
		if _, ok := t.Underlying().(*types.Pointer); ok {
			return true
		}
	}
	return false
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
