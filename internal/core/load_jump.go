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
}

func findLabels(body *ast.BlockStmt) *labels {
	l := &labels{names: map[string]bool{}, goTo: map[string]bool{}, loop: map[string]bool{}, inner: map[string]string{}}
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

func (f *function) jump(s *ast.BranchStmt) Stmt {
	j := &Jump{S: S{At: s.Pos()}, Tok: s.Tok}
	if s.Label != nil {
		j.Label = s.Label.Name
		if inner, ok := f.labels.inner[j.Label]; ok && s.Tok != token.GOTO {
			j.Label = inner
		}
	}
	return j
}
