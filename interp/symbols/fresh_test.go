package symbols

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/costate/costate/interp/symbols/gen/emit"
)

// TestFresh makes the tables again.
func TestFresh(t *testing.T) {
	files, err := emit.Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(name)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s is stale: run go generate ./interp/symbols", name)
		}
	}
	names, err := filepath.Glob("table*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if files[name] == nil {
			t.Errorf("%s is of no supported package", name)
		}
	}
}
