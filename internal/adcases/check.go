package adcases

// This file compares gradients with what a case states.

import (
	"encoding/json"
	"fmt"
	"math"
)

// Func computes value and gradient of a case at a point: of a vector function all values, and the Jacobian row by row.
type Func func(x []float64) (value, gradient []float64, err error)

// Near compares by the rule of case.json: relative to the largest number, or to one.
func Near(got, want []float64, tol float64) bool {
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

// Check compares a function with what the case states at all its points, and returns what differs.
func (c *Case) Check(f Func) []error {
	var faults []error
	for i, pt := range c.Points {
		if err := c.checkPoint(f, pt); err != nil {
			faults = append(faults, fmt.Errorf("point %d: %w", i, err))
		}
	}
	return faults
}

func (c *Case) checkPoint(f Func, pt Point) error {
	x := make([]float64, len(pt.X))
	for i, raw := range pt.X {
		v, err := Number(raw)
		if err != nil {
			return err
		}
		x[i] = v
	}
	value, gradient, err := f(x)
	if err != nil {
		return err
	}
	want, err := Numbers(pt.Value)
	if err != nil {
		return err
	}
	if !Near(value, want, c.Tolerance.Value) {
		return fmt.Errorf("value %v, want %v", value, want)
	}
	stated := pt.Gradient
	if c.Vector {
		stated = pt.Jacobian
	}
	for _, raw := range append([]json.RawMessage{stated}, pt.Accept...) {
		if want, err = Numbers(raw); err != nil {
			return err
		}
		if Near(gradient, want, c.Tolerance.Gradient) {
			return nil
		}
	}
	return fmt.Errorf("gradient %v, want %s", gradient, stated)
}
