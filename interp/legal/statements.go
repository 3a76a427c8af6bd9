package legal

// This file rewrites single statements that the interpreter gets wrong.

import (
	"go/constant"
	"go/token"
	"go/types"

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
// complexSingle writes z += e as z = z + e where z is a complex64: the interpreter keeps all digits in the first.
// hostVariable puts a value that is made for a variable of another package into one of its own first: the interpreter makes it in place of
// the variable, which then keeps what it has.
// parts reports whether one of several targets of one expression is neither blank nor a variable: the interpreter leaves out the
// assignments to map elements there.
// anyConst reports whether one of several values is a constant: the interpreter takes nil for no value there, and 1 for an int
// whatever it is assigned to.
// severed reports whether a statement is an assignment of several values that is to be made one by one.
// movesTargets reports whether one of several targets is found by a variable that is another of them: the interpreter looks again when
// that has been assigned.
// anyInterface reports whether one of several targets has an empty interface type.
// arithmetic reports whether all values come from operators, variables and their parts. Where one is a call, a receive or
// the like, the interpreter leaves out the assignment of the others.
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
// parts assigns one by one what one expression gives: all operands first, then the values, then left to right.
// operand evaluates the parts of a left-hand side that decide where it is.
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
