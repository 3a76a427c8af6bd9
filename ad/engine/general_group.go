package engine

// This file records what the reverse of one statement needs, and names shadows in both sweeps.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// step is one statement with its records and its reverse.
type step struct {
	*body
	s    core.Stmt
	pre  []core.Stmt // before the statement
	post []core.Stmt // behind it
	recs []kept
	rev  []core.Stmt
	memo map[string]core.Expr
	sets *core.Var         // the variable that the statement assigns
	used map[int]*core.Var // results that the primal has no name for
}

// kept is a value that goes onto a stack, and the variable that the reverse takes it into.
type kept struct {
	val core.Expr
	v   *core.Var
}

func (b *body) step(s core.Stmt) *step { return &step{body: b, s: s, memo: map[string]core.Expr{}} }

// record notes a value; the result names it in the reverse. The value is as of before the statement, or of behind it.
func (st *step) record(base string, val core.Expr, behind bool) core.Expr {
	key := core.Text(val)
	if e := st.memo[key]; e != nil {
		return core.CloneExpr(e)
	}
	v := st.fresh(base, val.Type())
	if !behind && !st.lasting(val) {
		t := st.fresh(base, val.Type())
		st.pre = append(st.pre, define(t, val))
		val = ref(t)
	}
	st.recs = append(st.recs, kept{val, v})
	st.memo[key] = ref(v)
	return ref(v)
}

// lasting reports whether a value is the same behind the statement: a variable that the statement cannot assign.
func (st *step) lasting(e core.Expr) bool {
	r, ok := e.(*core.Ref)
	if !ok {
		return false
	}
	v, ok := r.Obj.(*core.Var)
	return ok && v != st.sets && !v.Global && !st.cells[v] // a cell may be assigned through a pointer or by a callee
}

// stable reports whether a variable has one value wherever a pullback of this body may read it.
func (b *body) stable(v *core.Var) bool {
	return b.params[v] && b.assigned[v] == 0 && !v.Global
}

// done puts a step together.
func (st *step) done(keep ...core.Stmt) []core.Stmt {
	out := append([]core.Stmt{}, st.pre...)
	out = append(out, keep...)
	out = append(out, st.post...)
	if len(st.rev) > 0 {
		number := len(st.cases) + 1
		var pops []core.Stmt
		for _, s := range st.stacksOf() {
			push := &core.Call{X: core.X{T: s.v.Type}, Fun: &core.Ref{Obj: &core.Builtin{Name: "append"}}, Args: []core.Expr{ref(s.v)}}
			d := &core.Define{}
			for _, r := range st.recs {
				if types.Identical(r.val.Type(), s.elem) {
					push.Args = append(push.Args, r.val)
					d.Rhs = append(d.Rhs, elemAt(ref(s.v), plus(ref(s.cursor), len(d.Vars)), s.elem))
					d.Vars = append(d.Vars, r.v)
				}
			}
			out = append(out, set(ref(s.v), push))
			pops = append(pops, assignOp(token.SUB, ref(s.cursor), intConst(len(d.Vars))), d)
		}
		push := &core.Call{X: core.X{T: st.blk.Type}, Fun: &core.Ref{Obj: &core.Builtin{Name: "append"}}, Args: []core.Expr{ref(st.blk), intConst(number)}}
		out = append(out, set(ref(st.blk), push))
		c := &core.Case{At: st.s.Pos(), Exprs: []core.Expr{intConst(number)}, Body: append(pops, st.rev...)}
		core.SetNote(c.Body[0], origin(st.program, st.s))
		core.InspectStmts(c.Body, func(n core.Node) bool {
			if s, ok := n.(core.Stmt); ok {
				core.SetPos(s, st.s.Pos())
				core.MarkReverse(s)
			}
			return true
		})
		st.cases = append(st.cases, c)
	}
	for _, s := range out {
		if !s.Pos().IsValid() {
			core.SetPos(s, st.s.Pos())
		}
	}
	return out
}

// stacksOf lists the stacks of the step's records.
func (st *step) stacksOf() []*stack {
	var list []*stack
	seen := map[*stack]bool{}
	for _, r := range st.recs {
		if s := st.stack(r.val.Type()); !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

func origin(p *program, s core.Stmt) string {
	text := core.OrigText(s)
	if p.pkg.Fset != nil && s.Pos().IsValid() {
		return itoa(p.pkg.Fset.Position(s.Pos()).Line) + ": " + text
	}
	return text
}

// place is the shadow of a place, in the forward sweep.
func (b *body) place(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Ref:
		v, ok := e.Obj.(*core.Var)
		if !ok {
			break
		}
		bar := b.shadow(v)
		if isPointer(bar.Type) && (b.class(v.Type) == aggregate || b.class(v.Type) == scalar) {
			return deref(ref(bar))
		}
		return ref(bar)
	case *core.Index:
		t := b.barOf(e.T)
		if isMap(e.E.Type()) {
			return deref(elemAt(b.header(e.E), core.CloneExpr(e.I), types.NewPointer(t)))
		}
		return elemAt(b.base(e.E), core.CloneExpr(e.I), t)
	case *core.Field:
		if e.E != nil {
			return fieldOf(b.base(e.E), e.Name, b.barOf(e.T))
		}
	case *core.Unary:
		if e.Op == token.MUL {
			return deref(b.header(e.E))
		}
	}
	panic("no shadow of " + core.Text(e))
}

// base is the shadow that indexing and selecting go through: a pointer will do.
func (b *body) base(e core.Expr) core.Expr {
	if b.class(e.Type()) == aggregate {
		p := b.place(e)
		if u, ok := p.(*core.Unary); ok && u.Op == token.MUL {
			return u.E
		}
		return p
	}
	return b.header(e)
}

// header is the shadow of a value of a reference type, in the forward sweep.
func (b *body) header(e core.Expr) core.Expr {
	t := b.barOf(e.Type())
	switch e := e.(type) {
	case *core.Const:
		return nilOf(t)
	case *core.Ref:
		if f, ok := e.Obj.(*core.Func); ok {
			return b.funcShadow(e, f)
		}
		if _, ok := e.Obj.(*core.Host); ok {
			return nilOf(t)
		}
	case *core.Unary:
		if e.Op == token.AND {
			return addr(b.place(e.E))
		}
	case *core.SliceExpr:
		c := *e
		c.T = t
		c.E = b.base(e.E)
		m := &core.Mapper{}
		c.Lo, c.Hi, c.Max = m.MapExpr(e.Lo), m.MapExpr(e.Hi), m.MapExpr(e.Max)
		return &c
	case *core.Convert:
		if c, ok := e.E.(*core.Const); ok && c.Val == nil {
			return nilOf(t)
		}
		h := b.header(e.E)
		if types.Identical(h.Type(), t) {
			return h
		}
		return &core.Convert{X: core.X{At: e.At, T: t}, E: h}
	}
	return b.place(e)
}

// funcShadow is the adjoint form of a function of the package that is used as a value.
func (b *body) funcShadow(e *core.Ref, f *core.Func) core.Expr {
	adj := b.general.adjoint(f)
	return &core.Ref{X: core.X{At: e.At, T: b.barOf(e.T)}, Obj: adj}
}

// pointer is the address of the shadow of a place, as the reverse names it.
func (st *step) pointer(e core.Expr) core.Expr {
	if r, ok := e.(*core.Ref); ok {
		v := r.Obj.(*core.Var)
		bar := st.shadow(v)
		if !v.Global && (st.params[v] || !st.declared[v]) {
			return ref(bar)
		}
		return st.record("p", ref(bar), true)
	}
	if x, ok := e.(*core.Index); ok && isMap(x.E.Type()) {
		return st.record("p", addr(st.place(e)), false)
	}
	return st.record("p", addr(st.place(e)), false)
}

// slot is the adjoint of a scalar place, as the reverse names it.
func (st *step) slot(e core.Expr) core.Expr {
	if r, ok := e.(*core.Ref); ok {
		if v := r.Obj.(*core.Var); !v.Global && !st.cells[v] {
			return ref(st.shadow(v))
		}
	}
	return deref(st.pointer(e))
}
