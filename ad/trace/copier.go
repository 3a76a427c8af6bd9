package trace

// This file begins the functions that copy values between the program and the traced program, as they are at the call's beginning
// and end, with all aliasing. Memory is found first, then made, then filled:
//
//	reach  finds what a value refers to
//	cell   notes one variable; span all variables of a slice's array, which are neighbours
//	place  makes the memory: a new array for each row of neighbours that is no part of something larger
//	bind   notes for a variable, and for the variables inside of it, which new variable is its copy
//	fill   copies the contents
//	value  is the copy of a value
//
// Slices that overlap, pointers to elements and to fields keep to the same memory that way.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// copier makes these functions for one direction.
type copier struct {
	t        *tracer
	name     string
	src, dst func(types.Type) types.Type
	number   func(c *copier, k kind, m *core.Var, v core.Expr, typ types.Type) []core.Stmt // returns the copy of a number

	mem     *types.Named
	fields  []*types.Var
	init    []core.Expr
	located []*located
	mapped  []*mapped
	later   []func() // bodies that need to know every type
	last    []func() // bodies that need to know all memory
	back    bool     // towards the program
}

// located are the variables of one type.
type located struct {
	typ         types.Type
	cell        *types.Named
	cells, list string // fields of the memory
}

// mapped are the maps of one type.
type mapped struct {
	typ         types.Type
	cell        *types.Named
	cells, list string
}

func (t *tracer) newCopier(name string, src, dst func(types.Type) types.Type) *copier {
	c := &copier{t: t, name: name, src: src, dst: dst}
	c.mem = t.newType(name+"Memory", nil)
	return c
}

// newType declares a type for generated code; its fields may come later.
func (t *tracer) newType(base string, fields []*types.Var) *types.Named {
	n := types.NewNamed(types.NewTypeName(token.NoPos, t.home(), t.topName(base), nil), nil, nil)
	if fields != nil {
		n.SetUnderlying(types.NewStruct(fields, nil))
	}
	t.out.types = append(t.out.types, &core.TypeDecl{Named: n.Obj()})
	return n
}

// home is the package of the program.
func (t *tracer) home() *types.Package {
	e := t.emitter
	if e.home == nil && len(t.pkg.Types) > 0 {
		e.home = t.pkg.Types[0].Named.Pkg()
	}
	if e.home == nil {
		e.home = types.NewPackage("main", t.pkg.Name)
	}
	return e.home
}

func (c *copier) memType() types.Type { return types.NewPointer(c.mem) }

func (c *copier) fieldOf(name string, typ types.Type) *types.Var {
	return types.NewField(token.NoPos, c.t.home(), name, typ, false)
}

// addField adds a field to the memory.
func (c *copier) addField(name string, typ types.Type, init core.Expr) string {
	c.fields = append(c.fields, c.fieldOf(name, typ))
	c.init = append(c.init, init)
	return name
}

// finish writes what could not be written before, and completes the memory's type.
func (c *copier) finish() {
	for placed, filled := 0, 0; len(c.later) > 0 || placed < len(c.located) || filled < len(c.mapped); {
		for ; len(c.later) > 0; c.later = c.later[1:] {
			c.later[0]()
		}
		for ; placed < len(c.located); placed++ {
			c.placeFunc(c.located[placed])
			c.fillFunc(c.located[placed])
		}
		for ; filled < len(c.mapped); filled++ {
			c.fillMaps(c.mapped[filled])
		}
	}
	for _, f := range c.last {
		f()
	}
	c.mem.SetUnderlying(types.NewStruct(c.fields, nil))
}

// newMemory is a new memory.
func (c *copier) newMemory() *core.Func {
	return c.fn("new "+c.name, c.name+"New", func(f *core.Func) {
		f.Results = []types.Type{c.memType()}
		c.last = append(c.last, func() {
			m := &core.Composite{X: core.X{T: c.mem}}
			for i, v := range c.fields {
				if c.init[i] != nil {
					m.Fields, m.Vals = append(m.Fields, v.Name()), append(m.Vals, c.init[i])
				}
			}
			f.Body = []core.Stmt{ret(addr(m))}
		})
	})
}

// fn is a function of the copier.
func (c *copier) fn(key, base string, build func(*core.Func)) *core.Func {
	return c.t.helper(c.name+" "+key, base, build)
}

// plain reports whether values of a type are not copied.
func (c *copier) plain(typ types.Type) bool { return c.t.plainValue(typ) }

// location is what is known of variables of a type.
func (c *copier) location(typ types.Type) *located {
	for _, l := range c.located {
		if types.Identical(l.typ, typ) {
			return l
		}
	}
	l := &located{typ: typ}
	c.located = append(c.located, l)
	s, d := c.src(typ), c.dst(typ)
	ptr := types.NewPointer(s)
	l.cell = c.t.newType(c.name+"Cell", []*types.Var{
		c.fieldOf("next", ptr), c.fieldOf("inner", boolType), c.fieldOf("to", types.NewPointer(d)),
		c.fieldOf("toAll", types.NewSlice(d)), c.fieldOf("toAt", intType),
		c.fieldOf("from", types.NewSlice(s)), c.fieldOf("fromAt", intType),
	})
	cells := types.NewMap(ptr, types.NewPointer(l.cell))
	suffix := constant.MakeInt64(int64(len(c.fields))).String()
	l.cells = c.addField("cells"+suffix, cells, makeOf(cells))
	l.list = c.addField("list"+suffix, types.NewSlice(ptr), nil)
	return l
}

func (c *copier) cellsOf(l *located, m *core.Var) core.Expr {
	return field(ref(m), l.cells, types.NewMap(types.NewPointer(c.src(l.typ)), types.NewPointer(l.cell)))
}

func (c *copier) listOf(l *located, m *core.Var) core.Expr {
	return field(ref(m), l.list, types.NewSlice(types.NewPointer(c.src(l.typ))))
}

// part is a field of a cell.
func part(cell core.Expr, name string) core.Expr {
	u := cell.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	for f := range u.Fields() {
		if f.Name() == name {
			return field(cell, name, f.Type())
		}
	}
	panic("no field " + name)
}

// srcField and dstField are fields of a struct on either side.
func (c *copier) srcField(e core.Expr, f *types.Var) core.Expr { return c.sideField(e, f, c.src) }
func (c *copier) dstField(e core.Expr, f *types.Var) core.Expr { return c.sideField(e, f, c.dst) }

func (c *copier) sideField(e core.Expr, f *types.Var, side func(types.Type) types.Type) core.Expr {
	name := f.Name()
	if typ := side(f.Type()); !types.Identical(typ, f.Type()) {
		name = c.t.fieldName(f)
	}
	return field(e, name, side(f.Type()))
}

// copied lists the fields of a struct type that are copied by functions, and those that are not.
func (c *copier) copied(u *types.Struct) (copied, plain []*types.Var) {
	for f := range u.Fields() {
		switch {
		case f.Name() == "_":
		case c.plain(f.Type()):
			plain = append(plain, f)
		default:
			copied = append(copied, f)
		}
	}
	return copied, plain
}

// appended is s = append(s, e).
func appended(s, e core.Expr) core.Stmt {
	return set(s, builtin("append", s.Type(), core.CloneExpr(s), e))
}

func incremented(v *core.Var, by int64) core.Stmt {
	return set(ref(v), binary(token.ADD, ref(v), intConst(by)))
}

// upTo is for i := range n { body }.
func (c *copier) upTo(i *core.Var, n core.Expr, body ...core.Stmt) core.Stmt {
	return &core.For{
		Init: define(i, intConst(0)), Cond: binary(token.LSS, ref(i), n),
		Post: incremented(i, 1), Body: body,
	}
}
