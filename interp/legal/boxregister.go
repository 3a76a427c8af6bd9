package legal

// This file makes the tables of methods. A method of an interface is called through a function per name and signature,
//
//	func call_Area(x any, k int) float64 {
//		if f, ok := table_Area[host.ID(x)]; ok {
//			return f(host.Get(x), k)
//		}
//		return host.Call(x, "Area", k)[0].(float64)   // a value of another package
//	}
//
// and each type that is boxed has a function that enters its methods; the session calls it when it has been loaded.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

// RegisterPrefix begins the names of functions that are to be called when they have been loaded.
const RegisterPrefix = HelperPrefix + "0register_" // no name of a cell goes on like this

// tableType is the lowered type of the functions in a method's table. The receiver is any and nothing is variadic.
func (b *boxer) tableType(sig *types.Signature) *types.Signature {
	ps := []*types.Var{types.NewParam(0, nil, "", anyType)}
	for _, p := range params(sig) {
		ps = append(ps, types.NewParam(0, nil, "", b.low(p.Type())))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(ps...), b.tuple(sig.Results()), false)
}

// table is the variable that holds the functions of the methods with a name and a signature.
func (b *boxer) table(name string, sig *types.Signature) *core.Var {
	plain := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	key := name + " " + typeKey(plain)
	v, ok := b.tables[key]
	if !ok {
		v = &core.Var{Name: helperName("table_"+name, key), Type: types.NewMap(types.Typ[types.String], b.tableType(sig)), Global: true}
		b.tables[key] = v
		b.u.pkg.Vars = append(b.u.pkg.Vars, v)
	}
	return v
}

// dispatcher is the function that calls a method of the session's interfaces. It is in lowered types.
func (b *boxer) dispatcher(name string, sig *types.Signature, at token.Pos) *core.Func {
	table := b.table(name, sig)
	return b.u.helper("dispatch "+table.Name, "call_"+name, func(f *core.Func) {
		t := b.tableType(sig)
		f.Signature = cloneSignature(t, argName)
		x := f.Params[0]
		fn, ok := &core.Var{Name: "f", Type: t}, &core.Var{Name: "ok", Type: types.Typ[types.Bool]}
		both := types.NewTuple(types.NewParam(0, nil, "", t), types.NewParam(0, nil, "", ok.Type))
		look := &core.Index{X: core.X{T: both}, E: ref(table, 0), I: hostCall(0, "ID", types.Typ[types.String], ref(x, 0)), CommaOk: true}
		args := []core.Expr{hostCall(0, "Get", anyType, ref(x, 0))}
		other := []core.Expr{ref(x, 0), stringConst(0, name)}
		for _, p := range f.Params[1:] {
			args = append(args, ref(p, 0))
			other = append(other, ref(p, 0))
		}
		c := call(0, resultType(f.Results), ref(fn, 0), args...)
		f.Body = []core.Stmt{&core.Define{Vars: []*core.Var{fn, ok}, Rhs: []core.Expr{look}}}
		anySlice := types.NewSlice(anyType)
		results := &core.Var{Name: "results", Type: anySlice}
		foreign := hostCall(0, "Call", anySlice, other...)
		if len(f.Results) == 0 {
			f.Body = append(f.Body, &core.If{Cond: ref(ok, 0), Then: []core.Stmt{&core.Do{E: c}, ret(0)}}, &core.Do{E: foreign})
			return
		}
		f.Body = append(f.Body, &core.If{Cond: ref(ok, 0), Then: []core.Stmt{ret(0, c)}}, define(0, results, foreign))
		var out []core.Expr
		for i, r := range tuple(sig.Results()) {
			var e core.Expr = &core.Index{X: core.X{T: anyType}, E: ref(results, 0), I: intConst(0, int64(i), types.Typ[types.Int])}
			switch {
			case b.foreign(r):
				e = call(0, b.low(r), refFunc(b.toForeign(r), 0), e)
			case !types.IsInterface(r):
				e = b.typed(e, r)
			}
			out = append(out, e)
		}
		f.Body = append(f.Body, ret(0, out...))
	})
}

// dispatches reports whether e is a function that calls a method of the session's interfaces: through another one.
func dispatches(e core.Expr) bool {
	r, ok := e.(*core.Ref)
	if !ok {
		return false
	}
	f, ok := r.Obj.(*core.Func)
	return ok && strings.HasPrefix(f.Name, HelperPrefix+"call_")
}

// want notes that values of a type are put into boxes, and asks for the methods of the types in it that the host may call.
func (b *boxer) want(t types.Type) {
	key := typeKey(t)
	if b.asked[key] || !b.boxed(t) {
		return
	}
	b.asked[key] = true
	b.u.boxed[key] = t
	b.work = append(b.work, t)
	b.inside(t, map[types.Type]bool{})
}

// inside wants the types inside of t that have methods by which packages print and encode.
func (b *boxer) inside(t types.Type, seen map[types.Type]bool) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	if n, ok := t.(*types.Named); ok {
		if !b.u.own(n) {
			return
		}
		for _, w := range []types.Type{n, types.NewPointer(n)} {
			for _, name := range shownBy {
				if types.NewMethodSet(w).Lookup(n.Obj().Pkg(), name) != nil {
					b.want(w)
				}
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			b.inside(f.Type(), seen)
		}
	case *types.Map:
		b.inside(u.Key(), seen)
		b.inside(u.Elem(), seen)
	case interface{ Elem() types.Type }:
		b.inside(u.Elem(), seen)
	}
}

// shownBy lists the methods by which packages print and encode what is inside of values.
var shownBy = [...]string{"Format", "GoString", "Error", "String", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "IsZero"}

// register writes the functions that enter the methods of boxed types.
func (b *boxer) register() {
	for len(b.work) > 0 {
		t := b.work[0]
		b.work = b.work[1:]
		set := types.NewMethodSet(t)
		if set.Len() == 0 || types.IsInterface(t) {
			continue
		}
		b.registerType(t, set)
	}
}

func (b *boxer) registerType(t types.Type, set *types.MethodSet) {
	id := typeKey(t)
	f := &core.Func{Name: helperName("0register", id)}
	var names []string
	for i := range set.Len() {
		names = append(names, set.At(i).Obj().Name())
	}
	slices.Sort(names)
	for _, name := range names {
		fn, _ := lookup(t, name)
		if fn == nil {
			continue
		}
		sig := fn.Signature()
		table := b.table(name, sig)
		at := func() core.Expr { return stringConst(0, id) }
		entry := func() core.Expr {
			return &core.Index{X: core.X{T: b.tableType(sig)}, E: ref(table, 0), I: at()}
		}
		null := &core.Const{X: core.X{T: table.Type}}
		empty := &core.Composite{X: core.X{T: table.Type}}
		f.Body = append(f.Body,
			&core.If{Cond: binary(token.EQL, ref(table, 0), null), Then: []core.Stmt{assign(0, ref(table, 0), empty)}},
			assign(0, entry(), b.entry(t, name, sig)),
			&core.Do{E: hostCall(0, "Method", nil, at(), stringConst(0, name), entry())},
		)
	}
	b.u.added = append(b.u.added, f)
}

// entry is the function of a type's method in its table.
func (b *boxer) entry(t types.Type, name string, sig *types.Signature) core.Expr {
	tt := b.tableType(sig)
	x := &core.Var{Name: "x", Type: anyType}
	v := &core.Var{Name: "v", Type: t}
	lit := &core.FuncLit{X: core.X{T: tt}, Signature: core.Signature{Params: []*core.Var{x}, Results: slices.Clone(tuple(sig.Results()))}}
	for i, p := range params(sig) {
		lit.Params = append(lit.Params, &core.Var{Name: argName(i), Type: p.Type()})
	}
	plain := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	body := forward(plain, &core.Field{X: core.X{T: plain}, E: ref(v, 0), Name: name, Method: true}, lit.Params[1:])
	lit.Signature, lit.Body = b.signed(lit.Signature, body)
	w := b.variable(v)
	unbox := define(0, w, b.typed(ref(b.variable(x), 0), t))
	lit.Body = append([]core.Stmt{unbox}, lit.Body...)
	return lit
}
