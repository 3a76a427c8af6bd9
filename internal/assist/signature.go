package assist

// This file says which parameter of a call is being written.

import (
	"context"
	"go/ast"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/typing"
)

// Signature is the function of the call that the cursor is in.
type Signature struct {
	At     int      // offset of the call's opening parenthesis
	Before string   // what stands before the parameters: name(
	Params []string // name and type
	After  string   // what stands behind them: the results
	Active int      // index of the parameter that is written; len(Params) if there are no more
	Doc    string   // a sentence
}

// Signature returns the function of the innermost call around an offset of a cell, or nil.
func (a *Assistant) Signature(ctx context.Context, cells []Cell, id string, offset int) (_ *Signature, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer recovered("signature", id, &err)
	q, err := a.question(cells, id, offset)
	if err != nil {
		return nil, err
	}
	c := cutAt(a.draft(id, q.text).Draft, q.text, q.offset)
	if c.where == inComment || c.where == inImport {
		return nil, nil
	}
	cur, err := a.cursor(ctx, q, c)
	if err != nil || cur.ident == nil {
		return nil, err
	}
	call, arg := cur.call()
	if call == nil {
		return nil, nil
	}
	s := cur.signature(call, arg)
	if s != nil {
		s.At, _ = cur.focus().offset(call.Lparen)
	}
	return s, nil
}

// call is the innermost call with the mark in its arguments, and the number of the argument.
func (c *cursor) call() (*ast.CallExpr, int) {
	child := ast.Node(c.ident)
	for i := len(c.path) - 1; i >= 0; i-- {
		switch n := c.path[i].(type) {
		case *ast.CallExpr:
			for k, a := range n.Args {
				if a == child {
					return n, k
				}
			}
		case *ast.FuncLit, *ast.BlockStmt:
			return nil, 0
		}
		child = c.path[i]
	}
	return nil, 0
}

// signature describes the function of a call.
func (c *cursor) signature(call *ast.CallExpr, arg int) *Signature {
	var obj types.Object
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	case *ast.IndexExpr:
		id, _ = f.X.(*ast.Ident)
		if sel, ok := f.X.(*ast.SelectorExpr); ok {
			id = sel.Sel
		}
	}
	if id != nil {
		obj = c.checked.Info.Uses[id]
	}
	if b, ok := obj.(*types.Builtin); ok {
		return builtin(b.Name(), arg)
	}
	sig := c.callee(call, obj)
	if sig == nil {
		return nil
	}
	name := types.ExprString(call.Fun)
	if obj != nil {
		if form, ok := typing.FormName(obj); ok {
			s := &Signature{Before: "ad." + form + "(", Params: []string{"f"}, After: ")", Active: min(arg, 1)}
			s.Doc = synopsis(c.documentation(obj))
			return s
		}
	}
	if len(name) > 60 {
		name = "func"
	}
	s := &Signature{Before: name + "(", After: ")" + c.results(sig), Active: arg}
	if obj != nil {
		s.Doc = synopsis(c.documentation(obj))
	}
	n := sig.Params().Len()
	named := c.primal(call, sig)
	for i := range n {
		p := named.At(i)
		text := c.typeString(p.Type())
		if slice, ok := p.Type().(*types.Slice); ok && sig.Variadic() && i == n-1 {
			text = "..." + c.typeString(slice.Elem())
		}
		if p.Name() != "" {
			text = p.Name() + " " + text
		}
		s.Params = append(s.Params, text)
	}
	if sig.Variadic() {
		s.Active = min(s.Active, n-1)
	}
	s.Active = min(s.Active, n)
	return s
}

// primal is the parameters of sig or, if it is a derivative that a form has just given, those of the function, which have names.
func (c *cursor) primal(call *ast.CallExpr, sig *types.Signature) *types.Tuple {
	form, ok := ast.Unparen(call.Fun).(*ast.CallExpr)
	if !ok || len(form.Args) != 1 {
		return sig.Params()
	}
	sel, ok := ast.Unparen(form.Fun).(*ast.SelectorExpr)
	if !ok {
		return sig.Params()
	}
	if _, ok := typing.FormName(c.checked.Info.Uses[sel.Sel]); !ok {
		return sig.Params()
	}
	f, ok := c.checked.Info.TypeOf(form.Args[0]).(*types.Signature)
	if !ok || f.Params().Len() != sig.Params().Len() {
		return sig.Params()
	}
	return f.Params()
}

// callee is the signature of a call's function, which may be generic and not instantiated for want of arguments.
func (c *cursor) callee(call *ast.CallExpr, obj types.Object) *types.Signature {
	tv := c.checked.Info.Types[call.Fun]
	if tv.IsType() {
		return nil
	}
	if t := c.typeOf(call.Fun); t != nil {
		sig, _ := t.Underlying().(*types.Signature)
		return sig
	}
	if obj != nil && obj.Type() != nil {
		sig, _ := obj.Type().Underlying().(*types.Signature)
		return sig
	}
	return nil
}

func (c *cursor) results(sig *types.Signature) string {
	text := c.typeString(types.NewSignatureType(nil, nil, nil, nil, sig.Results(), false))
	return strings.TrimPrefix(text, "func()")
}

// builtins are the parameters of the functions of the language, and what stands behind them.
var builtins = map[string]string{
	"append": "slice []T,elems ...T|[]T", "cap": "v T|int", "clear": "t T|", "close": "c chan<- T|", "complex": "r,i FloatType|ComplexType",
	"copy": "dst,src []T|int", "delete": "m map[K]V,key K|", "imag": "c ComplexType|FloatType", "len": "v T|int",
	"make": "t Type,size ...int|Type", "max": "x T,y ...T|T", "min": "x T,y ...T|T", "new": "Type|*Type", "panic": "v any|",
	"print": "args ...T|", "println": "args ...T|", "real": "c ComplexType|FloatType", "recover": "|any",
}

// builtin describes a function of the language.
func builtin(name string, arg int) *Signature {
	params, result, _ := strings.Cut(builtins[name], "|")
	s := &Signature{Before: name + "(", After: ")", Active: arg, Doc: synopsis(documentation("builtin", name))}
	if params != "" {
		s.Params = strings.Split(params, ",")
	}
	if result != "" {
		s.After += " " + result
	}
	if n := len(s.Params); n > 0 && strings.Contains(s.Params[n-1], "...") {
		s.Active = min(arg, n-1)
	}
	s.Active = min(s.Active, len(s.Params))
	return s
}
