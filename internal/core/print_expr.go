package core

// This file prints expressions, with as few parentheses as their precedence allows.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// The precedences of Go's grammar beyond those of binary operators (1 to 5).
const (
	precUnary   = 6
	precPrimary = 7
)

// expr prints e where the context does not give it a type; outer is the precedence around it.
func (p *printer) expr(e Expr, outer int) {
	if c, ok := e.(*Const); ok {
		p.put(p.constant(c, true, outer))
		return
	}
	p.exprIn(e, outer)
}

// value prints e where the context expects type t: a constant of that very type needs no conversion.
func (p *printer) value(e Expr, t types.Type) {
	if c, ok := e.(*Const); ok && t != nil && !types.IsInterface(t) && types.Identical(c.T, t) {
		p.put(p.constant(c, false, 0))
		return
	}
	p.expr(e, 0)
}

func (p *printer) exprIn(e Expr, outer int) {
	prec := precedence(e)
	if prec < outer {
		p.put("(")
		header := p.header
		p.header = false
		defer func() {
			p.header = header
			p.put(")")
		}()
	}
	switch e := e.(type) {
	case *Ref:
		p.ref(e)
	case *Unary:
		p.put(e.Op.String())
		if inner, ok := e.E.(*Unary); ok && inner.Op == e.Op && e.Op != token.NOT && e.Op != token.MUL {
			p.expr(e.E, precPrimary) // - -x, not --x
		} else if c, ok := e.E.(*Const); ok && c.Val != nil && e.Op == token.SUB {
			p.expr(e.E, precPrimary)
		} else {
			p.expr(e.E, precUnary)
		}
	case *Binary:
		p.binary(e, prec)
	case *Call:
		p.call(e)
	case *Index:
		p.expr(e.E, precPrimary)
		p.put("[")
		p.index(e.I, e.E.Type())
		p.put("]")
	case *SliceExpr:
		p.sliceExpr(e)
	case *Field:
		if e.E == nil {
			p.put("(" + p.typ(e.Recv) + ")")
		} else {
			p.expr(e.E, precPrimary)
		}
		p.put("." + e.Name)
	case *Convert:
		p.convert(e)
	case *Composite:
		p.composite(e)
	case *FuncLit:
		p.put("func")
		p.function(&e.Signature, e.Body)
	case *Assert:
		p.expr(e.E, precPrimary)
		t := e.T
		if tuple, ok := t.(*types.Tuple); ok {
			t = tuple.At(0).Type()
		}
		p.put(".(" + p.typ(t) + ")")
	default:
		panic(fmt.Sprintf("core: unknown expression %T", e))
	}
}

func precedence(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return e.Op.Precedence()
	case *Unary:
		return precUnary
	}
	return precPrimary
}

func (p *printer) ref(e *Ref) {
	switch o := e.Obj.(type) {
	case *Var:
		p.put(p.name(o))
	case *Func:
		p.put(o.Name)
	case *Builtin:
		p.put(o.Name)
	case *Host:
		p.put(p.alias(o.Path) + "." + o.Name)
	}
}

// binary prints L op R. A constant takes its type from the other side where that is not constant and the
// operator is not a shift.
func (p *printer) binary(e *Binary, prec int) {
	typed := func(c, other Expr) bool {
		k, ok := c.(*Const)
		_, both := other.(*Const)
		return ok && !both && e.Op != token.SHL && e.Op != token.SHR && types.Identical(k.T, other.Type())
	}
	shift := e.Op == token.SHL || e.Op == token.SHR
	if c, ok := e.L.(*Const); ok && shift {
		p.put(p.typ(c.T) + "(" + p.constant(c, false, 0) + ")") // the left side of a shift takes its type from afar
	} else if typed(e.L, e.R) {
		p.put(p.constant(e.L.(*Const), false, prec))
	} else {
		p.expr(e.L, prec)
	}
	p.put(" " + e.Op.String() + " ")
	if typed(e.R, e.L) {
		p.put(p.constant(e.R.(*Const), false, prec+1))
	} else {
		p.expr(e.R, prec+1)
	}
}

func (p *printer) call(e *Call) {
	if lit, ok := e.Fun.(*FuncLit); ok {
		p.expr(lit, 0)
	} else {
		p.expr(e.Fun, precPrimary)
	}
	header := p.header
	p.header = false
	defer func() { p.header = header }()
	p.put("(")
	sep := ""
	if e.ArgT != nil {
		p.put(p.typ(e.ArgT))
		sep = ", "
	}
	for i, a := range e.Args {
		p.put(sep)
		sep = ", "
		p.value(a, e.paramType(i))
	}
	if e.Spread {
		p.put("...")
	}
	p.put(")")
}

// paramType is the type that the callee expects for argument i, or nil where it gives none.
func (e *Call) paramType(i int) types.Type {
	if r, ok := e.Fun.(*Ref); ok {
		if b, ok := r.Obj.(*Builtin); ok {
			switch {
			case b.Name == "make":
				return types.Typ[types.Int]
			case b.Name == "append" && i > 0 && !e.Spread:
				if s, ok := e.Args[0].Type().Underlying().(*types.Slice); ok {
					return s.Elem()
				}
			case b.Name == "delete" && i == 1:
				if m, ok := e.Args[0].Type().Underlying().(*types.Map); ok {
					return m.Key()
				}
			}
			return nil
		}
	}
	if e.Fun.Type() == nil {
		return nil
	}
	sig, ok := e.Fun.Type().Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	n := sig.Params().Len()
	switch {
	case sig.Variadic() && i >= n-1:
		last := sig.Params().At(n - 1).Type()
		if e.Spread {
			return last
		}
		if s, ok := last.Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	case i < n:
		return sig.Params().At(i).Type()
	}
	return nil
}

// index prints an index: of an int it is a plain number, of a map key the key's type counts.
func (p *printer) index(i Expr, container types.Type) {
	header := p.header
	p.header = false
	defer func() { p.header = header }()
	if m, ok := container.Underlying().(*types.Map); ok {
		p.value(i, m.Key())
		return
	}
	if c, ok := i.(*Const); ok {
		p.put(p.constant(c, false, 0))
		return
	}
	p.expr(i, 0)
}

func (p *printer) sliceExpr(e *SliceExpr) {
	p.expr(e.E, precPrimary)
	p.put("[")
	if e.Lo != nil {
		p.index(e.Lo, e.E.Type())
	}
	p.put(":")
	if e.Hi != nil {
		p.index(e.Hi, e.E.Type())
	}
	if e.Max != nil {
		p.put(":")
		p.index(e.Max, e.E.Type())
	}
	p.put("]")
}

func (p *printer) convert(e *Convert) {
	t := p.typ(e.T)
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") || strings.HasPrefix(t, "chan") {
		t = "(" + t + ")"
	}
	header := p.header
	p.header = false
	p.put(t + "(")
	p.expr(e.E, 0)
	p.put(")")
	p.header = header
}

func (p *printer) composite(e *Composite) {
	header := p.header
	p.header = false
	if header {
		p.put("(")
	}
	p.put(p.typ(e.T) + "{")
	for i, v := range e.Vals {
		if i > 0 {
			p.put(", ")
		}
		var want types.Type
		switch u := e.T.Underlying().(type) {
		case *types.Struct:
			if e.Fields != nil {
				p.put(e.Fields[i] + ": ")
			}
			want = fieldType(u, e.Fields, i)
		case *types.Map:
			p.value(e.Keys[i], u.Key())
			p.put(": ")
			want = u.Elem()
		case *types.Slice:
			want = u.Elem()
		case *types.Array:
			want = u.Elem()
		}
		if _, isMap := e.T.Underlying().(*types.Map); !isMap && e.Keys != nil && e.Keys[i] != nil {
			p.index(e.Keys[i], e.T)
			p.put(": ")
		}
		p.value(v, want)
	}
	p.put("}")
	if header {
		p.put(")")
	}
	p.header = header
}

func fieldType(s *types.Struct, names []string, i int) types.Type {
	if names == nil {
		return s.Field(i).Type()
	}
	for j := range s.NumFields() {
		if s.Field(j).Name() == names[i] {
			return s.Field(j).Type()
		}
	}
	return nil
}

func isOne(c *Const) bool {
	return c.Val != nil && c.Val.Kind() == constant.Int && constant.Compare(c.Val, token.EQL, constant.MakeInt64(1))
}

// constant prints a constant; explicit says that the text must carry its type.
func (p *printer) constant(c *Const, explicit bool, outer int) string {
	if c.Val == nil {
		if explicit && c.T != types.Typ[types.UntypedNil] {
			t := p.typ(c.T)
			switch c.T.Underlying().(type) {
			case *types.Slice, *types.Map:
				return t + "(nil)"
			case *types.Interface:
				return "nil"
			}
			return "(" + t + ")(nil)"
		}
		return "nil"
	}
	text, kind := literal(c)
	if !explicit {
		if kind == types.Float64 { // x * 2 reads better than x * 2.0, and means the same beside a float
			text = strings.TrimSuffix(text, ".0")
		}
		if outer >= precUnary && strings.HasPrefix(text, "-") {
			return "(" + text + ")"
		}
		return text
	}
	if b, ok := c.T.(*types.Basic); ok && b.Kind() == kind {
		if outer >= precUnary && strings.HasPrefix(text, "-") {
			return "(" + text + ")"
		}
		return text
	}
	return p.typ(c.T) + "(" + text + ")"
}

// literal gives the text of a constant and the kind of basic type that the text has by default.
func literal(c *Const) (string, types.BasicKind) {
	b, _ := c.T.Underlying().(*types.Basic)
	info := types.BasicInfo(0)
	if b != nil {
		info = b.Info()
	}
	switch {
	case info&types.IsBoolean != 0, info&types.IsString != 0 && c.Val.Kind() == constant.String:
		if c.Val.Kind() == constant.Bool {
			return c.Val.String(), types.Bool
		}
		return strconv.Quote(constant.StringVal(c.Val)), types.String
	case info&types.IsInteger != 0:
		return constant.ToInt(c.Val).ExactString(), types.Int
	case info&types.IsFloat != 0:
		return floatText(c.Val, b.Kind()), types.Float64
	case info&types.IsComplex != 0:
		part := types.Float64
		if b.Kind() == types.Complex64 {
			part = types.Float32
		}
		re, im := floatText(constant.Real(c.Val), part), floatText(constant.Imag(c.Val), part)
		return "(" + re + " + " + im + "i)", types.Complex128
	}
	switch c.Val.Kind() { // a constant in an interface keeps its default kind
	case constant.Bool:
		return c.Val.String(), types.Bool
	case constant.String:
		return strconv.Quote(constant.StringVal(c.Val)), types.String
	case constant.Int:
		return c.Val.ExactString(), types.Int
	}
	return floatText(c.Val, types.Float64), types.Float64
}

// floatText gives the shortest text that rounds to the constant's value in its type.
func floatText(v constant.Value, kind types.BasicKind) string {
	var text string
	if kind == types.Float32 {
		f, _ := constant.Float32Val(v)
		text = strconv.FormatFloat(float64(f), 'g', -1, 32)
	} else {
		f, _ := constant.Float64Val(v)
		if a := math.Abs(f); a >= 1e-4 && a < 1e15 || f == 0 {
			text = strconv.FormatFloat(f, 'f', -1, 64)
		} else {
			text = strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}
