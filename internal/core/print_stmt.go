package core

// This file prints statements, blocks and their comments.

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
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

// block prints { list }.
func (p *printer) block(list []Stmt) {
	if len(list) == 0 {
		p.put("{}")
		return
	}
	p.put("{")
	p.body(list)
	p.newline()
	p.put("}")
}

// body prints an indented list of statements, each on lines of its own.
func (p *printer) body(list []Stmt) {
	header := p.header
	p.header = false
	p.indent++
	for _, s := range list {
		p.newline()
		p.stmtWithNote(s)
	}
	p.indent--
	p.header = header
}

// stmtWithNote prints a statement and its comment: behind a statement of one line or behind the opening
// brace, above any other.
func (p *printer) stmtWithNote(s Stmt) {
	note := base(s).Note
	if note == "" {
		p.begin(s)
		p.stmt(s)
		return
	}
	start := p.buf.Len()
	lines := len(p.lines)
	p.begin(s)
	p.stmt(s)
	text := p.buf.String()
	first, rest, more := strings.Cut(text[start:], "\n")
	if !more {
		p.put(" // " + note)
		return
	}
	if strings.HasSuffix(first, "{") {
		p.buf.Reset()
		p.put(text[:start] + first + " // " + note + "\n" + rest)
		return
	}
	p.buf.Reset()
	p.put(text[:start] + "// " + note + "\n" + strings.Repeat("\t", p.indent) + text[start:])
	p.lines = slices.Insert(p.lines, lines-1, Line{Pos: s.Pos(), Rev: base(s).Rev})
}

// stmt prints a statement without a newline at its end.
func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Define:
		p.define(s)
	case *Assign:
		p.assign(s)
	case *Do:
		p.put([]string{DoCall: "", DoGo: "go ", DoDefer: "defer "}[s.How])
		p.expr(s.E, 0)
	case *If:
		p.ifStmt(s)
	case *For:
		p.forStmt(s)
	case *Range:
		p.rangeStmt(s)
	case *Switch:
		p.switchStmt(s)
	case *TypeSwitch:
		p.typeSwitch(s)
	case *Select:
		p.selectStmt(s)
	case *Block:
		p.block(s.Body)
	case *Return:
		p.returnStmt(s)
	case *Jump:
		p.put(s.Tok.String())
		if s.Label != "" {
			p.put(" " + s.Label)
		}
	case *Label:
		p.put(s.Name + ":")
		if s.Stmt != nil {
			p.newline()
			p.stmtWithNote(s.Stmt)
		}
	case *Send:
		p.expr(s.Ch, 1)
		p.put(" <- ")
		p.value(s.Val, s.Ch.Type().Underlying().(*types.Chan).Elem())
	default:
		panic(fmt.Sprintf("core: unknown statement %T", s))
	}
}
