package engine

// This file keeps two rules of the language that what the emitter adds could break. A goto must not jump over a
// declaration, and the emitter and the normal form put declarations of their own where the primal had none. A function with
// results must end in a terminating statement, and the emitter puts statements behind those of the primal.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

// undeclare moves what is declared between a goto and a label further down in the same list to the start of the
// list. The primal declares nothing there, so all names are the emitter's own and mean nothing else.
//
//	if c { goto done }      var t float64
//	t := f(x)          ->   if c { goto done }
//	done:                   t = f(x)
//	                        done:
func undeclare(list []core.Stmt) []core.Stmt {
	for _, s := range list {
		undeclareInside(s)
	}
	first := map[string]int{} // the first statement that holds a goto to a label
	for i, s := range list {
		for label := range gotoLabels([]core.Stmt{s}) {
			if _, known := first[label]; !known {
				first[label] = i
			}
		}
	}
	jumped := map[int]bool{} // statements that a goto jumps over
	for i, s := range list {
		l, ok := s.(*core.Label)
		if !ok {
			continue
		}
		if from, known := first[l.Name]; known {
			for k := from + 1; k < i; k++ {
				jumped[k] = true
			}
		}
	}
	var vars, out []core.Stmt
	for i, s := range list {
		d, ok := s.(*core.Define)
		if !ok || !jumped[i] {
			out = append(out, s)
			continue
		}
		a := &core.Assign{S: d.S, Op: token.ASSIGN, Rhs: d.Rhs}
		for _, v := range d.Vars {
			if v == nil {
				a.Lhs = append(a.Lhs, nil)
				continue
			}
			born := declare(v)
			born.At = d.At
			vars = append(vars, born)
			a.Lhs = append(a.Lhs, ref(v))
			if len(d.Rhs) == 0 {
				a.Rhs = append(a.Rhs, zeroOf(v.Type))
			}
		}
		out = append(out, a)
	}
	return append(vars, out...)
}

func undeclareInside(s core.Stmt) {
	if l, ok := s.(*core.Label); ok && l.Stmt != nil {
		undeclareInside(l.Stmt)
	}
	core.MapLists(s, undeclare)
}

// zeroOf is the zero value of a type that the emitter declares.
func zeroOf(t types.Type) core.Expr {
	if b, ok := t.Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsBoolean != 0:
			return boolConst(false)
		case b.Info()&types.IsString != 0:
			return stringConst("")
		case b.Info()&types.IsInteger != 0:
			return intConst(0)
		case b.Info()&types.IsFloat != 0:
			return floatConst(0)
		}
	}
	return nilOf(t)
}

// terminates reports whether a list ends in a terminating statement, as the specification defines it.
func terminates(list []core.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *core.Return:
		return true
	case *core.Jump:
		return s.Tok == token.GOTO
	case *core.Do:
		return builtinName(s.E) == "panic"
	case *core.Block:
		return terminates(s.Body)
	case *core.If:
		return terminates(s.Then) && terminates(s.Else)
	case *core.For:
		return s.Cond == nil && !breaks(s.Body, "", true)
	case *core.Label:
		if s.Stmt == nil {
			return false
		}
		return terminates([]core.Stmt{s.Stmt}) && !breaks([]core.Stmt{s.Stmt}, s.Name, false)
	case *core.Switch:
		all := false
		for i, c := range s.Cases {
			all = all || c.Default
			if !terminates(c.Body) && !fallsThrough(c.Body) || breaks(c.Body, "", true) || fallsThrough(c.Body) && i == len(s.Cases)-1 {
				return false
			}
		}
		return all
	}
	return false
}

func fallsThrough(body []core.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	j, ok := body[len(body)-1].(*core.Jump)
	return ok && j.Tok == token.FALLTHROUGH
}

// breaks reports whether a list has a break that names label, or, if plain is true, one without a label that
// belongs to the statement around the list.
func breaks(list []core.Stmt, label string, plain bool) bool {
	found := false
	core.InspectStmts(list, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			return false
		case *core.For, *core.Range, *core.Switch, *core.TypeSwitch, *core.Select:
			if plain { // a plain break inside belongs to it
				return false
			}
		case *core.Jump:
			if n.Tok == token.BREAK {
				found = found || plain && n.Label == "" || label != "" && n.Label == label
			}
		}
		return !found
	})
	return found
}

// unreachable stands where no run arrives, so that a function ends in a terminating statement.
func unreachable(at token.Pos) core.Stmt {
	return &core.Do{S: core.S{At: at}, E: builtin("panic", nil, stringConst("unreachable"))}
}
