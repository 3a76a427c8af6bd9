package legal

// This file takes deferred calls from the interpreter, which reads their arguments late, shares one function literal among all
// executions of a defer statement, leaves out the others when one panics, and hangs where literals and defers meet. The body
// of a function that defers becomes a literal that the session runs:
//
//	func f(x int) int { defer g(x); return h() }
//
// becomes
//
//	func f(x int) int {
//		var result int
//		host.Deferring(func(later func(int, func())) {
//			later(2, task(x))
//			result = h()
//			return
//		})
//		return result
//	}
//
//	func task(x int) func() { return func() { g(x) } }
//
// The session calls what was given to later, last first, whatever panics. The number says how many interpreted functions lie
// from the session to a recover that counts: the deferred function itself, and those that make the call.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

var (
	emptySignature = types.NewSignatureType(nil, nil, nil, nil, nil, false)
	laterSignature = types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.Int]),
		types.NewParam(token.NoPos, nil, "", emptySignature)), nil, false)
	bodySignature = types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "", laterSignature)), nil, false)
)

func defers(u *unit) {
	for _, fn := range u.pkg.Funcs {
		fn.Body = u.deferring(fn, fn.Results, fn.Body)
	}
}

// deferring rewrites a function body and those of the literals in it.
func (u *unit) deferring(fn *core.Func, results []types.Type, body []core.Stmt) []core.Stmt {
	for _, lit := range literalsIn(body) {
		lit.Body = u.deferring(fn, lit.Results, lit.Body)
	}
	body = eachBlock(body, unnest)
	at, found := deferIn(body)
	if !found {
		return body
	}
	later := &core.Var{At: at, Name: u.namer(fn).Fresh("later"), Type: laterSignature}
	var out []core.Stmt
	var values []core.Expr
	for _, t := range results {
		v := &core.Var{At: at, Name: u.namer(fn).Fresh("result"), Type: t}
		out = append(out, &core.Define{S: core.S{At: at}, Vars: []*core.Var{v}})
		values = append(values, ref(v, at))
	}
	body = eachBlock(body, func(list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			label, inner := labelled(s)
			var now []core.Stmt
			switch s := inner.(type) {
			case *core.Return:
				now = u.resultsFirst(s, values)
			case *core.Do:
				if s.How == core.DoDefer {
					now = u.later(fn, later, s)
				}
			}
			if now == nil {
				out = append(out, s)
				continue
			}
			if label != nil {
				label.Stmt = block(label.At, now)
				now = []core.Stmt{label}
			}
			out = append(out, now...)
		}
		return out
	})
	lit := &core.FuncLit{X: core.X{At: at, T: bodySignature}, Signature: core.Signature{Params: []*core.Var{later}}, Body: body}
	out = append(out, &core.Do{S: core.S{At: at}, E: hostCall(at, "Deferring", nil, lit)})
	if len(values) > 0 {
		out = append(out, ret(at, clones(values)...))
	}
	return out
}

// unnest writes func() { host.Deferring(f) }() as host.Deferring(f).
func unnest(list []core.Stmt) []core.Stmt {
	for i, s := range list {
		d, ok := s.(*core.Do)
		if !ok || d.How != core.DoCall {
			continue
		}
		c, ok := d.E.(*core.Call)
		if !ok {
			continue
		}
		lit, ok := c.Fun.(*core.FuncLit)
		if !ok || len(lit.Body) != 1 || len(lit.Params) > 0 {
			continue
		}
		if inner, ok := lit.Body[0].(*core.Do); ok && isHostCall(inner.E, "Deferring") {
			list[i] = inner
		}
	}
	return list
}

func isHostCall(e core.Expr, name string) bool {
	c, ok := e.(*core.Call)
	if !ok {
		return false
	}
	r, ok := c.Fun.(*core.Ref)
	if !ok {
		return false
	}
	h, ok := r.Obj.(*core.Host)
	return ok && h.Path == HostPath && h.Name == name
}

// labelled gives the statement behind a label, and the last label.
func labelled(s core.Stmt) (*core.Label, core.Stmt) {
	l, ok := s.(*core.Label)
	if !ok {
		return nil, s
	}
	if inner, s := labelled(l.Stmt); inner != nil {
		return inner, s
	}
	return l, l.Stmt
}

func clones(list []core.Expr) []core.Expr {
	var out []core.Expr
	for _, e := range list {
		out = append(out, core.CloneExpr(e))
	}
	return out
}

// resultsFirst assigns results and returns.
func (u *unit) resultsFirst(s *core.Return, values []core.Expr) []core.Stmt {
	end := ret(s.At)
	if len(s.Results) == 0 {
		return []core.Stmt{end}
	}
	return []core.Stmt{&core.Assign{S: core.S{At: s.At}, Op: token.ASSIGN, Lhs: clones(values), Rhs: s.Results}, end}
}

// later gives a deferred call to the session.
func (u *unit) later(fn *core.Func, later *core.Var, d *core.Do) []core.Stmt {
	push := func(depth int64, f core.Expr) core.Stmt {
		return &core.Do{S: d.S, E: call(d.At, nil, ref(later, d.At), intConst(d.At, depth, types.Typ[types.Int]), f)}
	}
	c, ok := d.E.(*core.Call)
	if !ok {
		u.refuse(d.At, "this defer statement is not supported; call a function in it")
		return []core.Stmt{d}
	}
	if lit, ok := c.Fun.(*core.FuncLit); ok && len(lit.Params) == 0 && len(lit.Results) == 0 {
		return []core.Stmt{push(1, u.maker(fn, lit))}
	}
	var before []core.Stmt
	if len(c.Args) == 1 && isTuple(c.Args[0].Type()) {
		def := &core.Define{S: core.S{At: c.At}, Rhs: c.Args}
		c2 := *c
		c2.Args = nil
		for _, t := range tuple(c.Args[0].Type().(*types.Tuple)) {
			v := &core.Var{At: c.At, Name: u.namer(fn).Fresh("arg"), Type: t}
			def.Vars = append(def.Vars, v)
			c2.Args = append(c2.Args, ref(v, c.At))
		}
		before, d.E = []core.Stmt{def}, &c2
	}
	if c, ok := d.E.(*core.Call); ok && dispatches(c.Fun) { // of nil there is no method to defer
		v := &core.Var{At: c.At, Name: u.namer(fn).Fresh("on"), Type: c.Args[0].Type()}
		before = append(before, define(c.At, v, c.Args[0]), &core.Do{S: core.S{At: c.At}, E: hostCall(c.At, "NotNil", nil, ref(v, c.At))})
		c2 := *c
		c2.Args = append([]core.Expr{ref(v, c.At)}, c.Args[1:]...)
		d.E = &c2
	}
	task := u.taskOf(fn, d)
	if task == nil {
		return []core.Stmt{d} // refused
	}
	if dispatches(c.Fun) {
		return append(before, push(4, task))
	}
	return append(before, push(2, task))
}

// deferIn is the place of a defer statement outside the literals of a body.
func deferIn(body []core.Stmt) (at token.Pos, found bool) {
	core.InspectStmts(body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.FuncLit:
			return false
		case *core.Do:
			if n.How == core.DoDefer && !found {
				at, found = n.At, true
			}
		}
		return true
	})
	return at, found
}

// literalsIn lists the function literals of a body that are not in other ones.
func literalsIn(body []core.Stmt) []*core.FuncLit {
	var out []*core.FuncLit
	core.InspectStmts(body, func(n core.Node) bool {
		lit, ok := n.(*core.FuncLit)
		if ok {
			out = append(out, lit)
		}
		return !ok
	})
	return out
}

// eachBlock applies f to the lists of a body outside its literals, innermost first.
func eachBlock(list []core.Stmt, f func([]core.Stmt) []core.Stmt) []core.Stmt {
	for _, s := range list {
		_, s := labelled(s)
		switch s := s.(type) {
		case *core.If:
			s.Then, s.Else = eachBlock(s.Then, f), eachBlock(s.Else, f)
		case *core.For:
			s.Body = eachBlock(s.Body, f)
		case *core.Range:
			s.Body = eachBlock(s.Body, f)
		case *core.Switch:
			for _, c := range s.Cases {
				c.Body = eachBlock(c.Body, f)
			}
		case *core.TypeSwitch:
			for _, c := range s.Cases {
				c.Body = eachBlock(c.Body, f)
			}
		case *core.Select:
			for _, c := range s.Cases {
				c.Body = eachBlock(c.Body, f)
			}
		case *core.Block:
			s.Body = eachBlock(s.Body, f)
		}
	}
	return f(list)
}

func contains(list []*core.Var, v *core.Var) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}
