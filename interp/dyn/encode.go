package dyn

// This file writes values as JSON with the names, tags and methods of the user's types. Its order of cases is that of encoding/json,
// which writes what needs neither.

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Marshal is json.Marshal.
func (w *World) Marshal(v any) ([]byte, error) {
	e := encoder{w: w}
	if err := e.value(w.valueOf(v), false); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	json.HTMLEscape(&out, e.buf)
	return out.Bytes(), nil
}

// MarshalIndent is json.MarshalIndent.
func (w *World) MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b, err := w.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = json.Indent(&out, b, prefix, indent)
	return out.Bytes(), err
}

// Encode is the method Encode of a json.Encoder.
func (w *World) Encode(enc *json.Encoder, v any) error {
	e := encoder{w: w}
	if err := e.value(w.valueOf(v), false); err != nil {
		return err
	}
	return enc.Encode(json.RawMessage(e.buf))
}

// MarshalJSON writes the value for encoding/json.
func (b Value) MarshalJSON() ([]byte, error) {
	e := encoder{w: b.t.w}
	err := e.value(b.t.w.valueOf(b), false)
	return e.buf, err
}

// encoder writes JSON in which HTML is not escaped: who encodes last does that.
type encoder struct {
	w     *World
	buf   []byte
	depth int
	seen  map[any]bool // pointers, once it is deep
}

// deepest is how many pointers are followed before cycles are looked for.
const deepest = 1000

func (e *encoder) text(s string) { e.buf = append(e.buf, s...) }

// leaf lets encoding/json write a value.
func (e *encoder) leaf(x any, quoted bool) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		return unboxed(err)
	}
	text := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	switch {
	case quoted && text[0] == '"':
		return e.leaf(string(text), false)
	case quoted && text[0] != '{' && text[0] != '[' && text[0] != 'n':
		text = slices.Concat([]byte{'"'}, text, []byte{'"'})
	}
	e.buf = append(e.buf, text...)
	return nil
}

// unboxed takes the error of a box out of what encoding/json makes of it.
func unboxed(err error) error {
	for {
		m, ok := err.(*json.MarshalerError)
		if !ok || m.Type != reflect.TypeFor[Value]() && m.Type != reflect.TypeFor[Error]() && m.Type != reflect.TypeFor[Errors]() {
			return err
		}
		err = m.Err
	}
}

func (e *encoder) value(x val, quoted bool) error {
	if !x.v.IsValid() {
		e.text("null")
		return nil
	}
	if x.t == nil && x.v.Kind() != reflect.Interface {
		return e.host(x, quoted)
	}
	if done, err := e.methods(x); done {
		return err
	}
	switch v := x.v; v.Kind() {
	case reflect.Interface:
		return e.value(e.w.elem(x), quoted)
	case reflect.Pointer:
		if v.IsNil() {
			e.text("null")
			return nil
		}
		return e.within(x, v.Interface(), func() error { return e.value(e.w.elem(x), quoted) })
	case reflect.Bool:
		return e.leaf(v.Bool(), quoted)
	case reflect.String:
		return e.leaf(v.String(), quoted)
	case reflect.Float32:
		return e.leaf(float32(v.Float()), quoted)
	case reflect.Float64:
		return e.leaf(v.Float(), quoted)
	case reflect.Struct:
		return e.structure(x)
	case reflect.Map:
		return e.entries(x)
	case reflect.Slice:
		return e.slice(x)
	case reflect.Array:
		return e.list(x)
	default:
		switch {
		case v.CanInt():
			return e.leaf(v.Int(), quoted)
		case v.CanUint():
			return e.leaf(v.Uint(), quoted)
		}
		return &json.UnsupportedTypeError{Type: e.w.reflectType(x)}
	}
}

// host writes a value of a compiled type.
func (e *encoder) host(x val, quoted bool) error {
	v := x.v.Interface()
	_, marshals := v.(json.Marshaler)
	_, texts := v.(encoding.TextMarshaler)
	quoted = quoted && !marshals && !texts
	if x.v.CanAddr() {
		v = x.v.Addr().Interface()
	}
	return e.leaf(v, quoted)
}

// within calls f for what x, a pointer or the like, leads to. key tells one from another.
func (e *encoder) within(x val, key any, f func() error) error {
	if e.depth++; e.depth > deepest {
		if e.seen[key] {
			return &json.UnsupportedValueError{Value: x.v, Str: "encountered a cycle via " + e.w.typeName(x)}
		}
		if e.seen == nil {
			e.seen = map[any]bool{}
		}
		e.seen[key] = true
		defer delete(e.seen, key)
	}
	err := f()
	e.depth--
	return err
}

// methods writes a value by its method MarshalJSON or MarshalText. It reports whether there is one.
func (e *encoder) methods(x val) (bool, error) {
	if x.t == nil {
		return false, nil
	}
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		m, recv := e.w.addressed(x, name, "func() ([]uint8, error)")
		if m == nil {
			continue
		}
		if recv.Kind() == reflect.Pointer && recv.IsNil() {
			e.text("null")
			return true, nil
		}
		out := m(recv, nil)
		b, err := bytesOf(out[0]), asError(out[1])
		if err == nil && name == "MarshalText" {
			return true, e.leaf(string(b), false)
		}
		if err == nil {
			err = e.compact(b)
		}
		if err != nil {
			return true, &marshalerError{json.MarshalerError{Type: e.w.reflectType(x), Err: err}, name}
		}
		return true, nil
	}
	return false, nil
}

// compact appends what a method MarshalJSON gave.
func (e *encoder) compact(b []byte) error {
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return err
	}
	e.buf = append(e.buf, out.Bytes()...)
	return nil
}

// marshalerError is a json.MarshalerError that knows which method was called.
type marshalerError struct {
	json.MarshalerError
	method string
}

func (e *marshalerError) Error() string {
	return "json: error calling " + e.method + " for type " + e.Type.String() + ": " + e.Err.Error()
}

// As gives the error to errors.As as encoding/json's own.
func (e *marshalerError) As(target any) bool {
	p, ok := target.(**json.MarshalerError)
	if ok {
		*p = &e.MarshalerError
	}
	return ok
}

// addressed returns a method of x, or of its address if it has one, and the receiver.
func (w *World) addressed(x val, name, sig string) (method, reflect.Value) {
	if m := w.method(x.t, name, sig); m != nil {
		return m, x.v
	}
	if x.v.CanAddr() && x.v.Kind() != reflect.Pointer {
		if m := w.method(w.typeOf(types.NewPointer(x.t.typ())), name, sig); m != nil {
			return m, x.v.Addr()
		}
	}
	return nil, reflect.Value{}
}

func bytesOf(x any) []byte {
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return nil
	}
	return v.Bytes()
}

func asError(x any) error {
	err, _ := x.(error)
	return err
}

func (e *encoder) structure(x val) error {
	before := "{"
	for _, f := range e.w.jsonFields(x.t) {
		fv, ok := e.w.descend(x, f.index)
		if !ok || f.omitEmpty && isEmpty(fv.v) || f.omitZero && e.w.isZero(fv) {
			continue
		}
		e.text(before)
		before = ","
		if err := e.leaf(f.name, false); err != nil {
			return err
		}
		e.text(":")
		if err := e.value(fv, f.quoted); err != nil {
			return err
		}
	}
	if before == "{" {
		e.text("{")
	}
	e.text("}")
	return nil
}

// descend returns a field of a struct or of one embedded in it, not ok below a nil pointer.
func (w *World) descend(x val, index []int) (val, bool) {
	for _, i := range index {
		if x.v.Kind() == reflect.Pointer {
			if x.v.IsNil() {
				return val{}, false
			}
			x = w.elem(x)
		}
		x = w.field(x, i)
	}
	return x, true
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct, reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128:
		return false
	}
	return v.IsZero()
}

// isZero reports what the method IsZero says, or whether x is the zero value.
func (w *World) isZero(x val) bool {
	if x.t == nil {
		if x.v.Kind() == reflect.Interface || x.v.Kind() == reflect.Pointer {
			if x.v.IsNil() {
				return true
			}
		}
		if z, ok := x.v.Interface().(interface{ IsZero() bool }); ok {
			return z.IsZero()
		}
		if x.v.CanAddr() {
			if z, ok := x.v.Addr().Interface().(interface{ IsZero() bool }); ok {
				return z.IsZero()
			}
		}
		return x.v.IsZero()
	}
	if x.v.Kind() == reflect.Pointer && x.v.IsNil() {
		return true
	}
	if !x.v.CanAddr() {
		addr := reflect.New(x.v.Type()).Elem()
		addr.Set(x.v)
		x.v = addr
	}
	if m, recv := w.addressed(x, "IsZero", "func() bool"); m != nil {
		return m(recv, nil)[0].(bool)
	}
	return x.v.IsZero()
}

func (e *encoder) slice(x val) error {
	if x.v.IsNil() {
		e.text("null")
		return nil
	}
	elem := e.w.typeOf(x.t.typ().Underlying().(*types.Slice).Elem())
	if x.v.Type().Elem().Kind() == reflect.Uint8 && !e.w.marshals(elem) {
		b := make([]byte, x.v.Len())
		for i := range b {
			b[i] = byte(x.v.Index(i).Uint())
		}
		e.text(`"` + base64.StdEncoding.EncodeToString(b) + `"`)
		return nil
	}
	key := [2]any{x.v.Pointer(), x.v.Len()}
	return e.within(x, key, func() error { return e.list(x) })
}

// marshals reports whether a type or a pointer to it writes itself.
func (w *World) marshals(t *Type) bool {
	p := w.typeOf(types.NewPointer(t.typ()))
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if w.method(t, name, "func() ([]uint8, error)") != nil || w.method(p, name, "func() ([]uint8, error)") != nil {
			return true
		}
	}
	return false
}

func (e *encoder) list(x val) error {
	e.text("[")
	for i := range x.v.Len() {
		if i > 0 {
			e.text(",")
		}
		if err := e.value(e.w.index(x, i), false); err != nil {
			return err
		}
	}
	e.text("]")
	return nil
}

func (e *encoder) entries(x val) error {
	key := e.w.typeOf(x.t.typ().Underlying().(*types.Map).Key())
	k := x.v.Type().Key().Kind()
	texts := e.w.textKey(key, x.v.Type().Key())
	if !texts && k != reflect.String && (k < reflect.Int || k > reflect.Uintptr) {
		return &json.UnsupportedTypeError{Type: e.w.reflectType(x)}
	}
	if x.v.IsNil() {
		e.text("null")
		return nil
	}
	return e.within(x, x.v.Pointer(), func() error {
		type entry struct {
			name  string
			value val
		}
		var list []entry
		for it := x.v.MapRange(); it.Next(); {
			k, v := e.w.entry(x, it.Key(), it.Value())
			name, err := e.w.keyName(k)
			if err != nil {
				return fmt.Errorf("json: encoding error for type %q: %q", e.w.typeName(x), err.Error())
			}
			list = append(list, entry{name, v})
		}
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		e.text("{")
		for i, f := range list {
			if i > 0 {
				e.text(",")
			}
			if err := e.leaf(f.name, false); err != nil {
				return err
			}
			e.text(":")
			if err := e.value(f.value, false); err != nil {
				return err
			}
		}
		e.text("}")
		return nil
	})
}

// textKey reports whether a type of map keys writes itself as text.
func (w *World) textKey(t *Type, rt reflect.Type) bool {
	if t.own() {
		return w.method(t, "MarshalText", "func() ([]uint8, error)") != nil
	}
	return rt.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

// keyName returns the text of a map key.
func (w *World) keyName(k val) (string, error) {
	if k.v.Kind() == reflect.String {
		return k.v.String(), nil
	}
	if k.v.Kind() == reflect.Pointer && k.v.IsNil() {
		return "", nil
	}
	if k.t != nil {
		if m := w.method(k.t, "MarshalText", "func() ([]uint8, error)"); m != nil {
			out := m(k.v, nil)
			return string(bytesOf(out[0])), asError(out[1])
		}
	} else if m, ok := k.v.Interface().(encoding.TextMarshaler); ok {
		b, err := m.MarshalText()
		return string(b), err
	}
	if k.v.CanInt() {
		return strconv.FormatInt(k.v.Int(), 10), nil
	}
	if k.v.CanUint() {
		return strconv.FormatUint(k.v.Uint(), 10), nil
	}
	return "", errors.New("unexpected map key type")
}
