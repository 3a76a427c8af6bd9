package trace

// This file makes the functions that make and fill memory: place, bind, fill and value.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// complete is the function that, when everything has been reached, makes and fills the memory.
func (c *copier) complete() *core.Func {
	return c.fn("complete", c.name+"Complete", func(f *core.Func) {
		m := c.t.localVar("m", c.memType())
		f.Params = []*core.Var{m}
		c.last = append(c.last, func() {
			for i := 0; i < len(c.located); i++ {
				f.Body = append(f.Body, do(call(c.placeFunc(c.located[i]), ref(m))))
			}
			for i := 0; i < len(c.mapped); i++ {
				f.Body = append(f.Body, do(call(c.placeMaps(c.mapped[i]), ref(m))))
			}
			for i := 0; i < len(c.located); i++ {
				if fill := c.fillFunc(c.located[i]); fill != nil {
					f.Body = append(f.Body, do(call(fill, ref(m))))
				}
			}
			for i := 0; i < len(c.mapped); i++ {
				f.Body = append(f.Body, do(call(c.fillMaps(c.mapped[i]), ref(m))))
			}
		})
	})
}

// each is for _, p := range m.list { cell := m.cells[p]; body }.
func (c *copier) each(l *located, m, p, cell *core.Var, body ...core.Stmt) core.Stmt {
	body = append([]core.Stmt{define(cell, index(c.cellsOf(l, m), ref(p)))}, body...)
	return &core.Range{Val: p, E: c.listOf(l, m), Body: body}
}

func (c *copier) placeFunc(l *located) *core.Func {
	return c.fn("place "+key(l.typ), c.name+"Place", func(f *core.Func) {
		m, p := c.t.localVar("m", c.memType()), c.t.localVar("p", types.NewPointer(c.src(l.typ)))
		cell, q := c.t.localVar("cell", types.NewPointer(l.cell)), c.t.localVar("q", p.Type)
		n, i := c.t.localVar("n", intType), c.t.localVar("i", intType)
		to := c.t.localVar("to", types.NewSlice(c.dst(l.typ)))
		next := func() core.Expr { return part(index(c.cellsOf(l, m), ref(q)), "next") }
		f.Params = []*core.Var{m}
		f.Body = []core.Stmt{c.each(l, m, p, cell,
			ifs(binary(token.LOR, part(ref(cell), "inner"), binary(token.NEQ, part(ref(cell), "to"), nilOf(types.NewPointer(c.dst(l.typ))))),
				&core.Jump{Tok: token.CONTINUE}),
			define(n, intConst(0)),
			define(q, ref(p)),
			&core.For{Cond: binary(token.NEQ, ref(q), nilOf(q.Type)), Body: []core.Stmt{incremented(n, 1), set(ref(q), next())}},
			define(to, makeOf(to.Type, ref(n))),
			set(ref(q), ref(p)),
			c.upTo(i, ref(n),
				do(call(c.bindFunc(l), ref(m), ref(q), addr(index(ref(to), ref(i))), ref(to), ref(i))),
				set(ref(q), next())),
		)}
	})
}

func (c *copier) bindFunc(l *located) *core.Func {
	return c.fn("bind "+key(l.typ), c.name+"Bind", func(f *core.Func) {
		m, p := c.t.localVar("m", c.memType()), c.t.localVar("p", types.NewPointer(c.src(l.typ)))
		q, to, at := c.t.localVar("q", types.NewPointer(c.dst(l.typ))), c.t.localVar("to", types.NewSlice(c.dst(l.typ))), c.t.localVar("at", intType)
		cell := c.t.localVar("cell", types.NewPointer(l.cell))
		f.Params = []*core.Var{m, p, q, to, at}
		f.Body = []core.Stmt{
			define(cell, index(c.cellsOf(l, m), ref(p))),
			set(part(ref(cell), "to"), ref(q)), set(part(ref(cell), "toAll"), ref(to)), set(part(ref(cell), "toAt"), ref(at)),
		}
		switch u := l.typ.Underlying().(type) {
		case *types.Struct:
			copied, _ := c.copied(u)
			for _, fd := range copied {
				inner := c.location(fd.Type())
				f.Body = append(f.Body, do(call(c.bindFunc(inner), ref(m), addr(c.srcField(ref(p), fd)), addr(c.dstField(ref(q), fd)),
					nilOf(types.NewSlice(c.dst(fd.Type()))), intConst(0))))
			}
		case *types.Array:
			inner, i := c.location(u.Elem()), c.t.localVar("i", intType)
			f.Body = append(f.Body, c.upTo(i, intConst(u.Len()),
				do(call(c.bindFunc(inner), ref(m), addr(index(deref(ref(p)), ref(i))), addr(index(deref(ref(q)), ref(i))), wholeArray(q), ref(i)))))
		}
	})
}

// fillFunc copies the contents of variables of a type; those of structs and arrays are other variables.
func (c *copier) fillFunc(l *located) *core.Func {
	u, isStruct := l.typ.Underlying().(*types.Struct)
	var plain []*types.Var
	if isStruct {
		_, plain = c.copied(u)
	}
	if _, isArray := l.typ.Underlying().(*types.Array); isArray || isStruct && len(plain) == 0 {
		return nil
	}
	return c.fn("fill "+key(l.typ), c.name+"Fill", func(f *core.Func) {
		m, p := c.t.localVar("m", c.memType()), c.t.localVar("p", types.NewPointer(c.src(l.typ)))
		cell := c.t.localVar("cell", types.NewPointer(l.cell))
		f.Params = []*core.Var{m}
		var body []core.Stmt
		if isStruct {
			for _, fd := range plain {
				body = append(body, c.store(c.dstField(part(ref(cell), "to"), fd), c.srcField(ref(p), fd), fd.Type())...)
			}
			body = c.ifValues(m, body)
		} else {
			body = c.store(deref(part(ref(cell), "to")), c.value(m, deref(ref(p)), l.typ), l.typ)
			if b, ok := l.typ.Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) == 0 {
				body = c.ifValues(m, body)
			}
		}
		f.Body = []core.Stmt{c.each(l, m, p, cell, body...)}
	})
}

// store sets a variable, of the program only if that changes it: what the primal does not write to, others may read.
func (c *copier) store(to, v core.Expr, typ types.Type) []core.Stmt {
	if !c.back {
		return []core.Stmt{set(to, v)}
	}
	x := c.t.localVar("x", v.Type())
	changed := c.changed(to, ref(x), typ)
	if changed == nil {
		return []core.Stmt{set(to, v)}
	}
	return []core.Stmt{&core.Block{Body: []core.Stmt{define(x, v), ifs(changed, set(core.CloneExpr(to), ref(x)))}}}
}

// changed tells whether x differs from what to holds; nil where that cannot be asked.
func (c *copier) changed(to, x core.Expr, typ types.Type) core.Expr {
	switch u := typ.Underlying().(type) {
	case *types.Basic, *types.Pointer, *types.Chan:
		return binary(token.NEQ, core.CloneExpr(to), x)
	case *types.Slice:
		size := func(name string, e core.Expr) core.Expr { return builtin(name, intType, core.CloneExpr(e)) }
		first := func(e core.Expr) core.Expr {
			return addr(index(&core.SliceExpr{X: core.X{T: types.NewSlice(u.Elem())}, E: core.CloneExpr(e), Hi: size("cap", e)}, intConst(0)))
		}
		none := func(e core.Expr) core.Expr { return binary(token.EQL, core.CloneExpr(e), nilOf(e.Type())) }
		return binary(token.LOR, binary(token.LOR, binary(token.LOR,
			binary(token.NEQ, size("len", to), size("len", x)), binary(token.NEQ, size("cap", to), size("cap", x))),
			binary(token.NEQ, none(to), none(x))),
			binary(token.LAND, binary(token.GTR, size("cap", x), intConst(0)), binary(token.NEQ, first(to), first(x))))
	case *types.Map:
		return binary(token.NEQ, mapID(core.CloneExpr(to)), mapID(x))
	}
	return nil
}

// ifValues does something unless the copies are adjoints, where what carries no derivative is zero.
func (c *copier) ifValues(m *core.Var, body []core.Stmt) []core.Stmt {
	if !c.back {
		return body
	}
	return []core.Stmt{ifs(binary(token.EQL, c.sweep(m), nilOf(c.t.num.sweep)), body...)}
}

func (c *copier) sweep(m *core.Var) core.Expr { return field(ref(m), "sweep", c.t.num.sweep) }

func (c *copier) placeMaps(x *mapped) *core.Func {
	return c.fn("place map "+key(x.typ), c.name+"PlaceMaps", func(f *core.Func) {
		m, cell := c.t.localVar("m", c.memType()), c.t.localVar("cell", types.NewPointer(x.cell))
		f.Params = []*core.Var{m}
		to := part(ref(cell), "to")
		f.Body = []core.Stmt{&core.Range{Val: cell, E: c.mapListOf(x, m), Body: []core.Stmt{
			ifs(binary(token.EQL, to, nilOf(to.Type())), set(core.CloneExpr(to), makeOf(to.Type())))}}}
	})
}

func (c *copier) fillMaps(x *mapped) *core.Func {
	return c.fn("fill map "+key(x.typ), c.name+"FillMaps", func(f *core.Func) {
		u := x.typ.Underlying().(*types.Map)
		m, cell := c.t.localVar("m", c.memType()), c.t.localVar("cell", types.NewPointer(x.cell))
		k, e := c.t.localVar("k", c.src(u.Key())), c.t.localVar("e", c.src(u.Elem()))
		newK, newE := c.t.localVar("newK", c.dst(u.Key())), c.t.localVar("newE", c.dst(u.Elem()))
		old, known := c.t.localVar("old", newE.Type), c.t.localVar("known", boolType)
		keepType := types.NewMap(newK.Type, boolType)
		keep, gone := c.t.localVar("keep", keepType), c.t.localVar("gone", newK.Type)
		f.Params = []*core.Var{m}
		to := func() core.Expr { return part(ref(cell), "to") }
		store := set(index(to(), ref(newK)), ref(newE))
		body := []core.Stmt{define(newK, c.value(m, ref(k), u.Key())), define(newE, c.value(m, ref(e), u.Elem()))}
		if changed := c.changed(ref(old), ref(newE), u.Elem()); c.back && changed != nil {
			body = append(body,
				&core.Define{Vars: []*core.Var{old, known}, Rhs: []core.Expr{
					&core.Index{X: core.X{T: tupleOf(newE.Type, boolType)}, E: to(), I: ref(newK), CommaOk: true}}},
				ifs(binary(token.LOR, not(ref(known)), changed), store))
		} else {
			body = append(body, store)
		}
		fill := &core.Range{Key: k, Val: e, E: part(ref(cell), "from"), Body: body}
		list := []core.Stmt{fill}
		if c.back {
			fill.Body = append(fill.Body, set(index(ref(keep), ref(newK)), boolConst(true)))
			list = []core.Stmt{define(keep, makeOf(keepType)), fill, &core.Range{Key: gone, E: to(), Body: []core.Stmt{
				ifs(not(index(ref(keep), ref(gone))), do(builtin("delete", nil, to(), ref(gone))))}}}
		}
		f.Body = []core.Stmt{&core.Range{Val: cell, E: c.mapListOf(x, m), Body: list}}
	})
}
