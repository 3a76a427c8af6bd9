package trace

// This file makes core nodes.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

const (
	rtPath = "github.com/costate/costate/ad/rt"
	adPath = "github.com/costate/costate/ad"
)

var (
	anyType  = types.Universe.Lookup("any").Type()
	boolType = types.Typ[types.Bool]
	intType  = types.Typ[types.Int]
)

func ref(v *core.Var) core.Expr { return &core.Ref{X: core.X{At: v.At, T: v.Type}, Obj: v} }

func refFunc(f *core.Func) core.Expr {
	return &core.Ref{X: core.X{T: signatureType(&f.Signature)}, Obj: f}
}

func constOf(v constant.Value, t types.Type) core.Expr {
	return &core.Const{X: core.X{T: t}, Val: v}
}

func intConst(n int64) core.Expr { return constOf(constant.MakeInt64(n), intType) }

func stringConst(s string) core.Expr {
	return constOf(constant.MakeString(s), types.Typ[types.String])
}

func boolConst(b bool) core.Expr { return constOf(constant.MakeBool(b), boolType) }

func nilOf(t types.Type) core.Expr { return &core.Const{X: core.X{T: t}} }

func binary(op token.Token, l, r core.Expr) core.Expr {
	t := l.Type()
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ, token.LAND, token.LOR:
		t = boolType
	}
	return &core.Binary{X: core.X{At: l.Pos(), T: t}, Op: op, L: l, R: r}
}

func not(e core.Expr) core.Expr {
	return &core.Unary{X: core.X{At: e.Pos(), T: boolType}, Op: token.NOT, E: e}
}

func addr(e core.Expr) core.Expr {
	return &core.Unary{X: core.X{At: e.Pos(), T: types.NewPointer(e.Type())}, Op: token.AND, E: e}
}

func deref(e core.Expr) core.Expr {
	return &core.Unary{X: core.X{At: e.Pos(), T: e.Type().Underlying().(*types.Pointer).Elem()}, Op: token.MUL, E: e}
}

func field(e core.Expr, name string, t types.Type) core.Expr {
	return &core.Field{X: core.X{At: e.Pos(), T: t}, E: e, Name: name}
}

func index(e, i core.Expr) core.Expr {
	var elem types.Type
	switch u := e.Type().Underlying().(type) {
	case *types.Map:
		elem = u.Elem()
	case *types.Pointer:
		elem = u.Elem().Underlying().(*types.Array).Elem()
	case interface{ Elem() types.Type }:
		elem = u.Elem()
	}
	return &core.Index{X: core.X{At: e.Pos(), T: elem}, E: e, I: i}
}

func builtin(name string, t types.Type, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{T: t}, Fun: &core.Ref{Obj: &core.Builtin{Name: name}}, Args: args}
}

func makeOf(t types.Type, size ...core.Expr) core.Expr {
	c := builtin("make", t, size...)
	c.ArgT = t
	return c
}

func newOf(t types.Type) core.Expr {
	c := builtin("new", types.NewPointer(t))
	c.ArgT = t
	return c
}

func convert(t types.Type, e core.Expr) core.Expr {
	if types.Identical(e.Type(), t) {
		return e
	}
	return &core.Convert{X: core.X{At: e.Pos(), T: t}, E: e}
}

// rtCall is a call of a function of package rt.
func rtCall(at token.Pos, name string, t types.Type, variadic bool, args ...core.Expr) *core.Call {
	return hostCall(at, rtPath, name, t, variadic, args...)
}

func hostCall(at token.Pos, path, name string, t types.Type, variadic bool, args ...core.Expr) *core.Call {
	params := make([]types.Type, len(args))
	for i, a := range args {
		params[i] = a.Type()
	}
	if variadic {
		params = []types.Type{types.NewSlice(params[0])}
	}
	sig := types.NewSignatureType(nil, nil, nil, tupleOf(params...), resultTuple(t), variadic)
	return &core.Call{X: core.X{At: at, T: t},
		Fun: &core.Ref{X: core.X{At: at, T: sig}, Obj: &core.Host{Path: path, Name: name}}, Args: args}
}

func call(f *core.Func, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{T: resultOf(f.Results)}, Fun: refFunc(f), Args: args}
}

// method is a call of a method of a type of package rt.
func method(e core.Expr, name string, t types.Type, args ...core.Expr) *core.Call {
	params := make([]types.Type, len(args))
	for i, a := range args {
		params[i] = a.Type()
	}
	sig := types.NewSignatureType(nil, nil, nil, tupleOf(params...), resultTuple(t), false)
	return &core.Call{X: core.X{T: t}, Fun: &core.Field{X: core.X{T: sig}, E: e, Name: name, Method: true}, Args: args}
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

func resultOf(ts []types.Type) types.Type {
	switch len(ts) {
	case 0:
		return nil
	case 1:
		return ts[0]
	}
	return tupleOf(ts...)
}

func tupleOf(ts ...types.Type) *types.Tuple {
	vars := make([]*types.Var, len(ts))
	for i, t := range ts {
		vars[i] = types.NewParam(token.NoPos, nil, "", t)
	}
	return types.NewTuple(vars...)
}

func typesOf(t *types.Tuple) []types.Type {
	var out []types.Type
	for v := range t.Variables() {
		out = append(out, v.Type())
	}
	return out
}

func signatureType(s *core.Signature) *types.Signature {
	params := make([]types.Type, len(s.Params))
	for i, v := range s.Params {
		params[i] = v.Type
	}
	return types.NewSignatureType(nil, nil, nil, tupleOf(params...), tupleOf(s.Results...), s.Variadic)
}

func literal(at token.Pos, params []*core.Var, results []types.Type, body ...core.Stmt) *core.FuncLit {
	s := core.Signature{Params: params, Results: results}
	return &core.FuncLit{X: core.X{At: at, T: signatureType(&s)}, Signature: s, Body: body}
}

func define(v *core.Var, e core.Expr) core.Stmt {
	return &core.Define{S: core.S{At: v.At}, Vars: []*core.Var{v}, Rhs: []core.Expr{e}}
}

func set(l, r core.Expr) core.Stmt {
	return &core.Assign{S: core.S{At: l.Pos()}, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{r}}
}

func do(e core.Expr) core.Stmt { return &core.Do{S: core.S{At: e.Pos()}, E: e} }

func ifs(cond core.Expr, then ...core.Stmt) core.Stmt {
	return &core.If{S: core.S{At: cond.Pos()}, Cond: cond, Then: then}
}

func ret(results ...core.Expr) core.Stmt { return &core.Return{Results: results} }
