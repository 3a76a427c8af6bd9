package core

// This file loads the range over a function. Its body becomes a function literal that the iterator calls:
//
//	for x := range seq { if x > 3 { break }; s += x }
//
// becomes
//
//	state := 1
//	seq(func(x int) bool {
//		if state != 1 { panic(...) }
//		state = 2
//		if x > 3 { state = 0; return false }
//		s += x
//		state = 1
//		return true
//	})
//	if state == 2 { panic(...) }
//	state = 3
//
// where state says, as in the Go compiler (cmd/compile/internal/rangefunc), whether the loop is done (0), ready for
// the next value (1), in its body or left by a panic (2), or over (3). A jump or return out of the loop notes
// in a second variable, exit, what is to be done after the call.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// The states of a range over a function.
const (
	yieldDone = iota
	yieldReady
	yieldRunning
	yieldOver
)

// exitReturn is the value of exit for a return; jumps have the numbers after it.
const exitReturn = 1

// yieldBody is the body of a range over a function while it is loaded.
type yieldBody struct {
	loop  *ast.RangeStmt
	outer *yieldBody
	state *Var
	exit  *Var // made when needed
	jumps []*ast.BranchStmt
	ends  bool // the function returns from inside the body
	at    token.Pos
}

// rangeFunc loads a range over a function.
func (f *function) rangeFunc(s *ast.RangeStmt, iterator *types.Signature) []Stmt {
	at := s.Pos()
	label := f.label
	f.label = ""
	y := &yieldBody{loop: s, outer: f.yield, state: f.variable(at, "state", types.Typ[types.Int]), at: at}
	y.exit = f.variable(at, "exit", types.Typ[types.Int])
	seq := f.expr(s.X)
	f.yield = y
	body := within(f, func() Expr { return f.yieldLiteral(s, iterator.Params().At(0).Type().Underlying().(*types.Signature)) })
	f.yield = y.outer
	out := &Block{S: S{At: at}, Body: []Stmt{f.setInt(at, y.state, yieldReady, true)}}
	if y.ends || len(y.jumps) > 0 {
		out.Body = append(out.Body, &Define{S: S{At: at}, Vars: []*Var{y.exit}})
	}
	out.Body = append(out.Body,
		&Do{S: S{At: at}, E: &Call{X: X{At: at}, Fun: seq, Args: []Expr{body}}},
		&If{S: S{At: at}, Cond: f.isInt(at, token.EQL, y.state, yieldRunning), Then: []Stmt{f.loopFault(at,
			f.text(at, "runtime error: range function recovered a loop body panic and did not resume panicking"))}},
		f.setInt(at, y.state, yieldOver, false))
	out.Body = append(out.Body, f.afterYield(y)...)
	if label != "" && f.labels.goTo[label] {
		return []Stmt{&Label{S: S{At: at}, Name: label, Stmt: out}}
	}
	return []Stmt{out}
}

// yieldLiteral loads the body as the function that the iterator calls.
func (f *function) yieldLiteral(s *ast.RangeStmt, sig *types.Signature) Expr {
	at, y := s.Pos(), f.yield
	lit := &FuncLit{X: X{At: at, T: sig}}
	lit.Results = []types.Type{sig.Results().At(0).Type()}
	var set *Assign
	for i, e := range []ast.Expr{s.Key, s.Value} {
		if i >= sig.Params().Len() {
			break
		}
		var v *Var
		t := sig.Params().At(i).Type()
		if v, set = f.rangeVar(s, e, t, set); v == nil {
			v = &Var{At: at, Name: "_", Type: t}
		}
		lit.Params = append(lit.Params, v)
	}
	lit.Body = append(lit.Body,
		&If{S: S{At: at}, Cond: f.isInt(at, token.NEQ, y.state, yieldReady), Then: []Stmt{f.loopFault(at, f.continued(at, y.state))}},
		f.setInt(at, y.state, yieldRunning, false))
	lit.Body = append(lit.Body, f.loopBody(s, set)...)
	if _, left := lit.Body[len(lit.Body)-1].(*Return); !left {
		lit.Body = append(lit.Body, f.leave(s.Body.Rbrace, yieldReady)...)
	}
	return lit
}

// leave ends an execution of the body: the loop goes on if it is ready.
func (f *function) leave(at token.Pos, state int64) []Stmt {
	goOn := newConst(at, constant.MakeBool(state == yieldReady), types.Typ[types.Bool])
	return []Stmt{f.setInt(at, f.yield.state, state, false), &Return{S: S{At: at}, Results: []Expr{goOn}}}
}

// leaveFor leaves the loop and notes why.
func (f *function) leaveFor(at token.Pos, exit int64) []Stmt {
	return append([]Stmt{f.setInt(at, f.yield.exit, exit, false)}, f.leave(at, yieldDone)...)
}

// yieldJump loads a jump whose target is outside the innermost body of a range over a function.
func (f *function) yieldJump(s *ast.BranchStmt) []Stmt {
	y := f.yield
	if s.Tok != token.GOTO && f.labels.target[s] == ast.Stmt(y.loop) {
		if s.Tok == token.CONTINUE {
			return f.leave(s.Pos(), yieldReady)
		}
		return f.leave(s.Pos(), yieldDone)
	}
	y.jumps = append(y.jumps, s)
	return f.leaveFor(s.Pos(), exitReturn+int64(len(y.jumps)))
}

// leaves reports whether a jump leaves the innermost body of a range over a function.
func (f *function) leaves(s *ast.BranchStmt) bool {
	to := f.labels.target[s]
	if f.yield == nil || to == nil {
		return false
	}
	body := f.yield.loop.Body
	return to.Pos() < body.Pos() || to.Pos() >= body.End()
}

// afterYield makes what the body wanted when it left the loop.
func (f *function) afterYield(y *yieldBody) []Stmt {
	var out []Stmt
	when := func(exit int64, then []Stmt) {
		out = append(out, &If{S: S{At: y.at}, Cond: f.isInt(y.at, token.EQL, y.exit, exit), Then: then})
	}
	if y.ends {
		when(exitReturn, f.finish(y.at))
	}
	for i, s := range y.jumps {
		when(exitReturn+1+int64(i), f.jump(s))
	}
	return out
}

// loopFault is the panic of a loop whose iterator does not keep the rules.
func (f *function) loopFault(at token.Pos, text Expr) Stmt {
	fun := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewParam(token.NoPos, nil, "text", types.Typ[types.String])),
		types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Universe.Lookup("error").Type())), false)
	h := &Ref{X: X{At: at, T: fun}, Obj: f.hostNamed("errors", "New")}
	err := &Call{X: X{At: at, T: fun.Results().At(0).Type()}, Fun: h, Args: []Expr{text}}
	return &Do{S: S{At: at}, E: &Call{X: X{At: at}, Fun: &Ref{X: X{At: at}, Obj: &Builtin{Name: "panic"}}, Args: []Expr{err}}}
}

// continued is the text about an iterator that goes on in a state in which it must not.
func (f *function) continued(at token.Pos, state *Var) Expr {
	text := types.Typ[types.String]
	why := &Composite{X: X{At: at, T: types.NewSlice(text)}}
	for _, s := range []string{"function for loop body returned false", "", "loop body panic", "whole loop exit"} {
		why.Vals = append(why.Vals, f.text(at, s))
	}
	return &Binary{X: X{At: at, T: text}, Op: token.ADD,
		L: f.text(at, "runtime error: range function continued iteration after "),
		R: &Index{X: X{At: at, T: text}, E: why, I: f.ref(at, state)}}
}

func (f *function) text(at token.Pos, s string) Expr {
	return newConst(at, constant.MakeString(s), types.Typ[types.String])
}

// setInt gives a variable a number, at its definition or later.
func (f *function) setInt(at token.Pos, v *Var, n int64, define bool) Stmt {
	val := newConst(at, constant.MakeInt64(n), v.Type)
	if define {
		return &Define{S: S{At: at}, Vars: []*Var{v}, Rhs: []Expr{val}}
	}
	return &Assign{S: S{At: at}, Op: token.ASSIGN, Lhs: []Expr{f.ref(at, v)}, Rhs: []Expr{val}}
}

func (f *function) isInt(at token.Pos, op token.Token, v *Var, n int64) Expr {
	return &Binary{X: X{At: at, T: types.Typ[types.Bool]}, Op: op, L: f.ref(at, v), R: newConst(at, constant.MakeInt64(n), v.Type)}
}

// hostNamed is a member of another package that the loader itself refers to.
func (l *loader) hostNamed(path, name string) *Host {
	key := Host{Path: path, Name: name}
	if l.hosts[key] == nil {
		l.hosts[key] = &key
	}
	return l.hosts[key]
}
