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
	{"struct", `type p struct{ a float64 }
func F(x []float64) float64 { »q := p{x[0]}; return q.a }`, "variable q of type p would carry a derivative"},
	{"struct parameter", `type p struct{ a float64 }
func F(x []float64, »q p) float64 { return x[0] * q.a }`, "parameter q of F has type p"},
	{"struct parameter alone", `type p struct{ a float64 }
func F(»q p) float64 { return q.a }`, "parameter q of F has type p"},
	{"struct field", `type p struct{ a float64 }
func F(x []float64) float64 { var »q p; q.a = x[0]; return q.a }`, "carry a derivative"},
	{"pointer", `func F(x []float64) float64 { »p := &x[0]; *p *= 2; return x[0] }`, "p of type *float64"},
	{"new", `func F(x []float64) float64 { »p := new(float64); *p = x[0]; return *p }`, "p of type *float64"},
	{"map", `func F(x []float64) float64 { »m := map[int]float64{}; m[0] = x[0]; return m[0] }`, "map[int]float64"},
	{"map literal", `func F(x []float64) float64 { »m := map[int]float64{0: x[0]}; return m[0] }`, "map[int]float64"},
	{"array", `func F(x []float64) float64 { var »a [2]float64; a[0] = x[0]; return a[0] }`, "a of type [2]float64"},
	{"array of slice", `func F(x []float64) float64 { »a := [2]float64(x); return a[0] }`, "a of type [2]float64"},
	{"closure", `func F(x []float64) float64 { f := »func() float64 { return x[0] }; return f() }`, "function literal"},
	{"closure writes", `func F(x []float64) float64 { s := 0.0; f := »func() { s += x[0] }; f(); return s }`, "function literal"},
	{"function value", `func g(x float64) float64 { return x * x }
func F(x []float64) float64 { f := g; return »f(x[0]) }`, "function value"},
	{"function parameter", `func F(x []float64, f func(float64) float64) float64 { return »f(x[0]) }`, "function value"},
	{"method", `type p struct{ k int }
func (q p) at(x []float64) float64 { return x[q.k] }
func F(x []float64) float64 { return »p{1}.at(x) }`, "method at"},
	{"interface", `type s interface{ at([]float64) float64 }
func F(x []float64, q s) float64 { return »q.at(x) }`, "method at"},
	{"any", `func F(x []float64) float64 { var »v any = x[0]; return v.(float64) }`, "v of type any"},
	{"channel", `func F(x []float64) float64 { c := make(chan float64, 1); »c <- x[0]; return <-c }`, "channels"},
	{"go", `func F(x []float64) float64 { »go func() { x[0] = 1 }(); return x[0] }`, "go statement"},
	{"defer", `func g(x []float64) { x[0] *= 2 }
func F(x []float64) float64 { »defer g(x); return x[0] }`, "defer"},
	{"range over a function", `func seq(yield func(int) bool) { yield(1) }
func F(x []float64) float64 { s := 0.0; »for i := range seq { s += x[i] }; return s }`, "range over a function"},
	{"recover", `func F(x []float64) (r float64) { »defer func() { recover(); r = x[0] }(); return x[1] }`, "defer"},
	{"float32", `func F(x []float64) float64 { »y := float32(x[0]); return float64(y) }`, "float32"},
	{"float32 in place", `func F(x []float64) float64 { return »float64(float32(x[0])) }`, "float32"},
	{"float32 parameter", `func F(»x float32) float64 { return float64(x) }`, "float32"},
	{"complex", `func F(x []float64) float64 { »c := complex(x[0], 1); return real(c * c) }`, "complex"},
	{"named float", `type m float64
func F(x []float64) float64 { »y := m(x[0]); return float64(y) }`, "y of type m"},
	{"named slice", `type v []float64
func F(»x v) float64 { return x[0] }`, "type v"},
	{"float bits", `func F(x []float64) float64 { return math.Float64frombits(»math.Float64bits(x[0])) }`, "math.Float64bits"},
	{"float bits kept", `func F(x []float64) float64 { b := »math.Float64bits(x[0]); return math.Float64frombits(b) }`, "math.Float64bits"},
	{"no rule", `func F(x []float64) float64 { »sort.Float64s(x); return x[0] }`, "sort.Float64s"},
	{"no rule with value", `func F(x []float64) float64 { return float64(»sort.SearchFloat64s(x, x[0])) }`, "sort.SearchFloat64s"},
	{"package variable", `var state float64
func F(x []float64) float64 { »state = x[0]; return state }`, "package variable state"},
	{"package slice", `var state = []float64{1, 2}
func F(x []float64) float64 { »state[0] = x[0]; return state[0] }`, "package variable state"},
	{"package slice alias", `var state []float64
func F(x []float64) float64 { »state = x; return state[0] }`, "package variable state"},
	{"package slice through callee", `var state []float64
func g(x []float64) { »state = x }
func F(x []float64) float64 { g(x); return x[0] }`, "package variable state"},
	{"parallel accumulation", `func F(x []float64) float64 { s := 0.0; parallel.For(len(x), func(i int) { »s += x[i] }); return s }`, "race"},
	{"parallel value", `func g(i int) {}
func F(x []float64) float64 { f := g; »parallel.For(len(x), f); return x[0] }`, "parallel.For"},
	{"variadic", `func g(xs ...float64) float64 { return xs[0] }
func F(x []float64) float64 { return »g(x[0], x[1]) }`, "variadic"},
	{"three levels", `func F(x [][][]float64) float64 { return x[0][0][0] }`, "x of F has type [][][]float64"},
	{"slice of structs", `type p struct{ v []float64 }
func F(x []float64) float64 { »q := []p{{x}}; return q[0].v[0] }`, "q of type []p"},
	{"range function", `func F(x []float64) float64 { s := 0.0; »for i := range func(yield func(int) bool) { yield(0) } { s += x[i] }; return s }`, ""},
	{"two results", `»func F(x []float64) (float64, float64) { return x[0], x[1] }`, "one float64 result"},
	{"integer result", `»func F(x []float64) int { return len(x) }`, "one float64 result"},
	{"no floats", `»func F(n int) float64 { return float64(n) }`, "no parameter with a derivative"},
	{"label address", `func F(x []float64) float64 { y := x; »p := &y; (*p)[0] = 2; return x[0] }`, "p of type *[]float64"},
	{"struct with slice", `type p struct{ v []float64 }
func F(x []float64) float64 { var »q p; q.v = x; q.v[0] *= 2; return x[0] }`, "q of type p"},
	{"swap through map", `func F(x []float64) float64 { »m := map[string][]float64{}; m["a"] = x; m["a"][0] = 3; return x[0] }`, `map[string][]float64`},
	{"in a callee", `func F(x []float64) float64 { return g(x) }
func g(x []float64) float64 { »defer print(); return x[0] }`, "defer"},
	{"address in a call", `func g(p *float64) { *p *= 2 }
func F(x []float64) float64 { g(»&x[0]); return x[0] }`, "address"},
	{"swap in a struct", `type p struct{ v []float64 }
var q p
func F(x []float64) float64 { »q.v = x; q.v[0] *= 2; return x[0] }`, "q"},
	{"print of a pointer", `func F(x []float64) float64 { print(»&x[0]); return x[0] }`, "address"},
	{"slice in any", `func g(»v any) { v.([]float64)[0] = 3 }
func F(x []float64) float64 { g(x); return x[0] }`, ""},
	{"slice of any", `func F(x []float64) float64 { »v := []any{x}; v[0].([]float64)[0] = 3; return x[0] }`, "v of type []any"},
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
