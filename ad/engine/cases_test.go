package engine

// This file runs the cases natively: all that the engine accepts are built into one worker and compared with
// the values and derivatives that case.json states. A case is right or refused with a diagnostic, never wrong.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/internal/worker"
)

type caseFile struct {
	Func   string
	Points []struct {
		X        []json.RawMessage
		Smooth   bool
		Value    json.RawMessage
		Gradient []json.RawMessage
		Accept   [][]json.RawMessage
		Jacobian json.RawMessage
	}
	Tolerance struct {
		Value    float64 `json:"value_rel"`
		Gradient float64 `json:"gradient_rel"`
	}
}

func number(t *testing.T, raw json.RawMessage) float64 {
	t.Helper()
	text := strings.Trim(string(raw), `"`)
	switch text {
	case "+Inf", "Inf":
		return math.Inf(1)
	case "-Inf":
		return math.Inf(-1)
	case "NaN":
		return math.NaN()
	}
	var f float64
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		t.Fatalf("number %s: %v", raw, err)
	}
	return f
}

func numbers(t *testing.T, raw []json.RawMessage) []float64 {
	out := make([]float64, len(raw))
	for i, r := range raw {
		out[i] = number(t, r)
	}
	return out
}

// near applies the rule of case.json.
func near(got, want []float64, tol float64) bool {
	if len(got) != len(want) {
		return false
	}
	scale := 1.0
	for _, w := range want {
		if !math.IsInf(w, 0) {
			scale = max(scale, math.Abs(w))
		}
	}
	for i := range got {
		if math.IsInf(want[i], 0) {
			if got[i] != want[i] {
				return false
			}
		} else if !(math.Abs(got[i]-want[i]) <= tol*scale) {
			return false
		}
	}
	return true
}

func TestCasesNative(t *testing.T) {
	dirs, err := filepath.Glob("testdata/cases/*/f.go")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no cases")
	}
	prog := worker.Program{Packages: map[string]map[string]string{}}
	params := map[string][]string{}
	refused := map[string]string{}
	for _, file := range dirs {
		name := filepath.Base(filepath.Dir(file))
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := load(t, "f.go", string(src))
		if err == nil {
			var d *Derivative
			if d, err = Gradient(p, "F"); err == nil {
				if err := core.Check(d.Package); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				var out *core.Source
				out, err = core.Print(d.Package)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				prog.Packages[name] = map[string]string{"f.go": out.Text}
				prog.Funcs = append(prog.Funcs, worker.Func{Name: name, Package: name, Expr: d.ValueAndGrad.Name,
					Params: d.Params, Values: 1, Grads: d.Params})
				params[name] = d.Params
				if dir := os.Getenv("COSTATE_DUMP"); dir != "" {
					os.WriteFile(filepath.Join(dir, name+".go"), []byte(out.Text), 0o644)
				}
				continue
			}
		}
		var list diag.List
		if !errors.As(err, &list) {
			t.Errorf("%s: not refused but broken: %v", name, err)
			continue
		}
		refused[name] = strings.SplitN(err.Error(), "\n", 2)[0]
	}
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
	right := 0
	for name, ps := range params {
		text, err := os.ReadFile(filepath.Join("testdata/cases", name, "case.json"))
		if err != nil {
			t.Fatal(err)
		}
		var c caseFile
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ok := true
		for i, pt := range c.Points {
			scalar := strings.Contains(string(mustRead(t, filepath.Join("testdata/cases", name, "f.go"))), "F(x float64)")
			args, _ := json.Marshal([]any{pt.X})
			if scalar {
				args, _ = json.Marshal([]any{pt.X[0]})
			}
			answer, err := w.Call(context.Background(), name, args)
			if err != nil {
				t.Errorf("%s point %d: %v", name, i, err)
				ok = false
				continue
			}
			value := number(t, answer.Value)
			var grads map[string]json.RawMessage
			if err := json.Unmarshal(answer.Gradient, &grads); err != nil {
				t.Fatal(err)
			}
			var got []float64
			if scalar {
				got = []float64{number(t, grads[ps[0]])}
			} else {
				var raw []json.RawMessage
				if err := json.Unmarshal(grads[ps[0]], &raw); err != nil {
					t.Fatal(err)
				}
				got = numbers(t, raw)
			}
			if !near([]float64{value}, []float64{number(t, pt.Value)}, c.Tolerance.Value) {
				t.Errorf("%s point %d: value %v, want %s", name, i, value, pt.Value)
				ok = false
			}
			accepted := near(got, numbers(t, pt.Gradient), c.Tolerance.Gradient)
			for _, a := range pt.Accept {
				accepted = accepted || near(got, numbers(t, a), c.Tolerance.Gradient)
			}
			if !accepted {
				t.Errorf("%s point %d at %s: gradient %v, want %s", name, i, pt.X, got, pt.Gradient)
				ok = false
			}
		}
		if ok {
			right++
		}
	}
	for name, why := range refused {
		t.Logf("refused: %-40s %s", name, why)
	}
	t.Logf("%d right, %d refused of %d", right, len(refused), len(dirs))
	if right < 20 {
		t.Errorf("only %d right", right)
	}
}

func mustRead(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var _ = fmt.Sprint
