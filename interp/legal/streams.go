package legal

// This file refuses to set the standard streams: what fmt prints goes to the cell's output whatever they are set to.

import (
	"go/token"

	"github.com/costate/costate/internal/core"
)

func streams(u *unit) {
	writers(u)
	look := func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Assign:
			for _, l := range n.Lhs {
				u.refuseStream(l)
			}
		case *core.Unary:
			if n.Op == token.AND {
				u.refuseStream(n.E)
			}
		}
		return true
	}
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, look)
	}
}

func (u *unit) refuseStream(e core.Expr) {
	r, ok := e.(*core.Ref)
	if !ok {
		return
	}
	if h, ok := r.Obj.(*core.Host); ok && h.Path == "os" && (h.Name == "Stdin" || h.Name == "Stdout" || h.Name == "Stderr") {
		u.refuse(r.At, "setting os.%s is not supported; give the writer to fmt.Fprint", h.Name)
	}
}
