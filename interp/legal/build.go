package legal

// This file builds the nodes that passes add.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func ref(v *core.Var, at token.Pos) core.Expr {
	return &core.Ref{X: core.X{At: at, T: v.Type}, Obj: v}
}

func refFunc(f *core.Func, at token.Pos) core.Expr {
	return &core.Ref{X: core.X{At: at, T: signature(f)}, Obj: f}
}

// signature is the type of a function, without its receiver.
func signature(f *core.Func) *types.Signature {
	return signatureOf(f.Signature)
}

func signatureOf(s core.Signature) *types.Signature {
	var params []*types.Var
	for _, v := range s.Params {
		params = append(params, types.NewParam(token.NoPos, nil, "", v.Type))
	}
	var results []*types.Var
	for _, t := range s.Results {
		results = append(results, types.NewParam(token.NoPos, nil, "", t))
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), s.Variadic)
}

func call(at token.Pos, t types.Type, fun core.Expr, args ...core.Expr) *core.Call {
	return &core.Call{X: core.X{At: at, T: t}, Fun: fun, Args: args}
}

// hostCall calls a function of the session.
func hostCall(at token.Pos, name string, t types.Type, args ...core.Expr) *core.Call {
	return call(at, t, &core.Ref{X: core.X{At: at}, Obj: &core.Host{Path: HostPath, Name: name}}, args...)
}

func define(at token.Pos, v *core.Var, e core.Expr) *core.Define {
	return &core.Define{S: core.S{At: at}, Vars: []*core.Var{v}, Rhs: []core.Expr{e}}
}

func assign(at token.Pos, l, r core.Expr) *core.Assign {
	return &core.Assign{S: core.S{At: at}, Op: token.ASSIGN, Lhs: []core.Expr{l}, Rhs: []core.Expr{r}}
}

func ret(at token.Pos, e ...core.Expr) core.Stmt {
	return &core.Return{S: core.S{At: at}, Results: e}
}

func isNil(e core.Expr) bool {
	c, ok := e.(*core.Const)
	return ok && c.Val == nil
}

func intConst(at token.Pos, n int64, t types.Type) core.Expr {
	return &core.Const{X: core.X{At: at, T: t}, Val: constant.MakeInt64(n)}
}

// resultType is the type of a call with the given results.
func resultType(results []types.Type) types.Type {
	switch len(results) {
	case 0:
		return nil
	case 1:
		return results[0]
	}
	var vs []*types.Var
	for _, t := range results {
		vs = append(vs, types.NewParam(token.NoPos, nil, "", t))
	}
	return types.NewTuple(vs...)
}

func tuple(t *types.Tuple) []types.Type {
	var out []types.Type
	for i := range t.Len() {
		out = append(out, t.At(i).Type())
	}
	return out
}

// builtinName is the name of the builtin that e refers to, or "".
func builtinName(e core.Expr) string {
	if r, ok := e.(*core.Ref); ok {
		if b, ok := r.Obj.(*core.Builtin); ok {
			return b.Name
		}
	}
	return ""
}

// own reports whether a type is declared by the program.
func (u *unit) own(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && u.types[n.Obj()]
}

// HostCall calls a function of HostPath that is given the name of something and a lowered value, and returns the value.
func HostCall(at token.Pos, name string, t types.Type, of string, e core.Expr) core.Expr {
	return hostCall(at, name, t, stringConst(at, of), e)
}
