package legal

// This file tells the session which maps are in use while there are several goroutines: where two use one at the same time, the Go
// runtime ends the process, with the values of all cells. A statement with m[k] in it becomes
//
//	if *host.Several { statement with mapget(m, k, "f#1 map") } else { statement }
//
// where mapget tells the session before and after it reads, as mapset and mapdelete do for what they write. Operands are evaluated
// before, so nothing of the program runs in between, and nothing panics there that would leave the map in use. While there is one
// goroutine a statement costs a look at the flag. Where a statement cannot be there twice, as with a function literal in it, the
// functions look at the flag themselves. How ranges are told is in mapranges.go.

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

func mapUses(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		g := &mapGuard{u: u, fn: fn}
		var out []core.Stmt
		for _, s := range list {
			if at := callsBack(s); at.IsValid() {
				out = append(out, &core.Do{S: core.S{At: at}, E: hostCall(at, "Concurrent", nil)})
			}
			out = append(out, g.statement(s)...)
		}
		return out
	})
}

// mapGuard rewrites the uses of maps in the statements of a function.
type mapGuard struct {
	u  *unit
	fn *core.Func
}

// statement rewrites a statement of a list. Its inner lists are done.
func (g *mapGuard) statement(s core.Stmt) []core.Stmt {
	l, inner := labelled(s)
	switch inner := inner.(type) {
	case *core.If:
		inner.Cond = g.condition(inner.Cond)
	case *core.For:
		inner.Cond = g.condition(inner.Cond)
		inner.Init, inner.Post = g.header(inner.Init), g.header(inner.Post)
	case *core.Range:
		inner.E = g.calls(inner.E)
		if _, ok := inner.E.Type().Underlying().(*types.Map); ok {
			return g.ranged(s, inner)
		}
	case *core.Switch:
		if inner.Tag = g.calls(inner.Tag); inner.Tag != nil || len(inner.Cases) > 0 {
			for _, c := range inner.Cases {
				g.callsIn(c.Exprs)
			}
		}
	case *core.TypeSwitch:
		inner.E = g.calls(inner.E)
	case *core.Select:
		for _, c := range inner.Cases {
			c.Comm = g.header(c.Comm)
		}
	case *core.Define, *core.Assign, *core.Do, *core.Return, *core.Send:
		if !g.touches(inner) {
			break
		}
		if l == nil {
			return g.simple(inner)
		}
		if _, defines := inner.(*core.Define); !defines {
			l.Stmt = block(l.At, g.simple(inner))
		}
	}
	return []core.Stmt{s}
}

// simple rewrites a statement without inner lists that uses maps.
func (g *mapGuard) simple(s core.Stmt) []core.Stmt {
	at := s.Pos()
	if hasLiteral(exprs(s)) {
		return g.told(s)
	}
	switch s := s.(type) {
	case *core.Define:
		return g.define(s)
	case *core.Return:
		twin := core.CloneStmts([]core.Stmt{s})[0]
		return []core.Stmt{&core.If{S: core.S{At: at}, Cond: several(at), Then: g.told(twin)}, s}
	}
	twin := core.CloneStmts([]core.Stmt{s})[0]
	return []core.Stmt{&core.If{S: core.S{At: at}, Cond: several(at), Then: g.told(twin), Else: []core.Stmt{s}}}
}

// define rewrites a definition. Where it cannot fail it is told around it, else the variables come first.
func (g *mapGuard) define(s *core.Define) []core.Stmt {
	if x, ok := mapIndex(s.Rhs[0]); ok && len(s.Rhs) == 1 && calmIndex(x) {
		return []core.Stmt{g.ask(s.At, g.tell(s.At, "MapRead", x.E)), s, g.ask(s.At, g.tell(s.At, "MapDone", x.E))}
	}
	a := &core.Assign{S: core.S{At: s.At}, Op: token.ASSIGN, Rhs: s.Rhs}
	var out []core.Stmt
	for _, v := range s.Vars {
		if v == nil {
			a.Lhs = append(a.Lhs, nil)
			continue
		}
		a.Lhs = append(a.Lhs, ref(v, s.At))
		out = append(out, &core.Define{S: s.S, Vars: []*core.Var{v}})
	}
	return append(out, g.simple(a)...)
}

// tell tells the session of a map.
func (g *mapGuard) tell(at token.Pos, host string, m core.Expr) core.Stmt {
	args := []core.Expr{core.CloneExpr(m)}
	if host != "MapDone" {
		args = append(args, g.u.place(g.fn, "map", at))
	}
	return &core.Do{S: core.S{At: at}, E: hostCall(at, host, nil, args...)}
}

// ask does something if there are several goroutines.
func (g *mapGuard) ask(at token.Pos, s core.Stmt) core.Stmt {
	return &core.If{S: core.S{At: at}, Cond: several(at), Then: []core.Stmt{s}}
}

// plainUse gives the one map that an assignment uses, and how, if nothing else can happen in it; else nil.
func plainUse(s *core.Assign) (host string, m core.Expr) {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Lhs[0] == nil {
		return "", nil
	}
	if !certain(s.Op) {
		return "", nil
	}
	if x, ok := mapIndex(s.Lhs[0]); ok && calmIndex(x) && calm(s.Rhs[0]) {
		return "MapWrite", x.E
	}
	if x, ok := mapIndex(s.Rhs[0]); ok && calmIndex(x) {
		if v := variable(s.Lhs[0]); v != nil && v != variable(x.E) {
			return "MapRead", x.E
		}
	}
	return "", nil
}

// certain reports whether an assignment by an operator cannot fail, as a division may, or a shift.
func certain(op token.Token) bool {
	return op == token.ASSIGN || op == token.ADD || op == token.SUB || op == token.MUL
}

// told is the statement with its uses of maps told.
func (g *mapGuard) told(s core.Stmt) []core.Stmt {
	h := &hoister{u: g.u, fn: g.fn}
	switch s := s.(type) {
	case *core.Define:
		g.callsIn(s.Rhs)
	case *core.Do:
		s.E = g.calls(s.E)
	case *core.Return:
		g.callsIn(s.Results)
	case *core.Send:
		s.Ch, s.Val = g.calls(s.Ch), g.calls(s.Val)
	case *core.Assign:
		if host, m := plainUse(s); m != nil {
			return []core.Stmt{g.tell(s.At, host, m), s, g.tell(s.At, "MapDone", m)}
		}
		g.callsIn(s.Rhs)
		if len(s.Lhs) == 1 {
			return g.assign(h, s)
		}
		if len(s.Rhs) == len(s.Lhs) && g.targets(s) {
			return g.parallel(h, s)
		}
	}
	return []core.Stmt{s}
}

// targets reports whether a map is used on the left of an assignment.
func (g *mapGuard) targets(s *core.Assign) bool {
	for _, l := range s.Lhs {
		if l != nil && g.uses(l) {
			return true
		}
	}
	return false
}

// assign makes an assignment to one target, whose value is told already.
func (g *mapGuard) assign(h *hoister, s *core.Assign) []core.Stmt {
	l := s.Lhs[0]
	if l == nil || !g.uses(l) {
		return []core.Stmt{s}
	}
	if !twice(s.Rhs[0]) && twice(l) { // what is called on the right comes first
		s.Rhs[0] = h.temp("val", s.Rhs[0], s.Rhs[0].Type())
	}
	x, ok := mapIndex(l)
	if !ok {
		s.Lhs[0] = g.container(h, l)
		return append(h.pre, s)
	}
	m, k := g.calls(x.E), g.calls(x.I)
	if certain(s.Op) && !hasInterface(keyType(x.E.Type())) {
		if variable(m) == nil {
			m = h.temp("held", m, m.Type())
		}
		if !calm(k) {
			k = h.temp("key", k, keyType(m.Type()))
		}
		if !calm(s.Rhs[0]) {
			s.Rhs[0] = h.temp("val", s.Rhs[0], s.Rhs[0].Type())
		}
		s.Lhs[0] = &core.Index{X: x.X, E: m, I: k}
		return append(h.pre, g.tell(s.At, "MapWrite", m), s, g.tell(s.At, "MapDone", m))
	}
	v := s.Rhs[0]
	if s.Op != token.ASSIGN {
		m, k = h.temp("held", m, m.Type()), h.temp("key", k, keyType(m.Type()))
		old := g.get(&core.Index{X: x.X, E: core.CloneExpr(m), I: core.CloneExpr(k)})
		v = &core.Binary{X: core.X{At: s.At, T: x.T}, Op: s.Op, L: old, R: v}
	}
	return append(h.pre, &core.Do{S: s.S, E: g.set(s.At, m, k, v)})
}

// container puts the map element that a target is found by into a variable.
func (g *mapGuard) container(h *hoister, l core.Expr) core.Expr {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if x, ok := mapIndex(e); ok {
			return h.temp("held", g.get(x), x.T)
		}
		return e
	}}
	return m.MapExpr(l)
}

// parallel assigns several values.
func (g *mapGuard) parallel(h *hoister, s *core.Assign) []core.Stmt {
	var out []core.Stmt
	for i, l := range s.Lhs {
		v := s.Rhs[i]
		if l != nil || !isNil(v) {
			t := v.Type()
			if l != nil {
				t = l.Type()
			}
			v = h.temp("val", v, t)
		}
		s.Rhs[i] = v
	}
	for i, l := range s.Lhs {
		one := &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{s.Rhs[i]}}
		out = append(out, g.assign(&hoister{u: g.u, fn: g.fn}, one)...)
	}
	return append(h.pre, out...)
}

// several is the session's flag.
func several(at token.Pos) core.Expr {
	flag := &core.Ref{X: core.X{At: at, T: types.NewPointer(types.Typ[types.Bool])}, Obj: &core.Host{Path: HostPath, Name: "Several"}}
	return &core.Unary{X: core.X{At: at, T: types.Typ[types.Bool]}, Op: token.MUL, E: flag}
}

// mapHelpers begin the names of the functions that use maps.
var mapHelpers = []string{HelperPrefix + "mapget", HelperPrefix + "mapset", HelperPrefix + "mapdelete"}

// usesMap reports whether a call is of one of them, or tells the session of a map.
func usesMap(c *core.Call) bool {
	if r, ok := c.Fun.(*core.Ref); ok {
		switch f := r.Obj.(type) {
		case *core.Func:
			for _, p := range mapHelpers {
				if strings.HasPrefix(f.Name, p) {
					return true
				}
			}
		case *core.Host:
			return f.Path == HostPath && slices.Contains([]string{"MapRead", "MapWrite", "MapNext", "MapClear"}, f.Name)
		}
	}
	return false
}
