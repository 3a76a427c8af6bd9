package legal

// This file asks the session for memory before make takes it: what the process cannot have would end it. make([]T, n) becomes
//
//	make([]T, host.Room(n, size of T, "makeslice: len"))
//
// which returns n, or panics. Constants are left alone if they are small. Arrays that are too large for any use are refused.

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
		c, ok := e.(*core.Call)
		if !ok {
			return e
		}
		switch builtinName(c.Fun) {
		case "make":
			askRoom(c)
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
	intType := types.Typ[types.Int]
	text := &core.Const{X: core.X{At: c.At, T: types.Typ[types.String]}, Val: constant.MakeString(what)}
	c.Args[last] = hostCall(c.At, "Room", intType, asInt(n), intConst(c.At, size, intType), text)
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
