package legal

// This file refuses deferred functions that panic where others are deferred too: when a deferred function panics,
// the interpreter leaves out the deferred functions that are still to run, and they cannot recover it.

import "github.com/costate/costate/internal/core"

func deferPanics(u *unit) {
	panics := panicking(u.pkg)
	for _, f := range u.pkg.Funcs {
		u.deferPanics(f.Body, panics)
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if lit, ok := n.(*core.FuncLit); ok {
				u.deferPanics(lit.Body, panics)
			}
			return true
		})
	}
}

// deferPanics looks at the defer statements of one function body, those of literals inside it aside.
func (u *unit) deferPanics(body []core.Stmt, panics map[*core.Func]bool) {
	var all, bad []*core.Do
	loop := false
	var walk func(list []core.Stmt, inLoop bool)
	walk = func(list []core.Stmt, inLoop bool) {
		core.InspectStmts(list, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.FuncLit:
				return false
			case *core.For:
				walk(n.Body, true)
				return false
			case *core.Range:
				walk(n.Body, true)
				return false
			case *core.Do:
				if n.How != core.DoDefer {
					break
				}
				all = append(all, n)
				loop = loop || inLoop
				if callMayPanic(n.E, panics) {
					bad = append(bad, n)
				}
			}
			return true
		})
	}
	walk(body, false)
	if len(all) < 2 && !loop {
		return
	}
	for _, d := range bad {
		u.refuse(d.At, "a deferred function that panics where others are deferred too is not supported: these would not run")
	}
}

// callMayPanic reports whether a deferred call runs code that calls panic.
func callMayPanic(e core.Expr, panics map[*core.Func]bool) bool {
	c, ok := e.(*core.Call)
	if !ok {
		return false
	}
	switch f := c.Fun.(type) {
	case *core.FuncLit:
		return bodyPanics(f.Body, panics)
	case *core.Ref:
		switch obj := f.Obj.(type) {
		case *core.Func:
			return panics[obj]
		case *core.Builtin:
			return obj.Name == "panic"
		}
	case *core.Field:
		for fn := range panics { // any method of that name, whatever it belongs to
			if f.Method && fn.Recv != nil && fn.Name == f.Name {
				return true
			}
		}
	}
	return false
}

// panicking finds the functions that call panic, themselves or through others.
func panicking(p *core.Package) map[*core.Func]bool {
	set := map[*core.Func]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Funcs {
			if !set[f] && bodyPanics(f.Body, set) {
				set[f] = true
				changed = true
			}
		}
	}
	return set
}

func bodyPanics(body []core.Stmt, set map[*core.Func]bool) bool {
	found := false
	core.InspectStmts(body, func(n core.Node) bool {
		if c, ok := n.(*core.Call); ok && callMayPanic(c, set) {
			found = true
		}
		return !found
	})
	return found
}
