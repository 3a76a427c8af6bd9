package trace

// This file defines the types that stand for floats, and how their operations are called.

import (
	"go/token"
	"go/types"
)

// numbers are the types of package rt that stand for basic types.
type numbers struct {
	pkg                      *types.Package
	num, num32, cnum, cnum64 *types.Named
	node, sweep              types.Type
}

func newNumbers() numbers {
	pkg := types.NewPackage(rtPath, "rt")
	empty := func(name string) *types.Named {
		return types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct(nil, nil), nil)
	}
	node := types.NewPointer(empty("Node"))
	number := func(name string, v types.BasicKind, origins ...string) *types.Named {
		fields := []*types.Var{types.NewField(token.NoPos, pkg, "V", types.Typ[v], false)}
		for _, o := range origins {
			fields = append(fields, types.NewField(token.NoPos, pkg, o, node, false))
		}
		return types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct(fields, nil), nil)
	}
	n := numbers{
		pkg: pkg, node: node,
		num: number("Num", types.Float64, "N"), num32: number("Num32", types.Float32, "N"),
		cnum: number("Cnum", types.Complex128, "Re", "Im"), cnum64: number("Cnum64", types.Complex64, "Re", "Im"),
	}
	sweep := empty("TraceSweep")
	n.sweep = types.NewPointer(sweep)
	method := func(name string, params, results []types.Type) {
		recv := types.NewParam(token.NoPos, pkg, "", n.sweep)
		sweep.AddMethod(types.NewFunc(token.NoPos, pkg, name,
			types.NewSignatureType(recv, nil, nil, tupleOf(params...), tupleOf(results...), false)))
	}
	for _, k := range kinds {
		method("Seed"+k.sweep, []types.Type{n.of(k.basic), types.Typ[k.basic]}, nil)
		method("Bar"+k.sweep, []types.Type{n.of(k.basic)}, []types.Type{types.Typ[k.basic]})
	}
	method("Run", nil, nil)
	return n
}

// kind is a basic type that is traced: how its operations are called.
type kind struct {
	basic             types.BasicKind
	op                string // prefix of the names of operations, as TAdd
	suffix            string // and what is behind
	input, sweep      string
	widen, narrow     string // conversions to the other type of the same sort
	complex           bool
	partKind          types.BasicKind
	compose, real, im string
}

var kinds = []kind{
	{basic: types.Float64, op: "T", input: "TraceInput", narrow: "TTo32", compose: "TComplex"},
	{basic: types.Float32, op: "T", suffix: "32", input: "TraceInput32", sweep: "32", widen: "TTo64", compose: "TComplex64"},
	{basic: types.Complex128, op: "TC", input: "TraceInputC", sweep: "C", narrow: "TCTo64", complex: true, partKind: types.Float64,
		real: "TReal", im: "TImag"},
	{basic: types.Complex64, op: "TC", suffix: "64", input: "TraceInputC64", sweep: "C64", widen: "TCTo128", complex: true,
		partKind: types.Float32, real: "TReal64", im: "TImag64"},
}

// kindOf is the kind of a type whose values are numbers that are traced.
func kindOf(t types.Type) (kind, bool) {
	if t == nil {
		return kind{}, false
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		for _, k := range kinds {
			if k.basic == b.Kind() {
				return k, true
			}
		}
	}
	return kind{}, false
}

// of is the type that stands for a basic type.
func (n numbers) of(b types.BasicKind) types.Type {
	switch b {
	case types.Float32:
		return n.num32
	case types.Complex128:
		return n.cnum
	case types.Complex64:
		return n.cnum64
	}
	return n.num
}
