package kernel

import (
	"errors"
	"strings"
	"testing"
)

// TestExits: a cell that leaves the program does not take the kernel with it, where the interpreter can see it.
func TestExits(t *testing.T) {
	k := newKernel(t, Options{})
	for _, test := range []struct{ src, want string }{
		{"os.Exit(3)", "cell 1:1:1: the cell left the program with exit status 3; "},
		{"log.SetFlags(0)\nlog.Fatal(\"no data\")", "no data\ncell 1:2:1: the cell left the program with exit status 1; "},
		{"log.SetFlags(0)\nlog.Print(\"a note\")", "a note\n"},
		{"n := flag.Int(\"n\", 4, \"\")\nflag.Parse()\n*n + len(flag.Args())", "= 4"},
		{"ad.Grad(func(x float64) float64 { return x * x })(3)", "= 6"},
	} {
		if out, _, err := run(t, k, "1", test.src); err != nil || !strings.HasPrefix(out, test.want) {
			t.Errorf("%s: %q, %v; want %q", test.src, out, err, test.want)
		}
	}
	_, _, err := run(t, k, "1", "log.New(os.Stderr, \"\", 0).Fatal(\"no data\")")
	var ended *Ended
	if !errors.As(err, &ended) || ended.Reason != "the program left it with exit status 1" {
		t.Errorf("a logger of the cell's own gives %v", err)
	}
}

// TestAllowExec: the leave to start processes reaches the child.
func TestAllowExec(t *testing.T) {
	for _, allow := range []bool{false, true} {
		k := newKernel(t, Options{AllowExec: allow})
		out, _, err := run(t, k, "1", "syscall.Getpid() == os.Getpid()")
		if err != nil || (out == "= true") != allow {
			t.Errorf("AllowExec %v: %q, %v", allow, out, err)
		}
		if err := k.Restart(t.Context()); err != nil {
			t.Fatal(err)
		}
		if out, _, err = run(t, k, "1", "unsafe.Sizeof(1.5)"); err != nil || (out == "= 8") != allow {
			t.Errorf("AllowExec %v after a restart: %q, %v", allow, out, err)
		}
	}
}
