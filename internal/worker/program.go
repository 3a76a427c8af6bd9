package worker

// This file says what a program is and writes it as the files of a module.

import (
	"embed"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/checkpoint"
	"github.com/costate/costate/internal/wire"
	"github.com/costate/costate/parallel"
)

const (
	modulePath = "github.com/costate/costate"
	// packageRoot is where a program's packages are in the module; PackagePath says it to others.
	packageRoot = "worker"
	exportFile  = "costate_worker.go"
	exportVar   = "CostateWorkerFuncs"
)

// Program is what a worker is built from.
type Program struct {
	// Packages holds for each package, by the end of its import path, the sources by file name.
	Packages map[string]map[string]string
	Funcs    []Func // what the worker offers
}

// Func is a function that a worker offers.
type Func struct {
	Name    string   // name in calls
	Package string   // key of Program.Packages
	Expr    string   // function in that package, exported or not; its first results are values, the others gradients
	Params  []string // names of its parameters
	Values  int      // number of values
	Grads   []string // names of the parameters that the gradients belong to, in the order of the results
}

// PackagePath returns the import path of a package of a program, for programs of several packages.
func PackagePath(name string) string { return path.Join(modulePath, packageRoot, name) }

// ImportError says that a program imports a package that workers cannot be built with.
type ImportError struct{ Path string }

// Error names the package.
func (e *ImportError) Error() string {
	return fmt.Sprintf("package %s is not available in native workers; use the interpreter", e.Path)
}

// goMod is the go.mod of every program.
func goMod() string {
	return "module " + modulePath + "\n\ngo " + strings.TrimPrefix(minimumGo, "go") + "\n"
}

// own are the packages of ours that programs may import, by their folders.
func own() map[string]embed.FS {
	return map[string]embed.FS{"parallel": parallel.Files, "ad/rt": rt.Files, "checkpoint": checkpoint.Files}
}

// ownFiles returns the module without the program.
func ownFiles() (map[string]string, error) {
	all := map[string]string{"go.mod": goMod()}
	folders := own()
	folders["internal/wire"] = wire.Files
	for dir, sources := range folders {
		entries, err := fs.ReadDir(sources, ".")
		if err != nil {
			return nil, fmt.Errorf("read the source of %s: %w", dir, err)
		}
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), "_test.go") || e.Name() == "embed.go" {
				continue // a worker builds no workers
			}
			text, err := sources.ReadFile(e.Name())
			if err != nil {
				return nil, fmt.Errorf("read the source of %s: %w", dir, err)
			}
			all[path.Join(dir, e.Name())] = string(text)
		}
	}
	return all, nil
}

// files returns the program as the files of a module.
func (p Program) files() (map[string]string, error) {
	all, err := ownFiles()
	if err != nil {
		return nil, err
	}
	for name, sources := range p.Packages {
		if !fs.ValidPath(name) || name == "." {
			return nil, fmt.Errorf("package %q: not the end of an import path", name)
		}
		clause := ""
		for file, text := range sources {
			if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") || strings.ContainsAny(file, `/\`) || file == exportFile {
				return nil, fmt.Errorf("package %s: %q cannot be the name of a file", name, file)
			}
			text, pkg, err := p.checked(file, text)
			if err != nil {
				return nil, fmt.Errorf("package %s: %w", name, err)
			}
			clause = pkg
			all[path.Join(packageRoot, name, file)] = text
		}
		if clause == "" {
			return nil, fmt.Errorf("package %s has no files", name)
		}
		all[path.Join(packageRoot, name, exportFile)] = p.exports(name, clause)
	}
	main, err := p.main()
	if err != nil {
		return nil, err
	}
	all["cmd/worker/main.go"] = main
	return all, nil
}

// checked checks the imports of a source and returns it such that it can be imported, with the package's name.
func (p Program) checked(file, text string) (source, pkg string, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.ImportsOnly)
	if err != nil {
		return "", "", err
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return "", "", fmt.Errorf("%s: import %s: %w", file, spec.Path.Value, err)
		}
		if isStandard(imported) {
			continue
		}
		ours := isOwn(imported)
		for name := range p.Packages {
			ours = ours || imported == PackagePath(name)
		}
		if !ours {
			return "", "", &ImportError{imported}
		}
	}
	pkg = f.Name.Name
	if pkg == "main" { // a main package cannot be imported; its function main is an ordinary one then
		pkg = "program"
		at, end := fset.Position(f.Name.Pos()).Offset, fset.Position(f.Name.End()).Offset
		text = text[:at] + pkg + text[end:]
	}
	return text, pkg, nil
}

// isStandard reports whether a path is one of the standard library.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".") && imported != "C"
}

// isOwn reports whether a path is that of one of our packages that programs may import.
func isOwn(imported string) bool {
	folder, ok := strings.CutPrefix(imported, modulePath+"/")
	_, known := own()[folder]
	return ok && known
}

// exports is the file that hands the functions of a package, exported or not, to the main package.
func (p Program) exports(name, clause string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\n// %s are the functions that the worker offers.\nvar %s = []any{\n", clause, exportVar, exportVar)
	for _, f := range p.Funcs {
		if f.Package == name {
			fmt.Fprintf(&b, "\t%s,\n", f.Expr)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// main is the main package: a table of the functions and the loop that answers calls.
func (p Program) main() (string, error) {
	var imports, table strings.Builder
	names := slices.Sorted(maps.Keys(p.Packages))
	for i, name := range names {
		fmt.Fprintf(&imports, "\tp%d %q\n", i, PackagePath(name))
	}
	seen := map[string]bool{}
	next := map[string]int{} // how many functions of a package are in the table
	for _, f := range p.Funcs {
		i, ok := slices.BinarySearch(names, f.Package)
		if !ok {
			return "", fmt.Errorf("function %s: there is no package %q", f.Name, f.Package)
		}
		if seen[f.Name] {
			return "", fmt.Errorf("two functions are called %s", f.Name)
		}
		seen[f.Name] = true
		fmt.Fprintf(&table, "\t\t%q: {Fn: p%d.%s[%d], Params: %#v, Values: %d, Grads: %#v},\n",
			f.Name, i, exportVar, next[f.Package], f.Params, f.Values, f.Grads)
		next[f.Package]++
	}
	if len(seen) == 0 {
		return "", errors.New("the program offers no function")
	}
	used := ""
	for i, name := range names {
		if next[name] == 0 {
			used += fmt.Sprintf("\t_ = p%d.%s\n", i, exportVar)
		}
	}
	return fmt.Sprintf(mainText, imports.String(), table.String(), used), nil
}

// mainText is the main package without its imports, functions and uses of packages without functions.
const mainText = `package main

import (
	"fmt"
	"io"
	"os"

	"github.com/costate/costate/internal/wire"
%s)

func main() {
	// Standard input is open as long as the parent lives. Requests and answers have files of their own, so that
	// what the functions print does not get between them.
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	funcs := map[string]wire.Func{
%s	}
%s	if err := wire.Serve(os.NewFile(3, "requests"), os.NewFile(4, "answers"), funcs); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
`
