// Package adcases reads the cases that differentiation is tested with, and compares gradients with what they state.
//
// A case is a folder with f.go, a package with one exported F of a float or of a slice of them, and case.json, which states F's
// value and gradient at some points.
package adcases

// This file reads cases.

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// Case is one case.
type Case struct {
	Name, Source string
	Scalar       bool // F takes a number, not a slice
	Vector       bool // F returns a slice
	Tags         []string
	Points       []Point
	Tolerance    struct {
		Value    float64 `json:"value_rel"`
		Gradient float64 `json:"gradient_rel"`
	}
}

// Point is what a case states at one point. Numbers are read by Number. A vector function has a Jacobian for a gradient.
type Point struct {
	X        []json.RawMessage
	Value    json.RawMessage
	Gradient json.RawMessage
	Jacobian json.RawMessage
	Accept   []json.RawMessage
}

// Load reads all cases in a folder.
func Load(dir string) ([]*Case, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "f.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no cases in %s (%v)", dir, err)
	}
	var list []*Case
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read a case: %w", err)
		}
		c := &Case{Name: filepath.Base(filepath.Dir(file)), Source: string(source)}
		c.Scalar = strings.Contains(c.Source, "func F(x float64)")
		c.Vector = strings.Contains(c.Source, "func F(x []float64) []float64")
		text, err := os.ReadFile(filepath.Join(filepath.Dir(file), "case.json"))
		if err != nil {
			return nil, fmt.Errorf("read a case: %w", err)
		}
		if err := json.Unmarshal(text, c); err != nil {
			return nil, fmt.Errorf("case %s: %w", c.Name, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// Number reads a number of case.json or of a worker, where text stands for what JSON has no numbers for.
func Number(raw json.RawMessage) (float64, error) {
	text := strings.Trim(string(raw), `"`)
	switch text {
	case "+Inf", "Inf":
		return math.Inf(1), nil
	case "-Inf":
		return math.Inf(-1), nil
	case "NaN":
		return math.NaN(), nil
	}
	var f float64
	err := json.Unmarshal([]byte(text), &f)
	return f, err
}

// Numbers reads a number, a list of numbers, or lists of lists, row by row.
func Numbers(raw json.RawMessage) ([]float64, error) {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		f, err := Number(raw)
		return []float64{f}, err
	}
	var out []float64
	for _, p := range parts {
		list, err := Numbers(p)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}
