package interp

// This file takes a plan from syntax trees to the core that the interpreter is given.

import (
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp/legal"
)

// lower loads the plan's package into core, lets the hooks at it, and makes the functions that running the
// cell calls.
func (s *Session) lower(p *plan) (diag.List, error) {
	pkg, diags := core.Load(s.checker.Input(p.checked))
	if len(diags) > 0 {
		return diags, nil
	}
	p.assigns = s.assignsAfter(p, pkg)
	for _, v := range pkg.Vars {
		v.Reassigned = p.assigns[v.Orig]
	}
	typed := pkg
	for _, hook := range s.opts.Hooks {
		out, err := hook(pkg)
		var list diag.List
		switch {
		case errors.As(err, &list):
			return userTexts(pkg, list), nil
		case err != nil:
			return nil, fmt.Errorf("hook: %w", err)
		}
		pkg = out
	}
	p.typed, p.program = typed, pkg
	low := *pkg
	low.Name = "main"
	low.Init = nil
	low.Funcs = slices.Clone(pkg.Funcs)
	s.entryPoints(p, &low, pkg.Init)
	p.hooked = map[string]bool{}
	for _, f := range hookInits(typed, pkg) {
		p.hooked[f.Name] = true
		low.Funcs = append(low.Funcs, f)
	}
	low.Funcs = append(low.Funcs, p.remakes(pkg.Init, p.assigns)...)
	low.Funcs = append(low.Funcs, s.keepTypes(p))
	p.entry = &low
	out, diags := legal.Apply(&low, s.skip...)
	if len(diags) > 0 {
		return userTexts(typed, diags), nil
	}
	sampling(out.Package)
	for _, st := range p.steps {
		if i := slices.IndexFunc(out.Funcs, func(f *core.Func) bool { return f.Name == st.fn }); i >= 0 && len(st.shown) > 0 {
			texting(out.Funcs[i], st.shown)
		}
	}
	p.core, p.boxes = out.Package, out
	for _, c := range p.cells {
		for _, f := range out.Funcs {
			if strings.HasPrefix(f.Name, c.text.prefix+"_") {
				s.trans[f.Name] = true
				p.transient[f.Name] = p.transient[f.Name] || c == p.cell
			}
		}
		for _, t := range out.Types { // those of shown values
			if key := "type " + t.Named.Name(); strings.HasPrefix(t.Named.Name(), c.text.prefix+"_") {
				s.trans[key] = true
				p.transient[key] = p.transient[key] || c == p.cell
			}
		}
		for _, v := range out.Vars {
			if strings.HasPrefix(v.Name, c.text.prefix+"_") {
				s.trans[v.Name] = true
				p.transient[v.Name] = p.transient[v.Name] || c == p.cell
			}
		}
	}
	return nil, nil
}

// userTexts gives diagnostics the names that the user knows.
func userTexts(p *core.Package, list diag.List) diag.List {
	for i := range list {
		list[i].Message = p.UserText(list[i].Message)
	}
	return list
}

// entryPoints replaces the package's initialisation by a function per step of the cell, and names what Go or
// the interpreter would run by itself.
func (s *Session) entryPoints(p *plan, low *core.Package, init []core.Stmt) {
	c, f := p.cell, p.files[p.cell]
	var inits []string
	main := ""
	for i, fn := range low.Funcs {
		if fn.Recv != nil || fn.Name != "init" && fn.Name != "main" {
			continue
		}
		own := p.fset.Position(fn.At).Filename == c.text.name
		was := fn.Name
		renamed := *fn
		renamed.Name = fmt.Sprintf("%s_%d_go%s%d", c.text.prefix, c.opts.run, was, i)
		if was == "main" {
			renamed.Name = "main_"
		}
		if own && was == "init" {
			inits = append(inits, renamed.Name)
		} else if own && c.text.whole {
			main = renamed.Name
		}
		low.Funcs[i] = &renamed
		replaceFunc(low, fn, &renamed)
	}
	p.steps = nil
	for i, st := range f.steps {
		if st.fn == "" {
			st.fn = fmt.Sprintf("%s_%d_init%d", c.text.prefix, c.opts.run, i+1)
			lo, hi := token.Pos(f.base+st.lo), token.Pos(f.base+st.hi)
			fn := &core.Func{At: lo, Name: st.fn}
			for _, stmt := range init {
				if at := stmt.Pos(); at >= lo && at < hi {
					fn.Body = append(fn.Body, stmt)
				}
			}
			for _, name := range st.shown {
				if w := writes(low, name); w != nil {
					fn.Body = append(fn.Body, w)
				}
			}
			low.Funcs = append(low.Funcs, fn)
		}
		p.steps = append(p.steps, st)
	}
	for _, name := range inits {
		p.steps = append(p.steps, step{fn: name})
	}
	if main != "" {
		p.steps = append(p.steps, step{fn: main, main: true})
	}
}

// replaceFunc makes references to one function name another.
func replaceFunc(p *core.Package, from, to *core.Func) {
	for _, f := range p.Funcs {
		core.InspectStmts(f.Body, func(n core.Node) bool {
			if r, ok := n.(*core.Ref); ok && r.Obj == from {
				r.Obj = to
			}
			return true
		})
	}
}

// unitKey names a printed declaration.
func unitKey(u core.Unit) string {
	switch d := u.Decl.(type) {
	case *core.TypeDecl:
		return "type " + d.Named.Name()
	case *core.Var:
		return d.Name
	case *core.Func:
		if d.Recv != nil {
			return fmt.Sprintf("method %s.%s", strings.TrimPrefix(d.Recv.Type.String(), "*"), d.Name)
		}
		return d.Name
	}
	return "init"
}
