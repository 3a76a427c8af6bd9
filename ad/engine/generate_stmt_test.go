package engine

// This file writes the statements of random programs.

import (
	"fmt"
	"strings"
)

func (g *generator) statement() {
	g.top = g.top && g.loops == 0 && g.parallel == 0
	switch g.r.IntN(38) {
	case 0, 1, 2:
		g.newFloat()
	case 3, 4, 5:
		g.assignFloat()
	case 6, 7, 8, 9:
		g.assignElement()
	case 10, 11:
		g.several()
	case 12, 13, 14:
		g.newSlice()
	case 15, 16:
		g.moveSlice()
	case 17, 18:
		g.rows()
	case 19, 20:
		g.ifElse()
	case 21:
		g.switches()
	case 22, 23:
		g.countedLoop()
	case 24:
		g.whileLoop()
	case 25:
		g.labelledLoops()
	case 26:
		g.rangeLoop()
	case 27:
		g.retry()
	case 28, 29:
		g.callStatement()
	case 30:
		g.newInt()
	case 31:
		if g.r.IntN(3) == 0 && g.parallel == 0 {
			g.line("if %s {", g.bool())
			g.line("\treturn %s", g.returned())
			g.line("}")
		} else {
			g.assignFloat()
		}
	case 34:
		g.conditionCall()
	case 35:
		g.floatHeader()
	case 36:
		if a, ok := g.slice(true); ok {
			n, src := g.name("n"), a
			if t, ok := g.slice(false); ok {
				src = t
			}
			g.line("%s := copy(%s, %s)", n, g.part(a), g.part(src))
			g.declare(&genVar{name: n, kind: anInt})
		}
	case 37:
		g.returnInLoop()
	case 32, 33:
		if g.allowPar && g.loops < 2 && g.parallel < 2 {
			g.parallelLoop()
		} else {
			g.assignElement()
		}
	}
}

func (g *generator) newFloat() {
	e := g.float(1 + g.r.IntN(3))
	switch g.r.IntN(8) {
	case 0:
		a, b := g.name("u"), g.name("v")
		if a != b {
			f := g.float(1)
			g.line("%s, %s := %s, %s", a, b, e, f)
			g.declare(&genVar{name: a, kind: aFloat})
			g.declare(&genVar{name: b, kind: aFloat})
			return
		}
	case 1:
		n := g.name("v")
		g.line("var %s float64", n)
		g.declare(&genVar{name: n, kind: aFloat})
		return
	case 2:
		a, b := g.name("sn"), g.name("cs")
		if a != b {
			g.line("%s, %s := math.Sincos(%s)", a, b, e)
			g.declare(&genVar{name: a, kind: aFloat})
			g.declare(&genVar{name: b, kind: aFloat})
			return
		}
	}
	n := g.name("v")
	g.line("%s := %s", n, e)
	g.declare(&genVar{name: n, kind: aFloat})
}

func (g *generator) newInt() {
	e := g.int()
	if g.r.IntN(4) == 0 {
		if v := g.some(anInt, true); v != nil {
			g.line("%s = (%s) %% 6", v.name, e)
			return
		}
	}
	if g.r.IntN(4) == 0 {
		n, e := g.name("flag"), g.bool()
		g.line("%s := %s", n, e)
		g.declare(&genVar{name: n, kind: aBool})
		return
	}
	n := g.name("k")
	g.line("%s := (%s) %% 5", n, e)
	g.declare(&genVar{name: n, kind: anInt})
}

// change writes an assignment to a place.
func (g *generator) change(place string) {
	switch g.r.IntN(8) {
	case 0:
		g.line("%s += 0.3 * %s", place, g.float(1))
	case 1:
		g.line("%s -= 0.3 * %s", place, g.float(2))
	case 2:
		g.line("%s *= %s", place, g.float(1))
	case 3:
		g.line("%s /= 1.5 + math.Sin(%s)", place, g.float(1))
	case 4:
		g.line("%s = math.Sin(%s + %s)", place, place, g.float(1))
	case 5:
		g.line("%s = %.2f", place, g.r.Float64())
	default:
		g.line("%s = %s", place, g.float(2))
	}
}

func (g *generator) assignFloat() {
	v := g.some(aFloat, true)
	if v == nil {
		g.newFloat()
		return
	}
	g.change(v.name)
}

func (g *generator) assignElement() {
	s, ok := g.slice(true)
	if !ok {
		g.newSlice()
		return
	}
	g.change(fmt.Sprintf("%s[%s]", s, g.index(s)))
}

func (g *generator) several() {
	s, ok := g.slice(true)
	t, _ := g.slice(true)
	a, b := g.some(aFloat, true), g.some(aFloat, true)
	switch n := g.r.IntN(4); {
	case n == 0 && a != nil && a.name != b.name:
		g.line("%s, %s = %s, %s", a.name, b.name, g.float(2), g.float(1))
	case n == 1 && a != nil && ok:
		i := g.index(s)
		g.line("%s, %s[%s] = %s[%s], %s", a.name, s, i, s, i, g.float(1))
	case ok:
		i, j := g.index(s), g.index(t)
		if g.r.IntN(2) == 0 {
			g.line("%s[%s], %s[%s] = %s[%s], %s[%s]", s, i, t, j, t, j, s, i)
		} else {
			g.line("%s[%s], %s[%s] = 0.7*(%s[%s]-%s[%s]), %s", s, i, t, j, t, j, s, i, g.float(1))
		}
	default:
		g.assignFloat()
	}
}

func (g *generator) newSlice() {
	n := g.name("s")
	v := &genVar{name: n, kind: aSlice}
	s, ok := g.slice(g.r.IntN(3) > 0)
	readOnly := true
	if ok { // a part of what others may read must not be written to
		w, writable := g.slice(true)
		if writable {
			s, readOnly = w, false
		}
	}
	switch c := g.r.IntN(9); {
	case c == 0:
		g.line("%s := make([]float64, %d)", n, 1+g.r.IntN(4))
	case c == 1:
		g.line("%s := make([]float64, %d, %d)", n, 1+g.r.IntN(2), 3+g.r.IntN(4))
	case c == 2 || !ok:
		g.line("%s := []float64{%s, %s}", n, g.float(1), g.float(0))
	case c == 3:
		g.line("%s := append([]float64(nil), %s...)", n, s)
	case c == 4 && !readOnly:
		g.line("%s := append(%s, %s)", n, g.part(s), g.float(1))
	case c == 5 && !readOnly:
		t, _ := g.slice(false)
		g.line("%s := append(%s, %s...)", n, g.part(s), t)
		if g.loops > 0 { // doubling must not go on for ever
			g.line("%s = %s[:min(len(%s), 8)]", n, n, n)
		}
	case c == 6:
		if f, fits := g.call(aSlice); fits {
			g.line("%s := %s", n, f)
			break
		}
		fallthrough
	default:
		g.line("%s := %s", n, g.part(s))
		v.readOnly = readOnly
	}
	g.declare(v)
}

// moveSlice changes headers or contents of whole slices.
func (g *generator) moveSlice() {
	a, b, c := g.some(aSlice, true), g.some(aSlice, true), g.some(aSlice, true)
	if a == nil {
		g.newSlice()
		return
	}
	src, _ := g.slice(false)
	switch n := g.r.IntN(9); {
	case n == 0 && a.name != b.name:
		g.line("%s, %s = %s, %s", a.name, b.name, b.name, a.name)
	case n == 1 && a.name != b.name && b.name != c.name && a.name != c.name:
		g.line("%s, %s, %s = %s, %s, %s", a.name, b.name, c.name, b.name, c.name, a.name)
	case n == 2:
		g.line("%s = %s", a.name, g.part(b.name))
	case n == 3:
		g.line("copy(%s, %s)", g.part(a.name), g.part(src))
	case n == 4:
		g.line("copy(%s[%s:], %s)", a.name, "len("+a.name+")/2", a.name)
	case n == 5:
		g.line("clear(%s)", g.part(a.name))
	case n == 6 && g.loops < 2:
		g.line("%s = append(%s, %s, %s)", a.name, g.part(a.name), g.float(1), g.float(0))
	case n == 7 && g.loops < 1:
		g.line("%s = append(%s[:1], %s...)", a.name, a.name, src)
	default:
		g.line("%s = append(%s[:len(%s)/2], %s)", a.name, a.name, a.name, g.float(1))
	}
}

func (g *generator) rows() {
	s, ok := g.slice(true)
	m := g.some(someRows, true)
	if !ok {
		g.newSlice()
		return
	}
	t, _ := g.slice(true)
	if m == nil || g.r.IntN(4) == 0 {
		n := g.name("w")
		switch g.r.IntN(4) {
		case 0:
			g.line("%s := make([][]float64, 2)", n)
			g.line("for i := range %s {", n)
			g.line("\t%s[i] = make([]float64, 3)", n)
			g.line("}")
		case 1:
			g.line("%s := [][]float64{%s, {%s, 0.3}}", n, s, g.float(1))
		default:
			g.line("%s := [][]float64{%s, %s}", n, g.part(s), t)
		}
		g.declare(&genVar{name: n, kind: someRows})
		return
	}
	w := m.name
	switch g.r.IntN(7) {
	case 0:
		g.line("%s[%s] = %s", w, g.index(w), g.part(s))
	case 1:
		g.line("%s[0], %s[len(%s)-1] = %s[len(%s)-1], %s[0]", w, w, w, w, w, w)
	case 2:
		if g.loops == 0 {
			g.line("%s = append(%s, %s)", w, w, s)
			return
		}
		fallthrough
	case 3:
		n := g.name("row")
		g.line("%s := %s[%s]", n, w, g.index(w))
		g.declare(&genVar{name: n, kind: aSlice})
	case 4:
		n := g.name("sub")
		g.line("%s := %s", n, g.part(w))
		g.declare(&genVar{name: n, kind: someRows})
	case 5:
		g.line("copy(%s, %s)", w, g.part(w))
	default:
		i := g.index(w)
		g.line("%s[%s] = append(%s[%s][:1], %s)", w, i, w, i, g.float(1))
	}
}

func (g *generator) ifElse() {
	if g.r.IntN(5) == 0 {
		n := g.name("v")
		g.push()
		e := g.float(1)
		g.line("if %s := %s; %s > 0.2 {", n, e, n)
		g.declare(&genVar{name: n, kind: aFloat, param: true})
		g.block()
		g.line("}")
		g.pop()
		return
	}
	g.line("if %s {", g.bool())
	g.block()
	for g.r.IntN(3) == 0 {
		g.line("} else if %s {", g.bool())
		g.block()
	}
	if g.r.IntN(2) == 0 {
		g.line("} else {")
		g.block()
	}
	g.line("}")
}

func (g *generator) switches() {
	jumps := g.r.IntN(2) == 0
	if g.r.IntN(3) == 0 {
		g.line("switch {")
	} else {
		g.line("switch (%s) %% 3 {", g.int())
	}
	tagless := strings.HasSuffix(strings.TrimSpace(g.out.String()), "switch {")
	for i := range 2 {
		if tagless {
			g.line("case %s:", g.bool())
		} else {
			g.line("case %d:", i)
		}
		if jumps && g.r.IntN(3) == 0 {
			g.block(func() {
				g.line("if %s {", g.bool())
				g.line("\tbreak")
				g.line("}")
				g.assignFloat()
			})
			continue
		}
		if jumps && g.r.IntN(2) == 0 {
			g.block()
			g.line("\tfallthrough")
			continue
		}
		g.block()
	}
	g.line("default:")
	g.block()
	g.line("}")
}

func (g *generator) countedLoop() {
	i := g.name("i")
	counter := &genVar{name: i, kind: anInt, readOnly: true}
	n := fmt.Sprint(1 + g.r.IntN(4))
	if s, ok := g.slice(false); ok && g.r.IntN(2) == 0 && g.loops < 2 {
		n = "min(len(" + s + "), 6)"
		if !strings.Contains(s, "[") && g.r.IntN(3) > 0 {
			n = "len(" + s + ")"
		}
	} else if v := g.some(anInt, true); v != nil && g.r.IntN(3) == 0 {
		n = v.name
	}
	growing := strings.HasPrefix(n, "len") // the body may append to it
	more := []func(){}
	switch g.r.IntN(7) {
	case 0:
		g.line("for %s := %s; %s >= 0; %s-- {", i, n, i, i)
	case 1:
		g.line("for %s := %s; %s > 0; %s -= 2 {", i, n, i, i)
	case 2:
		g.line("for %s := 1; %s <= %s && %s < 9; %s++ {", i, i, n, i, i)
	case 3:
		g.line("for %s := 0; %s < min(%s, 7); %s += 2 {", i, i, n, i)
	case 4:
		if growing {
			n = "3"
		}
		g.line("for %s := 0; %s < %s; %s++ {", i, i, n, i)
		if g.r.IntN(3) == 0 {
			more = append(more, func() { g.line("%s += (%s) %% 2", i, g.int()) })
		}
	default:
		if growing {
			n = "min(" + n + ", 5)"
		}
		g.line("for %s := range %s {", i, n)
	}
	g.loop(counter, more...)
}

// loop writes a loop's body and its end.
func (g *generator) loop(counter *genVar, more ...func()) {
	g.loops++
	g.push()
	if counter != nil { // used at once: the body may hide it
		if !counter.param {
			g.line("\t_ = %s", counter.name)
		}
		counter.param = true
		g.declare(counter)
		g.push()
	}
	if g.r.IntN(3) == 0 {
		jump := pickOne(g.r, "break", "continue")
		more = append([]func(){func() {
			g.line("if %s {", g.bool())
			g.line("\t%s", jump)
			g.line("}")
			g.budget++
			g.statements(1)
		}}, more...)
	}
	g.body(more...)
	if counter != nil {
		g.pop()
	}
	g.line("}")
	g.loops--
}

func (g *generator) whileLoop() {
	v := g.some(aFloat, true)
	if v == nil {
		g.newFloat()
		return
	}
	k := g.name("n")
	g.line("%s := 0", k)
	g.declare(&genVar{name: k, kind: anInt, param: true, readOnly: true})
	g.line("for %s < 6 && math.Abs(%s) > 0.1 {", k, v.name)
	g.indent++
	g.line("%s++", k)
	g.line("%s *= 0.6", v.name)
	g.indent--
	g.loop(nil)
}

func (g *generator) labelledLoops() {
	if g.loops > 1 {
		g.assignElement()
		return
	}
	label := fmt.Sprintf("loop%d", g.next)
	g.next++
	i, j := g.name("i"), g.name("j")
	g.line("%s:", label)
	g.line("for %s := 0; %s < 3; %s++ {", i, i, i)
	g.push()
	g.declare(&genVar{name: i, kind: anInt, readOnly: true, param: true})
	g.push()
	g.loops++
	g.body(func() {
		if g.inScope(j, len(g.scopes)-1) {
			g.line("if %s {", g.bool())
			g.line("\tcontinue %s", label)
			g.line("}")
			return
		}
		g.line("for %s := range 2 {", j)
		g.line("\t_ = %s", j)
		g.push()
		g.declare(&genVar{name: j, kind: anInt, readOnly: true, param: true})
		g.push()
		g.loops++
		g.body(func() {
			g.line("if %s {", g.bool())
			g.line("\t%s %s", pickOne(g.r, "break", "continue"), label)
			g.line("}")
			g.budget++
			g.statements(1)
		})
		g.loops--
		g.pop()
		g.line("}")
		g.budget++
		g.statements(1)
	})
	g.loops--
	g.pop()
	g.line("}")
}

func (g *generator) rangeLoop() {
	if m := g.some(someRows, false); m != nil && g.r.IntN(2) == 0 && g.loops < 2 {
		n := g.name("row")
		g.line("for _, %s := range %s {", n, m.name)
		g.loop(&genVar{name: n, kind: aSlice, readOnly: m.readOnly})
		return
	}
	s, ok := g.slice(false)
	if !ok || g.loops > 1 {
		g.assignFloat()
		return
	}
	i, v := g.name("i"), g.name("v")
	if i == v || g.r.IntN(2) == 0 {
		g.line("for _, %s := range %s {", v, s)
	} else {
		g.line("for %s, %s := range %s {", i, v, s)
		g.push()
		g.declare(&genVar{name: i, kind: anInt, param: true})
		g.scopes[len(g.scopes)-1][0].readOnly = true
		g.indent++
		g.line("_ = %s", i)
		g.indent--
		g.loop(&genVar{name: v, kind: aFloat})
		g.pop()
		return
	}
	g.loop(&genVar{name: v, kind: aFloat})
}

// conditionCall writes calls where they decide what happens, which may write to their arguments.
func (g *generator) conditionCall() {
	var fit []genFunc
	for _, f := range g.funcs {
		if len(f.results) == 1 && f.results[0] == aFloat && (f.pure || !g.pure) {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 || g.loops > 1 {
		g.ifElse()
		return
	}
	call := func() string {
		c, ok := g.callOf(fit[g.r.IntN(len(fit))])
		if !ok {
			return "0.2"
		}
		return c
	}
	switch g.r.IntN(4) {
	case 0:
		g.line("if %s > 0.1 {", call())
		g.block()
		g.line("} else if %s < 0.4 && %s > -0.8 {", call(), call())
		g.block()
		g.line("}")
	case 1:
		k := g.name("n")
		g.line("%s := 0", k)
		g.declare(&genVar{name: k, kind: anInt, param: true, readOnly: true})
		g.line("for %s < 3 && %s > -0.3 {", k, call())
		g.line("\t%s++", k)
		g.loop(nil)
	case 2:
		g.line("switch {")
		g.line("case %s > 0.5:", call())
		g.block()
		g.line("case %s > 0.3 || %s < -0.2:", call(), call())
		g.block()
		g.line("}")
	default:
		n := g.name("ok")
		g.line("%s := %s > 0.5 || %s > 0.1", n, call(), call())
		g.declare(&genVar{name: n, kind: aBool})
	}
}

// floatHeader writes a loop whose header computes with floats.
func (g *generator) floatHeader() {
	if g.loops > 1 {
		g.assignFloat()
		return
	}
	h, k := g.name("h"), g.name("k")
	if h == k {
		return
	}
	label := ""
	if g.r.IntN(3) == 0 {
		label = fmt.Sprintf("loop%d", g.next)
		g.next++
		g.line("%s:", label)
	}
	g.line("for %s, %s := %s, 0; %s < 4 && math.Abs(%s) > 0.05; %s, %s = %s*%s, %s+1 {", h, k, g.float(1), k, h, h, k, h, g.float(1), k)
	g.line("\t_ = %s", h)
	g.push()
	g.declare(&genVar{name: k, kind: anInt, readOnly: true, param: true})
	g.declare(&genVar{name: h, kind: aFloat, param: true, readOnly: true})
	g.loops++
	g.push()
	g.body(func() {
		if label != "" {
			g.line("if %s {", g.bool())
			g.line("\t%s %s", pickOne(g.r, "break", "continue"), label)
			g.line("}")
			g.budget++
			g.statements(1)
		}
	})
	g.loops--
	g.pop()
	g.line("}")
}

// returnInLoop writes a loop that may be left by a return.
func (g *generator) returnInLoop() {
	if g.parallel > 0 || g.loops > 1 {
		g.assignElement()
		return
	}
	i := g.name("i")
	g.line("for %s := range 3 {", i)
	g.loop(&genVar{name: i, kind: anInt, readOnly: true}, func() {
		g.line("if %s && %s {", g.bool(), g.bool())
		g.line("\treturn %s", g.returned())
		g.line("}")
		g.budget++
		g.statements(1)
	})
}

// retry is a loop made of a goto, or a jump forward.
func (g *generator) retry() {
	v := g.some(aFloat, true)
	if !g.top || v == nil {
		g.ifElse()
		return
	}
	label := fmt.Sprintf("label%d", g.next)
	g.next++
	if g.r.IntN(2) == 0 {
		k := g.name("tries")
		g.line("%s := 0", k)
		g.declare(&genVar{name: k, kind: anInt, param: true, readOnly: true})
		g.line("%s:", label)
		g.line("if math.Abs(%s) > 0.2 && %s < 4 {", v.name, k)
		g.block(func() {
			g.line("%s *= 0.5", v.name)
			g.line("%s++", k)
			g.line("goto %s", label)
		})
		g.line("}")
		return
	}
	g.line("{")
	g.indent++
	g.line("if %s {", g.bool())
	g.line("\tgoto %s", label)
	g.line("}")
	g.line("{")
	g.block()
	g.line("}")
	g.indent--
	g.line("}")
	g.line("%s:", label)
	g.change(v.name)
}

func (g *generator) callStatement() {
	if len(g.funcs) == 0 || g.loops > 1 {
		g.assignElement()
		return
	}
	f := g.funcs[g.r.IntN(len(g.funcs))]
	if g.pure && !f.pure {
		g.assignFloat()
		return
	}
	c, ok := g.callOf(f)
	if !ok {
		g.newSlice()
		return
	}
	if len(f.results) == 0 || g.r.IntN(5) == 0 {
		g.line("%s", c)
		return
	}
	if len(f.results) == 2 && f.results[0] == aFloat && g.r.IntN(2) == 0 {
		a, b := g.some(aFloat, true), g.some(aFloat, true)
		if a != nil && a.name != b.name {
			g.line("%s, %s = %s", a.name, b.name, c)
			return
		}
	}
	var names []string
	var vars []*genVar
	for i, k := range f.results {
		if len(f.results) > 1 && i > 0 && g.r.IntN(4) == 0 {
			names = append(names, "_")
			continue
		}
		g.next++
		n := fmt.Sprintf("c%d", g.next)
		names = append(names, n)
		vars = append(vars, &genVar{name: n, kind: k})
	}
	g.line("%s := %s", strings.Join(names, ", "), c)
	for _, v := range vars {
		g.declare(v)
	}
}

// parallelLoop writes a parallel loop. Its body reads what is around it, and writes its own cells of new slices and
// variables of its own.
func (g *generator) parallelLoop() {
	n := fmt.Sprint(1 + g.r.IntN(6))
	if s, ok := g.slice(false); ok && g.r.IntN(2) == 0 {
		n = "len(" + s + ")"
	}
	g.next++
	count, out, mine, grid := fmt.Sprintf("n%d", g.next), fmt.Sprintf("out%d", g.next), fmt.Sprintf("mine%d", g.next), fmt.Sprintf("grid%d", g.next)
	g.line("%s := %s", count, n)
	g.line("%s := make([]float64, %s)", out, count)
	g.line("%s := make([]float64, %s)", mine, count)
	g.line("%s := make([][]float64, %s)", grid, count)
	g.line("for i := range %s {", count)
	g.indent++
	g.line("%s[i] = %s", mine, g.float(1))
	g.line("%s[i] = make([]float64, 2)", grid)
	g.indent--
	g.line("}")
	// What is around the loop is shared from here on.
	var shared []*genVar
	for _, s := range g.scopes {
		for _, v := range s {
			if !v.readOnly {
				v.readOnly = true
				shared = append(shared, v)
			}
		}
	}
	loops := g.loops
	g.loops = 0
	g.parallel++
	i := fmt.Sprintf("i%d", g.next)
	g.push()
	g.declare(&genVar{name: i, kind: anInt, readOnly: true, param: true})
	if g.r.IntN(2) == 0 {
		g.line("parallel.For(%s, func(%s int) {", count, i)
		g.push()
		g.body(g.chunkBody(i, out, mine, grid))
		g.line("})")
	} else {
		lo, hi := fmt.Sprintf("from%d", g.next), fmt.Sprintf("to%d", g.next)
		g.line("parallel.ForRange(%s, func(%s, %s int) {", count, lo, hi)
		g.indent++
		tmp := fmt.Sprintf("scratch%d", g.next)
		g.line("%s := make([]float64, 2)", tmp)
		g.line("for %s := %s; %s < %s; %s++ {", i, lo, i, hi, i)
		g.indent++
		g.line("%s[0], %s[1] = %s, %s", tmp, tmp, g.float(1), g.float(1))
		g.line("mine%s := %s", tmp, tmp)
		tmp = "mine" + tmp
		g.indent--
		g.push()
		g.declare(&genVar{name: tmp, kind: aSlice})
		g.push()
		g.inRange = true
		g.body(g.chunkBody(i, out, mine, grid))
		g.inRange = false
		g.pop()
		g.line("}")
		g.indent--
		g.line("})")
	}
	g.pop()
	g.loops = loops
	g.parallel--
	for _, v := range shared {
		v.readOnly = false
	}
	g.declare(&genVar{name: out, kind: aSlice})
	g.declare(&genVar{name: mine, kind: aSlice})
	g.declare(&genVar{name: grid, kind: someRows})
}

// chunkBody writes the cells of iteration i.
func (g *generator) chunkBody(i, out, mine, grid string) func() {
	return func() {
		if !g.inRange && g.r.IntN(3) == 0 {
			g.line("if %s {", g.bool())
			g.line("\treturn")
			g.line("}")
		}
		if g.r.IntN(3) == 0 {
			g.change(fmt.Sprintf("%s[%s][%s%%2]", grid, i, i))
		}
		if g.r.IntN(2) == 0 {
			g.line("%s[%s] = math.Sin(%s[%s]*%s)", mine, i, mine, i, g.float(1))
		}
		if g.r.IntN(2) == 0 {
			g.line("%s[%s] += %s", out, i, g.float(1))
		}
		g.change(fmt.Sprintf("%s[%s]", out, i))
	}
}
