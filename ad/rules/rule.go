package rules

// This file defines rules and how they are found.

import (
	"go/ast"
	"go/parser"
	"slices"
	"sync"
)

// Rule is the row of one function. Rules are shared: do not change what their slices hold.
type Rule struct {
	Name    string   // import path and name, as "math.Sin"
	Args    []string // names of the arguments in the expressions; nil for a passive function
	Results []Result // nil for a passive function
	Passive bool     // may be called with active arguments and carries no derivative

	Points  [][]float64 // arguments at which the function is smooth; the test compares differences there
	Special []Special   // arguments at which the row has made a choice
}

// Result is what a rule says about one result of its function.
type Result struct {
	Name string   // name in the expressions
	D    []string // the partial derivative by each argument; nil if the result carries none, as an integer does
}

// Special states the value of all partial derivatives at a point that differences cannot decide.
type Special struct {
	At []float64
	D  []float64 // for each result that carries a derivative, for each argument
}

// Int reports whether argument i is an integer, by which there is no derivative.
func (r Rule) Int(i int) bool {
	return slices.ContainsFunc(r.Results, func(res Result) bool { return i < len(res.D) && res.D[i] == "" })
}

// Uses reports whether an expression of a rule mentions an argument or a result by name: whether that value
// must be at hand when the expression is evaluated.
func Uses(expr, name string) bool {
	e, err := parser.ParseExpr(expr)
	if err != nil {
		return true // the safe answer; the test parses every expression
	}
	used := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr: // a member of a package: math.Exp is no use of an argument exp
			return false
		case *ast.Ident:
			used = used || n.Name == name
		}
		return true
	})
	return used
}

// Lookup returns the rule of a function by import path and name, as "math.Sin".
func Lookup(name string) (Rule, bool) {
	r, ok := index()[name]
	return r, ok
}

// index is the table by name, made at first use and never changed.
var index = sync.OnceValue(func() map[string]Rule {
	byName := map[string]Rule{}
	for _, r := range Table() {
		byName[r.Name] = r
	}
	return byName
})

// Table returns all rules.
func Table() []Rule {
	return slices.Concat(elementary(), powers(), special(), pieces(), parts(), passive())
}

// one is the row of a function of x.
func one(name, dx string, points ...float64) Rule {
	r := Rule{Name: name, Args: []string{"x"}, Results: []Result{{"r", []string{dx}}}}
	for _, p := range points {
		r.Points = append(r.Points, []float64{p})
	}
	return r
}

// two is the row of a function of two arguments, a and b.
func two(name, a, b, da, db string, points ...[]float64) Rule {
	return Rule{Name: name, Args: []string{a, b}, Results: []Result{{"r", []string{da, db}}}, Points: points}
}

// at is a point.
func at(args ...float64) []float64 { return args }

// choice adds the partial derivatives that a row gives at a point where there are none, or only one-sided ones.
func (r Rule) choice(at []float64, d ...float64) Rule {
	r.Special = append(slices.Clip(r.Special), Special{at, d})
	return r
}
