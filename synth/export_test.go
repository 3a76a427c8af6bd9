package synth

// This file tests exports against golden files, and runs what can be run with Go alone.

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden exports")

func TestExport(t *testing.T) {
	p, err := NewPlacement(Matrix{{2, 2}, {1, 2}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewPlacement(Matrix{{1, 4}, {2, 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ to, program string }{
		{"go", "RD(1,2);AR*(0,1);BC(1,2)"},
		{"jax", "RS(1,2);AR(0,1);AG(1,2)"},
		{"mpi", "RS(1,2);RS(0,1);AG(0,2)"},
		{"nccl", "RD(1,2);AR*(0,1);BC(1,2)"},
		{"pytorch", "RS(1,2);RS(0,1);AG(0,2)"},
		{"rankfile", "AR(0,1)"},
		{"stablehlo", "RS(1,2);AR(0,1);AG(1,2)"},
	} {
		prog, err := ParseProgram(c.program)
		if err != nil {
			t.Fatal(err)
		}
		at := p
		if c.to == "rankfile" {
			at = other
		}
		got, err := Export(c.to, at, []int{0}, []string{"node", "gpu"}, prog)
		if err != nil {
			t.Errorf("%s: %v", c.to, err)
			continue
		}
		name := filepath.Join("testdata", "export", c.to+".txt")
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.to, diff)
		}
	}
	if len(Targets()) != 7 {
		t.Errorf("%d targets have a golden file", len(Targets()))
	}
}

func TestExportRefuses(t *testing.T) {
	p, err := NewPlacement(Matrix{{2, 4}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ to, program, want string }{
		{"stablehlo", "RD(0,2);BC(0,2)", "step 0, RD(0,2): there is no Reduce"},
		{"jax", "AR(1,2);AR*(0,1);BC(1,2)", "step 1, AR*(0,1): all devices must take part"},
		{"stablehlo", "RS(1,2);RS(0,1);AG(0,2)", "leaves the buffers in another order"},
		{"mpi", "AR(1,2)", "E_GOAL"},
		{"fortran", "AR(0,2)", `no export to "fortran"`},
	} {
		prog, err := ParseProgram(c.program)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Export(c.to, p, []int{0}, nil, prog); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.to, c.program, err, c.want)
		}
	}
}

// TestExportedGoRuns runs exported programs. They check their outcome themselves.
func TestExportedGoRuns(t *testing.T) {
	dir := t.TempDir()
	p, err := NewPlacement(Matrix{{2, 3}, {2, 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"RS(1,2);RS(0,1);AG(0,2)", "RD(1,2);RS*(0,1);AG*(0,1);BC(1,2)"} {
		prog, err := ParseProgram(text)
		if err != nil {
			t.Fatal(err)
		}
		code, err := Export("go", p, []int{0}, nil, prog)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "plan.go")
		if err := os.WriteFile(name, []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "go", "run", name).CombinedOutput()
		if err != nil || string(out) != "ok\n" {
			t.Errorf("%s: %s, %v", text, out, err)
		}
	}
}
