package wire

// This file reads arguments from JSON, type by type, in one pass.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// maxDepth bounds how deep values nest, so that neither hostile input nor a cycle of pointers exhausts the stack.
const maxDepth = 1000

// ParamName returns the name under which parameter i appears: its own, or _i if it has none.
func ParamName(i int, name string) string {
	if name == "" || name == "_" {
		return "_" + strconv.Itoa(i)
	}
	return name
}

// DecodeArgs reads a JSON array of arguments for parameters of the given names and types. Names may be nil or contain
// empty ones.
func DecodeArgs(data []byte, names []string, types []reflect.Type) ([]reflect.Value, error) {
	whole := place{name: "arguments"}
	d := decoder{json.NewDecoder(bytes.NewReader(data))}
	d.UseNumber()
	tok, err := d.token(&whole)
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('[') {
		return nil, fmt.Errorf("arguments: want an array with an element for each of %s, got %s", count(len(types)), said(tok))
	}
	var args []reflect.Value
	given := 0
	for ; d.More(); given++ {
		if given >= len(types) {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return nil, fmt.Errorf("arguments: %w", plain(err))
			}
			continue
		}
		path := &place{name: fmt.Sprintf("argument %d", given+1)}
		if given < len(names) {
			path.name += fmt.Sprintf(" (%s)", ParamName(given, names[given]))
		}
		if err := Supported(types[given]); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		v := reflect.New(types[given]).Elem()
		if err := d.value(v, path, 0); err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	if _, err := d.token(&whole); err != nil { // the closing bracket
		return nil, err
	}
	if given != len(types) {
		return nil, fmt.Errorf("want %s, got %d", count(len(types)), given)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("arguments: text after the end of the array")
	}
	return args, nil
}

// count says how many arguments there are.
func count(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

type decoder struct{ *json.Decoder }

// place is where a value is in the text: a member or an element of the place above it. It is put into words only for an
// error, because most values are elements of long arrays and right.
type place struct {
	up    *place
	name  string // empty for an element
	index int
}

func (p *place) String() string {
	switch {
	case p.up == nil:
		return p.name
	case p.name == "":
		return fmt.Sprintf("%s[%d]", p.up, p.index)
	}
	return p.up.String() + p.name
}

// token returns the next token.
func (d decoder) token(path *place) (json.Token, error) {
	tok, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, plain(err))
	}
	return tok, nil
}

// plain makes errors of package json readable to those who do not know it.
func plain(err error) error {
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON text ends too early")
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("not JSON: %w (at byte %d)", err, syntax.Offset)
	}
	return fmt.Errorf("not JSON: %w", err)
}

// value reads the next JSON value into v, which can be set.
func (d decoder) value(v reflect.Value, path *place, depth int) error {
	if depth > maxDepth {
		for path.up != nil {
			path = path.up // the whole path would fill the screen
		}
		return fmt.Errorf("%s: nested deeper than %d", path, maxDepth)
	}
	tok, err := d.token(path)
	if err != nil {
		return err
	}
	return d.fromToken(tok, v, path, depth)
}

// fromToken reads the value that starts with a token into v.
func (d decoder) fromToken(tok json.Token, v reflect.Value, path *place, depth int) error {
	mismatch := func() error {
		return fmt.Errorf("%s: want %s, got %s", path, wanted(v.Type()), said(tok))
	}
	switch v.Kind() {
	case reflect.Bool:
		b, ok := tok.(bool)
		if !ok {
			return mismatch()
		}
		v.SetBool(b)
	case reflect.String:
		s, ok := tok.(string)
		if !ok {
			return mismatch()
		}
		v.SetString(s)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64:
		text := ""
		switch tok := tok.(type) {
		case json.Number:
			text = tok.String()
		case string:
			if !v.CanFloat() || !nonFinite(tok) {
				return mismatch()
			}
			text = tok
		default:
			return mismatch()
		}
		if err := setNumber(v, text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	case reflect.Complex64, reflect.Complex128:
		if tok != json.Delim('[') {
			return mismatch()
		}
		part := reflect.TypeFor[float64]()
		if v.Kind() == reflect.Complex64 {
			part = reflect.TypeFor[float32]()
		}
		parts := reflect.New(reflect.ArrayOf(2, part)).Elem()
		if err := d.array(parts, path, depth); err != nil {
			return err
		}
		v.SetComplex(complex(parts.Index(0).Float(), parts.Index(1).Float()))
	case reflect.Slice:
		if tok == nil {
			return nil
		}
		if tok != json.Delim('[') {
			return mismatch()
		}
		return d.slice(v, path, depth)
	case reflect.Array:
		if tok != json.Delim('[') {
			return mismatch()
		}
		return d.array(v, path, depth)
	case reflect.Map:
		if tok == nil {
			return nil
		}
		if tok != json.Delim('{') {
			return mismatch()
		}
		return d.mapping(v, path, depth)
	case reflect.Struct:
		if tok != json.Delim('{') {
			return mismatch()
		}
		return d.structure(v, path, depth)
	case reflect.Pointer:
		if tok == nil {
			return nil
		}
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		return d.fromToken(tok, p.Elem(), path, depth+1)
	}
	return nil
}

// slice reads the elements and the end of an array into a new slice.
func (d decoder) slice(v reflect.Value, path *place, depth int) error {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	zero := reflect.Zero(v.Type().Elem())
	for i := 0; d.More(); i++ {
		v.Set(reflect.Append(v, zero))
		if err := d.value(v.Index(i), &place{up: path, index: i}, depth+1); err != nil {
			return err
		}
	}
	_, err := d.token(path)
	return err
}

// array reads the elements and the end of an array of fixed length.
func (d decoder) array(v reflect.Value, path *place, depth int) error {
	for i := range v.Len() {
		if !d.More() {
			return fmt.Errorf("%s: want %d elements, got %d", path, v.Len(), i)
		}
		if err := d.value(v.Index(i), &place{up: path, index: i}, depth+1); err != nil {
			return err
		}
	}
	if d.More() {
		return fmt.Errorf("%s: want %d elements, got more", path, v.Len())
	}
	_, err := d.token(path)
	return err
}

// key reads the name of an object's next member.
func (d decoder) key(path *place) (string, error) {
	tok, err := d.token(path)
	if err != nil {
		return "", err
	}
	name, ok := tok.(string)
	if !ok {
		return "", fmt.Errorf("%s: want a name, got %s", path, said(tok))
	}
	return name, nil
}

// mapping reads the members and the end of an object into a new map.
func (d decoder) mapping(v reflect.Value, path *place, depth int) error {
	v.Set(reflect.MakeMap(v.Type()))
	for d.More() {
		name, err := d.key(path)
		if err != nil {
			return err
		}
		at := &place{up: path, name: fmt.Sprintf("[%q]", name)}
		key := reflect.New(v.Type().Key()).Elem()
		switch key.Kind() {
		case reflect.String:
			key.SetString(name)
		case reflect.Bool:
			b, err := strconv.ParseBool(name)
			if err != nil {
				return fmt.Errorf("%s: want true or false as a key", at)
			}
			key.SetBool(b)
		default:
			if err := setNumber(key, name); err != nil {
				return fmt.Errorf("%s: key: %w", at, err)
			}
		}
		if v.MapIndex(key).IsValid() {
			return fmt.Errorf("%s: the key is given twice", at)
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		if err := d.value(elem, at, depth+1); err != nil {
			return err
		}
		v.SetMapIndex(key, elem)
	}
	_, err := d.token(path)
	return err
}

// structure reads the members and the end of an object into a struct.
func (d decoder) structure(v reflect.Value, path *place, depth int) error {
	t := v.Type()
	seen := make([]bool, t.NumField())
	for d.More() {
		name, err := d.key(path)
		if err != nil {
			return err
		}
		// Only the struct's own fields count, not promoted ones: one value has one way to be written.
		field := -1
		for i := range t.NumField() {
			if t.Field(i).Name == name {
				field = i
			}
		}
		at := &place{up: path, name: "." + name}
		if field < 0 || name == "_" {
			return fmt.Errorf("%s: unknown field; %s has %s", at, typeName(t), fieldNames(t))
		}
		if seen[field] {
			return fmt.Errorf("%s: the field is given twice", at)
		}
		seen[field] = true
		if err := d.value(settable(v.Field(field)), at, depth+1); err != nil {
			return err
		}
	}
	for i, ok := range seen {
		if !ok && t.Field(i).Name != "_" {
			return fmt.Errorf("%s: field %s is missing", path, t.Field(i).Name)
		}
	}
	_, err := d.token(path)
	return err
}

// settable returns a field such that it can be set even if it is not exported: which fields of a
// user's struct are exported says nothing about what its function may be given.
func settable(f reflect.Value) reflect.Value {
	if f.CanSet() {
		return f
	}
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// setNumber parses text into v, a number. Nothing is rounded to an integer or cut to its range.
func setNumber(v reflect.Value, text string) error {
	tooLarge := func() error { return fmt.Errorf("%s does not fit in %s", text, v.Kind()) }
	if v.CanFloat() {
		if strings.ContainsAny(text, "xXpP_nN") && !nonFinite(text) {
			return fmt.Errorf("want a number, got %q", text) // ParseFloat knows more notations than JSON
		}
		f, err := strconv.ParseFloat(text, v.Type().Bits())
		switch {
		case errors.Is(err, strconv.ErrRange):
			return tooLarge()
		case err != nil:
			return fmt.Errorf("want a number, got %q", text)
		}
		v.SetFloat(f)
		return nil
	}
	var signed int64
	var unsigned uint64
	var err error
	if v.CanInt() {
		signed, err = strconv.ParseInt(text, 10, v.Type().Bits())
	} else {
		unsigned, err = strconv.ParseUint(text, 10, v.Type().Bits())
	}
	if err != nil {
		// 3.0 and 1e3 are whole as well. Beyond 2^53 a float would not tell 1e16+1 from its neighbours.
		f, floatErr := strconv.ParseFloat(text, 64)
		switch {
		case floatErr != nil && !errors.Is(floatErr, strconv.ErrRange), f != math.Trunc(f):
			return fmt.Errorf("want a whole number, got %s", text)
		case math.Abs(f) > 1<<53, f < 0 && v.CanUint():
			return tooLarge()
		}
		signed, unsigned = int64(f), uint64(math.Abs(f))
	}
	if v.CanInt() {
		if v.OverflowInt(signed) {
			return tooLarge()
		}
		v.SetInt(signed)
		return nil
	}
	if v.OverflowUint(unsigned) {
		return tooLarge()
	}
	v.SetUint(unsigned)
	return nil
}

// nonFinite reports whether text is one of the strings for numbers that JSON does not have.
func nonFinite(text string) bool { return text == "NaN" || text == "+Inf" || text == "-Inf" }
