package trace

// This file runs the cases in interpreted sessions.

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/costate/costate/internal/adcases"
	"github.com/costate/costate/interp"
)

// session runs cells in a new session that differentiates by tracing; what is wrong with them is an error.
func session(t *testing.T, cells ...string) (*interp.Session, error) {
	t.Helper()
	s := interp.New(interp.Options{Hooks: []interp.Hook{Expand}})
	for i, text := range cells {
		r, err := s.Run(context.Background(), string(rune('a'+i)), text)
		if err != nil {
			return nil, err
		}
		if err := r.Diags.Err(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func TestCasesInterpreted(t *testing.T) {
	cases, err := adcases.Load(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Vector {
			continue // the forms are for functions with one float result
		}
		t.Run(c.Name, func(t *testing.T) {
			s, err := session(t, strings.Replace(c.Source, "package p\n", "", 1),
				"import \"github.com/costate/costate/ad\"\n\nvar valueAndGrad = ad.ValueAndGrad(F)")
			if err != nil || refusedCases[c.Name] != "" {
				if err == nil || refusedCases[c.Name] == "" {
					t.Errorf("refused: %v; listed: %q", err, refusedCases[c.Name])
				}
				return
			}
			for _, err := range c.Check(func(x []float64) ([]float64, []float64, error) {
				arg := reflect.ValueOf(x)
				if c.Scalar {
					arg = reflect.ValueOf(x[0])
				}
				out, err := s.Call(context.Background(), "valueAndGrad", func(interp.Func) ([]reflect.Value, error) { return []reflect.Value{arg}, nil })
				if err != nil {
					return nil, nil, err
				}
				if c.Scalar {
					return []float64{out[0].Float()}, []float64{out[1].Float()}, nil
				}
				return []float64{out[0].Float()}, out[1].Interface().([]float64), nil
			}) {
				t.Error(err)
			}
		})
	}
}

// The programs that need the pullback are for native code only: the session has no form for it yet.
func TestProgramsInterpreted(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs: ", err)
	}
	forms := strings.NewReplacer("FValueAndGrad(", "ad.ValueAndGrad(F)(", "FGrad(", "ad.Grad(F)(")
	cell := func(text string) string { return strings.Replace(text, "package p\n", "", 1) }
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source, check := string(a.Files[0].Data), string(a.Files[1].Data)
		if strings.Contains(check, "FVJP(") {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			s, err := session(t, cell(source), cell(support), "import \"github.com/costate/costate/ad\"\n"+forms.Replace(cell(check)), "var later = 1")
			if err != nil {
				t.Fatal(err)
			}
			out, err := s.Call(context.Background(), "check", func(interp.Func) ([]reflect.Value, error) { return nil, nil })
			if err != nil {
				t.Fatal(err)
			}
			if wrong := out[0].String(); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}
