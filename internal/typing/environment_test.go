package typing

import (
	"os"
	"os/exec"
	"sync"
	"testing"
)

const emptyEnvironment = "TYPING_TEST_EMPTY_ENVIRONMENT"

// everything imports all that cells may import, with or without what starts processes.
func everything(exec bool) string {
	text := "package p\nimport (\n"
	for _, p := range Packages() {
		if !p.Hidden && (exec || !p.Exec) {
			text += "_ \"" + p.Path + "\"\n"
		}
	}
	return text + `
	"math"
	"github.com/costate/costate/ad"
)
var dsin = ad.Grad(math.Sin)
`
}

// TestEmptyEnvironment runs a check where no toolchain can be found: this test binary without any environment.
func TestEmptyEnvironment(t *testing.T) {
	if os.Getenv(emptyEnvironment) == "" {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(exe, "-test.run=^TestEmptyEnvironment$", "-test.v")
		cmd.Dir = t.TempDir()
		cmd.Env = []string{emptyEnvironment + "=1", "PATH=", "GOROOT="}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	if _, err := exec.LookPath("go"); err == nil {
		t.Fatal("there is a toolchain after all")
	}
	fset, files := parseCells(t, map[string]string{"cell.go": everything(true)}, []string{"cell.go"})
	if _, faults := New().Check(fset, "session", files, CheckOptions{AllowExec: true}); len(faults) > 0 {
		t.Fatal(faults)
	}
}

// TestConcurrent is for the race detector: one Checker serves several callers, and several Checkers have nothing in common.
func TestConcurrent(t *testing.T) {
	shared := New()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			c := shared
			if i%2 == 0 {
				c = New()
			}
			if _, faults := checkText(t, c, everything(false)); len(faults) > 0 {
				t.Error(faults)
			}
		})
	}
	wg.Wait()
}

func BenchmarkNewAndFirstCheck(b *testing.B) {
	for b.Loop() {
		checkText(b, New(), everything(false))
	}
}

func BenchmarkCheck(b *testing.B) {
	c := New()
	for b.Loop() {
		checkText(b, c, everything(false))
	}
}
