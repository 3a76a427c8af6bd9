package core

// This file folds constants. Every constant expression becomes the value that go/types computed exactly, in
// its final type; only the constants of os and path/filepath stay references, because their values depend on
// the system that the printed program runs on.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
)

// newConst makes a typed constant, its value in the form and precision of its type.
func newConst(at token.Pos, v constant.Value, t types.Type) *Const {
	c := &Const{X: X{At: at, T: t}, Val: v}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return c
	}
	switch info := b.Info(); {
	case info&types.IsInteger != 0:
		c.Val = constant.ToInt(v)
	case info&types.IsFloat != 0:
		c.Val = roundFloat(v, b.Kind() == types.Float32)
	case info&types.IsComplex != 0:
		single := b.Kind() == types.Complex64
		re := roundFloat(constant.Real(v), single)
		im := roundFloat(constant.Imag(v), single)
		c.Val = constant.ToComplex(constant.BinaryOp(re, token.ADD, constant.MakeImag(im)))
	}
	return c
}

func roundFloat(v constant.Value, single bool) constant.Value {
	if v = constant.ToFloat(v); v.Kind() != constant.Float {
		return v
	}
	if single {
		f, _ := constant.Float32Val(v)
		return constant.ToFloat(constant.MakeFloat64(float64(f)))
	}
	f, _ := constant.Float64Val(v)
	return constant.ToFloat(constant.MakeFloat64(f))
}

// finalType is the type of an expression that may still be recorded as untyped: the type its context wants,
// if that is a basic one, else its default type.
func finalType(t, want types.Type) types.Type {
	b, ok := t.(*types.Basic)
	if !ok || b.Info()&types.IsUntyped == 0 {
		return t
	}
	if want != nil {
		if b.Kind() == types.UntypedNil {
			return want
		}
		if w, ok := want.Underlying().(*types.Basic); ok && w.Info()&types.IsUntyped == 0 && !types.IsInterface(want) {
			return want
		}
	}
	return types.Default(t)
}

// hostConsts knows the constants whose values depend on the operating system.
type hostConsts struct {
	info    *types.Info
	own     map[types.Object]bool // constants of the package made from them
	present bool                  // the package imports os or path/filepath
}

func isHostConst(obj types.Object) bool {
	c, ok := obj.(*types.Const)
	return ok && c.Pkg() != nil && (c.Pkg().Path() == "os" || c.Pkg().Path() == "path/filepath")
}

// findHostConsts finds the constants of the package that are made from constants of os or path/filepath,
// through as many steps as there are.
func findHostConsts(in LoadInput) *hostConsts {
	h := &hostConsts{info: in.Info, own: map[types.Object]bool{}}
	h.present = slices.ContainsFunc(in.Pkg.Imports(), func(p *types.Package) bool {
		return p.Path() == "os" || p.Path() == "path/filepath"
	})
	for grown := h.present; grown; {
		before := len(h.own)
		for _, file := range in.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST {
					h.decl(d)
				}
				return true
			})
		}
		grown = len(h.own) > before
	}
	return h
}

func (h *hostConsts) decl(d *ast.GenDecl) {
	var values []ast.Expr
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) > 0 {
			values = spec.Values
		}
		for i, id := range spec.Names {
			if i < len(values) {
				if at, _ := h.in(values[i]); at != nil {
					h.own[h.info.Defs[id]] = true
				}
			}
		}
	}
}

// in finds a system-dependent constant in e; own says that it is one of the package's own.
func (h *hostConsts) in(e ast.Expr) (at *ast.Ident, own bool) {
	if !h.present {
		return nil, false
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && at == nil {
			obj := h.info.Uses[id]
			if isHostConst(obj) {
				at = id
			} else if obj != nil && h.own[obj] {
				at, own = id, true
			}
		}
		return at == nil
	})
	return at, own
}

// fold gives the constant that e is, or nil if it is none or must stay a reference.
func (f *function) fold(e ast.Expr, tv types.TypeAndValue, want types.Type) Expr {
	if tv.IsNil() {
		return &Const{X: X{At: e.Pos(), T: finalType(tv.Type, want)}}
	}
	if tv.Value == nil {
		return nil
	}
	if at, own := f.hostSet.in(e); own {
		f.unsupported(at.Pos(), "constant %s depends on the operating system through os or path/filepath; make it a variable", at.Name)
	} else if at != nil {
		return nil
	}
	t := finalType(tv.Type, want)
	if hidden := hiddenType(t, f.home); hidden != nil && f.namesTyped(e, t) {
		f.unsupported(e.Pos(), "a constant of type %s.%s, which its package does not export, is not supported", hidden.Pkg().Path(), hidden.Name())
	}
	return newConst(e.Pos(), tv.Value, t)
}

// namesTyped reports whether e names a constant of type t. A constant that only took t from its context can be
// printed without it.
func (f *function) namesTyped(e ast.Expr, t types.Type) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			c, isConst := f.in.Info.Uses[id].(*types.Const)
			found = found || isConst && types.Identical(f.objType(c), t)
		}
		return !found
	})
	return found
}

// hostConst is a reference to a system-dependent constant. An untyped one is converted to the type that its
// context gave it.
func (f *function) hostConst(e ast.Expr, obj *types.Const, t types.Type) Expr {
	own := types.Default(obj.Type())
	ref := &Ref{X: X{At: e.Pos(), T: own}, Obj: f.host(obj)}
	if types.Identical(own, t) {
		return ref
	}
	return &Convert{X: X{At: e.Pos(), T: t}, E: ref}
}
