package engine

// This file makes core nodes: what the emitter writes is put together from these.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// Import paths of what emitted code names.
const (
	rtPath       = "github.com/costate/costate/ad/rt"
	parallelPath = "github.com/costate/costate/parallel"
	adPath       = "github.com/costate/costate/ad"
)

// float64Type, floatsType and rowsType are the types that carry derivatives.
func float64Type() types.Type { return types.Typ[types.Float64] }
func floatsType() types.Type  { return types.NewSlice(types.Typ[types.Float64]) }
func rowsType() types.Type    { return types.NewSlice(floatsType()) }
func intType() types.Type     { return types.Typ[types.Int] }
func boolType() types.Type    { return types.Typ[types.Bool] }

func isFloat(t types.Type) bool  { return t != nil && types.Identical(t, float64Type()) }
func isFloats(t types.Type) bool { return t != nil && types.Identical(t, floatsType()) }
func isRows(t types.Type) bool   { return t != nil && types.Identical(t, rowsType()) }
func isInt(t types.Type) bool    { return t != nil && types.Identical(t, intType()) }

// isShadowed reports whether values of type t have a shadow slice.
func isShadowed(t types.Type) bool { return isFloats(t) || isRows(t) }

func ref(v *core.Var) core.Expr { return &core.Ref{X: core.X{At: v.At, T: v.Type}, Obj: v} }

func intConst(n int) core.Expr {
	return &core.Const{X: core.X{T: intType()}, Val: constant.MakeInt64(int64(n))}
}

func floatConst(f float64) core.Expr {
	return &core.Const{X: core.X{T: float64Type()}, Val: constant.MakeFloat64(f)}
}

func boolConst(b bool) core.Expr {
	return &core.Const{X: core.X{T: boolType()}, Val: constant.MakeBool(b)}
}

func nilOf(t types.Type) core.Expr { return &core.Const{X: core.X{T: t}} }

// isConst reports whether e is the numeric constant n.
func isConst(e core.Expr, n int64) bool {
	c, ok := e.(*core.Const)
	return ok && c.Val != nil && (c.Val.Kind() == constant.Int || c.Val.Kind() == constant.Float) &&
		constant.Compare(c.Val, token.EQL, constant.MakeInt64(n))
}

func binary(op token.Token, l, r core.Expr) core.Expr {
	t := l.Type()
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ, token.LAND, token.LOR:
		t = boolType()
	}
	return &core.Binary{X: core.X{T: t}, Op: op, L: l, R: r}
}

// plus and minus fold constants where an index expression would otherwise read badly.
func plus(l core.Expr, n int) core.Expr {
	if n == 0 {
		return l
	}
	if b, ok := l.(*core.Binary); ok && (b.Op == token.ADD || b.Op == token.SUB) { // i-1 plus -1 is i-2
		if c, ok := b.R.(*core.Const); ok {
			if v, exact := constant.Int64Val(c.Val); exact {
				if b.Op == token.SUB {
					v = -v
				}
				return plus(b.L, int(v)+n)
			}
		}
	}
	if c, ok := l.(*core.Const); ok {
		if v, exact := constant.Int64Val(c.Val); exact {
			return intConst(int(v) + n)
		}
	}
	if n < 0 {
		return binary(token.SUB, l, intConst(-n))
	}
	return binary(token.ADD, l, intConst(n))
}

func minus(l, r core.Expr) core.Expr {
	if isConst(r, 0) {
		return l
	}
	return binary(token.SUB, l, r)
}

func times(l, r core.Expr) core.Expr {
	switch {
	case isConst(l, 1):
		return r
	case isConst(r, 1):
		return l
	}
	return binary(token.MUL, l, r)
}

// negate gives -e, of -x gives x.
func negate(e core.Expr) core.Expr {
	if u, ok := e.(*core.Unary); ok && u.Op == token.SUB {
		return u.E
	}
	return &core.Unary{X: core.X{T: e.Type()}, Op: token.SUB, E: e}
}

func index(e, i core.Expr) core.Expr {
	return &core.Index{X: core.X{T: e.Type().Underlying().(*types.Slice).Elem()}, E: e, I: i}
}

func lenOf(e core.Expr) core.Expr { return builtin("len", intType(), e) }

func builtin(name string, t types.Type, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{T: t}, Fun: &core.Ref{Obj: &core.Builtin{Name: name}}, Args: args}
}

func makeSlice(t types.Type, size ...core.Expr) core.Expr {
	return &core.Call{X: core.X{T: t}, Fun: &core.Ref{Obj: &core.Builtin{Name: "make"}}, ArgT: t, Args: size}
}

// host is a call of a function of another package; t is its result, nil for none.
func host(path, name string, t types.Type, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{T: t}, Fun: hostRef(path, name, t, args), Args: args}
}

func hostRef(path, name string, t types.Type, args []core.Expr) core.Expr {
	params := make([]*types.Var, len(args))
	for i, a := range args {
		params[i] = types.NewParam(token.NoPos, nil, "", a.Type())
	}
	return &core.Ref{X: core.X{T: types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), resultTuple(t), false)},
		Obj: &core.Host{Path: path, Name: name}}
}

func resultTuple(t types.Type) *types.Tuple {
	switch t := t.(type) {
	case nil:
		return nil
	case *types.Tuple:
		return t
	}
	return types.NewTuple(types.NewParam(token.NoPos, nil, "", t))
}

func tupleOf(ts ...types.Type) *types.Tuple {
	vars := make([]*types.Var, len(ts))
	for i, t := range ts {
		vars[i] = types.NewParam(token.NoPos, nil, "", t)
	}
	return types.NewTuple(vars...)
}

func define(v *core.Var, e core.Expr) *core.Define {
	return &core.Define{Vars: []*core.Var{v}, Rhs: []core.Expr{e}}
}

func declare(v *core.Var) *core.Define { return &core.Define{Vars: []*core.Var{v}} }

func set(l, r core.Expr) *core.Assign { return assignOp(token.ASSIGN, l, r) }

func assignOp(op token.Token, l, r core.Expr) *core.Assign {
	return &core.Assign{Op: op, Lhs: []core.Expr{l}, Rhs: []core.Expr{r}}
}

func do(e core.Expr) *core.Do { return &core.Do{E: e} }

func funcType(params, results []types.Type) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, tupleOf(params...), tupleOf(results...), false)
}

func literal(params []*core.Var, results []types.Type, body []core.Stmt) *core.FuncLit {
	return &core.FuncLit{X: core.X{T: funcType(varTypes(params), results)},
		Signature: core.Signature{Params: params, Results: results}, Body: body}
}

func varTypes(vs []*core.Var) []types.Type {
	ts := make([]types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

// signatureType is the type of a function with signature s.
func signatureType(s *core.Signature) *types.Signature {
	return types.NewSignatureType(nil, nil, nil, tupleOf(varTypes(s.Params)...), tupleOf(s.Results...), s.Variadic)
}

// resultTypes lists the types of a call's results.
func resultTypes(t types.Type) []types.Type {
	switch t := t.(type) {
	case nil:
		return nil
	case *types.Tuple:
		ts := make([]types.Type, t.Len())
		for i := range ts {
			ts[i] = t.At(i).Type()
		}
		return ts
	}
	return []types.Type{t}
}
