package interp

// This file compiles many programs into few binaries, to compare sessions with what Go itself does. Each program becomes a
// package of this module, through an overlay: nothing is written into the tree.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// outcome is what a program did.
type outcome struct {
	stdout, stderr string
	status         int
	timeout        bool
}

// nativeSet is a set of compiled programs.
type nativeSet struct {
	shared string            // binary of the programs that are chosen by an argument
	own    map[string]string // binaries of the programs that have one to themselves
}

// standIn is the package name of programs that share a binary: as long as "main", so that printed names of types become
// those of the program itself by replacing it.
const standIn = "Main"

// buildNative compiles programs, given by name, with the first instruction set of amd64: later ones fuse x*y + z.
func buildNative(dir, key string, programs map[string]string) (*nativeSet, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	set := &nativeSet{own: map[string]string{}}
	replace := map[string]string{}
	add := func(pkg, text string) error {
		file := filepath.Join(dir, pkg+".go")
		replace[filepath.Join(root, "interp", "native", key, pkg, "main.go")] = file
		return os.WriteFile(file, []byte(text), 0o644)
	}
	var imports, cases strings.Builder
	packages := []string{"./interp/native/" + key + "/all"}
	for i, name := range slices.Sorted(maps.Keys(programs)) {
		text, alone, err := asPackage(name, programs[name])
		if err != nil {
			return nil, err
		}
		pkg := "p_" + name
		if err := add(pkg, text); err != nil {
			return nil, err
		}
		if alone {
			set.own[name] = filepath.Join(dir, "bin", pkg)
			packages = append(packages, "./interp/native/"+key+"/"+pkg)
			continue
		}
		fmt.Fprintf(&imports, "import p%d \"github.com/costate/costate/interp/native/%s/%s\"\n", i, key, pkg)
		fmt.Fprintf(&cases, "case %q:\np%d.Main_()\n", name, i)
	}
	if err := add("all", "package main\n\nimport \"os\"\n"+imports.String()+"\nfunc main() {\nname := os.Args[1]\nos.Args = os.Args[:1]\nswitch name {\n"+cases.String()+
		"default:\npanic(name)\n}\n}\n"); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644); err != nil {
		return nil, err
	}
	set.shared = filepath.Join(dir, "bin", "all")
	args := append([]string{"build", "-trimpath", "-ldflags=-w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", filepath.Join(dir, "bin") + "/"}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOAMD64=v1", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile programs: %w\n%s", err, out)
	}
	return set, nil
}

// quietInit says in a program that what it does before main cannot be seen.
const quietInit = "// The initialisers of this program are quiet."

// asPackage makes a program a package that can be imported, or leaves it if it must run alone: what it does before main would be
// done for the other programs too.
func asPackage(name, src string) (text string, alone bool, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name+".go", src, 0)
	if err != nil {
		return "", false, fmt.Errorf("parse program: %w", err)
	}
	if strings.Contains(src, standIn+".") {
		return "", false, fmt.Errorf("program %s contains the text %s.", name, standIn)
	}
	local := map[string]bool{}
	var mainAt token.Pos
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			local[d.Name.Name] = true
			switch {
			case d.Recv == nil && d.Name.Name == "init":
				alone = true
			case d.Recv == nil && d.Name.Name == "main":
				mainAt = d.Name.Pos()
			}
		}
	}
	if !mainAt.IsValid() {
		return "", false, fmt.Errorf("program %s has no main", name)
	}
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				switch fun := ast.Unparen(n.Fun).(type) {
				case *ast.Ident:
					alone = alone || local[fun.Name]
				case *ast.SelectorExpr:
					alone = alone || local[fun.Sel.Name] || strings.HasPrefix(fun.Sel.Name, "Print")
				default:
					alone = true
				}
			}
			return true
		})
	}
	if alone && !strings.Contains(src, quietInit) {
		return src, true, nil
	}
	at := fset.Position(mainAt).Offset
	clause := fset.Position(f.Name.Pos()).Offset
	return src[:clause] + standIn + src[clause+len("main"):at] + "Main_" + src[at+len("main"):], false, nil
}

// run runs a program of the set.
func (s *nativeSet) run(name string) (outcome, error) {
	path, args := s.own[name], []string(nil)
	if path == "" {
		path, args = s.shared, []string{name}
	}
	o, err := runProcess(path, nil, 10*time.Second, args...)
	o.stdout = strings.ReplaceAll(o.stdout, standIn+".", "main.")
	o.stderr = strings.ReplaceAll(o.stderr, standIn+".", "main.")
	return o, err
}

// runProcess runs a command to its end.
func runProcess(path string, env []string, limit time.Duration, args ...string) (outcome, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	o := outcome{stdout: stdout.String(), stderr: stderr.String(), timeout: ctx.Err() != nil}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		o.status, err = exit.ExitCode(), nil
	}
	if err != nil {
		return o, fmt.Errorf("run %s: %w", strings.Join(args, " "), err)
	}
	return o, nil
}

// ending is how a program ended if not by itself: its status and the first line on standard error.
func (o outcome) ending() string {
	if o.status == 0 {
		return ""
	}
	line, _, _ := strings.Cut(o.stderr, "\n")
	return strings.TrimSuffix(fmt.Sprintf("%d\n%s", o.status, line), "\n") + "\n"
}

func TestAsPackage(t *testing.T) {
	tests := []struct {
		name, src, want string
		alone           bool
	}{
		{"renamed", "package main\n\nfunc f() {}\nfunc main() { f() }\n", "package Main\n\nfunc f() {}\nfunc Main_() { f() }\n", false},
		{"a variable that calls", "package main\n\nvar x = f()\n\nfunc f() int { return 1 }\nfunc main() {}\n", "", true},
		{"a variable that holds a function", "package main\n\nvar x = func() { f() }\n\nfunc f() {}\nfunc main() {}\n",
			"package Main\n\nvar x = func() { f() }\n\nfunc f() {}\nfunc Main_() {}\n", false},
		{"init", "package main\n\nfunc init() {}\nfunc main() {}\n", "", true},
	}
	for _, tt := range tests {
		text, alone, err := asPackage("p", tt.src)
		if err != nil || alone != tt.alone || !alone && text != tt.want {
			t.Errorf("%s: %q, %v, %v", tt.name, text, alone, err)
		}
	}
}
