// Command repl runs cells of Go without a browser.
//
//	repl                              read cells from standard input, a line or several at a time
//	repl run FILE.ipynb|FILE.go       run a notebook or a Go program, by the interpreter or compiled
//	repl grad FILE.go FUNC            the gradient of a function, by the interpreter or by a native build
//	repl core FILE.go [FUNC]          a function in the language inside, before or after the passes for the interpreter
//	repl packages                     what may be imported
//	repl checkpoint solve FILE.json   what to keep and what to run again, to reverse a computation in limited memory
//	repl plan …                       place axes of parallelism on a cluster and find reductions for them
//
// Diagnostics go to standard error as file:line:col: message [code]. The exit status is 1 if a program is at fault and 2
// if the command line is. A Go program that runs decides itself: what repl run ends with is its exit status.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/kernel"
)

func main() {
	form, err := engine.ParseForm(os.Getenv(formVariable))
	if err != nil {
		form = engine.FormAuto
	}
	kernel.Child(engine.ExpandAs(form))
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// errReported ends the program with status 1 after the fault was reported.
var errReported = errors.New("reported")

// exitStatus ends the program with a status of another, which has said what there is to say.
type exitStatus int

// Error gives the status.
func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// usageError ends the program with status 2.
type usageError struct{ error }

// run is the program without its process.
func run(args []string, stdin, stdout, stderr *os.File) int {
	env := &streams{stdin: stdin, stdout: stdout, stderr: stderr}
	root := &cobra.Command{
		Use:           "repl",
		Short:         "Run cells of Go, and differentiate them",
		Args:          usage(cobra.NoArgs),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return repl(cmd.Context(), env)
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.PersistentFlags().BoolVar(&env.allowExec, "allow-exec", false, "let cells start processes: os/exec, syscall, unsafe")
	root.AddCommand(runCommand(env), gradCommand(env), coreCommand(env), packagesCommand(env), checkpointCommand(env), planCommand(env))
	err := root.Execute()
	if err == nil {
		err = env.lost
	}
	var wrong usageError
	var status exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, errReported):
		return 1
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "repl: %v\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "repl: %v\n", err)
	return 1
}

// usage makes the errors of an argument check usage errors.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// streams are the standard streams of the program.
type streams struct {
	stdin, stdout, stderr *os.File
	allowExec             bool  // of cells and programs
	lost                  error // of the first write to stdout that failed
}

// output passes on what a cell writes.
func (s *streams) output(o kernel.Output) {
	if o.Stderr {
		fmt.Fprint(s.stderr, o.Text)
	} else {
		s.print(o.Text)
	}
}

// print writes to standard output and notes if it cannot.
func (s *streams) print(text string) {
	if _, err := s.stdout.WriteString(text); err != nil && s.lost == nil {
		s.lost = err
	}
}
