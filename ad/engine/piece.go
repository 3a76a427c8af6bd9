package engine

// This file emits straight pieces: statements that run one after another. For each statement the reverse sweep has
// a group of increments; the groups stand in opposite order, behind the reading of the piece's records.

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

// piece is a run of statements.
type piece struct {
	*emitter
	sc     *scope
	fwd    []core.Stmt
	head   []core.Stmt // reverse: reading of records
	groups [][]core.Stmt
	cache  map[string]core.Expr // values already recorded in this piece, by what they are
}

func (e *emitter) piece(sc *scope) *piece {
	return &piece{emitter: e, sc: sc, cache: map[string]core.Expr{}}
}

// rev is the piece's reverse.
func (p *piece) rev() []core.Stmt {
	if len(p.groups) == 0 {
		return nil
	}
	out := append([]core.Stmt{}, p.head...)
	for i := len(p.groups) - 1; i >= 0; i-- {
		out = append(out, p.groups[i]...)
	}
	return out
}

// push records v for the reverse and returns how it is read there.
func (p *piece) push(base string, v core.Expr) core.Expr {
	r := p.sc.record(base, v.Type())
	p.fwd = append(p.fwd, r.push(v))
	p.head = append(p.head, r.pop...)
	return r.read
}

// once records what key stands for if the piece has not done so.
func (p *piece) once(key, base string, v core.Expr) core.Expr {
	if known := p.cache[key]; known != nil {
		return core.CloneExpr(known)
	}
	read := p.push(base, v)
	p.cache[key] = read
	return core.CloneExpr(read)
}

// variable gives the value that v, or something fixed by v alone, has at this point. key tells apart what is
// recorded of v. It is recorded before the outermost loop in which v does not change.
func (p *piece) variable(v *core.Var, key, base string, value core.Expr) core.Expr {
	key = fmt.Sprintf("%s %p", key, v)
	h := p.sc.hoist(v)
	if h == nil {
		return p.once(key, base, value)
	}
	if known := h.cache[key]; known != nil {
		return core.CloneExpr(known)
	}
	at := h.outer
	if at == nil {
		at = &scope{frame: h.frame}
	}
	r := at.record(base, value.Type())
	*h.pre = append(*h.pre, r.push(value))
	*h.preRev = append(*h.preRev, r.pop...)
	h.cache[key] = r.read
	return core.CloneExpr(r.read)
}

// forget drops what the cache knows of v and of memory, after v was assigned.
func (p *piece) forget(v *core.Var) {
	suffix := fmt.Sprintf(" %p", v)
	for key := range p.cache {
		if key[0] == '[' || strings.HasSuffix(key, suffix) {
			delete(p.cache, key)
		}
	}
}

// forgetMemory drops what the cache knows of memory.
func (p *piece) forgetMemory() {
	for key := range p.cache {
		if key[0] == '[' {
			delete(p.cache, key)
		}
	}
}

// keep appends a statement to the forward sweep as it is.
func (p *piece) keep(s core.Stmt) {
	p.fwd = append(p.fwd, s)
	p.forgetMemory()
	core.Inspect(s, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Define:
			for _, v := range n.Vars {
				if v != nil {
					p.forget(v)
				}
			}
		case *core.Assign:
			for _, l := range n.Lhs {
				if v := rootVar(l); v != nil {
					p.forget(v)
				}
			}
		case *core.Call:
			if !repeatable(n) {
				p.cache = map[string]core.Expr{}
			}
		}
		return true
	})
}

// fixedHere reports whether the reverse sweep can compute x from what it can name, without a record.
func (p *piece) fixedHere(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Const:
		return true
	case *core.Ref:
		v, ok := x.Obj.(*core.Var)
		return ok && (p.available(v, p.sc) || p.derivable(v))
	case *core.Binary:
		return p.fixedHere(x.L) && p.fixedHere(x.R)
	case *core.Convert:
		return p.fixedHere(x.E)
	case *core.Unary:
		return x.Op != token.MUL && x.Op != token.AND && x.Op != token.ARROW && p.fixedHere(x.E)
	case *core.Call:
		for _, a := range x.Args {
			if !p.fixedHere(a) {
				return false
			}
		}
		return repeatable(x)
	}
	return false
}

// derivable reports whether v has one definition that the reverse sweep can evaluate again: integers only.
func (p *piece) derivable(v *core.Var) bool {
	d := p.defs[v]
	return d != nil && isInt(v.Type) && p.fixed(v) && p.frame.owner[v] && p.fixedHere(d)
}

// again copies an expression for the reverse sweep, with derivable variables replaced by their definitions.
func (p *piece) again(x core.Expr) core.Expr {
	m := &core.Mapper{}
	m.Expr = func(e core.Expr) core.Expr {
		if r, ok := e.(*core.Ref); ok {
			if v, isVar := r.Obj.(*core.Var); isVar && !p.available(v, p.sc) && p.derivable(v) {
				return p.again(p.defs[v])
			}
		}
		return e
	}
	return m.MapExpr(x)
}

// need gives the value that x has here, for use in the reverse sweep. What cannot be computed there from names in reach is
// recorded: variables, and what is read from memory; arithmetic on them is done again.
func (p *piece) need(x core.Expr) core.Expr { return p.value(x, nil) }

// value is need within a group, which computes calls once.
func (p *piece) value(x core.Expr, g *group) core.Expr {
	if _, isCall := x.(*core.Call); p.fixedHere(x) && !(isCall && g != nil) {
		if g == nil || !hasCall(x) {
			return p.again(x)
		}
	}
	switch x := x.(type) {
	case *core.Ref:
		if v, ok := x.Obj.(*core.Var); ok {
			return p.variable(v, "", nameOf(v), ref(v))
		}
	case *core.Unary:
		if x.Op == token.SUB || x.Op == token.ADD || x.Op == token.NOT || x.Op == token.XOR {
			return &core.Unary{X: x.X, Op: x.Op, E: p.value(x.E, g)}
		}
	case *core.Binary:
		if x.Op != token.LAND && x.Op != token.LOR {
			return &core.Binary{X: x.X, Op: x.Op, L: p.value(x.L, g), R: p.value(x.R, g)}
		}
	case *core.Convert:
		return &core.Convert{X: x.X, E: p.value(x.E, g)}
	case *core.Call:
		if name := builtinName(x); name == "len" || name == "cap" {
			if v := rootVar(x.Args[0]); v != nil && isPlain(x.Args[0]) {
				return p.variable(v, name, nameOf(v)+"Len", core.CloneExpr(x))
			}
		} else if repeatable(x) {
			args := make([]core.Expr, len(x.Args))
			for i, a := range x.Args {
				args[i] = p.value(a, g)
			}
			call := &core.Call{X: x.X, Fun: core.CloneExpr(x.Fun), Args: args}
			if g == nil {
				return call
			}
			return g.once(call)
		}
	}
	// What is read from memory, and conditions that guard such reads.
	return p.once("["+core.Text(x), recordName(x), core.CloneExpr(x))
}

func hasCall(x core.Expr) bool {
	found := false
	core.Inspect(x, func(n core.Node) bool {
		if c, ok := n.(*core.Call); ok && builtinName(c) != "len" {
			found = true
		}
		return !found
	})
	return found
}

// recordName names the record of a value after the variable that it is read from.
func recordName(x core.Expr) string {
	if v := rootVar(x); v != nil {
		return nameOf(v)
	}
	if types.Identical(x.Type(), boolType()) {
		return "cond"
	}
	return "v"
}

// header gives the shadow of a path, for use in the reverse sweep.
func (p *piece) header(path core.Expr) core.Expr {
	switch x := path.(type) {
	case *core.Ref:
		v := x.Obj.(*core.Var)
		bar := p.shadow(v)
		if p.headerInReach(v) {
			return ref(bar)
		}
		if d := p.defs[v]; d != nil && p.fixed(v) && p.frame.owner[v] && p.pathFixed(d) {
			key := fmt.Sprintf("header %p", v)
			if known := p.cache[key]; known != nil {
				return core.CloneExpr(known)
			}
			again := &core.Var{At: v.At, Name: p.frame.names.fresh(bar.Name), Type: v.Type}
			p.head = append(p.head, define(again, p.header(d)))
			p.cache[key] = ref(again)
			return ref(again)
		}
		return p.variable(v, "header", bar.Name, ref(bar))
	case *core.Index:
		if !p.act.rowsChange {
			return index(p.header(x.E), p.need(x.I))
		}
	case *core.SliceExpr:
		return &core.SliceExpr{X: x.X, E: p.header(x.E), Lo: p.needOrNil(x.Lo), Hi: p.needOrNil(x.Hi), Max: p.needOrNil(x.Max)}
	}
	return p.once("[header "+core.Text(path), "row", p.shadowPath(path))
}

// headerInReach reports whether the reverse sweep can name the shadow of v and finds the right one there.
func (p *piece) headerInReach(v *core.Var) bool {
	if p.frame.shadows[v] != nil && !p.frame.owner[v] {
		return true // private to the chunk, made at its start
	}
	return p.fixed(v) && (!p.frame.owner[v] || p.frame.visible[v])
}

// pathFixed reports whether the shadow of a path can be found again in the reverse sweep without a record.
func (p *piece) pathFixed(path core.Expr) bool {
	switch x := path.(type) {
	case *core.Ref:
		v, ok := x.Obj.(*core.Var)
		if !ok || p.shadow(v) == nil {
			return false
		}
		if p.headerInReach(v) {
			return true
		}
		d := p.defs[v]
		return d != nil && p.fixed(v) && p.frame.owner[v] && p.pathFixed(d)
	case *core.Index:
		return !p.act.rowsChange && p.pathFixed(x.E) && p.fixedHere(x.I)
	case *core.SliceExpr:
		for _, b := range []core.Expr{x.Lo, x.Hi, x.Max} {
			if b != nil && !p.fixedHere(b) {
				return false
			}
		}
		return p.pathFixed(x.E)
	}
	return false
}

func (p *piece) needOrNil(x core.Expr) core.Expr {
	if x == nil {
		return nil
	}
	return p.need(x)
}

// shadowPath gives the shadow of a path as the forward sweep names it.
func (e *emitter) shadowPath(path core.Expr) core.Expr {
	switch x := path.(type) {
	case *core.Ref:
		if v, ok := x.Obj.(*core.Var); ok {
			if bar := e.shadow(v); bar != nil {
				return ref(bar)
			}
		}
	case *core.Index:
		return &core.Index{X: x.X, E: e.shadowPath(x.E), I: core.CloneExpr(x.I)}
	case *core.SliceExpr:
		m := &core.Mapper{}
		return &core.SliceExpr{X: x.X, E: e.shadowPath(x.E), Lo: m.MapExpr(x.Lo), Hi: m.MapExpr(x.Hi), Max: m.MapExpr(x.Max)}
	case *core.Const:
		if x.Val == nil {
			return core.CloneExpr(x)
		}
	case *core.Convert:
		if c, ok := x.E.(*core.Const); ok && c.Val == nil {
			return core.CloneExpr(x)
		}
	}
	e.unsupported(path.Pos(), "%s carries a derivative in a form that is not supported yet", core.OrigText(path))
	return nilOf(path.Type())
}

// isPath reports whether e names memory by variables, indices and slices of float slices alone.
func isPath(e core.Expr) bool {
	switch x := e.(type) {
	case *core.Ref:
		_, ok := x.Obj.(*core.Var)
		return ok
	case *core.Index:
		return isShadowed(x.E.Type()) && isPath(x.E)
	case *core.SliceExpr:
		return isShadowed(x.E.Type()) && isPath(x.E)
	}
	return false
}
