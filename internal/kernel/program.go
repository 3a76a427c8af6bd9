package kernel

// This file runs a program, a Go file of package main, in a child process that has the streams of its caller: what
// the program writes goes straight there.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Program is a Go file of package main with what it is run with.
type Program struct {
	Name           string // of the file, as positions have it
	Source         []byte
	Args           []string // os.Args, which begin with the name of the program
	Stdin          *os.File
	Stdout, Stderr *os.File
	MemoryLimit    int64 // in bytes; 0 is a quarter of the machine's memory
	AllowExec      bool  // it may start processes
}

// Exit statuses of programs that do not choose one.
const (
	statusRefused = 1 // nothing of the program has run
	statusPanic   = 2 // also for fatal errors of the runtime, as in Go
)

// Run runs the program and returns its exit status. Diagnostics and panics are on its standard error. When the context is
// cancelled the program is ended and the error is the context's.
func (p Program) Run(ctx context.Context) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("run %s: %w", p.Name, err)
	}
	if p.MemoryLimit == 0 {
		p.MemoryLimit = max(machineMemory()/4, 1<<30)
	}
	lifelineRead, lifeline, err := os.Pipe()
	if err != nil {
		return 0, fmt.Errorf("run %s: %w", p.Name, err)
	}
	defer lifeline.Close()
	defer lifelineRead.Close()
	dump := &bounded{}
	cmd := exec.CommandContext(ctx, self, programArg, strconv.FormatInt(p.MemoryLimit, 10))
	cmd.Stdin, cmd.Stdout = p.Stdin, p.Stdout
	cmd.Stderr = dump // the runtime's own; the program's is a file of its own
	cmd.ExtraFiles = []*os.File{lifelineRead, p.Stderr}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("run %s: %w", p.Name, err)
	}
	go json.NewEncoder(lifeline).Encode(programRequest{p.Name, p.Source, p.Args, p.AllowExec}) // if it breaks the child has ended
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay): // processes that it started may hold the pipe
		return 0, fmt.Errorf("run %s: %w", p.Name, err)
	}
	if text := dump.text.Bytes(); len(text) > 0 {
		i := fatal(text)
		if i < 0 {
			i = len(text)
		}
		p.Stderr.Write(text[:i]) // that it cannot be written cannot be said either
		if i < len(text) {
			fmt.Fprintln(p.Stderr, lastWords(string(text[i:]), p.MemoryLimit))
			return statusPanic, nil
		}
	}
	return ExitStatus(cmd.ProcessState, p.Stderr), nil
}

// ExitStatus is the exit status of a process as a shell gives it: 128 and the number of the signal if one has ended it. The signal is
// named on stderr, save those by which people end programs.
func ExitStatus(s *os.ProcessState, stderr io.Writer) int {
	w, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !w.Signaled() {
		return s.ExitCode()
	}
	switch w.Signal() {
	case syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE:
	default:
		fmt.Fprintf(stderr, "signal: %v\n", w.Signal())
	}
	return 128 + int(w.Signal())
}

// lastWords says why the runtime has ended a program: as the runtime does, and in words.
func lastWords(dump string, limit int64) string {
	why := cause(dump, limit, nil)
	for line := range strings.Lines(dump) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "fatal error: ") {
			continue
		} else if line == why {
			return line
		}
		return line + "\n\n\t" + why
	}
	// A panic that nobody could recover: compiled code has called a function of the program in a goroutine of its own.
	message, _, _ := strings.Cut(dump, "\n\n")
	message, _, _ = strings.Cut(message, "\n[signal ")
	message = repanicked.ReplaceAllString(strings.TrimSpace(message), "")
	return message + "\n\n\tin a goroutine that a package has started; the line is not known"
}

// repanicked is what the runtime adds if a panic was passed on, which is the interpreter's doing.
var repanicked = regexp.MustCompile(`(?m) \[recovered, repanicked\]$`)

// bounded keeps the beginning of what is written to it.
type bounded struct{ text bytes.Buffer }

// Write keeps the text while there is room.
func (b *bounded) Write(p []byte) (int, error) {
	b.text.Write(p[:min(len(p), maxDump-b.text.Len())])
	return len(p), nil
}

// programArg is the first argument of a child that runs a program; the memory limit follows.
const programArg = "__costate_program"

// programRequest is what the child reads first. The pipe ends when the parent does.
type programRequest struct {
	Name      string
	Source    []byte
	Args      []string
	AllowExec bool
}
