package legal

// This file breaks the loops of types that the interpreter cannot build: of types that refer to themselves it knows structs with
// pointers, slices and map elements. Any other reference is kept as any, and taken out where it is used:
//
//	type state func(*lexer) state         values of type state are any; f(l) is taken(f)(l)
//	type node struct { w map[*node]int }  the field is any; n.w[k] is taken(n.w)[k]

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// kept reports whether values of a type are any although it is no interface.
func (b *boxer) kept(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && b.u.own(n) && b.loops(n)
}

// loops reports whether a named type that is neither struct nor interface refers to itself other than through one.
func (b *boxer) loops(t *types.Named) bool {
	if opaque(t) {
		return false
	}
	l, ok := b.looping[t]
	if !ok {
		l = finds(t.Underlying(), func(n *types.Named) (found, look bool) { return n == t, !opaque(n) && b.u.own(n) })
		b.looping[t] = l
	}
	return l
}

func opaque(t *types.Named) bool {
	_, st := t.Underlying().(*types.Struct)
	return st || types.IsInterface(t)
}

// finds looks for a named type in t; f says whether one is it, and whether to look into it.
func finds(t types.Type, f func(*types.Named) (found, look bool)) bool {
	seen := map[*types.Named]bool{}
	var in func(t types.Type) bool
	in = func(t types.Type) bool {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			found, look := f(t)
			if found || seen[t] || !look {
				return found
			}
			seen[t] = true
			return in(t.Underlying())
		case *types.Map:
			return in(t.Key()) || in(t.Elem())
		case *types.Signature:
			for _, p := range append(tuple(t.Params()), tuple(t.Results())...) {
				if in(p) {
					return true
				}
			}
		case *types.Struct:
			for f := range t.Fields() {
				if in(f.Type()) {
					return true
				}
			}
		case interface{ Elem() types.Type }:
			return in(t.Elem())
		}
		return false
	}
	return in(t)
}

type structField struct {
	s *types.Struct
	i int
}

// erased reports whether a field of a struct is any in lowered code because the interpreter could not build its type. Types that refer to
// one another are brought into an order in which each refers to earlier ones alone, and to itself.
func (b *boxer) erased(s *types.Struct, i int) bool {
	k := structField{s, i}
	e, ok := b.fields[k]
	if !ok {
		f := s.Field(i)
		behind, self := b.knots(f.Type(), s)
		e = !types.IsInterface(f.Type()) && !b.kept(f.Type()) && (behind || self)
		switch f.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			if e {
				b.u.refuse(f.Pos(), "a field of type %s, by which its struct refers to itself, is not supported; make it a pointer", b.u.typeName(f.Type()))
			}
			e = false
		}
		b.fields[k] = e
	}
	return e
}

// knots reports whether t refers to a struct behind s that refers to s, and whether it refers to s itself otherwise than as a slice,
// an array or the elements of a map of the struct or of pointers to it.
func (b *boxer) knots(t types.Type, s *types.Struct) (behind, self bool) {
	own, ok := b.owners[s]
	if !ok {
		return false, false
	}
	behind = finds(t, func(n *types.Named) (found, look bool) {
		switch {
		case !b.u.own(n) || types.IsInterface(n) || b.loops(n):
			return false, false
		case n == own:
			self = true
			return false, false
		case !opaque(n):
			return false, true
		}
		return b.before(own, n) && b.reaches(n, own), false
	})
	return behind, self && !simple(t)
}

// simple reports whether a reference of a struct to itself is one that the interpreter can build.
func simple(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Pointer, *types.Slice, *types.Array:
		return direct(u.(interface{ Elem() types.Type }).Elem())
	case *types.Map:
		_, basic := u.Key().Underlying().(*types.Basic)
		return basic && direct(u.Elem())
	}
	return false
}

// before reports whether a comes before c in the order of types: those that refer to themselves come first.
func (b *boxer) before(a, c *types.Named) bool {
	if x, y := b.reaches(a, a), b.reaches(c, c); b.selfish(a) != b.selfish(c) && x == y {
		return b.selfish(a)
	}
	return b.order[a] < b.order[c]
}

// selfish reports whether a struct has a field that refers to the struct itself and to no other.
func (b *boxer) selfish(n *types.Named) bool {
	st := n.Underlying().(*types.Struct)
	for f := range st.Fields() {
		if simple(f.Type()) && finds(f.Type(), func(m *types.Named) (found, look bool) { return m == n, false }) {
			return true
		}
	}
	return false
}

// reaches reports whether values of a struct type lead to values of another.
func (b *boxer) reaches(from, to *types.Named) bool {
	k := [2]*types.Named{from, to}
	r, ok := b.reach[k]
	if !ok {
		r = finds(from.Underlying(), func(n *types.Named) (found, look bool) {
			return n == to, b.u.own(n) && !types.IsInterface(n)
		})
		b.reach[k] = r
	}
	return r
}

// direct reports whether t is a named type or a pointer to one.
func direct(t types.Type) bool { return base(t) != nil }

// plain is the lowered type of values when they are used.
func (b *boxer) plain(t types.Type) types.Type {
	if t != nil && b.kept(t) {
		return b.low(t.Underlying())
	}
	return b.low(t)
}

// use rewrites an expression whose value is called, indexed or ranged over.
func (b *boxer) use(e core.Expr) core.Expr {
	x := b.expr(e)
	if e == nil || e.Type() == nil || isNil(e) || !b.kept(e.Type()) {
		return x
	}
	return b.taken(x, b.plain(e.Type()))
}

// taken takes a value of a lowered type out of any; nothing is the type's zero value.
func (b *boxer) taken(x core.Expr, t types.Type) core.Expr {
	if !types.Identical(x.Type(), anyType) { // it was made on the spot
		return x
	}
	f := b.u.helper("taken "+typeKey(t), "taken", func(f *core.Func) {
		v, zero := &core.Var{Name: "x", Type: anyType}, &core.Var{Name: "zero", Type: t}
		f.Params, f.Results = []*core.Var{v}, []types.Type{t}
		f.Body = []core.Stmt{
			&core.If{Cond: binary(token.EQL, ref(v, 0), &core.Const{X: core.X{T: anyType}}), Then: []core.Stmt{
				&core.Define{Vars: []*core.Var{zero}},
				ret(0, ref(zero, 0)),
			}},
			ret(0, &core.Assert{X: core.X{T: t}, E: ref(v, 0)}),
		}
	})
	return call(x.Pos(), t, refFunc(f, x.Pos()), x)
}

// stored gives a value the form that it has in a kept field: nothing is nil there, so that structs compare.
func (b *boxer) stored(x core.Expr, t types.Type) core.Expr {
	if isNil(x) {
		return &core.Const{X: core.X{At: x.Pos(), T: anyType}}
	}
	low := b.low(t)
	f := b.u.helper("stored "+typeKey(low), "stored", func(f *core.Func) {
		v := &core.Var{Name: "v", Type: low}
		f.Params, f.Results = []*core.Var{v}, []types.Type{anyType}
		f.Body = []core.Stmt{
			&core.If{Cond: binary(token.EQL, ref(v, 0), &core.Const{X: core.X{T: low}}), Then: []core.Stmt{ret(0, &core.Const{X: core.X{T: anyType}})}},
			ret(0, ref(v, 0)),
		}
	})
	return call(x.Pos(), anyType, refFunc(f, x.Pos()), x)
}

// keeps reports whether a lowered target is a kept field of a type.
func (b *boxer) keeps(target core.Expr, t types.Type) bool {
	_, ok := target.(*core.Field)
	return ok && target.Type() == anyType && !types.IsInterface(t) && !b.kept(t)
}

// target rewrites the left side of an assignment, or what an address is taken of.
func (b *boxer) target(e core.Expr) core.Expr {
	f, ok := e.(*core.Field)
	if !ok || f.Method {
		return b.expr(e)
	}
	_, path := lookupField(f.E.Type(), f.Name)
	if path == nil {
		return b.expr(e)
	}
	last := len(path) - 1
	x, t := b.path(b.expr(f.E), f.E.Type(), path[:last], f.At)
	x, _ = b.step(x, t, path[last], f.At)
	return x
}

func (b *boxer) targets(list []core.Expr) []core.Expr {
	out := make([]core.Expr, len(list))
	for i, e := range list {
		out[i] = b.target(e)
	}
	return out
}
