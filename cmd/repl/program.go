package main

// This file runs a Go program, by the interpreter or compiled.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/worker"
)

// stdinName is the name of a program that is read from standard input.
const stdinName = "stdin.go"

// runFile runs a program with arguments. What the program ends with is the error.
func runFile(ctx context.Context, env *streams, path, engine string, args []string) error {
	src, name, err := readProgram(env, path)
	if err != nil {
		return err
	}
	if err := isProgram(name, src); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	go func() {
		select {
		case s := <-signals:
			if n, ok := s.(syscall.Signal); ok {
				cancel(exitStatus(128 + int(n))) // as a shell says it
			}
		case <-ctx.Done():
		}
	}()
	run := interpret
	if engine == "native" {
		run = compiled
	}
	status, err := run(ctx, env, name, src, append([]string{strings.TrimSuffix(filepath.Base(name), ".go")}, args...))
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case status != 0:
		return exitStatus(status)
	}
	return nil
}

func readProgram(env *streams, path string) (src []byte, name string, err error) {
	if path == "-" {
		src, err = io.ReadAll(env.stdin)
		return src, stdinName, err
	}
	src, err = os.ReadFile(path)
	return src, path, err
}

// isProgram reports what a file lacks to be a program. Text that is not Go is left to whoever runs it.
func isProgram(name string, src []byte) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	if file.Name.Name != "main" {
		return fmt.Errorf("%s is of package %s, and only package main can be run", name, file.Name.Name)
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "main" {
			return nil
		}
	}
	return fmt.Errorf("%s has no function main", name)
}

// interpret runs a program by the interpreter, in a process of its own.
func interpret(ctx context.Context, env *streams, name string, src []byte, args []string) (int, error) {
	p := kernel.Program{Name: name, Source: src, Args: args, Stdin: env.stdin, Stdout: env.stdout, Stderr: env.stderr,
		AllowExec: env.allowExec}
	return p.Run(ctx)
}

// compiled builds a program and runs it.
func compiled(ctx context.Context, env *streams, name string, src []byte, args []string) (int, error) {
	dir, err := os.MkdirTemp("", "costate-run-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	binary, err := build(ctx, env, name, src, filepath.Join(dir, "program.exe"))
	var wrong *worker.BuildError
	if errors.As(err, &wrong) {
		env.compilerSays(name, wrong.Output)
		return 0, errReported
	}
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, binary)
	cmd.Args = args
	cmd.Stdin, cmd.Stdout, cmd.Stderr = env.stdin, env.stdout, env.stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = grace
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return 0, fmt.Errorf("run %s: %w", name, err)
	}
	return kernel.ExitStatus(cmd.ProcessState, env.stderr), nil
}

// grace is how long an interrupted program may take to end.
const grace = 500 * time.Millisecond

// build returns the binary of a program, from the cache or written to out.
func build(ctx context.Context, env *streams, name string, src []byte, out string) (string, error) {
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	src = bytes.TrimPrefix(src, []byte("\uFEFF")) // a mark of the byte order may only stand first
	source := fmt.Sprintf("//line %s:1:1\n%s", full, src)
	if importsForms(src) {
		if source, err = expanded(env, name, full, src); err != nil {
			return "", err
		}
	}
	var b worker.Builder
	binary, err := b.BuildMain(ctx, source)
	var foreign *worker.ImportError
	switch {
	case !errors.As(err, &foreign):
		return binary, err
	case (foreign.Path == "embed" || inModule(filepath.Dir(full))) && name != stdinName:
		return out, worker.BuildBeside(ctx, full, out)
	}
	return "", env.report(diag.List{{Pos: importPlace(name, src, foreign.Path), Code: "import", Message: fmt.Sprintf(
		"package %s cannot be compiled in: put the file into a module that requires it, or run it by the interpreter", foreign.Path)}})
}

// importPlace is where a program imports a path.
func importPlace(name string, src []byte, path string) token.Position {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ImportsOnly)
	if err != nil {
		return token.Position{}
	}
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil && p == path {
			return fset.Position(spec.Path.Pos())
		}
	}
	return token.Position{}
}

// importsForms reports whether a program asks for derivatives.
func importsForms(src []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
	if err != nil {
		return false
	}
	for _, spec := range file.Imports {
		if spec.Path.Value == strconv.Quote(formsPath) {
			return true
		}
	}
	return false
}

// expanded is a program with the derivatives that it asks for, as source whose lines are those of the file.
func expanded(env *streams, name, full string, src []byte) (string, error) {
	pkg, faults := loadFile(env, name, src)
	if len(faults) > 0 {
		return "", env.report(faults)
	}
	pkg, err := engine.ExpandAs(engine.FormAuto)(pkg)
	var list diag.List
	if errors.As(err, &list) {
		return "", env.report(list)
	}
	if err != nil {
		return "", err
	}
	printed, err := core.Print(pkg)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, line := range strings.SplitAfter(printed.Text, "\n") {
		if i < len(printed.Lines) && printed.Lines[i].Pos.IsValid() {
			at := pkg.Fset.Position(printed.Lines[i].Pos)
			if at.Filename == name { // else it is of another package, whose generic functions are compiled in
				at.Filename = full
			}
			fmt.Fprintf(&b, "//line %s:%d\n", at.Filename, at.Line)
		}
		b.WriteString(line)
	}
	return b.String(), nil
}

// inModule reports whether a folder is in a Go module.
func inModule(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// compilerSays passes on what go build says of a program. Positions get the name that the file was given by.
func (s *streams) compilerSays(name, text string) {
	for line := range strings.Lines(text + "\n") {
		if strings.HasPrefix(line, "#") {
			continue // the package
		}
		if at := placePattern.FindStringSubmatch(line); at != nil {
			if file := filepath.ToSlash(at[1]); filepath.Base(file) == filepath.Base(name) || file == worker.MainFile {
				line = name + line[len(at[1]):]
			}
		}
		s.stderr.WriteString(line)
	}
}

// placePattern is a file name at the beginning of a line, with the line and the column that follow.
var placePattern = regexp.MustCompile(`^(.+?):\d+:\d+: `)
