package main

import (
	"bufio"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"repl": main})
}

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestScripts(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	modules, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache) // the compiler's cache, for native builds
			env.Setenv("GOMODCACHE", strings.TrimSpace(string(modules)))
			env.Setenv("BIN", filepath.SplitList(env.Getenv("PATH"))[0]) // where repl is, and nothing else
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "interrupted": interrupted},
	})
}

// status is a command of scripts: status N PROGRAM ARGS... runs a program, which must end with exit status N.
func status(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// interrupted is a command of scripts: interrupted ARGS... runs repl, interrupts it when it prints a line, and wants it to end
// with status 130 within three seconds.
func interrupted(ts *testscript.TestScript, _ bool, args []string) {
	cmd := exec.Command(filepath.Join(ts.Getenv("BIN"), "repl"), args...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = []string{"HOME=" + ts.Getenv("HOME"), "PATH=" + ts.Getenv("PATH"), "XDG_CACHE_HOME=" + ts.Getenv("XDG_CACHE_HOME")}
	pipe, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	_, err = bufio.NewReader(pipe).ReadString('\n')
	ts.Check(err)
	start := time.Now()
	ts.Check(cmd.Process.Signal(os.Interrupt))
	cmd.Wait() // its state says more than the error
	if took := time.Since(start); cmd.ProcessState.ExitCode() != 130 || took > 3*time.Second {
		ts.Fatalf("%v after %v, want exit status 130", cmd.ProcessState, took)
	}
}
