package kernel

// This file is the child's side of a program.

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp"
)

// programChild runs a program and ends the process if this process was started to do that.
func programChild(hooks []interp.Hook) {
	if len(os.Args) != 3 || os.Args[1] != programArg {
		return
	}
	limit, err := strconv.ParseInt(os.Args[2], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, "repl: bad limit:", err)
		os.Exit(statusRefused)
	}
	// The runtime reports fatal errors of the interpreter to file 2; the program's standard error is another file.
	lifeline, fatal := os.NewFile(3, "requests"), os.Stderr
	os.Stderr = os.NewFile(4, "/dev/stderr")
	log.SetOutput(os.Stderr)
	dec := json.NewDecoder(lifeline)
	var r programRequest
	if err := dec.Decode(&r); err != nil {
		fmt.Fprintln(os.Stderr, "repl: request:", err)
		os.Exit(statusRefused)
	}
	go func() {
		io.Copy(io.Discard, lifeline)
		os.Exit(statusPanic) // the parent has gone
	}()
	os.Args = r.Args
	limitMemory(limit, nil, func(why string) {
		fmt.Fprintf(os.Stderr, "fatal error: out of memory\n\n\t%s\n", why)
		os.Exit(statusPanic)
	})
	status := runProgram(r, limit, hooks)
	runtime.KeepAlive(fatal) // file 2 would be closed with it
	os.Exit(status)
}

// runProgram runs a program to its end and returns its exit status.
func runProgram(r programRequest, limit int64, hooks []interp.Hook) int {
	s := interp.New(interp.Options{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Hooks: hooks, AllowExec: r.AllowExec, MemoryLimit: limit,
		Program: func(d diag.Diagnostic) { os.Exit(report(diag.List{d})) },
	})
	res, err := s.Run(context.Background(), r.Name, string(r.Source))
	if err != nil {
		fmt.Fprintf(os.Stderr, "repl: %v\n", err)
		return statusRefused
	}
	if res.OK {
		return 0
	}
	return report(res.Diags)
}

// report writes what has kept a program from running, or from its end, and returns the exit status.
func report(list diag.List) int {
	for _, d := range list {
		if d.Code == "panic" {
			fmt.Fprint(os.Stderr, panicReport(d))
			return statusPanic
		}
		if fatal := fatalErrors[d.Code]; fatal != "" {
			fmt.Fprintf(os.Stderr, "fatal error: %s\n\n\t%s\n", fatal, d.Message)
			return statusPanic
		}
	}
	for _, d := range list {
		fmt.Fprintln(os.Stderr, d)
	}
	return statusRefused
}

// fatalErrors are the words of the runtime for what a session stops programs for.
var fatalErrors = map[string]string{
	"deadlock":  "all goroutines are asleep - deadlock!",
	"recursion": "stack overflow",
	"map":       "concurrent map writes",
	"memory":    "out of memory",
}

// panicReport begins as Go's does; in place of the stack follows the place.
func panicReport(d diag.Diagnostic) string {
	message, remark := d.Message, ""
	if at := remarkPattern.FindStringIndex(message); at != nil {
		message, remark = message[:at[0]], message[at[0]:]
	}
	text := strings.ReplaceAll(message, "\n", "\n\t") + "\n"
	if d.Pos.IsValid() {
		text += fmt.Sprintf("\n\t%s%s\n", d.Pos, remark)
	}
	return text
}

// remarkPattern is what a session adds to the text of a panic.
var remarkPattern = regexp.MustCompile(`( \((in \w+; )?the line is not known\))?$`)
