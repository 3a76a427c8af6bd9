package engine

// This file writes the functions that move adjoints between shadows: of structs and arrays, of grown slices, of copied ones.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// leaves reports whether a value holds floats itself, not behind a header.
func (g *general) leaves(t types.Type) bool {
	switch g.class(t) {
	case scalar:
		return true
	case aggregate:
		switch u := t.Underlying().(type) {
		case *types.Array:
			return g.leaves(u.Elem())
		case *types.Struct:
			for i := range u.NumFields() {
				if g.leaves(u.Field(i).Type()) {
					return true
				}
			}
		}
	}
	return false
}

// helper makes a function once for a type.
func (g *general) helper(base string, t types.Type, make func(f *core.Func)) *core.Func {
	key := base + " " + types.TypeString(t, nil)
	if f := g.helpers[key]; f != nil {
		return f
	}
	f := &core.Func{At: g.asked, Name: g.local(base + helperName(t))}
	g.helpers[key] = f
	make(f)
	g.unhideLocals(f)
	g.out = append(g.out, f)
	return f
}

func helperName(t types.Type) string {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		return upper(u.Obj().Name())
	case *types.Basic:
		return upper(u.Name())
	case *types.Slice:
		return helperName(u.Elem()) + "s"
	case *types.Array:
		return helperName(u.Elem()) + "s"
	case *types.Pointer:
		return helperName(u.Elem()) + "Ptr"
	}
	return "Value"
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]&^0x20) + s[1:]
}

func callOf(f *core.Func, t types.Type, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{T: t}, Fun: &core.Ref{X: core.X{T: signatureType(&f.Signature)}, Obj: f}, Args: args}
}

// move adds the floats behind from to those behind to, and zeroes them. Both are pointers to shadows of values of type t.
func (g *general) move(t types.Type, to, from core.Expr) []core.Stmt {
	if !g.leaves(t) {
		return nil
	}
	if g.class(t) == scalar {
		return []core.Stmt{assignOp(token.ADD, deref(to), deref(from)), set(deref(core.CloneExpr(from)), zeroNumber(t))}
	}
	f := g.helper("move", t, func(f *core.Func) {
		p := types.NewPointer(g.barOf(t))
		a, b := &core.Var{Name: "to", Type: p}, &core.Var{Name: "from", Type: p}
		f.Doc = []string{f.Name + " adds the adjoints behind from to those behind to and zeroes them."}
		f.Params = []*core.Var{a, b}
		g.parts(t, func(u types.Type, part func(core.Expr) core.Expr, wrap func([]core.Stmt) core.Stmt) {
			list := g.move(u, addr(part(ref(a))), addr(part(ref(b))))
			if wrap != nil && len(list) > 0 {
				list = []core.Stmt{wrap(list)}
			}
			f.Body = append(f.Body, list...)
		})
	})
	return []core.Stmt{do(callOf(f, nil, to, from))}
}

// kill zeroes the floats behind a pointer to a shadow.
func (g *general) kill(t types.Type, p core.Expr) []core.Stmt {
	if !g.leaves(t) {
		return nil
	}
	if g.class(t) == scalar {
		return []core.Stmt{set(deref(p), zeroNumber(t))}
	}
	f := g.helper("zero", t, func(f *core.Func) {
		a := &core.Var{Name: "p", Type: types.NewPointer(g.barOf(t))}
		f.Doc = []string{f.Name + " zeroes the adjoints behind p."}
		f.Params = []*core.Var{a}
		g.parts(t, func(u types.Type, part func(core.Expr) core.Expr, wrap func([]core.Stmt) core.Stmt) {
			list := g.kill(u, addr(part(ref(a))))
			if wrap != nil && len(list) > 0 {
				list = []core.Stmt{wrap(list)}
			}
			f.Body = append(f.Body, list...)
		})
	})
	return []core.Stmt{do(callOf(f, nil, p))}
}

// parts visits the fields of a struct or the elements of an array.
func (g *general) parts(t types.Type, visit func(u types.Type, part func(core.Expr) core.Expr, wrap func([]core.Stmt) core.Stmt)) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			visit(f.Type(), func(e core.Expr) core.Expr { return fieldOf(e, f.Name(), g.barOf(f.Type())) }, nil)
		}
	case *types.Array:
		i := &core.Var{Name: "i", Type: intType()}
		visit(u.Elem(), func(e core.Expr) core.Expr { return elemAt(e, ref(i), g.barOf(u.Elem())) },
			func(list []core.Stmt) core.Stmt { return counting(i, intConst(int(u.Len())), list) })
	}
}

func counting(i *core.Var, n core.Expr, list []core.Stmt) core.Stmt {
	return &core.For{Init: define(i, intConst(0)), Cond: binary(token.LSS, ref(i), n), Post: assignOp(token.ADD, ref(i), intConst(1)), Body: list}
}

// grown is the shadow of a slice behind an append: n elements of capacity c.
func (g *general) grown(t types.Type, sBar, n, c core.Expr) core.Expr {
	bt := g.barOf(t)
	f := g.helper("grow", t, func(f *core.Func) {
		s, n, c := &core.Var{Name: "s", Type: bt}, &core.Var{Name: "n", Type: intType()}, &core.Var{Name: "c", Type: intType()}
		out := &core.Var{Name: "t", Type: bt}
		f.Doc = []string{f.Name + " is the shadow of a slice behind an append: it shares memory with s or parts from it as the slice did."}
		f.Params, f.Results = []*core.Var{s, n, c}, []types.Type{bt}
		f.Body = []core.Stmt{
			&core.If{Cond: binary(token.LEQ, ref(n), builtin("cap", intType(), ref(s))),
				Then: []core.Stmt{&core.Return{Results: []core.Expr{&core.SliceExpr{X: core.X{T: bt}, E: ref(s), Hi: ref(n)}}}}},
			define(out, makeSlice(bt, ref(n), ref(c))),
			do(builtin("copy", intType(), ref(out), ref(s))),
			&core.Return{Results: []core.Expr{ref(out)}},
		}
	})
	return callOf(f, bt, sBar, n, c)
}

// ungrow moves the adjoints of elements that an append copied back to where they were copied from.
func (g *general) ungrow(t types.Type, sBar, tBar core.Expr) []core.Stmt {
	elem := elemType(t)
	if !g.leaves(elem) {
		return nil
	}
	f := g.helper("ungrow", t, func(f *core.Func) {
		bt := g.barOf(t)
		s, u, i := &core.Var{Name: "s", Type: bt}, &core.Var{Name: "t", Type: bt}, &core.Var{Name: "i", Type: intType()}
		f.Doc = []string{f.Name + " moves the adjoints of elements that an append copied from s to t back to s."}
		f.Params = []*core.Var{s, u}
		at := func(v *core.Var) core.Expr { return addr(elemAt(ref(v), ref(i), g.barOf(elem))) }
		f.Body = []core.Stmt{&core.If{Cond: binary(token.GTR, lenOf(ref(u)), builtin("cap", intType(), ref(s))),
			Then: append([]core.Stmt{counting(i, lenOf(ref(s)), g.move(elem, at(s), at(u)))},
				g.killAll(t, &core.SliceExpr{X: core.X{T: bt}, E: ref(u), Lo: lenOf(ref(u)), Hi: builtin("cap", intType(), ref(u))})...)}}
	})
	return []core.Stmt{do(callOf(f, nil, sBar, tBar))}
}

// uncopy moves the adjoints of copied elements back. What was overwritten has no influence any more, even where it is
// the source itself: all is taken before anything is added.
func (g *general) uncopy(t types.Type, dst, src core.Expr) []core.Stmt {
	elem := elemType(t)
	if !g.leaves(elem) {
		return nil
	}
	f := g.helper("uncopy", t, func(f *core.Func) {
		bt := g.barOf(t)
		d, s, b, i := &core.Var{Name: "dst", Type: bt}, &core.Var{Name: "src", Type: bt}, &core.Var{Name: "b", Type: bt}, &core.Var{Name: "i", Type: intType()}
		n, j := &core.Var{Name: "n", Type: intType()}, &core.Var{Name: "j", Type: intType()}
		f.Doc = []string{f.Name + " moves the adjoints of copied elements from dst back to src."}
		f.Params = []*core.Var{d, s}
		at := func(v, i *core.Var) core.Expr { return addr(elemAt(ref(v), ref(i), g.barOf(elem))) }
		f.Body = []core.Stmt{
			define(n, builtin("min", intType(), lenOf(ref(d)), lenOf(ref(s)))),
			define(b, makeSlice(bt, ref(n))),
			counting(i, ref(n), g.move(elem, at(b, i), at(d, i))),
			counting(j, ref(n), g.move(elem, at(s, j), at(b, j))),
		}
	})
	return []core.Stmt{do(callOf(f, nil, dst, src))}
}

// killAll zeroes the adjoints of a slice's elements.
func (g *general) killAll(t types.Type, s core.Expr) []core.Stmt {
	elem := elemType(t)
	if !g.leaves(elem) {
		return nil
	}
	f := g.helper("clear", t, func(f *core.Func) {
		v, i := &core.Var{Name: "s", Type: g.barOf(t)}, &core.Var{Name: "i", Type: intType()}
		f.Doc = []string{f.Name + " zeroes the adjoints of all elements."}
		f.Params = []*core.Var{v}
		f.Body = []core.Stmt{counting(i, lenOf(ref(v)), g.kill(elem, addr(elemAt(ref(v), ref(i), g.barOf(elem)))))}
	})
	return []core.Stmt{do(callOf(f, nil, s))}
}

// unhideLocals gives the locals of a helper names that nothing in the package has.
func (g *general) unhideLocals(f *core.Func) {
	n := names{}
	for name := range g.names {
		n[name] = true
	}
	seen := map[*core.Var]bool{}
	rename := func(v *core.Var) {
		if v != nil && !seen[v] {
			seen[v] = true
			v.Name = n.fresh(v.Name)
		}
	}
	for _, v := range f.Params {
		rename(v)
	}
	core.InspectStmts(f.Body, func(node core.Node) bool {
		for _, v := range declared(node) {
			rename(v)
		}
		return true
	})
}
