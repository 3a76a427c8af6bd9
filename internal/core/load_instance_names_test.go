package core

// This file tests what the loader says of the types that it makes: it is what package reflect says when the program
// is compiled.

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// origSource prints the names of its types when it is compiled.
const origSource = `package main

import (
	"fmt"
	"math/big"
	"sync/atomic"
	"time"
)

type Pair[A, B any] struct {
	A A
	B B
}
type List[T any] []T
type P struct{ X int }
type Alias = List[bool]
type GA[T any] = Pair[T, T]

func F[T any](x T) any { type V struct{ a T }; return V{x} }
func G[T, U any](x T) any { type V struct{ a T }; return Pair[V, U]{} }
func (p Pair[A, B]) M() any { type V struct{ a A }; return V{} }

var list []any

func pr(x any) { list = append(list, x) }

func main() {
	type V struct{ a int }
	pr(Pair[int, V]{})
	pr(V{})
	{
		type V struct{ b string }
		pr(List[V]{})
		type A = V
		type W struct{}
		pr(List[*W]{})
	}
	pr(Pair[int, P]{})
	pr(List[[]int]{})
	pr(List[struct{ A, B int; c string ` + "`x:\"y\"`" + ` }]{})
	pr(List[struct{ P; *List[int] }]{})
	pr(List[struct{}]{})
	pr(List[big.Int]{})
	pr(List[time.Duration]{})
	pr(List[any]{})
	pr(List[error]{})
	pr(List[interface{ M(x int) string; n() }]{})
	pr(List[func(a int, b ...string) (string, error)]{})
	pr(List[func() bool]{})
	pr(List[map[string]*P]{})
	pr(List[chan<- int]{})
	pr(List[<-chan int]{})
	pr(List[chan (<-chan int)]{})
	pr(List[[3]int]{})
	pr(F(1))
	pr(F(P{}))
	pr(F(V{}))
	pr(G[int, string](1))
	pr(Pair[int, string]{}.M())
	pr(Pair[List[int], Pair[string, P]]{})
	pr(Alias{})
	pr(GA[rune]{})
	pr(List[byte]{})
	pr(List[atomic.Pointer[P]]{})
	pr(*new(atomic.Pointer[int]))
	for _, x := range list {
		fmt.Printf("%T\n", x)
	}
}
`

func TestOrig(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	mustWrite(t, filepath.Join(dir, "main.go"), origSource)
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, newImporter(), "main.go", origSource)
	known := map[string]bool{}
	names := map[string]bool{}
	for _, d := range p.Types {
		if d.Orig == "" {
			continue
		}
		name := d.Orig
		if first, _, _ := strings.Cut(name, "["); !strings.Contains(first, ".") {
			name = "main." + name
		}
		known[name] = true
		names[d.Named.Name()] = true
	}
	for want := range strings.Lines(string(out)) {
		if want = strings.TrimSpace(want); !known[want] {
			t.Errorf("no type is called %s", want)
		}
	}
	if t.Failed() {
		var list []string
		for n := range known {
			list = append(list, n)
		}
		sort.Strings(list)
		t.Log(strings.Join(list, "\n"))
	}
	if len(names) < len(known) {
		t.Errorf("%d types have %d names", len(known), len(names))
	}
}

// TestInstanceNames loads twice and with names that are taken.
func TestInstanceNames(t *testing.T) {
	const source = `package p

import "time"

type List[T any] []T
type Duration int

func f() {
	List_int, List_int1 := 1, 2
	_, _ = List_int, List_int1
	type local struct{}
	_ = List[int]{}
	_ = List[time.Duration]{}
	_ = List[Duration]{}
	_ = List[local]{}
	{
		type local int
		_ = List[local]{}
		_ = List[struct{ a map[string]map[string]map[string]map[string]map[string]map[string]int }]{}
		_ = List[map[string]map[string]map[string]map[string]map[string]map[string]map[string]int]{}
		_ = List[map[string]map[string]map[string]map[string]map[string]map[string]map[string]bool]{}
	}
}
`
	var texts [2]string
	for i := range texts {
		p := mustLoad(t, newImporter(), "p.go", source)
		for _, d := range p.Types {
			texts[i] += fmt.Sprintln(d.Named.Name())
		}
	}
	const long = "List_map_string_map_string_map_string_map_string_map_string_map_"
	want := "Duration\nList_int2\nList_time_Duration\nList_Duration\nlocal_f\nList_local_f\nlocal_f1\nList_local_f1\nList_struct\n" + long + "\n" + long + "1\n"
	if diff := cmp.Diff(want, texts[0]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
		t.Error(diff)
	}
}
