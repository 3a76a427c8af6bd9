package core

// This file names instances: once for Go, where a name is an identifier, and once for the user, as package reflect
// would write it.

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// maxName is how long the part of a name may be that tells an instance's type arguments.
const maxName = 60

// typeText is what package reflect calls a named type that core makes, without "main.": by itself, and as a type
// argument, where local types have a number.
type typeText struct{ name, arg string }

// instanceName makes a package-level name for an instance, or for what comes from a mirror.
func (l *loader) instanceName(u *unit, name string, args []types.Type) string {
	if !u.own() {
		name = u.in.Pkg.Name() + "_" + name
	}
	return l.madeName(name, args)
}

// madeName makes a package-level name with type arguments.
func (l *loader) madeName(name string, args []types.Type) string {
	words := ""
	for _, t := range args {
		words += "_" + l.typeWord(t)
	}
	if len(words) > maxName {
		words = words[:maxName]
	}
	return l.uniqueName(strings.ToValidUTF8(name+words, ""))
}

// uniqueName takes a package-level name that nothing in the package has.
func (l *loader) uniqueName(base string) string {
	if l.idents == nil {
		l.idents = map[string]bool{}
		for _, file := range l.own.in.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					l.idents[id.Name] = true
				}
				return true
			})
		}
	}
	name := freshName(base, func(s string) bool { return l.reserved[s] || l.idents[s] || l.given[s] })
	l.reserved[name] = true
	return name
}

// typeName names a type that core makes. It is exported if the user's type is: the type may be embedded.
func (l *loader) typeName(u *unit, obj *types.TypeName, args []types.Type, local bool) (string, typeText) {
	name, text, number := obj.Name(), obj.Name(), ""
	all := args
	if local {
		all = append(slices.Clone(l.env.args), args...)
		number = l.localNumber(obj)
		if l.where != "" {
			name += "_" + l.where
		}
	}
	if !u.own() {
		text = u.in.Pkg.Name() + "." + text
		if !local {
			name += "_" + u.in.Pkg.Name()
		}
	}
	if len(all) > 0 {
		words := make([]string, len(all))
		for i, t := range all {
			words[i] = l.reflectText(t)
		}
		text += "[" + strings.Join(words, ",") + "]"
	}
	arg := "main." + text + number
	if !u.own() {
		arg = u.path[:strings.LastIndex(u.path, "/")+1] + text
	}
	return l.madeName(name, args), typeText{text, arg}
}

// localNumber is how the compiler numbers the types of a package that are declared in functions.
func (l *loader) localNumber(obj *types.TypeName) string {
	if l.numbers == nil {
		l.numbers = map[types.Object]int{}
		for _, file := range l.own.in.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok && !spec.Assign.IsValid() {
					if t := l.own.in.Info.Defs[spec.Name]; t != nil && t.Parent() != l.home.Scope() {
						l.numbers[t] = len(l.numbers) + 1
					}
				}
				return true
			})
		}
	}
	return fmt.Sprintf("·%d", l.numbers[obj])
}

// typeWord makes a part of a name of a type.
func (l *loader) typeWord(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil && pkg != l.home {
			return pkg.Name() + "_" + t.Obj().Name()
		}
		return t.Obj().Name()
	case *types.Pointer:
		return "ptr_" + l.typeWord(t.Elem())
	case *types.Slice:
		return "slice_" + l.typeWord(t.Elem())
	case *types.Array:
		return fmt.Sprintf("array%d_%s", t.Len(), l.typeWord(t.Elem()))
	case *types.Chan:
		return "chan_" + l.typeWord(t.Elem())
	case *types.Map:
		return "map_" + l.typeWord(t.Key()) + "_" + l.typeWord(t.Elem())
	case *types.Signature:
		return "func"
	case *types.Struct:
		return "struct"
	case *types.Interface:
		if t.Empty() {
			return "any"
		}
		return "interface"
	}
	return "t"
}

// reflectText writes a type as it stands in the name of an instance.
func (l *loader) reflectText(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // uint8 for byte
	case *types.Named:
		if text, ok := l.texts[t]; ok {
			return text.arg
		}
		switch pkg := t.Obj().Pkg(); pkg {
		case nil:
			return t.Obj().Name()
		case l.home:
			return "main." + t.Obj().Name()
		default:
			return pkg.Path() + "." + t.Obj().Name()
		}
	case *types.Pointer:
		return "*" + l.reflectText(t.Elem())
	case *types.Slice:
		return "[]" + l.reflectText(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), l.reflectText(t.Elem()))
	case *types.Chan:
		return l.chanText(t)
	case *types.Map:
		return "map[" + l.reflectText(t.Key()) + "]" + l.reflectText(t.Elem())
	case *types.Signature:
		return "func" + l.funcText(t)
	case *types.Struct:
		return l.structText(t)
	case *types.Interface:
		var methods []string
		for m := range t.Methods() {
			methods = append(methods, l.memberText(m)+l.funcText(m.Signature()))
		}
		if methods == nil {
			return "interface {}"
		}
		return "interface { " + strings.Join(methods, "; ") + " }"
	}
	return t.String()
}

func (l *loader) chanText(t *types.Chan) string {
	elem := l.reflectText(t.Elem())
	switch t.Dir() {
	case types.SendOnly:
		return "chan<- " + elem
	case types.RecvOnly:
		return "<-chan " + elem
	}
	if strings.HasPrefix(elem, "<-") {
		elem = "(" + elem + ")"
	}
	return "chan " + elem
}

func (l *loader) funcText(t *types.Signature) string {
	var params, results []string
	for v := range t.Params().Variables() {
		params = append(params, l.reflectText(v.Type()))
	}
	if n := len(params); t.Variadic() {
		params[n-1] = "..." + strings.TrimPrefix(params[n-1], "[]")
	}
	for v := range t.Results().Variables() {
		results = append(results, l.reflectText(v.Type()))
	}
	text := "(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return text
	case 1:
		return text + " " + results[0]
	}
	return text + " (" + strings.Join(results, ", ") + ")"
}

func (l *loader) structText(t *types.Struct) string {
	var fields []string
	for i := range t.NumFields() {
		f := t.Field(i)
		text := l.reflectText(f.Type())
		if !f.Embedded() {
			text = l.memberText(f) + " " + text
		} else if n, ok := types.Unalias(deref(f.Type())).(*types.Named); ok && l.made[n] && l.texts[n].name != "" {
			base, _, _ := strings.Cut(l.texts[n].name, "[")
			text = base + " = " + text // the name of the field is not that of the type
		}
		if tag := t.Tag(i); tag != "" {
			text += fmt.Sprintf(" %q", tag)
		}
		fields = append(fields, text)
	}
	if fields == nil {
		return "struct {}"
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// memberText is the name of a field or method, with its package if it is not exported.
func (l *loader) memberText(obj types.Object) string {
	switch {
	case obj.Exported():
		return obj.Name()
	case obj.Pkg() == l.home:
		return "main." + obj.Name()
	}
	return obj.Pkg().Path() + "." + obj.Name()
}
