package engine

// This file decides when the general form is taken and makes its entries. The fast forms cover floats and slices of
// floats; what they refuse is differentiated by the general one (general_frame.go), which covers all serial Go.

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/costate/costate/internal/core"
)

// Level chooses between the forms of the adjoint.
type Level int

// The levels.
const (
	Fast    Level = iota // the fast forms where they apply, else the general one
	General              // the general form, -O0
)

// general is the general form of one derivative: its functions, types and shadows of package variables.
type general struct {
	*program
	own      map[*types.TypeName]bool
	bars     map[types.Type]*bar
	barTypes []*core.TypeDecl
	adjoints map[*core.Func]*core.Func
	helpers  map[string]*core.Func
	dispatch map[string]*core.Func
	globals  map[*core.Var]*core.Var
	order    []*core.Var // the package variables with shadows, as met
	active   map[*core.Func]bool
	flat     map[*core.Func]*core.Func // methods as functions
	method   map[*core.Func]*core.Func // and back
	asked    token.Pos                 // where the derivative is asked for: what is new in the package stands there
	thrown   *core.Var                 // the shadow of the value of the panic that is under way
	careful  bool                      // something recovers: calls are known to their callers before they return
	out      []*core.Func
}

func (p *program) newGeneral(root *core.Func) *general {
	g := &general{
		program: p, own: map[*types.TypeName]bool{}, bars: map[types.Type]*bar{}, adjoints: map[*core.Func]*core.Func{},
		helpers: map[string]*core.Func{}, dispatch: map[string]*core.Func{}, globals: map[*core.Var]*core.Var{}, active: map[*core.Func]bool{},
		flat: map[*core.Func]*core.Func{}, method: map[*core.Func]*core.Func{},
	}
	for _, t := range p.pkg.Types {
		g.own[t.Named] = true
	}
	for _, f := range g.reach(root) {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			g.careful = g.careful || builtinName(exprOf(n)) == "recover"
			return true
		})
	}
	return g
}

// reach lists the functions that code reached from root may run: methods through interfaces are all of the package's.
func (g *general) reach(root *core.Func) []*core.Func {
	list := []*core.Func{root}
	seen := map[*core.Func]bool{root: true}
	add := func(f *core.Func) {
		if f != nil && !seen[f] {
			seen[f] = true
			list = append(list, f)
		}
	}
	for i := 0; i < len(list); i++ {
		core.InspectStmts(list[i].Body, func(n core.Node) bool {
			switch n := n.(type) {
			case *core.Ref:
				switch obj := n.Obj.(type) {
				case *core.Func:
					add(obj)
				case *core.Var:
					add(g.literals[obj])
				}
			case *core.Field:
				if n.Method {
					for _, f := range g.pkg.Funcs {
						if f.Recv != nil && f.Name == n.Name {
							add(f)
						}
					}
				}
			}
			return true
		})
	}
	return list
}

// generalGradient makes FGrad and FValueAndGrad in the general form.
func (p *program) generalGradient(f *core.Func, at token.Pos) *gradient {
	g := p.newGeneral(f)
	g.asked = at
	faults := len(p.diags)
	adj := g.adjoint(f)
	if len(p.diags) > faults {
		return nil
	}
	value := g.entry(f, adj)
	if len(p.diags) > faults {
		return nil
	}
	grad := p.gradOnly(f, value)
	p.funcs = append(p.funcs, value, grad)
	p.funcs = append(p.funcs, g.out...)
	p.types = append(p.types, g.barTypes...)
	for _, v := range g.order {
		p.shadowVars = append(p.shadowVars, g.globals[v])
	}
	if g.thrown != nil {
		p.shadowVars = append(p.shadowVars, g.thrown)
	}
	made := &gradient{grad: grad, value: value}
	p.grads[f] = made
	return made
}

// entry makes FValueAndGrad: shadows of the arguments and of the package's variables, the forward sweep, the pullback.
func (g *general) entry(f, adj *core.Func) *core.Func {
	n := g.names.withLocals(f)
	out := &core.Func{At: f.At, Name: g.names.fresh(f.Name + "ValueAndGrad"), Doc: []string{
		f.Name + "ValueAndGrad returns the value of " + f.Name + " and its gradient: an adjoint for each parameter that has a derivative."}}
	out.Params = freshParams(f, n)
	out.Results = []types.Type{f.Results[0]}
	mask := make([]bool, len(f.Params))
	for i, v := range f.Params {
		mask[i] = hasFloats(v.Type) && differentiable(v.Type)
	}
	out.Body = g.entryGuards(out.Params)
	bars := make([]core.Expr, len(f.Params))
	var kept []core.Expr
	plain := true
	for _, v := range out.Params {
		plain = plain && (isShadowed(v.Type) || isFloat(v.Type) || g.class(v.Type) == none)
	}
	if plain {
		shadows := g.entryShadows(version{fn: f, mask: maskOf(mask)}, out, n)
		for i, bar := range shadows {
			if bar != nil {
				bars[i] = ref(bar)
			}
		}
	}
	call := &core.Call{X: core.X{At: f.At}, Fun: &core.Ref{X: core.X{At: f.At, T: signatureType(&adj.Signature)}, Obj: adj}}
	var scalars []*core.Var
	for i, v := range out.Params {
		call.Args = append(call.Args, ref(v))
		switch g.class(v.Type) {
		case none:
			continue
		case scalar:
			bar := &core.Var{At: v.At, Name: n.fresh(nameOf(v) + "Bar"), Type: v.Type}
			scalars = append(scalars, bar)
			kept = append(kept, ref(bar))
		default:
			if !mask[i] {
				g.unsupported(v.At, "parameter %s of type %s comes from outside, where its derivative is not known", nameOf(v), typeText(v.Type))
				return out
			}
			if bars[i] == nil {
				bar := &core.Var{At: v.At, Name: n.fresh(nameOf(v) + "Bar"), Type: g.passed(v.Type)}
				out.Body = append(out.Body, define(bar, g.zeroLike(v.Type, ref(v))))
				bars[i] = ref(bar)
			}
			keep := &core.Var{At: v.At, Name: n.fresh(nameOf(v) + "Grad"), Type: v.Type}
			call.Args = append(call.Args, bars[i])
			if isFloats(v.Type) {
				kept = append(kept, core.CloneExpr(bars[i]))
				break
			}
			if isRows(v.Type) {
				out.Body = append(out.Body, define(keep, cloneRows(core.CloneExpr(bars[i]))))
				kept = append(kept, ref(keep))
				break
			}
			if isMap(v.Type) && g.closed(v.Type.Underlying().(*types.Map).Elem()) {
				keep.Type = g.barOf(v.Type)
				out.Body = append(out.Body, define(keep, g.sameEntries(v.Type, core.CloneExpr(bars[i]))))
				kept = append(kept, g.entries(v.Type, ref(keep)))
				break
			}
			if !g.still(v.Type) {
				g.unsupported(v.At, "the gradient by parameter %s of type %s is not supported yet", nameOf(v), typeText(v.Type))
				return out
			}
			e := core.CloneExpr(bars[i])
			if g.class(v.Type) == aggregate {
				e = deref(e)
			}
			kept = append(kept, e)
		}
		out.Results = append(out.Results, v.Type)
	}
	for _, v := range slices.Clone(g.order) {
		out.Body = append(out.Body, set(ref(g.globals[v]), g.zeroLike(v.Type, ref(v))))
	}
	r := &core.Var{At: f.At, Name: n.fresh("r"), Type: f.Results[0]}
	back := &core.Var{At: f.At, Name: n.fresh("back"), Type: g.backOf(&f.Signature)}
	if g.careful {
		out.Body = append(out.Body, declare(back))
		call.Args = append(call.Args, addr(ref(back)))
		call.T = r.Type
		out.Body = append(out.Body, define(r, call))
	} else {
		call.T = tupleOf(r.Type, back.Type)
		out.Body = append(out.Body, &core.Define{Vars: []*core.Var{r, back}, Rhs: []core.Expr{call}})
	}
	run := &core.Call{X: core.X{At: f.At, T: tupleOrOne(varTypes(scalars))}, Fun: ref(back), Args: []core.Expr{floatConst(1)}}
	if len(scalars) > 0 {
		out.Body = append(out.Body, &core.Define{Vars: scalars, Rhs: []core.Expr{run}})
	} else {
		out.Body = append(out.Body, do(run))
	}
	results := append([]core.Expr{ref(r)}, kept...)
	out.Body = append(out.Body, &core.Return{Results: results})
	for _, s := range out.Body {
		core.SetPos(s, f.At)
	}
	out.Body = tidy(out.Body)
	return out
}

// entryGuards refuses arguments that share memory with each other in ways that their shadows would not, or with package variables.
func (g *general) entryGuards(params []*core.Var) []core.Stmt {
	var list []core.Stmt
	plain := func(v *core.Var) bool { return isShadowed(v.Type) }
	what := func(v *core.Var) core.Expr {
		if v.Global {
			return stringConst("package variable " + nameOf(v))
		}
		return stringConst("argument " + nameOf(v))
	}
	all := append(slices.Clone(params), g.order...)
	for i, v := range all {
		if k := g.class(v.Type); (k == reference || k == aggregate) && !isFloats(v.Type) && (v.Global || !plain(v)) {
			list = append(list, do(host(rtPath, "Apart", nil, what(v), ref(v))))
		}
		for _, w := range all[:i] {
			if plain(v) && plain(w) && !v.Global && !w.Global || g.class(v.Type) != reference && g.class(v.Type) != aggregate ||
				g.class(w.Type) != reference && g.class(w.Type) != aggregate {
				continue
			}
			list = append(list, do(host(rtPath, "Disjoint", nil, what(w), ref(w), what(v), ref(v))))
		}
	}
	return list
}

// local is a name of the package for what one derivative needs. Source that is exported for one function carries that
// function's name throughout.
func (g *general) local(base string) string {
	if g.exported != "" {
		base = g.exported + upper(base)
	}
	return g.names.fresh(base)
}
