package interp

// This file deals with the names of files: what they declare, what they import from earlier cells, and what later cells have
// replaced in them.

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// inheritImports lets a cell use the packages that earlier cells import, those whose names are no other package's, and at last those
// that later cells import. A whole file has the imports that it states.
func (s *Session) inheritImports(p *plan, files map[*cell]*composed) {
	declared := map[string]bool{}
	for _, f := range files {
		for _, n := range declaredNames(f.file) {
			declared[n] = true
		}
	}
	all := map[string]string{} // import paths by name
	for _, c := range p.cells {
		if f := files[c]; f != nil && !c.text.whole {
			s.addImports(all, f.file)
		}
	}
	earlier := map[string]string{}
	for _, c := range p.cells {
		f := files[c]
		if f == nil || c.text.whole {
			continue
		}
		s.addImports(earlier, f.file)
		own := importsOf(f.file)
		for _, n := range selectorBases(f.file) {
			path := cmp.Or(earlier[n], s.packages[n], all[n])
			if path == "" || declared[n] || own[n] != "" {
				continue
			}
			spec := &ast.ImportSpec{Name: &ast.Ident{NamePos: f.file.Name.End(), Name: n},
				Path: &ast.BasicLit{ValuePos: f.file.Name.End(), Kind: token.STRING, Value: strconv.Quote(path)}}
			decl := &ast.GenDecl{TokPos: f.file.Name.End(), Tok: token.IMPORT, Specs: []ast.Spec{spec}}
			f.file.Decls = append([]ast.Decl{decl}, f.file.Decls...)
			f.file.Imports = append(f.file.Imports, spec)
		}
	}
}

// addImports adds a file's imports to those known, without paths that do not exist: these are that file's fault alone.
func (s *Session) addImports(known map[string]string, f *ast.File) {
	for name, path := range importsOf(f) {
		if _, found := slices.BinarySearch(s.available, path); found {
			known[name] = path
		}
	}
}

// importsOf lists the import paths of a file by the names that the packages have there.
func importsOf(f *ast.File) map[string]string {
	paths := map[string]string{}
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := importName(path)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		paths[name] = path
	}
	return paths
}

// selectorBases lists the names x in expressions x.y.
func selectorBases(f *ast.File) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && !slices.Contains(out, id.Name) {
				out = append(out, id.Name)
			}
		}
		return true
	})
	return out
}

// declaredNames lists the package-level names of a file; a method is Type.Name.
func declaredNames(f *ast.File) []string {
	var out []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if n := funcName(d); n != "" {
				out = append(out, n)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					out = append(out, spec.Name.Name)
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						if n.Name != "_" {
							out = append(out, n.Name)
						}
					}
				}
			}
		}
	}
	return out
}

// funcName is the key of a function or method, "" for those that cannot be named.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		if d.Name.Name == "init" || d.Name.Name == "_" {
			return ""
		}
		return d.Name.Name
	}
	return receiver(d) + "." + d.Name.Name
}

// receiver is the name of a method's receiver type.
func receiver(d *ast.FuncDecl) string {
	if len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// dropReplaced takes out the definitions that other cells have replaced. The methods of a replaced type go
// with it if they stand in the same cell.
func dropReplaced(f *ast.File, replaced func(name string) bool) {
	types := map[string]bool{}
	for _, n := range declaredNames(f) {
		types[n] = replaced(n)
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && types[receiver(d)] {
				return true
			}
			n := funcName(d)
			return n != "" && replaced(n)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				return false
			}
			d.Specs = slices.DeleteFunc(d.Specs, func(spec ast.Spec) bool {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					return replaced(spec.Name.Name)
				case *ast.ValueSpec:
					dropped, kept := false, false
					for _, n := range spec.Names {
						if n.Name != "_" && replaced(n.Name) {
							n.Name, dropped = "_", true
						} else if n.Name != "_" {
							kept = true
						}
					}
					return dropped && !kept && d.Tok == token.VAR
				}
				return false
			})
			return len(d.Specs) == 0 && d.Lparen == token.NoPos
		}
		return false
	})
}

// importName is the name that a package has where it is imported without one: the end of its path, before a version.
func importName(path string) string {
	name := path[strings.LastIndex(path, "/")+1:]
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		path = strings.TrimSuffix(path, "/"+name)
		name = path[strings.LastIndex(path, "/")+1:]
	}
	return name
}
