package trace

// This file traces composite literals and selectors: structs of other packages keep plain floats.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (t *tracer) composite(e *core.Composite) core.Expr {
	c := &core.Composite{X: t.x(e.X), Vals: t.exprs(e.Vals)}
	if u, ok := e.T.Underlying().(*types.Struct); ok {
		if n, named := types.Unalias(e.T).(*types.Named); named && !t.own(n) {
			c.Fields = e.Fields
			for i, v := range e.Vals {
				if _, number := kindOf(v.Type()); number && isConst(v) {
					c.Vals[i] = t.valueOf(c.Vals[i], v.Type())
				} else if !t.same(v.Type()) && !types.IsInterface(fieldTypeOf(u, e.Fields, i)) {
					t.unsupported(v.Pos(), "a value that may carry a derivative is put into %s, a type of another package", typeText(e.T))
				}
			}
			return c
		}
		for _, name := range e.Fields {
			for f := range u.Fields() {
				if f.Name() == name {
					c.Fields = append(c.Fields, t.fieldName(f))
				}
			}
		}
		return c
	}
	if e.Keys != nil {
		c.Keys = make([]core.Expr, len(e.Keys))
		for i, k := range e.Keys {
			c.Keys[i] = t.optional(k)
		}
	}
	return c
}

func isConst(e core.Expr) bool {
	_, ok := e.(*core.Const)
	return ok
}

func fieldTypeOf(u *types.Struct, names []string, i int) types.Type {
	if names == nil {
		return u.Field(i).Type()
	}
	for f := range u.Fields() {
		if f.Name() == names[i] {
			return f.Type()
		}
	}
	return nil
}

// ofHost reports whether a field belongs to a struct of another package.
func (t *tracer) ofHost(e *core.Field) bool {
	if e.E == nil || e.Method {
		return false
	}
	_, owner := t.selected(e)
	if owner == nil {
		return false
	}
	n, ok := types.Unalias(owner).(*types.Named)
	return ok && !t.own(n)
}

// selected finds the field that a selector names, and the struct type that declares it.
func (t *tracer) selected(e *core.Field) (*types.Var, types.Type) {
	typ := e.E.Type()
	obj, path, _ := types.LookupFieldOrMethod(typ, true, t.packageOf(typ), e.Name)
	f, ok := obj.(*types.Var)
	if !ok {
		return nil, nil
	}
	for i, k := range path {
		if p, ok := typ.Underlying().(*types.Pointer); ok {
			typ = p.Elem()
		}
		if i == len(path)-1 {
			break
		}
		typ = typ.Underlying().(*types.Struct).Field(k).Type()
	}
	return f, typ
}

// packageOf is the package in which the unexported fields of a type are found.
func (t *tracer) packageOf(typ types.Type) *types.Package {
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	if u, ok := typ.Underlying().(*types.Struct); ok && u.NumFields() > 0 {
		if p := u.Field(0).Pkg(); p != nil {
			return p
		}
	}
	for _, d := range t.pkg.Types {
		return d.Named.Pkg()
	}
	return nil
}

func (t *tracer) field(e *core.Field) core.Expr {
	if e.Method {
		t.use(e.Name)
		if e.E == nil {
			return &core.Field{X: t.x(e.X), Name: e.Name, Method: true, Recv: t.low(e.Recv)}
		}
		if m := t.hostMethod(e); m != nil {
			return t.hostMethodValue(e, m)
		}
		return &core.Field{X: t.x(e.X), E: t.expr(e.E), Name: e.Name, Method: true}
	}
	if t.ofHost(e) {
		plain := &core.Field{X: e.X, E: t.expr(e.E), Name: e.Name}
		if k, number := kindOf(e.T); number {
			return t.lift(e.At, e.T, convert(types.Typ[k.basic], plain))
		}
		if !t.same(e.T) {
			t.unsupported(e.At, "field %s of type %s belongs to a type of another package and cannot be traced", e.Name, typeText(e.T))
		}
		return plain
	}
	c := &core.Field{X: t.x(e.X), E: t.expr(e.E), Name: e.Name}
	if f, _ := t.selected(e); f != nil {
		c.Name = t.fieldName(f)
	}
	return c
}
