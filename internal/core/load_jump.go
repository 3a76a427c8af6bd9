package core

// This file loads labels and jumps. A label that both goto and break or continue use is doubled where its
// statement gets a block around it: the outer one is where goto goes, the inner one names the loop.

import (
	"go/ast"
	"go/token"
)

// labels says how the labels of one function are used.
type labels struct {
	names map[string]bool
	goTo  map[string]bool   // labels that goto names
	loop  map[string]bool   // labels that break or continue names
	inner map[string]string // the second name of a doubled label

	target map[*ast.BranchStmt]ast.Stmt // the statement that a break or continue is about, or the label of a goto
}

func findLabels(body *ast.BlockStmt) *labels {
	l := &labels{names: map[string]bool{}, goTo: map[string]bool{}, loop: map[string]bool{}, inner: map[string]string{},
		target: map[*ast.BranchStmt]ast.Stmt{}}
	l.findTargets(body)
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.LabeledStmt:
			l.names[n.Label.Name] = true
		case *ast.BranchStmt:
			switch {
			case n.Label == nil:
			case n.Tok == token.GOTO:
				l.goTo[n.Label.Name] = true
			default:
				l.loop[n.Label.Name] = true
			}
		}
		return true
	})
	return l
}

func (f *function) labeled(s *ast.LabeledStmt) []Stmt {
	name := s.Label.Name
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		f.label = name
		return f.stmt(s.Stmt)
	}
	label := &Label{S: S{At: s.Pos()}, Name: name}
	list := f.stmt(s.Stmt)
	if len(list) == 0 {
		return []Stmt{label}
	}
	label.Stmt = list[0]
	return append([]Stmt{label}, list[1:]...)
}

// takeLabel gives the label of the statement now being loaded, if it has one.
func (f *function) takeLabel() string {
	name := f.label
	f.label = ""
	if name != "" && f.labels.goTo[name] && f.labels.loop[name] {
		inner := freshName(name, func(s string) bool { return f.labels.names[s] })
		f.labels.names[inner] = true
		f.labels.inner[name] = inner
	}
	return name
}

// wrap puts the label and the statements before s around it.
func (f *function) wrap(label string, before []Stmt, s Stmt) []Stmt {
	at := s.Pos()
	inner, doubled := f.labels.inner[label]
	switch {
	case label != "" && doubled:
		s = &Label{S: S{At: at}, Name: inner, Stmt: s}
	case label != "" && (len(before) == 0 || !f.labels.goTo[label]):
		s, label = &Label{S: S{At: at}, Name: label, Stmt: s}, ""
	}
	if len(before) > 0 {
		s = &Block{S: S{At: at}, Body: append(before, s)}
	}
	if label != "" {
		s = &Label{S: S{At: at}, Name: label, Stmt: s}
	}
	return []Stmt{s}
}

// findTargets finds where the jumps of a function go.
func (l *labels) findTargets(body *ast.BlockStmt) {
	marks := map[string]*ast.LabeledStmt{}
	var gotos []*ast.BranchStmt
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.LabeledStmt:
			marks[n.Label.Name] = n
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				gotos = append(gotos, n)
			} else if n.Tok != token.FALLTHROUGH {
				l.target[n] = jumpTarget(n, stack)
			}
		}
		return true
	})
	for _, s := range gotos {
		l.target[s] = marks[s.Label.Name]
	}
}

// jumpTarget is the statement around a break or continue that it is about.
func jumpTarget(s *ast.BranchStmt, stack []ast.Node) ast.Stmt {
	for i := len(stack) - 1; i >= 0; i-- {
		if s.Label != nil {
			if l, ok := stack[i].(*ast.LabeledStmt); ok && l.Label.Name == s.Label.Name {
				return l.Stmt
			}
			continue
		}
		switch n := stack[i].(type) {
		case *ast.ForStmt:
			return n
		case *ast.RangeStmt:
			return n
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			if s.Tok == token.BREAK {
				return n.(ast.Stmt)
			}
		}
	}
	return nil
}

func (f *function) jump(s *ast.BranchStmt) []Stmt {
	if f.leaves(s) {
		return f.yieldJump(s)
	}
	j := &Jump{S: S{At: s.Pos()}, Tok: s.Tok}
	if s.Label != nil {
		j.Label = s.Label.Name
		if inner, ok := f.labels.inner[j.Label]; ok && s.Tok != token.GOTO {
			j.Label = inner
		}
	}
	return []Stmt{j}
}
