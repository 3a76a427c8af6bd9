package legal

// This file refuses what goes wrong when values of the session's types are in interfaces. The interpreter builds its types
// by reflection: they have no names, unexported fields are called X…, a named basic type is the basic type, and the values
// of two types with the same structure may compare equal. Compiled code sees that through any parameter of
// interface type.

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/costate/costate/internal/core"
)

func interfaces(u *unit) {
	c := &interfaceChecker{u: u}
	for _, t := range u.pkg.Types {
		if types.Implements(t.Named.Type(), errorType) || types.Implements(types.NewPointer(t.Named.Type()), errorType) {
			c.ownErrors = true
		}
	}
	u.flows(func(f flow) {
		if !types.IsInterface(f.from) && c.contains(f.from) {
			c.ownFlows = true
		}
	})
	u.flows(c.flow)
	c.comparisons()
	c.hostValues()
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

type interfaceChecker struct {
	u         *unit
	ownErrors bool // a type of the session is an error
	ownFlows  bool // a value of a session's type becomes an interface value
}

func (c *interfaceChecker) flow(f flow) {
	host := hostOf(f.call)
	if host == nil {
		return
	}
	name := host.Path + "." + host.Name
	switch {
	case host.Path == "fmt" && (strings.Contains(host.Name, "rint") || strings.HasPrefix(host.Name, "Append") || host.Name == "Errorf"):
		c.formatted(f, host.Name)
	case host.Path == "errors" && c.ownErrors:
		c.u.refuse(f.at, "%s is not supported in a session that declares error types; use a type assertion", name)
	case types.IsInterface(f.from) || !c.contains(f.from):
	case host.Path == "container/heap", host.Path == "container/list":
	case name == "sort.Slice", name == "sort.SliceStable", name == "sort.SliceIsSorted":
	case host.Path == "encoding/json":
		if why := c.opaque(f.from, "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"); why != "" {
			c.u.refuse(f.at, "%s of %s is not supported: %s", name, c.name(f.from), why)
		}
	case f.to.Underlying().(*types.Interface).NumMethods() > 0:
		if types.Identical(f.to.Underlying(), errorType) {
			c.u.refuse(f.at, "giving an error of type %s to %s is not supported", c.name(f.from), name)
		}
	default:
		c.u.refuse(f.at, "giving a value of type %s to %s is not supported: compiled code does not know the types of the session", c.name(f.from), name)
	}
}

// formatted treats an argument of one of fmt's printing functions.
func (c *interfaceChecker) formatted(f flow, fn string) {
	if f.to.Underlying().(*types.Interface).NumMethods() > 0 { // the writer of Fprint
		return
	}
	verb, ok := c.verb(f, fn)
	iface := types.IsInterface(f.from)
	if !iface && !c.contains(f.from) && !hasInterface(f.from) {
		return
	}
	switch {
	case !iface && hasInterface(f.from) && c.ownFlows:
		c.u.refuse(f.at, "printing a value of type %s, which holds interface values, is not supported in a session that puts its own types into interfaces", c.name(f.from))
		return
	case iface && !c.ownFlows, !c.contains(f.from) && !iface:
		return
	case !ok:
		c.u.refuse(f.at, "printing a value of a session's type with a format that is not constant is not supported")
		return
	case strings.HasSuffix(verb, "w") && (c.ownErrors || !iface):
		c.u.refuse(f.at, "%%w is not supported in a session that declares error types")
		return
	case strings.HasSuffix(verb, "T"), strings.Contains(verb, "#"):
		c.u.refuse(f.at, "the verb %%%s is not supported for the session's types", verb)
		return
	case strings.Contains(verb, "+") && (iface || c.opaque(f.from) != ""):
		c.u.refuse(f.at, "the verb %%%s is not supported for the session's types", verb)
		return
	}
	if iface {
		return
	}
	if m := c.printMethod(f.from); m != "" && !strings.ContainsAny(verb[len(verb)-1:], "vsqxX") {
		c.u.refuse(f.at, "the verb %%%s is not supported for a type with method %s", verb, m)
		return
	}
	if t := c.nestedMethod(f.from); t != nil {
		c.u.refuse(f.at, "printing a value of type %s is not supported: the %s method of the %s in it would not be called; print its parts", c.name(f.from), c.printMethod(t), c.name(t))
	}
}

// verb gives the verb, with flags, that formats an argument; ok is false if the format is not constant.
func (c *interfaceChecker) verb(f flow, fn string) (string, bool) {
	if !strings.HasSuffix(fn, "f") {
		return "v", true
	}
	first := 1
	if strings.HasPrefix(fn, "F") || strings.HasPrefix(fn, "Append") {
		first = 2
	}
	if f.arg < first || f.e == nil {
		return "v", f.e != nil
	}
	k, ok := f.call.Args[first-1].(*core.Const)
	if !ok || k.Val == nil || k.Val.Kind() != constant.String || f.call.Spread {
		return "", false
	}
	verbs, ok := formatVerbs(constant.StringVal(k.Val))
	if i := f.arg - first; ok && i < len(verbs) {
		return verbs[i], true
	}
	return "v", ok
}

// formatVerbs lists the verbs of a format, one per operand; ok is false for explicit indexes.
func formatVerbs(s string) (verbs []string, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			continue
		}
		start := i + 1
		for i++; i < len(s) && strings.IndexByte("+-# 0123456789.*", s[i]) >= 0; i++ {
			if s[i] == '*' {
				verbs = append(verbs, "d")
			}
		}
		if i >= len(s) {
			break
		}
		if s[i] == '[' {
			return nil, false
		}
		if s[i] != '%' {
			verbs = append(verbs, s[start:i+1])
		}
	}
	return verbs, true
}

// comparisons refuses == of interface values when they may be of the session's types.
func (c *interfaceChecker) comparisons() {
	if !c.ownFlows {
		return
	}
	iface := func(e core.Expr) bool { return e != nil && e.Type() != nil && types.IsInterface(e.Type()) }
	const message = "comparing interface values is not supported in a session that puts its own types into interfaces; compare the values themselves"
	for _, f := range c.u.pkg.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Binary:
				if (n.Op == token.EQL || n.Op == token.NEQ) && (iface(n.L) || iface(n.R)) && !isNil(n.L) && !isNil(n.R) {
					c.u.refuse(n.At, message)
				}
			case *core.Switch:
				if iface(n.Tag) {
					c.u.refuse(n.At, message)
				}
			case *core.Index:
				if m, ok := n.E.Type().Underlying().(*types.Map); ok && types.IsInterface(m.Key()) {
					c.u.refuse(n.At, "a map with keys of interface type is not supported in a session that puts its own types into interfaces")
				}
			}
			return true
		})
	}
}

// hostValues refuses functions of other packages as values if they take anything: what they are given later cannot
// be seen.
func (c *interfaceChecker) hostValues() {
	if len(c.u.types) == 0 {
		return
	}
	for _, f := range c.u.pkg.Funcs {
		called := map[core.Expr]bool{}
		core.InspectStmts(f.Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Call:
				called[n.Fun] = true
			case *core.Ref:
				h, ok := n.Obj.(*core.Host)
				if ok && !called[n] && takesAny(n.T) {
					c.u.refuse(n.At, "the function %s.%s as a value is not supported in a session that declares types; call it in a function literal", h.Path, h.Name)
				}
			}
			return true
		})
	}
}

// takesAny reports whether a function has a parameter of an empty interface type.
func takesAny(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	if !ok {
		return false
	}
	for _, p := range tuple(sig.Params()) {
		if s, ok := p.(*types.Slice); ok {
			p = s.Elem()
		}
		if i, ok := p.Underlying().(*types.Interface); ok && i.NumMethods() == 0 {
			return true
		}
	}
	return false
}

// hostOf is the function of another package that a call calls, or nil. A method of a foreign type has no name of its own here.
func hostOf(c *core.Call) *core.Host {
	if c == nil {
		return nil
	}
	switch f := c.Fun.(type) {
	case *core.Ref:
		h, _ := f.Obj.(*core.Host)
		return h
	case *core.Field:
		if !f.Method || f.E == nil {
			return nil
		}
		fn, _ := lookup(f.E.Type(), f.Name)
		if fn == nil || fn.Pkg() == nil || sessionPath(fn.Pkg().Path()) {
			return nil
		}
		return &core.Host{Path: fn.Pkg().Path(), Name: f.Name}
	}
	return nil
}

func (c *interfaceChecker) name(t types.Type) string { return c.u.typeName(t) }

// typeName writes a type as the user does.
func (u *unit) typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		for n := range u.types {
			if n.Pkg() == p {
				return ""
			}
		}
		return p.Name()
	})
}

// walkType calls f for t and the types inside of it until f returns false.
func walkType(t types.Type, f func(t types.Type, depth int) bool) {
	seen := map[types.Type]bool{}
	var walk func(types.Type, int)
	walk = func(t types.Type, depth int) {
		t = types.Unalias(t)
		if seen[t] || !f(t, depth) {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			walk(t.Underlying(), depth)
		case *types.Struct:
			for i := range t.NumFields() {
				walk(t.Field(i).Type(), depth+1)
			}
		case *types.Map:
			walk(t.Key(), depth+1)
			walk(t.Elem(), depth+1)
		case *types.Pointer:
			walk(t.Elem(), depth)
		case interface{ Elem() types.Type }:
			walk(t.Elem(), depth+1)
		}
	}
	walk(t, 0)
}

// contains reports whether a type is or holds one of the session's.
func (c *interfaceChecker) contains(t types.Type) bool { return c.u.contains(t) }

func (u *unit) contains(t types.Type) bool {
	found := false
	walkType(t, func(t types.Type, _ int) bool {
		found = found || u.own(t)
		return !found
	})
	return found
}

// hasInterface reports whether values of t hold interface values.
func hasInterface(t types.Type) bool {
	found := false
	walkType(t, func(t types.Type, _ int) bool {
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && strings.Contains(n.Obj().Pkg().Path(), ".") {
			return true
		}
		found = found || types.IsInterface(t)
		return !found
	})
	return found
}

// opaque says what keeps compiled code from seeing a type as it is, or "".
func (c *interfaceChecker) opaque(t types.Type, methods ...string) string {
	why := ""
	walkType(t, func(t types.Type, _ int) bool {
		if n, ok := t.(*types.Named); ok && !c.u.own(n) {
			return false // a foreign type is what it is
		}
		if st, ok := t.(*types.Struct); ok {
			for i := range st.NumFields() {
				if !st.Field(i).Exported() {
					why = "it has unexported fields"
				}
			}
		}
		for _, m := range methods {
			if fn, _ := lookup(t, m); fn != nil {
				why = "it has a method " + m
			}
		}
		return why == ""
	})
	return why
}

// printMethod is the method by which fmt prints a type of the session, or "".
func (c *interfaceChecker) printMethod(t types.Type) string {
	base := t
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		base = p.Elem()
	}
	if !c.u.own(base) {
		return ""
	}
	for _, m := range []string{"Format", "GoString", "Error", "String"} {
		if fn, _ := lookup(base, m); fn != nil {
			return m
		}
	}
	return ""
}

// nestedMethod finds a type with such a method inside t.
func (c *interfaceChecker) nestedMethod(t types.Type) types.Type {
	var found types.Type
	walkType(t, func(t types.Type, depth int) bool {
		if depth > 0 && c.printMethod(t) != "" {
			found = t
		}
		return found == nil
	})
	return found
}
