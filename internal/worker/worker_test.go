package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sample is a program of three packages: one with unexported names that prints and panics, one that imports it, and a
// main package.
func sample() Program {
	return Program{
		Packages: map[string]map[string]string{
			"sum": {
				"types.go": "package sum\n\ntype model struct{ w []float64 }\n",
				"sum.go": `package sum

import (
	"fmt"

	"github.com/costate/costate/ad/rt"
	"github.com/costate/costate/parallel"
)

func init() { fmt.Println("init prints") }

func squares(x []float64) (float64, []float64) {
	parts := make([]float64, parallel.Chunks(len(x)))
	bar := make([]float64, len(x))
	parallel.ForChunks(len(x), func(c, lo, hi int) {
		for i := lo; i < hi; i++ {
			parts[c] += x[i] * x[i]
			bar[i] = rt.Mul0(2, x[i])
		}
	})
	s := 0.0
	for _, p := range parts {
		s += p
	}
	return s, bar
}

func F(x []float64) (float64, []float64) { return squares(x) }

func first(m model) float64 { fmt.Println("first", m.w); return m.w[0] }

func inLoop(n int) float64 { parallel.For(n, func(int) { panic("at the bottom") }); return 0 }

func forever() { for {} }

func crash() { done := make(chan int); go func() { var p *int; *p = 1 }(); <-done }
`,
			},
			"nested/twice": {"t.go": `package twice

import "github.com/costate/costate/worker/sum"

func twice(x []float64) float64 { s, _ := sum.F(x); return 2 * s }
`},
			"prog": {"main.go": "// Command prog is an ordinary program.\npackage main\n\nfunc main() {}\n\nfunc half(x float64) float64 { return x / 2 }\n"},
			"idle": {"idle.go": "package idle\n"},
		},
		Funcs: []Func{
			{Name: "sum.squares", Package: "sum", Expr: "squares", Params: []string{"x"}, Values: 1, Grads: []string{"x"}},
			{Name: "first", Package: "sum", Expr: "first", Params: []string{"m"}, Values: 1},
			{Name: "inLoop", Package: "sum", Expr: "inLoop", Params: []string{"n"}, Values: 1},
			{Name: "forever", Package: "sum", Expr: "forever"},
			{Name: "crash", Package: "sum", Expr: "crash"},
			{Name: "twice", Package: "nested/twice", Expr: "twice", Params: []string{"x"}, Values: 1},
			{Name: "half", Package: "prog", Expr: "half", Values: 1},
		},
	}
}

func build(t *testing.T, b *Builder, p Program) string {
	t.Helper()
	path, err := b.Build(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func start(t *testing.T, path string, opts Options) *Process {
	t.Helper()
	p, err := Start(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return p
}

func TestCalls(t *testing.T) {
	path := build(t, &Builder{Cache: t.TempDir()}, sample())
	var output bytes.Buffer
	p, err := Start(path, Options{Output: &output})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, args, want string }{
		{"sum.squares", `[[1,2,3]]`, `{"value":14,"gradient":{"x":[2,4,6]}}`},
		{"sum.squares", `[["NaN"]]`, `{"value":"NaN","gradient":{"x":["NaN"]}}`},
		{"sum.squares", `[1]`, `argument 1 (x): want an array of numbers, got the number 1`},
		{"sum.squares", `not JSON`, `call sum.squares: arguments: json: error calling MarshalJSON`},
		{"first", `[{"w":[7]}]`, `{"value":7}`},
		{"first", `[{"w":[]}]`, `first panics: runtime error: index out of range [0] with length 0`},
		{"inLoop", `[5]`, `inLoop panics: at the bottom`},
		{"twice", `[[3]]`, `{"value":18}`},
		{"half", `[-0]`, `{"value":-0}`},
		{"none", `[]`, `no function none`},
	} {
		answer, err := p.Call(t.Context(), c.name, json.RawMessage(c.args))
		var got []byte
		if err != nil {
			got = []byte(err.Error())
		} else if got, err = json.Marshal(answer); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(got), c.want) {
			t.Errorf("%s%s:\n got %s\nwant %s", c.name, c.args, got, c.want)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff("init prints\nfirst [7]\nfirst []\n", output.String()); diff != "" {
		t.Error(diff)
	}
	if _, err := p.Call(t.Context(), "half", json.RawMessage(`[1]`)); err == nil {
		t.Error("a closed worker answers")
	}
}

func TestCancelledCallEndsTheWorker(t *testing.T) {
	p := start(t, build(t, &Builder{Cache: t.TempDir()}, sample()), Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := p.Call(ctx, "forever", json.RawMessage(`[]`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("endless call: %v", err)
	}
	_, err := p.Call(t.Context(), "half", json.RawMessage(`[1]`))
	if err == nil || !strings.Contains(err.Error(), "the worker ended: signal: killed") {
		t.Errorf("call of a killed worker: %v", err)
	}
}

func TestCrashSaysWhy(t *testing.T) {
	p := start(t, build(t, &Builder{Cache: t.TempDir()}, sample()), Options{})
	_, err := p.Call(t.Context(), "crash", json.RawMessage(`[]`))
	want := "the worker ended: exit status 2: panic: runtime error: invalid memory address or nil pointer dereference"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The parent's end closes the worker's standard input, whatever the worker is doing.
func TestWorkerDiesWithItsParent(t *testing.T) {
	p := start(t, build(t, &Builder{Cache: t.TempDir()}, sample()), Options{})
	called := make(chan error)
	go func() {
		_, err := p.Call(context.Background(), "forever", json.RawMessage(`[]`))
		called <- err
	}()
	if err := p.lifeline.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-called; err == nil || !strings.Contains(err.Error(), "the worker ended: exit status 3") {
		t.Errorf("call: %v", err)
	}
}

func TestOldGo(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho go version go1.25.3 linux/amd64\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	_, err := (&Builder{Cache: t.TempDir()}).Build(t.Context(), sample())
	if want := "native workers need go1.26 or later, and the go command in PATH is go1.25.3"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestBuildersShareACache(t *testing.T) {
	cache := t.TempDir()
	builders := []*Builder{{Cache: cache}, {Cache: cache}}
	paths := make([]string, 6)
	errs := make([]error, len(paths))
	var wg sync.WaitGroup
	for i := range paths {
		wg.Go(func() { paths[i], errs[i] = builders[i%2].Build(t.Context(), sample()) })
	}
	wg.Wait()
	for i := range paths {
		if errs[i] != nil || paths[i] != paths[0] {
			t.Errorf("build %d: %s, %v; build 0: %s", i, paths[i], errs[i], paths[0])
		}
	}
	before, err := os.Stat(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	build(t, &Builder{Cache: cache}, sample())
	after, err := os.Stat(paths[0])
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the program was built again: %v", err)
	}

	other := sample()
	other.Packages["idle"]["idle.go"] += "\n// changed\n"
	if path := build(t, builders[0], other); path == paths[0] {
		t.Error("a changed program has the same binary")
	}
	files, err := os.ReadDir(cache)
	if err != nil || len(files) != 2 {
		t.Errorf("the cache holds %v, %v; want 2 binaries", files, err)
	}
}

func TestSettingsOfTheUserDoNotDecide(t *testing.T) {
	for name, value := range map[string]string{"GOFLAGS": "-nosuchflag", "GOARCH": "mips", "GOPROXY": "nowhere", "GO111MODULE": "off"} {
		t.Setenv(name, value)
	}
	p := start(t, build(t, &Builder{Cache: t.TempDir()}, sample()), Options{})
	if _, err := p.Call(t.Context(), "half", json.RawMessage(`[1]`)); err != nil {
		t.Error(err)
	}
}

func TestBuildErrors(t *testing.T) {
	one := func(source string) Program {
		return Program{
			Packages: map[string]map[string]string{"p": {"p.go": source}},
			Funcs:    []Func{{Name: "F", Package: "p", Expr: "F"}},
		}
	}
	b := &Builder{Cache: t.TempDir()}
	for _, c := range []struct {
		name    string
		program Program
		want    string
	}{
		{"type error", one("package p\n\nfunc F() { return 1 }\n"), "internal error: the generated program does not compile:\n"},
		{"no such function", one("package p\n"), "undefined: F"},
		{"syntax", one("pakage p\n"), "package p: p.go:1:1: expected 'package'"},
		{"foreign import", one("package p\n\nimport _ \"gonum.org/v1/gonum/mat\"\n"),
			"package gonum.org/v1/gonum/mat is not available in native workers; use the interpreter"},
		{"own import", one("package p\n\nimport _ \"github.com/costate/costate/interp\"\n"), "costate/interp is not available"},
		{"cgo", one("package p\n\nimport \"C\"\n"), "package C is not available"},
		{"no functions", Program{}, "the program offers no function"},
		{"no package", Program{Funcs: []Func{{Name: "F", Package: "q"}}}, `function F: there is no package "q"`},
		{"file name", Program{Packages: map[string]map[string]string{"p": {"../p.go": "package p"}}}, "cannot be the name of a file"},
		{"package name", Program{Packages: map[string]map[string]string{"../p": {}}}, "not the end of an import path"},
	} {
		_, err := b.Build(t.Context(), c.program)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Build(cancelled, one("package p\n\nfunc F() {}\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled build: %v", err)
	}
	t.Setenv("PATH", "")
	if _, err := b.Build(t.Context(), one("package p\n\nfunc F() {}\n")); !errors.Is(err, ErrNoGo) {
		t.Errorf("without the go command: %v", err)
	}
}

func TestUnusedBinariesAreRemoved(t *testing.T) {
	cache := t.TempDir()
	old, recent := filepath.Join(cache, "old"), filepath.Join(cache, "recent")
	for _, name := range []string{old, recent} {
		if err := os.WriteFile(name, nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-keepUnused - time.Hour)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	removeUnused(cache, time.Now().Add(-keepUnused))
	if _, err := os.Stat(old); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old binary: %v", err)
	}
	if _, err := os.Stat(recent); err != nil {
		t.Errorf("the recent binary: %v", err)
	}
}

// Many packages with the same names inside go into one worker, so that a test of many programs needs one build.
func TestManyPackages(t *testing.T) {
	const many = 60
	p := Program{Packages: map[string]map[string]string{}}
	for i := range many {
		name := fmt.Sprintf("case%d", i)
		p.Packages[name] = map[string]string{"f.go": fmt.Sprintf("package p\n\nfunc F(x float64) float64 { return x + %d }\n", i)}
		p.Funcs = append(p.Funcs, Func{Name: name, Package: name, Expr: "F", Values: 1})
	}
	w := start(t, build(t, &Builder{Cache: t.TempDir()}, p), Options{})
	for i := range many {
		answer, err := w.Call(t.Context(), fmt.Sprintf("case%d", i), json.RawMessage(`[0.5]`))
		if want := fmt.Sprintf("%d.5", i); err != nil || string(answer.Value) != want {
			t.Errorf("case %d: %s, %v; want %s", i, answer.Value, err, want)
		}
	}
}
