package engine

// This file writes random programs. Their floats stay between about -2 and 2, their integers are not negative, their
// slices are not empty, their loops end, and their parallel loops are free of races: all by construction.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// genVar is a variable in reach of the statement being written.
type genVar struct {
	name     string
	kind     kind
	readOnly bool // shared with other chunks of a parallel loop, or a loop counter
	param    bool // not to be used for its own sake
}

type kind int

const (
	aFloat kind = iota
	anInt
	aBool
	aSlice
	someRows
	aPassive // any other type
)

func (k kind) String() string {
	return [...]string{"float64", "int", "bool", "[]float64", "[][]float64"}[k]
}

// genFunc is a function of the program.
type genFunc struct {
	name    string
	params  []kind
	results []kind
	pure    bool // it does not write to its arguments: the order of such calls and of reads does not matter
}

// generator writes one program: functions whose names begin with prefix.
type generator struct {
	r        *rand.Rand
	prefix   string
	out      strings.Builder
	indent   int
	scopes   [][]*genVar
	funcs    []genFunc
	results  []kind
	budget   int // statements left in this function
	next     int // number of the next name
	loops    int // depth of loops
	parallel int // depth of parallel loops
	inRange  bool
	top      bool // statements of the function's own list, where gotos may stand
	allowPar bool
	pure     bool // the function being written is pure
}

// program writes a program and returns its main function.
func generate(seed uint64, prefix string) (string, genFunc) {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), prefix: prefix, allowPar: seed%3 == 0}
	for range g.r.IntN(4) {
		f := genFunc{name: fmt.Sprintf("%sh%d", prefix, len(g.funcs))}
		for range 1 + g.r.IntN(3) {
			f.params = append(f.params, pickOne(g.r, aFloat, aFloat, aSlice, aSlice, anInt, someRows))
		}
		f.results = pickOne(g.r, []kind{aFloat}, []kind{aFloat}, []kind{aSlice}, []kind{aFloat, aFloat}, []kind{aSlice, aFloat}, nil, []kind{someRows}, []kind{anInt, aFloat})
		f.pure = g.r.IntN(2) == 0
		g.pure = f.pure
		g.function(f, 4+g.r.IntN(7))
		g.funcs = append(g.funcs, f)
	}
	if g.r.IntN(3) == 0 {
		g.recursive()
	}
	g.pure = false
	f := genFunc{name: prefix + "F", results: []kind{aFloat}}
	f.params = pickOne(g.r, []kind{aSlice}, []kind{aSlice}, []kind{aSlice, aFloat, anInt}, []kind{aSlice, aSlice, aFloat},
		[]kind{aSlice, someRows}, []kind{aFloat, aFloat, aBool}, []kind{someRows, anInt, aSlice})
	g.function(f, 8+g.r.IntN(18))
	return g.out.String(), f
}

func pickOne[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *generator) function(f genFunc, budget int) {
	g.scopes, g.budget, g.results, g.next = nil, budget, f.results, 9
	var params, results []string
	g.push()
	for i, k := range f.params {
		name := fmt.Sprintf("%s%d", [...]string{"a", "n", "flip", "x", "w"}[k], i)
		params = append(params, name+" "+k.String())
		g.declare(&genVar{name: name, kind: k, param: true, readOnly: f.pure && k >= aSlice})
	}
	for _, k := range f.results {
		results = append(results, k.String())
	}
	g.line("func %s(%s) (%s) {", f.name, strings.Join(params, ", "), strings.Join(results, ", "))
	g.indent++
	g.line("r := %s", g.float(1))
	g.declare(&genVar{name: "r", kind: aFloat})
	g.top = true
	g.statements(budget)
	result := g.returned()
	g.pop()
	g.line("return %s", result)
	g.indent--
	g.line("}")
	g.line("")
}

// recursive writes a function that calls itself on halves of a slice.
func (g *generator) recursive() {
	name := g.prefix + "rec"
	g.scopes = nil
	g.push()
	g.pure = g.r.IntN(2) == 0
	g.declare(&genVar{name: "x", kind: aSlice, param: true, readOnly: g.pure})
	g.declare(&genVar{name: "d", kind: anInt, param: true, readOnly: true})
	g.line("func %s(x []float64, d int) float64 {", name)
	g.indent++
	g.line("if len(x) == 0 {")
	g.line("return 0.7")
	g.line("}")
	g.line("if d < 2 || len(x) < 2 {")
	g.line("\treturn %s", g.float(2))
	g.line("}")
	g.results, g.budget, g.top = []kind{aFloat}, 3, true
	g.line("r := %s", g.float(1))
	g.declare(&genVar{name: "r", kind: aFloat})
	g.statements(3)
	g.pop()
	g.line("l := %s(x[:len(x)/2], d-1)", name)
	g.line("m := %s(x[len(x)/2:], d-%d)", name, 1+g.r.IntN(2))
	g.line("return math.Sin(l*r) + 0.5*m")
	g.indent--
	g.line("}")
	g.line("")
	g.funcs = append(g.funcs, genFunc{name: name, params: []kind{aSlice, anInt}, results: []kind{aFloat}, pure: g.pure})
}

func (g *generator) push() { g.scopes = append(g.scopes, nil) }

// pop leaves a scope. All is used there, since the language asks for it.
func (g *generator) pop() {
	for _, v := range g.scopes[len(g.scopes)-1] {
		if !v.param {
			g.line("_ = %s", v.name)
		}
	}
	g.scopes = g.scopes[:len(g.scopes)-1]
}

func (g *generator) declare(v *genVar) {
	last := len(g.scopes) - 1
	g.scopes[last] = append(g.scopes[last], v)
}

// name makes a name that is free in the innermost scope; it may hide one of a scope around it.
func (g *generator) name(base string) string {
	if g.r.IntN(6) == 0 {
		for _, n := range []string{base, "t", "s", "b", "k", base + "Bar", "back", "chunk", "lo"} {
			if !g.inScope(n, len(g.scopes)-1) {
				return n
			}
		}
	}
	g.next++
	return fmt.Sprintf("%s%d", base, g.next)
}

func (g *generator) inScope(name string, depth int) bool {
	for _, v := range g.scopes[depth] {
		if v.name == name {
			return true
		}
	}
	return false
}

// visible lists the variables of a kind that are not hidden.
func (g *generator) visible(k kind, writable bool) []*genVar {
	var list []*genVar
	hidden := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		for j := len(g.scopes[i]) - 1; j >= 0; j-- {
			v := g.scopes[i][j]
			if !hidden[v.name] && v.kind == k && !(writable && v.readOnly) {
				list = append(list, v)
			}
			hidden[v.name] = true
		}
	}
	return list
}

func (g *generator) some(k kind, writable bool) *genVar {
	list := g.visible(k, writable)
	if len(list) == 0 {
		return nil
	}
	return list[g.r.IntN(len(list))]
}

// slice names a slice: a variable, a row, or a part.
func (g *generator) slice(writable bool) (text string, ok bool) {
	s := g.some(aSlice, writable)
	if m := g.some(someRows, writable); m != nil && (s == nil || g.r.IntN(3) == 0) {
		n := m.name
		return fmt.Sprintf("%s[%s]", n, g.index(n)), true
	}
	if s == nil {
		return "", false
	}
	return s.name, true
}

func (g *generator) index(of string) string {
	switch g.r.IntN(5) {
	case 0:
		return "0"
	case 1:
		return "len(" + of + ")-1"
	}
	return fmt.Sprintf("(%s)%%len(%s)", g.int(), of)
}

// part is a nonempty part of a slice.
func (g *generator) part(of string) string {
	i := fmt.Sprintf("(%s)%%len(%s)", g.int(), of)
	switch g.r.IntN(3) {
	case 0:
		return fmt.Sprintf("%s[%s:]", of, i)
	case 1:
		return fmt.Sprintf("%s[:1+%s]", of, i)
	}
	return of
}

func (g *generator) int() string {
	if v := g.some(anInt, false); v != nil && g.r.IntN(3) > 0 {
		switch g.r.IntN(3) {
		case 0:
			return v.name + "+1"
		case 1:
			return v.name + "*2"
		}
		return v.name
	}
	if s, ok := g.slice(false); ok && g.r.IntN(3) == 0 {
		return "len(" + s + ")"
	}
	return fmt.Sprint(g.r.IntN(4))
}

func (g *generator) bool() string {
	if v := g.some(aBool, false); v != nil && g.r.IntN(3) == 0 {
		return v.name
	}
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("(%s)%%2 == 0", g.int())
	case 1:
		return fmt.Sprintf("%s > %s && %s < 0.7", g.float(0), g.float(0), g.float(1))
	case 2:
		return fmt.Sprintf("%s > 0.3 || !(%s < %s)", g.float(1), g.float(0), g.float(0))
	}
	return fmt.Sprintf("%s > %s", g.float(1), g.float(0))
}

// float is an expression between about -1 and 1 if its variables are.
func (g *generator) float(depth int) string {
	if depth == 0 {
		return g.leaf()
	}
	a := func() string { return g.float(depth - 1) }
	switch g.r.IntN(26) {
	case 0, 1:
		return fmt.Sprintf("0.5*(%s+%s)", a(), a())
	case 2, 3, 4:
		return fmt.Sprintf("%s*%s", a(), a())
	case 5:
		return fmt.Sprintf("(%s-%s)/2", a(), a())
	case 6:
		return fmt.Sprintf("(-%s)", g.leaf())
	case 7, 8:
		return fmt.Sprintf("math.Sin(%s)", a())
	case 9:
		return fmt.Sprintf("math.Cos(%s)", a())
	case 10:
		return fmt.Sprintf("math.Exp(%s-1.5)", a())
	case 11:
		return fmt.Sprintf("0.5*math.Log(2.5+math.Sin(%s))", a())
	case 12:
		return fmt.Sprintf("math.Sqrt(1.5+math.Sin(%s))/2", a())
	case 13:
		return fmt.Sprintf("%s/(2+math.Cos(%s))", a(), a())
	case 14:
		return fmt.Sprintf("math.Tanh(%s)", a())
	case 15:
		return fmt.Sprintf("math.Atan(%s)", a())
	case 16:
		return fmt.Sprintf("min(%s, %s)", a(), a())
	case 17:
		return fmt.Sprintf("max(%s, %s, 0.1)", a(), a())
	case 18:
		return fmt.Sprintf("math.Abs(%s)", a())
	case 19:
		return fmt.Sprintf("math.Pow(1.5+math.Sin(%s), %s)/3", a(), g.leaf())
	case 20:
		return fmt.Sprintf("math.Hypot(%s, 0.3+%s)/2", a(), a())
	case 21:
		return fmt.Sprintf("math.Max(%s, math.Min(%s, 0.6))", a(), a())
	case 22:
		return fmt.Sprintf("float64(%s)*0.1*%s", "("+g.int()+")%5", a())
	case 23:
		return fmt.Sprintf("%s*%s[%s]", a(), g.prefix+"tab", fmt.Sprintf("(%s)%%3", g.int()))
	case 24:
		return fmt.Sprintf("%s*%s", g.prefix+"scale", a())
	}
	if c, ok := g.call(aFloat); ok {
		return c
	}
	return g.leaf()
}

func (g *generator) leaf() string {
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("%.2f", 0.05+0.9*g.r.Float64())
	case 1, 2, 3:
		if s, ok := g.slice(false); ok {
			return fmt.Sprintf("%s[%s]", s, g.index(s))
		}
	}
	if v := g.some(aFloat, false); v != nil {
		return v.name
	}
	if s, ok := g.slice(false); ok {
		return fmt.Sprintf("%s[%s]", s, g.index(s))
	}
	return "0.4"
}

// call is a call of a pure function with one result of a kind.
func (g *generator) call(k kind) (string, bool) {
	var fit []genFunc
	for _, f := range g.funcs {
		if len(f.results) == 1 && f.results[0] == k && f.pure {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 || g.loops > 1 {
		return "", false
	}
	return g.callOf(fit[g.r.IntN(len(fit))])
}

func (g *generator) callOf(f genFunc) (string, bool) {
	var args []string
	for _, k := range f.params {
		switch k {
		case aFloat:
			args = append(args, g.float(1-min(1, g.r.IntN(3))))
		case anInt:
			args = append(args, "("+g.int()+")%4")
		case aBool:
			args = append(args, g.bool())
		case aSlice: // it may be written to
			s, ok := g.slice(!f.pure)
			if !ok {
				return "", false
			}
			args = append(args, g.part(s))
		case someRows:
			m := g.some(someRows, !f.pure)
			if m == nil {
				return "", false
			}
			args = append(args, m.name)
		}
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), true
}

// returned is what a return statement gives.
func (g *generator) returned() string {
	var list []string
	for _, k := range g.results {
		switch k {
		case aFloat:
			list = append(list, g.float(1))
		case anInt:
			list = append(list, "("+g.int()+")%7")
		case aSlice:
			if s, ok := g.slice(true); ok {
				list = append(list, g.part(s))
			} else {
				list = append(list, fmt.Sprintf("[]float64{%s, %s}", g.float(1), g.float(0)))
			}
		case someRows:
			if m := g.some(someRows, true); m != nil {
				list = append(list, m.name)
			} else if s, ok := g.slice(true); ok {
				list = append(list, fmt.Sprintf("[][]float64{%s, {%s}}", s, g.float(0)))
			} else {
				list = append(list, fmt.Sprintf("[][]float64{{%s}}", g.float(0)))
			}
		}
	}
	if len(g.results) == 1 && g.results[0] == aFloat && !strings.Contains(list[0], "r") {
		return "r + " + list[0]
	}
	return strings.Join(list, ", ")
}

// statements writes up to n statements.
func (g *generator) statements(n int) {
	top := g.top
	for ; n > 0 && g.budget > 0; n-- {
		g.top = top
		g.budget--
		g.statement()
	}
}

// block writes what stands between two braces; more are written before its end.
func (g *generator) block(more ...func()) {
	g.push()
	g.body(more...)
}

// body is a block whose scope has been made.
func (g *generator) body(more ...func()) {
	g.indent++
	g.top = false
	g.statements(1 + g.r.IntN(4))
	for _, f := range more {
		f()
	}
	g.pop()
	g.indent--
}
