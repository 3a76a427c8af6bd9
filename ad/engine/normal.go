package engine

// This file brings a function into the normal form that the emitter reads. It keeps what a person recognises
// (names, nested arithmetic, if, for, switch, labels) and removes what would need rules of its own:
//
//   - Calls whose value cannot simply be computed again stand alone, one a statement, their results in variables.
//     So do allocations of float slices. What is only read from memory stays where it is.
//   - range over slices, arrays and strings of known length becomes a loop over an index.
//   - parallel.For and parallel.ForRange become parallel.ForChunks.
//   - min and max have two arguments.
//
// The meaning is the primal's: operands are still evaluated in the order in which Go promises to evaluate calls.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// normalize returns a copy of f in normal form.
func normalize(f *core.Func, taken names) *core.Func {
	body := core.CloneStmts(f.Body)
	out := *f
	n := &normalizer{names: taken.withLocals(f), assigned: assignedIn(body), gotos: gotoLabels(body), renamed: map[string]string{}}
	out.Body = n.stmts(body)
	n.renameGotos(out.Body)
	return &out
}

type normalizer struct {
	names    names
	assigned map[*core.Var]int // how often a variable is assigned or defined
	pre      []core.Stmt       // statements to stand before the current one
	stay     int               // above zero where calls must stay: they may not be evaluated at all, or again
	gotos    map[string]bool   // labels that gotos name
	renamed  map[string]string // labels that gotos name -> what they are called now
}

// stmts rewrites a list of statements.
func (n *normalizer) stmts(list []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range list {
		if l, ok := s.(*core.Label); ok && l.Stmt != nil && n.gotos[l.Name] {
			out = append(out, n.gotoLabel(l)...)
			continue
		}
		if loop, label := loopOf(s); loop != nil && !repeatableHeader(loop) {
			out = append(out, &core.Block{S: core.S{At: s.Pos()}, Body: n.stmts(plainHeader(loop, label, n.names, n.assigned))})
			continue
		}
		saved := n.pre
		n.pre = nil
		s = n.stmt(s)
		out = append(out, n.pre...)
		n.pre = saved
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

// gotoLabel rewrites a statement with a label that gotos name. What comes to stand before the statement belongs behind
// the label; where breaks or continues name it as well, there are two labels then.
func (n *normalizer) gotoLabel(l *core.Label) []core.Stmt {
	inner := n.stmts([]core.Stmt{l.Stmt})
	last := len(inner) - 1
	if last < 1 {
		l.Stmt = nil
		if last == 0 {
			l.Stmt = inner[0]
		}
		return []core.Stmt{l}
	}
	first := &core.Label{S: l.S, Name: l.Name}
	if namesLoop(inner, l.Name) {
		first.Name = n.names.fresh(l.Name)
		n.renamed[l.Name] = first.Name
		inner[last] = &core.Label{S: l.S, Name: l.Name, Stmt: inner[last]}
	}
	return append([]core.Stmt{first}, inner...)
}

// caseCalls takes calls out of the cases of a switch: which case it is is found before.
//
//	switch x { case f(y): a; default: b }
//	t, k := x, 0; if t == f(y) { k = 1 }; switch k { case 1: a; default: b }
func (n *normalizer) caseCalls(s *core.Switch) {
	all := true
	for _, c := range s.Cases {
		for _, e := range c.Exprs {
			all = all && repeatableAll(e)
		}
	}
	if all || n.stay > 0 {
		return
	}
	tag := s.Tag
	if tag != nil {
		tag = n.temp("t", tag)
	}
	which := n.variable("k", intType(), s.At)
	n.assigned[which] = 2
	n.pre = append(n.pre, at(s.At, define(which, intConst(0))))
	var chain []core.Stmt
	for i := len(s.Cases) - 1; i >= 0; i-- {
		c := s.Cases[i]
		if c.Default {
			continue
		}
		var cond core.Expr
		for _, e := range c.Exprs {
			if tag != nil {
				e = binary(token.EQL, core.CloneExpr(tag), e)
			}
			if cond == nil {
				cond = e
			} else {
				cond = binary(token.LOR, cond, e)
			}
		}
		c.Exprs = []core.Expr{intConst(i + 1)}
		chain = []core.Stmt{&core.If{S: core.S{At: c.At}, Cond: cond, Then: []core.Stmt{at(c.At, set(ref(which), intConst(i+1)))}, Else: chain}}
	}
	n.pre = append(n.pre, n.stmts(chain)...)
	s.Tag = ref(which)
}

// loopOf gives the for statement that s is, and its label.
func loopOf(s core.Stmt) (*core.For, string) {
	switch s := s.(type) {
	case *core.For:
		return s, ""
	case *core.Label:
		f, _ := s.Stmt.(*core.For)
		return f, s.Name
	}
	return nil, ""
}

// repeatableHeader reports whether the init and post statements of a loop hold no calls that need statements of
// their own.
func repeatableHeader(s *core.For) bool {
	ok := true
	core.InspectStmts(initAndPost(s), func(node core.Node) bool {
		if c, isCall := node.(*core.Call); isCall {
			ok = ok && repeatable(c)
		}
		return ok
	})
	return ok
}

// namesLoop reports whether a break or a continue names the label.
func namesLoop(list []core.Stmt, label string) bool {
	found := false
	core.InspectStmts(list, func(node core.Node) bool {
		if j, ok := node.(*core.Jump); ok && j.Label == label && j.Tok != token.GOTO {
			found = true
		}
		return !found
	})
	return found
}

func (n *normalizer) renameGotos(list []core.Stmt) {
	core.InspectStmts(list, func(node core.Node) bool {
		if j, ok := node.(*core.Jump); ok && j.Tok == token.GOTO && n.renamed[j.Label] != "" {
			j.Label = n.renamed[j.Label]
		}
		return true
	})
}

func (n *normalizer) stmt(s core.Stmt) core.Stmt {
	switch s := s.(type) {
	case *core.Define:
		if len(s.Vars) == len(s.Rhs) && len(s.Rhs) > 1 {
			for i := range s.Rhs {
				s.Rhs[i] = n.expr(s.Rhs[i], false)
			}
			return s
		}
		for i := range s.Rhs {
			s.Rhs[i] = n.expr(s.Rhs[i], true)
		}
	case *core.Assign:
		n.assign(s)
	case *core.Do:
		if s.How == core.DoCall {
			if loop := n.parallel(s); loop != nil {
				return loop
			}
			s.E = n.expr(s.E, true)
		}
	case *core.If:
		s.Cond = n.expr(s.Cond, false)
		s.Then, s.Else = n.stmts(s.Then), n.stmts(s.Else)
	case *core.For:
		if s.Init != nil {
			s.Init = n.stmt(s.Init)
		}
		if s.Cond != nil && !repeatableAll(s.Cond) { // it is evaluated once for each iteration: in the body
			leave := &core.If{S: core.S{At: s.Cond.Pos()}, Cond: not(s.Cond), Then: []core.Stmt{&core.Jump{S: core.S{At: s.Cond.Pos()}, Tok: token.BREAK}}}
			s.Cond, s.Body = nil, append([]core.Stmt{leave}, s.Body...)
		}
		n.stay++
		s.Cond = n.exprOrNil(s.Cond)
		if s.Post != nil {
			s.Post = n.stmt(s.Post)
		}
		n.stay--
		s.Body = n.stmts(s.Body)
	case *core.Range:
		return n.rangeLoop(s)
	case *core.Switch:
		s.Tag = n.exprOrNil(s.Tag)
		n.caseCalls(s)
		n.stay++
		for _, c := range s.Cases {
			for i := range c.Exprs {
				c.Exprs[i] = n.expr(c.Exprs[i], false)
			}
		}
		n.stay--
		for _, c := range s.Cases {
			c.Body = n.stmts(c.Body)
		}
	case *core.TypeSwitch:
		for _, c := range s.Cases {
			c.Body = n.stmts(c.Body)
		}
	case *core.Block:
		s.Body = n.stmts(s.Body)
	case *core.Return:
		n.returns(s)
	case *core.Label:
		if s.Stmt != nil {
			s.Stmt = n.stmt(s.Stmt)
		}
	}
	return s
}

// assign leaves an allocation or a call on the right only where the left is one plain variable and the
// statement can become a definition in the emitter's eyes; everything else goes through variables.
func (n *normalizer) assign(s *core.Assign) {
	for i, l := range s.Lhs {
		if l != nil {
			s.Lhs[i] = n.place(l)
		}
	}
	if len(s.Rhs) == 1 && len(s.Lhs) > 1 {
		call, ok := s.Rhs[0].(*core.Call)
		if !ok {
			s.Rhs[0] = n.expr(s.Rhs[0], true)
			return
		}
		s.Rhs = n.results(call)
		return
	}
	for i, e := range s.Rhs {
		_, plain := s.Lhs[0].(*core.Ref)
		root := len(s.Rhs) == 1 && plain && !isOwnCall(e)
		s.Rhs[i] = n.expr(e, root)
	}
}

// place rewrites the left side of an assignment: its indices and bases, not the place itself.
func (n *normalizer) place(e core.Expr) core.Expr {
	switch e := e.(type) {
	case *core.Index:
		e.E, e.I = n.place(e.E), n.expr(e.I, false)
	case *core.Field:
		e.E = n.place(e.E)
	case *core.Unary:
		e.E = n.place(e.E)
	case *core.SliceExpr:
		return n.expr(e, false)
	case *core.Call:
		return n.expr(e, false)
	}
	return e
}

// returns puts results into a form that can be read twice: the value and its shadow.
func (n *normalizer) returns(s *core.Return) {
	if len(s.Results) == 1 {
		if call, ok := s.Results[0].(*core.Call); ok {
			if _, several := call.Type().(*types.Tuple); several {
				s.Results = n.results(call)
				return
			}
		}
	}
	for i, e := range s.Results {
		s.Results[i] = n.expr(e, false)
	}
}

// results evaluates a call with several results into new variables.
func (n *normalizer) results(call *core.Call) []core.Expr {
	e := n.expr(call, true)
	d := &core.Define{S: core.S{At: call.At}, Rhs: []core.Expr{e}}
	var refs []core.Expr
	for _, t := range resultTypes(call.Type()) {
		v := n.variable("t", t, call.At)
		d.Vars = append(d.Vars, v)
		refs = append(refs, ref(v))
	}
	n.pre = append(n.pre, d)
	return refs
}

func (n *normalizer) variable(base string, t types.Type, at token.Pos) *core.Var {
	return &core.Var{At: at, Name: n.names.fresh(base), Type: t}
}

// temp evaluates e before the current statement.
func (n *normalizer) temp(base string, e core.Expr) core.Expr {
	v := n.variable(base, e.Type(), e.Pos())
	d := define(v, e)
	d.At = e.Pos()
	n.pre = append(n.pre, d)
	return &core.Ref{X: core.X{At: e.Pos(), T: v.Type}, Obj: v}
}

func (n *normalizer) exprOrNil(e core.Expr) core.Expr {
	if e == nil {
		return nil
	}
	return n.expr(e, false)
}

func (n *normalizer) exprs(list []core.Expr) {
	for i, e := range list {
		if e != nil {
			list[i] = n.expr(e, false)
		}
	}
}

// expr rewrites an expression. root says that it is the whole right side of a statement that can hold a call.
func (n *normalizer) expr(e core.Expr, root bool) core.Expr {
	switch e := e.(type) {
	case *core.Unary:
		e.E = n.expr(e.E, false)
	case *core.Binary:
		e.L = n.expr(e.L, false)
		if (e.Op == token.LAND || e.Op == token.LOR) && n.stay == 0 && !repeatableAll(e.R) {
			return n.shortCircuit(e)
		}
		if e.Op == token.LAND || e.Op == token.LOR {
			n.stay++
			e.R = n.expr(e.R, false)
			n.stay--
		} else {
			e.R = n.expr(e.R, false)
		}
	case *core.Index:
		e.E, e.I = n.expr(e.E, false), n.expr(e.I, false)
	case *core.SliceExpr:
		e.E = n.expr(e.E, false)
		e.Lo, e.Hi, e.Max = n.exprOrNil(e.Lo), n.exprOrNil(e.Hi), n.exprOrNil(e.Max)
	case *core.Field:
		if e.E != nil {
			e.E = n.expr(e.E, false)
		}
	case *core.Convert:
		e.E = n.expr(e.E, false)
		if isShadowed(e.T) && !root {
			return n.lift("s", e)
		}
	case *core.Composite:
		n.exprs(e.Keys)
		n.exprs(e.Vals)
		if isShadowed(e.T) && !root {
			return n.lift("s", e)
		}
	case *core.Assert:
		e.E = n.expr(e.E, false)
	case *core.Call:
		return n.call(e, root)
	}
	return e
}

// shortCircuit writes l && r and l || r, of which the right side holds a call, as statements:
//
//	t := l
//	if t { t = r }
func (n *normalizer) shortCircuit(e *core.Binary) core.Expr {
	v := n.variable("t", e.T, e.At)
	first := define(v, e.L)
	first.At = e.At
	saved := n.pre
	n.pre = nil
	second := set(ref(v), n.expr(e.R, false))
	second.At = e.At
	then := append(n.pre, second)
	var cond core.Expr = ref(v)
	if e.Op == token.LOR {
		cond = not(cond)
	}
	n.pre = append(saved, first, &core.If{S: core.S{At: e.At}, Cond: cond, Then: then})
	n.assigned[v] += 2
	return ref(v)
}

// repeatableAll reports whether an expression holds no call but those that can be evaluated again.
func repeatableAll(e core.Expr) bool {
	ok := true
	core.Inspect(e, func(node core.Node) bool {
		if c, isCall := node.(*core.Call); isCall {
			ok = ok && repeatable(c)
		}
		return ok
	})
	return ok
}

func (n *normalizer) lift(base string, e core.Expr) core.Expr {
	if n.stay > 0 {
		return e
	}
	return n.temp(base, e)
}

// call rewrites a call. One that may be computed again (len, and functions with a rule) stays in its
// expression; any other gets a statement of its own.
func (n *normalizer) call(e *core.Call, root bool) core.Expr {
	if _, isRef := e.Fun.(*core.Ref); !isRef {
		e.Fun = n.expr(e.Fun, false)
	}
	if len(e.Args) == 1 && n.stay == 0 {
		if inner, ok := e.Args[0].(*core.Call); ok {
			if _, several := inner.Type().(*types.Tuple); several {
				e.Args = n.results(inner)
			}
		}
	}
	n.exprs(e.Args)
	if name := builtinName(e); (name == "min" || name == "max") && len(e.Args) > 2 {
		nested := builtin(name, e.T, e.Args[:len(e.Args)-1]...)
		nested.At = e.At
		return n.call(&core.Call{X: e.X, Fun: e.Fun, Args: []core.Expr{n.call(nested, false), e.Args[len(e.Args)-1]}}, root)
	}
	if root || repeatable(e) || e.T == nil {
		return e
	}
	if _, tuple := e.T.(*types.Tuple); tuple {
		return e
	}
	base := "t"
	if isShadowed(e.T) {
		base = "s"
	}
	return n.lift(base, e)
}

// repeatable reports whether a call can be evaluated a second time without effect.
func repeatable(e *core.Call) bool {
	switch builtinName(e) {
	case "len", "cap", "min", "max", "real", "imag", "complex":
		return true
	}
	_, known := ruleOf(e)
	return known && e.T != nil && types.Identical(e.T, float64Type())
}

func builtinName(e core.Expr) string {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			if b, ok := r.Obj.(*core.Builtin); ok {
				return b.Name
			}
		}
	}
	return ""
}

// ownCallee is the function of the package that e calls directly, or nil.
func ownCallee(e core.Expr) *core.Func {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			f, _ := r.Obj.(*core.Func)
			return f
		}
	}
	return nil
}

func isOwnCall(e core.Expr) bool { return ownCallee(e) != nil }

// hostCallee is the function of another package that e calls, or nil.
func hostCallee(e core.Expr) *core.Host {
	if c, ok := e.(*core.Call); ok {
		if r, ok := c.Fun.(*core.Ref); ok {
			h, _ := r.Obj.(*core.Host)
			return h
		}
	}
	return nil
}

// assignedIn counts the definitions and assignments of each variable in statements, function literals included.
func assignedIn(list []core.Stmt) map[*core.Var]int {
	count := map[*core.Var]int{}
	core.InspectStmts(list, func(node core.Node) bool {
		for _, v := range declared(node) {
			count[v]++
		}
		switch s := node.(type) {
		case *core.Assign:
			for _, l := range s.Lhs {
				if r, ok := l.(*core.Ref); ok {
					if v, ok := r.Obj.(*core.Var); ok {
						count[v]++
					}
				}
			}
		case *core.Unary: // a variable whose address is taken may change anywhere
			if s.Op == token.AND {
				if v := rootVar(s.E); v != nil {
					count[v] += 2
				}
			}
		}
		return true
	})
	delete(count, nil)
	return count
}

// rootVar is the variable at the root of a path of fields, indices, slices and indirections, or nil.
func rootVar(e core.Expr) *core.Var {
	for {
		switch x := e.(type) {
		case *core.Ref:
			v, _ := x.Obj.(*core.Var)
			return v
		case *core.Index:
			e = x.E
		case *core.SliceExpr:
			e = x.E
		case *core.Field:
			if x.E == nil {
				return nil
			}
			e = x.E
		case *core.Unary:
			if x.Op != token.MUL && x.Op != token.AND {
				return nil
			}
			e = x.E
		case *core.Convert:
			e = x.E
		case *core.Assert:
			e = x.E
		default:
			return nil
		}
	}
}
