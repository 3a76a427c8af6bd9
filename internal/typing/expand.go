package typing

// This file finds the special forms of a checked round and chooses their stubs.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// expand makes the identifiers of special forms name the stubs that fit the types of their arguments. It reports whether any
// changed, and the number of forms. Faults are those of this round.
func (r *run) expand() (changed bool, calls int) {
	r.faults, r.waiting, r.answered = nil, nil, map[token.Pos]bool{}
	callees := map[*ast.Ident]bool{}
	for _, file := range r.files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			id := callee(call)
			if id == nil {
				return true
			}
			callees[id] = true
			form, ok := FormName(r.info.Uses[id])
			if !ok {
				return true
			}
			calls++
			r.unwrap(call)
			name := form
			if shape, ok := r.shape(form, call); ok {
				name = r.forms.stub(form, shape)
			}
			if name != id.Name {
				if _, ok := r.names[id]; !ok {
					r.names[id] = id.Name
				}
				id.Name = name
				changed = true
			}
			return true
		})
	}
	r.misuses(callees)
	return changed, calls
}

// unwrap takes the parentheses off a call's function for the time of the check: go/types would not infer type arguments for
// a generic function in parentheses.
func (r *run) unwrap(call *ast.CallExpr) {
	if _, ok := call.Fun.(*ast.ParenExpr); ok {
		r.parens[call] = call.Fun
		call.Fun = ast.Unparen(call.Fun)
	}
}

// callee returns the identifier that a call's function is named by, or nil.
func callee(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	case *ast.IndexExpr:
		return callee(&ast.CallExpr{Fun: f.X})
	case *ast.IndexListExpr:
		return callee(&ast.CallExpr{Fun: f.X})
	}
	return nil
}

// misuses reports forms that are not called, and members of package ad that are not supported.
func (r *run) misuses(callees map[*ast.Ident]bool) {
	for id, obj := range r.info.Uses {
		if obj.Pkg() != r.forms.pkg {
			continue
		}
		if form, ok := FormName(obj); ok {
			if !callees[id] {
				r.fault(id, "ad.%s is no value; apply it to a function, as in ad.%s(f)", form, form)
			}
		} else if slices.Contains(plannedNames[:], obj.Name()) {
			r.fault(id, "ad.%s is not supported yet", obj.Name())
		}
	}
}

// fault reports a special form at a node.
func (r *run) fault(n ast.Node, format string, args ...any) {
	r.faults.Add(r.fset, n.Pos(), "ad", format, args...)
}

// shape returns the shape of a form's argument. If there is none the reason is among the faults, or the form waits
// for its argument to have a type.
func (r *run) shape(form string, call *ast.CallExpr) (shape string, ok bool) {
	if len(call.Args) != 1 || call.Ellipsis.IsValid() {
		r.fault(call, "ad.%s takes one function and nothing else", form)
		return "", false
	}
	switch call.Fun.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		r.answered[call.Pos()] = true
		r.fault(call, "ad.%s takes no type arguments", form)
		return "", false
	}
	arg := call.Args[0]
	tv := r.info.Types[arg]
	if tv.Type == nil || tv.Type == types.Typ[types.Invalid] || tv.IsType() {
		r.waiting = append(r.waiting, call)
		return "", false
	}
	sig := function(tv.Type)
	switch {
	case tv.IsNil():
		r.fault(arg, "ad.%s needs a function, not nil", form)
		return "", false
	case sig == nil:
		r.fault(arg, "ad.%s needs a function, but %s has type %s", form, describe(arg), r.typeString(tv.Type))
		return "", false
	case sig.TypeParams().Len() > 0:
		r.answered[call.Pos()] = true
		r.fault(arg, "ad.%s needs a function without type parameters; instantiate %s, as in %[2]s[float64]", form, describe(arg))
		return "", false
	case sig.Variadic():
		r.fault(arg, "ad.%s cannot take a variadic function; let %s take a slice", form, describe(arg))
		return "", false
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if invalid(v.Type()) {
				r.waiting = append(r.waiting, call)
				return "", false
			}
		}
	}
	if !r.oneFloat(form, arg, sig) {
		return "", false
	}
	return r.parameters(form, arg, sig)
}

// oneFloat reports whether the function has one float result.
func (r *run) oneFloat(form string, arg ast.Expr, sig *types.Signature) bool {
	var has string
	switch n := sig.Results().Len(); {
	case n == 0:
		has = "no result"
	case n > 1:
		has = plural(n, "result")
	case !isFloat(sig.Results().At(0).Type()):
		has = "a result of type " + r.typeString(sig.Results().At(0).Type())
	default:
		return true
	}
	r.fault(arg, "ad.%s needs a function with one float result; %s has %s", form, describe(arg), has)
	return false
}

// parameters returns the shape of the parameters of a function.
func (r *run) parameters(form string, arg ast.Expr, sig *types.Signature) (shape string, ok bool) {
	var b strings.Builder
	for p := range sig.Params().Variables() {
		switch t := p.Type(); {
		case mixed(t):
			name := p.Name()
			if name == "" {
				name = "a parameter"
			}
			r.fault(arg, "ad.%s cannot tell whether %s of %s carries derivatives: its type %s admits types with and without floats",
				form, name, describe(arg), r.typeString(t))
			return "", false
		case Differentiable(t):
			b.WriteByte('f')
		default:
			b.WriteByte('c')
		}
	}
	if !strings.Contains(b.String(), "f") {
		r.fault(arg, "ad.%s needs a function with a parameter that holds floats; %s has none", form, describe(arg))
		return "", false
	}
	return b.String(), true
}

// typeString is the name of a type as cells write it.
func (r *run) typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == r.pkg {
			return ""
		}
		return p.Name()
	})
}

// function returns the signature of a type that is, or whose type parameter stands for, one kind of function.
func function(t types.Type) *types.Signature {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		list := constraintTypes(p.Constraint(), map[types.Type]bool{})
		if len(list) != 1 {
			return nil
		}
		t = list[0]
	}
	sig, _ := t.Underlying().(*types.Signature)
	return sig
}

// isFloat reports whether t is a float type, or a type parameter that stands for float types.
func isFloat(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		list := constraintTypes(p.Constraint(), map[types.Type]bool{})
		return len(list) > 0 && !slices.ContainsFunc(list, func(t types.Type) bool { return !isFloat(t) })
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
