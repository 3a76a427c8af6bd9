package core

// This file walks, maps and clones core trees. It is the only place that knows every node's children.

import "fmt"

// Inspect calls f for n and, while f returns true, for the nodes below it in source order. A nil node is
// not visited. The bodies of function literals are visited too.
func Inspect(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	switch n := n.(type) {
	case *Const, *Ref, *Jump:
	case *Unary:
		Inspect(n.E, f)
	case *Binary:
		Inspect(n.L, f)
		Inspect(n.R, f)
	case *Call:
		Inspect(n.Fun, f)
		inspectExprs(n.Args, f)
	case *Index:
		Inspect(n.E, f)
		Inspect(n.I, f)
	case *SliceExpr:
		inspectExprs([]Expr{n.E, n.Lo, n.Hi, n.Max}, f)
	case *Field:
		Inspect(n.E, f)
	case *Convert:
		Inspect(n.E, f)
	case *Composite:
		for i, v := range n.Vals {
			if n.Keys != nil {
				Inspect(n.Keys[i], f)
			}
			Inspect(v, f)
		}
	case *FuncLit:
		InspectStmts(n.Body, f)
	case *Assert:
		Inspect(n.E, f)
	case *Define:
		inspectExprs(n.Rhs, f)
	case *Assign:
		inspectExprs(n.Lhs, f)
		inspectExprs(n.Rhs, f)
	case *Do:
		Inspect(n.E, f)
	case *If:
		Inspect(n.Cond, f)
		InspectStmts(n.Then, f)
		InspectStmts(n.Else, f)
	case *For:
		Inspect(n.Init, f)
		Inspect(n.Cond, f)
		Inspect(n.Post, f)
		InspectStmts(n.Body, f)
	case *Range:
		Inspect(n.E, f)
		InspectStmts(n.Body, f)
	case *Switch:
		Inspect(n.Tag, f)
		for _, c := range n.Cases {
			inspectExprs(c.Exprs, f)
			InspectStmts(c.Body, f)
		}
	case *TypeSwitch:
		Inspect(n.E, f)
		for _, c := range n.Cases {
			InspectStmts(c.Body, f)
		}
	case *Select:
		for _, c := range n.Cases {
			Inspect(c.Comm, f)
			InspectStmts(c.Body, f)
		}
	case *Block:
		InspectStmts(n.Body, f)
	case *Return:
		inspectExprs(n.Results, f)
	case *Label:
		Inspect(n.Stmt, f)
	case *Send:
		Inspect(n.Ch, f)
		Inspect(n.Val, f)
	default:
		panic(fmt.Sprintf("core: unknown node %T", n))
	}
}

// InspectStmts inspects each statement of a list.
func InspectStmts(list []Stmt, f func(Node) bool) {
	for _, s := range list {
		Inspect(s, f)
	}
}

func inspectExprs(list []Expr, f func(Node) bool) {
	for _, e := range list {
		Inspect(e, f)
	}
}

// MapLists replaces, in place, each list of statements that stands directly in s: bodies, branches, cases. It does not
// look into the lists, nor into expressions; the statement behind a label is s's own business.
func MapLists(s Stmt, f func([]Stmt) []Stmt) {
	switch s := s.(type) {
	case *If:
		s.Then, s.Else = f(s.Then), f(s.Else)
	case *For:
		s.Body = f(s.Body)
	case *Range:
		s.Body = f(s.Body)
	case *Block:
		s.Body = f(s.Body)
	case *Switch:
		for _, c := range s.Cases {
			c.Body = f(c.Body)
		}
	case *TypeSwitch:
		for _, c := range s.Cases {
			c.Body = f(c.Body)
		}
	case *Select:
		for _, c := range s.Cases {
			c.Body = f(c.Body)
		}
	}
}

// Mapper rewrites trees bottom up. The input is not changed: nodes are copied.
type Mapper struct {
	Expr func(Expr) Expr   // applied to each copied expression, nil for none
	Stmt func(Stmt) []Stmt // applied to each copied statement, nil for none; may give several or none
	Var  func(*Var) *Var   // applied to each variable, at declarations and uses; nil keeps them
}

// CloneExpr copies an expression. Variables stay the same.
func CloneExpr(e Expr) Expr { return (&Mapper{}).MapExpr(e) }

// CloneStmts copies a list of statements. Variables stay the same.
func CloneStmts(list []Stmt) []Stmt { return (&Mapper{}).MapStmts(list) }

func (m *Mapper) variable(v *Var) *Var {
	if v == nil || m.Var == nil {
		return v
	}
	return m.Var(v)
}

func (m *Mapper) variables(vs []*Var) []*Var {
	if vs == nil {
		return nil
	}
	out := make([]*Var, len(vs))
	for i, v := range vs {
		out[i] = m.variable(v)
	}
	return out
}

// MapExprs rewrites a list of expressions; nil elements stay nil.
func (m *Mapper) MapExprs(list []Expr) []Expr {
	if list == nil {
		return nil
	}
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = m.MapExpr(e)
	}
	return out
}

// MapExpr rewrites an expression; nil gives nil.
func (m *Mapper) MapExpr(e Expr) Expr {
	if e == nil {
		return nil
	}
	e = m.copyExpr(e)
	if m.Expr != nil {
		return m.Expr(e)
	}
	return e
}

func (m *Mapper) copyExpr(e Expr) Expr {
	switch e := e.(type) {
	case *Const:
		c := *e
		return &c
	case *Ref:
		c := *e
		if v, ok := c.Obj.(*Var); ok {
			c.Obj = m.variable(v)
		}
		return &c
	case *Unary:
		c := *e
		c.E = m.MapExpr(c.E)
		return &c
	case *Binary:
		c := *e
		c.L, c.R = m.MapExpr(c.L), m.MapExpr(c.R)
		return &c
	case *Call:
		c := *e
		c.Fun, c.Args = m.MapExpr(c.Fun), m.MapExprs(c.Args)
		return &c
	case *Index:
		c := *e
		c.E, c.I = m.MapExpr(c.E), m.MapExpr(c.I)
		return &c
	case *SliceExpr:
		c := *e
		c.E, c.Lo, c.Hi, c.Max = m.MapExpr(c.E), m.MapExpr(c.Lo), m.MapExpr(c.Hi), m.MapExpr(c.Max)
		return &c
	case *Field:
		c := *e
		c.E = m.MapExpr(c.E)
		return &c
	case *Convert:
		c := *e
		c.E = m.MapExpr(c.E)
		return &c
	case *Composite:
		c := *e
		c.Keys, c.Vals = m.MapExprs(c.Keys), m.MapExprs(c.Vals)
		return &c
	case *FuncLit:
		c := *e
		c.Params = m.variables(c.Params)
		c.Body = m.MapStmts(c.Body)
		return &c
	case *Assert:
		c := *e
		c.E = m.MapExpr(c.E)
		return &c
	}
	panic(fmt.Sprintf("core: unknown expression %T", e))
}

// MapStmts rewrites a list of statements.
func (m *Mapper) MapStmts(list []Stmt) []Stmt {
	if list == nil {
		return nil
	}
	out := make([]Stmt, 0, len(list))
	for _, s := range list {
		out = append(out, m.MapStmt(s)...)
	}
	return out
}

// MapStmt rewrites one statement; nil gives none.
func (m *Mapper) MapStmt(s Stmt) []Stmt {
	if s == nil {
		return nil
	}
	s = m.copyStmt(s)
	if m.Stmt != nil {
		return m.Stmt(s)
	}
	return []Stmt{s}
}

// simple rewrites a statement that stands where the grammar has room for one.
func (m *Mapper) simple(s Stmt) Stmt {
	switch out := m.MapStmt(s); len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	default:
		panic("core: several statements for a simple one")
	}
}

func (m *Mapper) copyStmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *Define:
		c := *s
		c.Rhs = m.MapExprs(c.Rhs)
		c.Vars = m.variables(c.Vars)
		return &c
	case *Assign:
		c := *s
		c.Lhs, c.Rhs = m.MapExprs(c.Lhs), m.MapExprs(c.Rhs)
		return &c
	case *Do:
		c := *s
		c.E = m.MapExpr(c.E)
		return &c
	case *If:
		c := *s
		c.Cond, c.Then, c.Else = m.MapExpr(c.Cond), m.MapStmts(c.Then), m.MapStmts(c.Else)
		return &c
	case *For:
		c := *s
		c.Init, c.Cond, c.Post = m.simple(c.Init), m.MapExpr(c.Cond), m.simple(c.Post)
		c.Body = m.MapStmts(c.Body)
		return &c
	case *Range:
		c := *s
		c.E = m.MapExpr(c.E)
		c.Key, c.Val = m.variable(c.Key), m.variable(c.Val)
		c.Body = m.MapStmts(c.Body)
		return &c
	case *Switch:
		c := *s
		c.Tag = m.MapExpr(c.Tag)
		c.Cases = nil
		for _, k := range s.Cases {
			d := *k
			d.Exprs, d.Body = m.MapExprs(d.Exprs), m.MapStmts(d.Body)
			c.Cases = append(c.Cases, &d)
		}
		return &c
	case *TypeSwitch:
		c := *s
		c.E = m.MapExpr(c.E)
		c.Cases = nil
		for _, k := range s.Cases {
			d := *k
			d.Bind, d.Body = m.variable(d.Bind), m.MapStmts(d.Body)
			c.Cases = append(c.Cases, &d)
		}
		return &c
	case *Select:
		c := *s
		c.Cases = nil
		for _, k := range s.Cases {
			d := *k
			d.Comm, d.Body = m.simple(d.Comm), m.MapStmts(d.Body)
			c.Cases = append(c.Cases, &d)
		}
		return &c
	case *Block:
		c := *s
		c.Body = m.MapStmts(c.Body)
		return &c
	case *Return:
		c := *s
		c.Results = m.MapExprs(c.Results)
		return &c
	case *Jump:
		c := *s
		return &c
	case *Label:
		c := *s
		switch out := m.MapStmt(c.Stmt); len(out) {
		case 0:
			c.Stmt = nil
		case 1:
			c.Stmt = out[0]
		default:
			c.Stmt = &Block{S: S{At: c.At}, Body: out}
		}
		return &c
	case *Send:
		c := *s
		c.Ch, c.Val = m.MapExpr(c.Ch), m.MapExpr(c.Val)
		return &c
	}
	panic(fmt.Sprintf("core: unknown statement %T", s))
}
