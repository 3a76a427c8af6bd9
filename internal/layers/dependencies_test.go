package layers

// This file compares docs/dependencies.md with what the code imports.

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDependencies checks that each module that is imported, or is a tool, has its line, and that go.mod has all that have one.
func TestDependencies(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var modules []string
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\s*(\S+\.\S+) v\S+`).FindAllStringSubmatch(string(mod), -1) {
		modules = append(modules, m[1])
	}
	want := map[string]bool{}
	note := func(path string) {
		best := ""
		for _, m := range modules {
			if within(path, m) && len(m) > len(best) {
				best = m
			}
		}
		if best == "" {
			t.Errorf("no module of go.mod has %s", path)
		}
		want[best] = true
	}
	for _, m := range regexp.MustCompile(`(?m)^tool (\S+)$`).FindAllStringSubmatch(string(mod), -1) {
		note(m[1])
	}
	for _, list := range imports(t) {
		for _, u := range list {
			if thirdParty(u.path) {
				note(u.path)
			}
		}
	}
	doc, err := os.ReadFile(filepath.Join(root, "docs", "dependencies.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for line := range strings.Lines(string(doc)) {
		m := regexp.MustCompile("^\\| `([^`]+)` \\|").FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if got[m[1]] {
			t.Errorf("%s has two lines", m[1])
		}
		if got[m[1]] = true; !slices.Contains(modules, m[1]) {
			t.Errorf("%s has a line, and go.mod does not name it", m[1])
		}
	}
	for _, m := range slices.Sorted(maps.Keys(want)) {
		if !got[m] {
			t.Errorf("%s is imported and has no line in docs/dependencies.md", m)
		}
	}
}
