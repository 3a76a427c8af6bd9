package dyn

// This file reads the literals of JSON into values, as literalStore in encoding/json does.

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// literal reads a literal that ends at a place. quoted says that it was in a string, as the option string of a tag asks.
func (d *decoder) literal(x val, item []byte, at int, quoted bool) error {
	invalid := fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal %q into %v", item, d.w.reflectType(x))
	if len(item) == 0 {
		d.save(invalid)
		return nil
	}
	t, err := d.reach(x, item[0] == 'n')
	switch {
	case err != nil:
		return err
	case t.json != nil:
		return asError(t.json(t.recv, []any{slices.Clone(item)})[0])
	case t.text != nil:
		return d.byText(t, x, item, at, quoted, invalid)
	}
	x = t.x
	if x.t == nil && (!quoted || reads(x.v)) {
		return d.host(x, item, at-len(item))
	}
	invalid = fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal %q into %v", item, d.w.reflectType(x))
	switch c := item[0]; {
	case c == 'n':
		switch {
		case quoted && string(item) != "null":
			d.save(invalid)
		case x.v.Kind() == reflect.Interface || x.v.Kind() == reflect.Pointer || x.v.Kind() == reflect.Map || x.v.Kind() == reflect.Slice:
			x.v.SetZero()
		}
	case c == 't' || c == 'f':
		switch {
		case quoted && string(item) != "true" && string(item) != "false":
			d.save(invalid)
		case x.v.Kind() == reflect.Bool:
			x.v.SetBool(c == 't')
		case quoted:
			d.save(invalid)
		default:
			d.misfit("bool", x, at)
		}
	case c == '"':
		s, ok := unquote(item)
		if !ok {
			return invalid
		}
		d.text(x, s, at)
	case c != '-' && (c < '0' || c > '9'):
		return invalid
	default:
		k := x.v.Kind()
		switch {
		case k >= reflect.Int && k <= reflect.Float64:
			if !setNumber(x.v, string(item)) {
				d.misfit("number "+string(item), x, at)
			}
		case quoted && k != reflect.Interface:
			return invalid
		case k == reflect.Interface && !d.useNumber && !setNumber(reflect.New(reflect.TypeFor[float64]()).Elem(), string(item)):
			d.save(&json.UnmarshalTypeError{Value: "number " + string(item), Type: reflect.TypeFor[float64](), Offset: int64(at)})
		default:
			d.misfit("number", x, at)
		}
	}
	return nil
}

// reads reports whether a compiled value reads itself.
func reads(v reflect.Value) bool {
	switch v.Addr().Interface().(type) {
	case json.Unmarshaler, encoding.TextUnmarshaler:
		return true
	}
	return false
}

// byText reads a literal by the method UnmarshalText.
func (d *decoder) byText(t target, x val, item []byte, at int, quoted bool, invalid error) error {
	if item[0] == '"' {
		s, ok := unquote(item)
		if !ok {
			return invalid
		}
		return asError(t.text(t.recv, []any{[]byte(s)})[0])
	}
	if quoted {
		d.save(invalid)
		return nil
	}
	what := "number"
	if item[0] == 't' || item[0] == 'f' {
		what = "bool"
	}
	d.misfit(what, x, at)
	return nil
}

// text sets x to a string.
func (d *decoder) text(x val, s string, at int) {
	switch v := x.v; {
	case v.Kind() == reflect.String:
		v.SetString(s)
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			d.save(err)
			return
		}
		v.Set(reflect.ValueOf(b).Convert(v.Type()))
	default:
		d.misfit("string", x, at)
	}
}

// setNumber sets a number. It reports whether the text is one that fits.
func setNumber(v reflect.Value, text string) bool {
	switch {
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v.OverflowInt(n) {
			return false
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || v.OverflowUint(n) {
			return false
		}
		v.SetUint(n)
	default:
		n, err := strconv.ParseFloat(text, v.Type().Bits())
		if err != nil || v.OverflowFloat(n) {
			return false
		}
		v.SetFloat(n)
	}
	return true
}
