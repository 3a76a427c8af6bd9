package main

// This file is the command core: what the loader and the passes of the interpreter make of a file.

import (
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/interp/legal"
)

// coreFlags are the flags of the command.
type coreFlags struct {
	all   bool
	legal bool
}

func coreCommand(env *streams) *cobra.Command {
	var f coreFlags
	cmd := &cobra.Command{
		Use:   "core FILE.go [FUNC]",
		Short: "A function in the small language inside, in which programs are rewritten",
		Example: `  repl core model.go                  the functions of the file
  repl core model.go loss             one of them; T.Method is a method
  repl core model.go loss --legal     as the interpreter is given it
  repl core model.go --all            the whole file`,
		Args: usage(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case filepath.Ext(args[0]) != ".go":
				return usageError{fmt.Errorf("%s is not a Go file", args[0])}
			case f.all && len(args) > 1:
				return usageError{errors.New("--all is for the whole file, not for a function")}
			case f.legal && len(args) == 1 && !f.all:
				return usageError{errors.New("--legal needs the name of a function, or --all")}
			}
			pkg, err := corePackage(env, args[0], f.legal)
			switch {
			case err != nil:
				return err
			case f.all:
				src, err := core.Print(pkg)
				if err != nil {
					return err
				}
				env.print(src.Text)
				return nil
			case len(args) == 1:
				for _, name := range functions(pkg, args[0]) {
					env.print(name + "\n")
				}
				return nil
			}
			return printFunction(env, args[0], pkg, args[1])
		},
	}
	cmd.Flags().BoolVar(&f.all, "all", false, "print the whole package")
	cmd.Flags().BoolVar(&f.legal, "legal", false, "after the passes for the interpreter")
	return cmd
}

// corePackage loads a file, and takes it as far as the interpreter if asked to.
func corePackage(env *streams, path string, lowered bool) (*core.Package, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pkg, faults := loadFile(env, path, src)
	if len(faults) > 0 {
		return nil, env.report(faults)
	}
	if !lowered {
		return pkg, nil
	}
	if pkg, err = engine.ExpandAs(engine.FormAuto)(pkg); errors.As(err, &faults) {
		return nil, env.report(faults)
	} else if err != nil {
		return nil, err
	}
	low := *pkg
	if len(pkg.Init) > 0 { // the passes see functions alone
		low.Init = nil
		low.Funcs = append(slices.Clone(pkg.Funcs), &core.Func{Name: "init", Body: pkg.Init})
	}
	out, faults := legal.Apply(&low)
	if len(faults) > 0 {
		return nil, env.report(faults)
	}
	return out.Package, nil
}

// functions lists the names of the functions and methods of a file in its order. The package may have others, which passes and the
// loader have made.
func functions(pkg *core.Package, path string) []string {
	inOrder := slices.SortedStableFunc(slices.Values(pkg.Funcs), func(a, b *core.Func) int { return cmp.Compare(a.At, b.At) })
	var names []string
	for _, f := range inOrder {
		if n := functionName(pkg, f); pkg.Fset.Position(f.At).Filename == path && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// functionName is the name of a function in the file, T.Name for methods of T, *T and T[A].
func functionName(pkg *core.Package, f *core.Func) string {
	name := f.Name
	if f.Orig != "" {
		name = f.Orig
	}
	if f.Recv == nil {
		return name
	}
	t := f.Recv.Type
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	for _, d := range pkg.Types {
		if d.Orig != "" && d.Named.Type() == t {
			generic, _, _ := strings.Cut(d.Orig, "[")
			return generic + "." + name
		}
	}
	return types.TypeString(t, func(*types.Package) string { return "" }) + "." + name
}

// printFunction prints the function that the file calls name; of a generic function all that it has become.
func printFunction(env *streams, path string, pkg *core.Package, name string) error {
	n := 0
	for _, u := range core.Units(pkg, core.Aliases{}) {
		f, ok := u.Decl.(*core.Func)
		if !ok || functionName(pkg, f) != name && (f.Recv != nil || f.Name != name) {
			continue
		}
		text, err := format.Source([]byte(u.Text))
		if err != nil {
			return fmt.Errorf("print %s: %w", name, err)
		}
		if n++; n > 1 {
			env.print("\n")
		}
		env.print(string(text) + "\n")
	}
	if n > 0 {
		return nil
	}
	if all := functions(pkg, path); len(all) > 0 {
		return fmt.Errorf("%s has no function %s; it has %s", path, name, strings.Join(all, ", "))
	}
	return fmt.Errorf("%s has no functions", path)
}
