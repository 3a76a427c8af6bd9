package engine

// This file makes what users call: FGrad and FValueAndGrad, functions with the primal's parameters.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/costate/costate/internal/core"
)

// gradient is the pair of functions made for one function.
type gradient struct {
	grad, value *core.Func
}

// gradientOf makes FGrad and FValueAndGrad for f, or reports why it cannot. at is where they are asked for.
func (p *program) gradientOf(f *core.Func, at token.Pos) *gradient {
	if g := p.grads[f]; g != nil {
		return g
	}
	bits := make([]bool, len(f.Params))
	for i, param := range f.Params {
		bits[i] = hasFloats(param.Type) && differentiable(param.Type)
	}
	root := version{fn: f, mask: maskOf(bits)}
	switch {
	case f.Recv != nil:
		p.unsupported(at, "the gradient of a method is not supported yet; write a function that calls %s", f.Name)
		return nil
	case len(f.Results) != 1 || !isFloat(f.Results[0]):
		p.unsupported(at, "a gradient needs a function with one float64 result; %s has %s", f.Name, resultsText(f))
		return nil
	case !root.mask.any():
		p.unsupported(at, "%s has no parameter with a derivative", f.Name)
		return nil
	case f.Variadic:
		p.unsupported(at, "the gradient of a variadic function is not supported yet")
		return nil
	}
	if p.level == General {
		return p.generalGradient(f, at)
	}
	mark := p.mark()
	g := p.fastGradient(root)
	if g != nil || len(p.diags) == len(mark.diags) {
		return g
	}
	// What the fast forms refuse the general form may cover. What neither does is reported as the general form sees it,
	// save for parallel loops, which it does not have.
	fast := slices.Clone(p.diags)
	p.reset(mark)
	faults := len(p.diags)
	g = p.generalGradient(f, at)
	if len(p.diags) > faults && p.hasParallel(f) {
		p.diags = fast
	}
	return g
}

// fastGradient makes FGrad and FValueAndGrad in the fast forms.
func (p *program) fastGradient(root version) *gradient {
	f := root.fn
	root = p.analyze(root)
	// FValueAndGrad comes first in the text, its parts below it.
	place, faults := len(p.funcs), len(p.diags)
	p.adjointOf(root)
	if len(p.diags) > faults {
		return nil
	}
	value := p.valueAndGrad(root)
	grad := p.gradOnly(f, value)
	p.funcs = append(p.funcs[:place], append([]*core.Func{value, grad}, p.funcs[place:]...)...)
	g := &gradient{grad: grad, value: value}
	p.grads[f] = g
	return g
}

// differentiable excludes what can hold floats but has no adjoint of its own: functions, interfaces, channels.
func differentiable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Signature, *types.Interface, *types.Chan:
		return false
	}
	return true
}

func resultsText(f *core.Func) string {
	if len(f.Results) == 0 {
		return "no result"
	}
	parts := make([]string, len(f.Results))
	for i, t := range f.Results {
		parts[i] = typeText(t)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// freshParams copies a function's parameters, with names for the blank ones.
func freshParams(f *core.Func, n names) []*core.Var {
	params := make([]*core.Var, len(f.Params))
	for i, v := range f.Params {
		c := *v
		if c.Name == "_" {
			c.Name = n.fresh("p")
		}
		params[i] = n.unhide(&c)
	}
	return params
}

// valueAndGrad makes FValueAndGrad.
func (p *program) valueAndGrad(root version) *core.Func {
	f := root.fn
	n := p.names.withLocals(f)
	out := &core.Func{At: f.At, Name: p.names.fresh(f.Name + "ValueAndGrad"), Doc: []string{
		f.Name + "ValueAndGrad returns the value of " + f.Name + " and its gradient: an adjoint for each parameter that has a derivative."}}
	out.Params = freshParams(f, n)
	out.Results = []types.Type{float64Type()}
	out.Body = p.guards(root, out.Params)
	shadows := p.entryShadows(root, out, n)

	results := []core.Expr{}
	r := &core.Var{At: f.At, Name: n.fresh("r"), Type: float64Type()}
	results = append(results, ref(r))
	adj := p.adjointOf(root)
	back := &core.Var{At: f.At, Name: n.fresh("back"), Type: adj.Results[len(adj.Results)-1:][0]}
	call := &core.Call{X: core.X{At: f.At, T: tupleOf(float64Type(), back.Type)}, Fun: &core.Ref{X: core.X{At: f.At, T: signatureType(&adj.Signature)}, Obj: adj}}
	// The program may put other rows in place of an argument's: the gradient is that of the rows as they were.
	kept := make([]*core.Var, len(out.Params))
	var floats []types.Type
	for i, v := range out.Params {
		if bar := shadows[i]; bar != nil && isRows(v.Type) && root.rowsChange {
			kept[i] = &core.Var{At: v.At, Name: n.fresh(bar.Name), Type: v.Type}
			out.Body = append(out.Body, at(v.At, define(kept[i], cloneRows(ref(bar)))))
		}
		call.Args = append(call.Args, ref(v))
		if bar := shadows[i]; bar != nil {
			call.Args = append(call.Args, ref(bar))
		}
		if root.mask.on(i) && isFloat(v.Type) {
			floats = append(floats, v.Type)
		}
	}
	out.Body = append(out.Body, &core.Define{S: core.S{At: f.At}, Vars: []*core.Var{r, back}, Rhs: []core.Expr{call}})
	run := &core.Call{X: core.X{At: f.At, T: tupleOrOne(floats)}, Fun: ref(back)}
	if p.acts[root].results.on(0) { // otherwise the result depends on no parameter and takes no seed
		run.Args = []core.Expr{floatConst(1)}
	}
	var bars []*core.Var
	for i, v := range out.Params {
		if !root.mask.on(i) {
			continue
		}
		bar := shadows[i]
		switch {
		case bar == nil:
			bar = &core.Var{At: v.At, Name: n.fresh(nameOf(v) + "Bar"), Type: v.Type}
			bars = append(bars, bar)
		case kept[i] != nil:
			bar = kept[i]
		}
		out.Results = append(out.Results, v.Type)
		results = append(results, ref(bar))
	}
	if len(bars) > 0 {
		out.Body = append(out.Body, &core.Define{S: core.S{At: f.At}, Vars: bars, Rhs: []core.Expr{run}})
	} else {
		out.Body = append(out.Body, &core.Do{S: core.S{At: f.At}, E: run})
	}
	out.Body = append(out.Body, &core.Return{S: core.S{At: f.At}, Results: results})
	return out
}

func tupleOrOne(ts []types.Type) types.Type {
	switch len(ts) {
	case 0:
		return nil
	case 1:
		return ts[0]
	}
	return tupleOf(ts...)
}

// entryShadows makes the shadows of slice parameters. Arguments that share memory share their shadows.
func (p *program) entryShadows(root version, out *core.Func, n names) []*core.Var {
	shadows := make([]*core.Var, len(out.Params))
	var sliced []int
	for i, v := range out.Params {
		if root.mask.on(i) && isShadowed(v.Type) {
			shadows[i] = &core.Var{At: v.At, Name: n.fresh(nameOf(v) + "Bar"), Type: v.Type}
			sliced = append(sliced, i)
		}
	}
	if len(sliced) == 1 && isFloats(out.Params[sliced[0]].Type) {
		v := out.Params[sliced[0]]
		size := makeSlice(v.Type, lenOf(ref(v)), builtin("cap", intType(), ref(v)))
		out.Body = append(out.Body, at(v.At, define(shadows[sliced[0]], size)))
		return shadows
	}
	if len(sliced) == 0 {
		return shadows
	}
	m := newMirror(out.At, n.fresh("mirror"))
	params := make([]*core.Var, len(sliced))
	for k, i := range sliced {
		params[k] = out.Params[i]
	}
	out.Body = append(out.Body, m.make(params)...)
	for _, i := range sliced {
		v := out.Params[i]
		out.Body = append(out.Body, at(v.At, define(shadows[i], m.shadow(v))))
	}
	return shadows
}

// cloneRows copies the headers of rows.
func cloneRows(rows core.Expr) core.Expr {
	call := builtin("append", rowsType(), nilOf(rowsType()), rows)
	call.Spread = true
	return call
}

// mirror writes the making of shadows by address.
type mirror struct {
	at token.Pos
	v  *core.Var
}

func newMirror(at token.Pos, name string) *mirror {
	return &mirror{at, &core.Var{At: at, Name: name, Type: mirrorType()}}
}

func (m *mirror) call(name string, t types.Type, args ...core.Expr) core.Expr {
	return &core.Call{X: core.X{At: m.at, T: t}, Fun: &core.Field{
		X: core.X{T: funcType(exprTypes(args), resultTypes(t))}, E: ref(m.v), Name: name, Method: true}, Args: args}
}

func (m *mirror) kind(v *core.Var) string {
	if isRows(v.Type) {
		return "Rows"
	}
	return "Floats"
}

// make enters slices in a new mirror and builds it.
func (m *mirror) make(vars []*core.Var) []core.Stmt {
	list := []core.Stmt{at(m.at, define(m.v, host(rtPath, "NewMirror", m.v.Type)))}
	for _, v := range vars {
		list = append(list, at(v.At, do(m.call(m.kind(v), nil, ref(v)))))
	}
	return append(list, at(m.at, do(m.call("Build", nil))))
}

// shadow is the shadow of one of the slices.
func (m *mirror) shadow(v *core.Var) core.Expr { return m.call(m.kind(v)+"Of", v.Type, ref(v)) }

// rtType is a pointer to a named type of package rt with the methods that emitted code calls.
func rtType(name string, methods map[string]*types.Signature) types.Type {
	pkg := types.NewPackage(rtPath, "rt")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct(nil, nil), nil)
	ptr := types.NewPointer(named)
	for _, m := range slices.Sorted(maps.Keys(methods)) {
		sig := methods[m]
		recv := types.NewParam(token.NoPos, pkg, "", ptr)
		named.AddMethod(types.NewFunc(token.NoPos, pkg, m, types.NewSignatureType(recv, nil, nil, sig.Params(), sig.Results(), false)))
	}
	return ptr
}

// mirrorType is *rt.Mirror.
func mirrorType() types.Type {
	return rtType("Mirror", map[string]*types.Signature{
		"Floats":   funcType([]types.Type{floatsType()}, nil),
		"Rows":     funcType([]types.Type{rowsType()}, nil),
		"Build":    funcType(nil, nil),
		"FloatsOf": funcType([]types.Type{floatsType()}, []types.Type{floatsType()}),
		"RowsOf":   funcType([]types.Type{rowsType()}, []types.Type{rowsType()}),
	})
}

func exprTypes(list []core.Expr) []types.Type {
	ts := make([]types.Type, len(list))
	for i, e := range list {
		ts[i] = e.Type()
	}
	return ts
}

func at(pos token.Pos, s core.Stmt) core.Stmt {
	core.SetPos(s, pos)
	return s
}

// guards refuses, at run time, arguments that share memory with package variables that the function reads: what
// is read through the variable would be missing from the gradient.
func (p *program) guards(root version, params []*core.Var) []core.Stmt {
	used := map[*core.Var]bool{}
	for _, f := range p.reachable(root.fn) {
		core.InspectStmts(p.normal(f).Body, func(node core.Node) bool {
			if r, ok := node.(*core.Ref); ok {
				if v, ok := r.Obj.(*core.Var); ok && v.Global && mayShare(v.Type) {
					used[v] = true
				}
			}
			return true
		})
	}
	globals := make([]*core.Var, 0, len(used))
	for v := range used {
		globals = append(globals, v)
	}
	sort.Slice(globals, func(i, j int) bool { return globals[i].Name < globals[j].Name })
	var list []core.Stmt
	for i, v := range params {
		if !root.mask.on(i) || !isShadowed(v.Type) {
			continue
		}
		for j, q := range params {
			if !root.mask.on(j) && mayShare(q.Type) {
				list = append(list, at(v.At, do(host(rtPath, "Disjoint", nil,
					stringConst("argument "+nameOf(v)), ref(v), stringConst("argument "+nameOf(q)), ref(q)))))
			}
		}
		for _, g := range globals {
			list = append(list, at(v.At, do(host(rtPath, "Disjoint", nil,
				stringConst("argument "+nameOf(v)), ref(v), stringConst("package variable "+nameOf(g)), ref(g)))))
		}
	}
	return list
}

// mayShare reports whether a value that carries no derivative could share float memory with an argument that does.
// Functions and channels could too, but what they hold cannot be reached in a differentiated function.
func mayShare(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return false
	}
	return isReference(t) && hasFloats(t)
}

// gradOnly makes FGrad, which calls FValueAndGrad.
func (p *program) gradOnly(f, value *core.Func) *core.Func {
	n := p.names.withLocals(f)
	out := &core.Func{At: f.At, Name: p.names.fresh(f.Name + "Grad"), Doc: []string{
		f.Name + "Grad returns the gradient of " + f.Name + ": an adjoint for each parameter that has a derivative."}}
	out.Params = freshParams(f, n)
	out.Results = value.Results[1:]
	call := &core.Call{X: core.X{At: f.At, T: tupleOf(value.Results...)}, Fun: &core.Ref{X: core.X{At: f.At, T: signatureType(&value.Signature)}, Obj: value}}
	for _, v := range out.Params {
		call.Args = append(call.Args, ref(v))
	}
	d := &core.Define{S: core.S{At: f.At}, Vars: []*core.Var{nil}, Rhs: []core.Expr{call}}
	ret := &core.Return{S: core.S{At: f.At}}
	for _, t := range out.Results {
		v := &core.Var{At: f.At, Name: n.fresh("bar"), Type: t}
		d.Vars = append(d.Vars, v)
		ret.Results = append(ret.Results, ref(v))
	}
	out.Body = []core.Stmt{d, ret}
	return out
}

// hasParallel reports whether a function may run a parallel loop.
func (p *program) hasParallel(f *core.Func) bool {
	found := false
	for _, g := range (&general{program: p}).reach(f) {
		core.InspectStmts(g.Body, func(n core.Node) bool {
			h := hostCallee(exprOf(n))
			found = found || h != nil && h.Path == parallelPath
			return !found
		})
	}
	return found
}
