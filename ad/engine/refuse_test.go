package engine

// This file checks that what is not supported is refused, at its position and in a plain sentence, and never
// differentiated wrongly.

import (
	"errors"
	"strings"
	"testing"

	"github.com/costate/costate/internal/diag"
)

// A » stands before what is at fault.
var refusals = []struct{ name, source, message string }{
	{"text", `func F(x []float64) float64 { s := »fmt.Sprint(x[0]); return float64(len(s)) * x[0] }`, "into text"},
	{"text at once", `func F(x []float64) float64 { return float64(len(»fmt.Sprintf("%g", x[0]))) * x[0] }`, "into text"},
	{"function parameter", `func F(x []float64, »f func(float64) float64) float64 { return f(x[0]) }`, "comes from outside"},
	{"interface", `type s interface{ at([]float64) float64 }
func F(x []float64, »q s) float64 { return q.at(x) }`, "comes from outside"},
	{"map with float keys", `func F(x []float64) float64 { m := »map[float64]int{x[0]: 1}; s := 0.0; for k := range m { s += k }; return s }`, "keys of type float64"},
	{"captured header", `func F(x []float64) float64 { var fs []func() float64; »for h := x[0]; h < 9; h *= 2 { fs = append(fs, func() float64 { return h }) }; return fs[0]() }`, "captured"},
	{"late recover", `func F(x []float64) (r float64) { »defer func() { if x[0] > 0 { recover() } }(); return x[0] }`, "begin with its call of recover"},
	{"parameter of structs that move", `type p struct{ v [][]float64 }
func F(»q p) float64 { return q.v[0][0] }`, "q of type p"},
	{"channel", `func F(x []float64) float64 { c := make(chan float64, 1); »c <- x[0]; return <-c }`, "channels"},
	{"go", `func F(x []float64) float64 { »go func() { x[0] = 1 }(); return x[0] }`, "go statement"},
	{"float bits", `func F(x []float64) float64 { return math.Float64frombits(»math.Float64bits(x[0])) }`, "math.Float64bits"},
	{"float bits kept", `func F(x []float64) float64 { b := »math.Float64bits(x[0]); return math.Float64frombits(b) }`, "math.Float64bits"},
	{"no rule", `func F(x []float64) float64 { »sort.Float64s(x); return x[0] }`, "sort.Float64s"},
	{"no rule with value", `func F(x []float64) float64 { return float64(»sort.SearchFloat64s(x, x[0])) }`, "sort.SearchFloat64s"},
	{"parallel accumulation", `func F(x []float64) float64 { s := 0.0; parallel.For(len(x), func(i int) { »s += x[i] }); return s }`, "race"},
	{"parallel value", `func g(i int) {}
func F(x []float64) float64 { f := g; »parallel.For(len(x), f); return x[0] }`, "parallel.For"},
	{"three levels", `func F(»x [][][]float64) float64 { return x[0][0][0] }`, "x of type [][][]float64"},
	{"two results", `»func F(x []float64) (float64, float64) { return x[0], x[1] }`, "one float64 result"},
	{"integer result", `»func F(x []float64) int { return len(x) }`, "one float64 result"},
	{"no floats", `»func F(n int) float64 { return float64(n) }`, "no parameter with a derivative"},
}

const refusalHeader = `package p

import (
	"fmt"
	"math"
	"sort"

	"github.com/costate/costate/parallel"
)

var _, _, _, _ = fmt.Sprint, math.Pi, sort.IsSorted, parallel.For

`

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			marked := refusalHeader + c.source
			at := strings.Index(marked, "»")
			source := strings.Replace(marked, "»", "", 1)
			p, err := load(t, "f.go", source)
			if err == nil {
				_, err = Gradient(p, "F")
			}
			var list diag.List
			if !errors.As(err, &list) {
				var broken internalError
				if errors.As(err, &broken) {
					t.Log(broken.stack)
				}
				t.Fatalf("not refused: %v", err)
			}
			if !strings.Contains(list[0].Message, c.message) {
				t.Errorf("the message is %q, which does not speak of %q", list[0].Message, c.message)
			}
			if at < 0 {
				return
			}
			line := 1 + strings.Count(marked[:at], "\n")
			col := at - strings.LastIndex(marked[:at], "\n")
			if got := list[0].Pos; got.Line != line || got.Column != col {
				t.Errorf("refused at %d:%d, want %d:%d: %s", got.Line, got.Column, line, col, list[0].Message)
			}
		})
	}
}
