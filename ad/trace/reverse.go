package trace

// This file makes the function that tells the way back what the way in has bound: the copies of the program's variables are
// written back to these.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// reverse binds every copy that c has made, in back.
func (c *copier) reverse(back *copier) *core.Func {
	return c.fn("reverse", "reverse"+suffix, func(f *core.Func) {
		in, give := c.t.localVar("in", c.memType()), c.t.localVar("give", back.memType())
		f.Params = []*core.Var{in, give}
		c.last = append(c.last, func() {
			for i := 0; i < len(c.located); i++ {
				f.Body = append(f.Body, do(call(c.reverseLocated(c.located[i], back), ref(in), ref(give))))
			}
			for i := 0; i < len(c.mapped); i++ {
				f.Body = append(f.Body, do(call(c.reverseMaps(c.mapped[i], back), ref(in), ref(give))))
			}
			for i := 0; i < len(c.located); i++ {
				f.Body = append(f.Body, c.reachCopies(c.located[i], back, in, give)...)
			}
			for i := 0; i < len(c.mapped); i++ {
				f.Body = append(f.Body, c.reachMapCopies(c.mapped[i], back, in, give)...)
			}
		})
	})
}

func (c *copier) reverseLocated(l *located, back *copier) *core.Func {
	return c.fn("reverse "+key(l.typ), "reverse"+suffix, func(f *core.Func) {
		in, give := c.t.localVar("in", c.memType()), c.t.localVar("give", back.memType())
		p, cell := c.t.localVar("p", types.NewPointer(c.src(l.typ))), c.t.localVar("cell", types.NewPointer(l.cell))
		other := back.location(l.typ)
		f.Params = []*core.Var{in, give}
		made := &core.Composite{X: core.X{T: other.cell}, Fields: []string{"inner", "to", "toAll", "toAt", "from", "fromAt"},
			Vals: []core.Expr{boolConst(true), ref(p), part(ref(cell), "from"), part(ref(cell), "fromAt"), part(ref(cell), "toAll"), part(ref(cell), "toAt")}}
		f.Body = []core.Stmt{c.each(l, in, p, cell,
			set(index(back.cellsOf(other, give), part(ref(cell), "to")), addr(made)),
			appended(back.listOf(other, give), part(ref(cell), "to")))}
	})
}

// reachCopies finds what the copies refer to now.
func (c *copier) reachCopies(l *located, back *copier, in, give *core.Var) []core.Stmt {
	switch l.typ.Underlying().(type) {
	case *types.Struct, *types.Array:
		return nil // what is inside has copies of its own
	}
	p, cell := c.t.localVar("p", types.NewPointer(c.src(l.typ))), c.t.localVar("cell", types.NewPointer(l.cell))
	body := back.reach(give, deref(part(ref(cell), "to")), l.typ)
	if len(body) == 0 {
		return nil
	}
	return []core.Stmt{c.each(l, in, p, cell, body...)}
}

func (c *copier) reverseMaps(x *mapped, back *copier) *core.Func {
	return c.fn("reverse maps "+key(x.typ), "reverse"+suffix, func(f *core.Func) {
		in, give := c.t.localVar("in", c.memType()), c.t.localVar("give", back.memType())
		other := back.mapping(x.typ)
		cell, made := c.t.localVar("cell", types.NewPointer(x.cell)), c.t.localVar("made", types.NewPointer(other.cell))
		f.Params = []*core.Var{in, give}
		f.Body = []core.Stmt{&core.Range{Val: cell, E: c.mapListOf(x, in), Body: []core.Stmt{
			define(made, addr(&core.Composite{X: core.X{T: other.cell}, Fields: []string{"from", "to"},
				Vals: []core.Expr{part(ref(cell), "to"), part(ref(cell), "from")}})),
			set(index(back.mapsOf(other, give), mapID(part(ref(cell), "to"))), ref(made)),
			appended(back.mapListOf(other, give), ref(made)),
		}}}
	})
}

func (c *copier) reachMapCopies(x *mapped, back *copier, in, give *core.Var) []core.Stmt {
	cell := c.t.localVar("cell", types.NewPointer(x.cell))
	body := back.reachEntries(give, part(ref(cell), "to"), x.typ)
	if len(body) == 0 {
		return nil
	}
	return []core.Stmt{&core.Range{Val: cell, E: c.mapListOf(x, in), Body: body}}
}
