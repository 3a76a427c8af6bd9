package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/costate/costate/internal/server/servertest"
)

func TestMain(m *testing.M) {
	if os.Getenv("NOTEBOOK_TEST_RUN") != "" || len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "__costate_kernel") {
		main()
	}
	os.Exit(m.Run())
}

// program is the running command.
type program struct {
	cmd    *exec.Cmd
	addr   string
	token  string
	stderr *bytes.Buffer
}

func start(t *testing.T, args ...string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(os.Args[0], args...), stderr: &bytes.Buffer{}}
	p.cmd.Env = append(os.Environ(), "NOTEBOOK_TEST_RUN=1")
	p.cmd.Stderr = p.stderr
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("no address: %v %s", err, p.stderr)
	}
	m := regexp.MustCompile(`^http://(127\.0\.0\.1:\d+)/\?token=([A-Z0-9]{26})\n$`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("printed %q", line)
	}
	p.addr, p.token = m[1], m[2]
	return p
}

// wait waits for the end and returns the exit status.
func (p *program) wait(t *testing.T) int {
	t.Helper()
	done := make(chan struct{})
	go func() { p.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the program does not end")
	}
	return p.cmd.ProcessState.ExitCode()
}

// runOne adds a cell to a notebook and runs it.
func (p *program) runOne(t *testing.T, notebook string) *servertest.Client {
	t.Helper()
	c, err := servertest.Dial(p.addr, p.token, notebook)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	err = c.Say(`{"type":"edit","ref":"1","base":0,"ops":[{"op":"insert","at":0,"cell":{"id":"aa","kind":"code","source":"6*7"}}]}`, `{"type":"runAll"}`)
	if err == nil {
		err = c.Until(`"42"`)
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestServesANotebook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.ipynb")
	p := start(t, file, "--no-browser")
	if _, err := os.Stat(file); err != nil {
		t.Errorf("the notebook was not made: %v", err)
	}
	c := p.runOne(t, "new.ipynb")
	if err := c.Until(`"state":"ready"`); err != nil {
		t.Fatal(err)
	}

	p.cmd.Process.Signal(os.Interrupt)
	time.Sleep(200 * time.Millisecond)
	resp, err := http.Get("http://" + p.addr + "/healthz")
	if err != nil {
		t.Fatalf("one Ctrl-C ended the program with unsaved changes: %v", err)
	}
	if body, _ := io.ReadAll(resp.Body); string(body) != "ok\n" {
		t.Errorf("healthz: %q", body)
	}
	resp.Body.Close()
	if err := errors.Join(c.Say(`{"type":"save"}`), c.Until(`"type":"saved"`)); err != nil {
		t.Fatal(err)
	}
	p.cmd.Process.Signal(os.Interrupt)
	if code := p.wait(t); code != 0 {
		t.Errorf("exit status %d: %s", code, p.stderr)
	}
	if got := p.stderr.String(); !strings.Contains(got, "made ") || !strings.Contains(got, "not saved: new.ipynb") || strings.Contains(got, p.token) {
		t.Errorf("said: %s", got)
	}
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), `"6*7"`) {
		t.Errorf("saved: %s %v", data, err)
	}
	if list := kernels(t); len(list) > 0 {
		t.Errorf("kernels are left: %v", list)
	}
}

func TestEndsWithoutSaving(t *testing.T) {
	dir := t.TempDir()
	for name, signals := range map[string][]os.Signal{"twice": {os.Interrupt, os.Interrupt}, "term": {syscall.SIGTERM}} {
		t.Run(name, func(t *testing.T) {
			p := start(t, filepath.Join(dir, name+".ipynb"), "--no-browser")
			p.runOne(t, name+".ipynb")
			for _, s := range signals {
				p.cmd.Process.Signal(s)
				time.Sleep(100 * time.Millisecond)
			}
			if code := p.wait(t); code != 0 || !strings.Contains(p.stderr.String(), "ended without saving "+name+".ipynb") {
				t.Errorf("exit status %d, said: %s", code, p.stderr)
			}
		})
	}
}

// kernels are the processes whose arguments say that they are kernels of this program.
func kernels(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(data), "__costate_kernel") && strings.HasPrefix(string(data), os.Args[0]) {
			list = append(list, f)
		}
	}
	return list
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		code int
		say  string
	}{
		{[]string{"a", "b"}, 2, "at most 1 arg"},
		{[]string{"--port", "x"}, 2, "invalid argument"},
		{[]string{"--port", "70000"}, 2, "--port is from 0 to 65535"},
		{[]string{"--host", "0.0.0.0"}, 2, "unknown flag: --host"},
		{[]string{filepath.Join(dir, "x.txt")}, 1, "neither a directory nor a notebook"},
		{[]string{filepath.Join(dir, "none")}, 1, "no such file"},
		{[]string{filepath.Join(dir, "no", "x.ipynb")}, 1, "no such file"},
	}
	for _, tt := range tests {
		var stdout, stderr bytes.Buffer
		if code := run(tt.args, &stdout, &stderr, nil); code != tt.code || !strings.Contains(stderr.String(), tt.say) || stdout.Len() > 0 {
			t.Errorf("%v: status %d, said %q", tt.args, code, stderr.String())
		}
	}
}

func TestPortInUse(t *testing.T) {
	p := start(t, t.TempDir(), "--no-browser")
	var stdout, stderr bytes.Buffer
	if code := run([]string{t.TempDir(), "--no-browser", "--port", p.addr[strings.IndexByte(p.addr, ':')+1:]}, &stdout, &stderr, nil); code != 1 || !strings.Contains(stderr.String(), "in use") {
		t.Errorf("status %d, said %q", code, stderr.String())
	}
}

// TestStartsABrowser puts a program in the place of the browser's, which writes down its argument.
func TestStartsABrowser(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Fatal("this test needs a script as a browser")
	}
	bin, dir := t.TempDir(), t.TempDir()
	script := "#!/bin/sh\nprintf %s \"$1\" > '" + bin + "/new' && mv '" + bin + "/new' '" + bin + "/url'\n"
	for _, name := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	p := start(t, filepath.Join(dir, "a.ipynb"))
	var url []byte
	for range 200 {
		var err error
		if url, err = os.ReadFile(filepath.Join(bin, "url")); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	code, ok := strings.CutPrefix(string(url), "http://"+p.addr+"/?token=")
	if !ok || code == p.token {
		t.Fatalf("the browser was given %q", url)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for i, want := range []int{http.StatusSeeOther, http.StatusUnauthorized} {
		resp, err := client.Post("http://"+p.addr+"/login", "application/json", strings.NewReader(`{"token":"`+code+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want || i == 0 && resp.Header.Get("Location") != "/?notebook=a.ipynb" {
			t.Errorf("use %d of the address: %s to %q", i+1, resp.Status, resp.Header.Get("Location"))
		}
	}
}
