package engine

// This file makes the shadows of arguments and of package variables at the entry of a derivative in the general form.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// zeroLike is the shadow of a value in the form in which it is passed: zero, of the same shape.
func (g *general) zeroLike(t types.Type, v core.Expr) core.Expr {
	if why := g.unseen(t, nil); why != "" {
		g.unsupported(v.Pos(), "%s of type %s comes from outside and holds %s, of which the derivative is not known", core.OrigText(v), typeText(t), why)
		return nilOf(g.passed(t))
	}
	if k := g.class(t); k == scalar {
		return newOf(g.barOf(t))
	} else if k == reference {
		return g.shape(t, v)
	}
	f := g.helper("shadowOf", t, func(f *core.Func) {
		x, p := &core.Var{Name: "v", Type: t}, &core.Var{Name: "p", Type: g.passed(t)}
		f.Doc = []string{f.Name + " makes a shadow of the shape of v."}
		f.Params, f.Results = []*core.Var{x}, []types.Type{p.Type}
		f.Body = []core.Stmt{define(p, newOf(g.barOf(t))), set(deref(ref(p)), g.shape(t, ref(x))), &core.Return{Results: []core.Expr{ref(p)}}}
	})
	return callOf(f, g.passed(t), v)
}

// unseen names what in a type keeps a shadow from being made of its values.
func (g *general) unseen(t types.Type, seen []types.Type) string {
	for _, s := range seen {
		if s == t {
			return "values of a recursive type"
		}
	}
	if g.class(t) == none {
		return ""
	}
	seen = append(seen, t)
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return "interfaces"
	case *types.Signature:
		return "functions"
	case *types.Slice:
		return g.unseen(u.Elem(), seen)
	case *types.Array:
		return g.unseen(u.Elem(), seen)
	case *types.Pointer:
		return g.unseen(u.Elem(), seen)
	case *types.Map:
		return g.unseen(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if why := g.unseen(u.Field(i).Type(), seen); why != "" {
				return why
			}
		}
	}
	return ""
}

// shape is the shadow of a value, by value.
func (g *general) shape(t types.Type, v core.Expr) core.Expr {
	bt := g.barOf(t)
	if g.class(t) == none {
		return v
	}
	if g.class(t) == scalar {
		return zeroNumber(t)
	}
	f := g.helper("shadow", t, func(f *core.Func) {
		x, s, i := &core.Var{Name: "v", Type: t}, &core.Var{Name: "s", Type: bt}, &core.Var{Name: "i", Type: intType()}
		f.Doc = []string{f.Name + " makes a shadow of the shape of v."}
		f.Params, f.Results = []*core.Var{x}, []types.Type{bt}
		done := &core.Return{Results: []core.Expr{ref(s)}}
		empty := &core.If{Cond: binary(token.EQL, ref(x), nilOf(t)), Then: []core.Stmt{&core.Return{Results: []core.Expr{nilOf(bt)}}}}
		switch u := t.Underlying().(type) {
		case *types.Slice:
			size := builtin("cap", intType(), ref(x))
			f.Body = []core.Stmt{empty, define(s, makeSlice(bt, lenOf(ref(x)), size))}
			if g.class(u.Elem()) != scalar {
				all := func(v *core.Var) core.Expr {
					return &core.SliceExpr{X: core.X{T: v.Type}, E: ref(v), Hi: builtin("cap", intType(), ref(x))}
				}
				f.Body = append(f.Body, counting(i, core.CloneExpr(size), []core.Stmt{
					set(elemAt(all(s), ref(i), g.barOf(u.Elem())), g.shape(u.Elem(), elemAt(all(x), ref(i), u.Elem())))}))
			}
		case *types.Pointer:
			f.Body = []core.Stmt{empty, define(s, newOf(g.barOf(u.Elem()))), set(deref(ref(s)), g.shape(u.Elem(), deref(ref(x))))}
		case *types.Map:
			k, c := &core.Var{Name: "k", Type: u.Key()}, &core.Var{Name: "c", Type: types.NewPointer(g.barOf(u.Elem()))}
			f.Body = []core.Stmt{empty, define(s, makeSlice(bt)), &core.Range{Key: k, E: ref(x), Body: []core.Stmt{
				define(c, newOf(g.barOf(u.Elem()))),
				set(deref(ref(c)), g.shape(u.Elem(), elemAt(ref(x), ref(k), u.Elem()))),
				set(elemAt(ref(s), ref(k), c.Type), ref(c))}}}
		case *types.Array:
			f.Body = []core.Stmt{declare(s)}
			if g.class(u.Elem()) != scalar {
				f.Body = append(f.Body, counting(i, intConst(int(u.Len())), []core.Stmt{
					set(elemAt(ref(s), ref(i), g.barOf(u.Elem())), g.shape(u.Elem(), elemAt(ref(x), ref(i), u.Elem())))}))
			}
		case *types.Struct:
			f.Body = []core.Stmt{declare(s)}
			for k := range u.NumFields() {
				fd := u.Field(k)
				if c := g.class(fd.Type()); c == reference || c == aggregate {
					f.Body = append(f.Body, set(fieldOf(ref(s), fd.Name(), g.barOf(fd.Type())), g.shape(fd.Type(), fieldOf(ref(x), fd.Name(), fd.Type()))))
				}
			}
		}
		f.Body = append(f.Body, done)
	})
	return callOf(f, bt, v)
}
