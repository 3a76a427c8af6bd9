package engine

// This file says where records live. A record is a value that the forward sweep keeps for the reverse sweep. Its
// storage follows from the loops around it:
//
//	no loop           a variable
//	counted loops     an array indexed by the iterations, made before the outermost of them
//	any other loop    a slice that grows by append and is read back through a cursor
//
// A value that does not change within a loop is recorded once, before the loop.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// frame is a function body or the body of a chunk of a parallel loop: what has one pullback.
type frame struct {
	outer    *frame
	root     *scope
	prologue []core.Stmt             // forward: declarations of records
	locals   []core.Stmt             // pullback: declarations of adjoints and cursors
	shadows  map[*core.Var]*core.Var // slice variable -> shadow; float variable -> adjoint in the pullback
	owner    map[*core.Var]bool      // variables declared in this frame
	visible  map[*core.Var]bool      // of these, the ones in reach of the pullback
	atEnd    bool                    // the pullback is made at the end of the body
	captured []*core.Var             // float variables of outer frames that the pullback adds to, in order
	names    names
	meter    *meter    // nil where recording is not to be reported
	at       token.Pos // of the statement that is being emitted
}

// site enters a record that grows in the frame's tape.
func (f *frame) site(slot *core.Var, name string, t types.Type) {
	if f.meter != nil {
		f.meter.sites = append(f.meter.sites, site{f, slot, name, f.at, sizeOf(t)})
	}
}

// scope is a place in a frame: the body of a loop, of a branch, or of the frame itself.
type scope struct {
	outer    *scope
	frame    *frame
	grows    bool                 // runs an unknown number of times: records grow
	count    *counted             // or a known number of times
	assigned map[*core.Var]bool   // loops and frames: everything that is assigned or declared inside
	pre      *[]core.Stmt         // loops and frames: forward, before the loop
	preRev   *[]core.Stmt         // the same of the reverse sweep
	cache    map[string]core.Expr // values recorded in pre
	top      bool                 // the statements of the frame itself, outside any branch
}

// counted is a loop whose number of iterations is known before the outermost loop around it begins.
type counted struct {
	v     *core.Var
	lo    core.Expr
	step  int
	trips core.Expr // at least zero
	fits  bool      // lo and trips are known before the outermost of the counted loops around it
}

// child is a scope inside s, for a branch.
func (s *scope) child() *scope { return &scope{outer: s, frame: s.frame} }

// storage classifies the records of a scope: the counted loops around it from the outermost on, or grows.
func (s *scope) storage() (loops []*scope, grows bool) {
	for c := s; c != nil; c = c.outer {
		if c.grows || c.count != nil && !c.count.fits {
			return nil, true
		}
		if c.count != nil {
			loops = append([]*scope{c}, loops...)
		}
	}
	return loops, false
}

// record is a place for one value per execution of the statement that it belongs to.
type record struct {
	slot *core.Var
	pop  []core.Stmt // reverse: before the value is read
	read core.Expr   // reverse
	push func(v core.Expr) core.Stmt
}

// record makes a place for values of type t recorded in scope s.
func (s *scope) record(base string, t types.Type) record {
	f := s.frame
	loops, grows := s.storage()
	name := f.names.fresh(base + "T")
	switch {
	case grows:
		slot := &core.Var{Name: name, Type: types.NewSlice(t)}
		at := &core.Var{Name: f.names.fresh(base + "N"), Type: intType()}
		f.prologue = append(f.prologue, declare(slot))
		f.locals = append(f.locals, define(at, lenOf(ref(slot))))
		f.site(slot, base, t)
		return record{
			slot: slot,
			pop:  []core.Stmt{assignOp(token.SUB, ref(at), intConst(1))},
			read: index(ref(slot), ref(at)),
			push: func(v core.Expr) core.Stmt {
				return set(ref(slot), builtin("append", slot.Type, ref(slot), v))
			},
		}
	case len(loops) > 0:
		slot := &core.Var{Name: name, Type: types.NewSlice(t)}
		f.prologue = append(f.prologue, declare(slot))
		var at, size core.Expr
		for _, l := range loops {
			i := l.count.iteration()
			if at == nil {
				at, size = i, core.CloneExpr(l.count.trips)
			} else {
				at = binary(token.ADD, times(at, core.CloneExpr(l.count.trips)), i)
				size = times(size, core.CloneExpr(l.count.trips))
			}
		}
		f.site(slot, base, t)
		*loops[0].pre = append(*loops[0].pre, set(ref(slot), makeSlice(slot.Type, size)))
		return record{
			slot: slot,
			read: index(ref(slot), at),
			push: func(v core.Expr) core.Stmt { return set(index(ref(slot), core.CloneExpr(at)), v) },
		}
	}
	slot := &core.Var{Name: name, Type: t}
	f.prologue = append(f.prologue, declare(slot))
	return record{slot: slot, read: ref(slot), push: func(v core.Expr) core.Stmt { return set(ref(slot), v) }}
}

// iteration is the number of the current iteration, from zero.
func (c *counted) iteration() core.Expr {
	i := minus(ref(c.v), core.CloneExpr(c.lo))
	if c.step < 0 {
		i = minus(core.CloneExpr(c.lo), ref(c.v))
		if isConst(c.lo, 0) {
			i = negate(ref(c.v))
		}
	}
	if n := max(c.step, -c.step); n > 1 {
		i = binary(token.QUO, i, intConst(n))
	}
	return i
}

// hoist finds the outermost loop within the frame in which v does not change, or nil.
func (s *scope) hoist(v *core.Var) *scope {
	var best *scope
	for c := s; c != nil; c = c.outer {
		if c.assigned == nil || c.pre == nil {
			continue
		}
		if c.assigned[v] {
			break
		}
		best = c
	}
	return best
}
