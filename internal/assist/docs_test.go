package assist_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/internal/assist"
	"github.com/costate/costate/internal/assist/gen/godoc"
)

// TestDocsFresh makes the documentation again. That of our own packages must be the same; of others it must be about the same names,
// since texts differ between patch releases of Go.
func TestDocsFresh(t *testing.T) {
	data, err := os.ReadFile("docs.gz")
	if err != nil {
		t.Fatal(err)
	}
	have, err := assist.ReadDocs(data)
	if err != nil {
		t.Fatal(err)
	}
	want, err := godoc.Docs()
	if err != nil {
		t.Fatal(err)
	}
	const stale = "docs.gz is stale: run go generate ./internal/assist"
	if d := cmp.Diff(slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want))); d != "" {
		t.Errorf("%s (-embedded +sources):\n%s", stale, d)
	}
	for path, entries := range want {
		if !strings.HasPrefix(path, "github.com/costate/") {
			for name := range entries {
				entries[name] = ""
			}
			for name := range have[path] {
				have[path][name] = ""
			}
		}
		if d := cmp.Diff(have[path], entries); d != "" {
			t.Errorf("%s; %s (-embedded +sources):\n%s", stale, path, d)
		}
	}
	if again, err := assist.WriteDocs(want); err != nil || len(again) == 0 {
		t.Errorf("write: %v", err)
	}
}
