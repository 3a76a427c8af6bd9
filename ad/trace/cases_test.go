package trace

// This file runs the cases through the traced form, natively and in interpreted sessions. All are right but those that are
// listed with their reason.

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/costate/costate/internal/adcases"
	"github.com/costate/costate/internal/worker"
)

// refusedCases are the cases that are refused. Hessians are not the traced form's business: of the cases that state one, the
// gradient is checked.
var refusedCases = map[string]string{
	"par_atomic_cas_add": "a float goes through its bits, which carry no derivative",
}

const casesDir = "../engine/testdata/cases"

// pointFunc is a function of a case that computes values and Jacobian at a point, in Go.
func pointFunc(c *adcases.Case, d *Derivative, name string) string {
	arg, param := "append([]float64(nil), x...)", d.Params[0]
	if c.Scalar {
		arg = "x[0]"
	}
	switch {
	case c.Vector:
		return fmt.Sprintf(`package p

func %s(x []float64) [][]float64 {
	y, back := %s(%s)
	var rows []float64
	for i := range y {
		seed := make([]float64, len(y))
		seed[i] = 1
		rows = append(rows, back(seed)...)
	}
	return [][]float64{y, rows}
}
`, name, d.VJP.Name, arg)
	case c.Scalar:
		return fmt.Sprintf("package p\n\nfunc %s(x []float64) [][]float64 {\n\ty, %sBar := %s(%s)\n\treturn [][]float64{{y}, {%sBar}}\n}\n",
			name, param, d.ValueAndGrad.Name, arg, param)
	}
	return fmt.Sprintf("package p\n\nfunc %s(x []float64) [][]float64 {\n\ty, %sBar := %s(%s)\n\treturn [][]float64{{y}, %sBar}\n}\n",
		name, param, d.ValueAndGrad.Name, arg, param)
}

func TestCasesNative(t *testing.T) {
	cases, err := adcases.Load(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	prog := worker.Program{Packages: map[string]map[string]string{}}
	refused := map[string]error{}
	for _, c := range cases {
		d, text, err := traced(t, c.Name, c.Source, "F")
		if err != nil {
			refused[c.Name] = err
			continue
		}
		prog.Packages[c.Name] = map[string]string{"f.go": text, "point.go": pointFunc(c, d, "point")}
		prog.Funcs = append(prog.Funcs, worker.Func{Name: c.Name, Package: c.Name, Expr: "point", Params: []string{"x"}, Values: 1})
	}
	w := startWorker(t, prog)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if err := refused[c.Name]; err != nil || refusedCases[c.Name] != "" {
				if err == nil || refusedCases[c.Name] == "" {
					t.Errorf("refused: %v; listed: %q", err, refusedCases[c.Name])
				}
				return
			}
			for _, err := range c.Check(func(x []float64) ([]float64, []float64, error) { return callPoint(w, c.Name, x) }) {
				t.Error(err)
			}
		})
	}
}

func startWorker(t *testing.T, prog worker.Program) *worker.Process {
	t.Helper()
	var b worker.Builder
	path, err := b.Build(context.Background(), prog)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worker.Start(path, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func callPoint(w *worker.Process, name string, x []float64) (value, gradient []float64, err error) {
	args, err := json.Marshal([]any{x})
	if err != nil {
		return nil, nil, err
	}
	answer, err := w.Call(context.Background(), name, args)
	if err != nil {
		return nil, nil, err
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(answer.Value, &parts); err != nil || len(parts) != 2 {
		return nil, nil, fmt.Errorf("answer %s: %v", answer.Value, err)
	}
	if value, err = adcases.Numbers(parts[0]); err != nil {
		return nil, nil, err
	}
	gradient, err = adcases.Numbers(parts[1])
	return value, gradient, err
}
