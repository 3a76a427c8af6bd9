package trace

// This file makes the functions that users call: they take the arguments into the traced program, run it, and take its effects and
// results back.

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
)

// copiers are the three directions of copying.
func (t *tracer) lifter() *copier {
	if t.lift_ == nil {
		t.lift_ = t.newCopier("lift", func(typ types.Type) types.Type { return typ }, t.low)
		t.lift_.number = input
	}
	return t.lift_
}

func (t *tracer) snapper() *copier {
	if t.snap_ == nil {
		t.snap_ = t.newCopier("keep", t.low, t.low)
		t.snap_.number = unchanged
	}
	return t.snap_
}

func (t *tracer) lowerer() *copier {
	if t.lower_ == nil {
		c := t.newCopier("give", t.low, func(typ types.Type) types.Type { return typ })
		c.number, c.back = output, true
		c.addField("sweep", t.num.sweep, nil)
		t.lower_ = c
	}
	return t.lower_
}

// plain is the plain value of a traced expression, in memory of its own.
func (t *tracer) plain(e core.Expr, typ types.Type) core.Expr {
	c := t.lowerer()
	f := t.helper("plain "+key(typ), "plain", func(f *core.Func) {
		m, v := t.localVar("m", c.memType()), t.localVar("v", t.low(typ))
		f.Params, f.Results = []*core.Var{v}, []types.Type{typ}
		f.Body = append([]core.Stmt{define(m, call(c.newMemory()))}, c.reach(m, ref(v), typ)...)
		f.Body = append(f.Body, do(call(c.complete(), ref(m))), ret(c.value(m, ref(v), typ)))
	})
	return call(f, e)
}

// differentiate makes the derivative of a function.
func (t *tracer) differentiate(f *core.Func) *Made {
	if f.Recv != nil {
		t.unsupported(t.asked, "the derivative of a method cannot be traced; write a function that calls %s", f.Name)
		return nil
	}
	twin := t.function(f)
	t.run()
	t.at = f.At
	t.checkBoundary(f)
	t.checkSharing(f)
	if len(t.diags) > 0 {
		return nil
	}
	b := &boundary{tracer: t, f: f, twin: twin}
	made := &Made{VJP: b.vjp()}
	t.finishEqualAny()
	for _, c := range []*copier{t.lift_, t.snap_, t.lower_} {
		if c != nil {
			c.finish()
		}
	}
	t.run()
	for _, tw := range t.twinTypes {
		t.out.types = append(t.out.types, &core.TypeDecl{At: tw.named.Obj().Pos(), Named: tw.twin.Obj()})
	}
	t.out.funcs = append(t.out.funcs, made.VJP)
	for i, v := range f.Params {
		made.Args = append(made.Args, paramName(i, v))
		if t.differentiable(v.Type) {
			made.Params = append(made.Params, paramName(i, v))
		}
	}
	if len(f.Results) == 1 {
		if k, number := kindOf(f.Results[0]); number && !k.complex {
			made.ValueAndGrad = b.valueAndGrad(made.VJP)
			made.Grad = b.grad(made.ValueAndGrad)
			t.out.funcs = append(t.out.funcs, made.ValueAndGrad, made.Grad)
		}
	}
	return made
}

func paramName(i int, v *core.Var) string {
	if v.Orig == "" {
		return fmt.Sprintf("_%d", i)
	}
	return v.Orig
}

// boundary is what the functions for users are made from.
type boundary struct {
	*tracer
	f, twin *core.Func
}

// params copies the parameters of the function, with names for the blank ones.
func (b *boundary) params() []*core.Var {
	var out []*core.Var
	for _, v := range b.f.Params {
		c := *v
		if c.Name == "_" {
			c.Name = b.names.fresh("p")
		}
		b.unhide(&c)
		out = append(out, &c)
	}
	return out
}

func (b *boundary) vjp() *core.Func {
	t := b.tracer
	lift, snap, lower := t.lifter(), t.snapper(), t.lowerer()
	out := &core.Func{At: b.f.At, Name: t.names.fresh(b.f.Name + "VJP"), Doc: []string{
		b.f.Name + "VJP returns what " + b.f.Name + " returns, and the pullback, which takes the adjoints of the results to those of the",
		"parameters. " + b.f.Name + " runs as " + b.twin.Name + ", with numbers that know their origin."}}
	out.Params = b.params()
	out.Variadic = b.f.Variadic
	add := func(list ...core.Stmt) { out.Body = append(out.Body, list...) }
	slices.SortFunc(t.globals, func(x, y *core.Var) int { return strings.Compare(x.Name, y.Name) })
	if len(t.globals) > 0 {
		lock := t.lock()
		unlock := method(ref(lock), "Unlock", nil)
		add(do(method(ref(lock), "Lock", nil)), &core.Do{How: core.DoDefer, E: unlock})
	}
	in := t.localVar("in", lift.memType())
	add(define(in, call(lift.newMemory())))
	for _, v := range out.Params {
		add(lift.reach(in, ref(v), v.Type)...)
	}
	for _, g := range t.globals {
		add(lift.reach(in, ref(g), g.Type)...)
	}
	add(do(call(lift.complete(), ref(in))))
	var args, kept []*core.Var
	for _, v := range out.Params {
		w := &core.Var{At: v.At, Name: t.names.fresh(v.Name + suffix), Type: t.low(v.Type)}
		args = append(args, w)
		add(define(w, lift.value(in, ref(v), v.Type)))
	}
	for _, g := range t.globals {
		add(set(ref(t.vars[g]), lift.value(in, ref(g), g.Type)))
	}
	keep := t.localVar("keep", snap.memType())
	add(define(keep, call(snap.newMemory())))
	for i, v := range out.Params {
		if t.differentiable(v.Type) {
			add(snap.reach(keep, ref(args[i]), v.Type)...)
		}
	}
	add(do(call(snap.complete(), ref(keep))))
	for i, v := range out.Params {
		if t.differentiable(v.Type) {
			k := &core.Var{At: v.At, Name: t.names.fresh(v.Name + "Kept"), Type: t.low(v.Type)}
			kept = append(kept, k)
			add(define(k, snap.value(keep, ref(args[i]), v.Type)))
		}
	}
	give := t.localVar("give", lower.memType())
	add(define(give, call(lower.newMemory())))
	done := t.localVar("done", boolType)
	finish := b.finish(in, give)
	add(define(done, boolConst(false)), b.whenPanicking(done, in, give, finish))
	results := b.run(out, args)
	for i, r := range results {
		add(lower.reach(give, ref(r), b.f.Results[i])...)
	}
	add(set(ref(done), boolConst(true)), do(call(finish, ref(in), ref(give))))
	back := &core.Return{S: core.S{At: b.f.At}}
	for i, r := range results {
		back.Results = append(back.Results, lower.value(give, ref(r), b.f.Results[i]))
	}
	lit := b.pullback(results, kept, out.Params)
	back.Results = append(back.Results, lit)
	out.Results = append(slices.Clone(b.f.Results), lit.T)
	add(back)
	return out
}

// run calls the traced function.
func (b *boundary) run(out *core.Func, args []*core.Var) []*core.Var {
	c := call(b.twin)
	c.At = b.f.At
	c.Spread = b.f.Variadic
	for _, a := range args {
		c.Args = append(c.Args, ref(a))
	}
	d := &core.Define{S: core.S{At: b.f.At}, Rhs: []core.Expr{c}}
	for i := range b.f.Results {
		d.Vars = append(d.Vars, &core.Var{At: b.f.At, Name: b.names.fresh(fmt.Sprintf("r%d", i+1)), Type: b.low(b.f.Results[i])})
	}
	out.Body = append(out.Body, d)
	return d.Vars
}

// finish is the function that writes the effects of the traced program back to the program's memory.
func (b *boundary) finish(in, give *core.Var) *core.Func {
	lift, lower := b.lifter(), b.lowerer()
	f := &core.Func{At: b.f.At, Name: b.topName("finish" + suffix)}
	f.Params = []*core.Var{b.localVar("in", in.Type), b.localVar("give", give.Type)}
	in, give = f.Params[0], f.Params[1]
	f.Body = append(f.Body, do(call(lift.reverse(lower), ref(in), ref(give))))
	for _, g := range b.globals {
		f.Body = append(f.Body, lower.reach(give, ref(b.vars[g]), g.Type)...)
	}
	f.Body = append(f.Body, do(call(lower.complete(), ref(give))))
	for _, g := range b.globals {
		f.Body = append(f.Body, lower.store(ref(g), lower.value(give, ref(b.vars[g]), g.Type), g.Type)...)
	}
	b.out.funcs = append(b.out.funcs, f)
	return f
}

// whenPanicking writes the effects back if the traced program panics, and takes the value that it panics with along.
func (b *boundary) whenPanicking(done, in, give *core.Var, finish *core.Func) core.Stmt {
	lower := b.lowerer()
	r := b.localVar("r", anyType)
	body := []core.Stmt{ifs(ref(done), ret()), define(r, builtin("recover", anyType))}
	payload := ref(r)
	if b.panics {
		body = append(body, lower.reach(give, ref(r), anyType)...)
		payload = lower.value(give, ref(r), anyType)
	}
	body = append(body, do(call(finish, ref(in), ref(give))),
		ifs(binary(token.NEQ, ref(r), nilOf(anyType)), do(builtin("panic", nil, payload))))
	return &core.Do{How: core.DoDefer, E: &core.Call{Fun: literal(b.f.At, nil, nil, body...)}}
}

// pullback is the literal that sweeps.
func (b *boundary) pullback(results, kept, params []*core.Var) *core.FuncLit {
	t, lower := b.tracer, b.lowerer()
	sweep, bars := t.localVar("sweep", t.num.sweep), t.localVar("bars", lower.memType())
	lit := literal(b.f.At, nil, nil)
	lit.Body = []core.Stmt{define(sweep, rtCall(token.NoPos, "NewTraceSweep", t.num.sweep, false))}
	for i, r := range results {
		if !t.differentiable(b.f.Results[i]) {
			continue
		}
		seed := &core.Var{At: b.f.At, Name: t.names.fresh(r.Name + "Bar"), Type: b.f.Results[i]}
		lit.Params = append(lit.Params, seed)
		lit.Body = append(lit.Body, t.seed(sweep, ref(r), ref(seed), b.f.Results[i])...)
	}
	lit.Body = append(lit.Body, do(method(ref(sweep), "Run", nil)), define(bars, call(lower.newMemory())),
		set(lower.sweep(bars), ref(sweep)))
	var diff []*core.Var
	for _, v := range params {
		if t.differentiable(v.Type) {
			diff = append(diff, v)
			lit.Body = append(lit.Body, lower.reach(bars, ref(kept[len(diff)-1]), v.Type)...)
		}
	}
	lit.Body = append(lit.Body, do(call(lower.complete(), ref(bars))))
	out := &core.Return{S: core.S{At: b.f.At}}
	for i, v := range diff {
		out.Results = append(out.Results, lower.value(bars, ref(kept[i]), v.Type))
		lit.Results = append(lit.Results, v.Type)
	}
	lit.Body = append(lit.Body, out)
	lit.T = signatureType(&lit.Signature)
	for _, s := range lit.Body {
		core.MarkReverse(s)
	}
	return lit
}
