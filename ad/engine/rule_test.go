package engine

// This file checks that the rows of the rule table arrive in adjoints as they are meant: each function is differentiated
// where its arguments stay and where a loop overwrites them, and compared with differences and with the row's choices.

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/costate/costate/ad/rules"
	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/worker"
)

const ruleCheckSupport = `package p

import (
	"fmt"
	"math"
)

// slope extrapolates central differences of three step sizes (Richardson).
func slope(f func([]float64) float64, at []float64, i int) float64 {
	central := func(h float64) float64 {
		hi, lo := append([]float64(nil), at...), append([]float64(nil), at...)
		hi[i] += h
		lo[i] -= h
		return (f(hi) - f(lo)) / (2 * h)
	}
	h := 1e-3 * max(1, math.Abs(at[i]))
	d1, d2, d4 := central(h), central(h/2), central(h/4)
	e1, e2 := (4*d2-d1)/3, (4*d4-d2)/3
	return (16*e2 - e1) / 15
}

// compare gives what is wrong with the gradients of a function and of its sum over a loop, three times as large.
func compare(f func([]float64) float64, grad, looped func([]float64) []float64, at, want []float64, ints []bool) string {
	clone := func() []float64 { return append([]float64(nil), at...) }
	g, l := grad(clone()), looped(clone())
	for i := range at {
		w := 0.0
		switch {
		case want != nil:
			w = want[i]
		case !ints[i]:
			w = slope(f, at, i)
		}
		if g[i] == w && l[i] == w || g[i] != g[i] && l[i] != l[i] && w != w { // infinite, zero or not a number
			continue
		}
		if !(math.Abs(g[i]-w) <= 1e-7*max(1, math.Abs(w))) {
			return fmt.Sprintf("at %v by argument %d: %v, want %v", at, i, g[i], w)
		}
		if !(math.Abs(l[i]-3*g[i]) <= 1e-12*max(1, math.Abs(l[i]))) {
			return fmt.Sprintf("at %v by argument %d, in a loop: %v, want %v", at, i, l[i], 3*g[i])
		}
	}
	return ""
}
`

// numbersText writes numbers as a Go expression.
func numbersText(list []float64) string {
	parts := make([]string, len(list))
	for i, v := range list {
		switch {
		case math.IsInf(v, 0):
			parts[i] = fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, v)))
		case math.IsNaN(v):
			parts[i] = "math.NaN()"
		default:
			parts[i] = fmt.Sprint(v)
		}
	}
	return "[]float64{" + strings.Join(parts, ", ") + "}"
}

func TestRules(t *testing.T) {
	source, checks := strings.Builder{}, strings.Builder{}
	source.WriteString("package p\n\nimport \"math\"\n\n")
	checks.WriteString(ruleCheckSupport)
	prog := worker.Program{Packages: map[string]map[string]string{"p": {}}}
	var names []string
	for _, r := range rules.Table() {
		if r.Passive || !strings.HasPrefix(r.Name, "math.") {
			continue
		}
		name := strings.TrimPrefix(r.Name, "math.")
		names = append(names, name)
		var args, copies, ints []string
		for i := range r.Args {
			arg, kept := fmt.Sprintf("x[%d]", i), fmt.Sprintf("y[%d]", i)
			if r.Int(i) {
				arg, kept = "int("+arg+")", "int("+kept+")"
			}
			args, copies = append(args, arg), append(copies, kept)
			ints = append(ints, fmt.Sprint(r.Int(i)))
		}
		// The results that carry a derivative count k+1 times, the k-th of them.
		var results, sum []string
		for k, res := range r.Results {
			if res.D == nil {
				results = append(results, "_")
				continue
			}
			results = append(results, fmt.Sprintf("r%d", k))
			sum = append(sum, fmt.Sprintf("%d*r%d", k+1, k))
		}
		list, value := strings.Join(results, ", "), strings.Join(sum, " + ")
		fmt.Fprintf(&source, "func %s(x []float64) float64 {\n\t%s := %s(%s)\n\treturn %s\n}\n\n", name, list, r.Name, strings.Join(args, ", "), value)
		fmt.Fprintf(&source, `func %[1]sLoop(x []float64) float64 {
	y := make([]float64, len(x))
	s := 0.0
	for i := range 2 {
		copy(y, x)
		%[2]s := %[3]s(%[4]s)
		clear(y)
		s += float64(i+1) * (%[5]s)
	}
	return s
}

`, name, list, r.Name, strings.Join(copies, ", "), value)
		fmt.Fprintf(&checks, "\nfunc %sCheck() string {\n", name)
		one := func(at, want string) {
			fmt.Fprintf(&checks, "\tif bad := compare(%[1]s, %[1]sGrad, %[1]sLoopGrad, %[2]s, %[3]s, []bool{%[4]s}); bad != \"\" {\n\t\treturn bad\n\t}\n",
				name, at, want, strings.Join(ints, ", "))
		}
		for _, p := range r.Points {
			one(numbersText(p), "nil")
		}
		for _, s := range r.Special {
			want := make([]float64, len(r.Args))
			for k := range s.D {
				want[k%len(r.Args)] += float64(k/len(r.Args)+1) * s.D[k]
			}
			one(numbersText(s.At), numbersText(want))
		}
		checks.WriteString("\treturn \"\"\n}\n")
		prog.Funcs = append(prog.Funcs, worker.Func{Name: name, Package: "p", Expr: name + "Check", Values: 1})
	}
	p, err := load(t, "rules.go", source.String())
	if err != nil {
		t.Fatal(err)
	}
	whole := *p
	for _, f := range p.Funcs {
		d, err := Gradient(p, f.Name)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		whole.Funcs = append(whole.Funcs[:len(whole.Funcs):len(whole.Funcs)], d.Funcs...)
	}
	out, err := core.Print(&whole)
	if err != nil {
		t.Fatal(err)
	}
	dump(t, "rules.go", out.Text)
	prog.Packages["p"]["rules.go"], prog.Packages["p"]["checks.go"] = out.Text, checks.String()
	var b worker.Builder
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worker.Start(path, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, name := range names {
		answer, err := w.Call(context.Background(), name, json.RawMessage("[]"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if bad := string(answer.Value); bad != `""` {
			t.Errorf("%s: %s", name, bad)
		}
	}
	t.Logf("%d functions", len(names))
}
