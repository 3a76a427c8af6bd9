package core

// This file loads declarations of locals and assignments. A := that also assigns to an older variable is
// split: new variables are defined, then the older ones are assigned from temporaries.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

func (f *function) assign(s *ast.AssignStmt) []Stmt {
	switch s.Tok {
	case token.DEFINE:
		return f.define(s)
	case token.ASSIGN:
		return []Stmt{f.plainAssign(s)}
	}
	op := s.Tok + (token.ADD - token.ADD_ASSIGN)
	lhs := f.expr(s.Lhs[0])
	var rhs Expr
	if op == token.SHL || op == token.SHR {
		rhs = f.count(s.Rhs[0])
	} else {
		rhs = f.value(s.Rhs[0], lhs.Type())
	}
	return []Stmt{&Assign{S: S{At: s.Pos()}, Op: op, Lhs: []Expr{lhs}, Rhs: []Expr{rhs}}}
}

func (f *function) plainAssign(s *ast.AssignStmt) Stmt {
	out := &Assign{S: S{At: s.Pos()}, Op: token.ASSIGN}
	for _, e := range s.Lhs {
		out.Lhs = append(out.Lhs, f.target(e))
	}
	for i, e := range s.Rhs {
		var want types.Type
		if len(s.Lhs) == len(s.Rhs) && out.Lhs[i] != nil {
			want = out.Lhs[i].Type()
		}
		out.Rhs = append(out.Rhs, f.value(e, want))
	}
	return out
}

// target loads the left side of an assignment; the blank identifier is nil.
func (f *function) target(e ast.Expr) Expr {
	if isBlank(e) {
		return nil
	}
	return f.expr(e)
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

func (f *function) incDec(s *ast.IncDecStmt) Stmt {
	lhs := f.expr(s.X)
	one := newConst(s.Pos(), constant.MakeInt64(1), lhs.Type())
	op := token.ADD
	if s.Tok == token.DEC {
		op = token.SUB
	}
	return &Assign{S: S{At: s.Pos()}, Op: op, Lhs: []Expr{lhs}, Rhs: []Expr{one}}
}

// define loads :=, whose left side may mix new variables with ones of the same block.
func (f *function) define(s *ast.AssignStmt) []Stmt {
	at := s.Pos()
	older := make([]types.Object, len(s.Lhs))
	for i, e := range s.Lhs {
		if id := e.(*ast.Ident); f.in.Info.Defs[id] == nil && id.Name != "_" {
			older[i] = f.in.Info.Uses[id]
		}
	}
	def := &Define{S: S{At: at}}
	for i, e := range s.Rhs {
		var want types.Type
		if len(s.Rhs) == len(s.Lhs) && older[i] != nil {
			want = f.objType(older[i])
		}
		def.Rhs = append(def.Rhs, showType(f.value(e, want), want))
	}
	set := &Assign{S: S{At: at}, Op: token.ASSIGN}
	for i, e := range s.Lhs {
		if older[i] == nil {
			def.Vars = append(def.Vars, f.local(f.in.Info.Defs[e.(*ast.Ident)]))
			continue
		}
		old := f.vars[older[i]]
		tmp := f.variable(e.Pos(), old.Name, defineType(def.Rhs, i))
		def.Vars = append(def.Vars, tmp)
		set.Lhs = append(set.Lhs, f.ref(e.Pos(), old))
		set.Rhs = append(set.Rhs, f.convertTo(f.ref(e.Pos(), tmp), old.Type))
	}
	if set.Lhs == nil {
		return []Stmt{def}
	}
	return []Stmt{def, set}
}

// showType makes a value say the type t of the variable that it defines: a conversion, if its own type is
// another or if it is the nil of an interface, which says none.
func showType(e Expr, t types.Type) Expr {
	c, isConst := e.(*Const)
	nothing := isConst && c.Val == nil && types.IsInterface(c.T)
	if t == nil || types.Identical(e.Type(), t) && !nothing {
		return e
	}
	return &Convert{X: X{At: e.Pos(), T: t}, E: e}
}

// defineType is the type of variable i defined by rhs.
func defineType(rhs []Expr, i int) types.Type {
	if len(rhs) == 1 {
		if t, ok := rhs[0].Type().(*types.Tuple); ok {
			return t.At(i).Type()
		}
	}
	return rhs[i].Type()
}

// convertTo converts e to t where an assignment alone would not do, as for the bool of v, ok := m[k] given
// to a named boolean.
func (f *function) convertTo(e Expr, t types.Type) Expr {
	if types.AssignableTo(e.Type(), t) {
		return e
	}
	return &Convert{X: X{At: e.Pos(), T: t}, E: e}
}

// varSpec loads a local var declaration. Its variables have the declared type exactly.
func (f *function) varSpec(spec *ast.ValueSpec) []Stmt {
	at := spec.Pos()
	objs := make([]types.Object, len(spec.Names))
	for i, id := range spec.Names {
		objs[i] = f.in.Info.Defs[id]
	}
	var rhs []Expr
	for i, e := range spec.Values {
		var want types.Type
		if len(spec.Values) == len(objs) {
			want = f.objType(objs[i])
		}
		rhs = append(rhs, f.value(e, want))
	}
	if len(rhs) == 0 {
		return f.zeroVars(at, objs)
	}
	if len(rhs) < len(objs) {
		return f.spreadVars(at, objs, rhs[0])
	}
	for i, e := range rhs {
		rhs[i] = showType(e, f.objType(objs[i]))
	}
	return []Stmt{f.defineOrDrop(at, objs, rhs)}
}

func (f *function) zeroVars(at token.Pos, objs []types.Object) []Stmt {
	def := &Define{S: S{At: at}}
	for _, obj := range objs {
		if v := f.local(obj); v != nil {
			def.Vars = append(def.Vars, v)
		}
	}
	if def.Vars == nil {
		return nil
	}
	return []Stmt{def}
}

// spreadVars declares variables from one expression with several results, through temporaries if a declared
// type differs from the result's.
func (f *function) spreadVars(at token.Pos, objs []types.Object, rhs Expr) []Stmt {
	tuple := rhs.Type().(*types.Tuple)
	same := true
	for i, obj := range objs {
		same = same && (obj.Name() == "_" || types.Identical(f.objType(obj), tuple.At(i).Type()))
	}
	if same {
		return []Stmt{f.defineOrDrop(at, objs, []Expr{rhs})}
	}
	first := &Define{S: S{At: at}, Rhs: []Expr{rhs}}
	second := &Define{S: S{At: at}}
	for i, obj := range objs {
		if obj.Name() == "_" {
			first.Vars = append(first.Vars, nil)
			continue
		}
		tmp := f.variable(obj.Pos(), obj.Name(), tuple.At(i).Type())
		first.Vars = append(first.Vars, tmp)
		second.Rhs = append(second.Rhs, &Convert{X: X{At: obj.Pos(), T: f.objType(obj)}, E: f.ref(obj.Pos(), tmp)})
	}
	for _, obj := range objs {
		if v := f.local(obj); v != nil {
			second.Vars = append(second.Vars, v)
		}
	}
	return []Stmt{first, second}
}

// defineOrDrop defines the variables; if all are blank it only evaluates the values.
func (f *function) defineOrDrop(at token.Pos, objs []types.Object, rhs []Expr) Stmt {
	def := &Define{S: S{At: at}, Rhs: rhs}
	blank := true
	for _, obj := range objs {
		v := f.local(obj)
		def.Vars = append(def.Vars, v)
		blank = blank && v == nil
	}
	if blank {
		return &Assign{S: S{At: at}, Op: token.ASSIGN, Lhs: make([]Expr, len(objs)), Rhs: rhs}
	}
	return def
}
