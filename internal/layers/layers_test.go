package layers

// This file checks the imports of every package against a table. The idea is that of go/build/deps_test.go.

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/costate/costate"
	root   = "../.."
)

// lattice lists the packages from the bottom up: a package, then what it may import besides the standard library. Of
// this module only rows above may be named, so that nothing imports upwards. A third-party module is named by the
// beginning of its path, and only in one folder; the commands count as one.
//
// What a package's tests import of this module is free: they do not become part of a program.
const lattice = `
# what running programs import
parallel:
ad/rt: parallel

# pure libraries
checkpoint:
checkpoint/problem: checkpoint
synth:
viz: parallel checkpoint synth gonum.org/v1/plot golang.org/x/image
viz/ui: viz
viz/gonbui: viz viz/ui

# the language inside
internal/diag:
internal/core/mirror/atomic:
internal/core/mirror/cmp:
internal/core/mirror/errors:
internal/core/mirror/iter:
internal/core/mirror/maps:
internal/core/mirror/rand:
internal/core/mirror/slices:
internal/core/mirror/sync:
internal/core/mirror:
internal/core: internal/diag
internal/wire: parallel
internal/worker: internal/wire ad/rt parallel checkpoint
internal/typing: internal/core internal/core/mirror internal/diag ad/rt parallel checkpoint golang.org/x/tools/go/gcexportdata
internal/adcases:
internal/typing/gen/exportdata: internal/typing golang.org/x/tools/go/gcexportdata
internal/typing/gen: internal/typing internal/typing/gen/exportdata

# differentiation
ad: ad/rt
ad/rules:
ad/trace: ad/rules internal/core internal/diag
ad/engine: ad/rt ad/rules ad/trace internal/core internal/diag checkpoint

# sessions
internal/cellgraph:
interp/dyn:
interp/legal: interp/dyn internal/core internal/diag
interp/symbols/gen/emit: internal/typing
interp/symbols/gen: interp/symbols/gen/emit
interp/symbols: interp/dyn ad/rt parallel checkpoint synth viz viz/gonbui viz/ui github.com/traefik/yaegi gonum.org/v1/gonum golang.org/x/sync/errgroup
interp: parallel ad/rt interp/dyn interp/legal interp/symbols viz/ui internal/cellgraph internal/core internal/diag internal/typing internal/worker github.com/traefik/yaegi gonum.org/v1/gonum golang.org/x/sync/errgroup
internal/assist: interp internal/diag internal/typing
internal/assist/gen/godoc: internal/assist internal/typing
internal/assist/gen: internal/assist internal/assist/gen/godoc
internal/kernel: ad/engine ad/rt interp internal/diag internal/wire

# documents
internal/notebook: internal/diag
internal/foreign:
internal/markdown/markdowntest: golang.org/x/net/html
internal/markdown: github.com/yuin/goldmark github.com/microcosm-cc/bluemonday golang.org/x/net/html

# faces
frontend:
internal/server: frontend internal/assist internal/foreign internal/kernel internal/markdown internal/notebook internal/diag interp github.com/gorilla/websocket
internal/server/servertest: github.com/gorilla/websocket
cmd/repl: ad/engine checkpoint/problem synth internal/core internal/diag internal/foreign internal/kernel internal/notebook internal/typing internal/wire internal/worker interp interp/legal github.com/spf13/cobra
cmd/notebook: ad/engine frontend internal/kernel internal/notebook internal/server github.com/spf13/cobra

# what stands outside
examples:
examples/gmm: ad/rt parallel
examples/taste: parallel
docs:
internal/layers:
`

// testing lists what any test may import.
var testTools = []string{"github.com/google/go-cmp/cmp", "github.com/rogpeppe/go-internal/testscript", "golang.org/x/tools/txtar"}

// row is a package of the table.
type row struct {
	pkg   string
	ours  []string
	third []string
}

func rows(t *testing.T) []row {
	t.Helper()
	var list []row
	known := map[string]bool{}
	for line := range strings.Lines(lattice) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pkg, rest, ok := strings.Cut(line, ":")
		if !ok || known[pkg] {
			t.Fatalf("row %q has no colon or is repeated", line)
		}
		r := row{pkg: pkg}
		for _, p := range strings.Fields(rest) {
			switch {
			case known[p]:
				r.ours = append(r.ours, p)
			case strings.Contains(strings.Split(p, "/")[0], "."):
				r.third = append(r.third, p)
			default:
				t.Fatalf("row %s imports %s, which is not above it", pkg, p)
			}
		}
		known[pkg] = true
		list = append(list, r)
	}
	return list
}

// use is an import in a file.
type use struct {
	file string
	path string
	test bool
}

// imports lists the imports of all Go files, whatever their build constraints, by package.
func imports(t *testing.T) map[string][]use {
	t.Helper()
	uses := map[string][]use{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if base == "testdata" || base == "node_modules" || base != "." && base != ".." && strings.HasPrefix(base, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := path.Dir(rel)
		uses[pkg] = slices.Grow(uses[pkg], len(f.Imports)) // a package without imports is one, too
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return fmt.Errorf("%s: %w", rel, err)
			}
			uses[pkg] = append(uses[pkg], use{rel, p, strings.HasSuffix(rel, "_test.go")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return uses
}

// thirdParty reports whether an import path belongs to neither the standard library nor this module.
func thirdParty(p string) bool {
	return strings.Contains(strings.Split(p, "/")[0], ".") && p != module && !strings.HasPrefix(p, module+"/")
}

// within reports whether p is prefix or below it.
func within(p, prefix string) bool { return p == prefix || strings.HasPrefix(p, prefix+"/") }

func TestImports(t *testing.T) {
	table := map[string]row{}
	for _, r := range rows(t) {
		table[r.pkg] = r
	}
	uses := imports(t)
	if len(uses) < 10 {
		t.Fatalf("only %d packages below %s", len(uses), root)
	}
	for pkg, list := range uses {
		r, ok := table[pkg]
		if !ok {
			t.Errorf("%s has no row in the table", pkg)
			continue
		}
		for _, u := range list {
			if fault := judge(r, u); fault != "" {
				t.Errorf("%s: %s", u.file, fault)
			}
		}
	}
}

// judge says what is wrong with an import, or nothing.
func judge(r row, u use) string {
	switch {
	case thirdParty(u.path):
		allowed := r.third
		if u.test {
			allowed = slices.Concat(allowed, testTools)
		}
		if !slices.ContainsFunc(allowed, func(p string) bool { return within(u.path, p) }) {
			return fmt.Sprintf("%s may not import %s", r.pkg, u.path)
		}
	case u.path == module || strings.HasPrefix(u.path, module+"/"):
		if own := strings.TrimPrefix(u.path, module+"/"); !u.test && !slices.Contains(r.ours, own) {
			return fmt.Sprintf("%s may not import %s", r.pkg, own)
		}
	case u.path == "C":
		return "cgo is not used"
	}
	return ""
}

// TestJudge checks the judge itself.
func TestJudge(t *testing.T) {
	r := row{"a", []string{"parallel"}, []string{"golang.org/x/tools/go"}}
	for _, c := range []struct {
		path string
		test bool
		ok   bool
	}{
		{"fmt", false, true},
		{"C", false, false},
		{module + "/parallel", false, true},
		{module + "/interp", false, false},
		{module + "/interp", true, true},
		{module + "er/x", false, false},
		{"golang.org/x/tools/go/packages", false, true},
		{"golang.org/x/tools/gopls", false, false},
		{"golang.org/x/tools/txtar", false, false},
		{"golang.org/x/tools/txtar", true, true},
		{"gopkg.in/yaml.v3", true, false},
	} {
		if fault := judge(r, use{"f.go", c.path, c.test}); (fault == "") != c.ok {
			t.Errorf("%s (test %v): %q", c.path, c.test, fault)
		}
	}
}

// TestThirdPartyStopsAtOneFolder checks the table: what is named in several rows is named in one folder only.
func TestThirdPartyStopsAtOneFolder(t *testing.T) {
	where := map[string]string{}
	for _, r := range rows(t) {
		for _, p := range r.third {
			pkg := r.pkg
			if within(pkg, "cmd") {
				pkg = "cmd"
			}
			switch first, ok := where[p]; {
			case !ok || within(first, pkg):
				where[p] = pkg
			case !within(pkg, first):
				t.Errorf("%s is imported by %s and by %s", p, first, pkg)
			}
		}
	}
	if where["github.com/traefik/yaegi"] != "interp" {
		t.Errorf("yaegi stops at %q, not at interp", where["github.com/traefik/yaegi"])
	}
}
