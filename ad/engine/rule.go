package engine

// This file turns the rows of the rule table into core expressions.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"math"
	"strconv"

	"github.com/costate/costate/ad/rules"
	"github.com/costate/costate/internal/core"
)

// ruleOf finds the rule of a called function: of another package, or of the builtins min and max, which
// differ from math.Min and math.Max in value at NaN but not in derivative.
func ruleOf(e core.Expr) (rules.Rule, bool) {
	if h := hostCallee(e); h != nil {
		return rules.Lookup(h.Path + "." + h.Name)
	}
	switch builtinName(e) {
	case "min":
		return rules.Lookup("math.Min")
	case "max":
		return rules.Lookup("math.Max")
	}
	return rules.Rule{}, false
}

// partial parses the expression of a rule and puts values in place of its names.
func partial(text string, value func(name string) core.Expr) core.Expr {
	e, err := parser.ParseExpr(text)
	if err != nil {
		panic(fmt.Sprintf("rule %q: %v", text, err)) // the table's test parses every row
	}
	return ruleExpr(e, value)
}

func ruleExpr(e ast.Expr, value func(string) core.Expr) core.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		return value(e.Name)
	case *ast.ParenExpr:
		return ruleExpr(e.X, value)
	case *ast.BasicLit:
		f, err := strconv.ParseFloat(e.Value, 64)
		if err == nil {
			return floatConst(f)
		}
	case *ast.UnaryExpr:
		if e.Op == token.SUB {
			return negate(ruleExpr(e.X, value))
		}
	case *ast.BinaryExpr:
		return binary(e.Op, ruleExpr(e.X, value), ruleExpr(e.Y, value))
	case *ast.SelectorExpr:
		if c, ok := mathConst(e.Sel.Name); ok {
			return floatConst(c)
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok {
			args := make([]core.Expr, len(e.Args))
			for i, a := range e.Args {
				args[i] = ruleExpr(a, value)
			}
			path := "math"
			if sel.X.(*ast.Ident).Name == "rt" {
				path = rtPath
			}
			return host(path, sel.Sel.Name, float64Type(), args...)
		}
	}
	panic(fmt.Sprintf("rule: no translation for %T", e))
}

// mathConst is the value of a constant of package math that rules name.
func mathConst(name string) (float64, bool) {
	c, ok := map[string]float64{"Pi": math.Pi, "E": math.E, "Ln2": math.Ln2, "Ln10": math.Ln10, "Log2E": math.Log2E,
		"Log10E": math.Log10E, "Sqrt2": math.Sqrt2, "SqrtPi": math.SqrtPi}[name]
	return c, ok
}

// floatValue is the value of a constant expression, if e is one.
func floatValue(e core.Expr) (float64, bool) {
	c, ok := e.(*core.Const)
	if !ok || c.Val == nil || c.Val.Kind() == constant.String || c.Val.Kind() == constant.Bool {
		return 0, false
	}
	f, _ := constant.Float64Val(constant.ToFloat(c.Val))
	return f, true
}
