package core

// This file compares what programs print when they are built as written with what they print after loading
// and printing. The outputs as written are kept beside the programs.

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestProgramsPrintTheSame builds all programs into one binary, each as a package, and runs it once for each.
func TestProgramsPrintTheSame(t *testing.T) {
	imp := newImporter()
	programs := archives(t, "programs")
	addSessionPrograms(t, programs)
	names := slices.Sorted(maps.Keys(programs))
	dir := t.TempDir()
	mustWrite(t, filepath.Join(dir, "go.mod"), "module programs\n\ngo 1.26\n")
	imports, table := "", ""
	for i, name := range names {
		p := mustLoad(t, imp, name+".go", section(programs[name], "main.go"))
		p.Name = fmt.Sprintf("prog%d", i)
		for _, f := range p.Funcs {
			if f.Recv == nil && f.Name == "main" {
				f.Name = "Main"
			}
		}
		mustWrite(t, filepath.Join(dir, p.Name, "p.go"), mustPrint(t, imp, p))
		imports += fmt.Sprintf("import %q\n", "programs/"+p.Name)
		table += fmt.Sprintf("%q: %s.Main,\n", name, p.Name)
	}
	mustWrite(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"os\"\n"+imports+
		"func main() { map[string]func(){\n"+table+"}[os.Args[1]]() }\n")
	build := exec.Command("go", "build", "-o", "all", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			out, err := exec.Command(filepath.Join(dir, "all"), name).Output()
			if err != nil {
				t.Fatal(err)
			}
			got := strings.ReplaceAll(string(out), fmt.Sprintf("prog%d.", i), "main.")
			if diff := cmp.Diff(section(programs[name], "out"), got); diff != "" {
				t.Errorf("output differs (-as written +loaded):\n%s", diff)
			}
		})
	}
}

// addSessionPrograms adds the programs about control flow that sessions are tested with.
func addSessionPrograms(t *testing.T, programs map[string]*txtar.Archive) {
	t.Helper()
	dirs, err := filepath.Glob("../../interp/testdata/programs/y_*")
	if err != nil || len(dirs) < 20 {
		t.Fatalf("%d programs: %v", len(dirs), err)
	}
	for _, dir := range dirs {
		a := &txtar.Archive{}
		for name, file := range map[string]string{"main.go": "main.go.txt", "out": "out.txt"} {
			text, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			a.Files = append(a.Files, txtar.File{Name: name, Data: text})
		}
		programs[filepath.Base(dir)] = a
	}
}
