package trace

// This file is the package's face, and holds what is known while a package is traced.

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
)

// Derivative is what Gradient makes for one function.
type Derivative struct {
	Package      *core.Package // the input with what was made behind its own
	Funcs        []*core.Func  // the new functions
	Grad         *core.Func    // func(p...) (D...): the gradient; nil unless F has one result, a float
	ValueAndGrad *core.Func    // func(p...) (R, D...): value and gradient; nil as Grad
	VJP          *core.Func    // func(p...) (R..., func(seeds...) (D...)): values and pullback
	Params       []string      // names of the parameters that the gradient is taken of, as the D go
	Args         []string      // names of all parameters
}

// Gradient differentiates the function called name. Errors are a diag.List with positions; the input is not changed.
func Gradient(p *core.Package, name string) (d *Derivative, err error) {
	e := NewEmitter(p)
	for _, f := range p.Funcs {
		if f.Name == name && f.Recv == nil {
			g, err := e.Differentiate(f, f.At)
			if err != nil {
				return nil, err
			}
			out := e.Package()
			return &Derivative{Package: out, Funcs: out.Funcs[len(p.Funcs):], Grad: g.Grad, ValueAndGrad: g.ValueAndGrad,
				VJP: g.VJP, Params: g.Params, Args: g.Args}, nil
		}
	}
	var list diag.List
	list.Add(nil, token.NoPos, "ad-function", "there is no function %s", name)
	return nil, list.Err()
}

// Made is what Differentiate made for one function.
type Made struct {
	Grad, ValueAndGrad, VJP *core.Func
	Params, Args            []string
}

// internalError is a broken invariant of the package.
type internalError struct {
	value any
	stack string
}

func (e internalError) Error() string {
	return fmt.Sprintf("internal error in the tracing (please report it): %v", e.value)
}

type methodKey struct {
	recv *types.TypeName
	name string
}

// tracer is one derivative in the making.
type tracer struct {
	emitter  *Emitter
	pkg      *core.Package
	num      numbers
	asked    token.Pos // where the derivative is asked for
	at       token.Pos // of what is being traced
	diags    diag.List
	names    names
	declared map[*types.TypeName]*core.TypeDecl
	methods  map[methodKey]*core.Func
	recvs    map[*core.Func]*types.Named

	lowered   map[types.Type]types.Type
	twinTypes []twinOf
	used      map[string]bool     // names of methods that are called
	unused    map[string][]func() // methods of other names
	vars      map[*core.Var]*core.Var
	globals   []*core.Var // package variables that have a twin which is loaded and stored
	preset    map[*core.Var]bool
	twins     map[*core.Func]*core.Func
	queue     []*core.Func

	prefix               string    // of names that are declared for the package
	mutex                *core.Var // of the emitter, or a new one
	out                  addition
	local                map[string]string     // names of locals in generated functions
	helpers              map[string]*core.Func // generated functions by what they do
	boxable              []types.Type          // types of the values that interfaces may hold
	boxed                map[string]bool
	anyEq                *core.Func
	lift_, snap_, lower_ *copier
	panics               bool // with a value that is not the same in the program
}

func newTracer(e *Emitter, at token.Pos) *tracer {
	t := &tracer{
		mutex: e.lock, emitter: e, pkg: e.pkg, num: newNumbers(), asked: at, at: at, names: names{},
		declared: map[*types.TypeName]*core.TypeDecl{}, methods: map[methodKey]*core.Func{}, recvs: map[*core.Func]*types.Named{},
		lowered: map[types.Type]types.Type{}, used: map[string]bool{}, unused: map[string][]func(){},
		vars: map[*core.Var]*core.Var{}, preset: map[*core.Var]bool{}, twins: map[*core.Func]*core.Func{},
		local: map[string]string{}, helpers: map[string]*core.Func{}, boxed: map[string]bool{},
	}
	for name := range e.added.names {
		t.names[name] = true
	}
	for _, d := range e.pkg.Types {
		t.declared[d.Named] = d
	}
	for _, f := range e.pkg.Funcs {
		if f.Recv == nil {
			continue
		}
		typ := types.Unalias(f.Recv.Type)
		if p, ok := typ.(*types.Pointer); ok {
			typ = types.Unalias(p.Elem())
		}
		if n, ok := typ.(*types.Named); ok {
			t.methods[methodKey{n.Obj(), f.Name}] = f
			t.recvs[f] = n
		}
	}
	return t
}

// publish hands what was made to the emitter.
func (t *tracer) publish(m *Made) {
	a := &t.emitter.added
	a.names = t.names
	t.emitter.lock = t.mutex
	a.types = append(a.types, t.out.types...)
	a.vars = append(a.vars, t.out.vars...)
	a.init = append(a.init, t.out.init...)
	a.funcs = append(a.funcs, t.out.funcs...)
	for _, f := range t.twins {
		t.emitter.shown[f] = true
	}
	for _, f := range []*core.Func{m.VJP, m.ValueAndGrad, m.Grad} {
		if f != nil {
			t.emitter.shown[f] = true
		}
	}
}

// unsupported reports what cannot be traced.
func (t *tracer) unsupported(at token.Pos, format string, args ...any) {
	if !at.IsValid() {
		at = t.at
	}
	t.diags.Add(t.pkg.Fset, at, "ad-unsupported", format, args...)
}

// function gives the twin of a function, whose body is traced later.
func (t *tracer) function(f *core.Func) *core.Func {
	if w := t.twins[f]; w != nil {
		return w
	}
	w := &core.Func{At: f.At, Name: f.Name, Orig: f.Orig}
	t.twins[f] = w
	if f.Recv == nil {
		w.Name = t.topName(f.Name + suffix)
		w.Orig = ""
	}
	t.queue = append(t.queue, f)
	return w
}

// run traces what has been asked for, until nothing is left.
func (t *tracer) run() {
	for len(t.queue) > 0 {
		f := t.queue[0]
		t.queue = t.queue[1:]
		w := t.twins[f]
		t.at = f.At
		w.Recv = t.variable(f.Recv)
		w.Signature, w.Body = t.signed(f.Signature, f.Body)
		t.out.funcs = append(t.out.funcs, w)
	}
}

// signed traces what functions and literals have in common.
func (t *tracer) signed(s core.Signature, body []core.Stmt) (core.Signature, []core.Stmt) {
	out := core.Signature{Variadic: s.Variadic}
	for _, v := range s.Params {
		out.Params = append(out.Params, t.variable(v))
	}
	for _, typ := range s.Results {
		out.Results = append(out.Results, t.low(typ))
	}
	return out, t.list(body)
}

// localVar is a local variable of a generated function, with a name that no other thing has.
func (t *tracer) localVar(base string, typ types.Type) *core.Var {
	name := t.local[base]
	if name == "" {
		name = t.names.fresh(base)
		t.local[base] = name
	}
	return &core.Var{Name: name, Type: typ}
}

// helper gives the generated function that does what key says, made when it is first asked for. It may call itself.
func (t *tracer) helper(key, base string, build func(*core.Func)) *core.Func {
	if f := t.helpers[key]; f != nil {
		return f
	}
	f := &core.Func{At: t.at, Name: t.topName(base)}
	t.helpers[key] = f
	build(f)
	t.out.funcs = append(t.out.funcs, f)
	return f
}
