package legal

// This file has a program that looks at the panics it recovers told of bad indexes in Go's words. The interpreter says neither the
// index nor the length, so both are looked at before:
//
//	x[i] becomes x[index(i, len(x))]
//	x[lo:hi] becomes slice(x, lo, hi)
//
// This costs time, so programs that do not look at recovered values are left alone, and operands that cannot be evaluated twice
// are too.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

func indexes(u *unit) {
	looks := false
	for _, f := range u.pkg.Funcs {
		looks = looks || looksAtRecovered(f.Body)
	}
	if !looks {
		return
	}
	u.lists(u.valuesFirst)
	m := &core.Mapper{Expr: func(e core.Expr) core.Expr {
		switch e := e.(type) {
		case *core.Index:
			u.checkedIndex(e)
		case *core.SliceExpr:
			return u.checkedSlice(e)
		}
		return e
	}}
	for _, f := range u.pkg.Funcs {
		f.Body = m.MapStmts(f.Body)
	}
}

// valuesFirst evaluates the right of an assignment before its left is looked at, and makes several assignments one by one, as Go does.
func (u *unit) valuesFirst(fn *core.Func, list []core.Stmt) []core.Stmt {
	var out []core.Stmt
	for _, s := range list {
		a, ok := s.(*core.Assign)
		switch {
		case !ok || !slices.ContainsFunc(a.Lhs, func(l core.Expr) bool { return l != nil && mayFail(l) }):
		case len(a.Lhs) > 1:
			h := &hoister{u: u, fn: fn}
			if len(a.Rhs) == 1 {
				h.parts(a)
			} else {
				h.parallel(a)
			}
			out = append(out, h.pre...)
			continue
		case !twice(a.Rhs[0]) || a.Op == token.ASSIGN && (mayFail(a.Rhs[0]) || divides(a.Rhs[0])):
			if !twice(a.Lhs[0]) {
				h := &hoister{u: u, fn: fn}
				a.Lhs[0] = h.operand(a.Lhs[0])
				out = append(out, h.pre...)
			}
			t := a.Rhs[0].Type()
			if a.Op == token.ASSIGN {
				t = a.Lhs[0].Type()
			}
			v := &core.Var{At: a.At, Name: u.namer(fn).Fresh("val"), Type: t}
			out = append(out, define(a.At, v, a.Rhs[0]))
			a.Rhs = []core.Expr{ref(v, a.At)}
		}
		out = append(out, s)
	}
	return out
}

// divides reports whether a division, a shift, an assertion or a conversion in e may panic.
func divides(e core.Expr) bool {
	found := false
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Binary:
			_, known := n.R.(*core.Const)
			found = found || !known && (n.Op == token.QUO || n.Op == token.REM || n.Op == token.SHL || n.Op == token.SHR)
		case *core.Assert, *core.SliceExpr:
			found = true
		case *core.Convert:
			_, array := n.T.Underlying().(*types.Array)
			found = found || array
		}
		return !found
	})
	return found
}

// mayFail reports whether an index or a nil pointer may end what looks at e.
func mayFail(e core.Expr) bool {
	found := false
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Index:
			found = true
		case *core.Field:
			_, pointer := n.E.Type().Underlying().(*types.Pointer)
			found = found || pointer
		case *core.Unary:
			found = found || n.Op == token.MUL
		}
		return !found
	})
	return found
}

// looksAtRecovered reports whether a recovered value is used for more than to see whether it is nil.
func looksAtRecovered(body []core.Stmt) bool {
	plain := map[core.Node]bool{} // uses that do not count
	held := map[*core.Var]bool{}
	quiet := func(e core.Expr) {
		c, isCall := e.(*core.Call)
		if isCall && builtinName(c.Fun) == "recover" {
			plain[e] = true
		}
		if r, ok := e.(*core.Ref); ok {
			plain[r] = true
		}
	}
	looks := false
	core.InspectStmts(body, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Do:
			quiet(n.E)
		case *core.Define:
			if len(n.Rhs) == 1 && len(n.Vars) == 1 && n.Vars[0] != nil {
				if c, ok := n.Rhs[0].(*core.Call); ok && builtinName(c.Fun) == "recover" {
					plain[c] = true
					held[n.Vars[0]] = true
				}
			}
		case *core.Assign:
			if len(n.Lhs) == 1 && n.Lhs[0] == nil {
				quiet(n.Rhs[0])
			}
		case *core.Binary:
			if n.Op == token.EQL || n.Op == token.NEQ {
				if isNil(n.R) {
					quiet(n.L)
				}
				if isNil(n.L) {
					quiet(n.R)
				}
			}
		case *core.Call:
			looks = looks || builtinName(n.Fun) == "recover" && !plain[n]
		case *core.Ref:
			v, ok := n.Obj.(*core.Var)
			looks = looks || ok && held[v] && !plain[n]
		}
		return !looks
	})
	return looks
}

// checkedIndex puts the check around the index.
func (u *unit) checkedIndex(e *core.Index) {
	n := u.length(e.E)
	if n == nil {
		return
	}
	if k, ok := e.I.(*core.Const); ok {
		if c, ok := n.(*core.Const); ok && constant.Compare(k.Val, token.LSS, c.Val) {
			return
		}
	}
	f := u.helper("index", "index", func(f *core.Func) {
		i, n := intVar("i"), intVar("n")
		f.Params, f.Results = []*core.Var{i, n}, []types.Type{i.Type}
		out := compare(token.LOR, compare(token.LSS, ref(i, 0), intConst(0, 0, i.Type)), compare(token.GEQ, ref(i, 0), ref(n, 0)))
		f.Body = []core.Stmt{
			&core.If{Cond: out, Then: []core.Stmt{&core.Do{E: hostCall(0, "BadIndex", nil, ref(i, 0), ref(n, 0))}}},
			ret(0, ref(i, 0)),
		}
	})
	e.I = call(e.At, types.Typ[types.Int], refFunc(f, e.At), asInt(e.I), n)
}

// length gives the length of what is indexed, or nil if that cannot be told: of a map, or of an operand that does something.
func (u *unit) length(e core.Expr) core.Expr {
	t := e.Type().Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	switch t := t.(type) {
	case *types.Array:
		return intConst(e.Pos(), t.Len(), types.Typ[types.Int])
	case *types.Slice, *types.Basic:
		if twice(e) {
			return call(e.Pos(), types.Typ[types.Int], &core.Ref{X: core.X{At: e.Pos()}, Obj: &core.Builtin{Name: "len"}}, core.CloneExpr(e))
		}
	}
	return nil
}

// twice reports whether an operand may be evaluated twice.
func twice(e core.Expr) bool {
	ok := true
	core.Inspect(e, func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Call:
			ok = ok && (builtinName(n.Fun) == "len" || isCheck(n.Fun))
		case *core.FuncLit:
			ok = false
		case *core.Unary:
			ok = ok && n.Op != token.ARROW
		}
		return ok
	})
	return ok
}

// isCheck reports whether a called function is the one that looks at indexes.
func isCheck(e core.Expr) bool {
	r, ok := e.(*core.Ref)
	if !ok {
		return false
	}
	f, ok := r.Obj.(*core.Func)
	return ok && f.Name == helperName("index", "index")
}

// checkedSlice makes the slice expression in a function that looks at the bounds.
func (u *unit) checkedSlice(e *core.SliceExpr) core.Expr {
	if e.Lo == nil && e.Hi == nil && e.Max == nil {
		return e
	}
	from, t := e.E, e.E.Type()
	if _, array := t.Underlying().(*types.Array); array {
		t = types.NewPointer(t)
		from = &core.Unary{X: core.X{At: e.At, T: t}, Op: token.AND, E: from}
	}
	key := "slice " + typeKey(t) + typeKey(e.T)
	if e.Hi == nil {
		key += " open"
	}
	if e.Max != nil {
		key += " full"
	}
	f := u.helper(key, "slice", func(f *core.Func) { checkSlice(f, t, e.T, e.Hi == nil, e.Max != nil) })
	args := []core.Expr{from, intConst(e.At, 0, types.Typ[types.Int])}
	if e.Lo != nil {
		args[1] = asInt(e.Lo)
	}
	if e.Hi != nil {
		args = append(args, asInt(e.Hi))
	}
	if e.Max != nil {
		args = append(args, asInt(e.Max))
	}
	return call(e.At, e.T, refFunc(f, e.At), args...)
}

// checkSlice writes func slice(x T, lo, hi int) R { host.BadSlice(...); return x[lo:hi] }, without hi if it is open and with max if it
// is full.
func checkSlice(f *core.Func, t, result types.Type, open, full bool) {
	x, lo, hi, most := &core.Var{Name: "x", Type: t}, intVar("lo"), intVar("hi"), intVar("most")
	f.Params, f.Results = []*core.Var{x, lo, hi, most}[:3], []types.Type{result}
	size := func(name string) core.Expr {
		return call(0, types.Typ[types.Int], &core.Ref{Obj: &core.Builtin{Name: name}}, ref(x, 0))
	}
	upper, room, what := ref(hi, 0), "cap", "capacity"
	if _, slice := t.Underlying().(*types.Slice); !slice {
		room, what = "len", "length"
	}
	out := &core.SliceExpr{X: core.X{T: result}, E: ref(x, 0), Lo: ref(lo, 0)}
	above := func(e, n core.Expr) core.Expr { return compare(token.GTR, e, n) }
	bad := compare(token.LSS, ref(lo, 0), intConst(0, 0, lo.Type))
	limit := core.Expr(intConst(0, -1, lo.Type)) // there is no third bound
	switch {
	case open:
		f.Params = f.Params[:2]
		upper, room = size("len"), "len"
	case full:
		f.Params = []*core.Var{x, lo, hi, most}
		out.Max, limit = ref(most, 0), ref(most, 0)
		bad = compare(token.LOR, bad, compare(token.LOR, above(ref(hi, 0), ref(most, 0)), above(ref(most, 0), size(room))))
	default:
		bad = compare(token.LOR, bad, above(ref(hi, 0), size(room)))
	}
	bad = compare(token.LOR, bad, above(ref(lo, 0), upper))
	out.Hi = core.CloneExpr(upper)
	text := &core.Const{X: core.X{T: types.Typ[types.String]}, Val: constant.MakeString(what)}
	told := &core.Const{X: core.X{T: types.Typ[types.Bool]}, Val: constant.MakeBool(full)}
	f.Body = []core.Stmt{
		&core.If{Cond: bad, Then: []core.Stmt{
			&core.Do{E: hostCall(0, "BadSlice", nil, ref(lo, 0), core.CloneExpr(upper), limit, size(room), text, told)}}},
		ret(0, out),
	}
}

func intVar(name string) *core.Var { return &core.Var{Name: name, Type: types.Typ[types.Int]} }

func compare(op token.Token, l, r core.Expr) core.Expr {
	return &core.Binary{X: core.X{T: types.Typ[types.Bool]}, Op: op, L: l, R: r}
}

func asInt(e core.Expr) core.Expr {
	if types.Identical(e.Type(), types.Typ[types.Int]) {
		return e
	}
	return &core.Convert{X: core.X{At: e.Pos(), T: types.Typ[types.Int]}, E: e}
}
