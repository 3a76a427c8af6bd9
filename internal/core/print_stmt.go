package core

// This file prints the statements that have parts.

import (
	"go/token"
	"go/types"
)

func (p *printer) define(s *Define) {
	blank, inferred := true, true
	for i, v := range s.Vars {
		if v != nil {
			blank = false
			if len(s.Rhs) == len(s.Vars) && !types.Identical(v.Type, s.Rhs[i].Type()) {
				inferred = false
			}
		}
	}
	switch {
	case len(s.Rhs) == 0:
		for i, v := range s.Vars {
			if i > 0 {
				p.newline()
			}
			p.put("var " + p.name(v) + " " + p.typ(v.Type))
		}
	case !inferred: // a value given to a variable of another type, as an interface
		for i, v := range s.Vars {
			if i > 0 {
				p.newline()
			}
			if v == nil {
				p.put("_ = ")
				p.expr(s.Rhs[i], 0)
				continue
			}
			p.put("var " + p.name(v) + " " + p.typ(v.Type) + " = ")
			p.value(s.Rhs[i], v.Type)
		}
	default:
		p.varNames(s.Vars)
		if blank {
			p.put(" = ")
		} else {
			p.put(" := ")
		}
		for i, e := range s.Rhs {
			if i > 0 {
				p.put(", ")
			}
			p.expr(e, 0)
		}
	}
}

func (p *printer) varNames(vs []*Var) {
	for i, v := range vs {
		if i > 0 {
			p.put(", ")
		}
		if v == nil {
			p.put("_")
		} else {
			p.put(p.name(v))
		}
	}
}

func (p *printer) assign(s *Assign) {
	for i, l := range s.Lhs {
		if i > 0 {
			p.put(", ")
		}
		if l == nil {
			p.put("_")
		} else {
			p.expr(l, 0)
		}
	}
	if s.Op == token.ASSIGN {
		p.put(" = ")
	} else {
		if c, ok := s.Rhs[0].(*Const); ok && (s.Op == token.ADD || s.Op == token.SUB) && isOne(c) {
			p.put(s.Op.String() + s.Op.String())
			return
		}
		p.put(" " + s.Op.String() + "= ")
	}
	for i, e := range s.Rhs {
		if i > 0 {
			p.put(", ")
		}
		if len(s.Lhs) == len(s.Rhs) && s.Lhs[i] != nil && s.Op != token.SHL && s.Op != token.SHR {
			p.value(e, s.Lhs[i].Type())
		} else {
			p.expr(e, 0)
		}
	}
}

func (p *printer) ifStmt(s *If) {
	p.put("if ")
	p.inHeader(func() { p.expr(s.Cond, 0) })
	p.put(" ")
	p.block(s.Then)
	if len(s.Else) == 0 {
		return
	}
	p.put(" else ")
	if next, ok := s.Else[0].(*If); ok && len(s.Else) == 1 && next.Note == "" {
		p.ifStmt(next)
		return
	}
	p.block(s.Else)
}

func (p *printer) inHeader(f func()) {
	p.header = true
	f()
	p.header = false
}

func (p *printer) forStmt(s *For) {
	p.put("for ")
	p.inHeader(func() {
		if s.Init != nil || s.Post != nil {
			if s.Init != nil {
				p.stmt(s.Init)
			}
			p.put("; ")
			if s.Cond != nil {
				p.expr(s.Cond, 0)
			}
			p.put("; ")
			if s.Post != nil {
				p.stmt(s.Post)
				p.put(" ")
			}
		} else if s.Cond != nil {
			p.expr(s.Cond, 0)
			p.put(" ")
		}
	})
	p.block(s.Body)
}

func (p *printer) rangeStmt(s *Range) {
	p.put("for ")
	if s.Key != nil || s.Val != nil {
		p.varNames([]*Var{s.Key})
		if s.Val != nil {
			p.put(", " + p.name(s.Val))
		}
		p.put(" := ")
	}
	p.put("range ")
	p.inHeader(func() { p.expr(s.E, 0) })
	p.put(" ")
	p.block(s.Body)
}

func (p *printer) switchStmt(s *Switch) {
	p.put("switch ")
	if s.Tag != nil {
		p.inHeader(func() { p.expr(s.Tag, 0) })
		p.put(" ")
	}
	p.put("{")
	for _, c := range s.Cases {
		p.newline()
		p.at(c.At)
		if c.Default {
			p.put("default:")
		} else {
			p.put("case ")
			for i, e := range c.Exprs {
				if i > 0 {
					p.put(", ")
				}
				if s.Tag != nil {
					p.value(e, s.Tag.Type())
				} else {
					p.expr(e, 0)
				}
			}
			p.put(":")
		}
		p.body(c.Body)
	}
	p.newline()
	p.put("}")
}

func (p *printer) typeSwitch(s *TypeSwitch) {
	p.put("switch ")
	bind := ""
	for _, c := range s.Cases {
		if c.Bind != nil {
			bind = c.Bind.Name
			break
		}
	}
	if bind != "" {
		p.put(bind + " := ")
	}
	p.inHeader(func() { p.expr(s.E, 10) })
	p.put(".(type) {")
	for _, c := range s.Cases {
		p.newline()
		p.at(c.At)
		if c.Default {
			p.put("default:")
		} else {
			p.put("case ")
			for i, t := range c.Types {
				if i > 0 {
					p.put(", ")
				}
				if t == nil {
					p.put("nil")
				} else {
					p.put(p.typ(t))
				}
			}
			p.put(":")
		}
		if c.Bind != nil && c.Bind.Name != bind {
			p.indent++
			p.newline()
			p.put(c.Bind.Name + " := " + bind)
			p.indent--
		}
		p.body(c.Body)
	}
	p.newline()
	p.put("}")
}

func (p *printer) selectStmt(s *Select) {
	p.put("select {")
	for _, c := range s.Cases {
		p.newline()
		p.at(c.At)
		if c.Comm == nil {
			p.put("default:")
		} else {
			p.put("case ")
			p.stmt(c.Comm)
			p.put(":")
		}
		p.body(c.Body)
	}
	p.newline()
	p.put("}")
}

func (p *printer) returnStmt(s *Return) {
	p.put("return")
	for i, e := range s.Results {
		if i > 0 {
			p.put(",")
		}
		p.put(" ")
		if len(s.Results) == len(p.results) {
			p.value(e, p.results[i])
		} else {
			p.expr(e, 0)
		}
	}
}
