package engine

// This file makes functions of methods: of those that are called, of those called through interfaces, of method values.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// methodCall makes a call of a method one of a function.
func (d *desugarer) methodCall(e *core.Call, f *core.Field) core.Expr {
	m, path, _ := types.LookupFieldOrMethod(f.E.Type(), true, d.home(), f.Name)
	if m == nil || len(path) == 0 {
		return e
	}
	recv := d.through(f.E, path)
	if types.IsInterface(recv.Type()) {
		fn := d.dispatcher(recv.Type(), f.Name, e.At)
		if fn == nil {
			return e
		}
		e.Args = append([]core.Expr{recv}, e.Args...)
		e.Fun = &core.Ref{X: core.X{At: f.At, T: signatureType(&fn.Signature)}, Obj: fn}
		d.pass(e, signatureType(&fn.Signature))
		return e
	}
	fn := d.methodFunc(recv.Type(), f.Name)
	if fn == nil {
		return e
	}
	_, wantPtr := fn.Params[0].Type.Underlying().(*types.Pointer)
	_, isPtr := recv.Type().Underlying().(*types.Pointer)
	switch {
	case wantPtr && !isPtr:
		recv = addr(recv)
	case !wantPtr && isPtr:
		recv = deref(recv)
	}
	e.Args = append([]core.Expr{recv}, e.Args...)
	e.Fun = &core.Ref{X: core.X{At: f.At, T: signatureType(&fn.Signature)}, Obj: fn}
	d.pass(e, signatureType(&fn.Signature))
	return e
}

// methodFunc is the method of a type of the package as a function of its receiver.
func (g *general) methodFunc(t types.Type, name string) *core.Func {
	base := func(t types.Type) types.Type {
		t = types.Unalias(t)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		return t
	}
	for _, f := range g.pkg.Funcs {
		if f.Recv == nil || f.Name != name || !types.Identical(base(f.Recv.Type), base(t)) {
			continue
		}
		if g.flat[f] == nil {
			flat := &core.Func{At: f.At, Name: g.names.fresh(typeText(base(t)) + "_" + name), Orig: f.Name, Signature: f.Signature, Body: f.Body}
			recv := *f.Recv
			if recv.Name == "_" || recv.Name == "" {
				recv.Name = "recv"
			}
			flat.Params = append([]*core.Var{f.Recv}, f.Params...)
			if f.Recv.Name == "_" || f.Recv.Name == "" {
				flat.Params[0] = &recv
			}
			g.flat[f] = flat
			g.method[flat] = f
		}
		return g.flat[f]
	}
	return nil
}

// dispatcher is the function that calls a method through an interface: a case for each type of the package. It is
// differentiated like any other.
func (g *general) dispatcher(t types.Type, name string, at token.Pos) *core.Func {
	if n, ok := types.Unalias(t).(*types.Named); ok && !g.own[n.Obj()] {
		return nil
	}
	key := types.TypeString(t, nil) + "." + name
	if f := g.dispatch[key]; f != nil {
		return f
	}
	iface := t.Underlying().(*types.Interface)
	var sig *types.Signature
	for m := range iface.Methods() {
		if m.Name() == name {
			sig = m.Signature()
		}
	}
	if sig == nil {
		return nil
	}
	text := "Call_"
	if n, ok := types.Unalias(t).(*types.Named); ok {
		text = n.Obj().Name() + "_"
	}
	recv := &core.Var{At: at, Name: "s", Type: t}
	f := &core.Func{At: at, Name: g.names.fresh(text + name), Signature: core.Signature{Params: []*core.Var{recv}, Variadic: sig.Variadic()}}
	g.dispatch[key] = f
	for i := range sig.Params().Len() {
		f.Params = append(f.Params, &core.Var{At: at, Name: "p" + itoa(i), Type: sig.Params().At(i).Type()})
	}
	for r := range sig.Results().Variables() {
		f.Results = append(f.Results, r.Type())
	}
	sw := &core.TypeSwitch{S: core.S{At: at}, E: ref(recv)}
	for _, d := range g.pkg.Types {
		named := d.Named.Type()
		for _, v := range []types.Type{named, types.NewPointer(named)} {
			if types.IsInterface(named) || !types.Implements(v, iface) || types.NewMethodSet(v).Lookup(d.Named.Pkg(), name) == nil {
				continue
			}
			bind := &core.Var{At: at, Name: "v", Type: v}
			call := &core.Call{X: core.X{At: at, T: tupleOrOne(f.Results)}, Fun: &core.Field{X: core.X{At: at, T: sig}, E: ref(bind), Name: name, Method: true}, Spread: sig.Variadic()}
			for _, p := range f.Params[1:] {
				call.Args = append(call.Args, ref(p))
			}
			body := []core.Stmt{&core.Return{S: core.S{At: at}, Results: []core.Expr{call}}}
			if len(f.Results) == 0 {
				body = []core.Stmt{&core.Do{S: core.S{At: at}, E: call}, &core.Return{S: core.S{At: at}}}
			}
			sw.Cases = append(sw.Cases, &core.TypeCase{At: at, Types: []types.Type{v}, Bind: bind, Body: body})
		}
	}
	f.Body = []core.Stmt{sw, do(builtin("panic", nil, &core.Convert{X: core.X{At: at, T: anyType()}, E: stringConst("no derivative is known for this dynamic type of " + text + name)}))}
	return f
}

// methodValue makes a literal of a method that is not called at once.
func (d *desugarer) methodValue(e core.Expr) core.Expr {
	f, ok := e.(*core.Field)
	if !ok || !f.Method {
		return e
	}
	sig, ok := f.T.Underlying().(*types.Signature)
	if !ok {
		return e
	}
	t := f.Recv
	if f.E != nil {
		t = f.E.Type()
	}
	m, _, _ := types.LookupFieldOrMethod(t, true, d.home(), f.Name)
	if m == nil || !d.ownMethod(m) {
		return e
	}
	var params []*core.Var
	for i := range sig.Params().Len() {
		params = append(params, &core.Var{At: f.At, Name: d.names.fresh("p"), Type: sig.Params().At(i).Type()})
	}
	var results []types.Type
	for r := range sig.Results().Variables() {
		results = append(results, r.Type())
	}
	make := func(recv core.Expr, args []*core.Var) []core.Stmt {
		c := &core.Call{X: core.X{At: f.At, T: tupleOrOne(results)}, Fun: &core.Field{X: core.X{At: f.At, T: sig}, E: recv, Name: f.Name, Method: true}, Spread: sig.Variadic()}
		for _, p := range args {
			c.Args = append(c.Args, ref(p))
		}
		called := d.call(c)
		if len(results) == 0 {
			return []core.Stmt{&core.Do{S: core.S{At: f.At}, E: called}}
		}
		return []core.Stmt{&core.Return{S: core.S{At: f.At}, Results: []core.Expr{called}}}
	}
	if f.E == nil {
		return literal(params, results, make(ref(params[0]), params[1:]))
	}
	recv := f.E
	if m.(*types.Func).Signature().Recv() != nil {
		if _, ptr := m.(*types.Func).Signature().Recv().Type().Underlying().(*types.Pointer); ptr {
			if _, is := recv.Type().Underlying().(*types.Pointer); !is {
				recv = addr(recv)
			}
		}
	}
	r := &core.Var{At: f.At, Name: d.names.fresh("recv"), Type: recv.Type()}
	inner := literal(params, results, make(ref(r), params))
	outer := literal([]*core.Var{r}, []types.Type{inner.T}, []core.Stmt{&core.Return{S: core.S{At: f.At}, Results: []core.Expr{inner}}})
	return &core.Call{X: core.X{At: f.At, T: inner.T}, Fun: outer, Args: []core.Expr{recv}}
}

func (g *general) ownMethod(m types.Object) bool {
	f, ok := m.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return false
	}
	t := types.Unalias(f.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && g.own[n.Obj()]
}
