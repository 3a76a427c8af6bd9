package legal

// This file rewrites expressions for the pass boxes.

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (b *boxer) x(x core.X) core.X { return core.X{At: x.At, T: b.low(x.T)} }

// expr rewrites an expression; nil gives nil.
func (b *boxer) expr(e core.Expr) core.Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *core.Const:
		return &core.Const{X: b.x(e.X), Val: e.Val}
	case *core.Ref:
		return b.ref(e)
	case *core.Unary:
		return b.unary(e)
	case *core.Binary:
		return b.binary(e)
	case *core.Call:
		return b.call(e)
	case *core.Index:
		if m, ok := e.E.Type().Underlying().(*types.Map); ok {
			return &core.Index{X: b.x(e.X), E: b.use(e.E), I: b.key(e.I, m), CommaOk: e.CommaOk}
		}
		return &core.Index{X: b.x(e.X), E: b.use(e.E), I: b.expr(e.I)}
	case *core.SliceExpr:
		return &core.SliceExpr{X: core.X{At: e.At, T: b.plain(e.T)}, E: b.use(e.E), Lo: b.expr(e.Lo), Hi: b.expr(e.Hi), Max: b.expr(e.Max)}
	case *core.Field:
		return b.field(e)
	case *core.Convert:
		return b.conversion(e)
	case *core.Composite:
		return b.composite(e)
	case *core.FuncLit:
		c := &core.FuncLit{X: b.x(e.X)}
		c.Signature, c.Body = b.signed(e.Signature, e.Body)
		return c
	case *core.Assert:
		return b.assert(e)
	}
	panic(fmt.Sprintf("legal: boxes: unknown expression %T", e))
}

func (b *boxer) exprs(list []core.Expr) []core.Expr {
	if list == nil {
		return nil
	}
	out := make([]core.Expr, len(list))
	for i, e := range list {
		out[i] = b.expr(e)
	}
	return out
}

func (b *boxer) ref(e *core.Ref) core.Expr {
	c := &core.Ref{X: b.x(e.X), Obj: e.Obj}
	if v, ok := e.Obj.(*core.Var); ok {
		c.Obj = b.variable(v)
	}
	return c
}

// binary rewrites an operation. Interface values are compared by the host, which knows their types.
func (b *boxer) binary(e *core.Binary) core.Expr {
	if b.comparesInterfaces(e) {
		eq := b.equal(e.At, e.L, e.R)
		if e.Op == token.NEQ {
			return &core.Unary{X: core.X{At: e.At, T: types.Typ[types.Bool]}, Op: token.NOT, E: eq}
		}
		return eq
	}
	l, r := b.use(e.L), b.use(e.R)
	l = alike(l, directed(r.Type()))
	return &core.Binary{X: b.x(e.X), Op: e.Op, L: l, R: alike(r, l.Type())}
}

// directed is t if that is a channel type of one direction, otherwise nil.
func directed(t types.Type) types.Type {
	if t != nil {
		if c, ok := t.Underlying().(*types.Chan); ok && c.Dir() != types.SendRecv {
			return t
		}
	}
	return nil
}

// alike gives a value the type of what it is compared with: the interpreter compares no value of a named type with one of
// the same type without a name, and no channels of different directions.
func alike(e core.Expr, t types.Type) core.Expr {
	if e == nil || t == nil || isNil(e) || types.Identical(e.Type(), t) {
		return e
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return &core.Convert{X: core.X{At: e.Pos(), T: t}, E: e}
	case *types.Chan:
		if directed(e.Type()) == nil {
			return &core.Convert{X: core.X{At: e.Pos(), T: t}, E: e}
		}
	}
	return e
}

// unary rewrites an operation on one operand.
func (b *boxer) unary(e *core.Unary) core.Expr {
	c := &core.Unary{X: b.x(e.X), Op: e.Op, CommaOk: e.CommaOk}
	if e.Op != token.AND {
		c.E = b.use(e.E)
		return c
	}
	c.E = b.target(e.E)
	if p, ok := c.T.(*types.Pointer); ok && !types.Identical(p.Elem(), c.E.Type()) && !types.IsInterface(p.Elem()) {
		b.u.refuse(e.At, "the address of a field of type %s, which refers to its own struct, is not supported", b.u.typeName(e.E.Type()))
	}
	return c
}

func (b *boxer) comparesInterfaces(e *core.Binary) bool {
	if e.Op != token.EQL && e.Op != token.NEQ || isNil(e.L) || isNil(e.R) {
		return false
	}
	return types.IsInterface(e.L.Type()) || types.IsInterface(e.R.Type())
}

// equal compares two values of which one at least is an interface value.
func (b *boxer) equal(at token.Pos, l, r core.Expr) core.Expr {
	return hostCall(at, "Equal", types.Typ[types.Bool], b.give(l, anyType), b.give(r, anyType))
}

// field rewrites the selection of a field or of a method that is not called at once.
func (b *boxer) field(e *core.Field) core.Expr {
	switch {
	case e.Method && e.E == nil:
		return b.methodExpr(e)
	case e.Method:
		return b.methodValue(e)
	}
	_, path := lookupField(e.E.Type(), e.Name)
	if path == nil {
		return &core.Field{X: b.x(e.X), E: b.expr(e.E), Name: e.Name}
	}
	out, _ := b.path(b.expr(e.E), e.E.Type(), path, e.At)
	return out
}

// lookupField finds a field with its path through embedded fields.
func lookupField(t types.Type, name string) (*types.Var, []int) {
	obj, path, _ := types.LookupFieldOrMethod(t, true, packageOf(t), name)
	v, _ := obj.(*types.Var)
	if v == nil {
		return nil, nil
	}
	return v, path
}

// packageOf is the package whose unexported names a type's fields have.
func packageOf(t types.Type) *types.Package {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pkg()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Pkg() != nil {
				return f.Pkg()
			}
		}
	case *types.Interface:
		for m := range u.Methods() {
			if !m.Exported() {
				return m.Pkg()
			}
		}
	}
	return nil
}

// path selects fields one after another. x is lowered, of type t.
func (b *boxer) path(x core.Expr, t types.Type, path []int, at token.Pos) (core.Expr, types.Type) {
	for _, i := range path {
		x, t = b.step(x, t, i, at)
		if x.Type() == anyType && !types.IsInterface(t) && !b.kept(t) {
			x = b.taken(x, b.low(t))
		}
	}
	return x, t
}

// step selects one field as it is in the struct.
func (b *boxer) step(x core.Expr, t types.Type, i int, at token.Pos) (core.Expr, types.Type) {
	s := structOf(t)
	n := base(t)
	own := n == nil || b.u.own(n)
	t = s.Field(i).Type()
	f := &core.Field{X: core.X{At: at, T: b.low(t)}, E: x, Name: s.Field(i).Name()}
	if own {
		f.Name = fieldName(s, i)
		if b.erased(s, i) {
			f.T = anyType
		}
	}
	return f, t
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return t.Underlying().(*types.Struct)
}

func (b *boxer) conversion(e *core.Convert) core.Expr {
	if !types.IsInterface(e.T) {
		if b.kept(e.T) && isNil(e.E) {
			return &core.Const{X: core.X{At: e.At, T: anyType}}
		}
		return &core.Convert{X: core.X{At: e.At, T: b.plain(e.T)}, E: b.use(e.E)}
	}
	x := b.give(e.E, e.T)
	if types.Identical(x.Type(), b.low(e.T)) && !isNil(x) {
		return x
	}
	return &core.Convert{X: b.x(e.X), E: x}
}

func (b *boxer) composite(e *core.Composite) core.Expr {
	c := &core.Composite{X: core.X{At: e.At, T: b.plain(e.T)}}
	switch t := e.T.Underlying().(type) {
	case *types.Struct:
		own := b.u.own(e.T) || base(e.T) == nil
		for i, v := range e.Vals {
			j := i
			if e.Fields != nil {
				j = fieldIndex(t, e.Fields[i], i)
			}
			name := t.Field(j).Name()
			if own {
				name = fieldName(t, j)
			}
			val := b.give(v, t.Field(j).Type())
			if own && b.erased(t, j) {
				val = b.stored(val, t.Field(j).Type())
			}
			c.Fields = append(c.Fields, name)
			c.Vals = append(c.Vals, val)
		}
	case *types.Map:
		for i, v := range e.Vals {
			if e.Keys == nil {
				panic("legal: boxes: a map literal without keys")
			}
			c.Keys = append(c.Keys, b.key(e.Keys[i], t))
			c.Vals = append(c.Vals, b.give(v, t.Elem()))
		}
	case interface{ Elem() types.Type }:
		c.Keys = b.exprs(e.Keys)
		for _, v := range e.Vals {
			c.Vals = append(c.Vals, b.give(v, t.Elem()))
		}
	default:
		panic(fmt.Sprintf("legal: boxes: composite literal of type %s", e.T))
	}
	return c
}

// fieldIndex finds a field by its name; blank ones are found by their place.
func fieldIndex(t *types.Struct, name string, i int) int {
	if name == "_" {
		return i
	}
	for j := range t.NumFields() {
		if t.Field(j).Name() == name {
			return j
		}
	}
	panic("legal: boxes: no field " + name)
}
