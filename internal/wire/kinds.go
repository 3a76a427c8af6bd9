package wire

// This file says which types can be written as JSON, and names types and values for error messages.

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Supported reports as an error why values of a type cannot be written as JSON, or nil.
func Supported(t reflect.Type) error { return supported(t, nil) }

// supported is Supported below the named types that led here, which may refer to themselves.
func supported(t reflect.Type, within []reflect.Type) error {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		if slices.Contains(within, t) {
			return nil
		}
		return supported(t.Elem(), append(within, t))
	case reflect.Map:
		switch k := t.Key(); {
		case k.Kind() == reflect.String, k.Kind() == reflect.Bool, reflect.Zero(k).CanInt(),
			reflect.Zero(k).CanUint(), reflect.Zero(k).CanFloat():
		default:
			return fmt.Errorf("a map with keys of type %s cannot be written as JSON", typeName(k))
		}
		if slices.Contains(within, t) {
			return nil
		}
		return supported(t.Elem(), append(within, t))
	case reflect.Struct:
		if slices.Contains(within, t) {
			return nil
		}
		for i := range t.NumField() {
			if err := supported(t.Field(i).Type, append(within, t)); err != nil {
				return fmt.Errorf("field %s: %w", t.Field(i).Name, err)
			}
		}
	case reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return fmt.Errorf("a value of type %s cannot be written as JSON", typeName(t))
	}
	return nil
}

// typeName is the name of a type as the user wrote it, without the package that it was compiled into.
func typeName(t reflect.Type) string {
	if t.Name() != "" {
		return t.Name()
	}
	return t.String()
}

// fieldNames lists the fields of a struct.
func fieldNames(t reflect.Type) string {
	var names []string
	for i := range t.NumField() {
		if name := t.Field(i).Name; name != "_" {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "no fields"
	}
	return strings.Join(names, ", ")
}

// wanted says in words what JSON a type is written as.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Float32, reflect.Float64:
		return `a number (or "NaN", "+Inf", "-Inf")`
	case reflect.Complex64, reflect.Complex128:
		return "a complex number as [re, im]"
	case reflect.Slice:
		return "an array of " + plural(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("an array of %d %s", t.Len(), plural(t.Elem()))
	case reflect.Map:
		return "an object with " + plural(t.Elem())
	case reflect.Struct:
		return "an object with the fields " + fieldNames(t)
	case reflect.Pointer:
		return wanted(t.Elem())
	}
	return "a whole number"
}

// plural is the plural of what a type is written as.
func plural(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "truth values"
	case reflect.String:
		return "strings"
	case reflect.Float32, reflect.Float64:
		return "numbers"
	case reflect.Complex64, reflect.Complex128:
		return "[re, im] pairs"
	case reflect.Slice, reflect.Array:
		return "arrays of " + plural(t.Elem())
	case reflect.Map, reflect.Struct:
		return "objects"
	case reflect.Pointer:
		return plural(t.Elem())
	}
	return "whole numbers"
}

// said says in words what JSON value starts with a token.
func said(tok json.Token) string {
	switch tok := tok.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(tok)
	case string:
		if len(tok) > 40 {
			return "a string"
		}
		return fmt.Sprintf("the string %q", tok)
	case json.Number:
		return "the number " + tok.String()
	case json.Delim:
		if tok == '[' {
			return "an array"
		}
		return "an object"
	}
	return fmt.Sprint(tok)
}
