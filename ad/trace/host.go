package trace

// This file traces what the program does with other packages: by the rows of the rule table, with plain values, or not at all.

import (
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/ad/rules"
	"github.com/costate/costate/internal/core"
)

// movers handle values of any type without looking at them, or by functions of the program only.
var movers = []string{
	"container/heap.Push", "container/list.List", "container/ring.Ring", "context.WithValue", "errors.As", "errors.Is",
	"sort.Slice", "sort.SliceIsSorted", "sort.SliceStable", "sync.Map", "sync.Pool", "sync/atomic.Value",
}

// sorters are the functions that move floats, and those of package rt that do it with their origins.
var sorters = map[string]string{"sort.Float64s": "TSort", "sort.Float64sAreSorted": "TSorted", "sort.SearchFloat64s": "TSearch"}

// hostFunc traces a call of a function of another package.
func (t *tracer) hostFunc(e *core.Call, h *core.Host, discard bool) core.Expr {
	name := h.Path + "." + h.Name
	if h.Path == adPath {
		t.unsupported(e.At, "a derivative inside a differentiated function is not supported yet")
		return e
	}
	sig, _ := e.Fun.Type().Underlying().(*types.Signature)
	rule, known := rules.Lookup(name)
	if known && !rule.Passive {
		if f := t.ruled(e, h, rule, sig); f != nil {
			c := call(f, t.exprs(e.Args)...)
			c.At = e.At
			return c
		}
		return e
	}
	if c := t.spread(e, sig, discard); c != nil {
		return c
	}
	if to := sorters[name]; to != "" {
		args := t.exprs(e.Args)
		args[0] = convert(types.NewSlice(t.num.num), args[0])
		return rtCall(e.At, to, e.T, false, args...)
	}
	c := &core.Call{X: e.X, Fun: e.Fun, ArgT: e.ArgT, Spread: e.Spread}
	r := *e.Fun.(*core.Ref)
	c.Fun = &r
	for i, a := range e.Args {
		if known {
			c.Args = append(c.Args, t.passive(a))
		} else {
			c.Args = append(c.Args, t.hostArg(a, paramType(sig, i, e.Spread), name, core.OrigText(e.Fun)))
		}
	}
	return t.fromHost(c, e, discard)
}

// hostMethodCall traces a call of a method of another package's type.
func (t *tracer) hostMethodCall(e *core.Call, fun *core.Field, m *types.Func, discard bool) core.Expr {
	sig, _ := fun.T.Underlying().(*types.Signature)
	if sig == nil {
		sig = m.Signature()
	}
	if c := t.spread(e, sig, discard); c != nil {
		return c
	}
	name := m.Name()
	if recv := m.Signature().Recv(); recv != nil {
		name = strings.TrimPrefix(key(recv.Type()), "*")
	}
	c := &core.Call{X: e.X, Spread: e.Spread,
		Fun: &core.Field{X: fun.X, E: t.expr(fun.E), Name: fun.Name, Method: true}}
	for i, a := range e.Args {
		c.Args = append(c.Args, t.hostArg(a, paramType(sig, i, e.Spread), name, core.OrigText(fun)))
		if i == 0 && name == "sync.Map" && t.holdsNumbers(a.Type()) {
			t.unsupported(a.Pos(), "a float as a key of a sync.Map cannot be traced: its derivative would be lost")
		}
	}
	return t.fromHost(c, e, discard)
}

// spread traces a call whose arguments are the results of another call, f(g()), as a call of a literal.
func (t *tracer) spread(e *core.Call, sig *types.Signature, discard bool) core.Expr {
	if len(e.Args) != 1 {
		return nil
	}
	tuple, ok := e.Args[0].Type().(*types.Tuple)
	if !ok {
		return nil
	}
	lit := &core.FuncLit{}
	inner := &core.Call{X: e.X, Fun: e.Fun}
	for v := range tuple.Variables() {
		p := &core.Var{At: e.At, Name: t.names.fresh("arg"), Type: v.Type()}
		lit.Params = append(lit.Params, p)
		inner.Args = append(inner.Args, ref(p))
	}
	if e.T == nil {
		lit.Body = []core.Stmt{do(inner)}
	} else {
		lit.Body, lit.Results = []core.Stmt{ret(inner)}, []types.Type{e.T}
		if results, ok := e.T.(*types.Tuple); ok {
			lit.Results = typesOf(results)
		}
	}
	lit.X = core.X{At: e.At, T: signatureType(&lit.Signature)}
	return t.call(&core.Call{X: e.X, Fun: lit, Args: e.Args}, discard)
}

func paramType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 {
		last := sig.Params().At(n - 1).Type()
		if s, ok := last.Underlying().(*types.Slice); ok && !spread {
			return s.Elem()
		}
		return last
	}
	if i < n {
		return sig.Params().At(i).Type()
	}
	return nil
}

// passive is an argument of a function that only looks at it: its plain value.
func (t *tracer) passive(a core.Expr) core.Expr {
	typ := a.Type()
	if _, number := kindOf(typ); number {
		v := t.value(a)
		if c, ok := v.(*core.Const); ok {
			return constOf(c.Val, typ)
		}
		return convert(typ, v)
	}
	if isNil(a) || t.plainValue(typ) || t.isError(typ) {
		return t.expr(a)
	}
	return t.plain(t.expr(a), typ)
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isError reports whether values of a type are errors. They stay what they are when they are wrapped or shown.
func (t *tracer) isError(typ types.Type) bool {
	if !types.Implements(typ, errorInterface) {
		return false
	}
	t.use("Error")
	return true
}

// hostArg is an argument of a function of which nothing is known: what can carry a derivative is not given to it.
func (t *tracer) hostArg(a core.Expr, param types.Type, name, shown string) core.Expr {
	typ := a.Type()
	moves := slices.Contains(movers, name)
	if _, number := kindOf(typ); number && isConst(a) {
		return constOf(a.(*core.Const).Val, typ)
	}
	x := t.expr(a)
	switch {
	case isNil(a), moves:
		return x
	case param != nil && types.IsInterface(param) && !isAny(param):
		i := param.Underlying().(*types.Interface)
		t.useAll(i)
		if types.Implements(t.low(typ), i) {
			return x
		}
	case t.same(typ) && !types.IsInterface(typ), t.isError(typ) && types.IsInterface(typ):
		return x
	}
	t.unsupported(a.Pos(), "%s is called with a value that may carry a derivative, and there is no rule for its derivative", shown)
	return x
}

// fromHost takes what another package returns into the traced program: numbers have no origin.
func (t *tracer) fromHost(c, e *core.Call, discard bool) core.Expr {
	results := []types.Type{e.T}
	if tuple, ok := e.T.(*types.Tuple); ok {
		results = typesOf(tuple)
	}
	numbers := false
	for _, r := range results {
		_, number := kindOf(r)
		numbers = numbers || number
		if !number && !t.same(r) {
			t.unsupported(e.At, "%s returns a value of type %s, which cannot be traced", core.OrigText(e.Fun), typeText(r))
			return c
		}
	}
	if !numbers || discard {
		return c
	}
	lift := func(x core.Expr, typ types.Type) core.Expr {
		if k, number := kindOf(typ); number {
			return t.lift(e.At, typ, convert(types.Typ[k.basic], x))
		}
		return x
	}
	if len(results) == 1 {
		return lift(c, e.T)
	}
	d := &core.Define{S: core.S{At: e.At}, Rhs: []core.Expr{c}}
	out := &core.Return{S: core.S{At: e.At}}
	var low []types.Type
	for _, r := range results {
		v := &core.Var{At: e.At, Name: t.names.fresh("r"), Type: r}
		d.Vars = append(d.Vars, v)
		out.Results = append(out.Results, lift(ref(v), r))
		low = append(low, t.low(r))
	}
	return &core.Call{X: t.x(e.X), Fun: literal(e.At, nil, low, d, out)}
}

// hostValue traces a member of another package that is not called at once.
func (t *tracer) hostValue(e *core.Ref, h *core.Host) core.Expr {
	c := *e
	if t.same(e.T) {
		return &c
	}
	if k, number := kindOf(e.T); number {
		return t.lift(e.At, e.T, convert(types.Typ[k.basic], &c))
	}
	sig, ok := e.T.Underlying().(*types.Signature)
	if !ok {
		t.unsupported(e.At, "%s.%s of type %s cannot be traced", h.Path, h.Name, typeText(e.T))
		return &c
	}
	return t.wrapped(&c, sig)
}

// wrapped is a function of another package as a literal that calls it.
func (t *tracer) wrapped(fun core.Expr, sig *types.Signature) core.Expr {
	lit := &core.FuncLit{}
	lit.Variadic = sig.Variadic()
	inner := &core.Call{X: core.X{At: fun.Pos(), T: resultOf(typesOf(sig.Results()))}, Fun: fun, Spread: sig.Variadic()}
	for v := range sig.Params().Variables() {
		p := &core.Var{At: fun.Pos(), Name: t.names.fresh("arg"), Type: v.Type()}
		lit.Params = append(lit.Params, p)
		inner.Args = append(inner.Args, ref(p))
	}
	lit.Results = typesOf(sig.Results())
	lit.Body = []core.Stmt{ret(inner)}
	if len(lit.Results) == 0 {
		lit.Body = []core.Stmt{do(inner)}
	}
	lit.X = core.X{At: fun.Pos(), T: signatureType(&lit.Signature)}
	return t.expr(lit)
}

// hostMethodValue traces a method of another package's type that is not called at once.
func (t *tracer) hostMethodValue(e *core.Field, m *types.Func) core.Expr {
	if t.same(e.T) {
		return &core.Field{X: e.X, E: t.expr(e.E), Name: e.Name, Method: true}
	}
	sig := e.T.Underlying().(*types.Signature)
	if repeatable(e.E) {
		if r, ok := e.E.(*core.Ref); ok {
			return t.wrapped(&core.Field{X: e.X, E: r, Name: e.Name, Method: true}, sig)
		}
	}
	t.unsupported(e.At, "method %s as a value cannot be traced here; call it", m.Name())
	return e
}
