package legal

// This file rewrites single statements that the interpreter gets wrong.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func statements(u *unit) {
	u.nilSpread()
	u.anyArguments()
	u.exactConstants()
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			h := &hoister{u: u, fn: fn}
			if l, ok := s.(*core.Label); ok {
				switch l.Stmt.(type) {
				case nil, *core.For, *core.Range, *core.Switch, *core.TypeSwitch, *core.Select:
					out = append(out, s)
				default:
					l.Stmt = block(l.At, h.statement(l.Stmt))
					out = append(out, l)
				}
				continue
			}
			out = append(out, h.statement(s)...)
		}
		return out
	})
}

// nilSpread gives the nil of f(nil...) its type, which the interpreter does not find.
func (u *unit) nilSpread() {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if c, ok := e.(*core.Call); ok && c.Spread {
			if a := c.Args[len(c.Args)-1]; isNil(a) {
				c.Args[len(c.Args)-1] = &core.Convert{X: core.X{At: a.Pos(), T: a.Type()}, E: a}
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// exactConstants gives constants above the largest int64 their types, which the interpreter does not find everywhere, and those of type
// complex64 all their digits, since it computes with as many.
func (u *unit) exactConstants() {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if k, ok := e.(*core.Const); ok && k.Val != nil && k.Val.Kind() == constant.Int {
			if _, small := constant.Int64Val(k.Val); !small {
				return &core.Convert{X: k.X, E: k}
			}
		}
		if k, ok := e.(*core.Const); ok && k.Val != nil {
			if b, ok := k.T.Underlying().(*types.Basic); ok && b.Kind() == types.Complex64 {
				return &core.Convert{X: k.X, E: &core.Const{X: core.X{At: k.At, T: types.Typ[types.Complex128]}, Val: k.Val}}
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// anyArguments makes interface values of what function values are given as any: they see the interpreter's own value otherwise.
func (u *unit) anyArguments() {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		c, ok := e.(*core.Call)
		if !ok || !isValueCall(c) {
			return e
		}
		sig, ok := c.Fun.Type().Underlying().(*types.Signature)
		if !ok || sig.Variadic() || len(c.Args) != sig.Params().Len() {
			return e
		}
		for i, a := range c.Args {
			t := sig.Params().At(i).Type()
			if a.Type() == nil || isNil(a) || types.IsInterface(a.Type()) || !anyInterface([]core.Expr{&core.Const{X: core.X{T: t}}}) {
				continue
			}
			f := u.helper("any", "any", func(f *core.Func) {
				x := &core.Var{Name: "x", Type: anyType}
				f.Params, f.Results, f.Body = []*core.Var{x}, []types.Type{anyType}, []core.Stmt{ret(0, ref(x, 0))}
			})
			c.Args[i] = call(a.Pos(), anyType, refFunc(f, a.Pos()), a)
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

func block(at token.Pos, list []core.Stmt) core.Stmt {
	if len(list) == 1 {
		return list[0]
	}
	return &core.Block{S: core.S{At: at}, Body: list}
}

// hoister puts parts of a statement into variables before it.
type hoister struct {
	u   *unit
	fn  *core.Func
	pre []core.Stmt
}

func (h *hoister) temp(base string, e core.Expr, t types.Type) core.Expr {
	v := &core.Var{At: e.Pos(), Name: h.u.namer(h.fn).Fresh(base), Type: t}
	h.pre = append(h.pre, define(e.Pos(), v, e))
	return ref(v, e.Pos())
}

func (h *hoister) statement(s core.Stmt) []core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		h.literals(s.Rhs)
		return append(h.pre, split(s)...)
	case *core.Assign:
		if severed(s) && !parts(s) {
			h.parallel(s)
			return h.pre
		}
		if s.Op != token.ASSIGN && len(s.Lhs) == 1 && !twice(s.Rhs[0]) {
			s.Lhs[0] = h.operand(s.Lhs[0]) // as it is before the calls
		}
		if d := deref(s.Rhs[0]); d != nil && len(s.Lhs) == 1 && s.Lhs[0] != nil { // of a nil pointer a map takes nothing, silently
			if x, ok := s.Lhs[0].(*core.Index); ok {
				if _, isMap := x.E.Type().Underlying().(*types.Map); isMap {
					s.Rhs[0] = h.temp("val", d, d.T)
				}
			}
		}
		h.complexSingle(s)
		if h.blank(s) {
			return h.pre
		}
		h.hostVariable(s)
		h.literals(s.Rhs)
		if parts(s) {
			h.parts(s)
			return h.pre
		}
		h.composites(s)
	case *core.Do:
		if c, ok := s.E.(*core.Call); ok {
			h.literals(c.Args)
		}
	case *core.Return:
		h.literals(s.Results)
		h.received(s)
	case *core.Send:
		if l := []core.Expr{s.Val}; h.literals(l) {
			s.Val = l[0]
		}
	}
	return append(h.pre, s)
}

// blank gives a variable to what is assigned to none: the interpreter has no place for what it decides or computes there, and looks at no
// pointer. It reports whether s is such a statement.
func (h *hoister) blank(s *core.Assign) bool {
	if len(s.Lhs) != 1 || s.Lhs[0] != nil {
		return false
	}
	switch r := s.Rhs[0].(type) {
	case *core.Const, *core.Ref, *core.FuncLit, *core.Composite, *core.Convert:
		return false
	case *core.Call:
		if builtinName(r.Fun) == "" {
			return false
		}
	}
	h.temp("blank", s.Rhs[0], s.Rhs[0].Type())
	return true
}

// complexSingle writes z += e as z = z + e where z is a complex64: the interpreter keeps all digits in the first.
func (h *hoister) complexSingle(s *core.Assign) {
	if s.Op == token.ASSIGN || len(s.Lhs) != 1 {
		return
	}
	if b, ok := s.Lhs[0].Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Complex64 {
		return
	}
	if !twice(s.Lhs[0]) {
		s.Lhs[0] = h.operand(s.Lhs[0])
	}
	l := s.Lhs[0]
	s.Op, s.Rhs = token.ASSIGN, []core.Expr{&core.Binary{X: core.X{At: s.At, T: l.Type()}, Op: s.Op, L: core.CloneExpr(l), R: s.Rhs[0]}}
}

// hostVariable puts a value that is made for a variable of another package into one of its own first: the interpreter makes it in place of
// the variable, which then keeps what it has.
func (h *hoister) hostVariable(s *core.Assign) {
	if len(s.Lhs) != 1 {
		return
	}
	l, ok := s.Lhs[0].(*core.Ref)
	if !ok {
		return
	}
	if _, host := l.Obj.(*core.Host); !host || isNil(s.Rhs[0]) {
		return
	}
	if _, plain := s.Rhs[0].(*core.Ref); !plain {
		s.Rhs[0] = h.temp("val", s.Rhs[0], s.Rhs[0].Type())
	}
}

// parts reports whether one of several targets of one expression is neither blank nor a variable: the interpreter leaves out the
// assignments to map elements there.
func parts(s *core.Assign) bool {
	return len(s.Lhs) > 1 && len(s.Rhs) == 1 && slices.ContainsFunc(s.Lhs, func(l core.Expr) bool {
		_, isRef := l.(*core.Ref)
		return l != nil && !isRef
	})
}

// anyConst reports whether one of several values is a constant: the interpreter takes nil for no value there, and 1 for an int
// whatever it is assigned to.
func anyConst(list []core.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*core.Const); ok {
			return true
		}
	}
	return false
}

// severed reports whether a statement is an assignment of several values that is to be made one by one.
func severed(s core.Stmt) bool {
	a, ok := s.(*core.Assign)
	return ok && parts(a) || ok && a.Op == token.ASSIGN && len(a.Lhs) > 1 && len(a.Lhs) == len(a.Rhs) && (anyConst(a.Rhs) || anyInterface(a.Lhs) || !arithmetic(a.Rhs) || movesTargets(a.Lhs))
}

// movesTargets reports whether one of several targets is found by a variable that is another of them: the interpreter looks again when
// that has been assigned.
func movesTargets(lhs []core.Expr) bool {
	set := map[*core.Var]bool{}
	for _, l := range lhs {
		if r, ok := l.(*core.Ref); ok {
			v, _ := r.Obj.(*core.Var)
			set[v] = true
		}
	}
	for _, l := range lhs {
		if _, isRef := l.(*core.Ref); isRef || l == nil {
			continue
		}
		moves := !arithmetic([]core.Expr{l})
		core.Inspect(l, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				v, _ := r.Obj.(*core.Var)
				moves = moves || v != nil && set[v]
			}
			return !moves
		})
		if moves {
			return true
		}
	}
	return false
}

// anyInterface reports whether one of several targets has an empty interface type.
func anyInterface(list []core.Expr) bool {
	for _, e := range list {
		if e == nil {
			continue
		}
		if i, ok := e.Type().Underlying().(*types.Interface); ok && i.NumMethods() == 0 {
			return true
		}
	}
	return false
}

// arithmetic reports whether all values come from operators, variables and their parts. Where one is a call, a receive or
// the like, the interpreter leaves out the assignment of the others.
func arithmetic(list []core.Expr) bool {
	ok := true
	for _, e := range list {
		core.Inspect(e, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Const, *core.Ref, *core.Binary, *core.Index, *core.Field:
			case *core.Unary:
				ok = ok && n.Op != token.ARROW && n.Op != token.AND
			default:
				ok = false
			}
			return ok
		})
	}
	return ok
}

// composites copies what a literal of a struct or an array makes into the variable that it is assigned to: the interpreter puts
// the new value in the variable's place, and pointers to the variable lose it.
func (h *hoister) composites(s *core.Assign) {
	for i, e := range s.Rhs {
		if _, ok := e.(*core.Composite); !ok || len(s.Lhs) != len(s.Rhs) || s.Lhs[i] == nil {
			continue
		}
		switch e.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			s.Rhs[i] = h.temp("val", e, e.Type())
		}
	}
}

// literals names the converted function literals in a list: F(func() {...}) given away at once captures
// variables of the surrounding block wrongly.
func (h *hoister) literals(list []core.Expr) (changed bool) {
	for i, e := range list {
		if e == nil {
			continue
		}
		if c, ok := e.(*core.Convert); ok {
			if lit, ok := c.E.(*core.FuncLit); ok {
				c.E = h.temp("lit", lit, lit.T)
				changed = true
				continue
			}
		}
		if c, ok := e.(*core.Call); ok && h.literals(c.Args) {
			changed = true
		}
		if c, ok := e.(*core.Composite); ok && h.literals(c.Vals) {
			changed = true
		}
		list[i] = e
	}
	return changed
}

// parallel assigns one by one what is assigned together: all operands first, then all values, then left to
// right.
func (h *hoister) parallel(s *core.Assign) {
	lhs := make([]core.Expr, len(s.Lhs))
	for i, l := range s.Lhs {
		lhs[i] = h.operand(l)
	}
	var after []core.Stmt
	for i, l := range lhs {
		r := s.Rhs[i]
		if l == nil {
			if one := (&core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{r}}); !isNil(r) && !h.blank(one) {
				h.pre = append(h.pre, one)
			}
			continue
		}
		if _, ok := r.(*core.Const); !ok {
			r = h.temp("val", r, l.Type())
		}
		after = append(after, &core.Assign{S: s.S, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{r}})
	}
	h.pre = append(h.pre, after...)
}

// parts assigns one by one what one expression gives: all operands first, then the values, then left to right.
func (h *hoister) parts(s *core.Assign) {
	lhs := make([]core.Expr, len(s.Lhs))
	vars := make([]*core.Var, len(s.Lhs))
	from := s.Rhs[0].Type().(*types.Tuple)
	for i, l := range s.Lhs {
		if l == nil {
			continue
		}
		lhs[i] = h.operand(l)
		vars[i] = &core.Var{At: l.Pos(), Name: h.u.namer(h.fn).Fresh("val"), Type: from.At(i).Type()}
	}
	h.pre = append(h.pre, &core.Define{S: s.S, Vars: vars, Rhs: s.Rhs})
	for i, l := range lhs {
		if l != nil {
			h.pre = append(h.pre, assign(l.Pos(), l, ref(vars[i], l.Pos())))
		}
	}
}

// operand evaluates the parts of a left-hand side that decide where it is.
func (h *hoister) operand(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Index:
		if _, array := e.E.Type().Underlying().(*types.Array); array {
			e.E = h.operand(e.E)
		} else {
			e.E = h.temp("at", e.E, e.E.Type())
		}
		if _, ok := e.I.(*core.Const); !ok {
			e.I = h.temp("i", e.I, e.I.Type())
		}
	case *core.Field:
		if _, ptr := e.E.Type().Underlying().(*types.Pointer); ptr {
			e.E = h.temp("at", e.E, e.E.Type())
		} else {
			e.E = h.operand(e.E)
		}
	case *core.Unary:
		e.E = h.temp("at", e.E, e.E.Type())
	}
	return e
}

// received takes receives out of a return statement, and calls of function values out of one with several results: the interpreter
// gives zeros for those.
func (h *hoister) received(s *core.Return) {
	found := false
	for _, e := range s.Results {
		core.Inspect(e, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.FuncLit:
				return false
			case *core.Unary:
				found = found || n.Op == token.ARROW
			case *core.Call:
				found = found || len(s.Results) > 1 && isValueCall(n)
			}
			return true
		})
	}
	if !found {
		return
	}
	for i, e := range s.Results {
		if _, ok := e.(*core.Const); !ok && e.Type() != nil && !isTuple(e.Type()) {
			s.Results[i] = h.temp("res", e, e.Type())
		}
	}
}

// isValueCall reports whether what is called is neither a function by its name nor a method.
func isValueCall(c *core.Call) bool {
	switch f := c.Fun.(type) {
	case *core.Ref:
		_, isVar := f.Obj.(*core.Var)
		return isVar
	case *core.Field:
		return !f.Method
	case *core.Index, *core.Call:
		return true
	}
	return false
}
