package interp

// This file writes the statements of random programs.

import (
	"fmt"
	"strings"
)

func (g *rgen) statements(n int) {
	for ; n > 0 && g.budget > 0; n-- {
		g.budget--
		g.statement()
	}
}

// block writes statements between braces, of which the header has been written.
func (g *rgen) block(n int, more ...func()) {
	g.indent++
	g.push()
	g.statements(n)
	for _, f := range more {
		f()
	}
	g.pop()
	g.indent--
}

func (g *rgen) statement() {
	switch n := g.r.IntN(40); n {
	case 0, 1, 2, 3:
		g.define()
	case 4, 5, 6, 7, 8:
		g.assign()
	case 9, 10:
		g.several()
	case 11, 12:
		g.line("if %s {", g.value(g.basics[13], 2))
		g.block(1 + g.r.IntN(2))
		if g.chance(2) {
			g.line("} else if %s {", g.value(g.basics[13], 1))
			g.block(1)
		}
		g.line("} else {")
		g.block(1)
		g.line("}")
	case 13, 14, 15, 16, 17, 18:
		if g.loops < 3 && !(g.closures > 0) {
			g.loop()
		} else {
			g.assign()
		}
	case 19, 20:
		g.switches()
	case 21, 22:
		g.closureThatWrites()
	case 23:
		g.deferred()
	case 24:
		g.methods()
	case 25, 26:
		g.aliases()
	case 27:
		g.tasks()
	case 28:
		g.safely()
	case 29:
		g.folds()
	case 30, 31:
		g.callStatement()
	case 32:
		g.pointers()
	case 33:
		g.methodValues()
	case 34:
		g.maps()
	case 35:
		g.gotos()
	default:
		if v, ok := g.variable(false, func(*rtype) bool { return true }); ok && g.prints < 40 {
			g.prints++
			g.print(v)
		} else {
			g.assign()
		}
	}
}

// define declares a variable; all is used, since the language asks for it.
func (g *rgen) define() {
	t := g.types[g.r.IntN(len(g.types))]
	n := g.name()
	switch {
	case t.kind <= rString && g.chance(4):
		g.line("var %s %s", n, t.name)
	case t.kind <= rString && g.chance(2):
		g.line("%s := %s", n, g.typedValue(t, 3))
	default:
		g.line("var %s %s = %s", n, t.name, g.value(t, 3))
	}
	g.line("_ = %s", n)
	g.declare(rvar{name: n, t: t})
}

// place is something that can be assigned to.
func (g *rgen) place(fit func(*rtype) bool) (string, *rtype, bool) {
	v, ok := g.variable(true, func(u *rtype) bool {
		if fit(u) {
			return true
		}
		switch u.kind {
		case rArray, rSlice, rMap:
			return fit(u.elem)
		case rStruct:
			return fit(u.fields[0].t)
		case rPtr:
			return fit(u.elem.fields[0].t)
		}
		return false
	})
	if !ok {
		return "", nil, false
	}
	if fit(v.t) {
		return v.name, v.t, true
	}
	switch v.t.kind {
	case rArray:
		return fmt.Sprintf("%s[%s]", v.name, g.index(4)), v.t.elem, true
	case rSlice:
		return fmt.Sprintf("%s[int(uint8(%s))%%len(%s)]", v.name, g.mixed(g.basics[0], 1), v.name), v.t.elem, true
	case rMap:
		return fmt.Sprintf("%s[%s]", v.name, g.value(v.t.key, 0)), v.t.elem, true
	case rPtr:
		return v.name + "." + v.t.elem.fields[0].name, v.t.elem.fields[0].t, true
	}
	return v.name + "." + v.t.fields[0].name, v.t.fields[0].t, true
}

func (g *rgen) assign() {
	p, t, ok := g.place(func(u *rtype) bool { return u.kind <= rStruct || u.kind == rArray })
	if !ok {
		g.define()
		return
	}
	switch {
	case t.kind == rInt && g.chance(2):
		switch g.r.IntN(5) {
		case 0:
			g.line("%s%s", p, pickOne(g.r, "++", "--"))
		case 1:
			g.line("%s %s (uint8(%s) & 7)", p, pickOne(g.r, "<<=", ">>="), g.mixed(g.basics[0], 1))
		default:
			g.line("%s %s %s", p, pickOne(g.r, "+=", "-=", "*=", "^=", "|=", "&=", "&^="), g.value(t, 2))
		}
	case t.kind == rFloat && g.chance(2):
		g.line("%s %s %s", p, pickOne(g.r, "+=", "-=", "*="), g.value(t, 2))
	default:
		g.line("%s = %s", p, g.value(t, 3))
	}
}

// several assigns to several places at once, or declares several variables.
func (g *rgen) several() {
	var ps, vs []string
	if g.chance(3) {
		var names []rvar
		for range 2 {
			g.next++
			t := g.basics[g.r.IntN(len(g.basics))]
			names = append(names, rvar{name: fmt.Sprintf("v%d", g.next), t: t})
			vs = append(vs, g.typedValue(t, 2))
		}
		g.line("%s, %s := %s", names[0].name, names[1].name, strings.Join(vs, ", "))
		g.line("_, _ = %s, %s", names[0].name, names[1].name)
		g.declare(names[0])
		g.declare(names[1])
		return
	}
	one := func(u *rtype) bool { return u.kind <= rStruct }
	if g.chance(2) { // a swap
		a, t, ok := g.place(one)
		if !ok {
			return
		}
		if b, _, ok := g.place(is(t)); ok {
			g.line("%s, %s = %s, %s", a, b, b, a)
		}
		return
	}
	for range 2 + g.r.IntN(2) {
		if p, t, ok := g.place(one); ok {
			ps, vs = append(ps, p), append(vs, g.value(t, 2))
		}
	}
	if len(ps) > 0 {
		g.line("%s = %s", strings.Join(ps, ", "), strings.Join(vs, ", "))
	}
}

func (g *rgen) loop() {
	g.loops++
	defer func() { g.loops-- }()
	g.push()
	defer g.pop()
	label := ""
	if g.chance(3) {
		g.labels++
		label = fmt.Sprintf("L%d", g.labels)
		g.line("%s:", label)
	}
	g.loopBody(func() {
		if label != "" {
			g.line("if %s {", g.value(g.basics[13], 1))
			g.line("\t%s %s", pickOne(g.r, "break", "continue"), label)
			g.line("}")
		}
		if g.chance(4) {
			g.line("if %s {", g.value(g.basics[13], 1))
			g.line("\t%s", pickOne(g.r, "break", "continue"))
			g.line("}")
		}
		if g.result != nil && g.closures == 0 && g.chance(4) {
			g.line("if %s {", g.value(g.basics[13], 1))
			g.line("\treturn %s", g.value(g.result, 1))
			g.line("}")
		}
	})
}

func (g *rgen) loopBody(jump func()) {
	n := 1 + g.r.IntN(3)
	g.next++
	i := fmt.Sprintf("i%d", g.next)
	intVar := rvar{name: i, t: g.basics[0], readOnly: true}
	switch g.r.IntN(8) {
	case 0, 1:
		t := g.ints[g.r.IntN(len(g.ints))]
		g.line("for %s := %s(0); %s < %d; %s++ {", i, t.name, i, 1+g.r.IntN(4), i)
		g.declare(rvar{name: i, t: t, readOnly: true})
		g.block(n, jump, func() {
			if g.chance(3) {
				g.line("%s += %s(%d)", i, t.name, g.r.IntN(2))
			}
		})
	case 2:
		g.line("for %s := range %d {", i, 1+g.r.IntN(4))
		g.line("_ = %s", i)
		g.declare(intVar)
		g.block(n, jump)
	case 3:
		if v, ok := g.variable(false, kinds(rSlice, rArray)); ok {
			g.next++
			e := fmt.Sprintf("e%d", g.next)
			g.line("for %s, %s := range %s {", i, e, v.name)
			g.line("_, _ = %s, %s", i, e)
			g.declare(intVar)
			g.declare(rvar{name: e, t: v.t.elem})
			g.block(n, jump)
			break
		}
		fallthrough
	case 4:
		g.line("for %s, %sr := range clip(%s) {", i, i, g.value(g.basics[14], 2))
		g.line("_, _ = %s, %sr", i, i)
		g.declare(intVar)
		g.declare(rvar{name: i + "r", t: g.basics[3], readOnly: true})
		g.block(n, jump)
	case 5:
		g.line("for %s, %sj := 0, %d; %s < %sj; %s, %sj = %s+1, %sj-1 {", i, i, 2+g.r.IntN(4), i, i, i, i, i, i)
		g.declare(intVar)
		g.declare(rvar{name: i + "j", t: g.basics[0], readOnly: true})
		g.block(n, jump)
	case 6:
		g.line("for %s := range func(yield func(int) bool) {", i)
		g.line("\t_ = yield(1) && yield(%s) && yield(3)", g.value(g.basics[0], 1))
		g.line("} {")
		g.declare(intVar)
		g.line("_ = %s", i)
		g.block(n, jump)
	case 7:
		g.line("for %s := 0; ; {", i)
		g.line("%s++", i)
		g.line("if %s > %d {", i, 1+g.r.IntN(3))
		g.line("\tbreak")
		g.line("}")
		g.declare(intVar)
		g.block(n, jump)
	}
	g.line("}")
}

func (g *rgen) switches() {
	if g.chance(4) {
		g.line("switch sw := any(%s).(type) {", g.anyValue(2))
		for _, t := range []*rtype{g.basics[0], g.basics[14], g.basics[10]} {
			g.line("case %s:", t.name)
			g.line("\t_ = sw")
			g.push()
			g.declare(rvar{name: "sw", t: t})
			g.block(1)
			g.pop()
		}
		g.line("case interface{ size(int) int }:")
		g.line("\tfmt.Println(sw.size(3))")
		g.line("default:")
		g.line("\tfmt.Println(\"default\", sw)")
		g.line("}")
		return
	}
	tag := g.ints[g.r.IntN(len(g.ints))]
	plain := g.chance(2)
	if plain {
		g.line("switch {")
	} else {
		g.line("switch (%s) & 3 {", g.mixed(tag, 2))
	}
	n := 2 + g.r.IntN(2)
	def := g.r.IntN(n + 1)
	for i := range n {
		if i == def {
			g.line("default:")
			g.block(1)
		}
		if plain {
			g.line("case %s:", g.value(g.basics[13], 2))
		} else if g.chance(3) {
			g.line("case %d, (%s) & 1:", i, g.mixed(tag, 1))
		} else {
			g.line("case %d:", i)
		}
		g.block(1 + g.r.IntN(2))
		if i < n-1 && g.chance(4) {
			g.line("\tfallthrough")
		}
	}
	g.line("}")
}

// closureThatWrites makes a function that changes variables around it, and calls it.
func (g *rgen) closureThatWrites() {
	if g.closures > 0 {
		g.assign()
		return
	}
	g.next++
	n := fmt.Sprintf("c%dx", g.next)
	t := g.basics[g.r.IntN(len(g.basics))]
	g.line("%s := func(a %s) %s {", n, t.name, t.name)
	g.closures++
	g.push()
	g.declare(rvar{name: "a", t: t})
	g.block(2, func() { g.line("return %s", g.value(t, 2)) })
	g.pop()
	g.closures--
	g.line("}")
	for range 1 + g.r.IntN(2) {
		if p, _, ok := g.place(is(t)); ok {
			g.line("%s = %s(%s)", p, n, g.value(t, 1))
		} else {
			g.line("%s(%s)", n, g.value(t, 1))
		}
	}
	g.line("_ = %s", n)
}

func (g *rgen) deferred() {
	if g.closures > 0 || g.loops > 0 && !g.chance(3) {
		g.assign()
		return
	}
	v, ok := g.variable(false, kinds(rInt, rFloat, rString, rArray, rStruct))
	if !ok {
		return
	}
	switch g.r.IntN(3) {
	case 0:
		g.line("defer fmt.Println(\"deferred\", %s)", v.name)
	case 1:
		g.line("defer func(a %s) { fmt.Println(\"deferred\", a, %s) }(%s)", v.t.name, v.name, v.name)
	default:
		g.line("defer func() {")
		g.closures++
		g.block(1)
		g.closures--
		g.line("}()")
	}
}

func (g *rgen) methods() {
	if v, ok := g.variable(true, kinds(rStruct, rPtr)); ok && (v.t.kind == rStruct || !g.pure) {
		s := v.t
		if s.kind == rPtr {
			s = s.elem
		}
		g.line("%s.set(%s)", v.name, g.value(s.fields[0].t, 2))
	}
	if v, ok := g.variable(true, func(u *rtype) bool { return u.named }); ok {
		g.line("%s.grow()", v.name)
	}
}

// aliases makes slices that share memory.
func (g *rgen) aliases() {
	v, ok := g.variable(true, kinds(rSlice))
	if !ok || g.pure {
		g.define()
		return
	}
	g.next++
	n := fmt.Sprintf("v%d", g.next)
	switch g.r.IntN(5) {
	case 0:
		g.line("%s := %s[:len(%s)/2+1]", n, v.name, v.name)
	case 1:
		g.line("%s := %s(append(%s, %s))", n, g.generic("clipped", v.t.elem), v.name, g.value(v.t.elem, 1))
	case 2:
		g.line("%s := append(%s(nil), %s...)", n, v.t.name, v.name)
	case 3:
		g.line("%s := %s[0:1:1]", n, v.name)
		g.line("%s = append(%s, %s)", n, n, g.value(v.t.elem, 1))
	default:
		g.line("%s = %s(append(%s, %s, %s))", v.name, g.generic("clipped", v.t.elem), v.name, g.value(v.t.elem, 1), g.value(v.t.elem, 1))
		return
	}
	g.line("_ = %s", n)
	g.declare(rvar{name: n, t: v.t})
}

// tasks lets goroutines compute, whose results do not depend on their order.
func (g *rgen) tasks() {
	if g.closures > 0 || g.pure || g.loops > 1 {
		g.assign()
		return
	}
	g.next++
	n := fmt.Sprintf("ch%d", g.next)
	t := g.ints[g.r.IntN(len(g.ints))]
	g.line("%s := make(chan %s, %d)", n, t.name, g.r.IntN(3))
	g.line("for i := range 3 {")
	old := g.pure
	g.pure = true // no traces
	g.closures++
	g.line("\tgo func(k int) { %s <- %s(k+i) * %s }(i * 2)", n, t.name, g.mixed(t, 1))
	g.closures--
	g.pure = old
	g.line("}")
	if p, _, ok := g.place(is(t)); ok && g.chance(2) {
		g.line("w%s := <-%s + <-%s", n, n, n)
		g.line("w%s += <-%s", n, n)
		g.line("%s = w%s", p, n)
	} else {
		g.line("fmt.Println(<-%s + <-%s + <-%s)", n, n, n)
	}
}

func (g *rgen) safely() {
	if g.closures > 0 || g.pure {
		g.assign()
		return
	}
	g.next++
	n := fmt.Sprintf("n%d", g.next)
	g.line("%s := 0", n)
	g.line("safely(func() {")
	g.closures++
	g.block(1, func() {
		g.line("if %s {", g.value(g.basics[13], 2))
		g.line("\tpanic(%s)", pickOne(g.r, g.typedValue(g.basics[0], 1), g.typedValue(g.basics[14], 1), "fmt.Errorf(\"e %d\", "+g.mixed(g.basics[0], 1)+")"))
		g.line("}")
		g.statements(1)
	})
	g.closures--
	g.line("}, &%s)", n)
	g.line("fmt.Println(%s)", n)
}

// folds uses generic functions with inferred types.
func (g *rgen) folds() {
	if !g.generics {
		g.assign()
		return
	}
	v, ok := g.variable(false, func(u *rtype) bool { return u.kind == rSlice && u.elem.kind == rInt })
	a := pickOne(g.r, g.basics[0], g.basics[10], g.basics[6], g.basics[11])
	if p, _, found := g.place(is(a)); ok && found {
		g.line("%s = fold(%s, %s(1), func(a %s, x %s) %s { return a*2 + %s(x) })", p, v.name, a.name, a.name, v.t.elem.name, a.name, a.name)
	}
	t := g.basics[g.r.IntN(len(g.basics))]
	if p, _, ok := g.place(is(t)); ok && g.closures == 0 {
		f := &rtype{name: fmt.Sprintf("func(%s) %s", t.name, t.name), kind: rFunc, elem: t}
		g.line("%s = apply(%s, %s, %s)", p, g.typedValue(t, 1), g.literalFunc(f), g.literalFunc(f))
	}
}

// callStatement calls a function that may have effects, whose arguments have none.
func (g *rgen) callStatement() {
	var fit []rfunc
	for _, f := range g.funcs {
		if (g.loops == 0 || f.cheap) && !(g.pure && !f.pure) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 || g.closures > 0 {
		g.assign()
		return
	}
	f := fit[g.r.IntN(len(fit))]
	old := g.pure
	g.pure = true
	c := g.callOf(f, 1)
	g.pure = old
	if v, ok := g.variable(true, is(f.result)); ok && g.chance(2) {
		g.line("%s = %s", v.name, c)
		return
	}
	g.next++
	n := fmt.Sprintf("v%d", g.next)
	g.line("%s := %s", n, c)
	g.line("_ = %s", n)
	g.declare(rvar{name: n, t: f.result})
}

func (g *rgen) pointers() {
	v, ok := g.variable(true, kinds(rInt, rFloat, rString, rArray, rStruct))
	if !ok || g.pure {
		return
	}
	g.next++
	n := fmt.Sprintf("ptr%d", g.next)
	g.line("%s := &%s", n, v.name)
	g.line("*%s = %s", n, g.value(v.t, 2))
	if v.t.kind == rInt {
		g.line("*%s += %s", n, v.name)
	}
}

func (g *rgen) methodValues() {
	if g.pure || g.closures > 0 {
		return
	}
	g.next++
	n := fmt.Sprintf("m%d", g.next)
	v, ok := g.variable(true, func(u *rtype) bool { return u.named || u.kind == rStruct })
	if !ok {
		return
	}
	g.line("%s := %s.size", n, v.name)
	if v.t.named {
		g.line("%s.grow()", v.name)
	} else {
		g.line("%s.set(%s)", v.name, g.value(v.t.fields[0].t, 1))
	}
	g.line("fmt.Println(%s(2), %s.size(2), %s.size(%s, 1))", n, v.name, v.t.name, v.name)
}

func (g *rgen) maps() {
	v, ok := g.variable(true, kinds(rMap))
	if !ok {
		g.define()
		return
	}
	switch g.r.IntN(4) {
	case 0:
		g.line("delete(%s, %s)", v.name, g.value(v.t.key, 1))
	case 1:
		g.next++
		g.line("for k%d := range %s {", g.next, v.name)
		g.line("\tif k%d == %s {", g.next, g.value(v.t.key, 0))
		g.line("\t\tdelete(%s, k%d)", v.name, g.next)
		g.line("\t}")
		g.line("}")
	case 2:
		if !g.pure {
			g.line("clear(%s)", v.name)
		}
	default:
		g.next++
		g.line("if e%d, ok := %s[%s]; ok {", g.next, v.name, g.value(v.t.key, 0))
		g.line("\tfmt.Println(e%d)", g.next)
		g.line("}")
	}
}

// gotos writes a loop of gotos in a block of its own.
func (g *rgen) gotos() {
	g.labels++
	g.next++
	g.line("n%dg := 0", g.next)
	n := g.next
	g.line("again%d:", g.labels)
	l := g.labels
	g.line("n%dg++", n)
	if p, t, ok := g.place(kinds(rInt)); ok {
		g.line("%s += %s", p, g.value(t, 1))
	}
	g.line("if n%dg < 3 {", n)
	g.line("\tgoto again%d", l)
	g.line("}")
}
