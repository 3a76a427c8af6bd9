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
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func loops(u *unit) {
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			for l, ok := s.(*core.Label); ok && holdsLabel(l.Stmt); l, ok = s.(*core.Label) {
				out = append(out, landing(l))
				s = l.Stmt
			}
			label := ""
			inner := s
			if l, ok := s.(*core.Label); ok {
				label, inner = l.Name, l.Stmt
			}
			var before []core.Stmt
			switch l := inner.(type) {
			case *core.Range:
				before = append(u.rangeChannels(fn, l), u.rangeCount(fn, l)...)
				u.rangeLoop(fn, l)
			case *core.For:
				before = u.forLoop(fn, l, label)
				switch init := l.Init.(type) {
				case *core.Define:
					if len(init.Vars) > 1 || l.Post == nil || typed(init) {
						before, l.Init = append(before, split(init)...), nil
					}
				case *core.Assign:
					if len(init.Lhs) > 1 {
						before, l.Init = append(before, init), nil
					}
				}
			}
			if before != nil {
				out = append(out, u.after(fn, before, s)...)
				continue
			}
			out = append(out, s)
		}
		return out
	})
}

// typed reports whether a definition says the type of its variable, which the head of a loop cannot.
func typed(d *core.Define) bool {
	return len(d.Rhs) == 0 || len(d.Rhs) == 1 && d.Vars[0] != nil && !types.Identical(d.Vars[0].Type, d.Rhs[0].Type())
}

// landing gives a label a statement that does nothing: the interpreter does not find labels in statements with labels.
func landing(l *core.Label) core.Stmt {
	zero := intConst(l.At, 0, types.Typ[types.Int])
	return &core.Label{S: l.S, Name: l.Name, Stmt: &core.Assign{S: core.S{At: l.At}, Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{zero}}}
}

func holdsLabel(s core.Stmt) bool {
	switch s := s.(type) {
	case *core.Label:
		return true
	case *core.Block:
		found := false
		core.InspectStmts(s.Body, func(n core.Node) bool {
			_, isLabel := n.(*core.Label)
			found = found || isLabel
			return !found
		})
		return found
	}
	return false
}

// after puts statements before a loop, in a block with it. If a goto goes to the loop, its label is left to that.
func (u *unit) after(fn *core.Func, before []core.Stmt, s core.Stmt) []core.Stmt {
	at := s.Pos()
	l, ok := s.(*core.Label)
	if !ok || !jumpsTo(fn.Body, l.Name) {
		return []core.Stmt{&core.Block{S: core.S{At: at}, Body: append(before, s)}}
	}
	inner, used := u.namer(fn).Fresh(l.Name), false
	core.InspectStmts([]core.Stmt{l.Stmt}, func(n core.Node) bool {
		if j, ok := n.(*core.Jump); ok && j.Tok != token.GOTO && j.Label == l.Name {
			j.Label, used = inner, true
		}
		return true
	})
	s = l.Stmt
	if used {
		s = &core.Label{S: core.S{At: at}, Name: inner, Stmt: s}
	}
	return []core.Stmt{landing(l), &core.Block{S: core.S{At: at}, Body: append(before, s)}}
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

// rangeChannels has a range over channels in something look them up by the key: the interpreter takes it for a range over a channel.
// It gives what must stand before the loop, if anything.
func (u *unit) rangeChannels(fn *core.Func, r *core.Range) []core.Stmt {
	if r.Val == nil {
		return nil
	}
	if _, channels := r.Val.Type.Underlying().(*types.Chan); !channels {
		return nil
	}
	in := &core.Var{At: r.At, Name: u.namer(fn).Fresh("in"), Type: r.E.Type()}
	before := []core.Stmt{define(r.At, in, r.E)}
	if r.Key == nil {
		key := types.Type(types.Typ[types.Int])
		if m, ok := in.Type.Underlying().(*types.Map); ok {
			key = m.Key()
		}
		r.Key = &core.Var{At: r.At, Name: u.namer(fn).Fresh("k"), Type: key}
	}
	elem := &core.Index{X: core.X{At: r.At, T: r.Val.Type}, E: ref(in, r.At), I: ref(r.Key, r.At)}
	r.Body = append([]core.Stmt{define(r.At, r.Val, elem)}, r.Body...)
	r.E, r.Val = ref(in, r.At), nil
	return before
}

// rangeCount has a range over an array, of which only the number of elements is asked for, go over another one: the interpreter would look
// at what is behind a pointer. It gives what must stand before the loop, if anything.
func (u *unit) rangeCount(fn *core.Func, r *core.Range) []core.Stmt {
	t := r.E.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	a, array := t.(*types.Array)
	if !array || r.Val != nil {
		return nil
	}
	h := &hoister{u: u, fn: fn}
	if !twice(r.E) {
		h.temp("in", r.E, r.E.Type())
	}
	r.E = &core.Composite{X: core.X{At: r.At, T: types.NewArray(types.NewStruct(nil, nil), a.Len())}}
	return h.pre
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

// forLoop gives the statements that must stand before the loop, if any.
func (u *unit) forLoop(fn *core.Func, l *core.For, label string) []core.Stmt {
	d, ok := l.Init.(*core.Define)
	if severed(l.Post) {
		return u.headInBody(fn, l, d, label)
	}
	if !ok {
		return nil
	}
	for _, v := range d.Vars {
		if v != nil && (l.Cond != nil && shared([]core.Stmt{&core.Do{E: l.Cond}}, v) || l.Post != nil && shared([]core.Stmt{l.Post}, v)) {
			return u.headInBody(fn, l, d, label)
		}
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
		return nil
	}
	body := beforeContinue(l.Body, label, back, false)
	body = append(body, back()...)
	l.Body = append(defines, body...)
	return nil
}

// headInBody moves the head of a loop into its body, where the condition and the post statement see the variables of the iteration:
//
//	for i := 0; c(&i); p(&i) { body }
//
// becomes
//
//	i1, later := 0, false
//	for { i := i1; if later { p(&i) }; later = true; if !c(&i) { break }; body; i1 = i }
//
// d is the definition that the loop begins with, or nil.
func (u *unit) headInBody(fn *core.Func, l *core.For, d *core.Define, label string) []core.Stmt {
	at, names := l.At, u.namer(fn)
	boolean := types.Typ[types.Bool]
	truth := func(b bool) core.Expr {
		return &core.Const{X: core.X{At: at, T: boolean}, Val: constant.MakeBool(b)}
	}
	var before, head, back []core.Stmt
	if d != nil {
		first := *d
		first.Vars = nil
		for _, v := range d.Vars {
			if v == nil {
				first.Vars = append(first.Vars, nil)
				continue
			}
			outer := *v
			outer.Name = names.Fresh(v.Name)
			first.Vars = append(first.Vars, &outer)
			head = append(head, define(at, v, ref(&outer, at)))
			back = append(back, assign(at, ref(&outer, at), ref(v, at)))
		}
		before = split(&first)
	} else if l.Init != nil {
		before = []core.Stmt{l.Init}
	}
	if l.Post != nil {
		later := &core.Var{At: at, Name: names.Fresh("later"), Type: boolean}
		before = append(before, define(at, later, truth(false)))
		head = append(head, &core.If{S: core.S{At: at}, Cond: ref(later, at), Then: []core.Stmt{l.Post}}, assign(at, ref(later, at), truth(true)))
	}
	if l.Cond != nil {
		out := &core.Jump{S: core.S{At: at}, Tok: token.BREAK}
		head = append(head, &core.If{S: core.S{At: at}, Cond: &core.Unary{X: core.X{At: at, T: boolean}, Op: token.NOT, E: l.Cond}, Then: []core.Stmt{out}})
	}
	body := beforeContinue(l.Body, label, func() []core.Stmt { return cloneAll(back) }, false)
	l.Init, l.Cond, l.Post = nil, nil, nil
	l.Body = append(append(head, body...), back...)
	return before
}

func cloneAll(list []core.Stmt) []core.Stmt { return (&core.Mapper{}).MapStmts(list) }

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
	if _, ptr := n.E.Type().Underlying().(*types.Pointer); ptr || types.IsInterface(n.E.Type()) {
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
