// Package docs tests what the documents of this folder claim.
package docs

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// section is a code with its example.
type section struct {
	code   string
	blocks []block
}

// block is a fenced text; info is what stands behind the fence.
type block struct{ info, text string }

// sections reads a document.
func sections(t *testing.T, name string) []section {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list []section
	var open *block
	for line := range strings.Lines(string(text)) {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case open != nil && fence:
			s := &list[len(list)-1]
			s.blocks = append(s.blocks, *open)
			open = nil
		case open != nil:
			open.text += line
		case fence:
			open = &block{info: strings.TrimSpace(info)}
		case strings.HasPrefix(line, "## "):
			list = append(list, section{code: strings.TrimSpace(line[3:])})
		}
	}
	return list
}

// TestExamples runs the example of each code.
func TestExamples(t *testing.T) {
	repl := filepath.Join(t.TempDir(), "repl.exe")
	if out, err := exec.Command("go", "build", "-o", repl, "../cmd/repl").CombinedOutput(); err != nil {
		t.Fatalf("build repl: %v\n%s", err, out)
	}
	for _, s := range sections(t, "diagnostics.md") {
		t.Run(s.code, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var cells []string
			interrupt := false
			compared := 0
			for _, b := range s.blocks {
				switch kind, arg, _ := strings.Cut(b.info, " "); {
				case kind == "go" && strings.HasSuffix(arg, ".go"):
					write(t, filepath.Join(dir, arg), b.text)
				case kind == "go":
					interrupt = interrupt || arg == "interrupted"
					cells = append(cells, b.text)
				case kind == "text":
					notebook(t, filepath.Join(dir, "nb.ipynb"), cells)
					got := faults(run(t, dir, interrupt, repl, "run", "nb.ipynb"))
					if diff := cmp.Diff(b.text, strings.ReplaceAll(got, "nb.ipynb:", "")); diff != "" {
						t.Errorf("reported (-documented +now):\n%s", diff)
					}
					if !strings.Contains(b.text, "["+s.code+"]\n") {
						t.Errorf("the example does not show the code")
					}
					compared++
				case kind == "console":
					command, want, _ := strings.Cut(b.text, "\n")
					words := strings.Fields(strings.TrimPrefix(command, "$ repl "))
					if diff := cmp.Diff(want, run(t, dir, false, repl, words...)); diff != "" {
						t.Errorf("reported (-documented +now):\n%s", diff)
					}
					compared++
				default:
					t.Errorf("block of kind %q", b.info)
				}
			}
			if compared == 0 {
				t.Error("no example")
			}
		})
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// notebook writes cells as a notebook.
func notebook(t *testing.T, name string, cells []string) {
	t.Helper()
	var list []any
	for i, c := range cells {
		list = append(list, map[string]any{"cell_type": "code", "id": fmt.Sprintf("cell-%d", i), "metadata": map[string]any{},
			"execution_count": nil, "outputs": []any{}, "source": strings.TrimSuffix(c, "\n")})
	}
	text, err := json.Marshal(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{}, "cells": list})
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(text))
}

// run runs a command that reports a fault, and returns its standard error. With interrupt set it is interrupted as
// soon as the program says on standard error that it has started.
func run(t *testing.T, dir string, interrupt bool, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for in := bufio.NewScanner(pipe); in.Scan(); {
		if interrupt && in.Text() == "started" {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text.WriteString(in.Text() + "\n")
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("repl %s: %v, want exit status 1", strings.Join(args, " "), err)
	}
	return text.String()
}

// faults keeps the lines that have a code: source lines, their marks and notes are for people.
func faults(text string) string {
	code := regexp.MustCompile(`\[[a-z-]+\]\n$`)
	text = regexp.MustCompile(`the limit is [0-9.]+ [GT]iB`).ReplaceAllString(text, "the limit is LIMIT") // of this machine
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "\t") && code.MatchString(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestEveryCode compares the documented codes with those in the sources.
func TestEveryCode(t *testing.T) {
	documented := map[string]bool{}
	for _, s := range sections(t, "diagnostics.md") {
		if documented[s.code] {
			t.Errorf("%s is documented twice", s.code)
		}
		documented[s.code] = true
	}
	used := map[string]string{}
	for _, dir := range []string{"ad", "cmd", "internal", "interp"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if code := codeOf(n); code != "" {
					used[code] = name
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(used)), slices.Sorted(maps.Keys(documented))); diff != "" {
		t.Errorf("codes (-used +documented):\n%s\nused in %v", diff, used)
	}
}

// codeOf returns the code that a node gives to a diagnostic: diag.Diagnostic{Code: "x"}, diag.List{{Code: "x"}},
// d.Code = "x", or list.Add(fset, pos, "x", format, ...).
func codeOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CompositeLit:
		switch typeName(n.Type) {
		case "Diagnostic":
			return field(n, "Code")
		case "List":
			for _, e := range n.Elts {
				if l, ok := e.(*ast.CompositeLit); ok {
					return field(l, "Code")
				}
			}
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if s, ok := l.(*ast.SelectorExpr); ok && s.Sel.Name == "Code" && len(n.Lhs) == len(n.Rhs) {
				return literal(n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Add" && len(n.Args) >= 4 {
			return literal(n.Args[2])
		}
	}
	return ""
}

// typeName is the last part of a type's name.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// field is the string that a composite literal has for a field.
func field(l *ast.CompositeLit, name string) string {
	for _, e := range l.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return literal(kv.Value)
			}
		}
	}
	return ""
}

// literal is the value of a string literal, or empty.
func literal(e ast.Expr) string {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(l.Value)
	if err != nil {
		return ""
	}
	return s
}
