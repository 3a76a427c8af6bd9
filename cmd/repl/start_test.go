package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStart is the REPL from its start to its end, with a cell of one line: its process, the kernel's, and a session. MB is
// the size of the stripped binary.
func BenchmarkStart(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "repl.exe")
	if out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	info, err := os.Stat(binary)
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct{ name, cell, want string }{
		{"plain", "1 + 1", "2\n"},
		{"math", "math.Abs(-2)", "2\n"},
		{"mat", "mat.NewVecDense(2, nil).Len()", "2\n"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command(binary)
				cmd.Stdin = strings.NewReader(bench.cell + "\n")
				out, err := cmd.Output()
				if err != nil || string(out) != bench.want {
					b.Fatalf("%v: %s", err, out)
				}
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
}
