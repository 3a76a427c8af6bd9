package interp

// This file lists the calls during which a program panicked. The interpreter names the functions that a panic leaves; the places in
// them are found if a function calls the next one at one place only.

import (
	"go/token"
	"strconv"
	"strings"

	"github.com/costate/costate/internal/core"
)

// maxCalls is how many calls are listed.
const maxCalls = 30

// calls lists the calls that the interpreter has reported since the last panic, of which the innermost was at a place.
func (m *machine) calls(at token.Position) string {
	s := m.session
	if s.program == nil {
		return ""
	}
	var list []string
	var inner *core.Func
	last := ""
	for _, line := range m.stderr.lines() {
		g := frameFunction.FindStringSubmatch(line)
		place := framePattern.FindStringSubmatch(line)
		if g == nil || place == nil {
			continue
		}
		near := token.Position{}
		if n, err := strconv.Atoi(place[2]); err == nil && n >= 1 && n <= len(m.lines[place[1]]) {
			near = m.lines[place[1]][n-1]
		}
		fn := s.functionOf(g[1], near)
		name := near.Filename // the statements of a cell
		if fn != nil && fn.Orig != "" && !s.trans[fn.Name] {
			name = nameOf(fn)
		}
		if name == "" || name == last {
			continue // a literal in the function, or recursion
		}
		where := token.Position{}
		switch {
		case len(list) == 0:
			where = at
		case fn != nil && inner != nil:
			where = s.callSite(fn, inner)
		}
		if len(list) == maxCalls {
			list = append(list, "…")
			break
		}
		text := name
		if where.IsValid() {
			text += " (" + where.String() + ")"
		}
		list = append(list, text)
		last, inner = name, fn
	}
	if len(list) < 2 {
		return ""
	}
	return strings.Join(list, "\n")
}

// callSite is where a function calls another, if that is at one place.
func (s *Session) callSite(fn, callee *core.Func) (at token.Position) {
	found := 0
	core.InspectStmts(fn.Body, func(n core.Node) bool {
		c, ok := n.(*core.Call)
		if !ok {
			return true
		}
		is := false
		switch f := c.Fun.(type) {
		case *core.Ref:
			is = f.Obj == core.Object(callee)
		case *core.Field:
			is = f.Method && callee.Recv != nil && f.Name == callee.Name
		}
		if is {
			found++
			at = s.fset.Position(c.At)
		}
		return true
	})
	if found != 1 {
		return token.Position{}
	}
	return at
}
