package wire

// This file writes values as JSON.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// Append appends v as JSON to dst. Floats are the shortest text that reads back as the same float.
func Append(dst []byte, v reflect.Value) ([]byte, error) {
	if err := Supported(v.Type()); err != nil {
		return dst, err
	}
	return appendValue(dst, v, 0)
}

// Encode returns v as JSON.
func Encode(v reflect.Value) (json.RawMessage, error) { return Append(nil, v) }

// EncodeResult returns {"value": ..., "gradient": {...}} with the gradients under the names of their parameters
// and in their order. An invalid value leaves its member out, and so do nil gradients.
func EncodeResult(value reflect.Value, names []string, grads []reflect.Value) ([]byte, error) {
	if !value.IsValid() {
		return encodeResults(nil, names, grads)
	}
	return encodeResults([]reflect.Value{value}, names, grads)
}

// encodeResults is EncodeResult for any number of values; several become an array.
func encodeResults(values []reflect.Value, names []string, grads []reflect.Value) ([]byte, error) {
	dst := []byte("{")
	var err error
	if len(values) > 0 {
		dst = append(dst, `"value":`...)
		if len(values) == 1 {
			dst, err = Append(dst, values[0])
		} else {
			dst, err = appendList(dst, '[', ']', len(values), func(dst []byte, i int) ([]byte, error) {
				return Append(dst, values[i])
			})
		}
		if err != nil {
			return nil, fmt.Errorf("value: %w", err)
		}
	}
	if grads != nil {
		if len(values) > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `"gradient":`...)
		dst, err = appendList(dst, '{', '}', len(grads), func(dst []byte, i int) ([]byte, error) {
			dst = append(appendString(dst, names[i]), ':')
			dst, err := Append(dst, grads[i])
			if err != nil {
				return dst, fmt.Errorf("gradient by %s: %w", names[i], err)
			}
			return dst, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendValue(dst []byte, v reflect.Value, depth int) ([]byte, error) {
	if depth > maxDepth {
		return dst, fmt.Errorf("nested deeper than %d, or a cycle of pointers", maxDepth)
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool()), nil
	case reflect.String:
		return appendString(dst, v.String()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(dst, v.Uint(), 10), nil
	case reflect.Float32, reflect.Float64:
		return appendFloat(dst, v.Float(), v.Type().Bits()), nil
	case reflect.Complex64, reflect.Complex128:
		c, bits := v.Complex(), v.Type().Bits()/2
		dst = append(appendFloat(append(dst, '['), real(c), bits), ',')
		return append(appendFloat(dst, imag(c), bits), ']'), nil
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return append(dst, "null"...), nil
		}
		return appendList(dst, '[', ']', v.Len(), func(dst []byte, i int) ([]byte, error) {
			return appendValue(dst, v.Index(i), depth+1)
		})
	case reflect.Map:
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		keys := v.MapKeys()
		slices.SortFunc(keys, compareKeys)
		return appendList(dst, '{', '}', len(keys), func(dst []byte, i int) ([]byte, error) {
			dst = append(appendString(dst, keyText(keys[i])), ':')
			return appendValue(dst, v.MapIndex(keys[i]), depth+1)
		})
	case reflect.Struct:
		var fields []int
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "_" {
				fields = append(fields, i)
			}
		}
		return appendList(dst, '{', '}', len(fields), func(dst []byte, i int) ([]byte, error) {
			dst = append(appendString(dst, v.Type().Field(fields[i]).Name), ':')
			return appendValue(dst, v.Field(fields[i]), depth+1)
		})
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		return appendValue(dst, v.Elem(), depth+1)
	}
	return dst, Supported(v.Type())
}

// appendList appends n elements between two brackets.
func appendList(dst []byte, open, end byte, n int, element func([]byte, int) ([]byte, error)) ([]byte, error) {
	dst = append(dst, open)
	var err error
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = element(dst, i); err != nil {
			return dst, err
		}
	}
	return append(dst, end), nil
}

// appendFloat appends a float; those that JSON has no number for become strings.
func appendFloat(dst []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(dst, `"+Inf"`...)
	case math.IsInf(f, -1):
		return append(dst, `"-Inf"`...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) { // as encoding/json and ECMAScript do
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, bits)
}

// appendString appends a JSON string.
func appendString(dst []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string can always be marshalled
	}
	return append(dst, text...)
}

// keyText is the name of a map key in its object.
func keyText(k reflect.Value) string {
	switch {
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10)
	case k.CanUint():
		return strconv.FormatUint(k.Uint(), 10)
	case k.CanFloat():
		f := k.Float()
		switch {
		case math.IsNaN(f):
			return "NaN"
		case math.IsInf(f, 0):
			return fmt.Sprintf("%+g", f)
		}
		return strconv.FormatFloat(f, 'g', -1, k.Type().Bits())
	case k.Kind() == reflect.Bool:
		return strconv.FormatBool(k.Bool())
	}
	return k.String()
}

// compareKeys orders keys of one type by value.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	return cmp.Compare(keyText(a), keyText(b))
}
