package emit

// This file makes the table of one package.

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/costate/costate/internal/typing"
)

// table is the table of a package in the making.
type table struct {
	typing.Package
	pkg     *types.Package
	entries []string        // "Name": reflect.Value
	starts  []string        // the same, for programs that may start processes
	wraps   []string        // declarations of wrapper types
	imports map[string]bool // by the wrappers
	uses    bool            // the package itself is mentioned
}

// newTable collects the entries.
func newTable(p typing.Package, pkg *types.Package) *table {
	t := &table{Package: p, pkg: pkg, imports: map[string]bool{}}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() || p.Denies(name) {
			continue
		}
		member := pkg.Name() + "." + name
		switch obj := obj.(type) {
		case *types.Const:
			if len(p.PerOS) > 0 { // core folds those of other packages
				t.entry(name, member)
			}
		case *types.Func:
			if obj.Signature().TypeParams().Len() == 0 {
				t.entry(name, member)
			}
		case *types.Var:
			t.add(name, "reflect.ValueOf(&"+member+").Elem()")
		case *types.TypeName:
			t.typeName(obj)
		}
	}
	return t
}

// entry adds an ordinary value.
func (t *table) entry(name, expr string) { t.add(name, "reflect.ValueOf("+expr+")") }

func (t *table) add(name, value string) {
	entry := fmt.Sprintf("%q: %s,\n", name, value)
	if t.NeedsExec(strings.TrimPrefix(name, "_")) {
		t.starts = append(t.starts, entry)
	} else {
		t.entries = append(t.entries, entry)
	}
	t.uses = true
}

// typeName adds a type, and the wrapper of an interface.
func (t *table) typeName(obj *types.TypeName) {
	switch typ := obj.Type().(type) {
	case *types.Named:
		if typ.TypeParams().Len() > 0 {
			return
		}
	case *types.Alias:
		if typ.TypeParams().Len() > 0 {
			return
		}
	}
	iface, ok := obj.Type().Underlying().(*types.Interface)
	if ok && !iface.IsMethodSet() {
		return // a constraint
	}
	t.entry(obj.Name(), "(*"+t.pkg.Name()+"."+obj.Name()+")(nil)")
	if ok && !obj.IsAlias() && implementable(iface) {
		wrapper := "wrap" + identifier(t.Path) + obj.Name()
		t.wrap(wrapper, obj.Name(), iface)
		t.add("_"+obj.Name(), "reflect.ValueOf((*"+wrapper+")(nil))")
	}
}

// implementable reports whether other packages can implement an interface.
func implementable(iface *types.Interface) bool {
	for m := range iface.Methods() {
		if !m.Exported() {
			return false
		}
	}
	return true
}

// wrap declares the wrapper of an interface: the interpreted value, and a function for each method. yaegi looks the
// fields up by the name of the method with a W before it.
func (t *table) wrap(wrapper, name string, iface *types.Interface) {
	var fields, methods strings.Builder
	for m := range iface.Methods() {
		sig := m.Signature()
		params, args := t.params(sig)
		results := t.results(sig)
		fmt.Fprintf(&fields, "W%s func(%s) %s\n", m.Name(), params, results)
		fmt.Fprintf(&methods, "\nfunc (w %s) %s(%s) %s {\n", wrapper, m.Name(), params, results)
		if m.Name() == "String" {
			// A wrapper that holds nothing can be printed.
			methods.WriteString("if w.WString == nil {\nreturn \"\"\n}\n")
		}
		call := fmt.Sprintf("w.W%s(%s)", m.Name(), args)
		if results != "" {
			call = "return " + call
		}
		methods.WriteString(call + "\n}\n")
	}
	t.wraps = append(t.wraps, fmt.Sprintf("// %s makes a %s.%s of an interpreted value.\ntype %s struct {\nIValue any\n%s}\n%s",
		wrapper, t.pkg.Name(), name, wrapper, fields.String(), methods.String()))
}

// params returns a parameter list and the arguments that pass it on.
func (t *table) params(sig *types.Signature) (params, args string) {
	var ps, as []string
	for i := range sig.Params().Len() {
		typ, arg := sig.Params().At(i).Type(), fmt.Sprintf("a%d", i)
		text := types.TypeString(typ, t.qualifier)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + types.TypeString(typ.(*types.Slice).Elem(), t.qualifier)
			as = append(as, arg+"...")
		} else {
			as = append(as, arg)
		}
		ps = append(ps, arg+" "+text)
	}
	return strings.Join(ps, ", "), strings.Join(as, ", ")
}

// results returns a result list without names.
func (t *table) results(sig *types.Signature) string {
	var list []string
	for v := range sig.Results().Variables() {
		list = append(list, types.TypeString(v.Type(), t.qualifier))
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// qualifier writes a package's name and remembers to import it.
func (t *table) qualifier(p *types.Package) string {
	t.imports[p.Path()] = true
	return p.Name()
}

// function is the name of the function that makes the table.
func (t *table) function() string { return "table" + identifier(t.Path) }

// startsFunction is the name of the function that makes the table for programs that may start processes.
func (t *table) startsFunction() string { return "starts" + identifier(t.Path) }

// file is the text of the table's file.
func (t *table) file() string {
	if t.uses {
		t.imports[t.Path] = true
	}
	t.imports["reflect"] = true
	var std, own []string
	for _, p := range slices.Sorted(maps.Keys(t.imports)) {
		if strings.Contains(p, ".") {
			own = append(own, p)
		} else {
			std = append(std, p)
		}
	}
	var b strings.Builder
	b.WriteString(header + "import (\n")
	for _, p := range std {
		fmt.Fprintf(&b, "%q\n", p)
	}
	if len(own) > 0 {
		b.WriteString("\n")
	}
	for _, p := range own {
		fmt.Fprintf(&b, "%q\n", p)
	}
	b.WriteString(")\n")
	if !t.Exec {
		fmt.Fprintf(&b, "\n// %s is the table of package %s.\nfunc %s() map[string]reflect.Value {\nreturn map[string]reflect.Value{\n%s}\n}\n",
			t.function(), t.Path, t.function(), strings.Join(t.entries, ""))
	}
	if len(t.starts) > 0 {
		fmt.Fprintf(&b, "\n// %s is what package %s has for programs that may start processes.\nfunc %s() map[string]reflect.Value {\nreturn map[string]reflect.Value{\n%s}\n}\n",
			t.startsFunction(), t.Path, t.startsFunction(), strings.Join(t.starts, ""))
	}
	for _, w := range t.wraps {
		b.WriteString("\n" + w)
	}
	return b.String()
}
