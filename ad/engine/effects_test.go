package engine

// This file checks what a derivative does to the world around it: arguments that share memory, package variables,
// effects that happen once.

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/worker"
)

const effectsSource = `package effects

import "fmt"

var (
	state = []float64{1, 2, 3}
	table = [][]float64{{4, 5}, {6}}
	other = []float64{7}
	count int
)

func Shares(x, y []float64) float64 { y[0] *= x[1]; return x[0]*y[0] + x[1] }

func Reads(x []float64) float64 { _ = other; return x[0]*state[1] + inner() }

func inner() float64 { return table[0][0] }

func Rows(w [][]float64) float64 { return w[0][0] * state[0] }

func Prints(x []float64) float64 { fmt.Println("value", x[0]); count++; return x[0] * x[0] }

func Appends(x []float64) float64 { y := append(x, 3*x[0]); return y[1] * y[0] }

func Keeps(x []float64, a float64) float64 { a *= x[0]; y := append([]float64(nil), x...); y[0] = a; return a * y[1] * y[0] }

func Wide(w [][]float64, x []float64) float64 { w[0][0] *= x[0]; return w[1][0] * x[1] }
`

// effectsChecks are the checks, each a function that gives what it saw.
const effectsChecks = `package effects

import "fmt"

func message(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

func shares() string {
	buf := []float64{2, 3, 5}
	v, xBar, yBar := SharesValueAndGrad(buf[:2], buf[1:])
	return fmt.Sprint(v, xBar, yBar, buf)
}

func apart() string {
	v, xBar, yBar := SharesValueAndGrad([]float64{2, 3}, []float64{5})
	return fmt.Sprint(v, xBar, yBar)
}

func sameRows() string {
	x := []float64{2, 3}
	v, wBar, xBar := WideValueAndGrad([][]float64{x[:1], x}, x)
	return fmt.Sprint(v, wBar, xBar, x)
}

func prints() string {
	before := count
	PrintsValueAndGrad([]float64{3})
	PrintsGrad([]float64{4})
	return fmt.Sprint(count - before)
}

func appends() string {
	buf := []float64{2, 8, 9}
	v, xBar := AppendsValueAndGrad(buf[:1])
	return fmt.Sprint(v, xBar, cap(xBar), buf)
}

func keeps() string {
	x := []float64{2, 3}
	KeepsGrad(x, 5)
	return fmt.Sprint(x)
}

func readsState() string    { return message(func() { ReadsGrad(state[1:]) }) }
func readsTable() string    { return message(func() { ReadsGrad(table[0]) }) }
func readsElement() string  { return message(func() { RowsGrad([][]float64{{1}, state[:1]}) }) }
func readsNothing() string  { return message(func() { ReadsGrad([]float64{1}) }) }
func outOfRange() string    { return message(func() { SharesGrad([]float64{1}, nil) }) }
`

// effectsWant is what each check must see.
var effectsWant = []struct{ check, want string }{
	// y[0] is x[1]: the value is (x0+1)*x1², and what the parts share has one adjoint.
	{"shares", "27 [9 18] [18 0] [2 9 5]"},
	{"apart", "33 [15 11] [6]"},
	// w[1][0] is x[0] and w[0][0]: the value is x0²*x1.
	{"sameRows", "12 [[12] [12 4]] [12 4] [4 3]"},
	{"prints", "2"},
	{"appends", "12 [12] 3 [2 6 9]"},
	{"keeps", "[2 3]"},
	{"readsState", "argument x shares memory with package variable state"},
	{"readsTable", "argument x shares memory with package variable table"},
	{"readsElement", "argument w shares memory with package variable state"},
	{"readsNothing", "<nil>"},
	{"outOfRange", "index out of range"},
}

func TestEffects(t *testing.T) {
	p, err := load(t, "effects.go", effectsSource)
	if err != nil {
		t.Fatal(err)
	}
	whole := *p
	for _, name := range []string{"Shares", "Reads", "Rows", "Prints", "Appends", "Keeps", "Wide"} {
		d, err := Gradient(p, name)
		if err != nil {
			t.Fatal(err)
		}
		whole.Funcs = append(whole.Funcs[:len(whole.Funcs):len(whole.Funcs)], d.Funcs...)
	}
	out, err := core.Print(&whole)
	if err != nil {
		t.Fatal(err)
	}
	dump(t, "effects.go", out.Text)
	prog := worker.Program{Packages: map[string]map[string]string{"effects": {"effects.go": out.Text, "checks.go": effectsChecks}}}
	for _, c := range effectsWant {
		prog.Funcs = append(prog.Funcs, worker.Func{Name: c.check, Package: "effects", Expr: c.check, Values: 1})
	}
	var b worker.Builder
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	w, err := worker.Start(path, worker.Options{Output: &printed})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range effectsWant {
		answer, err := w.Call(context.Background(), c.check, json.RawMessage("[]"))
		if err != nil {
			t.Errorf("%s: %v", c.check, err)
			continue
		}
		var got string
		if err := json.Unmarshal(answer.Value, &got); err != nil {
			t.Fatal(err)
		}
		if got != c.want && !(len(c.want) > 20 && strings.Contains(got, c.want) || c.check == "outOfRange" && strings.Contains(got, c.want)) {
			t.Errorf("%s gives %q, want %q", c.check, got, c.want)
		}
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if got := printed.String(); got != "value 3\nvalue 4\n" {
		t.Errorf("printed %q", got)
	}
}
