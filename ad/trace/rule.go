package trace

// This file turns the rows of the rule table into functions of traced numbers.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"math"

	"github.com/costate/costate/ad/rules"
	"github.com/costate/costate/internal/core"
)

// ruled is the traced twin of a function that has a row.
func (t *tracer) ruled(e *core.Call, h *core.Host, rule rules.Rule, sig *types.Signature) *core.Func {
	if sig == nil || sig.Variadic() || sig.Params().Len() != len(rule.Args) || sig.Results().Len() != len(rule.Results) || !scalars(sig) {
		t.unsupported(e.At, "the rule of %s.%s cannot be traced", h.Path, h.Name)
		return nil
	}
	return t.helper("rule "+rule.Name, "traced"+h.Name, func(f *core.Func) {
		f.Doc = []string{f.Name + " is " + rule.Name + " with the partial derivatives of its rule."}
		values := map[string]core.Expr{}
		inputs := make([]core.Expr, len(rule.Args))
		plain := &core.Call{Fun: &core.Ref{X: core.X{T: sig}, Obj: &core.Host{Path: h.Path, Name: h.Name}}}
		for i, name := range rule.Args {
			typ := sig.Params().At(i).Type()
			v := t.localVar(name, t.low(typ))
			f.Params = append(f.Params, v)
			inputs[i] = ref(v)
			values[name] = t.valueOf(ref(v), typ)
			plain.Args = append(plain.Args, core.CloneExpr(values[name]))
		}
		d := &core.Define{Rhs: []core.Expr{plain}}
		for i, r := range rule.Results {
			v := t.localVar("value"+r.Name, sig.Results().At(i).Type())
			d.Vars = append(d.Vars, v)
			values[r.Name] = ref(v)
			f.Results = append(f.Results, t.low(v.Type))
		}
		plain.T = resultOf(typesOf(sig.Results()))
		out := &core.Return{}
		for i, r := range rule.Results {
			out.Results = append(out.Results, t.depends(r, sig, d.Vars[i], inputs, values))
		}
		f.Body = []core.Stmt{d, out}
	})
}

// scalars reports whether a function takes and returns numbers only, floats being float64.
func scalars(sig *types.Signature) bool {
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			b, ok := v.Type().Underlying().(*types.Basic)
			if !ok || b.Kind() != types.Float64 && b.Info()&types.IsInteger == 0 {
				return false
			}
		}
	}
	return true
}

// depends is one result as a traced number.
func (t *tracer) depends(r rules.Result, sig *types.Signature, v *core.Var, inputs []core.Expr, values map[string]core.Expr) core.Expr {
	if _, number := kindOf(v.Type); !number {
		return ref(v)
	}
	args := []core.Expr{ref(v)}
	for i, d := range r.D {
		if _, number := kindOf(sig.Params().At(i).Type()); !number || d == "0" || d == "" {
			continue
		}
		args = append(args, rtCall(token.NoPos, "TFrom", t.num.node, false, core.CloneExpr(inputs[i]), partial(d, values)))
	}
	if len(args) == 1 {
		return t.lift(token.NoPos, v.Type, args[0])
	}
	c := rtCall(token.NoPos, "TDep", t.num.num, false, args...)
	variadic := tupleOf(types.Typ[types.Float64], types.NewSlice(t.num.node))
	c.Fun.(*core.Ref).T = types.NewSignatureType(nil, nil, nil, variadic, tupleOf(t.num.num), true)
	return c
}

// partial parses the expression of a rule and puts values in place of its names.
func partial(text string, values map[string]core.Expr) core.Expr {
	e, err := parser.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("rule %q: %v", text, err)) // the table's test parses every row
	}
	return ruleExpr(e, values)
}

func ruleExpr(e ast.Expr, values map[string]core.Expr) core.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		return core.CloneExpr(values[e.Name])
	case *ast.ParenExpr:
		return ruleExpr(e.X, values)
	case *ast.BasicLit:
		return constOf(constant.ToFloat(constant.MakeFromLiteral(e.Value, e.Kind, 0)), types.Typ[types.Float64])
	case *ast.UnaryExpr:
		x := ruleExpr(e.X, values)
		return &core.Unary{X: core.X{T: x.Type()}, Op: e.Op, E: x}
	case *ast.BinaryExpr:
		l, r := ruleExpr(e.X, values), ruleExpr(e.Y, values)
		l, r = beside(l, r), beside(r, l)
		return binary(e.Op, l, r)
	case *ast.SelectorExpr:
		if c, ok := map[string]float64{"Pi": math.Pi, "E": math.E, "Ln2": math.Ln2, "Ln10": math.Ln10, "Log2E": math.Log2E,
			"Log10E": math.Log10E, "Sqrt2": math.Sqrt2, "SqrtPi": math.SqrtPi}[e.Sel.Name]; ok {
			return constOf(constant.MakeFloat64(c), types.Typ[types.Float64])
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
			args := make([]core.Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = ruleExpr(a, values)
			}
			if sel.Sel.Name == "Jn" || sel.Sel.Name == "Yn" {
				args[0] = beside(args[0], intConst(0))
			}
			path := "math"
			if sel.X.(*ast.Ident).Name == "rt" {
				path = rtPath
			}
			return hostCall(token.NoPos, path, sel.Sel.Name, types.Typ[types.Float64], false, args...)
		}
	}
	panic(fmt.Sprintf("rule: no translation for %T", e))
}

// beside gives a constant the type of the integer that it stands beside.
func beside(e, other core.Expr) core.Expr {
	if c, ok := e.(*core.Const); ok {
		if b, ok := other.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
			return constOf(constant.ToInt(c.Val), other.Type())
		}
	}
	return e
}
