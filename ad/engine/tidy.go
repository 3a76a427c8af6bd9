package engine

// This file finishes generated functions: it drops what the reverse sweep turned out not to use and gives each
// statement a tree of its own.

import (
	"go/token"

	"github.com/costate/costate/internal/core"
)

// tidy returns the finished body of a function.
func tidy(body []core.Stmt) []core.Stmt {
	body = core.CloneStmts(body)
	for {
		used := readVars(body)
		dropped := false
		m := &core.Mapper{Stmt: func(s core.Stmt) []core.Stmt {
			switch s := s.(type) {
			case *core.Define:
				if allUnused(s.Vars, used) && (len(s.Rhs) == 0 || allPure(s.Rhs)) {
					dropped = true
					return nil
				}
				if len(s.Rhs) == 1 && len(s.Vars) > 1 {
					for i, v := range s.Vars {
						if v != nil && !used[v] {
							s.Vars[i] = nil
							dropped = true
						}
					}
				}
				if allNil(s.Vars) && len(s.Rhs) == 1 {
					if c, ok := s.Rhs[0].(*core.Call); ok && builtinName(c) == "" {
						return []core.Stmt{&core.Do{S: s.S, E: c}}
					}
				}
			case *core.Assign: // of a variable that nothing reads
				if len(s.Lhs) == 1 && s.Op == token.ASSIGN && isPlain(s.Lhs[0]) && allPure(s.Rhs) {
					if v, ok := s.Lhs[0].(*core.Ref).Obj.(*core.Var); ok && !used[v] && !v.Global {
						dropped = true
						return nil
					}
				}
			}
			return []core.Stmt{s}
		}}
		body = m.MapStmts(body)
		if !dropped {
			return body
		}
	}
}

// own gives a function variables of its own: versions of one function are made from the same normal form. Variables
// that would hide the packages that emitted code names get other names.
func own(f *core.Func, n names) {
	copies := map[*core.Var]*core.Var{}
	m := &core.Mapper{Var: func(v *core.Var) *core.Var {
		if v.Global {
			return v
		}
		c := copies[v]
		if c == nil {
			twin := *v
			c = n.unhide(&twin)
			copies[v] = c
		}
		return c
	}}
	for i, v := range f.Params {
		f.Params[i] = m.Var(v)
	}
	f.Body = m.MapStmts(f.Body)
}

func allNil(vs []*core.Var) bool {
	for _, v := range vs {
		if v != nil {
			return false
		}
	}
	return true
}

func allUnused(vs []*core.Var, used map[*core.Var]bool) bool {
	for _, v := range vs {
		if v != nil && used[v] {
			return false
		}
	}
	return true
}

// allPure reports whether evaluating expressions has no effect but a value.
func allPure(list []core.Expr) bool {
	pure := true
	for _, e := range list {
		core.Inspect(e, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Call:
				name := builtinName(n)
				pure = pure && (repeatable(n) || name == "make" || pureRuntime(hostCallee(n)))
			case *core.Unary:
				pure = pure && n.Op != token.ARROW
			}
			return pure
		})
	}
	return pure
}

// pureRuntime reports whether a function of package rt only computes a value.
func pureRuntime(h *core.Host) bool {
	if h == nil || h.Path != rtPath {
		return false
	}
	return h.Name != "Append" && h.Name != "AppendRows" && h.Name != "AppendBack"
}

// readVars collects the variables that are read: the target of a plain assignment is not.
func readVars(body []core.Stmt) map[*core.Var]bool {
	used := map[*core.Var]bool{}
	targets := map[core.Node]bool{}
	core.InspectStmts(body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Assign:
			if n.Op == token.ASSIGN {
				for _, l := range n.Lhs {
					if r, ok := l.(*core.Ref); ok {
						targets[r] = true
					}
				}
			}
		case *core.Ref:
			if v, ok := n.Obj.(*core.Var); ok && !targets[n] {
				used[v] = true
			}
		}
		return true
	})
	return used
}
