package legal

// This file holds the table of passes.

import (
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// HostPath is the import path of the functions that the session supplies to lowered code.
const HostPath = "github.com/costate/costate/interp/host"

// Pass is one rewriting of core for the interpreter.
type Pass struct {
	Name   string
	Run    func(*unit)
	Reason string
}

// Passes returns the passes in the order in which they run.
func Passes() []Pass {
	return []Pass{}
}

// unit is a package on its way through the passes.
type unit struct {
	pkg   *core.Package
	diags diag.List
}

// Apply rewrites a package into what the interpreter runs rightly. The package is not changed. What cannot be
// rewritten is reported.
func Apply(p *core.Package) (*core.Package, diag.List) {
	u := &unit{pkg: p}
	for _, pass := range Passes() {
		pass.Run(u)
	}
	u.diags.Sort()
	return u.pkg, u.diags
}
