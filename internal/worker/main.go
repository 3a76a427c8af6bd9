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
	"strconv"
	"strings"
)

const (
	gonumModule  = "gonum.org/v1/gonum"
	gonumVersion = "v0.17.0" // as in go.mod, which a test compares
)

// gonumSums are the lines of go.sum for it.
const gonumSums = `gonum.org/v1/gonum v0.17.0 h1:VbpOemQlsSMrYmn7T2OUvQ4dqxQXU+ouZFQsZOx50z4=
gonum.org/v1/gonum v0.17.0/go.mod h1:El3tOrEuMpv2UdMrbNlKEh9vd86bmQ6vqIcDwxEOc1E=
`

// MainFile is where a program is in its module, which go says of it if there is nothing else to say. The name has no part that could be taken for an operating system.
const MainFile = "cmd/program/main.go"

// NotCachedError says that a module which a program needs is not on this machine.
type NotCachedError struct{ Module string }

// Error names the module.
func (e *NotCachedError) Error() string {
	return fmt.Sprintf("module %s is not in the module cache of this machine, and the network is not used; run the program by the interpreter", e.Module)
}

// BuildMain returns the path of the binary of a file of package main and builds it if it is not there yet. The file may
// import the standard library, our packages and gonum, whatever module it stands in; anything else is an *ImportError. If it does not
// compile, the error is a *BuildError.
func (b *Builder) BuildMain(ctx context.Context, source string) (string, error) {
	files, err := MainFiles(source)
	if err != nil {
		return "", fmt.Errorf("build program: %w", err)
	}
	binary, err := b.binary(ctx, files, "./"+filepath.ToSlash(filepath.Dir(MainFile)))
	var wrong *BuildError
	if errors.As(err, &wrong) && strings.Contains(wrong.Output, "GOPROXY=off") {
		err = &NotCachedError{gonumModule + " " + gonumVersion}
	}
	if err != nil {
		return "", fmt.Errorf("build program: %w", err)
	}
	return binary, nil
}

// MainFiles returns the program as the files of a module.
func MainFiles(source string) (map[string]string, error) {
	all, err := ownFiles()
	if err != nil {
		return nil, err
	}
	all[MainFile] = source
	f, err := parser.ParseFile(token.NewFileSet(), MainFile, source, parser.ImportsOnly)
	if err != nil {
		return all, nil // the compiler says it better
	}
	for _, spec := range f.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		switch {
		case err != nil || isStandard(imported) || isOwn(imported):
		case imported == gonumModule || strings.HasPrefix(imported, gonumModule+"/"):
			all["go.mod"] = goMod() + "\nrequire " + gonumModule + " " + gonumVersion + "\n"
			all["go.sum"] = gonumSums
		default:
			return nil, &ImportError{imported}
		}
	}
	return all, nil
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
