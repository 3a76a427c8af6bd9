package main

// This file measures whole programs, from the start of the command to its end.

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkRun runs a program that prints a line, and one that calls a function 635,621 times, by both engines. The binary is built
// before.
func BenchmarkRun(b *testing.B) {
	programs := map[string]struct{ source, want string }{
		"hello": {"package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n", "hello\n"},
		"fib": {`package main

import "fmt"

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func main() { fmt.Println(fib(27)) }
`, "196418\n"},
	}
	for _, name := range []string{"hello", "fib"} {
		file := filepath.Join(b.TempDir(), name+".go")
		if err := os.WriteFile(file, []byte(programs[name].source), 0o644); err != nil {
			b.Fatal(err)
		}
		for _, engine := range []string{"yaegi", "native"} {
			run := func() {
				out, err := exec.Command("repl", "run", file, "--engine", engine).CombinedOutput()
				if err != nil || string(out) != programs[name].want {
					b.Fatalf("%v: %s", err, out)
				}
			}
			run()
			b.Run(name+"/"+engine, func(b *testing.B) {
				for b.Loop() {
					run()
				}
			})
		}
	}
}
