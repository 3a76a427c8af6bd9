package worker

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/costate/costate/internal/typing"
)

// TestBuildMain builds programs that import what programs may import, and some that may not.
func TestBuildMain(t *testing.T) {
	b := Builder{Cache: t.TempDir()}
	const program = `//line /there/p.go:1:1
//go:build ignore

package main

import (
	"fmt"
	"os"

	"github.com/costate/costate/parallel"
	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
)

func main() {
	var g errgroup.Group
	g.Go(func() error { return nil })
	g.Wait()
	parallel.For(1, func(int) { fmt.Println(floats.Sum([]float64{1, 2}), os.Args[1:]) })
	os.Exit(7)
}
`
	path, err := b.BuildMain(context.Background(), program)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(path, "x").CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 7 || string(out) != "3 [x]\n" {
		t.Errorf("the program ends with %v and prints %q", err, out)
	}
	if again, err := b.BuildMain(context.Background(), program); err != nil || again != path {
		t.Errorf("the second build gives %q, %v, and not the binary of the first", again, err)
	}

	_, err = b.BuildMain(context.Background(), strings.Replace(program, "os.Args[1:]", "os.Arg", 1))
	var wrong *BuildError
	if !errors.As(err, &wrong) || !strings.Contains(wrong.Output, "p.go:18:") {
		t.Errorf("a program that does not compile gives %v", err)
	}
	for _, foreign := range []string{"example.com/x", "github.com/costate/costate/internal/wire", "C", "embed"} {
		_, err := b.BuildMain(context.Background(), "package main\n\nimport _ \""+foreign+"\"\n\nfunc main() {}\n")
		var imports *ImportError
		if !errors.As(err, &imports) || imports.Path != foreign {
			t.Errorf("import of %s gives %v", foreign, err)
		}
	}
}

// TestNotCached builds with an empty module cache.
func TestNotCached(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir())
	b := Builder{Cache: t.TempDir()}
	_, err := b.BuildMain(context.Background(), "package main\n\nimport _ \"gonum.org/v1/gonum/floats\"\n\nfunc main() {}\n")
	var absent *NotCachedError
	if !errors.As(err, &absent) || !strings.Contains(err.Error(), "gonum.org/v1/gonum v") {
		t.Errorf("error %v, want one that names the module", err)
	}
}

// TestBuildBeside builds a program with a package of its own module.
func TestBuildBeside(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example.com/m\n\ngo 1.26\n",
		"x/x.go":      "package x\n\nfunc F() int { return 5 }\n",
		"cmd/main.go": "package main\n\nimport (\n\t\"os\"\n\n\t\"example.com/m/x\"\n)\n\nfunc main() { os.Exit(x.F()) }\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "program.exe")
	if err := BuildBeside(context.Background(), filepath.Join(dir, "cmd/main.go"), out); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := exec.Command(out).Run(); !errors.As(err, &exit) || exit.ExitCode() != 5 {
		t.Errorf("the program ends with %v, want status 5", err)
	}
}

// TestModules compares the modules of others with what this module requires.
func TestModules(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range modules() {
		if !strings.Contains(string(mod), "\t"+m.path+" "+m.version) {
			t.Errorf("go.mod does not require %s %s", m.path, m.version)
		}
		if !strings.Contains(string(sum), m.sums()) {
			t.Errorf("go.sum does not have\n%s", m.sums())
		}
	}
}

// TestCellPackages: what cells may import of others, programs may.
func TestCellPackages(t *testing.T) {
	for _, p := range typing.Packages() {
		source := "package main\n\nimport _ \"" + p.Path + "\"\n"
		if _, _, err := mainFiles(source); err != nil && !p.Hidden && !strings.HasPrefix(p.Path, modulePath+"/") {
			t.Errorf("%s: %v", p.Path, err)
		}
	}
}
