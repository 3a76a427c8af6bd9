package interp

// This file writes the expressions of random programs.

import (
	"fmt"
	"strings"
)

// literal is a constant of a basic type, or a composite literal.
func (g *rgen) literal(t *rtype) string {
	s := g.bareLiteral(t)
	if t.kind < rString && strings.Contains(s, " ") {
		return "(" + s + ")"
	}
	return s
}

func (g *rgen) bareLiteral(t *rtype) string {
	switch t.kind {
	case rInt:
		switch {
		case t.signed && g.chance(3):
			return fmt.Sprint(-1 - g.r.IntN(100))
		case t.bits == 64 && g.chance(4):
			return "c3"
		case g.chance(4):
			return pickOne(g.r, "c0", "c1", "c0*3", "'a'", "1<<5", "c0 % 4")
		case t.name == "int8" && g.chance(4):
			return "c4"
		}
		return fmt.Sprint(g.r.IntN(120))
	case rFloat:
		return pickOne(g.r, "c2", "c6", "c0 / 2", "7 / 3", "7 / 2.0", "c1", "-0.75", "1e3", "0.1", fmt.Sprintf("%.3f", g.r.NormFloat64()))
	case rComplex:
		return pickOne(g.r, "2i", "c2", "1 + 2i", "c0 / 2", "0.5 - 1i")
	case rBool:
		return pickOne(g.r, "true", "false", "c0 > 3")
	case rString:
		return pickOne(g.r, `"a"`, `"héé"`, "c5", `"z\n"`, `""`, "`q`")
	}
	return g.value(t, 0)
}

// value is an expression of any type.
func (g *rgen) value(t *rtype, depth int) string {
	s, _ := g.expr(t, depth)
	return s
}

// mixed is an expression that is not a constant.
func (g *rgen) mixed(t *rtype, depth int) string {
	s, constant := g.expr(t, depth)
	if constant {
		return g.leaf(t)
	}
	return s
}

// leaf is a variable of a type, if there is one.
func (g *rgen) leaf(t *rtype) string {
	if v, ok := g.variable(false, is(t)); ok {
		return v.name
	}
	if t.kind == rInt { // a named one
		return t.name + "(" + g.leaf(g.basics[0]) + ")"
	}
	return g.value(t, 0)
}

// expr is an expression of a type, and whether it is a constant.
func (g *rgen) expr(t *rtype, depth int) (text string, constant bool) {
	if t.kind <= rString && depth > 0 {
		if g.chance(5) {
			if s, ok := g.part(t, depth-1); ok {
				return s, false
			}
		}
		if g.chance(9) {
			if s, ok := g.call(t, depth-1); ok {
				return s, false
			}
		}
		if g.chance(14) && !g.pure {
			g.next++
			return fmt.Sprintf("%s(%d, %s)", g.generic("trace", t), g.next, g.typedValue(t, depth-1)), false
		}
		if g.chance(14) {
			return fmt.Sprintf("func() %s { return %s }()", t.name, g.value(t, depth-1)), false
		}
	}
	if depth <= 0 || g.chance(6) {
		if t.kind > rString {
			if v, ok := g.variable(false, is(t)); ok && g.chance(2) && (t.kind == rArray || t.kind == rStruct) {
				return v.name, false
			}
			return g.composite(t), false
		}
		if g.chance(3) {
			return g.literal(t), true
		}
		return g.leaf(t), false
	}
	switch t.kind {
	case rInt:
		return g.intExpr(t, depth-1), false
	case rFloat:
		return g.floatExpr(t, depth-1), false
	case rComplex:
		return g.complexExpr(t, depth-1), false
	case rBool:
		return g.boolExpr(depth - 1), false
	case rString:
		return g.stringExpr(t, depth-1), false
	}
	if g.chance(3) {
		if s, ok := g.call(t, depth-1); ok {
			return s, false
		}
	}
	if v, ok := g.variable(false, is(t)); ok && g.chance(2) && t.kind != rMap && t.kind != rSlice && !(g.pure && t.kind == rPtr) {
		return v.name, false
	}
	return g.composite(t), false
}

// typedValue is an expression that has its type even where none is expected.
func (g *rgen) typedValue(t *rtype, depth int) string {
	return t.name + "(" + g.mixed(t, depth) + ")"
}

// index is an index within a length that is a power of two.
func (g *rgen) index(length int) string {
	if g.chance(3) {
		return fmt.Sprint(g.r.IntN(length))
	}
	return fmt.Sprintf("(%s)&%d", g.mixed(g.basics[0], 1), length-1)
}

// part is a part of a variable that has a type: a field, an element.
func (g *rgen) part(t *rtype, depth int) (string, bool) {
	v, ok := g.variable(false, func(u *rtype) bool {
		switch u.kind {
		case rArray, rSlice, rMap:
			return u.elem == t
		case rStruct:
			for _, f := range u.fields {
				if f.t == t {
					return true
				}
			}
		case rPtr:
			return u.elem.fields[0].t == t
		}
		return false
	})
	if !ok {
		return "", false
	}
	switch v.t.kind {
	case rArray:
		return fmt.Sprintf("%s[(%s)&3]", v.name, g.mixed(g.basics[0], min(depth, 1))), true
	case rSlice:
		return fmt.Sprintf("%s[int(uint8(%s))%%len(%s)]", v.name, g.mixed(g.basics[0], min(depth, 1)), v.name), true
	case rMap:
		return fmt.Sprintf("%s[%s]", v.name, g.value(v.t.key, 0)), true
	case rPtr:
		if g.chance(2) {
			return v.name + ".first()", true
		}
		return v.name + "." + v.t.elem.fields[0].name, true
	}
	for _, f := range v.t.fields {
		if f.t == t {
			return v.name + "." + f.name, true
		}
	}
	return "", false
}

// call is a call of a pure function, or of a function value.
func (g *rgen) call(t *rtype, depth int) (string, bool) {
	if v, ok := g.variable(false, func(u *rtype) bool { return u.kind == rFunc && u.elem == t }); ok && g.chance(2) && !g.pure && g.loops < 2 && g.closures == 0 {
		return fmt.Sprintf("%s(%s)", v.name, g.value(t, depth)), true
	}
	for _, f := range g.funcs {
		if f.result == t && f.pure && (g.loops == 0 || f.cheap) && g.closures == 0 {
			return g.callOf(f, depth), true
		}
	}
	return "", false
}

func (g *rgen) callOf(f rfunc, depth int) string {
	var args []string
	for _, p := range f.params {
		args = append(args, g.value(p, min(depth, 1)))
	}
	return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
}

func (g *rgen) intExpr(t *rtype, d int) string {
	a := g.mixed(t, d)
	switch g.r.IntN(13) {
	case 0:
		return fmt.Sprintf("(%s / (%s | 1))", a, g.value(t, d))
	case 1:
		return fmt.Sprintf("(%s %% (%s | 1))", a, g.value(t, d))
	case 2:
		return fmt.Sprintf("(%s << (uint8(%s) & 15))", a, g.mixed(g.ints[g.r.IntN(len(g.ints))], d))
	case 3:
		return fmt.Sprintf("(%s >> (uint16(%s) & 7))", a, g.mixed(g.ints[g.r.IntN(len(g.ints))], d))
	case 4:
		return fmt.Sprintf("%s(%s)", t.name, g.mixed(g.ints[g.r.IntN(len(g.ints))], d))
	case 5:
		return pickOne(g.r, "-", "^") + "(" + a + ")"
	case 6:
		return fmt.Sprintf("%s(whole(%s))", t.name, g.mixed(g.basics[10], d))
	case 7:
		if t.named {
			return fmt.Sprintf("(%s).twist(%s)", a, g.value(g.basics[0], d))
		}
		return fmt.Sprintf("%s(%s, %s)", pickOne(g.r, "min", "max"), a, g.value(t, d))
	case 8:
		if s, ok := g.variable(false, kinds(rSlice, rString, rMap)); ok {
			return fmt.Sprintf("%s(len(%s))", t.name, s.name)
		}
	case 9:
		if t.name == "int" {
			if s, ok := g.variable(false, func(u *rtype) bool { return u.kind == rStruct || u.named }); ok {
				return fmt.Sprintf("sizeOf(%s, %s)", s.name, g.value(t, d))
			}
		}
	}
	return fmt.Sprintf("(%s %s %s)", a, pickOne(g.r, "+", "-", "*", "&", "|", "^", "&^"), g.value(t, d))
}

func (g *rgen) floatExpr(t *rtype, d int) string {
	a := g.mixed(t, d)
	switch g.r.IntN(10) {
	case 0:
		return fmt.Sprintf("%s(%s)", t.name, g.mixed(g.ints[g.r.IntN(len(g.ints))], d))
	case 1:
		return fmt.Sprintf("%s(%s)", t.name, g.mixed(pickOne(g.r, g.basics[10], g.basics[11]), d))
	case 2:
		return fmt.Sprintf("%s(math.%s(float64(%s)))", t.name, pickOne(g.r, "Sqrt", "Abs", "Floor", "Sin", "Trunc", "Atan"), a)
	case 3:
		return fmt.Sprintf("(%s / (%s*%s + 1))", a, a, a)
	case 4:
		return "-(" + a + ")"
	case 5:
		return fmt.Sprintf("%s(%s, %s)", pickOne(g.r, "min", "max"), a, g.value(t, d))
	case 6:
		if t.bits == 64 {
			return pickOne(g.r, "real", "imag") + "(" + g.mixed(g.basics[12], d) + ")"
		}
	}
	return fmt.Sprintf("(%s %s %s)", a, pickOne(g.r, "+", "-", "*"), g.value(t, d))
}

func (g *rgen) complexExpr(t *rtype, d int) string {
	a := g.mixed(t, d)
	if g.chance(3) {
		return fmt.Sprintf("complex(%s, %s)", g.mixed(g.basics[10], d), g.value(g.basics[10], d))
	}
	return fmt.Sprintf("(%s %s %s)", a, pickOne(g.r, "+", "-", "*"), g.value(t, d))
}

func (g *rgen) boolExpr(d int) string {
	switch g.r.IntN(8) {
	case 0:
		return "!(" + g.value(g.basics[13], d) + ")"
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.mixed(g.basics[13], d), pickOne(g.r, "&&", "||"), g.value(g.basics[13], d))
	case 3:
		if v, ok := g.variable(false, kinds(rArray, rStruct)); ok && comparable_(v.t) {
			return fmt.Sprintf("(%s == %s)", v.name, g.leaf(v.t))
		}
	}
	t := g.basics[g.r.IntN(len(g.basics))]
	ops := []string{"==", "!=", "<", "<=", ">", ">="}
	if t.kind == rBool || t.kind == rComplex {
		ops = ops[:2]
	}
	return fmt.Sprintf("(%s %s %s)", g.mixed(t, d), pickOne(g.r, ops...), g.value(t, d))
}

func comparable_(t *rtype) bool {
	switch t.kind {
	case rSlice, rMap, rFunc, rPtr:
		return false
	case rArray:
		return comparable_(t.elem)
	case rStruct:
		for _, f := range t.fields {
			if !comparable_(f.t) {
				return false
			}
		}
	}
	return true
}

func (g *rgen) stringExpr(t *rtype, d int) string {
	a := g.mixed(t, d)
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprintf("fmt.Sprint(%s, %s)", g.mixed(g.basics[g.r.IntN(14)], d), a)
	case 1:
		return fmt.Sprintf("clip(%s)[min(1, len(clip(%s))):]", a, a)
	case 2:
		return fmt.Sprintf("string(rune('a' + uint8(%s)%%26))", g.mixed(g.ints[g.r.IntN(len(g.ints))], d))
	case 3:
		return fmt.Sprintf("describe(%s)", g.anyValue(d))
	}
	return fmt.Sprintf("clip(%s + %s)", a, g.value(t, d))
}

func (g *rgen) anyValue(d int) string {
	if v, ok := g.variable(false, func(u *rtype) bool { return u.kind <= rStruct }); ok && g.chance(2) {
		return v.name
	}
	return pickOne(g.r, "nil", g.typedValue(g.basics[0], d), g.typedValue(g.basics[14], d), g.typedValue(g.basics[10], d), g.typedValue(g.basics[6], d))
}

// composite is a new value of a type that is not basic.
func (g *rgen) composite(t *rtype) string {
	elem := func(u *rtype) string {
		if u.kind > rString {
			return g.composite(u)
		}
		return g.value(u, 1)
	}
	switch t.kind {
	case rStruct:
		var fs []string
		for _, f := range t.fields {
			if g.chance(5) {
				continue
			}
			fs = append(fs, f.name+": "+elem(f.t))
		}
		return t.name + "{" + strings.Join(fs, ", ") + "}"
	case rArray, rSlice:
		var es []string
		for range 1 + g.r.IntN(4) {
			es = append(es, elem(t.elem))
		}
		return t.name + "{" + strings.Join(es, ", ") + "}"
	case rMap:
		if t.key.kind == rString {
			return fmt.Sprintf("%s{\"k\": %s, \"a\": %s}", t.name, elem(t.elem), elem(t.elem))
		}
		return fmt.Sprintf("%s{1: %s, 20: %s}", t.name, elem(t.elem), elem(t.elem))
	case rPtr:
		return "&" + g.composite(t.elem)
	case rFunc:
		return g.literalFunc(t)
	}
	return g.value(t, 0)
}

// literalFunc is a function literal that may capture variables. It does not write to them: it may be called anywhere.
func (g *rgen) literalFunc(t *rtype) string {
	g.closures++
	defer func() { g.closures-- }()
	g.push()
	defer g.pop()
	g.declare(rvar{name: "q", t: t.elem})
	return fmt.Sprintf("func(q %s) %s { return %s }", t.elem.name, t.elem.name, g.value(t.elem, 2))
}
