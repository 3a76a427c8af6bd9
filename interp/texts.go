package interp

// This file writes the text of a shown value that has methods String or Error, itself or inside. The methods are the session's, so the
// text is written while the cell runs, and can be interrupted as the cell can.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp/legal"
)

// unshowable says of a last expression what it lacks to be a value: an untyped nil has no type, and a constant may fit none.
func (p *plan) unshowable(e ast.Expr) (diag.Diagnostic, bool) {
	tv := p.checked.Info.Types[e]
	d := diag.Diagnostic{Pos: p.fset.Position(e.Pos()), Code: "type"}
	b, ok := tv.Type.(*types.Basic)
	switch {
	case !ok:
		return d, false
	case tv.IsNil() || b.Kind() == types.UntypedNil:
		d.Message = "nil alone has no type, so there is no value to show; write which nil is meant, as error(nil) or []int(nil)"
		return d, true
	case tv.Value == nil || b.Info()&types.IsNumeric == 0 || b.Info()&types.IsUntyped == 0:
		return d, false
	}
	text := types.ExprString(e)
	switch v := tv.Value; {
	case v.Kind() == constant.Int && b.Info()&types.IsInteger != 0:
		if _, ok := constant.Int64Val(v); ok && (b.Kind() != types.UntypedRune || constant.BitLen(v) < 32) {
			return d, false
		}
		is, fits := "an int", "float64"
		if b.Kind() == types.UntypedRune {
			is = "a rune"
		}
		if _, ok := constant.Uint64Val(v); ok {
			fits = "uint64"
		}
		if _, ok := constant.Int64Val(v); ok {
			fits = "int64"
		}
		if f, _ := constant.Float64Val(v); math.IsInf(f, 0) {
			d.Message = fmt.Sprintf("%s fits no type of numbers; math/big has such integers", text)
			return d, true
		}
		d.Message = fmt.Sprintf("%s is %s, which does not fit %s; write %s(%s)", text, v, is, fits, text)
		return d, true
	case v.Kind() != constant.Complex:
		if f, _ := constant.Float64Val(v); math.IsInf(f, 0) {
			d.Message = fmt.Sprintf("%s is %s, which does not fit a float64; math/big has such numbers", text, v)
			return d, true
		}
	}
	return d, false
}

// writes makes a statement that gives a shown variable to an interface: this makes the methods known by which it is printed.
func writes(p *core.Package, name string) core.Stmt {
	i := slices.IndexFunc(p.Vars, func(v *core.Var) bool { return v.Name == name })
	if i < 0 {
		return nil
	}
	v := p.Vars[i]
	x := &core.Ref{X: core.X{At: v.At, T: v.Type}, Obj: v}
	empty := types.NewInterfaceType(nil, nil)
	return &core.Assign{S: core.S{At: v.At}, Op: token.ASSIGN, Lhs: []core.Expr{nil}, Rhs: []core.Expr{&core.Convert{X: core.X{At: v.At, T: empty}, E: x}}}
}

// texting makes those statements of a lowered function write the texts.
func texting(f *core.Func, shown []string) {
	for _, s := range f.Body {
		a, ok := s.(*core.Assign)
		if !ok || len(a.Lhs) != 1 || a.Lhs[0] != nil {
			continue
		}
		name := ""
		core.InspectStmts([]core.Stmt{a}, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok {
				if v, ok := r.Obj.(*core.Var); ok && slices.Contains(shown, v.Name) {
					name = v.Name
				}
			}
			return true
		})
		if name != "" {
			a.Rhs[0] = legal.HostCall(a.At, "Text", a.Rhs[0].Type(), name, a.Rhs[0])
		}
	}
}

// write writes the text of a shown value if methods have to do with it.
func (m *machine) write(name string, x any) any {
	v := m.i.Globals()[name]
	if t := m.session.pkg.Scope().Lookup(name); t != nil && v.IsValid() {
		r := renderer{pkg: m.session.pkg, world: m.world, methods: true}
		if r.value(v, t.Type(), 0); r.used {
			m.written[name] = r.String()
		}
	}
	return x
}

// byMethod writes a value of the session's types by its method Error or String, as package fmt does.
func (r *renderer) byMethod(v reflect.Value, t types.Type) bool {
	if !r.methods || !v.CanInterface() {
		return false
	}
	text, ok := r.world.Text(t, v)
	if !ok || strings.HasPrefix(text, "%!v(PANIC=") { // the fields say more
		return false
	}
	r.used = true
	r.WriteString(text)
	return true
}
