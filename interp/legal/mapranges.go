package legal

// This file tells the session of ranges over maps, and has the functions that use single elements. A range uses its map whenever it goes on
// to the next element, not while its body runs:
//
//	src, on := m, false
//	if *host.Several { on = host.MapNext(src, "f#1 map") }
//	for k, v := range src {
//		if on { on = host.MapDone(src) }
//		body
//		if *host.Several { on = host.MapNext(src, "f#1 map") }
//	}
//	if on { host.MapDone(src) }
//
// The last line of the body is before each continue, too. What leaves the loop by another way finds it told.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// ranged rewrites a range over a map, which may have a label.
func (g *mapGuard) ranged(s core.Stmt, r *core.Range) []core.Stmt {
	at, boolean := r.At, types.Typ[types.Bool]
	names := g.u.namer(g.fn)
	src := &core.Var{At: at, Name: names.Fresh("src"), Type: r.E.Type()}
	on := &core.Var{At: at, Name: names.Fresh("on"), Type: boolean}
	place := g.u.place(g.fn, "map", at)
	next := func() []core.Stmt {
		told := assign(at, ref(on, at), hostCall(at, "MapNext", boolean, ref(src, at), core.CloneExpr(place)))
		return []core.Stmt{&core.If{S: core.S{At: at}, Cond: several(at), Then: []core.Stmt{told}}}
	}
	done := func() core.Stmt {
		told := assign(at, ref(on, at), hostCall(at, "MapDone", boolean, ref(src, at)))
		return &core.If{S: core.S{At: at}, Cond: ref(on, at), Then: []core.Stmt{told}}
	}
	before := []core.Stmt{define(at, src, r.E), &core.Define{S: core.S{At: at}, Vars: []*core.Var{on}}}
	before = append(before, next()...)
	label := ""
	if l, _ := labelled(s); l != nil {
		label = l.Name
	}
	body := beforeContinue(r.Body, label, next, false)
	r.E = ref(src, at)
	r.Body = append([]core.Stmt{done()}, append(body, next()...)...)
	out := g.u.after(g.fn, before, s)
	b := out[len(out)-1].(*core.Block)
	b.Body = append(b.Body, done())
	return out
}

// get is the call that looks a key up.
func (g *mapGuard) get(x *core.Index) core.Expr {
	m := x.E.Type()
	elem := m.Underlying().(*types.Map).Elem()
	results, base := []types.Type{elem}, "mapget"
	if x.CommaOk {
		results, base = append(results, types.Typ[types.Bool]), "mapget2"
	}
	f := g.u.helper(base+" "+typeKey(m), base, func(f *core.Func) {
		h := newMapFunc(f, m)
		f.Results = results
		look := func(suffix string) (core.Stmt, []core.Expr) {
			d := &core.Define{Rhs: []core.Expr{&core.Index{X: core.X{T: x.T}, E: ref(h.m, 0), I: ref(h.key, 0), CommaOk: x.CommaOk}}}
			var found []core.Expr
			for i, t := range results {
				v := &core.Var{Name: []string{"v", "ok"}[i] + suffix, Type: t}
				d.Vars, found = append(d.Vars, v), append(found, ref(v, 0))
			}
			return d, found
		}
		read, found := look("0")
		told := append(h.probe(), h.tell("MapRead"), read, h.done(), ret(0, found...))
		read, found = look("")
		f.Body = []core.Stmt{&core.If{Cond: several(0), Then: told}, read, ret(0, found...)}
	})
	return call(x.At, x.T, refFunc(f, x.At), x.E, x.I, g.u.place(g.fn, "map", x.At))
}

// set is the call that sets an element.
func (g *mapGuard) set(at token.Pos, m, k, v core.Expr) core.Expr {
	t := m.Type()
	f := g.u.helper("mapset "+typeKey(t), "mapset", func(f *core.Func) {
		h := newMapFunc(f, t)
		v := &core.Var{Name: "v", Type: t.Underlying().(*types.Map).Elem()}
		f.Params = []*core.Var{h.m, h.key, v, h.at}
		h.around(func() core.Stmt {
			return assign(0, &core.Index{X: core.X{T: v.Type}, E: ref(h.m, 0), I: ref(h.key, 0)}, ref(v, 0))
		})
	})
	return call(at, nil, refFunc(f, at), m, k, v, g.u.place(g.fn, "map", at))
}

// delete is the call that deletes an element.
func (g *mapGuard) delete(c *core.Call) core.Expr {
	t := c.Args[0].Type()
	f := g.u.helper("mapdelete "+typeKey(t), "mapdelete", func(f *core.Func) {
		h := newMapFunc(f, t)
		h.around(func() core.Stmt {
			return &core.Do{E: call(0, nil, &core.Ref{Obj: &core.Builtin{Name: "delete"}}, ref(h.m, 0), ref(h.key, 0))}
		})
	})
	return call(c.At, nil, refFunc(f, c.At), c.Args[0], c.Args[1], g.u.place(g.fn, "map", c.At))
}

// mapFunc is a function that uses a map.
type mapFunc struct {
	f          *core.Func
	m, key, at *core.Var
}

func newMapFunc(f *core.Func, t types.Type) *mapFunc {
	h := &mapFunc{f: f, m: &core.Var{Name: "m", Type: t}, key: &core.Var{Name: "k", Type: keyType(t)},
		at: &core.Var{Name: "at", Type: types.Typ[types.String]}}
	f.Params = []*core.Var{h.m, h.key, h.at}
	return h
}

// around makes the body of a function that writes.
func (h *mapFunc) around(write func() core.Stmt) {
	told := append(h.probe(), h.tell("MapWrite"), write(), h.done())
	h.f.Body = []core.Stmt{&core.If{Cond: several(0), Then: told, Else: []core.Stmt{write()}}}
}

// probe panics if the key has no hash: it must not while the map is in use.
func (h *mapFunc) probe() []core.Stmt {
	if !hasInterface(h.key.Type) {
		return nil
	}
	none := &core.Var{Name: "none", Type: h.m.Type}
	found := &core.Var{Name: "found", Type: types.Typ[types.Bool]}
	elem := h.m.Type.Underlying().(*types.Map).Elem()
	look := &core.Index{X: core.X{T: resultType([]types.Type{elem, found.Type})}, E: ref(none, 0), I: ref(h.key, 0), CommaOk: true}
	return []core.Stmt{
		&core.Define{Vars: []*core.Var{none}},
		&core.Define{Vars: []*core.Var{nil, found}, Rhs: []core.Expr{look}},
		&core.Assign{Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{ref(found, 0)}},
	}
}

func (h *mapFunc) tell(host string) core.Stmt {
	return &core.Do{E: hostCall(0, host, nil, ref(h.m, 0), ref(h.at, 0))}
}

func (h *mapFunc) done() core.Stmt {
	return &core.Do{E: hostCall(0, "MapDone", nil, ref(h.m, 0))}
}
