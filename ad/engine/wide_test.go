package engine

// This file compares the general form with the traced program and with differences, natively and in sessions.

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/costate/costate/internal/core"
	"github.com/costate/costate/internal/worker"
	"github.com/costate/costate/interp"
)

const wideHeader = "import (\n\t\"errors\"\n\t\"fmt\"\n\t\"math\"\n\t\"slices\"\n\t\"sort\"\n\t\"strings\"\n)\n\nvar _, _, _, _, _, _ = errors.New, fmt.Sprint, math.Pi, slices.Contains[[]int], sort.IsSorted, strings.ToUpper\n\n"

// widePoint is a function that writes value and gradient in nine digits; the calls of F are its arguments.
func widePoint(function, args string, results int) string {
	var list []string
	for i := range results {
		list = append(list, fmt.Sprintf("r%d", i))
	}
	names := strings.Join(list, ", ")
	return fmt.Sprintf("func Point() string {\n\t%s := %s(%s)\n\treturn fmt.Sprintf(strings.Repeat(\"%%.9v \", %d), %s)\n}\n", names, function, args, results, names)
}

func TestWidePrograms(t *testing.T) {
	all := append(append([]wideProgram{}, onceRefused...), widePrograms...)
	prog := worker.Program{Packages: map[string]map[string]string{}}
	forms := []Form{FormTraced, FormAdjoint, FormGeneral}
	results := make([]int, len(all))
	for i, c := range all {
		for _, form := range forms {
			p, err := load(t, "f.go", "package wide\n\n"+wideHeader+c.source)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			d, err := GradientAs(p, "F", form)
			if err != nil {
				t.Errorf("%s: %s: %v", c.name, form, err)
				if broken, ok := err.(internalError); ok {
					t.Logf("%.1800s", broken.stack)
				}
				continue
			}
			if err := core.Check(d.Package); err != nil {
				t.Errorf("%s: %s: %.900v", c.name, form, err)
			}
			out, err := core.Print(d.Package)
			if err != nil {
				t.Fatal(err)
			}
			results[i] = len(d.ValueAndGrad.Results)
			name := fmt.Sprintf("wide%d%s", i, form)
			dump(t, name+".go", out.Text)
			prog.Packages[name] = map[string]string{"f.go": out.Text,
				"point.go": "package wide\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\n" + widePoint(d.ValueAndGrad.Name, c.args, results[i])}
			prog.Funcs = append(prog.Funcs, worker.Func{Name: name, Package: name, Expr: "Point", Values: 1})
		}
	}
	var b worker.Builder
	ctx := context.Background()
	path, err := b.Build(ctx, prog)
	if err != nil {
		t.Fatal(err)
	}
	w, err := worker.Start(path, worker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { w.Close() }()
	native := func(i int, form Form) (string, error) {
		answer, err := w.Call(ctx, fmt.Sprintf("wide%d%s", i, form), json.RawMessage("[]"))
		if err != nil {
			return "", err
		}
		var s string
		return s, json.Unmarshal(answer.Value, &s)
	}
	for i, c := range all {
		t.Run(c.name, func(t *testing.T) {
			var want string
			for _, form := range forms {
				got, err := native(i, form)
				if err != nil {
					t.Errorf("%s: %v", form, err)
					w.Close()
					if w, err = worker.Start(path, worker.Options{}); err != nil {
						t.Fatal(err)
					}
					continue
				}
				if form == FormTraced {
					want = got
				}
				if got != want || strings.Contains(got, "NaN") {
					t.Errorf("%s gives %s, traced %s", form, got, want)
				}
			}
			s := interp.New(interp.Options{Hooks: []interp.Hook{ExpandAs(FormGeneral)}})
			if err := runCell(ctx, s, "f", wideHeader+c.source+"\n\n"); err != nil {
				t.Fatal(err)
			}
			cell := "import (\n\t\"fmt\"\n\t\"strings\"\n\n\t\"github.com/costate/costate/ad\"\n)\n\n" + widePoint("ad.ValueAndGrad(F)", c.args, results[i])
			if err := runCell(ctx, s, "g", cell); err != nil {
				t.Fatal(err)
			}
			out, err := s.Call(ctx, "Point", func(interp.Func) ([]reflect.Value, error) { return nil, nil })
			if err != nil {
				t.Fatal(err)
			}
			if got := out[0].String(); got != want {
				t.Errorf("interpreted it gives %s, want %s", got, want)
			}
		})
	}
}
