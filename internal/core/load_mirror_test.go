package core

// This file loads from a mirror that has what the real ones do not: types that are not generic, and code that core
// refuses.

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const mirrorSource = `package maps

import "sync"

type stats struct {
	sync.Mutex
	calls int
}

func (s *stats) add(n int) { s.Lock(); s.calls += n; s.Unlock() }

func start() int { return 1 }

var count int

func Clone[M ~map[K]V, K comparable, V any](m M) M {
	new(stats).add(start())
	type pair struct {
		k K
		v V
	}
	out := M{}
	for k, v := range m {
		p := pair{k, v}
		out[p.k] = p.v
	}
	return out
}

func Copy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](dst M1, src M2) { outside() }

func Equal[M1, M2 ~map[K]V, K, V comparable](m1 M1, m2 M2) bool { count++; return false }

func outside()
`

func TestMirror(t *testing.T) {
	imp := newImporter()
	load := func(text string, source string, fault error) (*Package, string) {
		in, err := checkText(imp, "p.go", text)
		if err != nil {
			t.Fatal(err)
		}
		in.Mirror = func(path string) (*LoadInput, error) {
			if path != "maps" || fault != nil {
				return nil, fault
			}
			m, err := typecheck(imp, "mirror/maps", []string{"maps.go"}, func(string) any { return source })
			return &m, err
		}
		p, diags := Load(in)
		return p, diags.Error()
	}
	p, _ := load("package p\n\nimport \"maps\"\n\nvar m = maps.Clone(map[string]int{\"a\": 1})\n", mirrorSource, nil)
	if p == nil {
		t.Fatal("not loaded")
	}
	if err := Check(p); err != nil {
		t.Error(err)
	}
	want := `package p

import (
	"sync"
)

type stats_maps struct {
	sync.Mutex
	calls int
}

type pair_maps_Clone_map_string_int_string_int struct {
	k string
	v int
}

var m map[string]int

func init() {
	m = maps_Clone_map_string_int_string_int(map[string]int{"a": 1})
}

func maps_Clone_map_string_int_string_int(m1 map[string]int) map[string]int {
	new(stats_maps).add(maps_start())
	out := map[string]int{}
	for k, v := range m1 {
		p := pair_maps_Clone_map_string_int_string_int{k: k, v: v}
		out[p.k] = p.v
	}
	return out
}

func (s *stats_maps) add(n int) {
	s.Lock()
	s.calls += n
	s.Unlock()
}

func maps_start() int {
	return 1
}
`
	if diff := cmp.Diff(want, mustPrint(t, imp, p)); diff != "" {
		t.Error(diff)
	}
	for _, f := range p.Funcs {
		InspectStmts(f.Body, func(n Node) bool {
			if n.Pos().IsValid() {
				t.Errorf("%T of the mirror has a position", n)
			}
			return true
		})
	}

	const uses = "package p\n\nimport \"maps\"\n\nfunc f(m map[int]int) {\n\tmaps.Copy(m, m)\n\tmaps.Equal(m, m)\n}\n"
	for _, c := range []struct {
		source string
		fault  error
		want   string
	}{
		{mirrorSource, nil, "p.go:6:2: maps: function outside has no body [unsupported]\np.go:7:2: maps: variable count is not supported"},
		{"package maps\n", nil, "p.go:6:2: maps.Copy is generic, which is not supported yet"},
		{"", errors.New("mirror is broken"), "p.go:6:2: the generic functions of maps: mirror is broken"},
	} {
		if p, got := load(uses, c.source, c.fault); p != nil || !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
