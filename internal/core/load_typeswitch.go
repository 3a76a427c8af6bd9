package core

// This file loads type switches. In an instance of a generic function cases may name the same type, or one that the
// value cannot have; and where the switch is about a value whose type is known then, it is decided here.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

func (f *function) typeSwitch(s *ast.TypeSwitchStmt) []Stmt {
	label := f.takeLabel()
	before := f.initial(s.Init)
	out := &TypeSwitch{S: S{At: s.Pos()}}
	bind := ""
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		out.E = f.expr(ast.Unparen(a.X).(*ast.TypeAssertExpr).X)
	case *ast.AssignStmt:
		out.E = f.expr(ast.Unparen(a.Rhs[0]).(*ast.TypeAssertExpr).X)
		bind = f.scope.fresh(a.Lhs[0].(*ast.Ident).Name)
	}
	if c, ok := out.E.(*Convert); ok && len(f.env.params) > 0 && types.IsInterface(c.T) && !types.IsInterface(c.E.Type()) {
		return f.decided(s, c, bind, label, before)
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		k, all := f.caseTypes(out, c)
		if len(k.Types) == 0 && !k.Default {
			continue // no value comes here
		}
		within(f, func() any { f.typeCase(k, c, bind, all); return nil })
		out.Cases = append(out.Cases, k)
	}
	return f.wrap(label, before, out)
}

// caseTypes begins a case: it has the types that no earlier one has and that the value can have. all says that these
// are all types of the clause.
func (f *function) caseTypes(s *TypeSwitch, c *ast.CaseClause) (k *TypeCase, all bool) {
	k = &TypeCase{At: c.Pos(), Default: c.List == nil}
	seen := func(t types.Type) bool {
		return slices.ContainsFunc(append(s.Cases[:len(s.Cases):len(s.Cases)], k), func(k *TypeCase) bool {
			return slices.ContainsFunc(k.Types, func(u types.Type) bool { return u == t || u != nil && t != nil && types.Identical(u, t) })
		})
	}
	for _, e := range c.List {
		t := f.caseType(e)
		if !seen(t) && (t == nil || holds(s.E.Type(), t)) {
			k.Types = append(k.Types, t)
		}
	}
	return k, len(k.Types) == len(c.List)
}

// caseType is the type of a case, nil for nil.
func (f *function) caseType(e ast.Expr) types.Type {
	tv := f.typed(ast.Unparen(e))
	if tv.IsNil() {
		return nil
	}
	return tv.Type
}

// typeCase loads one case; its variable has the name that all cases share.
func (f *function) typeCase(k *TypeCase, c *ast.CaseClause, bind string, all bool) {
	obj := f.in.Info.Implicits[c]
	if obj == nil || bind == "" {
		k.Body = f.stmts(c.Body)
		return
	}
	v := &Var{At: obj.Pos(), Name: bind, Type: f.objType(obj)}
	k.Bind = v
	f.vars[obj] = v
	if all || len(k.Types) != 1 {
		k.Body = f.stmts(c.Body)
		return
	}
	// With several types the variable is an interface, but only one of them is left.
	k.Bind = &Var{At: obj.Pos(), Name: bind, Type: k.Types[0]}
	if k.Bind.Type == nil {
		k.Bind.Type = v.Type
	}
	v.Name = f.scope.fresh(bind)
	def := &Define{S: S{At: k.At}, Vars: []*Var{v}, Rhs: []Expr{showType(f.ref(k.At, k.Bind), v.Type)}}
	k.Body = append([]Stmt{def}, f.stmts(c.Body)...)
}

// decided loads the type switch over the conversion x of a value whose type is known: the case that it has.
func (f *function) decided(s *ast.TypeSwitchStmt, x *Convert, bind, label string, before []Stmt) []Stmt {
	at := s.Pos()
	clause := f.chosen(s, x.E.Type())
	body := within(f, func() []Stmt {
		var list []Stmt
		var v *Var
		if clause != nil && bind != "" {
			if obj := f.in.Info.Implicits[clause]; obj != nil {
				v = &Var{At: obj.Pos(), Name: bind, Type: f.objType(obj), Orig: obj.Name()}
				f.vars[obj] = v
			}
		}
		if v != nil {
			list = append(list, &Define{S: S{At: at}, Vars: []*Var{v}, Rhs: []Expr{showType(x.E, v.Type)}})
		} else if !idle(x.E) {
			list = append(list, &Assign{S: S{At: at}, Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{x.E}})
		}
		if clause == nil {
			return list
		}
		return append(list, f.stmts(clause.Body)...)
	})
	breaks := clause != nil && f.breaks(s, clause)
	if !f.labels.goTo[label] && !breaks {
		label = ""
	}
	if breaks {
		return f.wrap(label, before, &Switch{S: S{At: at}, Cases: []*Case{{At: at, Default: true, Body: body}}})
	}
	if len(body) == 0 && label == "" {
		return before
	}
	return f.wrap(label, before, &Block{S: S{At: at}, Body: body})
}

// chosen finds the clause of a type switch for a value of type t, nil if there is none.
func (f *function) chosen(s *ast.TypeSwitchStmt, t types.Type) *ast.CaseClause {
	var other *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			other = c
		}
		for _, e := range c.List {
			u := f.caseType(e)
			if u == nil {
				continue
			}
			if i, ok := u.Underlying().(*types.Interface); ok && types.Implements(t, i) || types.Identical(t, u) {
				return c
			}
		}
	}
	return other
}

// breaks reports whether a clause has a break that ends the switch.
func (f *function) breaks(s *ast.TypeSwitchStmt, c *ast.CaseClause) bool {
	found := false
	ast.Inspect(c, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.BREAK && f.labels.target[b] == ast.Stmt(s)
		return !found
	})
	return found
}
