package legal

// This file puts blocks around the bodies of cases with labels: the interpreter does not find labels that stand directly in a case.

import (
	"go/token"

	"github.com/costate/costate/internal/core"
)

func caseLabels(u *unit) {
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Switch:
				for _, c := range n.Cases {
					c.Body = inBlock(c.At, c.Body)
				}
			case *core.Select:
				for _, c := range n.Cases {
					c.Body = inBlock(c.At, c.Body)
				}
			}
			return true
		})
	}
}

// inBlock puts a list with labels into a block; a fallthrough stays behind it.
func inBlock(at token.Pos, list []core.Stmt) []core.Stmt {
	for _, s := range list {
		if _, ok := s.(*core.Label); !ok {
			continue
		}
		last := len(list) - 1
		if j, ok := list[last].(*core.Jump); ok && j.Tok == token.FALLTHROUGH {
			return []core.Stmt{&core.Block{S: core.S{At: at}, Body: list[:last]}, list[last]}
		}
		return []core.Stmt{&core.Block{S: core.S{At: at}, Body: list}}
	}
	return list
}
