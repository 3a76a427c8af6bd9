package core

// This file prints core as Go source, with a map from printed lines to source positions. Declarations,
// statements and expressions have files of their own.

import (
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"path"
	"slices"
	"sort"
	"strings"
)

// Source is printed Go with its line map.
type Source struct {
	Text  string
	Lines []Line // Lines[i] is where line i+1 comes from
}

// Line is the origin of a printed line: a source position (NoPos where there is none) and the sweep that the
// line belongs to.
type Line struct {
	Pos token.Pos
	Rev bool
}

// Unit is one printed declaration.
type Unit struct {
	Decl    any      // *TypeDecl, *Var, *Func, or nil for the initialisation
	Text    string   // without a trailing newline
	Lines   []Line   // an origin per line of Text
	Imports []string // import paths that Text names, sorted
}

// Aliases gives each import path the name that printed code uses for it.
type Aliases map[string]string

// Print prints a whole package as one gofmt'd file.
func Print(p *Package) (*Source, error) {
	aliases := Aliases{}
	units := Units(p, aliases)
	return Join(p.Name, units, aliases)
}

// Join makes a gofmt'd file of units.
func Join(name string, units []Unit, aliases Aliases) (*Source, error) {
	paths := map[string]bool{}
	for _, u := range units {
		for _, i := range u.Imports {
			paths[i] = true
		}
	}
	var text strings.Builder
	var lines []Line
	add := func(s string, pos ...Line) {
		text.WriteString(s)
		n := strings.Count(s, "\n")
		lines = append(lines, pos...)
		for i := len(pos); i < n; i++ {
			lines = append(lines, Line{})
		}
	}
	add("package " + name + "\n\n")
	if len(paths) > 0 {
		add("import (\n")
		std, other := splitPaths(paths)
		for _, p := range std {
			add(importLine(p, aliases))
		}
		if len(std) > 0 && len(other) > 0 {
			add("\n")
		}
		for _, p := range other {
			add(importLine(p, aliases))
		}
		add(")\n\n")
	}
	for i, u := range units {
		if i > 0 && (strings.Contains(u.Text, "\n") || strings.Contains(units[i-1].Text, "\n")) {
			add("\n")
		}
		add(u.Text+"\n", u.Lines...)
	}
	out, err := format.Source([]byte(text.String()))
	if err != nil {
		return nil, fmt.Errorf("printed core does not parse: %w\n%s", err, text.String())
	}
	if strings.Count(string(out), "\n") != strings.Count(text.String(), "\n") {
		if lines = remapLines(text.String(), string(out), lines); lines == nil {
			return nil, fmt.Errorf("formatting changed the tokens of\n%s", text.String())
		}
	}
	return &Source{Text: string(out), Lines: lines}, nil
}

func splitPaths(paths map[string]bool) (std, other []string) {
	for p := range paths {
		if first, _, _ := strings.Cut(p, "/"); strings.Contains(first, ".") {
			other = append(other, p)
		} else {
			std = append(std, p)
		}
	}
	sort.Strings(std)
	sort.Strings(other)
	return std, other
}

func importLine(p string, aliases Aliases) string {
	if name := aliases[p]; name != path.Base(p) {
		return fmt.Sprintf("\t%s %q\n", name, p)
	}
	return fmt.Sprintf("\t%q\n", p)
}

// Units prints each declaration of the package: types, variables, initialisation, functions. It adds the
// imports that it meets to aliases, with names that no declaration and no local of the package has.
func Units(p *Package, aliases Aliases) []Unit {
	pr := &printer{pkg: p, aliases: aliases, taken: takenNames(p)}
	var units []Unit
	unit := func(decl any, print func()) {
		pr.reset()
		print()
		units = append(units, pr.unit(decl))
	}
	for _, t := range p.Types {
		unit(t, func() { pr.typeDecl(t) })
	}
	for _, v := range p.Vars {
		unit(v, func() { pr.at(v.At); pr.put("var " + v.Name + " " + pr.typ(v.Type)) })
	}
	if len(p.Init) > 0 {
		unit(nil, func() {
			pr.put("func init() ")
			pr.block(p.Init)
		})
	}
	for _, f := range p.Funcs {
		unit(f, func() { pr.fn(f) })
	}
	return units
}

// takenNames collects every identifier declared in the package.
func takenNames(p *Package) map[string]bool {
	taken := map[string]bool{}
	for _, t := range p.Types {
		taken[t.Named.Name()] = true
	}
	for _, v := range p.Vars {
		taken[v.Name] = true
	}
	add := func(vs []*Var) {
		for _, v := range vs {
			if v != nil {
				taken[v.Name] = true
			}
		}
	}
	note := func(n Node) bool {
		switch n := n.(type) {
		case *Define:
			add(n.Vars)
		case *Range:
			add([]*Var{n.Key, n.Val})
		case *TypeSwitch:
			for _, c := range n.Cases {
				add([]*Var{c.Bind})
			}
		case *FuncLit:
			add(n.Params)
		}
		return true
	}
	InspectStmts(p.Init, note)
	for _, f := range p.Funcs {
		taken[f.Name] = true
		add(f.Params)
		add([]*Var{f.Recv})
		InspectStmts(f.Body, note)
	}
	return taken
}

// printer holds the text of one unit as it grows.
type printer struct {
	pkg     *Package
	aliases Aliases
	taken   map[string]bool
	imports map[string]bool
	buf     strings.Builder
	lines   []Line // of the lines already begun
	indent  int
	results []types.Type // of the function being printed
	header  bool         // inside the header of if, for, switch: composite literals need parentheses
	orig    bool         // variables have the names that they have in the source
}

func (p *printer) reset() {
	p.imports = map[string]bool{}
	p.buf.Reset()
	p.lines = []Line{{}}
	p.indent = 0
}

func (p *printer) unit(decl any) Unit {
	u := Unit{Decl: decl, Text: p.buf.String(), Lines: slices.Clone(p.lines)}
	for i := range p.imports {
		u.Imports = append(u.Imports, i)
	}
	sort.Strings(u.Imports)
	return u
}

func (p *printer) put(s string) { p.buf.WriteString(s) }

// at says where the current line comes from; the first statement on a line decides.
func (p *printer) at(pos token.Pos) {
	if i := len(p.lines) - 1; p.lines[i].Pos == token.NoPos {
		p.lines[i].Pos = pos
	}
}

// begin notes where a statement's first line comes from.
func (p *printer) begin(s Stmt) {
	p.at(s.Pos())
	if base(s).Rev {
		p.lines[len(p.lines)-1].Rev = true
	}
}

func (p *printer) newline() {
	p.put("\n" + strings.Repeat("\t", p.indent))
	p.lines = append(p.lines, Line{})
}

// alias returns the name of an imported package.
func (p *printer) alias(importPath string) string {
	p.imports[importPath] = true
	if name, ok := p.aliases[importPath]; ok {
		return name
	}
	base := packageName(importPath)
	name := base
	for i := 1; p.taken[name] || p.aliased(name); i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	p.aliases[importPath] = name
	return name
}

func (p *printer) aliased(name string) bool {
	for _, n := range p.aliases {
		if n == name {
			return true
		}
	}
	return false
}

// packageName is the customary name of an import path: its last part, without a version.
func packageName(importPath string) string {
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	return base
}

// typ prints a type.
func (p *printer) typ(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if p.own(pkg) {
			return ""
		}
		return p.alias(pkg.Path())
	})
}

// own reports whether a package is the one being printed: the types of the package say so.
func (p *printer) own(pkg *types.Package) bool {
	return len(p.pkg.Types) > 0 && p.pkg.Types[0].Named.Pkg() == pkg
}

// name is a variable's name in print.
func (p *printer) name(v *Var) string {
	if p.orig && v.Orig != "" {
		return v.Orig
	}
	return v.Name
}

// Text prints an expression or a statement on its own. Of a statement with a body it gives the first line.
func Text(n Node) string { return text(n, false) }

// OrigText is Text with the names that variables have in the source, for comments and messages.
func OrigText(n Node) string { return text(n, true) }

func text(n Node, orig bool) string {
	p := &printer{pkg: &Package{}, aliases: Aliases{}, orig: orig}
	p.reset()
	switch n := n.(type) {
	case Expr:
		p.expr(n, 0)
	case Stmt:
		p.stmt(n)
	}
	first, _, _ := strings.Cut(p.buf.String(), "\n")
	return first
}
