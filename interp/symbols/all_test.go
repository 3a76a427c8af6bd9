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
	table := NewExec()
	paths := slices.Sorted(maps.Keys(table.keys))
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
	starts := starts()
	for _, p := range typing.Packages() {
		build, ok := table.tables[p.Path]
		if without := p.Hidden || p.Exec; ok == without {
			t.Errorf("%s: not for cells %v, has a table %v", p.Path, without, ok)
		}
		if p.Path != "unsafe" && (starts[p.Path] != nil) != (p.Exec || p.Starts != nil) {
			t.Errorf("%s: needs exec %v %v, has a table for that %v", p.Path, p.Exec, p.Starts, starts[p.Path] != nil)
		}
		if !ok {
			continue
		}
		for name, v := range build() {
			if name = strings.TrimPrefix(name, "_"); p.Denies(name) || p.NeedsExec(name) || !v.IsValid() {
				t.Errorf("%s.%s is in the table", p.Path, name)
			}
		}
		delete(table.tables, p.Path)
	}
	for path := range table.tables {
		t.Errorf("%s has a table and is not in the list of packages", path)
	}
}
