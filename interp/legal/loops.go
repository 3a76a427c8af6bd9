package legal

// This file gives each iteration its own loop variables where that can be seen, and keeps the interpreter from running an
// init of several variables in each iteration.
//
//	for i := 0; i < n; i++ { fs = append(fs, func() int { return i }) }
//
// becomes
//
//	for i1 := 0; i1 < n; i1++ { i := i1; fs = append(fs, func() int { return i }) }
//
// with i1 = i at the end of the body, and before each continue, if the body changes i.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func loops(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			label := ""
			inner := s
			if l, ok := s.(*core.Label); ok {
				label, inner = l.Name, l.Stmt
			}
			switch l := inner.(type) {
			case *core.Range:
				u.rangeLoop(fn, l)
			case *core.For:
				u.forLoop(fn, l, label)
				if d, ok := l.Init.(*core.Define); ok && len(d.Vars) > 1 {
					if label != "" && jumpsTo(fn.Body, label) {
						u.refuse(s.Pos(), "goto to a loop with several variables is not supported")
					}
					l.Init = nil
					out = append(out, &core.Block{S: core.S{At: s.Pos()}, Body: append(split(d), s)})
					continue
				}
			}
			out = append(out, s)
		}
		return out
	})
}

// split defines variables one by one: none of them is visible in the values.
func split(d *core.Define) []core.Stmt {
	if len(d.Rhs) != len(d.Vars) || len(d.Vars) < 2 {
		return []core.Stmt{d}
	}
	var out []core.Stmt
	for i, v := range d.Vars {
		one := *d
		one.Vars, one.Rhs = []*core.Var{v}, []core.Expr{d.Rhs[i]}
		if i > 0 {
			one.Note = ""
		}
		out = append(out, &one)
	}
	return out
}

func (u *unit) rangeLoop(fn *core.Func, r *core.Range) {
	fresh := func(v *core.Var) *core.Var {
		if v == nil || !shared(r.Body, v) {
			return v
		}
		w := *v
		w.Name = u.namer(fn).Fresh(v.Name)
		r.Body = append([]core.Stmt{define(r.At, v, ref(&w, r.At))}, r.Body...)
		return &w
	}
	r.Val = fresh(r.Val)
	r.Key = fresh(r.Key)
}

func (u *unit) forLoop(fn *core.Func, l *core.For, label string) {
	d, ok := l.Init.(*core.Define)
	if !ok {
		return
	}
	all := append([]core.Stmt{}, l.Body...)
	if l.Cond != nil {
		all = append(all, &core.Do{E: l.Cond})
	}
	if l.Post != nil {
		all = append(all, l.Post)
	}
	vars := append([]*core.Var{}, d.Vars...)
	var defines []core.Stmt
	back := func() []core.Stmt { return nil }
	for i, v := range vars {
		if v == nil || !shared(all, v) {
			continue
		}
		if l.Cond != nil && shared([]core.Stmt{&core.Do{E: l.Cond}}, v) || l.Post != nil && shared([]core.Stmt{l.Post}, v) {
			u.refuse(l.At, "a function literal in the header of a loop that uses the loop variable is not supported yet")
			return
		}
		w := *v
		w.Name = u.namer(fn).Fresh(v.Name)
		outer := &w
		m := &core.Mapper{Var: func(x *core.Var) *core.Var {
			if x == v {
				return outer
			}
			return x
		}}
		vars[i] = outer
		l.Cond = m.MapExpr(l.Cond)
		if l.Post != nil {
			l.Post = m.MapStmt(l.Post)[0]
		}
		defines = append(defines, define(l.At, v, ref(outer, l.At)))
		d2 := *d
		d2.Vars = vars
		l.Init, d = &d2, &d2
		if assigned(l.Body, v) {
			prev := back
			back = func() []core.Stmt { return append(prev(), assign(l.At, ref(outer, l.At), ref(v, l.At))) }
		}
	}
	if len(defines) == 0 {
		return
	}
	body := beforeContinue(l.Body, label, back, false)
	body = append(body, back()...)
	l.Body = append(defines, body...)
}

// beforeContinue puts statements before each continue of a loop. inner is set below other loops.
func beforeContinue(list []core.Stmt, label string, back func() []core.Stmt, inner bool) []core.Stmt {
	var out []core.Stmt
	for _, s := range list {
		switch s := s.(type) {
		case *core.Jump:
			if s.Tok == token.CONTINUE && (s.Label == "" && !inner || s.Label != "" && s.Label == label) {
				out = append(out, back()...)
			}
		case *core.If:
			s.Then, s.Else = beforeContinue(s.Then, label, back, inner), beforeContinue(s.Else, label, back, inner)
		case *core.For:
			s.Body = beforeContinue(s.Body, label, back, true)
		case *core.Range:
			s.Body = beforeContinue(s.Body, label, back, true)
		case *core.Switch:
			for _, c := range s.Cases {
				c.Body = beforeContinue(c.Body, label, back, inner)
			}
		case *core.TypeSwitch:
			for _, c := range s.Cases {
				c.Body = beforeContinue(c.Body, label, back, inner)
			}
		case *core.Select:
			for _, c := range s.Cases {
				c.Body = beforeContinue(c.Body, label, back, inner)
			}
		case *core.Block:
			s.Body = beforeContinue(s.Body, label, back, inner)
		case *core.Label:
			if l := beforeContinue([]core.Stmt{s.Stmt}, label, back, inner); len(l) == 1 {
				s.Stmt = l[0]
			} else if s.Stmt != nil {
				s.Stmt = &core.Block{S: core.S{At: s.At}, Body: l}
			}
		}
		out = append(out, s)
	}
	return out
}

// shared reports whether a variable outlives an iteration: a literal captures it or its address is taken.
func shared(list []core.Stmt, v *core.Var) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			found = found || mentions(n.Body, v)
		case *core.Unary:
			found = found || n.Op == token.AND && root(n.E) == v
		case *core.SliceExpr:
			_, array := n.E.Type().Underlying().(*types.Array)
			found = found || array && root(n.E) == v
		case *core.Field:
			found = found || n.Method && n.E != nil && root(n.E) == v && takesPointer(n)
		}
		return !found
	})
	return found
}

// takesPointer reports whether a method selection takes the address of its operand.
func takesPointer(n *core.Field) bool {
	if _, ptr := n.E.Type().Underlying().(*types.Pointer); ptr {
		return false
	}
	fn, _ := lookup(n.E.Type(), n.Name)
	if fn == nil {
		return true
	}
	_, ptr := fn.Signature().Recv().Type().(*types.Pointer)
	return ptr
}

func mentions(list []core.Stmt, v *core.Var) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok && r.Obj == v {
			found = true
		}
		return !found
	})
	return found
}

// root is the variable that an operand is part of, without going through pointers; nil if there is none.
func root(e core.Expr) *core.Var {
	for {
		switch x := e.(type) {
		case *core.Ref:
			v, _ := x.Obj.(*core.Var)
			return v
		case *core.Field:
			if x.E == nil {
				return nil
			}
			if _, ptr := x.E.Type().Underlying().(*types.Pointer); ptr {
				return nil
			}
			e = x.E
		case *core.Index:
			if _, array := x.E.Type().Underlying().(*types.Array); !array {
				return nil
			}
			e = x.E
		default:
			return nil
		}
	}
}

// assigned reports whether statements change a variable, directly or by its address.
func assigned(list []core.Stmt, v *core.Var) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Assign:
			for _, l := range n.Lhs {
				found = found || l != nil && root(l) == v
			}
		case *core.Unary:
			found = found || n.Op == token.AND && root(n.E) == v
		case *core.SliceExpr, *core.Field:
			found = found || shared([]core.Stmt{&core.Do{E: n.(core.Expr)}}, v)
		}
		return !found
	})
	return found
}

func jumpsTo(list []core.Stmt, label string) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if j, ok := n.(*core.Jump); ok && j.Tok == token.GOTO && j.Label == label {
			found = true
		}
		return true
	})
	return found
}
