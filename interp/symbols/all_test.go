package symbols

import (
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"

	"github.com/costate/costate/internal/typing"
)

// TestAll registers every package with one interpreter and imports it there.
func TestAll(t *testing.T) {
	table := New()
	paths := slices.Sorted(maps.Keys(table.tables))
	i := interp.New(interp.Options{Stderr: io.Discard})
	if err := table.Use(i, paths, Streams{}); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if _, err := i.Eval("import _ \"" + path + "\""); err != nil {
			t.Errorf("import %s: %v", path, err)
		}
	}
}

// TestSameAsTyped: the interpreter knows no member that the type check refuses, and no package that it does not know.
func TestSameAsTyped(t *testing.T) {
	table := New()
	for _, p := range typing.Packages() {
		build, ok := table.tables[p.Path]
		if ok == p.Hidden {
			t.Errorf("%s: hidden %v, has a table %v", p.Path, p.Hidden, ok)
		}
		if !ok {
			continue
		}
		for name, v := range build() {
			if name = strings.TrimPrefix(name, "_"); p.Denies(name) || !v.IsValid() {
				t.Errorf("%s.%s is in the table", p.Path, name)
			}
		}
		delete(table.tables, p.Path)
	}
	for path := range table.tables {
		t.Errorf("%s has a table and is not in the list of packages", path)
	}
}
