package legal

// This file rewrites go statements. go f(x) becomes host.Go("place", task(f, x)) with
//
//	func task(f func(T), x T) func() { return func() { f(x) } }
//
// The host's wrapper recovers a panic, which would end the process, and counts the goroutine. Function and
// arguments pass through parameters of a function made for that: a literal given to the host directly reads
// captured variables too late.

import (
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func tasks(u *unit) {
	u.loopLiterals()
	u.hostLiterals()
	u.guards()
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		for i, s := range list {
			if d, ok := s.(*core.Do); ok && d.How == core.DoGo {
				list[i] = u.task(fn, d)
			} else if l, ok := s.(*core.Label); ok {
				if d, ok := l.Stmt.(*core.Do); ok && d.How == core.DoGo {
					l.Stmt = u.task(fn, d)
				}
			}
		}
		return list
	})
}

// task gives the call that starts a goroutine, or d itself if that was refused.
func (u *unit) task(fn *core.Func, d *core.Do) core.Stmt {
	task := u.taskOf(fn, d)
	if task == nil {
		return d
	}
	return &core.Do{S: d.S, E: hostCall(d.At, "Go", nil, u.place(fn, "go", d.At), task)}
}

// taskOf gives a function without parameters that makes the call of d with the function and the arguments of now, or nil if that
// was refused.
func (u *unit) taskOf(fn *core.Func, d *core.Do) core.Expr {
	c, ok := d.E.(*core.Call)
	if !ok {
		u.refuse(d.At, "this statement is not supported yet; call a function in it")
		return nil
	}
	c2 := *c
	if lit, ok := c.Fun.(*core.FuncLit); ok {
		c2.Fun = u.maker(fn, lit)
	}
	f := &core.Func{At: d.At}
	var args []core.Expr
	param := func(name string, t types.Type, e core.Expr) core.Expr {
		v := &core.Var{At: d.At, Name: name, Type: t}
		f.Params = append(f.Params, v)
		args = append(args, e)
		return ref(v, d.At)
	}
	c2.Args = nil
	if m, ok := c.Fun.(*core.Field); ok && m.Method && m.E != nil { // of another package's type
		recv, t := m.E, m.E.Type()
		if takesPointer(m) && addressable(recv) {
			t = types.NewPointer(t)
			recv = address(recv, t, m.At)
		}
		c2.Fun = &core.Field{X: m.X, E: param("r", t, recv), Name: m.Name, Method: true}
	} else if !static(c.Fun) {
		c2.Fun = param("f", c.Fun.Type(), c2.Fun)
	}
	sig, _ := calleeType(c.Fun)
	for i, a := range c.Args {
		t := a.Type()
		if sig != nil {
			t = paramType(sig, i, c.Spread)
		}
		if _, several := t.(*types.Tuple); t == nil || several || len(c.Args) == 1 && isTuple(a.Type()) {
			u.refuse(d.At, "this statement is not supported yet; wrap the call in a function literal")
			return nil
		}
		c2.Args = append(c2.Args, param("a"+string(rune('0'+i%10))+string(rune('a'+i/10)), t, a))
	}
	fnType := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	body := &core.Do{S: core.S{At: d.At}, E: &c2}
	lit := &core.FuncLit{X: core.X{At: d.At, T: fnType}, Body: []core.Stmt{body}}
	f.Results = []types.Type{fnType}
	f.Body = []core.Stmt{ret(d.At, lit)}
	f = u.share(f, "task")
	return call(d.At, fnType, refFunc(f, d.At), args...)
}

// static reports whether e names a function that is the same at any time.
func static(e core.Expr) bool {
	r, ok := e.(*core.Ref)
	if !ok {
		return false
	}
	_, v := r.Obj.(*core.Var)
	return !v
}

// calleeType is the signature of a called expression; nil for builtins.
func calleeType(e core.Expr) (*types.Signature, bool) {
	if e.Type() == nil {
		if r, ok := e.(*core.Ref); ok {
			if f, ok := r.Obj.(*core.Func); ok {
				return signature(f), true
			}
		}
		return nil, false
	}
	s, ok := e.Type().Underlying().(*types.Signature)
	return s, ok
}

// paramType is the type that argument i is converted to.
func paramType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		if s, ok := sig.Params().At(n - 1).Type().Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return types.Typ[types.Byte] // append([]byte, string...)
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// cloneSignature copies a signature's parameters, so that a new function has variables of its own.
func cloneSignature(s *types.Signature, names func(int) string) core.Signature {
	out := core.Signature{Variadic: s.Variadic(), Results: slices.Clone(tuple(s.Results()))}
	for i := range s.Params().Len() {
		out.Params = append(out.Params, &core.Var{Name: names(i), Type: s.Params().At(i).Type()})
	}
	return out
}
