package core

// This file loads statements other than loops, assignments and jumps.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

func (f *function) stmts(list []ast.Stmt) []Stmt {
	var out []Stmt
	for _, s := range list {
		out = append(out, f.stmt(s)...)
	}
	return out
}

// block loads the statements of a block in a scope of their own.
func (f *function) block(list []ast.Stmt) []Stmt {
	return within(f, func() []Stmt { return f.stmts(list) })
}

// stmt loads a statement, which may become several or none.
func (f *function) stmt(s ast.Stmt) []Stmt {
	f.near(s)
	switch s := s.(type) {
	case *ast.EmptyStmt:
		return nil
	case *ast.DeclStmt:
		return f.declStmt(s.Decl.(*ast.GenDecl))
	case *ast.ExprStmt:
		return []Stmt{f.exprStmt(s)}
	case *ast.SendStmt:
		return []Stmt{f.send(s)}
	case *ast.IncDecStmt:
		return []Stmt{f.incDec(s)}
	case *ast.AssignStmt:
		return f.assign(s)
	case *ast.GoStmt:
		return []Stmt{&Do{S: S{At: s.Pos()}, How: DoGo, E: f.expr(s.Call)}}
	case *ast.DeferStmt:
		return f.deferStmt(s)
	case *ast.ReturnStmt:
		return f.returnStmt(s)
	case *ast.BranchStmt:
		return f.jump(s)
	case *ast.BlockStmt:
		return []Stmt{&Block{S: S{At: s.Pos()}, Body: f.block(s.List)}}
	case *ast.IfStmt:
		return within(f, func() []Stmt { return f.ifStmt(s) })
	case *ast.SwitchStmt:
		return within(f, func() []Stmt { return f.switchStmt(s) })
	case *ast.TypeSwitchStmt:
		return within(f, func() []Stmt { return f.typeSwitch(s) })
	case *ast.SelectStmt:
		return f.selectStmt(s)
	case *ast.ForStmt:
		return within(f, func() []Stmt { return f.forStmt(s) })
	case *ast.RangeStmt:
		return within(f, func() []Stmt { return f.rangeStmt(s) })
	case *ast.LabeledStmt:
		return f.labeled(s)
	}
	panic(fmt.Sprintf("core: load: unknown statement %T", s))
}

func (f *function) declStmt(d *ast.GenDecl) []Stmt {
	var out []Stmt
	for _, spec := range d.Specs {
		if d.Tok == token.VAR { // constants are folded where they are used, types declared where they are met
			out = append(out, f.varSpec(spec.(*ast.ValueSpec))...)
		}
	}
	return out
}

// exprStmt loads an expression evaluated for its effect. The checker admits others than calls and receives
// where a cell shows their value; they are evaluated and dropped here.
func (f *function) exprStmt(s *ast.ExprStmt) Stmt {
	e := f.expr(s.X)
	switch u := e.(type) {
	case *Call:
		if !pureBuiltin(u) {
			return &Do{S: S{At: s.Pos()}, E: e}
		}
	case *Unary:
		if u.Op == token.ARROW {
			return &Do{S: S{At: s.Pos()}, E: e}
		}
	}
	return &Assign{S: S{At: s.Pos()}, Op: token.ASSIGN, Lhs: []Expr{nil}, Rhs: []Expr{e}}
}

// pureBuiltin reports a call that Go does not take as a statement, as len(x).
func pureBuiltin(c *Call) bool {
	if r, ok := c.Fun.(*Ref); ok {
		if b, ok := r.Obj.(*Builtin); ok {
			return c.T != nil && b.Name != "copy" && b.Name != "recover"
		}
	}
	return false
}

func (f *function) send(s *ast.SendStmt) Stmt {
	ch := f.expr(s.Chan)
	var elem types.Type
	if c, ok := ch.Type().Underlying().(*types.Chan); ok {
		elem = c.Elem()
	}
	return &Send{S: S{At: s.Pos()}, Ch: ch, Val: f.value(s.Value, elem)}
}

// initial loads the init statement of if or switch.
func (f *function) initial(s ast.Stmt) []Stmt {
	if s == nil {
		return nil
	}
	return f.stmt(s)
}

func (f *function) ifStmt(s *ast.IfStmt) []Stmt {
	before := f.initial(s.Init)
	out := &If{S: S{At: s.Pos()}, Cond: f.condition(s.Cond), Then: f.block(s.Body.List)}
	switch e := s.Else.(type) {
	case nil:
	case *ast.BlockStmt:
		out.Else = f.block(e.List)
	default:
		out.Else = f.stmt(e)
		if b, ok := out.Else[0].(*Block); ok { // the branch is a block already
			out.Else = b.Body
		}
	}
	return f.wrap("", before, out)
}

func (f *function) condition(e ast.Expr) Expr { return f.value(e, types.Typ[types.Bool]) }

func (f *function) switchStmt(s *ast.SwitchStmt) []Stmt {
	label := f.takeLabel()
	before := f.initial(s.Init)
	out := &Switch{S: S{At: s.Pos()}}
	want := types.Type(types.Typ[types.Bool])
	var seen []Expr
	if s.Tag != nil {
		out.Tag = f.expr(s.Tag)
		want = out.Tag.Type()
	}
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		k := &Case{At: c.Pos(), Default: c.List == nil}
		for _, e := range c.List {
			v := f.value(e, want)
			if !repeated(seen, v) {
				k.Exprs = append(k.Exprs, v)
			} else if e == c.List[len(c.List)-1] && k.Exprs == nil {
				k.Exprs = []Expr{atRunTime(v)}
			}
			seen = append(seen, v)
		}
		k.Body = f.block(c.Body)
		out.Cases = append(out.Cases, k)
	}
	return f.wrap(label, before, out)
}

func (f *function) selectStmt(s *ast.SelectStmt) []Stmt {
	label := f.takeLabel()
	out := &Select{S: S{At: s.Pos()}}
	for _, c := range s.Body.List {
		c := c.(*ast.CommClause)
		out.Cases = append(out.Cases, within(f, func() *CommCase { return f.commCase(c) }))
	}
	return f.wrap(label, nil, out)
}

func (f *function) commCase(c *ast.CommClause) *CommCase {
	k := &CommCase{At: c.Pos()}
	if c.Comm != nil {
		k.Comm = f.stmt(c.Comm)[0]
	}
	k.Body = f.stmts(c.Body)
	return k
}
