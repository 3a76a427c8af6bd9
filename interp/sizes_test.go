package interp

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSizes(t *testing.T) {
	var out bytes.Buffer
	s := New(Options{Stdout: &out, Stderr: &out})
	const src = `import "gonum.org/v1/gonum/mat"
type node struct { next *node; data []float64 }
type pair struct{ a, b int }
n := 3
w := make([]float64, 1000)
part := w[10:20]
x := make([][]float64, 100)
for i := range x { x[i] = make([]float64, 3) }
ragged := [][]int{{1}, {2, 3}}
d := mat.NewDense(20, 30, nil)
m := map[string]int{"a": 1, "b": 2}
text := "hello, world"
ring := &node{data: make([]float64, 50)}
ring.next = ring
pairs := []pair{{1, 2}, {3, 4}}
var held any = w
var none []int
f := func() int { return n }
type late struct{}
var vol [10][10]float64`
	if res, err := s.Run(context.Background(), "1", src); err != nil || !res.OK {
		t.Fatal(err, res)
	}
	got := map[string]string{}
	for _, v := range s.Sizes() {
		more := ""
		if v.More {
			more = " or more"
		}
		got[v.Name] = fmt.Sprintf("%s (%s) %d%s", v.Type, v.Size, v.Bytes, more)
	}
	// The variables are counted by name, so held is before part and w, which share its array.
	want := map[string]string{
		"n": "int () 8", "held": "any (1000) 8040", "part": "[]float64 (10) 24", "w": "[]float64 (1000) 24",
		"x": "[][]float64 (100 × 3) 4824", "ragged": "[][]int (2) 96", "m": "map[string]int (2) 115",
		"text": "string () 28", "ring": "*node () 440", "pairs": "[]pair (2) 56", "none": "[]int (0) 24", "vol": "[10][10]float64 () 800",
		"d": "*gonum.org/v1/gonum/mat.Dense (20 × 30) 4872", "f": "func() int () 8 or more",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSizesBounded lists a large structure in little time, and does not walk what a goroutine writes.
func TestSizesBounded(t *testing.T) {
	s := New(Options{})
	run := func(id, src string) {
		t.Helper()
		if res, err := s.Run(context.Background(), id, src); err != nil || !res.OK {
			t.Fatal(err, res)
		}
	}
	run("1", "many := make([]*int, 500_000)\nfor i := range many { many[i] = new(int) }")
	began := time.Now()
	v := s.Sizes()[0]
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %v", took)
	}
	if v.Size != "500000" || !v.More || v.Bytes < 4_000_000 {
		t.Errorf("%+v", v)
	}
	run("2", "busy := map[int][]int{}\ngo func() { for i := 0; ; i++ { busy[i%100] = []int{i} } }()")
	for range 200 {
		for _, v := range s.Sizes() {
			if v.Name == "busy" && !v.More {
				t.Fatalf("%+v", v)
			}
		}
	}
}
