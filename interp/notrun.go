package interp

// This file finds uses of variables whose cells have not run to their ends since the interpreter was made.

import (
	"cmp"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// notRun reports each place of the plan's cell from which a variable is reached that has no value yet, as
// functions call functions. The session as it will be counts: a rebuild may take other cells' values. If nothing but such losses are in the
// way, needs are the cells that make the values again.
func (s *Session) notRun(p *plan) (diags diag.List, needs []string) {
	byName := map[string]*cell{}
	for _, c := range p.cells {
		byName[c.text.name] = c
	}
	bad := func(v *core.Var) *cell {
		c := byName[p.fset.Position(v.At).Filename]
		if c == nil || c == p.cell || s.valued(p, v) {
			return nil
		}
		return c
	}
	r := &reach{pkg: p.entry, bad: bad}
	lost := true
	steps := map[string]bool{}
	for _, st := range p.steps {
		steps[st.fn] = true
	}
	for _, f := range p.entry.Funcs {
		if f.Recv != nil || !steps[f.Name] {
			continue
		}
		r.each(f.Body, func(at token.Pos, v *core.Var) {
			c := bad(v)
			why := "has not run; run it first"
			switch {
			case c.state == StateFailed:
				lost = false
				why = "an error stopped before its end; run it again first"
			case c.ran || c.state == StateStale:
				why = "must run again first: the value could not be kept when the session was rebuilt"
				needs = append(needs, c.id)
			default:
				lost = false
			}
			diags.Add(p.fset, at, "not-run", "%s is defined in %s, which %s", cmp.Or(v.Orig, v.Name), c.text.name, why)
		})
	}
	diags.Sort()
	if !lost {
		return diags, nil
	}
	return diags, s.graph().Order(needs)
}

// reach finds the variables that code may use.
type reach struct {
	pkg *core.Package
	bad func(*core.Var) *cell
}

// each calls f for every expression of the list that uses a bad variable, directly or through functions.
func (r *reach) each(list []core.Stmt, f func(token.Pos, *core.Var)) {
	r.uses(list, func(at token.Pos, v *core.Var, fn *core.Func) {
		if fn != nil {
			v = r.function(fn, map[*core.Func]bool{})
		}
		if v != nil {
			f(at, v)
		}
	})
}

// uses calls f for each bad variable and each function that a list mentions.
func (r *reach) uses(list []core.Stmt, f func(token.Pos, *core.Var, *core.Func)) {
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Ref:
			switch obj := n.Obj.(type) {
			case *core.Var:
				if obj.Global && r.bad(obj) != nil {
					f(n.At, obj, nil)
				}
			case *core.Func:
				f(n.At, nil, obj)
			}
		case *core.Field:
			if n.Method {
				for _, m := range r.methods(n) {
					f(n.At, nil, m)
				}
			}
		}
		return true
	})
}

// function gives a bad variable that a function may use, or nil.
func (r *reach) function(fn *core.Func, seen map[*core.Func]bool) (found *core.Var) {
	if seen[fn] {
		return nil
	}
	seen[fn] = true
	r.uses(fn.Body, func(_ token.Pos, v *core.Var, next *core.Func) {
		if next != nil && found == nil {
			v = r.function(next, seen)
		}
		if found == nil {
			found = v
		}
	})
	return found
}

// methods lists the methods that a selection may mean: by name, since an interface may hold any type.
func (r *reach) methods(n *core.Field) []*core.Func {
	var recv types.Type
	if n.E != nil {
		recv = n.E.Type()
	} else {
		recv = n.Recv
	}
	_, iface := recv.Underlying().(*types.Interface)
	var out []*core.Func
	for _, f := range r.pkg.Funcs {
		if f.Recv == nil || f.Name != n.Name {
			continue
		}
		if iface || named(f.Recv.Type) == named(recv) || embeds(recv) {
			out = append(out, f)
		}
	}
	return out
}

// named is the type's name without a pointer.
func named(t types.Type) *types.TypeName {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// embeds reports whether a method of t may be that of an embedded field.
func embeds(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if st.Field(i).Embedded() {
			return true
		}
	}
	return false
}
