package core

// This file computes what becomes constant when type parameters become types. T(200) + T(100) is no constant
// expression in a generic function, and wraps around if T is uint8; with T replaced Go would take it for a
// constant and refuse it. So it is computed as it would be at run time, or kept from being a constant.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
)

// conversion loads T(x).
func (f *function) conversion(e *ast.CallExpr, t types.Type) Expr {
	arg := ast.Unparen(e.Args[0])
	return foldConvert(&Convert{X: X{At: e.Pos(), T: t}, E: f.value(arg, t)}, f.in.Info.Types[arg].Value)
}

// known gives the value of a constant other than nil, and its basic type.
func known(e Expr) (constant.Value, *types.Basic) {
	c, ok := e.(*Const)
	if !ok || c.Val == nil {
		return nil, nil
	}
	b, _ := c.T.Underlying().(*types.Basic)
	return c.Val, b
}

// foldConvert computes the conversion of a constant to a basic type; exact is the constant as written, if it was one.
func foldConvert(c *Convert, exact constant.Value) Expr {
	v, from := known(c.E)
	to, ok := c.T.Underlying().(*types.Basic)
	if !ok || from == nil {
		return c
	}
	if exact != nil {
		v = exact
	}
	has := func(b *types.Basic, info types.BasicInfo) bool { return b.Info()&info != 0 }
	switch {
	case has(to, types.IsString) && has(from, types.IsInteger):
		n, exact := constant.Int64Val(constant.ToInt(v))
		if !exact || n < 0 || n > 0x10FFFF {
			n = 0xFFFD
		}
		return newConst(c.At, constant.MakeString(string(rune(n))), c.T)
	case has(to, types.IsInteger) && has(from, types.IsInteger):
		return newConst(c.At, wrap(v, to), c.T)
	case has(to, types.IsInteger) && constant.ToInt(v).Kind() == constant.Int:
		if n := constant.ToInt(v); constant.Compare(n, token.EQL, wrap(n, to)) {
			return newConst(c.At, n, c.T)
		}
	case has(to, types.IsFloat) && has(from, types.IsInteger|types.IsFloat),
		has(to, types.IsComplex) && (has(from, types.IsComplex) || exact != nil):
		if k := newConst(c.At, v, c.T); k.Val.Kind() != constant.Unknown {
			return k
		}
	case has(to, types.IsString) && has(from, types.IsString), has(to, types.IsBoolean):
		return newConst(c.At, v, c.T)
	}
	c.E = atRunTime(c.E)
	return c
}

// wrap reduces an integer to the range of a type, as arithmetic does at run time.
func wrap(v constant.Value, b *types.Basic) constant.Value {
	v = constant.ToInt(v)
	bits := uint(64)
	switch b.Kind() {
	case types.Int8, types.Uint8:
		bits = 8
	case types.Int16, types.Uint16:
		bits = 16
	case types.Int32, types.Uint32:
		bits = 32
	}
	one := constant.MakeInt64(1)
	size := constant.Shift(one, token.SHL, bits)
	v = constant.BinaryOp(v, token.AND, constant.BinaryOp(size, token.SUB, one))
	if b.Info()&types.IsUnsigned == 0 && constant.Compare(v, token.GEQ, constant.Shift(one, token.SHL, bits-1)) {
		v = constant.BinaryOp(v, token.SUB, size)
	}
	return v
}

// foldUnary computes an operator on a constant.
func foldUnary(u *Unary) Expr {
	v, b := known(u.E)
	if b == nil {
		return u
	}
	switch {
	case b.Info()&types.IsBoolean != 0 && u.Op == token.NOT:
		return newConst(u.At, constant.UnaryOp(token.NOT, v, 0), u.T)
	case b.Info()&types.IsInteger != 0 && (u.Op == token.SUB || u.Op == token.XOR || u.Op == token.ADD):
		return newConst(u.At, wrap(constant.UnaryOp(u.Op, v, 0), b), u.T)
	case b.Info()&types.IsFloat != 0 && (u.Op == token.SUB && constant.Sign(v) != 0 || u.Op == token.ADD): // no constant is -0
		return newConst(u.At, constant.UnaryOp(u.Op, v, 0), u.T)
	case u.Op != token.AND:
		u.E = atRunTime(u.E)
	}
	return u
}

// foldBinary computes an operator on two constants, and keeps Go from computing what would not be the same.
func foldBinary(b *Binary) Expr {
	r, rt := known(b.R)
	bad := rt != nil && rt.Info()&types.IsInteger != 0 && ((b.Op == token.QUO || b.Op == token.REM) && constant.Sign(r) == 0 ||
		(b.Op == token.SHL || b.Op == token.SHR) && constant.Sign(r) < 0)
	if bad {
		b.R = atRunTime(b.R)
	}
	l, lt := known(b.L)
	if lt == nil || rt == nil {
		return b
	}
	if v := binaryValue(b.Op, l, r, lt); v != nil && !bad {
		if v.Kind() == constant.Int && b.Op != token.EQL {
			v = wrap(v, lt)
		}
		return newConst(b.At, v, b.T)
	}
	b.L = atRunTime(b.L)
	return b
}

// binaryValue computes l op r without regard to the size of integers, or gives nil where only the running program can.
func binaryValue(op token.Token, l, r constant.Value, t *types.Basic) constant.Value {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.MakeBool(constant.Compare(l, op, r))
	case token.LAND, token.LOR:
		return constant.BinaryOp(l, op, r)
	case token.SHL, token.SHR:
		n, ok := constant.Uint64Val(constant.ToInt(r))
		if !ok || n > 1<<10 {
			return nil
		}
		return constant.Shift(constant.ToInt(l), op, uint(n))
	}
	switch info := t.Info(); {
	case info&types.IsInteger != 0:
		if op == token.QUO {
			op = token.QUO_ASSIGN // the integer division of package constant
		}
		return constant.BinaryOp(constant.ToInt(l), op, constant.ToInt(r))
	case info&types.IsString != 0:
		return constant.BinaryOp(l, op, r)
	case info&types.IsFloat != 0:
		if op == token.QUO && constant.Sign(r) == 0 {
			return nil
		}
		v := constant.BinaryOp(constant.ToFloat(l), op, constant.ToFloat(r))
		if f, _ := constant.Float32Val(v); f == 0 || f-f != 0 { // its sign, or whether it is infinite, is for the program to find
			return nil
		}
		return constant.ToFloat(v)
	}
	return nil
}

// atRunTime makes a constant an expression that Go does not take for one: a call of a function that returns it.
// Other expressions stay as they are.
func atRunTime(e Expr) Expr {
	c, ok := e.(*Const)
	if !ok || c.Val == nil {
		return e
	}
	sig := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", c.T)), false)
	lit := &FuncLit{X: X{At: c.At, T: sig}, Signature: Signature{Results: []types.Type{c.T}},
		Body: []Stmt{&Return{S: S{At: c.At}, Results: []Expr{c}}}}
	return &Call{X: X{At: c.At, T: c.T}, Fun: lit}
}

// known64 gives the value of an integer constant.
func known64(e Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	v, b := known(e)
	if b == nil || b.Info()&types.IsInteger == 0 {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

// maxLen is the length of an array or of what a pointer to one points to; of other types it is not known.
func maxLen(t types.Type) int64 {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Len()
	}
	return math.MaxInt64
}

// inBounds keeps constant bounds that are wrong from being constants: they panic when, and if, they are met.
func inBounds(s *SliceExpr) Expr {
	last, limit := int64(0), maxLen(s.E.Type())
	good := true
	for _, e := range []Expr{s.Lo, s.Hi, s.Max} {
		if n, ok := known64(e); ok {
			good = good && n >= last && n <= limit
			last = n
		}
	}
	if !good {
		for _, e := range []*Expr{&s.Lo, &s.Hi, &s.Max} {
			if *e != nil {
				*e = atRunTime(*e)
			}
		}
	}
	return s
}

// lenOfArray gives the constant that len or cap is for an array, or a pointer to one which need not be followed.
func lenOfArray(c *Call, name string) Expr {
	if name != "len" && name != "cap" || len(c.Args) != 1 || !idle(c.Args[0]) {
		return c
	}
	if n := maxLen(c.Args[0].Type()); n < math.MaxInt64 {
		return newConst(c.At, constant.MakeInt64(n), c.T)
	}
	return c
}

// goodSizes keeps constant sizes that make does not take from being constants.
func goodSizes(args []Expr) {
	last := int64(0)
	for _, a := range args {
		n, ok := known64(a)
		if ok && n < last {
			for i := range args {
				args[i] = atRunTime(args[i])
			}
			return
		}
		last = n
	}
}

// repeated reports whether e is a constant that is in a list of cases or keys already. Go would refuse it; in a generic
// function such expressions are no constants, and equal only in some instances.
func repeated(list []Expr, e Expr) bool {
	v, _ := known(e)
	return v != nil && slices.ContainsFunc(list, func(other Expr) bool {
		w, _ := known(other)
		return w != nil && w.Kind() == v.Kind() && constant.Compare(v, token.EQL, w)
	})
}

// assertion loads x.(T). In an instance T may be a type that x cannot hold, which Go would refuse.
func (f *function) assertion(a *Assert) Expr {
	t := a.T
	if tuple, ok := t.(*types.Tuple); ok {
		t = tuple.At(0).Type()
	}
	if !holds(a.E.Type(), t) {
		a.E = &Convert{X: X{At: a.At, T: types.Universe.Lookup("any").Type()}, E: a.E}
	}
	return a
}

// holds reports whether a value of the interface type i can be a t.
func holds(i, t types.Type) bool {
	u, ok := i.Underlying().(*types.Interface)
	return !ok || types.AssertableTo(u, t)
}
