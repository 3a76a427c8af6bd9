package core

// This file checks branches and jumps.

import (
	"go/token"
	"go/types"
)

// jumpScope says which jumps are possible at a place in a function.
type jumpScope struct {
	labels     map[string]bool // of the whole function
	loops      map[string]bool // labels of the loops around
	breakable  map[string]bool // labels of the loops, switches and selects around
	inLoop     bool
	inBreak    bool
	fall       bool   // the innermost breakable is a switch with a case below this one
	nextLabels string // the label just before the statement being checked
}

func newJumpScope(body []Stmt) jumpScope {
	labels := map[string]bool{}
	eachLabel(body, func(l *Label) { labels[l.Name] = true })
	return jumpScope{labels: labels}
}

// eachLabel visits the labels of a function body outside function literals.
func eachLabel(body []Stmt, visit func(*Label)) {
	InspectStmts(body, func(n Node) bool {
		switch n := n.(type) {
		case *FuncLit:
			return false
		case *Label:
			visit(n)
		}
		return true
	})
}

func (c *checker) duplicateLabels(body []Stmt) {
	seen := map[string]bool{}
	eachLabel(body, func(l *Label) {
		if seen[l.Name] {
			c.report(l.At, "label %s is declared twice", l.Name)
		}
		seen[l.Name] = true
	})
}

// enter checks something inside a breakable statement.
func (c *checker) enter(loop, fall bool, check func()) {
	old := c.jumps
	defer func() { c.jumps = old }()
	c.jumps.breakable = with(old.breakable, old.nextLabels)
	if loop {
		c.jumps.loops = with(old.loops, old.nextLabels)
		c.jumps.inLoop = true
	}
	c.jumps.inBreak, c.jumps.fall, c.jumps.nextLabels = true, fall, ""
	check()
}

func (c *checker) inLoop(check func()) { c.enter(true, false, check) }

// with is a set and one more name.
func with(set map[string]bool, name string) map[string]bool {
	if name == "" {
		return set
	}
	out := map[string]bool{name: true}
	for n := range set {
		out[n] = true
	}
	return out
}

func (c *checker) label(s *Label) {
	if !token.IsIdentifier(s.Name) {
		c.report(s.At, "%q is no name for a label", s.Name)
	}
	if s.Stmt == nil {
		return
	}
	switch s.Stmt.(type) {
	case *For, *Range, *Switch, *TypeSwitch, *Select:
		c.jumps.nextLabels = s.Name
	}
	c.stmt(s.Stmt)
	c.jumps.nextLabels = ""
}

func (c *checker) jump(s *Jump) {
	j := c.jumps
	ok := false
	switch s.Tok {
	case token.GOTO:
		ok = j.labels[s.Label]
	case token.BREAK:
		ok = j.breakable[s.Label] || s.Label == "" && j.inBreak
	case token.CONTINUE:
		ok = j.loops[s.Label] || s.Label == "" && j.inLoop
	case token.FALLTHROUGH:
		ok = s.Label == "" && j.fall
	}
	if !ok {
		c.report(s.At, "%s %s has no target", s.Tok, s.Label)
	}
}

func (c *checker) switchStmt(s *Switch) {
	var tag types.Type
	if s.Tag != nil {
		tag = c.value(s.Tag)
	}
	defaults := 0
	for i, k := range s.Cases {
		if k.Default {
			defaults++
		}
		if k.Default != (len(k.Exprs) == 0) {
			c.report(k.At, "case with %d expressions, default %v", len(k.Exprs), k.Default)
		}
		for _, e := range k.Exprs {
			if s.Tag == nil {
				c.condition(e)
			} else if t := c.value(e); t != nil && tag != nil && !types.AssignableTo(t, tag) && !types.AssignableTo(tag, t) {
				c.report(e.Pos(), "case %s in a switch on %s", t, tag)
			}
		}
		c.enter(false, i < len(s.Cases)-1, func() { c.block(k.Body) })
	}
	c.oneDefault(s.At, defaults)
}

func (c *checker) oneDefault(at token.Pos, n int) {
	if n > 1 {
		c.report(at, "%d default cases", n)
	}
}

func (c *checker) typeSwitch(s *TypeSwitch) {
	t := c.value(s.E)
	if t != nil && !types.IsInterface(t) {
		c.report(s.At, "type switch on %s", t)
	}
	defaults := 0
	for _, k := range s.Cases {
		if k.Default {
			defaults++
		}
		if k.Default != (len(k.Types) == 0) {
			c.report(k.At, "case with %d types, default %v", len(k.Types), k.Default)
		}
		c.enter(false, false, func() {
			c.within(func() {
				c.bind(k, t)
				c.block(k.Body)
			})
		})
	}
	c.oneDefault(s.At, defaults)
}

// bind checks the variable of a type switch case: of the case's type if that is one, else of the switch's.
func (c *checker) bind(k *TypeCase, t types.Type) {
	if k.Bind == nil {
		return
	}
	if len(k.Types) == 1 && k.Types[0] != nil {
		t = k.Types[0]
	}
	if t != nil && k.Bind.Type != nil && !types.Identical(k.Bind.Type, t) {
		c.report(k.At, "case variable %s of type %s in a case of %s", k.Bind.Name, k.Bind.Type, t)
	}
	c.declare(k.Bind)
}

func (c *checker) selectStmt(s *Select) {
	defaults := 0
	for _, k := range s.Cases {
		if k.Comm == nil {
			defaults++
		}
		c.enter(false, false, func() {
			c.within(func() {
				if k.Comm != nil {
					c.comm(k)
				}
				c.block(k.Body)
			})
		})
	}
	c.oneDefault(s.At, defaults)
}

// comm checks that a case sends or receives.
func (c *checker) comm(k *CommCase) {
	var from []Expr
	switch s := k.Comm.(type) {
	case *Send:
		c.stmt(s)
		return
	case *Do:
		from = []Expr{s.E}
	case *Define:
		from = s.Rhs
	case *Assign:
		from = s.Rhs
	}
	u, ok := (*Unary)(nil), false
	if len(from) == 1 {
		u, ok = from[0].(*Unary)
	}
	if !ok || u.Op != token.ARROW {
		c.report(k.At, "select case is no communication")
	}
	c.stmt(k.Comm)
}
