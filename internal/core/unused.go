package core

// This file keeps printed code legal where folding or a rewrite took away the only use of a local: Go
// refuses locals that are never read.

import (
	"go/token"
)

// BlankUnused adds _ = x behind the definition of each local x that nothing reads, and drops the variables
// of range and type switch cases that nothing reads. It changes the package in place.
func BlankUnused(p *Package) {
	b := blanker{read: map[*Var]bool{}, written: map[*Var]bool{}}
	b.find(p.Init)
	for _, f := range p.Funcs {
		b.find(f.Body)
	}
	b.literals(p.Init)
	for _, f := range p.Funcs {
		f.Body = b.list(f.Body)
		b.literals(f.Body)
	}
}

type blanker struct {
	read, written map[*Var]bool
}

// find notes the variables that are read or only assigned to.
func (b blanker) find(list []Stmt) {
	targets := map[Node]bool{}
	InspectStmts(list, func(n Node) bool {
		switch n := n.(type) {
		case *Assign:
			for _, l := range n.Lhs {
				if r, ok := l.(*Ref); ok {
					targets[r] = true
				}
			}
		case *Ref:
			if v, ok := n.Obj.(*Var); ok {
				if targets[n] {
					b.written[v] = true
				} else {
					b.read[v] = true
				}
			}
		}
		return true
	})
}

// literals treats the bodies of the function literals in a list.
func (b blanker) literals(list []Stmt) {
	InspectStmts(list, func(n Node) bool {
		if lit, ok := n.(*FuncLit); ok {
			lit.Body = b.list(lit.Body)
		}
		return true
	})
}

// list treats the statements of a block and the blocks below it.
func (b blanker) list(list []Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		b.inside(s)
		out = append(out, s)
		for l, ok := s.(*Label); ok; l, ok = s.(*Label) {
			s = l.Stmt
		}
		out = append(out, b.blanks(s)...)
	}
	return out
}

// blanks makes the assignments that use the variables defined by s, if nothing reads them.
func (b blanker) blanks(s Stmt) []Stmt {
	if d, ok := s.(*Define); ok {
		return b.blank(d.Vars...)
	}
	return nil
}

func (b blanker) blank(vs ...*Var) []Stmt {
	var out []Stmt
	for _, v := range vs {
		if v != nil && !b.read[v] {
			out = append(out, &Assign{S: S{At: v.At}, Op: token.ASSIGN, Lhs: []Expr{nil},
				Rhs: []Expr{&Ref{X: X{At: v.At, T: v.Type}, Obj: v}}})
		}
	}
	return out
}

// inside treats the blocks of a statement.
func (b blanker) inside(s Stmt) {
	switch s := s.(type) {
	case *If:
		s.Then, s.Else = b.list(s.Then), b.list(s.Else)
	case *For:
		s.Body = append(b.blanks(s.Init), b.list(s.Body)...)
	case *Range:
		s.Key, s.Val = b.keep(s.Key), b.keep(s.Val)
		s.Body = append(b.blank(s.Key, s.Val), b.list(s.Body)...)
	case *Switch:
		for _, c := range s.Cases {
			c.Body = b.list(c.Body)
		}
	case *TypeSwitch:
		for _, c := range s.Cases {
			c.Bind = b.keep(c.Bind)
			c.Body = append(b.blank(c.Bind), b.list(c.Body)...)
		}
	case *Select:
		for _, c := range s.Cases {
			c.Body = append(b.blanks(c.Comm), b.list(c.Body)...)
		}
	case *Block:
		s.Body = b.list(s.Body)
	case *Label:
		b.inside(s.Stmt)
	}
}

// keep gives v, or nil if nothing mentions it.
func (b blanker) keep(v *Var) *Var {
	if v == nil || !b.read[v] && !b.written[v] {
		return nil
	}
	return v
}
