package trace

// This file gives package variables their twins. A twin is loaded when the derivative is called and stored back at its end, under a
// lock. What holds functions cannot be loaded: there the variable must be one that never changes, and its twin is given its value
// in traced form once.

import (
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
)

func (t *tracer) global(v *core.Var) *core.Var {
	if t.plainValue(v.Type) {
		t.vars[v] = v
		return v
	}
	w := &core.Var{At: t.asked, Name: t.topName(v.Name + suffix), Type: t.low(v.Type), Global: true}
	t.vars[v] = w
	t.out.vars = append(t.out.vars, w)
	part := t.untaken(v.Type, false)
	if part == nil {
		t.globals = append(t.globals, v)
		return w
	}
	value := t.onlyValue(v)
	if value == nil {
		t.unsupported(t.at, "package variable %s holds a value of type %s and may change, which cannot be traced", nameOf(v), typeText(part))
		return w
	}
	t.out.init = append(t.out.init, set(ref(w), t.expr(value)))
	return w
}

// onlyValue is what a package variable is initialised with if it is never changed and nothing is known of its memory elsewhere.
func (t *tracer) onlyValue(v *core.Var) core.Expr {
	if v.Reassigned {
		return nil
	}
	var value core.Expr
	writes, uses, reads := 0, 0, 0
	direct := func(e core.Expr) {
		if r, ok := e.(*core.Ref); ok && r.Obj == core.Object(v) {
			reads++
		}
	}
	_, isFunc := v.Type.Underlying().(*types.Signature)
	look := func(n core.Node) bool {
		switch n := n.(type) {
		case *core.Ref:
			if n.Obj == core.Object(v) {
				uses++
				if isFunc {
					reads++
				}
			}
		case *core.Assign:
			for i, l := range n.Lhs {
				if l != nil && root(l) == v {
					writes++
					uses--
					if _, whole := l.(*core.Ref); whole && len(n.Rhs) == len(n.Lhs) && n.Op == token.ASSIGN {
						value = n.Rhs[i]
					}
					if isFunc {
						reads--
					}
				}
			}
		case *core.Unary:
			if n.Op == token.AND && root(n.E) == v {
				writes++
			}
		case *core.Index:
			direct(n.E)
		case *core.Range:
			direct(n.E)
		case *core.Field:
			if !n.Method {
				direct(n.E)
			}
		case *core.Call:
			if r, ok := n.Fun.(*core.Ref); ok {
				if b, ok := r.Obj.(*core.Builtin); ok && b.Name == "len" {
					direct(n.Args[0])
				}
			}
		}
		return true
	}
	core.InspectStmts(t.pkg.Init, look)
	for _, f := range t.pkg.Funcs {
		core.InspectStmts(f.Body, look)
	}
	if writes != 1 || uses != reads || value == nil || !isFunc && !flat(v.Type, 0) || !initialOnly(t.pkg.Init, v) {
		return nil
	}
	switch value := value.(type) {
	case *core.FuncLit, *core.Composite:
		return value
	case *core.Ref:
		if _, variable := value.Obj.(*core.Var); !variable {
			return value
		}
	}
	return nil
}

// initialOnly reports whether the initialisation assigns v.
func initialOnly(init []core.Stmt, v *core.Var) bool {
	for _, s := range init {
		if a, ok := s.(*core.Assign); ok && a.Lhs[0] != nil && root(a.Lhs[0]) == v {
			return true
		}
	}
	return false
}

// flat reports whether the values of a type are functions, numbers and text, in one slice, map, array or struct at most.
func flat(typ types.Type, depth int) bool {
	switch u := typ.Underlying().(type) {
	case *types.Basic, *types.Signature:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if !flat(f.Type(), 1) {
				return false
			}
		}
		return true
	case *types.Pointer, *types.Chan, *types.Interface:
		return false
	case interface{ Elem() types.Type }:
		return depth == 0 && flat(u.Elem(), 1)
	}
	return false
}

// root is the variable at the root of a path, or nil.
func root(e core.Expr) *core.Var {
	for {
		switch x := e.(type) {
		case *core.Ref:
			v, _ := x.Obj.(*core.Var)
			return v
		case *core.Index:
			e = x.E
		case *core.SliceExpr:
			e = x.E
		case *core.Field:
			if x.E == nil {
				return nil
			}
			e = x.E
		case *core.Unary:
			if x.Op != token.MUL {
				return nil
			}
			e = x.E
		default:
			return nil
		}
	}
}

// lock is the package variable that keeps derivatives apart that use twins of package variables.
func (t *tracer) lock() *core.Var {
	if t.mutex == nil {
		pkg := types.NewPackage("sync", "sync")
		mutex := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Mutex", nil), types.NewStruct(nil, nil), nil)
		ptr := types.NewPointer(mutex)
		for _, name := range []string{"Lock", "Unlock"} {
			mutex.AddMethod(types.NewFunc(token.NoPos, pkg, name,
				types.NewSignatureType(types.NewParam(token.NoPos, pkg, "", ptr), nil, nil, nil, nil, false)))
		}
		t.mutex = &core.Var{At: t.asked, Name: t.topName("traceLock"), Type: ptr, Global: true}
		t.out.vars = append(t.out.vars, t.mutex)
		t.out.init = append(t.out.init, set(ref(t.mutex), newOf(mutex)))
	}
	return t.mutex
}
