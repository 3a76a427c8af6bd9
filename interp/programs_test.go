package interp

// This file runs the programs of testdata/programs: compiled, to prove what they print, and in sessions, which must print the
// same. They are small, one idea each, and chosen around what interpreters get wrong.

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite what the programs print, from compiled Go, and the lists of refused programs")

const (
	programsDir = "testdata/programs"
	refusedFile = "testdata/refused.txt"
	differsFile = "testdata/differs.txt"
)

// A limit is how many programs may be refused: of those that are shared with other implementations, whose names have none of our
// prefixes, and of all in per cent.
const (
	maxRefusedShared  = 3
	maxRefusedPercent = 2.0
)

// shared reports whether a program is of the collection that others test with too.
func shared(name string) bool {
	return !strings.HasPrefix(name, "x_") && !strings.HasPrefix(name, "y_") && !strings.HasPrefix(name, "z_") && !strings.HasPrefix(name, "p_")
}

// loadPrograms reads the programs by name.
func loadPrograms(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob(programsDir + "/*/main.go.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	out := map[string]string{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(filepath.Dir(file))] = string(src)
	}
	return out
}

// wanted is what a program prints and how it ends, as the files beside it say.
func wanted(t testing.TB, name string) (out, ending string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(programsDir, name, "out.txt"))
	if err != nil {
		t.Fatal(err)
	}
	status, err := os.ReadFile(filepath.Join(programsDir, name, "status"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(text), string(status)
}

// TestProgramsNative proves that the goldens are what compiled Go prints.
func TestProgramsNative(t *testing.T) {
	programs := loadPrograms(t)
	set, err := buildNative(t.TempDir(), "programs", programs)
	if err != nil {
		t.Fatal(err)
	}
	for name := range programs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := set.run(name)
			if err != nil {
				t.Fatal(err)
			}
			if got.timeout {
				t.Fatal("it does not end")
			}
			if *update {
				write(t, filepath.Join(programsDir, name, "out.txt"), got.stdout)
				write(t, filepath.Join(programsDir, name, "status"), got.ending())
			}
			out, ending := wanted(t, name)
			if d := cmp.Diff(out, got.stdout); d != "" {
				t.Errorf("output (-file +compiled):\n%s", d)
			}
			if d := cmp.Diff(ending, got.ending()); d != "" {
				t.Errorf("ending (-file +compiled):\n%s", d)
			}
		})
	}
}

// write writes a golden file, or removes it if there is nothing in it and it may be missing.
func write(t *testing.T, file, text string) {
	t.Helper()
	if text == "" && filepath.Base(file) == "status" {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPrograms runs the programs in sessions. Each must print what it prints when compiled, or be refused by a diagnostic before
// it runs and be in the list of those.
func TestPrograms(t *testing.T) {
	programs := loadPrograms(t)
	var mu sync.Mutex
	refused, wrong := map[string]string{}, map[string]string{}
	known := readList(t, differsFile)
	t.Run("all", func(t *testing.T) {
		for name, src := range programs {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				out, ending := wanted(t, name)
				got := inSession(name, src, ending != "" || ofProcess.MatchString(src))
				mu.Lock()
				defer mu.Unlock()
				switch {
				case got.refused != "":
					refused[name] = got.refused
				case got.stdout != out || got.ending() != ending:
					wrong[name] = fmt.Sprintf("%v\noutput and ending (-want +got):\n%s", got.problem, cmp.Diff(out+ending, got.stdout+got.ending()))
					if _, ok := known[name]; !ok && !*update {
						t.Error(wrong[name])
					} else {
						t.Log(wrong[name])
					}
				}
			})
		}
	})
	t.Logf("%d programs: %d right, %d refused, %d wrong", len(programs), len(programs)-len(refused)-len(wrong), len(refused), len(wrong))
	if *update {
		writeList(t, refusedFile, refused)
		writeList(t, differsFile, wrong)
	}
	sameList(t, refusedFile, refused)
	sameList(t, differsFile, wrong)
	docs, err := os.ReadFile("../docs/cells.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range wrong {
		if !strings.Contains(string(docs), "`"+name+"`") {
			t.Errorf("docs/cells.md does not say how %s differs", name)
		}
	}
	ours := 0
	for name := range refused {
		if shared(name) {
			ours++
		}
	}
	if ours > maxRefusedShared {
		t.Errorf("%d of the shared programs are refused, at most %d may be", ours, maxRefusedShared)
	}
	if p := 100 * float64(len(refused)) / float64(len(programs)); p > maxRefusedPercent {
		t.Errorf("%.1f %% of the programs are refused, at most %v may be", p, maxRefusedPercent)
	}
}

// readList reads a list of programs, a name and a remark a line.
func readList(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, remark, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != "" {
			out[name] = remark
		}
	}
	return out
}

func writeList(t *testing.T, file string, list map[string]string) {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(list)) {
		remark := ""
		if file == refusedFile {
			remark = " " + list[name]
		}
		b.WriteString(name + remark + "\n")
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sameList(t *testing.T, file string, got map[string]string) {
	t.Helper()
	want := readList(t, file)
	for name, why := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not in %s: %s", name, file, why)
		}
	}
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is in %s, and is right now: run this test with -update", name, file)
		}
	}
}

// sessionOutcome is what a program did in a session.
type sessionOutcome struct {
	outcome
	refused string // the diagnostic that refused it before it ran
	problem string // what else was said
}

// ofProcess matches programs that use what the whole process has once.
var ofProcess = regexp.MustCompile(`\bos\.(Std|Exit|Args|Err\w+, |Err\w+ =)`)

// sessionLimit is how long a program may take; the race detector makes it ten times slower.
const sessionLimit = 20 * time.Second

// inSession runs a program in a session, which needs a process of its own if the program ends it or writes to its streams.
func inSession(name, src string, ends bool) sessionOutcome {
	if ends {
		return inOwnProcess(name, src)
	}
	var out bytes.Buffer
	var lock sync.Mutex
	res, err := runSession(name, src, &lockedWriter{mu: &lock, w: &out})
	lock.Lock()
	defer lock.Unlock()
	got := sessionOutcome{outcome: outcome{stdout: out.String()}}
	switch {
	case err != nil:
		got.problem, got.status, got.stderr = err.Error(), -1, err.Error()
	case refusal(res):
		got.refused = res.Diags[0].String()
		if got.stdout != "" {
			got.problem, got.refused, got.status = "refused after it had begun: "+got.refused, "", -1
		}
	case len(res.Diags) > 0:
		got.problem, got.status, got.stderr = res.Diags.Error(), 2, res.Diags[0].Message
	}
	return got
}

func runSession(name, src string, out *lockedWriter) (*Result, error) {
	s := New(Options{Stdout: out, Stderr: io.Discard})
	ctx, cancel := context.WithTimeout(context.Background(), sessionLimit)
	defer cancel()
	return s.Run(ctx, name+".go", src)
}

// refusal reports whether the diagnostics say that the program is not supported.
func refusal(res *Result) bool {
	for _, d := range res.Diags {
		switch d.Code {
		case "unsupported", "denied", "import":
			return true
		}
	}
	return false
}
