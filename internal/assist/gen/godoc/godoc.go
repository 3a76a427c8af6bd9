// Package godoc reads the documentation of the packages that cells import, and of the language's own names, from their
// sources, which the go command finds. The test for freshness uses it too.
package godoc

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/costate/costate/internal/assist"
	"github.com/costate/costate/internal/typing"
)

// Docs returns the documentation of all members that have some.
func Docs() (assist.Docs, error) {
	paths := append(typing.Available(true), "builtin")
	for _, p := range typing.Packages() { // what those refer to
		if p.Hidden {
			paths = append(paths, p.Path)
		}
	}
	args := append([]string{"list", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{range .GoFiles}}{{.}} {{end}}"}, paths...)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	docs := assist.Docs{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 {
			continue
		}
		entries, err := read(fields[0], fields[1], strings.Fields(fields[2]))
		if err != nil {
			return nil, fmt.Errorf("documentation of %s: %w", fields[0], err)
		}
		docs[fields[0]] = entries
	}
	return docs, nil
}

// read reads the files of a package.
func read(path, dir string, names []string) (map[string]string, error) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	mode := doc.Mode(0)
	if path == "builtin" {
		mode = doc.AllDecls
	}
	p, err := doc.NewFromFiles(fset, files, path, mode)
	if err != nil {
		return nil, err
	}
	entries := map[string]string{}
	note := func(name, text string) {
		if text = plain(p, text); text != "" {
			entries[name] = text
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			for _, spec := range v.Decl.Specs {
				s, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				text := s.Doc.Text() + s.Comment.Text()
				if text == "" && len(v.Decl.Specs) == 1 {
					text = v.Doc
				}
				for _, id := range s.Names {
					if id.IsExported() || path == "builtin" {
						note(id.Name, text)
					}
				}
			}
		}
	}
	note("", p.Doc)
	values(p.Consts)
	values(p.Vars)
	for _, f := range p.Funcs {
		note(f.Name, f.Doc)
	}
	for _, t := range p.Types {
		note(t.Name, t.Doc)
		values(t.Consts)
		values(t.Vars)
		for _, f := range t.Funcs {
			note(f.Name, f.Doc)
		}
		for _, m := range t.Methods {
			note(t.Name+"."+m.Name, m.Doc)
		}
		for _, spec := range t.Decl.Specs {
			s, ok := spec.(*ast.TypeSpec)
			if !ok || s.Name.Name != t.Name {
				continue
			}
			var members []*ast.Field
			switch u := s.Type.(type) {
			case *ast.InterfaceType:
				members = u.Methods.List
			case *ast.StructType:
				members = u.Fields.List
			}
			for _, m := range members {
				for _, id := range m.Names {
					note(t.Name+"."+id.Name, m.Doc.Text()+m.Comment.Text())
				}
			}
		}
	}
	return entries, nil
}

// plain writes a comment as text whose paragraphs are lines.
func plain(p *doc.Package, text string) string {
	pr := p.Printer()
	pr.TextWidth = -1
	return strings.TrimSpace(string(pr.Text(p.Parser().Parse(text))))
}
