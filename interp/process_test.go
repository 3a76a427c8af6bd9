package interp

// This file runs a session in a process of its own, for programs that end theirs or write to its streams: the test binary
// runs itself.

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/costate/costate/internal/diag"
)

// childVar names, in the environment of a child, the file of the program that it runs.
const childVar = "COSTATE_TEST_PROGRAM"

// refusedStatus is the exit status of a child whose program was refused.
const refusedStatus = 97

func TestMain(m *testing.M) {
	if file := os.Getenv(childVar); file != "" {
		os.Exit(runChild(file))
	}
	os.Exit(m.Run())
}

// runChild runs a program as the command does, with Go's exit status.
func runChild(file string) int {
	src, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s := New(Options{Program: func(d diag.Diagnostic) { os.Exit(ended(d)) }})
	ctx, cancel := context.WithTimeout(context.Background(), sessionLimit)
	defer cancel()
	res, err := s.Run(ctx, "main.go", string(src))
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	case refusal(res):
		fmt.Fprintln(os.Stderr, res.Diags[0])
		return refusedStatus
	case len(res.Diags) > 0:
		return ended(res.Diags[0])
	}
	return 0
}

// ended writes what ended a program, without what the session says beyond Go, and gives the exit status.
func ended(d diag.Diagnostic) int {
	text, _, _ := strings.Cut(d.Message, " (in ")
	fmt.Fprintln(os.Stderr, text)
	return 2
}

func inOwnProcess(name, src string) sessionOutcome {
	file, err := os.CreateTemp("", name)
	if err != nil {
		return sessionOutcome{problem: err.Error()}
	}
	defer os.Remove(file.Name())
	defer file.Close()
	if _, err := file.WriteString(src); err != nil {
		return sessionOutcome{problem: err.Error()}
	}
	o, err := runProcess(os.Args[0], []string{childVar + "=" + file.Name()}, sessionLimit)
	got := sessionOutcome{outcome: o}
	switch {
	case err != nil:
		got.problem = err.Error()
	case o.status == refusedStatus:
		got.refused = strings.TrimSpace(o.stderr)
	}
	return got
}

// lockedWriter lets the goroutines of a program write at once, as much as programs write that end.
type lockedWriter struct {
	mu   *sync.Mutex
	w    io.Writer
	size int
}

const maxWritten = 1 << 20

// Write writes when no other does.
func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.size += len(p); w.size > maxWritten {
		return len(p), nil
	}
	return w.w.Write(p)
}
