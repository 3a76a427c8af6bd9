package interp

// This file writes random programs for the comparison of sessions with compiled Go: well typed, free of panics and of what the
// specification leaves open, with loops that end, all by construction. What is computed is printed on the way.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// rkind is a kind of type.
type rkind int

const (
	rInt rkind = iota
	rFloat
	rComplex
	rBool
	rString
	rStruct
	rArray
	rSlice
	rMap
	rPtr
	rFunc
	rAny
)

// rtype is a type of the program.
type rtype struct {
	name      string
	kind      rkind
	bits      int
	signed    bool
	key, elem *rtype
	fields    []rvar
	length    int
	named     bool // it has the methods that each named number has
}

// rvar is a variable in reach, or a field.
type rvar struct {
	name     string
	t        *rtype
	readOnly bool
}

// rfunc is a function of the program.
type rfunc struct {
	name   string
	params []*rtype
	result *rtype
	pure   bool // it writes to nothing but its own variables, so that it may stand anywhere in an expression
	cheap  bool // it has no loops, so that it may be called in one
}

// rgen writes one program.
type rgen struct {
	r        *rand.Rand
	out      strings.Builder
	indent   int
	scopes   [][]rvar
	basics   []*rtype // numbers, bool, string
	ints     []*rtype
	types    []*rtype // all that variables have
	structs  []*rtype
	funcs    []rfunc
	next     int
	loops    int
	budget   int
	prints   int
	pure     bool
	closures int // depth of function literals
	labels   int
	result   *rtype // of the function being written
	generics bool
}

var rBasicTypes = []rtype{
	{name: "int", kind: rInt, bits: 64, signed: true}, {name: "int8", kind: rInt, bits: 8, signed: true},
	{name: "int16", kind: rInt, bits: 16, signed: true}, {name: "int32", kind: rInt, bits: 32, signed: true},
	{name: "int64", kind: rInt, bits: 64, signed: true}, {name: "uint", kind: rInt, bits: 64},
	{name: "uint8", kind: rInt, bits: 8}, {name: "uint16", kind: rInt, bits: 16}, {name: "uint32", kind: rInt, bits: 32},
	{name: "uint64", kind: rInt, bits: 64}, {name: "float64", kind: rFloat, bits: 64}, {name: "float32", kind: rFloat, bits: 32},
	{name: "complex128", kind: rComplex}, {name: "bool", kind: rBool}, {name: "string", kind: rString},
}

// rPrelude is in every program: what lets expressions leave out cases of the specification that panic or are open.
const rPrelude = `
const (
	c0 = 7
	c1 = c0 / 2
	c2 = 2.5
	c3 = 1 << 40
	c4 int8 = c0 * 9
	c5 = "const"
	c6 = c0 / 2.0
)

var steps []int

func clip(s string) string {
	if len(s) > 9 {
		return s[2:8]
	}
	return s
}

func whole(x float64) int {
	if !(x > -1e9 && x < 1e9) {
		return 5
	}
	return int(x)
}

type measure interface{ size(k int) int }

func sizeOf(m measure, k int) int { return m.size(k) + k }

func describe(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int:
		return fmt.Sprint("int ", v+1)
	case float64:
		return fmt.Sprint("float ", v/2)
	case string:
		return "string " + v
	case measure:
		return fmt.Sprint("measure ", v.size(1))
	case bool, uint8:
		return fmt.Sprint("small ", v)
	}
	return "other"
}

func safely(f func(), done *int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered", r)
		}
		*done++
	}()
	f()
}
`

// rGenerics is in every other program.
const rGenerics = `
func trace[T any](k int, v T) T {
	steps = append(steps, k)
	return v
}

func clipped[T any](s []T) []T {
	if len(s) > 6 {
		return s[1:5]
	}
	return s
}

type number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

func fold[T, A number](xs []T, start A, f func(A, T) A) A {
	for _, x := range xs {
		start = f(start, x)
	}
	return start
}

func apply[T any](x T, fs ...func(T) T) (y T) {
	y = x
	for _, f := range fs {
		y = f(y)
	}
	return
}
`

// randomProgram writes the program of a seed.
func randomProgram(seed uint64) string {
	g := &rgen{r: rand.New(rand.NewPCG(seed, 77))}
	for i := range rBasicTypes {
		t := rBasicTypes[i]
		g.basics = append(g.basics, &t)
		if t.kind == rInt {
			g.ints = append(g.ints, &t)
		}
	}
	g.line("package main\n\n%s\n\nimport (\n\"fmt\"\n\"math\"\n)\n\nvar _ = math.Pi", quietInit)
	g.out.WriteString(rPrelude)
	if g.generics = seed%2 == 0; g.generics {
		g.out.WriteString(rGenerics)
	}
	g.line("")
	g.types = append(g.types, g.basics...)
	g.namedTypes()
	g.helpers()
	g.push()
	for i, t := range g.basics {
		v := rvar{name: fmt.Sprintf("g%d", i), t: t}
		g.line("var %s %s = %s", v.name, t.name, g.literal(t))
		g.declare(v)
	}
	g.pure = true
	for i := range 2 {
		t := g.types[len(g.basics)+g.r.IntN(len(g.types)-len(g.basics))]
		v := rvar{name: fmt.Sprintf("h%d", i), t: t}
		g.line("var %s %s = %s", v.name, t.name, g.value(t, 1))
		g.declare(v)
	}
	g.pure = false
	for i := range 2 + g.r.IntN(4) {
		g.function(i)
	}
	g.line("func main() {")
	g.indent++
	g.budget = 14 + g.r.IntN(14)
	g.push()
	g.statements(g.budget)
	g.pop()
	for _, v := range g.scopes[0] {
		g.print(v)
	}
	g.line("fmt.Println(steps)")
	g.indent--
	g.line("}")
	return g.out.String()
}

// namedTypes writes types: named numbers, structs, and what is made of them.
func (g *rgen) namedTypes() {
	for i := range 2 {
		base := *g.ints[g.r.IntN(len(g.ints))]
		t := &base
		under := t.name
		t.name, t.named = fmt.Sprintf("N%d", i), true
		g.line("type %s %s", t.name, under)
		g.line("func (n %s) twist(k int) %s { return n*3 + %s(k) }", t.name, t.name, t.name)
		g.line("func (n *%s) grow() { *n += 2 }", t.name)
		g.line("func (n %s) size(k int) int { return int(n) ^ k }", t.name)
		g.types = append(g.types, t)
	}
	for i := range 2 {
		t := &rtype{name: fmt.Sprintf("S%d", i), kind: rStruct}
		g.line("type %s struct {", t.name)
		for k := range 2 + g.r.IntN(3) {
			f := rvar{name: fmt.Sprintf("f%d", k), t: g.types[g.r.IntN(len(g.types))]}
			g.line("%s %s", f.name, f.t.name)
			t.fields = append(t.fields, f)
		}
		g.line("}")
		first := t.fields[0]
		g.line("func (s %s) first() %s { return s.%s }", t.name, first.t.name, first.name)
		g.line("func (s *%s) set(v %s) { s.%s = v }", t.name, first.t.name, first.name)
		g.line("func (s %s) size(k int) int { return k + %d }", t.name, len(t.fields))
		g.structs = append(g.structs, t)
		g.types = append(g.types, t)
	}
	elem := func() *rtype { return g.types[g.r.IntN(len(g.types))] }
	made := []*rtype{}
	for range 2 {
		e := elem()
		made = append(made, &rtype{name: "[4]" + e.name, kind: rArray, elem: e, length: 4})
		e = elem()
		made = append(made, &rtype{name: "[]" + e.name, kind: rSlice, elem: e})
	}
	for _, k := range []*rtype{g.basics[0], g.basics[14]} {
		e := g.basics[g.r.IntN(len(g.basics))]
		made = append(made, &rtype{name: "map[" + k.name + "]" + e.name, kind: rMap, key: k, elem: e})
	}
	for _, s := range g.structs {
		made = append(made, &rtype{name: "*" + s.name, kind: rPtr, elem: s})
	}
	for range 2 {
		e := g.basics[g.r.IntN(len(g.basics))]
		made = append(made, &rtype{name: fmt.Sprintf("func(%s) %s", e.name, e.name), kind: rFunc, elem: e})
	}
	g.types = append(g.types, made...)
}

// helpers writes what generic functions do in the programs that have those.
func (g *rgen) helpers() {
	if g.generics {
		return
	}
	seen := map[string]bool{}
	for _, t := range g.types {
		if seen[t.name] {
			continue
		}
		seen[t.name] = true
		switch {
		case t.kind <= rString:
			g.line("func trace%s(k int, v %s) %s {\n\tsteps = append(steps, k)\n\treturn v\n}", t.name, t.name, t.name)
		case t.kind == rSlice:
			g.line("func clipped%s(s %s) %s {\n\tif len(s) > 6 {\n\t\treturn s[1:5]\n\t}\n\treturn s\n}", t.elem.name, t.name, t.name)
		}
	}
}

// generic is the name of a function for a type: a generic one, or one of those of helpers.
func (g *rgen) generic(name string, t *rtype) string {
	if g.generics {
		return name
	}
	return name + t.name
}

// function writes a function; its result may have a name, and be changed by deferred functions.
func (g *rgen) function(i int) {
	f := rfunc{name: fmt.Sprintf("fn%d", i), pure: g.r.IntN(2) == 0, cheap: g.r.IntN(2) == 0}
	g.push()
	var params []string
	for k := range 1 + g.r.IntN(3) {
		t := g.basics[g.r.IntN(len(g.basics))]
		if g.r.IntN(3) == 0 && !f.pure {
			t = g.types[g.r.IntN(len(g.types))]
		}
		v := rvar{name: fmt.Sprintf("p%d", k), t: t}
		params = append(params, v.name+" "+t.name)
		f.params = append(f.params, t)
		g.declare(v)
	}
	f.result = g.types[g.r.IntN(len(g.types))]
	named := g.r.IntN(2) == 0
	result := f.result.name
	if named {
		result = "(res " + f.result.name + ")"
	}
	g.line("func %s(%s) %s {", f.name, strings.Join(params, ", "), result)
	g.indent++
	g.pure = f.pure
	if named && f.result.kind >= rSlice { // it must not be nil
		g.line("res = %s", g.composite(f.result))
	}
	if named {
		g.declare(rvar{name: "res", t: f.result})
	}
	if f.cheap {
		g.loops = 3
	}
	if named && g.r.IntN(3) == 0 {
		g.line("defer func() {")
		g.indent++
		g.line("res = %s", g.value(f.result, 1))
		g.indent--
		g.line("}()")
	}
	g.result = f.result
	g.budget = 5 + g.r.IntN(8)
	g.statements(g.budget)
	if named && g.chance(2) {
		g.line("res = %s", g.value(f.result, 2))
		g.line("return")
	} else {
		g.line("return %s", g.value(f.result, 2))
	}
	g.pure, g.loops, g.result = false, 0, nil
	g.indent--
	g.line("}")
	g.pop()
	g.funcs = append(g.funcs, f)
}

func (g *rgen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.out, format, args...)
	g.out.WriteByte('\n')
}

func (g *rgen) push()             { g.scopes = append(g.scopes, nil) }
func (g *rgen) pop()              { g.scopes = g.scopes[:len(g.scopes)-1] }
func (g *rgen) chance(n int) bool { return g.r.IntN(n) == 0 }

func (g *rgen) declare(v rvar) {
	last := len(g.scopes) - 1
	g.scopes[last] = append(g.scopes[last], v)
}

// name makes a name that is free in the innermost scope, and may hide one around it.
func (g *rgen) name() string {
	if g.chance(5) {
		n := pickOne(g.r, "x", "y", "res", "p0")
		free := len(g.scopes) > 1
		for _, v := range g.scopes[len(g.scopes)-1] {
			free = free && v.name != n
		}
		if free && !(n == "res" && len(g.scopes) < 4) {
			return n
		}
	}
	g.next++
	return fmt.Sprintf("v%d", g.next)
}

func pickOne[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// visible lists the variables that fit and are not hidden. In a pure function those of the package are not written to, nor what its
// parameters share with others.
func (g *rgen) visible(fit func(*rtype) bool, write bool) []rvar {
	var list []rvar
	hidden := map[string]bool{}
	for i := len(g.scopes) - 1; i >= 0; i-- {
		for _, v := range g.scopes[i] {
			if !hidden[v.name] && fit(v.t) && !(write && (v.readOnly || g.pure && i == 0)) {
				list = append(list, v)
			}
		}
		for _, v := range g.scopes[i] {
			hidden[v.name] = true
		}
	}
	return list
}

func (g *rgen) variable(write bool, fit func(*rtype) bool) (rvar, bool) {
	list := g.visible(fit, write)
	if len(list) == 0 {
		return rvar{}, false
	}
	if n := len(list); g.chance(2) { // the nearest ones come first
		return list[g.r.IntN(min(n, 4))], true
	}
	return list[g.r.IntN(len(list))], true
}

func is(t *rtype) func(*rtype) bool { return func(u *rtype) bool { return u == t } }

func kinds(ks ...rkind) func(*rtype) bool {
	return func(u *rtype) bool {
		for _, k := range ks {
			if u.kind == k {
				return true
			}
		}
		return false
	}
}

// print writes a statement that prints a variable.
func (g *rgen) print(v rvar) {
	switch v.t.kind {
	case rPtr:
		g.line("fmt.Println(%q, *%s)", v.name, v.name)
	case rFunc:
		g.line("fmt.Println(%q, %s(%s))", v.name, v.name, g.literal(v.t.elem))
	default:
		g.line("fmt.Println(%q, %s)", v.name, v.name)
	}
}
