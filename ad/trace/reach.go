package trace

// This file makes the functions that find memory: reach, cell and span.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// refers reports whether values of a type lead to memory that is copied.
func (c *copier) refers(typ types.Type) bool {
	if c.plain(typ) {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface:
		return true
	case *types.Array:
		return c.refers(u.Elem())
	case *types.Struct:
		copied, _ := c.copied(u)
		for _, f := range copied {
			if c.refers(f.Type()) {
				return true
			}
		}
	}
	return false
}

// reach finds what the value refers to.
func (c *copier) reach(m *core.Var, v core.Expr, typ types.Type) []core.Stmt {
	if !c.refers(typ) {
		return nil
	}
	return []core.Stmt{do(call(c.reachFunc(typ), ref(m), v))}
}

func (c *copier) reachFunc(typ types.Type) *core.Func {
	return c.fn("reach "+key(typ), c.name+"Reach", func(f *core.Func) {
		m, v := c.t.localVar("m", c.memType()), c.t.localVar("v", c.src(typ))
		f.Params = []*core.Var{m, v}
		switch u := typ.Underlying().(type) {
		case *types.Pointer:
			f.Body = append(f.Body, ifs(binary(token.NEQ, ref(v), nilOf(v.Type)), do(call(c.cellFunc(u.Elem()), ref(m), ref(v)))))
		case *types.Slice:
			f.Body = append(f.Body, do(call(c.spanFunc(u.Elem()), ref(m), ref(v))))
		case *types.Map:
			f.Body = c.reachMap(m, v, typ)
		case *types.Array:
			i := c.t.localVar("i", intType)
			f.Body = append(f.Body, &core.Range{Key: i, E: ref(v), Body: c.reach(m, index(ref(v), ref(i)), u.Elem())})
		case *types.Struct:
			copied, _ := c.copied(u)
			for _, fd := range copied {
				f.Body = append(f.Body, c.reach(m, c.srcField(ref(v), fd), fd.Type())...)
			}
		case *types.Interface:
			c.later = append(c.later, func() {
				f.Body = c.cases(v, typ, func(x *core.Var, typ types.Type) []core.Stmt { return c.reach(m, ref(x), typ) })
			})
		}
	})
}

// cases is a type switch over what an interface may hold.
func (c *copier) cases(v *core.Var, typ types.Type, body func(x *core.Var, typ types.Type) []core.Stmt) []core.Stmt {
	s := &core.TypeSwitch{E: ref(v)}
	i := typ.Underlying().(*types.Interface)
	for k := 0; k < len(c.t.boxable); k++ {
		held := c.t.boxable[k]
		if !types.Implements(held, i) {
			continue
		}
		x := c.t.localVar("x", c.src(held))
		if list := body(x, held); len(list) > 0 {
			s.Cases = append(s.Cases, &core.TypeCase{Types: []types.Type{c.src(held)}, Bind: x, Body: list})
		}
	}
	if len(s.Cases) == 0 {
		return nil
	}
	return []core.Stmt{s}
}

// cellFunc notes a variable and what is in it.
func (c *copier) cellFunc(typ types.Type) *core.Func {
	return c.fn("cell "+key(typ), c.name+"Cell", func(f *core.Func) {
		l := c.location(typ)
		m, p := c.t.localVar("m", c.memType()), c.t.localVar("p", types.NewPointer(c.src(typ)))
		cell, known := c.t.localVar("cell", types.NewPointer(l.cell)), c.t.localVar("known", types.NewPointer(l.cell))
		f.Params, f.Results = []*core.Var{m, p}, []types.Type{cell.Type}
		f.Body = []core.Stmt{
			define(known, index(c.cellsOf(l, m), ref(p))),
			ifs(binary(token.NEQ, ref(known), nilOf(known.Type)), ret(ref(known))),
			define(cell, newOf(l.cell)),
			set(index(c.cellsOf(l, m), ref(p)), ref(cell)),
			appended(c.listOf(l, m), ref(p)),
		}
		f.Body = append(f.Body, c.inside(m, p, typ)...)
		f.Body = append(f.Body, ret(ref(cell)))
	})
}

// inside notes the variables inside of *p, or finds what it refers to.
func (c *copier) inside(m, p *core.Var, typ types.Type) []core.Stmt {
	var list []core.Stmt
	switch u := typ.Underlying().(type) {
	case *types.Struct:
		copied, _ := c.copied(u)
		for _, fd := range copied {
			cell := call(c.cellFunc(fd.Type()), ref(m), addr(c.srcField(ref(p), fd)))
			list = append(list, set(part(cell, "inner"), boolConst(true)))
		}
	case *types.Array:
		if u.Len() > 0 {
			list = append(list, do(call(c.spanFunc(u.Elem()), ref(m), wholeArray(p))))
			cell := call(c.cellFunc(u.Elem()), ref(m), addr(index(deref(ref(p)), intConst(0))))
			list = append(list, set(part(cell, "inner"), boolConst(true)))
		}
	default:
		return c.reach(m, deref(ref(p)), typ)
	}
	return list
}

// wholeArray is p[:].
func wholeArray(p *core.Var) core.Expr {
	u := p.Type.Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	return &core.SliceExpr{X: core.X{T: types.NewSlice(u.Elem())}, E: ref(p)}
}

// spanFunc notes the variables of a slice's array, to the end of its capacity.
func (c *copier) spanFunc(elem types.Type) *core.Func {
	return c.fn("span "+key(elem), c.name+"Span", func(f *core.Func) {
		l := c.location(elem)
		cellFunc := c.cellFunc(elem)
		m, s := c.t.localVar("m", c.memType()), c.t.localVar("s", types.NewSlice(c.src(elem)))
		all, cell := c.t.localVar("all", s.Type), c.t.localVar("cell", types.NewPointer(l.cell))
		i := c.t.localVar("i", intType)
		f.Params = []*core.Var{m, s}
		rest := func(n core.Expr, at core.Expr) core.Expr { return binary(token.SUB, n, at) }
		length := func() core.Expr { return builtin("len", intType, ref(all)) }
		f.Body = []core.Stmt{
			define(all, &core.SliceExpr{X: core.X{T: s.Type}, E: ref(s), Hi: builtin("cap", intType, ref(s))}),
			c.upTo(i, length(),
				define(cell, call(cellFunc, ref(m), addr(index(ref(all), ref(i))))),
				ifs(binary(token.GTR, ref(i), intConst(0)), set(part(ref(cell), "inner"), boolConst(true))),
				ifs(binary(token.GEQ, rest(builtin("len", intType, part(ref(cell), "from")), part(ref(cell), "fromAt")), rest(length(), ref(i))),
					&core.Jump{Tok: token.BREAK}), // a longer slice has been here
				set(part(ref(cell), "from"), ref(all)),
				set(part(ref(cell), "fromAt"), ref(i)),
				ifs(binary(token.LSS, binary(token.ADD, ref(i), intConst(1)), length()),
					set(part(ref(cell), "next"), addr(index(ref(all), binary(token.ADD, ref(i), intConst(1)))))),
			),
		}
	})
}

// mapping is what is known of maps of a type.
func (c *copier) mapping(typ types.Type) *mapped {
	for _, x := range c.mapped {
		if types.Identical(x.typ, typ) {
			return x
		}
	}
	x := &mapped{typ: typ}
	c.mapped = append(c.mapped, x)
	x.cell = c.t.newType(c.name+"Map", []*types.Var{c.fieldOf("from", c.src(typ)), c.fieldOf("to", c.dst(typ))})
	cells := types.NewMap(types.Typ[types.Uint64], types.NewPointer(x.cell))
	n := intConst(int64(len(c.fields))).(*core.Const).Val.String()
	x.cells = c.addField("maps"+n, cells, makeOf(cells))
	x.list = c.addField("mapList"+n, types.NewSlice(types.NewPointer(x.cell)), nil)
	return x
}

func (c *copier) mapsOf(x *mapped, m *core.Var) core.Expr {
	return field(ref(m), x.cells, types.NewMap(types.Typ[types.Uint64], types.NewPointer(x.cell)))
}

func (c *copier) mapListOf(x *mapped, m *core.Var) core.Expr {
	return field(ref(m), x.list, types.NewSlice(types.NewPointer(x.cell)))
}

func mapID(e core.Expr) core.Expr {
	id := rtCall(token.NoPos, "TraceMapID", types.Typ[types.Uint64], false, e)
	id.Fun.(*core.Ref).T = types.NewSignatureType(nil, nil, nil, tupleOf(anyType), tupleOf(types.Typ[types.Uint64]), false)
	return id
}

func (c *copier) reachMap(m, v *core.Var, typ types.Type) []core.Stmt {
	x := c.mapping(typ)
	cell := c.t.localVar("cell", types.NewPointer(x.cell))
	list := []core.Stmt{
		ifs(binary(token.LOR, binary(token.EQL, ref(v), nilOf(v.Type)),
			binary(token.NEQ, index(c.mapsOf(x, m), mapID(ref(v))), nilOf(cell.Type))), ret()),
		define(cell, addr(&core.Composite{X: core.X{T: x.cell}, Fields: []string{"from"}, Vals: []core.Expr{ref(v)}})),
		set(index(c.mapsOf(x, m), mapID(ref(v))), ref(cell)),
		appended(c.mapListOf(x, m), ref(cell)),
	}
	return append(list, c.reachEntries(m, ref(v), typ)...)
}

// reachEntries finds what the keys and values of a map refer to.
func (c *copier) reachEntries(m *core.Var, v core.Expr, typ types.Type) []core.Stmt {
	u := typ.Underlying().(*types.Map)
	k, e := c.t.localVar("k", c.src(u.Key())), c.t.localVar("e", c.src(u.Elem()))
	body := append(c.reach(m, ref(k), u.Key()), c.reach(m, ref(e), u.Elem())...)
	if len(body) == 0 {
		return nil
	}
	r := &core.Range{E: v, Body: body}
	if c.refers(u.Key()) {
		r.Key = k
	}
	if c.refers(u.Elem()) {
		r.Val = e
	}
	return []core.Stmt{r}
}
