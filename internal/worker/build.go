package worker

// This file builds programs and keeps the binaries.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/version"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrNoGo says that there is no go command.
var ErrNoGo = errors.New("native workers are built with the Go toolchain, and there is no go command in PATH")

// BuildError says that a program does not compile. Programs are generated, so this is a fault of Costate.
type BuildError struct{ Output string }

// Error gives the text of the compiler.
func (e *BuildError) Error() string {
	return "internal error: the generated program does not compile:\n" + e.Output
}

// Builder builds programs. The zero Builder is ready for use, from several goroutines at once. It must not be copied.
type Builder struct {
	Cache string // directory of the binaries; by default costate/workers in the user's cache directory
	Race  bool   // build with the race detector, which needs a C compiler

	mu       sync.Mutex
	version  string                   // of the go command
	building map[string]chan struct{} // locks by content, so that the same program is not built twice at once
}

// minimumGo is the version of Go that the module of a worker asks for.
const minimumGo = "go1.26"

// keepUnused is how long a binary that nobody starts stays in the cache.
const keepUnused = 14 * 24 * time.Hour

// Build returns the path of the worker for a program and builds it if it is not there yet.
func (b *Builder) Build(ctx context.Context, p Program) (string, error) {
	files, err := p.files()
	if err != nil {
		return "", fmt.Errorf("build worker: %w", err)
	}
	binary, err := b.binary(ctx, files, "./cmd/worker")
	if err != nil {
		return "", fmt.Errorf("build worker: %w", err)
	}
	return binary, nil
}

// binary returns the path of what a main package of a module is built to: a folder, or a file.
func (b *Builder) binary(ctx context.Context, files map[string]string, target string) (string, error) {
	goCommand, err := exec.LookPath("go")
	if err != nil {
		return "", ErrNoGo
	}
	cache := b.Cache
	if cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		cache = filepath.Join(dir, "costate", "workers")
	}
	if cache, err = filepath.Abs(cache); err != nil {
		return "", err
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", err
	}
	goVersion, err := b.goVersion(ctx, goCommand, cache)
	if err != nil {
		return "", err
	}
	sum := contentHash(goVersion, b.Race, target, files)
	unlock, err := b.lock(ctx, sum)
	if err != nil {
		return "", err
	}
	defer unlock()
	binary := filepath.Join(cache, sum)
	if info, err := os.Stat(binary); err == nil && info.Mode().IsRegular() {
		now := time.Now()
		_ = os.Chtimes(binary, now, now) // it only decides when the binary is thrown away
		return binary, nil
	}
	if err := compile(ctx, goCommand, cache, binary, b.Race, target, files); err != nil {
		return "", err
	}
	removeUnused(cache, time.Now().Add(-keepUnused))
	return binary, nil
}

// lock waits until nobody in this process builds the same content.
func (b *Builder) lock(ctx context.Context, sum string) (unlock func(), err error) {
	b.mu.Lock()
	if b.building == nil {
		b.building = map[string]chan struct{}{}
	}
	c, ok := b.building[sum]
	if !ok {
		c = make(chan struct{}, 1)
		b.building[sum] = c
	}
	b.mu.Unlock()
	select {
	case c <- struct{}{}:
		return func() { <-c }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// goVersion returns what the go command says about itself.
func (b *Builder) goVersion(ctx context.Context, goCommand, cache string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.version == "" {
		cmd := exec.CommandContext(ctx, goCommand, "version")
		cmd.Env = environment(os.Environ(), cache, false)
		out, err := cmd.Output()
		if err != nil {
			return "", fmt.Errorf("go version: %w", err)
		}
		// An old go would refuse the module in words that blame the program.
		for field := range strings.FieldsSeq(string(out)) {
			if strings.HasPrefix(field, "go1") && version.Compare(field, minimumGo) < 0 {
				return "", fmt.Errorf("native workers need %s or later, and the go command in PATH is %s", minimumGo, field)
			}
		}
		b.version = string(out)
	}
	return b.version, nil
}

// contentHash is the name of a binary: a hash of everything that decides what is in it.
func contentHash(goVersion string, race bool, target string, files map[string]string) string {
	h := sha256.New()
	write := func(s string) { fmt.Fprintf(h, "%d %s", len(s), s) }
	write(goVersion)
	write(strings.Join(settings(race), " "))
	write(strings.Join(flags(race), " "))
	write(target)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		write(name)
		write(files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:40]
}

// flags of go build. Symbols are left out for the size; stack traces do not need them.
func flags(race bool) []string {
	list := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	if race {
		list = append(list, "-race")
	}
	return list
}

// compile writes the files to a temporary directory, builds the target and moves the result to its place in one step.
func compile(ctx context.Context, goCommand, cache, binary string, race bool, target string, files map[string]string) error {
	dir, err := os.MkdirTemp("", "costate-worker-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
	}
	// The result is first written beside its place: a rename is atomic within a directory only.
	out, err := os.CreateTemp(cache, "building-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	if err := out.Close(); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, goCommand, append(flags(race), "-o", out.Name(), target)...)
	cmd.Dir = dir
	cmd.Env = environment(os.Environ(), cache, race)
	if err := runGo(ctx, cmd); err != nil {
		return err
	}
	if err := os.Chmod(out.Name(), 0o700); err != nil {
		return err
	}
	return os.Rename(out.Name(), binary)
}

// runGo runs a go build.
func runGo(ctx context.Context, cmd *exec.Cmd) error {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // lets go end its compilers
	cmd.WaitDelay = 5 * time.Second
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 1 {
			return &BuildError{strings.TrimSpace(text.String())}
		}
		return fmt.Errorf("go build: %w: %s", err, strings.TrimSpace(text.String()))
	}
	return nil
}

// settings are the environment variables of go that decide what is built.
func settings(race bool) []string {
	cgo := "CGO_ENABLED=0"
	if race {
		cgo = "CGO_ENABLED=1"
	}
	return []string{
		cgo,
		"GO111MODULE=on", "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local",
		"GOEXPERIMENT=", "GOENV=off", "GOOS=", "GOARCH=", "GODEBUG=", "GCCGO=",
		"GOAMD64=v1", // the same bits as the tests of this module
	}
}

// environment returns env such that the user's settings of go, made for other programs, do not decide.
func environment(env []string, cache string, race bool) []string {
	var kept []string
	home := false
	for _, e := range env {
		name, _, _ := strings.Cut(e, "=")
		if strings.HasPrefix(name, "GO") && name != "GOROOT" && name != "GOCACHE" && name != "GOPATH" && name != "GOMODCACHE" && name != "GOMAXPROCS" {
			continue
		}
		home = home || name == "HOME" || name == "LocalAppData"
		kept = append(kept, e)
	}
	if !home { // go finds its own directories from there
		kept = append(kept, "GOCACHE="+filepath.Join(cache, "go-build"), "GOPATH="+filepath.Join(cache, "go-path"))
	}
	return append(kept, settings(race)...)
}

// removeUnused deletes binaries, and leftovers of builds that were killed, that have not been used since a time.
func removeUnused(cache string, since time.Time) {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return // tidying is not worth an error
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.ModTime().Before(since) {
			_ = os.Remove(filepath.Join(cache, e.Name()))
		}
	}
}
