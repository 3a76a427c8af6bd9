package legal

// This file takes the session's own types out of interfaces. The interpreter builds types by reflection: they have no names and
// no methods that compiled code sees, unexported fields are called X…, a named basic type is the basic type, and values of two types
// with the same structure compare equal. So in the program for the interpreter
//
//	methods               are functions: x.M(a) is T_M(x, a), embedded fields written out
//	interface types       of the session are any
//	values in interfaces  of the session's types are boxes that know their type: host.Box("T", x)
//	calls by interface    look the method up by the type in the box
//	assertions, switches  ask the box for its type
//	==, map keys          compare boxes
//
// Package dyn has the boxes, and prints, encodes and compares them as compiled code does. Interfaces of other packages (error,
// io.Reader) stay what they are: a box is wrapped where it becomes one.

import (
	"go/types"

	"github.com/costate/costate/internal/core"
)

// boxes is the pass.
func boxes(u *unit) {
	b := &boxer{
		u: u, named: map[*types.TypeName]*types.Named{}, vars: map[*core.Var]*core.Var{}, lowered: map[types.Type]types.Type{},
		methods: map[methodKey]*core.Func{}, recvs: map[*core.Func]types.Type{}, tables: map[string]*core.Var{}, asked: map[string]bool{},
		looping: map[*types.Named]bool{}, fields: map[structField]bool{}, owners: map[*types.Struct]*types.Named{},
		order: map[*types.Named]int{}, reach: map[[2]*types.Named]bool{},
	}
	b.index()
	u.pkg.Types = b.typeDecls(u.pkg.Types)
	for i, v := range u.pkg.Vars {
		u.pkg.Vars[i] = b.variable(v)
	}
	for _, f := range u.pkg.Funcs {
		b.function(f)
	}
	b.register()
	clear(u.types)
	for _, t := range u.pkg.Types {
		u.types[t.Named] = true
	}
}

// boxer is the state of the pass. Types are those of the source unless a name says that they are lowered.
type boxer struct {
	u       *unit
	named   map[*types.TypeName]*types.Named // lowered declarations
	lowered map[types.Type]types.Type
	vars    map[*core.Var]*core.Var
	methods map[methodKey]*core.Func
	recvs   map[*core.Func]types.Type // receivers of what were methods
	tables  map[string]*core.Var      // of methods, by name and signature
	asked   map[string]bool           // boxed types whose methods have been registered
	work    []types.Type              // boxed types to register
	looping map[*types.Named]bool
	fields  map[structField]bool
	owners  map[*types.Struct]*types.Named
	order   map[*types.Named]int
	reach   map[[2]*types.Named]bool
	fn      *core.Func   // now being rewritten
	results []types.Type // of the innermost function
}

type methodKey struct {
	recv *types.TypeName
	name string
}

// index finds the types and the methods.
func (b *boxer) index() {
	for i, d := range b.u.pkg.Types {
		if n, ok := d.Named.Type().(*types.Named); ok {
			b.order[n] = i
			if st, ok := n.Underlying().(*types.Struct); ok {
				b.owners[st] = n
			}
		}
	}
	for _, f := range b.u.pkg.Funcs {
		if f.Recv == nil {
			continue
		}
		if n := base(f.Recv.Type); n != nil {
			b.methods[methodKey{n.Obj(), f.Name}] = f
			b.recvs[f] = f.Recv.Type
		}
	}
	for k, f := range b.methods { // methods of different types may have one name
		f.Name = helperName(k.recv.Name()+"_"+k.name, typeKey(b.recvs[f])+"."+k.name)
	}
}

// base is the named type that t is or points to.
func base(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// method is the function that a method of the session has become, with its receiver's type; nil for methods of other packages.
func (b *boxer) method(m *types.Func) (*core.Func, types.Type) {
	recv := m.Signature().Recv()
	if recv == nil {
		return nil, nil
	}
	n := base(recv.Type())
	if n == nil {
		return nil, nil
	}
	f := b.methods[methodKey{n.Obj(), m.Name()}]
	return f, b.recvs[f]
}

// function rewrites a function in place; a method becomes a function.
func (b *boxer) function(f *core.Func) {
	if f.Recv != nil {
		f.Params = append([]*core.Var{f.Recv}, f.Params...)
		f.Recv = nil
	}
	b.fn = f
	f.Signature, f.Body = b.signed(f.Signature, f.Body)
}

// signed rewrites what functions and literals have in common.
func (b *boxer) signed(s core.Signature, body []core.Stmt) (core.Signature, []core.Stmt) {
	outer := b.results
	b.results = s.Results
	out := core.Signature{Variadic: s.Variadic, Params: b.variables(s.Params)}
	for _, t := range s.Results {
		out.Results = append(out.Results, b.low(t))
	}
	list := b.list(body)
	b.results = outer
	return out, list
}

// variable gives the lowered twin of a variable.
func (b *boxer) variable(v *core.Var) *core.Var {
	if v == nil {
		return nil
	}
	w, ok := b.vars[v]
	if !ok {
		c := *v
		w = &c
		w.Type = b.low(v.Type)
		b.vars[v] = w
	}
	return w
}

func (b *boxer) variables(vs []*core.Var) []*core.Var {
	if vs == nil {
		return nil
	}
	out := make([]*core.Var, len(vs))
	for i, v := range vs {
		out[i] = b.variable(v)
	}
	return out
}

// helper is unit's helper, whose function is written in types of the source and then rewritten.
func (b *boxer) helper(key, base string, build func(*core.Func)) *core.Func {
	return b.u.helper(key, base, func(f *core.Func) {
		fn, results := b.fn, b.results
		build(f)
		b.function(f)
		b.fn, b.results = fn, results
	})
}
