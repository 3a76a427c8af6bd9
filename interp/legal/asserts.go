package legal

// This file treats type assertions and type switches. The interpreter tells types by their structure, without the names of
// the session's types, and its type switches miss types with methods. So a switch becomes assertions and an ordinary
// switch,
//
//	switch v := x.(type) { case T: f(v); default: g() }
//
//	e := x
//	v1, is := e.(T)
//	switch { case is: v := v1; f(v); default: g() }
//
// and an assertion is refused if a type of the same structure under another name could be in its place.

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

func asserts(u *unit) {
	c := &assertChecker{u: u, flowing: map[string][]types.Type{}}
	u.flows(func(f flow) {
		if types.IsInterface(f.from) {
			return
		}
		key := erase(f.from)
		c.flowing[key] = append(c.flowing[key], f.from)
		if u.contains(f.from) {
			c.own = true
		}
		if t := c.embedsInterface(f.from); t != "" {
			u.refuse(f.at, "a value of type %s in an interface is not supported, since the type embeds the interface %s; write its methods out", u.typeName(f.from), t)
		}
	})
	u.lists(func(fn *core.Func, list []core.Stmt) []core.Stmt {
		var out []core.Stmt
		for _, s := range list {
			label, _ := s.(*core.Label)
			inner := s
			if label != nil {
				inner = label.Stmt
			}
			ts, ok := inner.(*core.TypeSwitch)
			if !ok {
				out = append(out, s)
				continue
			}
			pre, sw := u.typeSwitch(fn, ts)
			if label != nil {
				if jumpsTo(fn.Body, label.Name) {
					u.refuse(s.Pos(), "goto to a type switch is not supported")
				}
				label.Stmt = sw
				sw = label
			}
			out = append(out, &core.Block{S: core.S{At: s.Pos()}, Body: append(pre, sw)})
		}
		return out
	})
	for _, f := range u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if a, ok := n.(*core.Assert); ok {
				c.check(a)
			}
			return true
		})
	}
}

type assertChecker struct {
	u       *unit
	flowing map[string][]types.Type // types of values that become interface values, by structure
	own     bool                    // some of them are the session's
}

// check refuses an assertion that the interpreter might decide wrongly.
func (c *assertChecker) check(a *core.Assert) {
	want := a.T
	if t, ok := a.T.(*types.Tuple); ok {
		want = t.At(0).Type()
	}
	if i, ok := want.Underlying().(*types.Interface); ok {
		if i.NumMethods() > 0 && c.own {
			c.u.refuse(a.At, "asking an interface value for interface type %s is not supported in a session that puts its own types into interfaces", c.u.typeName(want))
		}
		return
	}
	for _, t := range c.flowing[erase(want)] {
		if !types.Identical(t, want) {
			c.u.refuse(a.At, "asking an interface value for type %s is not supported where it may hold one of type %s: the interpreter cannot tell them apart", c.u.typeName(want), c.u.typeName(t))
			return
		}
	}
	from := a.E.Type()
	if _, ptr := want.(*types.Pointer); !ptr && c.u.contains(want) && from.Underlying().(*types.Interface).NumMethods() > 0 && !c.u.own(from) {
		c.u.refuse(a.At, "asking a value of type %s for type %s is not supported; give the type's methods pointer receivers and use *%s", c.u.typeName(from), c.u.typeName(want), c.u.typeName(want))
	}
}

// typeSwitch gives the assertions and the switch for a type switch.
func (u *unit) typeSwitch(fn *core.Func, ts *core.TypeSwitch) ([]core.Stmt, core.Stmt) {
	names := u.namer(fn)
	x := &core.Var{At: ts.At, Name: names.Fresh("dyn"), Type: ts.E.Type()}
	pre := []core.Stmt{define(ts.At, x, ts.E)}
	sw := &core.Switch{S: ts.S}
	for _, c := range ts.Cases {
		k := &core.Case{At: c.At, Default: c.Default, Body: c.Body}
		var cond core.Expr
		var bound core.Expr
		for _, t := range c.Types {
			var is core.Expr
			if t == nil {
				null := &core.Const{X: core.X{At: c.At, T: x.Type}}
				is = &core.Binary{X: core.X{At: c.At, T: types.Typ[types.Bool]}, Op: token.EQL, L: ref(x, c.At), R: null}
			} else {
				ok := &core.Var{At: c.At, Name: names.Fresh("is"), Type: types.Typ[types.Bool]}
				var v *core.Var
				if c.Bind != nil && len(c.Types) == 1 {
					v = &core.Var{At: c.At, Name: names.Fresh("as"), Type: t}
					bound = ref(v, c.At)
				}
				both := types.NewTuple(types.NewParam(0, nil, "", t), types.NewParam(0, nil, "", types.Typ[types.Bool]))
				a := &core.Assert{X: core.X{At: c.At, T: both}, E: ref(x, c.At), CommaOk: true}
				pre = append(pre, &core.Define{S: core.S{At: c.At}, Vars: []*core.Var{v, ok}, Rhs: []core.Expr{a}})
				is = ref(ok, c.At)
			}
			if cond == nil {
				cond = is
			} else {
				cond = &core.Binary{X: core.X{At: c.At, T: types.Typ[types.Bool]}, Op: token.LOR, L: cond, R: is}
			}
		}
		if cond != nil {
			k.Exprs = []core.Expr{cond}
			k.Default = false
			if c.Default {
				u.refuse(c.At, "a type switch case that is also the default is not supported")
			}
		}
		if c.Bind != nil {
			if bound == nil {
				bound = ref(x, c.At)
			}
			k.Body = append([]core.Stmt{define(c.At, c.Bind, bound)}, k.Body...)
		}
		sw.Cases = append(sw.Cases, k)
	}
	return pre, sw
}

// embedsInterface gives the interface that a type, or what it points to, embeds.
func (c *assertChecker) embedsInterface(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || !c.u.own(t) {
		return ""
	}
	for i := range st.NumFields() {
		if f := st.Field(i); f.Embedded() && types.IsInterface(f.Type()) {
			return f.Name()
		}
	}
	return ""
}

// erase writes a type's structure as the interpreter knows it: without the names of the session's types.
func erase(t types.Type) string {
	var b strings.Builder
	eraseTo(&b, t, nil)
	return b.String()
}

func eraseTo(b *strings.Builder, t types.Type, inside []types.Type) {
	t = types.Unalias(t)
	list := func(vs *types.Tuple) {
		b.WriteString("(")
		for i := range vs.Len() {
			eraseTo(b, vs.At(i).Type(), inside)
			b.WriteString(",")
		}
		b.WriteString(")")
	}
	switch t := t.(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p == nil || !sessionPath(p.Path()) {
			b.WriteString(typeKey(t))
			return
		}
		for _, o := range inside {
			if o == t {
				b.WriteString("~")
				return
			}
		}
		eraseTo(b, t.Underlying(), append(inside, t))
	case *types.Pointer:
		b.WriteString("*")
		eraseTo(b, t.Elem(), inside)
	case *types.Slice:
		b.WriteString("[]")
		eraseTo(b, t.Elem(), inside)
	case *types.Array:
		b.WriteString("[" + typeKey(types.NewArray(types.Typ[types.Int], t.Len())) + "]")
		eraseTo(b, t.Elem(), inside)
	case *types.Map:
		b.WriteString("map[")
		eraseTo(b, t.Key(), inside)
		b.WriteString("]")
		eraseTo(b, t.Elem(), inside)
	case *types.Chan:
		b.WriteString("chan ")
		eraseTo(b, t.Elem(), inside)
	case *types.Struct:
		b.WriteString("struct{")
		for i := range t.NumFields() {
			b.WriteString(t.Field(i).Name() + " ")
			eraseTo(b, t.Field(i).Type(), inside)
			b.WriteString(";")
		}
		b.WriteString("}")
	case *types.Signature:
		b.WriteString("func")
		list(t.Params())
		list(t.Results())
	case *types.Interface:
		b.WriteString("interface")
	default:
		b.WriteString(typeKey(t))
	}
}
