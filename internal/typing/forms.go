package typing

// This file builds package ad as cells see it: special forms and the stubs that give them types.

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// stubMark separates the name of a form from the shape of its argument in the name of a stub. It occurs in no
// identifier that the parser accepts.
const stubMark = "·"

// formNames are the special forms that are supported. Each takes one function with one float result.
var formNames = [...]string{"Adjoint", "Grad", "ValueAndGrad"}

// plannedNames are the other members of package ad: known, so that their use has a message of its own.
var plannedNames = [...]string{
	"Budget", "CSR", "Check", "GradInto", "HVP", "Hessian", "JVP", "Jacobian", "Option", "Report", "SparseHessian",
	"SparseJacobian", "Unordered", "VJP", "Workers", "Workspace", "Wrt",
}

// FormName returns the name of the special form that obj stands for, such as Grad.
func FormName(obj types.Object) (name string, ok bool) {
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != adPath {
		return "", false
	}
	name, _, _ = strings.Cut(obj.Name(), stubMark)
	for _, form := range formNames {
		if name == form {
			return name, true
		}
	}
	return "", false
}

// forms is package ad of one check.
type forms struct {
	pkg    *types.Package
	source types.Type // the type that ad.Source is an alias of
}

// newForms returns package ad without stubs.
func newForms(im *Importer) (*forms, error) {
	im.mu.Lock()
	rt, err := im.load(rtPath)
	im.mu.Unlock()
	if err != nil {
		return nil, err
	}
	f := &forms{pkg: types.NewPackage(adPath, "ad")}
	for _, name := range [...]string{"LineRef", "Source"} {
		obj := rt.Scope().Lookup(name)
		if obj == nil {
			return nil, fmt.Errorf("package %s has no %s", rtPath, name)
		}
		alias := types.NewTypeName(token.NoPos, f.pkg, name, nil)
		types.NewAlias(alias, obj.Type())
		f.pkg.Scope().Insert(alias)
	}
	// Emitted code names package rt and not ad, so the result of Adjoint is not written with the alias.
	f.source = rt.Scope().Lookup("Source").Type()
	for _, name := range formNames {
		f.insert(name)
	}
	for _, name := range plannedNames {
		f.insert(name)
	}
	f.pkg.SetImports([]*types.Package{rt})
	f.pkg.MarkComplete()
	return f, nil
}

// insert adds a function that takes anything and whose result has the invalid type, so that go/types says nothing
// about what depends on it.
func (f *forms) insert(name string) {
	params := types.NewTuple(types.NewParam(token.NoPos, f.pkg, "f", types.NewSlice(types.Universe.Lookup("any").Type())))
	results := types.NewTuple(types.NewParam(token.NoPos, f.pkg, "", types.Typ[types.Invalid]))
	sig := types.NewSignatureType(nil, nil, nil, params, results, true)
	f.pkg.Scope().Insert(types.NewFunc(token.NoPos, f.pkg, name, sig))
}

// stub returns the name of the function of package ad that stands for a form applied to functions of the shape: the
// letter f for a parameter that is differentiable and c for one that is not.
func (f *forms) stub(form, shape string) string {
	name := form + stubMark + shape
	if f.pkg.Scope().Lookup(name) == nil {
		f.pkg.Scope().Insert(types.NewFunc(token.NoPos, f.pkg, name, f.signature(form, shape)))
	}
	return name
}

// signature is the type of a stub, generic in each parameter type and in the result type of its argument.
func (f *forms) signature(form, shape string) *types.Signature {
	var tparams []*types.TypeParam
	variable := func(name string) *types.TypeParam {
		p := types.NewTypeParam(types.NewTypeName(token.NoPos, f.pkg, name, nil), types.Universe.Lookup("any").Type())
		tparams = append(tparams, p)
		return p
	}
	tuple := func(list []types.Type) *types.Tuple {
		vars := make([]*types.Var, len(list))
		for i, t := range list {
			vars[i] = types.NewParam(token.NoPos, f.pkg, "", t)
		}
		return types.NewTuple(vars...)
	}
	var params, adjoints []types.Type
	for i, kind := range shape {
		p := variable(fmt.Sprintf("A%d", i))
		params = append(params, p)
		if kind == 'f' {
			adjoints = append(adjoints, p)
		}
	}
	value := variable("R")
	argument := types.NewSignatureType(nil, nil, nil, tuple(params), tuple([]types.Type{value}), false)
	var result types.Type
	switch form {
	case "Grad":
		result = types.NewSignatureType(nil, nil, nil, tuple(params), tuple(adjoints), false)
	case "ValueAndGrad":
		result = types.NewSignatureType(nil, nil, nil, tuple(params), tuple(append([]types.Type{value}, adjoints...)), false)
	case "Adjoint":
		result = f.source
	default:
		panic("unknown form " + form)
	}
	return types.NewSignatureType(nil, nil, tparams, tuple([]types.Type{argument}), tuple([]types.Type{result}), false)
}
