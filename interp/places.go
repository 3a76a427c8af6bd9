package interp

// This file knows the places of operations that may wait, and of go statements, by the names that legal/waits.go gives them.

import (
	"go/token"
	"strings"
	"sync"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/interp/legal"
)

// places holds the positions of places.
type places struct {
	mu sync.Mutex
	at map[string]token.Position
}

// read takes the places of a plan's program, which may have moved.
func (p *places) read(pl *core.Package) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.at == nil {
		p.at = map[string]token.Position{}
	}
	for _, f := range pl.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if c, ok := n.(*core.Call); ok && c.At.IsValid() {
				if name := legal.PlaceName(c); name != "" {
					p.at[name] = pl.Fset.Position(c.At)
				}
			}
			return true
		})
	}
}

// placeOf is the position of a place, if its kind is the one that is asked for.
func (m *machine) placeOf(name, kind string) token.Position {
	if _, k, ok := strings.Cut(name, " "); !ok || k != kind {
		return token.Position{}
	}
	m.places.mu.Lock()
	defer m.places.mu.Unlock()
	return m.places.at[name]
}
