package assist

// This file writes types and declarations, and finds documentation.

import (
	"go/ast"
	"go/doc"
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/typing"
)

// typeString is a type as cells write it.
func (v *view) typeString(t types.Type) string { return types.TypeString(t, v.qualify) }

func (v *view) qualify(p *types.Package) string {
	if p == v.checked.Pkg {
		return ""
	}
	return p.Name()
}

// documentation is what is written about an object.
func (v *view) documentation(obj types.Object) string {
	switch {
	case obj.Pkg() == v.checked.Pkg && !isPackage(obj):
		return v.doc(origin(obj))
	case isPackage(obj):
		return documentation(obj.(*types.PkgName).Imported().Path(), "")
	case obj.Pkg() == nil:
		if f, ok := obj.(*types.Func); ok { // error.Error
			return documentation("builtin", memberName(f))
		}
		return documentation("builtin", obj.Name())
	}
	if form, ok := typing.FormName(obj); ok {
		return documentation(obj.Pkg().Path(), form)
	}
	name := memberName(origin(obj))
	if f, ok := origin(obj).(*types.Var); ok && f.IsField() {
		name = fieldName(f)
	}
	if name == "" {
		return ""
	}
	return documentation(obj.Pkg().Path(), name)
}

// fieldName is Type.Name for a field of a struct type of a package, or empty.
func fieldName(f *types.Var) string {
	scope := f.Pkg().Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := t.Type().Underlying().(*types.Struct); ok {
			for g := range s.Fields() {
				if g == f {
					return name + "." + f.Name()
				}
			}
		}
	}
	return ""
}

func isPackage(obj types.Object) bool {
	_, ok := obj.(*types.PkgName)
	return ok
}

// origin is the declared object that one of an instantiated type stands for.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Origin()
	case *types.Func:
		return obj.Origin()
	}
	return obj
}

// synopsis is the first sentence of a documentation.
func synopsis(text string) string {
	if i := strings.Index(text, "\n\n"); i >= 0 {
		text = text[:i]
	}
	return new(doc.Package).Synopsis(text)
}

// declaration writes what an object is, with its type at id, which is more exact for generic functions.
func (v *view) declaration(obj types.Object, id *ast.Ident) string {
	switch obj := obj.(type) {
	case *types.PkgName:
		return "package " + obj.Imported().Name() + " // import \"" + obj.Imported().Path() + `"`
	case *types.Builtin:
		return "func " + obj.Name()
	case *types.Nil:
		return "nil"
	case *types.Const:
		text := types.ObjectString(obj, v.qualify)
		if value := obj.Val().String(); len(value) < 80 {
			text += " = " + value
		}
		return text
	case *types.Func:
		sig := obj.Type()
		form, isForm := typing.FormName(obj)
		if inst, ok := v.checked.Info.Instances[id]; ok && id != nil {
			sig = inst.Type
		}
		if isForm {
			return "func " + obj.Pkg().Name() + "." + form + strings.TrimPrefix(v.typeString(sig), "func")
		}
		if obj.Signature().Recv() == nil && sig != obj.Type() {
			name := obj.Name()
			if p := v.qualify(obj.Pkg()); p != "" {
				name = p + "." + name
			}
			return "func " + name + strings.TrimPrefix(v.typeString(sig), "func")
		}
		return types.ObjectString(obj, v.qualify)
	case *types.TypeName:
		return v.typeDeclaration(obj)
	case *types.Var:
		if obj.IsField() {
			return "field " + obj.Name() + " " + v.typeString(obj.Type())
		}
		return "var " + obj.Name() + " " + v.typeString(obj.Type())
	}
	return types.ObjectString(obj, v.qualify)
}

// typeDeclaration writes a type with the fields of a struct on their own lines, without what cells cannot name.
func (v *view) typeDeclaration(obj *types.TypeName) string {
	if _, ok := obj.Type().(*types.TypeParam); ok || obj.Pkg() == nil && obj.Type().Underlying() == nil {
		return types.ObjectString(obj, v.qualify)
	}
	s, ok := obj.Type().Underlying().(*types.Struct)
	if !ok || obj.IsAlias() {
		return types.ObjectString(obj, v.qualify)
	}
	var b strings.Builder
	b.WriteString("type " + v.typeString(obj.Type()) + " struct {")
	hidden := false
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != v.checked.Pkg {
			hidden = true
			continue
		}
		b.WriteString("\n\t")
		if !f.Embedded() {
			b.WriteString(f.Name() + " ")
		}
		b.WriteString(v.typeString(f.Type()))
	}
	switch {
	case hidden:
		b.WriteString("\n\t// and fields that are not exported\n}")
	case s.NumFields() > 0:
		b.WriteString("\n}")
	default:
		b.WriteString("}")
	}
	return b.String()
}

// objectAt is the object that an identifier names, or nil.
func (v *view) objectAt(id *ast.Ident) types.Object {
	info := v.checked.Info
	if obj := info.Uses[id]; obj != nil {
		return obj
	}
	if obj := info.Defs[id]; obj != nil {
		return obj
	}
	for _, f := range v.files { // the name of a type switch's variable
		if !f.has(id.Pos()) {
			continue
		}
		var found types.Object
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSwitchStmt); ok && found == nil {
				if a, ok := s.Assign.(*ast.AssignStmt); ok && len(a.Lhs) == 1 && a.Lhs[0] == id {
					if x, ok := a.Rhs[0].(*ast.TypeAssertExpr); ok {
						if t := info.TypeOf(x.X); t != nil {
							found = types.NewVar(token.NoPos, v.checked.Pkg, id.Name, t)
						}
					}
				}
			}
			return true
		})
		return found
	}
	return nil
}
