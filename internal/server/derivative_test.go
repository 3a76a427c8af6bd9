package server

import (
	"fmt"
	"strings"
	"testing"
)

const differentiated = `import "github.com/costate/costate/ad"

// 😀 in front, so that columns are told in the editor's units
func f(x []float64) float64 { /*😀*/ s := 0.0
	for t := 0; t < 400; t++ {
		for _, v := range x {
			s += v * v
		}
	}
	return s
}
grad := ad.Grad(f)`

func TestAdjointAndTape(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("src", differentiated, "use", "g := grad(make([]float64, 2000))\nlen(g)")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"runAll"}`)
	a := p.until("type", "adjoint", "cell", "src")
	list := a["list"].([]any)
	if len(list) != 1 {
		t.Fatalf("adjoints: %v", a)
	}
	first := list[0].(map[string]any)
	if first["func"] != "f" || !strings.Contains(fmt.Sprint(first["text"]), "func ") {
		t.Errorf("adjoint: %v", first)
	}
	source := strings.Split(differentiated, "\n")
	sweeps := map[any]int{}
	column := 0
	for _, l := range first["lines"].([]any) {
		l := l.(map[string]any)
		line := int(l["line"].(float64))
		if l["cell"] != "src" || line < 1 || line > len(source) {
			t.Errorf("line %v", l)
		}
		if line == 4 {
			column = max(column, int(l["col"].(float64)))
		}
		sweeps[l["sweep"]]++
	}
	if sweeps["forward"] == 0 || sweeps["reverse"] == 0 || len(sweeps) != 2 {
		t.Errorf("sweeps: %v", sweeps)
	}
	// func f(x []float64) float64 { is 30 columns with the space after it, the comment 6 and a space.
	if want := 30 + 6 + 1 + 1; column != want {
		t.Errorf("s := 0.0 is at column %d, want %d", column, want)
	}
	tape := p.until("type", "tape", "cell", "use")
	regions := tape["regions"].([]any)
	if len(regions) > 0 {
		if region := message(regions[0].(map[string]any)); !region.is("func", "f", "cell", "src") {
			t.Errorf("region: %v", region)
		}
	}
	p.until("type", "cell", "cell", "use", "state", "ok")
	if got := p.outputs("use", nil); got != "text/plain:2000" {
		t.Errorf("output: %s", got)
	}
	names := fmt.Sprint(p.until("type", "variables")["list"])
	for _, want := range []string{"name:grad ", "name:g "} {
		if !strings.Contains(names, want) {
			t.Errorf("variables: %s", names)
		}
	}
	s := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")
	if c := s["cells"].([]any)[0].(map[string]any); len(c["adjoints"].([]any)) != 1 {
		t.Errorf("a new client has not got the adjoint: %v", c)
	}
}

// TestWords checks that people read numbers of cells and not the kernel's names of them.
func TestWords(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("m1", "text", "aa", "x := 1", "bb", "func f() int { return x }", "cc", "var e []int\n_ = e[3]", "dd", "y := undefined")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"run","cells":["aa","bb","cc"]}`)
	p.until("type", "cell", "cell", "cc", "state", "error")
	p.say(`{"type":"run","cells":["dd"]}`)
	p.until("type", "cell", "cell", "dd", "state", "error")
	traces := ""
	for _, m := range p.log {
		if strings.Contains(fmt.Sprint(m), "cell#") {
			t.Errorf("a kernel's name of a cell: %v", m)
		}
		if put, ok := m["put"].(map[string]any); ok && put["output_type"] == "error" {
			traces += fmt.Sprint(put["traceback"])
		}
	}
	for _, want := range []string{"cell 3, line 2: ", "cell 4, line 1: "} {
		if !strings.Contains(traces, want) {
			t.Errorf("no %q in %s", want, traces)
		}
	}
}

// The page is told the form of each derivative.
func TestTracedForm(t *testing.T) {
	const channel = `import "github.com/costate/costate/ad"

func square(x float64) float64 { return x * x }

func sent(x float64) float64 {
	c := make(chan float64, 1)
	c <- x * x
	return <-c
}
a, b := ad.Grad(square)(3), ad.Grad(sent)(3)
a + b`
	r := newRig(t, map[string]string{"a.ipynb": book("src", channel)})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"runAll"}`)
	forms := map[any]any{}
	for _, a := range p.until("type", "adjoint", "cell", "src")["list"].([]any) {
		a := a.(map[string]any)
		forms[a["func"]] = a["engine_form"]
	}
	if forms["square"] != "adjoint" || forms["sent"] != "traced" || len(forms) != 2 {
		t.Errorf("forms: %v", forms)
	}
}
