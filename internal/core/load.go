package core

// This file loads a type-checked package into core: the package level. Statements are in load_stmt.go,
// expressions in load_expr.go.

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/costate/costate/internal/diag"
)

// LoadInput is a package that was parsed and type-checked without errors. Info must have all its maps.
type LoadInput struct {
	Fset  *token.FileSet
	Pkg   *types.Package
	Info  *types.Info
	Files []*ast.File
}

// Load turns a type-checked package into core. What core cannot express is reported, all of it, and the
// package is then nil.
func Load(in LoadInput) (*Package, diag.List) {
	l := newLoader(in)
	l.imports()
	l.declare()
	l.initialisation()
	for _, w := range l.work {
		l.function(w)
	}
	if len(l.diags) > 0 {
		l.diags.Sort()
		return nil, l.diags
	}
	BlankUnused(l.pkg)
	return l.pkg, nil
}

// loader holds what is known of the whole package while it is loaded.
type loader struct {
	in       LoadInput
	pkg      *Package
	diags    diag.List
	vars     map[types.Object]*Var
	funcs    map[types.Object]*Func
	hosts    map[Host]*Host
	reserved map[string]bool // names that no local may have
	use      varUse
	hostSet  *hostConsts
	work     []funcWork
}

// funcWork is a function whose body is to be loaded once every package-level name is known.
type funcWork struct {
	fn   *Func
	decl *ast.FuncDecl
	obj  *types.Func
}

func newLoader(in LoadInput) *loader {
	return &loader{
		in:       in,
		pkg:      &Package{Fset: in.Fset, Name: in.Pkg.Name()},
		vars:     map[types.Object]*Var{},
		funcs:    map[types.Object]*Func{},
		hosts:    map[Host]*Host{},
		reserved: predeclared(),
		use:      findVarUse(in.Info, in.Files),
		hostSet:  findHostConsts(in),
	}
}

// unsupported reports what core cannot express.
func (l *loader) unsupported(at token.Pos, format string, args ...any) {
	l.diags.Add(l.in.Fset, at, "unsupported", format, args...)
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
	s := &scope{taken: map[string]bool{}, reserved: l.reserved}
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

func (l *loader) typeSpec(spec *ast.TypeSpec) {
	obj, ok := l.in.Info.Defs[spec.Name].(*types.TypeName)
	switch {
	case !ok || obj.Name() == "_":
		return
	case spec.TypeParams != nil:
		l.unsupported(spec.Pos(), "generic type %s is not supported yet", obj.Name())
	case l.reserved[obj.Name()]:
		l.unsupported(spec.Pos(), "type %s hides a predeclared name or an import of another file; give it another name", obj.Name())
	case foreignFields(obj.Type().Underlying(), l.in.Pkg):
		l.unsupported(spec.Pos(), "type %s is made from a struct of another package with unexported fields", obj.Name())
	}
	l.pkg.Types = append(l.pkg.Types, &TypeDecl{At: spec.Pos(), Named: obj})
}

// foreignFields reports whether t is a struct that only its own package could write down.
func foreignFields(t types.Type, own *types.Package) bool {
	s, ok := t.(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if !f.Exported() && f.Pkg() != own {
			return true
		}
	}
	return false
}

// hiddenType finds a type in t that only another package can name.
func hiddenType(t types.Type, own *types.Package) *types.TypeName {
	switch t := t.(type) {
	case *types.Named:
		if obj := t.Obj(); obj.Pkg() != nil && obj.Pkg() != own && !obj.Exported() {
			return obj
		}
	case *types.Map:
		if obj := hiddenType(t.Key(), own); obj != nil {
			return obj
		}
		return hiddenType(t.Elem(), own)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return hiddenType(t.Elem(), own)
	}
	return nil
}

func (l *loader) globals(spec *ast.ValueSpec, names *scope) {
	for _, id := range spec.Names {
		obj := l.in.Info.Defs[id]
		if obj == nil || id.Name == "_" {
			continue
		}
		v := &Var{At: id.Pos(), Name: l.globalName(id.Name, names), Type: obj.Type(), Global: true, Orig: id.Name}
		if hidden := hiddenType(obj.Type(), l.in.Pkg); hidden != nil {
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
	case sig.TypeParams().Len() > 0:
		l.unsupported(decl.Pos(), "generic function %s is not supported yet", obj.Name())
		return
	case sig.RecvTypeParams().Len() > 0:
		return // its type is refused
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
	l.work = append(l.work, funcWork{fn: fn, decl: decl, obj: obj})
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
			want = obj.Type()
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
	f := &function{loader: l, scope: l.rootScope()}
	sig := w.obj.Signature()
	f.open()
	if recv := sig.Recv(); recv != nil {
		w.fn.Recv = f.parameter(recv)
	}
	w.fn.Signature, w.fn.Body = f.load(sig, w.decl.Body)
}

func (l *loader) rootScope() *scope {
	return &scope{taken: map[string]bool{}, reserved: l.reserved}
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
