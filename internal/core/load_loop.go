package core

// This file loads loops. Range over an integer and over a pointer to an array become counting loops; a
// range that assigns to existing variables defines new ones and assigns in its body.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

func (f *function) forStmt(s *ast.ForStmt) []Stmt {
	label := f.takeLabel()
	out := &For{S: S{At: s.Pos()}}
	before := f.initial(s.Init)
	if len(before) == 1 && isInit(before[0]) {
		out.Init, before = before[0], nil
	}
	if s.Cond != nil {
		out.Cond = f.condition(s.Cond)
	}
	if s.Post != nil {
		if post := f.stmt(s.Post); len(post) == 1 {
			out.Post = post[0]
		}
	}
	out.Body = f.block(s.Body.List)
	return f.wrap(label, before, out)
}

// isInit reports whether s may stand in the head of a for.
func isInit(s Stmt) bool {
	switch s.(type) {
	case *Define, *Assign:
		return true
	}
	return false
}

// iterator is the signature of the function that a loop ranges over, or nil if it ranges over something else.
func (f *function) iterator(s *ast.RangeStmt) *types.Signature {
	sig, _ := f.typeOf(s.X).Underlying().(*types.Signature)
	return sig
}

func (f *function) rangeStmt(s *ast.RangeStmt) []Stmt {
	t := f.typeOf(s.X)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsInteger != 0 {
			return f.rangeInt(s)
		}
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return f.rangeArrayPointer(s, a)
		}
	case *types.Signature:
		return f.rangeFunc(s, u)
	}
	return f.rangeCollection(s, t)
}

// rangeCollection loads the range over a slice, array, string, map or channel.
func (f *function) rangeCollection(s *ast.RangeStmt, t types.Type) []Stmt {
	label := f.takeLabel()
	out := &Range{S: S{At: s.Pos()}, E: f.expr(s.X)}
	kt, vt := rangeTypes(t)
	var set *Assign
	out.Key, set = f.rangeVar(s, s.Key, kt, set)
	out.Val, set = f.rangeVar(s, s.Value, vt, set)
	out.Body = f.loopBody(s, set)
	return f.wrap(label, nil, out)
}

// loopBody loads the body of a range, after the assignment of the assigning form, if any.
func (f *function) loopBody(s *ast.RangeStmt, set *Assign, first ...Stmt) []Stmt {
	body := first
	if set != nil {
		body = append(body, set)
	}
	return append(body, f.block(s.Body.List)...)
}

// rangeTypes gives the types of key and value.
func rangeTypes(t types.Type) (key, val types.Type) {
	key = types.Typ[types.Int]
	switch u := t.Underlying().(type) {
	case *types.Basic:
		val = types.Typ[types.Rune]
	case *types.Array:
		val = u.Elem()
	case *types.Slice:
		val = u.Elem()
	case *types.Map:
		key, val = u.Key(), u.Elem()
	case *types.Chan:
		key = u.Elem()
	}
	return key, val
}

// rangeVar declares the variable of a key or value. In the assigning form it is a temporary, and set, made
// when needed, gives it to the left side as written.
func (f *function) rangeVar(s *ast.RangeStmt, e ast.Expr, t types.Type, set *Assign) (*Var, *Assign) {
	if e == nil || isBlank(e) {
		return nil, set
	}
	if s.Tok == token.DEFINE {
		return f.local(f.in.Info.Defs[e.(*ast.Ident)]), set
	}
	base := "v"
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		base = id.Name
	}
	v := f.variable(e.Pos(), base, t)
	if set == nil {
		set = &Assign{S: S{At: s.Pos()}, Op: token.ASSIGN}
	}
	set.Lhs = append(set.Lhs, f.expr(e))
	set.Rhs = append(set.Rhs, f.ref(e.Pos(), v))
	return v, set
}

// rangeInt makes a counting loop of a range over an integer. The limit is evaluated once.
func (f *function) rangeInt(s *ast.RangeStmt) []Stmt {
	label := f.takeLabel()
	t := f.typeOf(s.X)
	var want types.Type
	if s.Key != nil && !isBlank(s.Key) {
		want = f.typeOf(s.Key)
	}
	limit := f.value(s.X, want)
	t = finalType(t, want)
	var before []Stmt
	if !f.fixed(s.X, limit) {
		v := f.variable(s.X.Pos(), "n", t)
		before = []Stmt{&Define{S: S{At: s.Pos()}, Vars: []*Var{v}, Rhs: []Expr{limit}}}
		limit = f.ref(s.X.Pos(), v)
	}
	counter, body := f.countedBody(s, t)
	return f.wrap(label, before, f.counting(s.Pos(), counter, limit, body))
}

// fixed reports whether the limit of a loop keeps its value while the loop runs.
func (f *function) fixed(e ast.Expr, limit Expr) bool {
	switch l := limit.(type) {
	case *Const:
		return true
	case *Ref:
		if v, ok := l.Obj.(*Var); ok && !v.Global {
			id := ast.Unparen(e).(*ast.Ident)
			return f.loader.use.steady(f.in.Info.ObjectOf(id))
		}
	}
	return false
}

// countedBody gives the counter of a counting loop and its body. The loop's own variable is the counter
// unless something may change it.
func (f *function) countedBody(s *ast.RangeStmt, t types.Type, first ...func(counter *Var) Stmt) (*Var, []Stmt) {
	var counter *Var
	var set *Assign
	var head []Stmt
	switch {
	case s.Key == nil || isBlank(s.Key):
		counter = f.variable(s.Pos(), "i", t)
	case s.Tok == token.DEFINE:
		obj := f.in.Info.Defs[s.Key.(*ast.Ident)]
		if f.loader.use.steady(obj) {
			counter = f.local(obj)
			break
		}
		counter = f.variable(s.Key.Pos(), obj.Name(), t)
		own := f.local(obj)
		head = append(head, &Define{S: S{At: s.Key.Pos()}, Vars: []*Var{own}, Rhs: []Expr{f.ref(s.Key.Pos(), counter)}})
	default:
		counter, set = f.rangeVar(s, s.Key, t, nil)
	}
	for _, make := range first {
		head = append(head, make(counter))
	}
	return counter, f.loopBody(s, set, head...)
}

// counting makes for counter := 0; counter < limit; counter++ { body }.
func (f *function) counting(at token.Pos, counter *Var, limit Expr, body []Stmt) Stmt {
	number := func(n int64) Expr { return newConst(at, constant.MakeInt64(n), counter.Type) }
	return &For{
		S:    S{At: at},
		Init: &Define{S: S{At: at}, Vars: []*Var{counter}, Rhs: []Expr{number(0)}},
		Cond: &Binary{X: X{At: at, T: types.Typ[types.Bool]}, Op: token.LSS, L: f.ref(at, counter), R: limit},
		Post: &Assign{S: S{At: at}, Op: token.ADD, Lhs: []Expr{f.ref(at, counter)}, Rhs: []Expr{number(1)}},
		Body: body,
	}
}

// rangeArrayPointer makes a counting loop of a range over a pointer to an array. The array is read through
// the pointer in each iteration, and only if the loop has a value.
func (f *function) rangeArrayPointer(s *ast.RangeStmt, a *types.Array) []Stmt {
	label := f.takeLabel()
	at := s.X.Pos()
	e := f.expr(s.X)
	limit := newConst(at, constant.MakeInt64(a.Len()), types.Typ[types.Int])
	if s.Value == nil || isBlank(s.Value) {
		before := []Stmt{&Assign{S: S{At: s.Pos()}, Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{e}}}
		if _, ok := e.(*Ref); ok {
			before = nil
		}
		counter, body := f.countedBody(s, limit.T)
		return f.wrap(label, before, f.counting(s.Pos(), counter, limit, body))
	}
	p := f.variable(at, "p", e.Type())
	before := []Stmt{&Define{S: S{At: s.Pos()}, Vars: []*Var{p}, Rhs: []Expr{e}}}
	counter, body := f.countedBody(s, limit.T, func(counter *Var) Stmt {
		elem := &Index{X: X{At: at, T: a.Elem()}, E: f.ref(at, p), I: f.ref(at, counter)}
		if s.Tok == token.DEFINE {
			v := f.local(f.in.Info.Defs[s.Value.(*ast.Ident)])
			return &Define{S: S{At: s.Value.Pos()}, Vars: []*Var{v}, Rhs: []Expr{elem}}
		}
		return &Assign{S: S{At: s.Value.Pos()}, Op: token.ASSIGN, Lhs: []Expr{f.target(s.Value)}, Rhs: []Expr{elem}}
	})
	return f.wrap(label, before, f.counting(s.Pos(), counter, limit, body))
}
