package checkpoint

// This file has the store on disk, also when its process is killed.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "states")
	d, err := NewDisk(folder)
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewDisk(folder) // a store that is in use is left alone
	if err != nil {
		t.Fatal(err)
	}
	l := newLoop(50)
	if _, err := (&Runner{Stores: []Store{d}}).Run(t.Context(), revolve(t, 50, 3), l); err != nil {
		t.Fatal(err)
	}
	if l.adjoint != plain(50) {
		t.Errorf("adjoint %v, want %v", l.adjoint, plain(50))
	}
	if _, err := d.Get(t.Context(), Key{Step: 1}, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	for _, store := range []*Disk{d, other} {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
	checkEmpty(t, folder)
}

func checkEmpty(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) > 0 {
		t.Errorf("%d entries are left, the first %s", len(entries), entries[0].Name())
	}
}

const killedFolder = "CHECKPOINT_TEST_FOLDER"

// TestMain is the process that TestKilled kills, if the environment says so.
func TestMain(m *testing.M) {
	if folder := os.Getenv(killedFolder); folder != "" {
		os.Exit(killed(folder))
	}
	os.Exit(m.Run())
}

// killed kills itself in the middle of a schedule.
func killed(folder string) int {
	d, err := NewDisk(folder)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	l := newLoop(100)
	l.onTurn = func(step int) {
		if step == 50 {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			fmt.Println(err)
			select {}
		}
	}
	s, err := NewRevolve(100, 6)
	if err == nil {
		_, err = (&Runner{Stores: []Store{d}}).Run(context.Background(), s, l)
	}
	fmt.Println("not killed", err)
	return 1
}

func TestKilled(t *testing.T) {
	folder := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killedFolder+"="+folder)
	if out, err := cmd.CombinedOutput(); err == nil || strings.Contains(string(out), "not killed") {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*", "state-*"))
	if err != nil || len(left) == 0 {
		t.Fatalf("the killed process left no states: %v", err)
	}
	d, err := NewDisk(folder)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*", "state-*")); len(left) > 0 {
		t.Errorf("%d states are left", len(left))
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	checkEmpty(t, folder)
}
