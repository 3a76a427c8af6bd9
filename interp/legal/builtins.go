package legal

// This file writes min, max and clear as code, and has the session print what print and println are given.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func builtins(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		c, ok := e.(*core.Call)
		if !ok {
			return e
		}
		name := builtinName(c.Fun)
		if name == "print" || name == "println" {
			return u.printed(c, name == "println")
		}
		if name != "min" && name != "max" || len(c.Args) == 0 {
			return e
		}
		if b, ok := c.T.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			return floatMinMax(c, name)
		}
		f := u.helper(name+" "+typeKey(c.T), name+"Of", func(f *core.Func) { minMax(f, name, c.T) })
		out := c.Args[0]
		for _, a := range c.Args[1:] {
			out = call(c.At, c.T, refFunc(f, c.At), out, a)
		}
		return out
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			if d, ok := s.(*core.Do); ok && d.How == core.DoCall {
				if c, ok := d.E.(*core.Call); ok && builtinName(c.Fun) == "clear" && len(c.Args) == 1 {
					out = append(out, u.clear(fn, c)...)
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// floatMinMax has the session compare floats: the builtins are NaN if an operand is, and order -0 below 0.
func floatMinMax(c *core.Call, name string) core.Expr {
	host := map[string]string{"min": "Min", "max": "Max"}[name]
	float := types.Type(types.Typ[types.Float64])
	plain := func(e core.Expr) core.Expr {
		if types.Identical(e.Type(), float) {
			return e
		}
		return &core.Convert{X: core.X{At: e.Pos(), T: float}, E: e}
	}
	out := plain(c.Args[0])
	for _, a := range c.Args[1:] {
		out = hostCall(c.At, host, float, out, plain(a))
	}
	if !types.Identical(c.T, float) {
		out = &core.Convert{X: c.X, E: out}
	}
	return out
}

// minMax writes func minOf(a, b T) T.
func minMax(f *core.Func, name string, t types.Type) {
	a, b := &core.Var{Name: "a", Type: t}, &core.Var{Name: "b", Type: t}
	f.Params, f.Results = []*core.Var{a, b}, []types.Type{t}
	bin := func(op token.Token, l, r core.Expr) core.Expr {
		return &core.Binary{X: core.X{T: types.Typ[types.Bool]}, Op: op, L: l, R: r}
	}
	ra := func() core.Expr { return ref(a, 0) }
	rb := func() core.Expr { return ref(b, 0) }
	when := func(cond core.Expr, e core.Expr) core.Stmt {
		return &core.If{Cond: cond, Then: []core.Stmt{ret(0, e)}}
	}
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	f.Body = []core.Stmt{when(bin(op, ra(), rb()), ra()), ret(0, rb())}
}

// clear writes clear(x) as a loop.
func (u *unit) clear(fn *core.Func, c *core.Call) []core.Stmt {
	x := c.Args[0]
	names := u.namer(fn)
	tmp := &core.Var{At: c.At, Name: names.Fresh("cleared"), Type: x.Type()}
	out := []core.Stmt{define(c.At, tmp, x)}
	switch t := x.Type().Underlying().(type) {
	case *types.Slice:
		i := &core.Var{At: c.At, Name: names.Fresh("i"), Type: types.Typ[types.Int]}
		zero := &core.Var{At: c.At, Name: names.Fresh("zero"), Type: t.Elem()}
		at := &core.Index{X: core.X{At: c.At, T: t.Elem()}, E: ref(tmp, c.At), I: ref(i, c.At)}
		out = append(out, &core.Define{S: core.S{At: c.At}, Vars: []*core.Var{zero}},
			&core.Range{S: core.S{At: c.At}, Key: i, E: ref(tmp, c.At), Body: []core.Stmt{assign(c.At, at, ref(zero, c.At))}})
	case *types.Map:
		out = []core.Stmt{&core.Do{S: core.S{At: c.At}, E: hostCall(c.At, "MapClear", nil, x, u.place(fn, "map", c.At))}} // NaN is no key that can be deleted
	default:
		u.refuse(c.At, "clear of a value of type %s is not supported", x.Type())
		return nil
	}
	return []core.Stmt{&core.Block{S: core.S{At: c.At}, Body: out}}
}

// printed has the session write to the standard error: it is told the text between the arguments too.
func (u *unit) printed(c *core.Call, line bool) core.Expr {
	text := func(s string) core.Expr {
		return &core.Const{X: core.X{At: c.At, T: types.Typ[types.String]}, Val: constant.MakeString(s)}
	}
	var args []core.Expr
	for i, a := range c.Args {
		if line && i > 0 {
			args = append(args, text(" "))
		}
		b, ok := a.Type().Underlying().(*types.Basic)
		if !ok {
			u.refuse(c.At, "%s of a value of type %s, which is an address, is not supported; use fmt", builtinName(c.Fun), a.Type())
			return c
		}
		if a.Type() != b {
			a = &core.Convert{X: core.X{At: a.Pos(), T: b}, E: a}
		}
		args = append(args, a)
	}
	if line {
		args = append(args, text("\n"))
	}
	if len(args) == 0 { // print()
		args = append(args, text(""))
	}
	return hostCall(c.At, "Print", nil, args...)
}
