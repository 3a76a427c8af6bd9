//go:build soak

package interp

// This file runs the programs by which the Go distribution tests its compiler (GOROOT/test) in sessions. Each panics, or prints something
// other than the file .out beside it, where the language is not Go's.

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// goTestsFile lists the programs that a session does not run as they are meant, with the reason.
const goTestsFile = "testdata/gotests.txt"

var (
	runnable    = regexp.MustCompile(`(?m)^// run\s*$`)
	unavailable = regexp.MustCompile(`\[(import|denied)\]|is denied`)
)

func TestSoakGoTests(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	programs, dir := map[string]string{}, filepath.Join(strings.TrimSpace(string(root)), "test")
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, ".dir") || filepath.Ext(path) != ".go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if head, _, _ := strings.Cut(string(src), "\npackage "); runnable.MatchString(head) {
			name, err := filepath.Rel(dir, path)
			programs[filepath.ToSlash(name)] = string(src)
			return err
		}
		return nil
	})
	if err != nil || len(programs) < 500 {
		t.Fatalf("%d programs in %s, want those of the Go distribution: %v", len(programs), dir, err)
	}
	known := readList(t, goTestsFile)
	var mu sync.Mutex
	right, away := 0, 0
	eachParallel(programs, func(name, src string) {
		got := inOwnProcess(strings.ReplaceAll(name, "/", "_"), src)
		want, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, ".go")+".out")))
		said := got.stdout
		if said != string(want) {
			said += got.stderr // println writes there
		}
		problem := ""
		switch {
		case unavailable.MatchString(got.refused):
		case got.refused != "":
			problem = "refused: " + got.refused
		case got.timeout, got.status != 0, err == nil && said != string(want):
			problem = strings.TrimSpace(got.problem + " " + start(got.stderr))
		}
		mu.Lock()
		defer mu.Unlock()
		_, listed := known[name]
		switch {
		case problem != "" && !listed:
			t.Errorf("%s: %s", name, problem)
		case problem == "" && listed && known[name] != "slow":
			t.Errorf("%s is in %s, and is right now", name, goTestsFile)
		case got.refused != "":
			away++
		case problem == "":
			right++
		}
	})
	t.Logf("%d programs: %d right, %d of packages that cells do not have, %d known to differ", len(programs), right, away, len(known))
}
