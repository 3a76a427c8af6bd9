package interp

// This file shows matrices as tables.

import (
	"reflect"

	"github.com/costate/costate/viz/ui"
)

// matrixBundle returns a matrix as a table, nil for what is none. A [][]float64 is a matrix if its rows have the same length.
func matrixBundle(v reflect.Value) (bundle map[string][]byte) {
	defer func() {
		if recover() != nil { // a matrix that has no elements yet, as a factorisation before Factorize
			bundle = nil
		}
	}()
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	var x any
	if m, ok := asMatrix(v); ok {
		if r, c := m.Dims(); r == 0 || c == 0 {
			return nil
		}
		x = m
	} else if rows, ok := rectangle(v); ok {
		x = rows
	} else {
		return nil
	}
	bundle, err := ui.Table(x).Bundle()
	if err != nil {
		return nil
	}
	return bundle
}

// rectangle returns a slice of slices of numbers of the same length. The memory stays the same.
func rectangle(v reflect.Value) ([][]float64, bool) {
	t := reflect.TypeFor[[][]float64]()
	if v.Kind() != reflect.Slice || !v.Type().ConvertibleTo(t) || v.Len() == 0 {
		return nil, false
	}
	rows := v.Convert(t).Interface().([][]float64)
	for _, r := range rows {
		if len(r) == 0 || len(r) != len(rows[0]) {
			return nil, false
		}
	}
	return rows, true
}
