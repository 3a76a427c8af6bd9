package core

// This file loads a type-checked package into core: the package level. Statements are in load_stmt.go,
// expressions in load_expr.go.

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"strconv"

	"github.com/costate/costate/internal/diag"
)

// LoadInput is a package that was parsed and type-checked without errors. Info must have all its maps.
type LoadInput struct {
	Fset  *token.FileSet
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File

	// Mirror gives the source of the generic members of the package with an import path, or nil if there is none. It has
	// types that it imports in common with Pkg. Without a Mirror the generic members of other packages are refused.
	Mirror func(path string) (*LoadInput, error)
}

// Load turns a type-checked package into core. What core cannot express is reported, all of it, and the
// package is then nil.
func Load(in LoadInput) (*Package, diag.List) {
	l := newLoader(in)
	l.imports()
	l.hiding = maps.Clone(l.reserved)
	l.declare()
	l.initialisation()
	for i := 0; i < len(l.work); i++ { // loading a function may add instances
		l.function(l.work[i])
	}
	l.complete()
	if len(l.diags) > 0 {
		l.diags.Sort()
		return nil, l.diags
	}
	BlankUnused(l.pkg)
	return l.pkg, nil
}

// loader holds what is known of the whole package while it is loaded.
type loader struct {
	pkg      *Package
	home     *types.Package // that all declarations of pkg belong to
	diags    diag.List
	vars     map[types.Object]*Var
	funcs    map[types.Object]*Func
	hosts    map[Host]*Host
	reserved map[string]bool // names that no local may have
	hiding   map[string]bool // names of types that declare a predeclared or imported name anew
	given    map[string]bool // names that locals have
	work     []funcWork

	// What is being loaded now.
	unit    *unit
	in      LoadInput // of the unit, as the next two
	use     varUse
	hostSet *hostConsts
	env     *environment
	at      token.Pos // a place near by in the package's own source
	where   string    // the beginning of the names of local types

	// Units and what comes from generic declarations.
	own       *unit
	base      *environment // outside generic functions
	units     map[*types.Package]*unit
	mirrors   map[string]*unit // by import path, nil for a package without one
	types     map[*types.Named][]madeType
	made      map[*types.Named]bool
	aliases   map[*types.Alias]bool
	changed   map[*types.Named]bool
	instances map[*types.Func][]madeFunc
	texts     map[*types.Named]typeText
	numbers   map[types.Object]int
	idents    map[string]bool
	lacks     map[types.Object]bool
	ifaces    []*types.Interface
	count     int
}

// funcWork is a function whose body is to be loaded once every package-level name is known.
type funcWork struct {
	fn    *Func
	decl  *ast.FuncDecl
	obj   *types.Func
	unit  *unit
	env   *environment
	at    token.Pos // where an instance is needed
	where string
}

func newLoader(in LoadInput) *loader {
	l := &loader{
		pkg:       &Package{Fset: in.Fset, Name: in.Pkg.Name()},
		home:      in.Pkg,
		vars:      map[types.Object]*Var{},
		funcs:     map[types.Object]*Func{},
		hosts:     map[Host]*Host{},
		reserved:  predeclared(),
		given:     map[string]bool{},
		own:       newUnit(in, ""),
		base:      newEnvironment(),
		units:     map[*types.Package]*unit{},
		mirrors:   map[string]*unit{},
		types:     map[*types.Named][]madeType{},
		made:      map[*types.Named]bool{},
		aliases:   map[*types.Alias]bool{},
		changed:   map[*types.Named]bool{},
		instances: map[*types.Func][]madeFunc{},
		texts:     map[*types.Named]typeText{},
		lacks:     map[types.Object]bool{},
	}
	l.units[in.Pkg] = l.own
	l.enter(l.own, l.base)
	return l
}

// unsupported reports what core cannot express. What a mirror has is reported where the user's code needs it.
func (l *loader) unsupported(at token.Pos, format string, args ...any) {
	if !l.unit.own() {
		at, format = l.at, "%s: "+format
		args = append([]any{l.unit.path}, args...)
	}
	l.diags.Add(l.own.in.Fset, at, "unsupported", format, args...)
}

// imports reserves the names of imported packages and refuses imports whose effect would be lost.
func (l *loader) imports() {
	for _, file := range l.in.Files {
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue // the parser has reported it
			}
			name := l.in.Info.PkgNameOf(spec)
			switch {
			case path == "C", path == "embed":
				l.unsupported(spec.Pos(), "import of %q is not supported", path)
			case path == "unsafe":
				l.unsafeUses(file)
			case name == nil || name.Name() == ".":
			case name.Name() == "_":
				if !idleImport(path) {
					l.unsupported(spec.Pos(), "import of %q for its effects is not supported", path)
				}
			default:
				l.reserved[name.Name()] = true
			}
		}
	}
}

// declare enters every package-level object, so that bodies can refer to what stands below them.
func (l *loader) declare() {
	names := l.packageNames()
	for _, file := range l.in.Files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						l.typeSpec(spec)
					case *ast.ValueSpec:
						if decl.Tok == token.VAR {
							l.globals(spec, names)
						}
					}
				}
			case *ast.FuncDecl:
				l.funcDecl(decl, names)
			}
		}
	}
	for name := range names.taken {
		l.reserved[name] = true
	}
}

// packageNames is the set of names that declarations of the package may not take: those of its types and
// the predeclared and imported ones. Other declarations are renamed if they collide.
func (l *loader) packageNames() *scope {
	s := &scope{taken: map[string]bool{}, reserved: l.reserved, given: map[string]bool{}}
	inner := l.in.Pkg.Scope()
	for _, name := range inner.Names() {
		if !l.reserved[name] {
			s.taken[name] = true
		}
	}
	return s
}

// globalName gives a package-level variable or function its name.
func (l *loader) globalName(name string, names *scope) string {
	if l.reserved[name] {
		return names.fresh(name)
	}
	return name
}

func (l *loader) globals(spec *ast.ValueSpec, names *scope) {
	for _, id := range spec.Names {
		obj := l.in.Info.Defs[id]
		if obj == nil || id.Name == "_" {
			continue
		}
		l.at = id.Pos()
		v := &Var{At: id.Pos(), Name: l.globalName(id.Name, names), Type: l.objType(obj), Global: true, Orig: id.Name}
		if hidden := hiddenType(v.Type, l.home); hidden != nil {
			l.unsupported(id.Pos(), "variable %s has type %s.%s, which its package does not export; give it an interface type", id.Name, hidden.Pkg().Path(), hidden.Name())
		}
		l.vars[obj] = v
		l.pkg.Vars = append(l.pkg.Vars, v)
	}
}

func (l *loader) funcDecl(decl *ast.FuncDecl, names *scope) {
	obj, ok := l.in.Info.Defs[decl.Name].(*types.Func)
	if !ok {
		return
	}
	sig := obj.Signature()
	switch {
	case sig.TypeParams().Len() > 0, sig.RecvTypeParams().Len() > 0:
		return // its instances are loaded when they are met
	case decl.Body == nil:
		l.unsupported(decl.Pos(), "function %s has no body", obj.Name())
		return
	case obj.Name() == "_":
		return
	}
	fn := &Func{At: decl.Pos(), Name: obj.Name(), Orig: obj.Name()}
	if decl.Recv == nil && obj.Name() != "init" {
		fn.Name = l.globalName(obj.Name(), names)
	}
	l.funcs[obj] = fn
	l.pkg.Funcs = append(l.pkg.Funcs, fn)
	w := funcWork{fn: fn, decl: decl, obj: obj, unit: l.unit, env: l.env, at: decl.Pos(), where: fn.Name}
	if recv := sig.Recv(); recv != nil {
		w.where = l.typeWord(deref(recv.Type())) + "_" + fn.Name
	}
	l.work = append(l.work, w)
}

// initialisation writes the initial values of package variables as assignments in the order that the
// type checker found from their dependencies.
func (l *loader) initialisation() {
	f := &function{loader: l, scope: l.rootScope()}
	for _, init := range l.in.Info.InitOrder {
		s := &Assign{S: S{At: init.Rhs.Pos()}, Op: token.ASSIGN}
		var want types.Type
		for _, obj := range init.Lhs {
			s.At = obj.Pos()
			want = l.objType(obj)
			v := l.vars[obj]
			if v == nil {
				s.Lhs = append(s.Lhs, nil)
				continue
			}
			s.Lhs = append(s.Lhs, &Ref{X: X{At: obj.Pos(), T: v.Type}, Obj: v})
		}
		if len(init.Lhs) > 1 {
			s.At, want = init.Lhs[0].Pos(), nil
		}
		s.Rhs = []Expr{f.value(init.Rhs, want)}
		l.pkg.Init = append(l.pkg.Init, s)
	}
}

// function loads the signature and body of a declared function.
func (l *loader) function(w funcWork) {
	defer l.enter(w.unit, w.env)()
	l.at, l.where = w.at, w.where
	f := &function{loader: l, scope: l.rootScope()}
	sig := w.obj.Signature()
	f.open()
	if recv := sig.Recv(); recv != nil {
		w.fn.Recv = f.parameter(recv)
	}
	w.fn.Signature, w.fn.Body = f.load(sig, w.decl.Body)
	if !w.unit.own() {
		clearPositions(w.fn.Body)
		for _, v := range append(w.fn.Params, w.fn.Recv) {
			if v != nil {
				v.At = token.NoPos
			}
		}
	}
}

func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (l *loader) rootScope() *scope {
	return &scope{taken: map[string]bool{}, reserved: l.reserved, given: l.given}
}

func (l *loader) host(obj types.Object) *Host {
	key := Host{Path: obj.Pkg().Path(), Name: formName(obj.Name())}
	h := l.hosts[key]
	if h == nil {
		h = &key
		l.hosts[key] = h
	}
	return h
}
