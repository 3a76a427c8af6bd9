package legal

// This file asks the session for memory before make takes it: what the process cannot have would end it. make([]T, n) becomes
//
//	make([]T, host.Room(n, size of T, "makeslice: len"))
//
// which returns n, or panics. Constants are left alone if they are small. So is what doubles a text or a slice: s + s becomes
// host.Concat(s, s), and append(a, a...) asks for as much again. All else grows in steps that a watch can follow. Arrays that are
// too large for any use are refused.

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// smallMake is the memory, in bytes, that a make with constants takes without asking, and largeArray what no array may take.
const (
	smallMake  = 1 << 20
	largeArray = 1 << 30
)

// sizes are those of the machines that matter; others have smaller ones.
var sizes = types.SizesFor("gc", "amd64")

func makes(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		if b, ok := e.(*core.Binary); ok && b.Op == token.ADD && b.T == types.Typ[types.String] && variable(b.L) != nil && variable(b.L) == variable(b.R) {
			return hostCall(b.At, "Concat", b.T, b.L, b.R)
		}
		c, ok := e.(*core.Call)
		if !ok {
			return e
		}
		switch builtinName(c.Fun) {
		case "make":
			askRoom(c)
		case "append":
			askDouble(c)
		case "new":
			u.checkArray(c.At, c.ArgT)
		}
		return c
	}}
	for _, v := range u.pkg.Vars {
		u.checkArray(v.At, v.Type)
	}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
		core.InspectStmts(f.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Assign:
				if n.Op == token.ADD && n.Rhs[0].Type() == types.Typ[types.String] && variable(n.Lhs[0]) != nil && variable(n.Lhs[0]) == variable(n.Rhs[0]) {
					n.Op = token.ASSIGN
					n.Rhs[0] = hostCall(n.At, "Concat", n.Rhs[0].Type(), core.CloneExpr(n.Lhs[0]), n.Rhs[0])
				}
			case *core.Define:
				for _, v := range n.Vars {
					if v != nil {
						u.checkArray(v.At, v.Type)
					}
				}
			case *core.Composite:
				u.checkArray(n.At, n.T)
			}
			return true
		})
	}
}

// askRoom asks for the largest number of a make.
func askRoom(c *core.Call) {
	if len(c.Args) == 0 || c.ArgT == nil {
		return
	}
	size, what := int64(0), ""
	switch t := c.ArgT.Underlying().(type) {
	case *types.Slice:
		size, what = sizes.Sizeof(t.Elem()), "makeslice: len"
		if len(c.Args) == 2 {
			what = "makeslice: cap"
		}
	case *types.Chan:
		size, what = sizes.Sizeof(t.Elem()), "makechan: size"
	case *types.Map: // the size is a hint
		size = sizes.Sizeof(t.Key()) + sizes.Sizeof(t.Elem()) + 1
	}
	last := len(c.Args) - 1
	n := c.Args[last]
	if k, ok := n.(*core.Const); ok {
		if v, exact := constant.Int64Val(constant.ToInt(k.Val)); exact && v <= smallMake && v*max(size, 1) <= smallMake {
			return
		}
	}
	if l, ok := n.(*core.Call); ok && builtinName(l.Fun) == "len" {
		if s, ok := l.Args[0].Type().Underlying().(*types.Slice); ok && size <= sizes.Sizeof(s.Elem()) {
			return // as much is there already: a step that a watch can follow
		}
	}
	intType := types.Typ[types.Int]
	text := &core.Const{X: core.X{At: c.At, T: types.Typ[types.String]}, Val: constant.MakeString(what)}
	c.Args[last] = hostCall(c.At, "Room", intType, asInt(n), intConst(c.At, size, intType), text)
}

// askDouble asks for what append(a, a...) adds, and for the copy of a.
func askDouble(c *core.Call) {
	if len(c.Args) != 2 || !c.Spread || variable(c.Args[0]) == nil || variable(c.Args[0]) != variable(c.Args[1]) {
		return
	}
	s, ok := c.Args[1].Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	intType, a := types.Typ[types.Int], c.Args[1]
	length := call(c.At, intType, &core.Ref{X: core.X{At: c.At}, Obj: &core.Builtin{Name: "len"}}, core.CloneExpr(a))
	text := &core.Const{X: core.X{At: c.At, T: types.Typ[types.String]}, Val: constant.MakeString("")}
	room := hostCall(c.At, "Room", intType, length, intConst(c.At, 2*sizes.Sizeof(s.Elem()), intType), text)
	c.Args[1] = &core.SliceExpr{X: core.X{At: c.At, T: a.Type()}, E: a, Hi: room}
}

// variable is the variable that an expression names, or nil.
func variable(e core.Expr) *core.Var {
	if r, ok := e.(*core.Ref); ok {
		if v, ok := r.Obj.(*core.Var); ok {
			return v
		}
	}
	return nil
}

// checkArray refuses a variable of a type that holds a very large array.
func (u *unit) checkArray(at token.Pos, t types.Type) {
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
		if n := sizes.Sizeof(t); n < 0 || n > largeArray {
			u.refuse(at, "a variable of more than 1 GiB is not supported; use a slice")
		}
	}
}
