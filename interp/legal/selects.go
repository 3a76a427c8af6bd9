package legal

// This file has the session select. The interpreter keeps the cases of a select for all goroutines that run it, so that one gets what
// was meant for another; it evaluates channels and values late, and a break leaves what is around the select. So
//
//	select {                    to, val, from := c, f(), d
//	case c <- f():              var got int
//		A                       switch host.Select("sr", &to, &val, &from, &got, nil) {
//	case v := <-d:              case 0: A
//		B                       case 1: v := got; B
//	}                           }

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func selects(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			label, inner := labelled(s)
			sel, ok := inner.(*core.Select)
			if !ok {
				out = append(out, s)
				continue
			}
			pre, sw := u.asSwitch(fn, sel)
			if label == nil {
				out = append(append(out, pre...), sw)
				continue
			}
			name := u.namer(fn).Fresh(label.Name)
			relabel([]core.Stmt{sw}, label.Name, name)
			sw = &core.Label{S: label.S, Name: name, Stmt: sw}
			label.Stmt = &core.Block{S: label.S, Body: append(pre, sw)}
			out = append(out, s)
		}
		return out
	})
}

// asSwitch gives the statements that evaluate the operands of a select, and the switch that it becomes.
func (u *unit) asSwitch(fn *core.Func, sel *core.Select) ([]core.Stmt, core.Stmt) {
	h := &hoister{u: u, fn: fn}
	sw := &core.Switch{S: sel.S}
	forms := ""
	var args []core.Expr
	for i, c := range sel.Cases {
		body := &core.Case{At: c.At, Exprs: []core.Expr{intConst(c.At, int64(i), types.Typ[types.Int])}}
		var first []core.Stmt
		switch comm := c.Comm.(type) {
		case nil:
			forms += "d"
		case *core.Send:
			forms += "s"
			t := comm.Ch.Type()
			args = append(args, pointer(h.typed("to", comm.Ch, t)), pointer(h.typed("val", comm.Val, t.Underlying().(*types.Chan).Elem())))
		default:
			forms += "r"
			var targets []core.Expr
			targets, first = h.receiving(comm)
			args = append(args, targets...)
		}
		body.Body = append(first, c.Body...)
		sw.Cases = append(sw.Cases, body)
	}
	form := &core.Const{X: core.X{At: sel.At, T: types.Typ[types.String]}, Val: constant.MakeString(forms)}
	sw.Tag = hostCall(sel.At, "Select", types.Typ[types.Int], append([]core.Expr{form}, args...)...)
	if len(sel.Cases) == 0 { // the tag of an empty switch is not evaluated
		return h.pre, &core.Do{S: sel.S, E: sw.Tag}
	}
	return h.pre, sw
}

// typed puts an expression into a variable of a type.
func (h *hoister) typed(base string, e core.Expr, t types.Type) *core.Var {
	v := h.zero(base, e.Pos(), t)
	if !isNil(e) {
		h.pre = append(h.pre, assign(e.Pos(), ref(v, e.Pos()), e))
	}
	return v
}

// zero defines a variable.
func (h *hoister) zero(base string, at token.Pos, t types.Type) *core.Var {
	v := &core.Var{At: at, Name: h.u.namer(h.fn).Fresh(base), Type: t}
	h.pre = append(h.pre, &core.Define{S: core.S{At: at}, Vars: []*core.Var{v}})
	return v
}

// receiving gives the arguments of a case that receives, the channel and where the value and the ok go, and the statements that take
// them from there.
func (h *hoister) receiving(comm core.Stmt) (args []core.Expr, first []core.Stmt) {
	var from core.Expr
	var place func(i int) bool // is there a target
	var take func(i int, v core.Expr) core.Stmt
	switch s := comm.(type) {
	case *core.Do:
		from, place = s.E, func(int) bool { return false }
	case *core.Define:
		from = s.Rhs[0]
		place = func(i int) bool { return i < len(s.Vars) && s.Vars[i] != nil }
		take = func(i int, v core.Expr) core.Stmt { return define(s.At, s.Vars[i], v) }
	case *core.Assign:
		from = s.Rhs[0]
		place = func(i int) bool { return i < len(s.Lhs) && s.Lhs[i] != nil }
		take = func(i int, v core.Expr) core.Stmt { return assign(s.At, s.Lhs[i], v) }
	}
	ch := from.(*core.Unary).E
	args = []core.Expr{pointer(h.typed("from", ch, ch.Type()))}
	for i, t := range []types.Type{ch.Type().Underlying().(*types.Chan).Elem(), types.Typ[types.Bool]} {
		if !place(i) {
			args = append(args, &core.Const{X: core.X{At: ch.Pos(), T: anyType}})
			continue
		}
		v := h.zero([]string{"got", "ok"}[i], ch.Pos(), t)
		args = append(args, pointer(v))
		first = append(first, take(i, ref(v, ch.Pos())))
	}
	return args, first
}

// pointer is &v.
func pointer(v *core.Var) core.Expr {
	return address(ref(v, v.At), types.NewPointer(v.Type), v.At)
}
