package typing

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// variables lists all variables that the package declares, local ones too, with their types, in source order.
func variables(c *Checked) string {
	var b strings.Builder
	qualifier := func(p *types.Package) string {
		if p == c.Pkg {
			return ""
		}
		return p.Name()
	}
	for _, f := range c.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			if v, ok := c.Info.Defs[id].(*types.Var); ok && !v.IsField() && strings.HasPrefix(v.Name(), "show") {
				fmt.Fprintf(&b, "%s %s\n", v.Name(), types.TypeString(v.Type(), qualifier))
			}
			return true
		})
	}
	return b.String()
}
