package interp

// This file runs the functions of the cases that the differentiation is tested with, without derivatives: their values in a session
// must be those that the cases state.

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// casesDir holds the cases, which belong to the engine of package ad.
const casesDir = "../ad/engine/testdata/cases"

// caseFile is what this test reads of a case.json.
type caseFile struct {
	Points []struct {
		X     []json.RawMessage
		Value json.RawMessage
	}
	Tolerance struct {
		Value float64 `json:"value_rel"`
	}
}

func TestCases(t *testing.T) {
	files, err := filepath.Glob(casesDir + "/*/case.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 81 {
		t.Errorf("%d cases, there were 81", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			t.Parallel()
			var c caseFile
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatal(err)
			}
			src, err := os.ReadFile(filepath.Join(filepath.Dir(file), "f.go"))
			if err != nil {
				t.Fatal(err)
			}
			c.run(t, string(src))
		})
	}
}

func (c caseFile) run(t *testing.T, src string) {
	ctx := context.Background()
	s := New(Options{})
	res, err := s.Run(ctx, "f", strings.Replace(src, "package p\n", "", 1))
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Diags) > 0 {
		t.Fatal(res.Diags)
	}
	for i, pt := range c.Points {
		x := make([]float64, len(pt.X))
		for k, raw := range pt.X {
			x[k] = caseNumber(t, raw)
		}
		out, err := s.Call(ctx, "F", func(f Func) ([]reflect.Value, error) {
			if f.Params[0].Kind() == reflect.Slice {
				return []reflect.Value{reflect.ValueOf(x)}, nil
			}
			return []reflect.Value{reflect.ValueOf(x[0])}, nil
		})
		if err != nil {
			t.Errorf("point %d: %v", i, err)
			continue
		}
		values := []json.RawMessage{pt.Value}
		got, ok := out[0].Interface().([]float64)
		if ok {
			if err := json.Unmarshal(pt.Value, &values); err != nil {
				t.Fatal(err)
			}
		} else {
			got = []float64{out[0].Float()}
		}
		if len(got) != len(values) {
			t.Fatalf("point %d: %v, want %s", i, got, pt.Value)
		}
		for k, raw := range values {
			want := caseNumber(t, raw)
			if got[k] != want && !(math.Abs(got[k]-want) <= c.Tolerance.Value*max(1, math.Abs(want))) {
				t.Errorf("point %d: %v, want %s", i, got, pt.Value)
			}
		}
	}
}

// caseNumber reads a number of a case, where text stands for what JSON has no numbers for.
func caseNumber(t *testing.T, raw json.RawMessage) float64 {
	t.Helper()
	switch strings.Trim(string(raw), `"`) {
	case "+Inf", "Inf":
		return math.Inf(1)
	case "-Inf":
		return math.Inf(-1)
	}
	var f float64
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("number %s: %v", raw, err)
	}
	return f
}
