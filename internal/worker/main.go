package worker

// This file builds programs that have a main function of their own.

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// module is a module of others that programs may import, with its lines of go.sum.
type module struct{ path, version, sum, modSum string }

// modules are those of which cells may import packages too, as this module requires them, which a test compares.
func modules() []module {
	return []module{
		{"golang.org/x/sync", "v0.24.0", "h1:iqiDrGoDgyuvAKrhLQthUEzU/R378N78gXbBjxed7oA=", "h1:sUUOizhqBxiL6pEWpqNLUiaJn1ShEbZ6BBqskPbjZm0="},
		{"gonum.org/v1/gonum", "v0.17.0", "h1:VbpOemQlsSMrYmn7T2OUvQ4dqxQXU+ouZFQsZOx50z4=", "h1:El3tOrEuMpv2UdMrbNlKEh9vd86bmQ6vqIcDwxEOc1E="},
	}
}

// sums are the lines of go.sum.
func (m module) sums() string {
	return fmt.Sprintf("%s %s %s\n%s %s/go.mod %s\n", m.path, m.version, m.sum, m.path, m.version, m.modSum)
}

// holds reports whether a package is one of the module.
func (m module) holds(imported string) bool {
	return imported == m.path || strings.HasPrefix(imported, m.path+"/")
}

// MainFile is where a program is in its module, which go says of it if there is nothing else to say. The name has no part that could be taken for an operating system.
const MainFile = "cmd/program/main.go"

// NotCachedError says that modules which a program needs are not on this machine.
type NotCachedError struct{ Modules []string }

// Error names the modules.
func (e *NotCachedError) Error() string {
	return fmt.Sprintf("the module cache of this machine lacks %s, and the network is not used; run the program by the interpreter", strings.Join(e.Modules, " or "))
}

// BuildMain returns the path of the binary of a file of package main and builds it if it is not there yet. The file may
// import the standard library, our packages and those of some modules, whatever module it stands in; anything else is an *ImportError, and so is
// embed. If it does not
// compile, the error is a *BuildError.
func (b *Builder) BuildMain(ctx context.Context, source string) (string, error) {
	files, needed, err := mainFiles(source)
	if err != nil {
		return "", fmt.Errorf("build program: %w", err)
	}
	binary, err := b.binary(ctx, files, MainFile) // named as a file, it may have any build constraint
	var wrong *BuildError
	if errors.As(err, &wrong) && strings.Contains(wrong.Output, "GOPROXY=off") {
		err = &NotCachedError{needed}
	}
	if err != nil {
		return "", fmt.Errorf("build program: %w", err)
	}
	return binary, nil
}

// mainFiles returns the program as the files of a module, and the modules that it needs.
func mainFiles(source string) (files map[string]string, needed []string, err error) {
	if files, err = ownFiles(); err != nil {
		return nil, nil, err
	}
	files[MainFile] = source
	f, err := parser.ParseFile(token.NewFileSet(), MainFile, source, parser.ImportsOnly)
	if err != nil {
		return files, nil, nil // the compiler says it better
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil || imported != "embed" && isStandard(imported) || isOwn(imported) { // what is embedded stands beside the file
			continue
		}
		i := slices.IndexFunc(modules(), func(m module) bool { return m.holds(imported) })
		if i < 0 {
			return nil, nil, &ImportError{imported}
		}
		m := modules()[i]
		if name := m.path + " " + m.version; !slices.Contains(needed, name) {
			needed = append(needed, name)
			files["go.mod"] += "\nrequire " + name + "\n"
			files["go.sum"] += m.sums()
		}
	}
	return files, needed, nil
}

// BuildBeside builds a file of package main where it stands, with the module that it stands in, as go run does, and writes the binary
// to out. The user's settings of go count, save those that change what is computed.
func BuildBeside(ctx context.Context, file, out string) error {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return fmt.Errorf("build program: %w", ErrNoGo)
	}
	if out, err = filepath.Abs(out); err != nil {
		return fmt.Errorf("build program: %w", err)
	}
	cmd := exec.CommandContext(ctx, goCommand, "build", "-o", out, filepath.Base(file))
	cmd.Dir = filepath.Dir(file)
	cmd.Env = append(os.Environ(), "GOAMD64=v1")
	if err := runGo(ctx, cmd); err != nil {
		return fmt.Errorf("build program: %w", err)
	}
	return nil
}
