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
)

var frameFunction = regexp.MustCompile(`panic: main\.(\w+)`)

// locate returns the place of a panic with this message in the function of a frame's report, or the place of
// the function and a remark that the line is not known.
func (s *Session) locate(report, message string) (at token.Position, remark string) {
	g := frameFunction.FindStringSubmatch(report)
	if g == nil || s.program == nil {
		return at, ""
	}
	var fn *core.Func
	for _, f := range s.program.Funcs {
		if f.Name == g[1] || f.Recv == nil && strings.HasPrefix(g[1], f.Name+"_") && fn == nil {
			fn = f
		}
	}
	if fn == nil {
		return at, ""
	}
	places := map[token.Position]bool{}
	core.InspectStmts(fn.Body, func(n core.Node) bool {
		if p := culprit(n, message); p.IsValid() {
			at = s.fset.Position(p)
			places[at] = true
		}
		return true
	})
	if len(places) == 1 {
		return at, ""
	}
	at = s.fset.Position(fn.At)
	name := fn.Orig
	if name == "" {
		return at, " (the line is not known)"
	}
	return at, fmt.Sprintf(" (in %s; the line is not known)", name)
}

// culprit is the position of n if n can panic with the message.
func culprit(n core.Node, message string) token.Pos {
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
		is = callPanics(n, message)
	}
	if is {
		return n.Pos()
	}
	return token.NoPos
}

// callPanics reports whether a call can be what panicked: panic itself, with the message if it is a constant; make with
// a bad length; a function of another package, which may say anything; a function value that is nil.
func callPanics(c *core.Call, message string) bool {
	runtime := strings.Contains(message, "runtime error:")
	switch f := c.Fun.(type) {
	case *core.Ref:
		switch obj := f.Obj.(type) {
		case *core.Builtin:
			if obj.Name == "make" {
				return strings.Contains(message, "makeslice")
			}
			if obj.Name != "panic" {
				return false
			}
			if k, ok := c.Args[0].(*core.Const); ok && k.Val != nil {
				text := k.Val.ExactString()
				if k.Val.Kind() == constant.String {
					text = constant.StringVal(k.Val)
				}
				return strings.Contains(message, text)
			}
			return !runtime
		case *core.Host:
			return !runtime
		case *core.Var:
			return strings.Contains(message, "nil pointer")
		}
	case *core.Field:
		return !runtime && f.Method
	}
	return false
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
