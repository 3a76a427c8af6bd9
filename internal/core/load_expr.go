package core

// This file loads expressions. Parentheses vanish, constants are folded, every type is final.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// expr loads an expression whose context does not decide its type.
func (f *function) expr(e ast.Expr) Expr { return f.value(e, nil) }

// value loads an expression where the context wants a type: nil and values that the checker left untyped
// take it.
func (f *function) value(e ast.Expr, want types.Type) Expr {
	e = ast.Unparen(e)
	f.near(e)
	tv := f.typed(e)
	if c := f.fold(e, tv, want); c != nil {
		return c
	}
	t := finalType(tv.Type, want)
	x := X{At: e.Pos(), T: t}
	tuple, commaOk := t.(*types.Tuple)
	if _, isCall := e.(*ast.CallExpr); commaOk && !isCall {
		x.T = commaOkType(tuple)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return f.name(e, e, t)
	case *ast.SelectorExpr:
		return f.selector(e, t)
	case *ast.CallExpr:
		return f.call(e, x)
	case *ast.BinaryExpr:
		return f.binary(e, x)
	case *ast.UnaryExpr:
		return foldUnary(&Unary{X: x, Op: e.Op, E: f.value(e.X, operandWant(e.Op, t)), CommaOk: commaOk})
	case *ast.StarExpr:
		return &Unary{X: x, Op: token.MUL, E: f.expr(e.X)}
	case *ast.IndexExpr:
		return f.index(e, x, commaOk)
	case *ast.IndexListExpr: // an instance with its type arguments
		return f.expr(e.X)
	case *ast.SliceExpr:
		return inBounds(&SliceExpr{X: x, E: f.expr(e.X), Lo: f.position(e.Low), Hi: f.position(e.High), Max: f.position(e.Max)})
	case *ast.TypeAssertExpr:
		return f.assertion(&Assert{X: x, E: f.expr(e.X), CommaOk: commaOk})
	case *ast.CompositeLit:
		return f.composite(e, t)
	case *ast.FuncLit:
		return f.literal(e)
	}
	panic(fmt.Sprintf("core: load: unknown expression %T", e))
}

// commaOkType is the type of v, ok = e: a value and a plain bool. The checker records the type of the
// variable that takes the bool, which is a matter of the assignment.
func commaOkType(t *types.Tuple) *types.Tuple {
	ok := types.NewVar(token.NoPos, nil, "", types.Typ[types.Bool])
	return types.NewTuple(t.At(0), ok)
}

// refuse reports an expression and stands in for it, so that loading goes on to find more.
func (f *function) refuse(e ast.Expr, format string, args ...any) Expr {
	f.unsupported(e.Pos(), format, args...)
	return &Const{X: X{At: e.Pos(), T: f.typeOf(e)}}
}

// operandWant is the type that the operand of a unary operator has if its result has type t.
func operandWant(op token.Token, t types.Type) types.Type {
	switch op {
	case token.AND, token.ARROW:
		return nil
	}
	return t
}

// name loads the use of a name; e is the identifier or the qualified identifier that ends in id.
func (f *function) name(e ast.Expr, id *ast.Ident, t types.Type) Expr {
	obj := f.in.Info.ObjectOf(id)
	if obj == nil {
		panic("core: load: name without object: " + id.Name)
	}
	if inst, generic := f.in.Info.Instances[id]; generic && formName(obj.Name()) == obj.Name() {
		if fn, ok := obj.(*types.Func); ok {
			return f.instance(e, fn, inst)
		}
	}
	x := X{At: e.Pos(), T: t}
	switch obj := obj.(type) {
	case *types.Builtin:
		return &Ref{X: X{At: e.Pos()}, Obj: &Builtin{Name: obj.Name()}}
	case *types.Const:
		if isHostConst(obj) {
			return f.hostConst(e, obj, t)
		}
	case *types.Var:
		u := f.units[obj.Pkg()]
		if u == nil {
			return &Ref{X: x, Obj: f.host(obj)}
		}
		if !u.own() && obj.Parent() == obj.Pkg().Scope() {
			return f.refuse(e, "variable %s is not supported", obj.Name())
		}
		v := f.vars[obj]
		if v == nil {
			panic("core: load: variable used before its declaration: " + obj.Name())
		}
		return f.ref(e.Pos(), v)
	case *types.Func:
		u := f.units[obj.Pkg()]
		if u == nil {
			return &Ref{X: x, Obj: f.host(obj)}
		}
		if !u.own() {
			if fn := f.instantiate(u, obj, nil); fn != nil {
				return &Ref{X: x, Obj: fn}
			}
			return &Const{X: x}
		}
		if fn := f.funcs[obj]; fn != nil {
			return &Ref{X: x, Obj: fn}
		}
		return &Const{X: x} // its declaration is refused
	}
	panic(fmt.Sprintf("core: load: %s does not name a value", id.Name))
}

// selector loads x.f: a field, a method, a method expression or a member of a package.
func (f *function) selector(e *ast.SelectorExpr, t types.Type) Expr {
	sel := f.in.Info.Selections[e]
	if sel == nil {
		return f.name(e, e.Sel, t)
	}
	x := X{At: e.Pos(), T: t}
	switch sel.Kind() {
	case types.MethodExpr:
		return &Field{X: x, Name: e.Sel.Name, Method: true, Recv: f.typ(sel.Recv())}
	case types.MethodVal:
		return &Field{X: x, E: f.expr(e.X), Name: e.Sel.Name, Method: true}
	}
	return &Field{X: x, E: f.expr(e.X), Name: f.fieldName(sel.Obj().(*types.Var))}
}

// binary loads l op r. A comparison has type bool, converted where the context gave it another.
func (f *function) binary(e *ast.BinaryExpr, x X) Expr {
	b := &Binary{X: x, Op: e.Op}
	switch e.Op {
	case token.SHL, token.SHR:
		b.L, b.R = f.value(e.X, x.T), f.count(e.Y)
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		b.L = f.value(e.X, f.beside(e.Y))
		b.R = f.value(e.Y, f.beside(e.X))
		if plain := types.Typ[types.Bool]; !types.Identical(x.T, plain) { // a named boolean needs a conversion to show
			b.T = plain
			return foldConvert(&Convert{X: x, E: foldBinary(b)}, nil)
		}
	default:
		b.L, b.R = f.value(e.X, x.T), f.value(e.Y, x.T)
	}
	return foldBinary(b)
}

// beside is the type that one side of a comparison gives to an untyped other side.
func (f *function) beside(e ast.Expr) types.Type {
	t := f.typeOf(e)
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		return nil
	}
	return t
}

// count loads the right side of a shift. A constant there may have no type of its own; it becomes an int, or a
// uint if it is too large for one.
func (f *function) count(e ast.Expr) Expr {
	tv := f.typed(ast.Unparen(e))
	host, _ := f.hostSet.in(e)
	if b, ok := tv.Type.(*types.Basic); !ok || tv.Value == nil || b.Info()&types.IsUntyped == 0 || host != nil {
		return f.expr(e)
	}
	n := constant.ToInt(tv.Value)
	if _, small := constant.Int64Val(n); small {
		return newConst(e.Pos(), n, types.Typ[types.Int])
	}
	return newConst(e.Pos(), n, types.Typ[types.Uint])
}

// position loads an index or a bound; nil gives nil.
func (f *function) position(e ast.Expr) Expr {
	if e == nil {
		return nil
	}
	return f.value(e, types.Typ[types.Int])
}

func (f *function) index(e *ast.IndexExpr, x X, commaOk bool) Expr {
	under := f.typeOf(e.X).Underlying()
	switch u := under.(type) {
	case *types.Signature: // an instance with its type argument
		return f.expr(e.X)
	case *types.Map:
		return &Index{X: x, E: f.expr(e.X), I: f.value(e.Index, u.Key()), CommaOk: commaOk}
	}
	out := &Index{X: x, E: f.expr(e.X), I: f.position(e.Index)}
	if n, ok := known64(out.I); ok && (n < 0 || n >= maxLen(under)) {
		out.I = atRunTime(out.I)
	}
	return out
}

// composite loads T{...}. An element literal without its type may stand for a pointer: &T{...}.
func (f *function) composite(e *ast.CompositeLit, t types.Type) Expr {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		inner := f.composite(e, p.Elem())
		return &Unary{X: X{At: e.Pos(), T: t}, Op: token.AND, E: inner}
	}
	c := &Composite{X: X{At: e.Pos(), T: t}}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		f.structElements(c, e, u)
	case *types.Map:
		f.elements(c, e, u.Key(), u.Elem())
	case *types.Slice:
		f.elements(c, e, types.Typ[types.Int], u.Elem())
	case *types.Array:
		f.elements(c, e, types.Typ[types.Int], u.Elem())
	default:
		panic(fmt.Sprintf("core: load: composite literal of type %s", t))
	}
	return c
}

func (f *function) structElements(c *Composite, e *ast.CompositeLit, s *types.Struct) {
	for i, elt := range e.Elts {
		field, val := s.Field(i), elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			field, val = f.in.Info.ObjectOf(kv.Key.(*ast.Ident)).(*types.Var), kv.Value
		}
		v := f.value(val, f.objType(field))
		if field.Name() == "_" { // its value is lost
			if !idle(v) {
				f.unsupported(elt.Pos(), "a value that is computed for a blank field is not supported; leave it out")
			}
			continue
		}
		c.Fields = append(c.Fields, f.fieldName(field))
		c.Vals = append(c.Vals, v)
	}
}

func (f *function) elements(c *Composite, e *ast.CompositeLit, key, elem types.Type) {
	keyed := false
	for _, elt := range e.Elts {
		var k Expr
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			k, elt, keyed = f.value(kv.Key, key), kv.Value, true
		}
		c.Keys = append(c.Keys, k)
		c.Vals = append(c.Vals, f.value(elt, elem))
	}
	if !keyed {
		c.Keys = nil
		return
	}
	for i, k := range c.Keys { // that only an instance repeats
		kv, ok := e.Elts[i].(*ast.KeyValueExpr)
		if ok && f.in.Info.Types[ast.Unparen(kv.Key)].Value == nil && repeated(slices.Delete(slices.Clone(c.Keys), i, i+1), k) {
			c.Keys[i] = atRunTime(k)
		}
	}
}
