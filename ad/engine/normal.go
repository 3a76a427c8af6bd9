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
	general  *general // set for the general form, which takes more apart
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
		if loop, label := loopOf(s); loop != nil && (!repeatableHeader(loop) || n.carriesHeader(loop)) {
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
		if n.general != nil {
			return n.generalAssign(s)
		}
		n.assign(s)
	case *core.Do:
		if n.general != nil && s.How != core.DoCall {
			return n.later(s)
		}
		if s.How == core.DoCall {
			if loop := n.parallel(s); loop != nil && n.general == nil {
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
	case *core.Assert, *core.Convert, *core.Composite:
		if n.general != nil {
			return n.expr(e, false)
		}
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
