package interp

// This file finds where a panic was. The interpreter tells the function and no more (its report names the first
// statement of the function that panicked), so the place is looked for: if only one expression of the function
// can have panicked in that way, it is the one. Otherwise the function is named and no line is claimed.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/interp/legal"
)

var frameFunction = regexp.MustCompile(`panic: main\.(\w+)`)

// locate returns the place of a panic with this message in the function of a frame's report, or the place of
// the function and a remark that the line is not known. near is a place in what was made of the function.
func (s *Session) locate(report, message string, near token.Position) (at token.Position, remark string) {
	g := frameFunction.FindStringSubmatch(report)
	if g == nil || s.program == nil {
		return at, ""
	}
	fn := s.functionOf(g[1], near)
	if fn == nil {
		return at, ""
	}
	best := guess(0)
	places := map[token.Position]bool{}
	core.InspectStmts(fn.Body, func(n core.Node) bool {
		g := culprit(n, message)
		if g > best {
			best = g
			clear(places)
		}
		if g == best && g > 0 {
			at = s.fset.Position(n.Pos())
			places[at] = true
		}
		return true
	})
	if len(places) == 1 {
		return at, ""
	}
	at = s.fset.Position(fn.At)
	name := fn.Orig
	if name == "" || s.trans[fn.Name] { // generated, or a cell's own statements
		return at, " (the line is not known)"
	}
	return at, fmt.Sprintf(" (in %s; the line is not known)", name)
}

// functionOf finds the function of the program that the interpreter calls by a name, or nil.
func (s *Session) functionOf(name string, near token.Position) (fn *core.Func) {
	for _, f := range s.program.Funcs {
		if f.Name == name && f.Recv == nil || f.Recv == nil && strings.HasPrefix(name, f.Name+"_") && fn == nil {
			fn = f
		}
	}
	for _, f := range s.program.Funcs { // methods are functions to the interpreter
		if at := s.places[name]; fn == nil && f.Recv != nil && at.IsValid() && f.At == at {
			fn = f
		}
	}
	if fn == nil && strings.HasPrefix(name, legal.HelperPrefix) {
		fn = s.around(near)
	}
	return fn
}

// around finds the function of the program that a place is in: the last to begin before it in its file.
func (s *Session) around(place token.Position) (fn *core.Func) {
	last := token.Position{}
	for _, f := range s.program.Funcs {
		if at := s.fset.Position(f.At); at.Filename == place.Filename && at.Line <= place.Line && at.Line > last.Line {
			fn, last = f, at
		}
	}
	return fn
}

// guess says how likely an expression is what panicked: the likeliest of a function counts.
type guess int

const (
	unlikely guess = iota
	foreign        // a call of compiled code, which may say anything
	spoken         // panic with a value that is computed
	certain        // panic with this constant, or the kind of expression that the runtime error is about
)

// culprit judges whether n can have panicked with the message.
func culprit(n core.Node, message string) guess {
	has := func(s string) bool { return strings.Contains(message, s) }
	is := false
	switch n := n.(type) {
	case *core.Index:
		_, isMap := n.E.Type().Underlying().(*types.Map)
		is = has("index out of range") && !isMap || has("nil pointer") && isPointer(n.E.Type())
	case *core.SliceExpr:
		is = has("slice bounds out of range") || has("index out of range")
	case *core.Binary:
		is = has("divide by zero") && (n.Op == token.QUO || n.Op == token.REM) && isInteger(n.T)
	case *core.Unary:
		is = has("nil pointer") && n.Op == token.MUL
	case *core.Field:
		is = has("nil pointer") && n.E != nil && (isPointer(n.E.Type()) || types.IsInterface(n.E.Type()))
	case *core.Assert:
		_, commaOk := n.T.(*types.Tuple)
		is = has("interface conversion") && !commaOk
	case *core.Assign:
		for _, l := range n.Lhs {
			if ix, ok := l.(*core.Index); ok {
				_, isMap := ix.E.Type().Underlying().(*types.Map)
				is = is || isMap && has("nil map")
			}
		}
		is = is || has("divide by zero") && (n.Op == token.QUO || n.Op == token.REM) && isInteger(n.Lhs[0].Type())
	case *core.Call:
		return callPanics(n, message)
	}
	if is {
		return certain
	}
	return unlikely
}

// callPanics judges calls: panic itself, make with a bad length, compiled code, a function value that is nil.
func callPanics(c *core.Call, message string) guess {
	if ofMirror(c.Fun) {
		return foreign
	}
	if strings.Contains(message, roomText) {
		switch name := c.Fun.(type) {
		case *core.Ref:
			if b, ok := name.Obj.(*core.Builtin); ok && b.Name == "make" {
				return certain
			}
			if _, ok := name.Obj.(*core.Host); ok {
				return foreign
			}
		}
		return unlikely
	}
	if strings.Contains(message, "runtime error:") {
		if r, ok := c.Fun.(*core.Ref); ok {
			switch obj := r.Obj.(type) {
			case *core.Builtin:
				if obj.Name == "make" && strings.Contains(message, "makeslice") {
					return certain
				}
			case *core.Var:
				if strings.Contains(message, "nil pointer") {
					return certain
				}
			}
		}
		return unlikely
	}
	switch f := c.Fun.(type) {
	case *core.Ref:
		switch obj := f.Obj.(type) {
		case *core.Builtin:
			if obj.Name != "panic" {
				return unlikely
			}
			k, ok := c.Args[0].(*core.Const)
			if !ok || k.Val == nil {
				return spoken
			}
			text := k.Val.ExactString()
			if k.Val.Kind() == constant.String {
				text = constant.StringVal(k.Val)
			}
			if strings.Contains(message, text) {
				return certain
			}
		case *core.Host:
			return foreign
		}
	case *core.Field:
		if f.Method {
			return foreign
		}
	}
	return unlikely
}

// ofMirror reports whether a function is one of the standard library that core has the source of.
func ofMirror(fun core.Expr) bool {
	r, ok := fun.(*core.Ref)
	if !ok {
		return false
	}
	f, ok := r.Obj.(*core.Func)
	return ok && !f.At.IsValid() && strings.Contains(f.Orig, ".")
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
