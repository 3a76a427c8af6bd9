package legal

// This file lets what is written to the files os.Stdout and os.Stderr by turns keep its order: where a value of type *os.File or
// io.Writer is written to, or given to a function of another package as an io.Writer, the session puts its stream in the place of the
// file of the stream. Variables keep the file, as does log.SetOutput.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func writers(u *unit) {
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		c, ok := e.(*core.Call)
		if !ok {
			return e
		}
		switch fun := c.Fun.(type) {
		case *core.Field:
			if fun.Method && fun.E != nil && isNamed(fun.E.Type(), "io", "Writer") && fun.Name == "Write" {
				fun.E = hostCall(c.At, "Writer", fun.E.Type(), fun.E)
			}
			if p, ok := fieldOwner(fun).(*types.Pointer); ok && isNamed(p.Elem(), "os", "File") && len(c.Args) == 1 && !c.Spread {
				switch fun.Name {
				case "Write", "WriteString":
					return hostCall(c.At, "File"+fun.Name, c.T, fun.E, c.Args[0])
				}
			}
		case *core.Ref:
			h, ok := fun.Obj.(*core.Host)
			sig, isFunc := fun.T.(*types.Signature)
			if !ok || !isFunc || h.Path == HostPath || h.Path == "fmt" || h.Name == "SetOutput" { // log.Writer gives it back
				return e
			}
			for i, a := range c.Args {
				if t := paramType(sig, i, c.Spread); t != nil && isNamed(t, "io", "Writer") && !isNil(a) && !isTuple(a.Type()) {
					c.Args[i] = hostCall(a.Pos(), "Writer", t, a)
				}
			}
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// fieldOwner is the type of the value whose method is called, nil if there is none.
func fieldOwner(f *core.Field) types.Type {
	if !f.Method || f.E == nil {
		return nil
	}
	return types.Unalias(f.E.Type())
}

// isNamed reports whether a type is a named one of another package.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}
