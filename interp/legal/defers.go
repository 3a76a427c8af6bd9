package legal

// This file rewrites deferred calls. The interpreter keeps the place of an argument and not its value, so arguments are
// put into fresh variables; and all executions of one defer statement share the last function literal, so a literal
// in a loop gets the variables of the iteration as parameters.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (h *hoister) deferred(d *core.Do, c *core.Call) {
	if len(c.Args) == 1 && isTuple(c.Args[0].Type()) {
		h.u.refuse(c.At, "a deferred call with the results of another call is not supported yet")
		return
	}
	switch f := c.Fun.(type) {
	case *core.FuncLit:
		h.deferredLiteral(c, f)
	case *core.Field:
		if f.Method && f.E != nil {
			if _, ptr := f.E.Type().Underlying().(*types.Pointer); ptr || types.IsInterface(f.E.Type()) || !takesPointer(f) {
				f.E = h.temp("recv", f.E, f.E.Type())
			}
			break
		}
		h.deferredValue(d, c)
		return
	default:
		if !static(c.Fun) {
			h.deferredValue(d, c)
			return
		}
	}
	sig, _ := calleeType(c.Fun)
	for i, a := range c.Args {
		if _, ok := a.(*core.Const); ok || a.Type() == nil {
			continue
		}
		t := a.Type()
		if sig != nil {
			if p := paramType(sig, i, c.Spread); p != nil && !types.IsInterface(p) {
				t = p
			}
		}
		c.Args[i] = h.temp("arg", a, t)
	}
}

// deferredLiteral passes the variables of the surrounding loops to a deferred literal as arguments.
func (h *hoister) deferredLiteral(c *core.Call, lit *core.FuncLit) {
	var captured []*core.Var
	inLoop := h.u.loopLocals(h.fn)
	core.InspectStmts(lit.Body, func(n core.Node) bool {
		if r, ok := n.(*core.Ref); ok {
			if v, ok := r.Obj.(*core.Var); ok && inLoop[v] && !contains(captured, v) {
				captured = append(captured, v)
			}
		}
		return true
	})
	if len(captured) == 0 {
		return
	}
	sig := lit.T.(*types.Signature)
	params := params(sig)
	m := map[*core.Var]*core.Var{}
	for _, v := range captured {
		if assignments(h.fn.Body, v) {
			h.u.refuse(c.At, "a deferred function literal in a loop that uses %s, which is assigned to, is not supported yet; pass it as an argument", v.Name)
			return
		}
		w := *v
		w.Name = h.u.namer(h.fn).Fresh(v.Name)
		m[v] = &w
	}
	if sig.Variadic() {
		h.u.refuse(c.At, "a deferred variadic function literal in a loop is not supported yet")
		return
	}
	body := (&core.Mapper{Var: func(v *core.Var) *core.Var {
		if m[v] != nil {
			return m[v]
		}
		return v
	}}).MapStmts(lit.Body)
	lit.Body = body
	for _, v := range captured {
		lit.Params = append(lit.Params, m[v])
		params = append(params, types.NewParam(0, nil, "", v.Type))
		c.Args = append(c.Args, ref(v, c.At))
	}
	lit.T = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), false)
}

// deferredValue defers the call of a function value: through a function that keeps it, since the interpreter loses
// deferred literals that are in variables.
func (h *hoister) deferredValue(d *core.Do, c *core.Call) {
	for _, f := range h.u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if lit, ok := n.(*core.FuncLit); ok && recovers(lit.Body) {
				h.u.refuse(c.At, "deferring a function value is not supported in a session whose function literals call recover; defer a literal that calls it")
			}
			return true
		})
	}
	go_ := *d
	go_.How = core.DoGo
	s, ok := h.u.task(h.fn, &go_).(*core.Do)
	if !ok || s.How == core.DoGo {
		return // refused
	}
	task := s.E.(*core.Call).Args[0]
	d.E = call(c.At, nil, h.temp("later", task, task.Type()))
}

func recovers(list []core.Stmt) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		if c, ok := n.(*core.Call); ok && builtinName(c.Fun) == "recover" {
			found = true
		}
		return !found
	})
	return found
}

func contains(list []*core.Var, v *core.Var) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// assignments reports whether a variable changes after its definition.
func assignments(list []core.Stmt, v *core.Var) bool { return assigned(list, v) }

// loopLocals is the set of variables that are declared in loops.
func (u *unit) loopLocals(f *core.Func) map[*core.Var]bool {
	set := map[*core.Var]bool{}
	declared := func(list []core.Stmt) {
		core.InspectStmts(list, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.FuncLit:
				return false // its variables are new at each call
			case *core.Define:
				for _, v := range n.Vars {
					set[v] = true
				}
			case *core.Range:
				set[n.Key], set[n.Val] = true, true
			case *core.TypeSwitch:
				for _, c := range n.Cases {
					set[c.Bind] = true
				}
			}
			return true
		})
	}
	core.InspectStmts(f.Body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.For:
			declared(n.Body)
			if n.Init != nil {
				declared([]core.Stmt{n.Init})
			}
		case *core.Range:
			declared(n.Body)
			set[n.Key], set[n.Val] = true, true
		}
		return true
	})
	delete(set, nil)
	return set
}
