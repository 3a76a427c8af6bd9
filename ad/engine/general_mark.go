package engine

// This file takes back an attempt at the fast forms.

import (
	"maps"
	"slices"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// mark is what an attempt at the fast forms changes.
type mark struct {
	diags     diag.List
	funcs     []*core.Func
	made      map[version]*core.Func
	names     names
	tapes     []*core.Var
	tapeInits []core.Stmt
	grads     map[*core.Func]*gradient
}

func (p *program) mark() mark {
	return mark{slices.Clone(p.diags), slices.Clone(p.funcs), maps.Clone(p.made), maps.Clone(p.names), slices.Clone(p.tapes), slices.Clone(p.tapeInits), maps.Clone(p.grads)}
}

func (p *program) reset(m mark) {
	p.diags, p.funcs, p.made, p.names, p.tapes, p.tapeInits, p.grads = m.diags, m.funcs, m.made, m.names, m.tapes, m.tapeInits, m.grads
}
