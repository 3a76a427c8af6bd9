package dyn

// This file reads JSON into values with the names, tags and methods of the user's types. Its order of cases is that of encoding/json,
// which reads what needs neither.

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
	"strings"
)

// Unmarshal is json.Unmarshal. The target is a pointer, in a box or not.
func (w *World) Unmarshal(data []byte, box any) error {
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	return w.unmarshal(&decoder{w: w, data: data}, box)
}

// Decode is the method Decode of a json.Decoder.
func (w *World) Decode(dec *json.Decoder, box any) error {
	if _, ok := boxOf(w.normal(box)); !ok {
		return dec.Decode(box)
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	state := reflect.ValueOf(dec).Elem().FieldByName("d")
	return w.unmarshal(&decoder{w: w, data: raw, useNumber: state.FieldByName("useNumber").Bool(), strict: state.FieldByName("disallowUnknownFields").Bool()}, box)
}

func (w *World) unmarshal(d *decoder, box any) error {
	x := w.valueOf(box)
	if x.v.Kind() != reflect.Pointer || x.v.IsNil() {
		if !x.v.IsValid() {
			return &json.InvalidUnmarshalError{}
		}
		return &json.InvalidUnmarshalError{Type: w.reflectType(x)}
	}
	start := space(d.data, 0)
	if err := d.value(x, start, valueEnd(d.data, start)); err != nil {
		return err
	}
	return d.saved
}

// decoder is where reading stands.
type decoder struct {
	w                 *World
	data              []byte
	useNumber, strict bool
	saved             error    // the first that did not end it
	inside            string   // the struct whose field is read
	path              []string // the names of the fields that lead to it
}

// save keeps the first error of a value that does not fit; the others are still read.
func (d *decoder) save(err error) {
	if d.saved != nil {
		return
	}
	if e, ok := err.(*json.UnmarshalTypeError); ok && (d.inside != "" || len(d.path) > 0) {
		if e.Struct == "" {
			e.Struct = d.inside
		}
		path := slices.Clone(d.path)
		if e.Field != "" {
			path = append(path, e.Field)
		}
		e.Field = strings.Join(path, ".")
	}
	d.saved = err
}

func (d *decoder) misfit(what string, x val, at int) {
	d.save(&json.UnmarshalTypeError{Value: what, Type: d.w.reflectType(x), Offset: int64(at)})
}

// value reads the text from start to end into x.
func (d *decoder) value(x val, start, end int) error {
	if x.t == nil && x.v.Kind() != reflect.Interface && x.v.Kind() != reflect.Pointer {
		return d.host(x, d.data[start:end], start)
	}
	switch d.data[start] {
	case '{':
		return d.composite(x, "object", start, end)
	case '[':
		return d.composite(x, "array", start, end)
	}
	return d.literal(x, d.data[start:end], end, false)
}

// host lets encoding/json read into a value of a compiled type.
func (d *decoder) host(x val, text []byte, at int) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	if d.useNumber {
		dec.UseNumber()
	}
	if d.strict {
		dec.DisallowUnknownFields()
	}
	err := dec.Decode(x.v.Addr().Interface())
	var corrupt base64.CorruptInputError
	switch e := err.(type) {
	case nil:
		return nil
	case *json.UnmarshalTypeError:
		e.Offset += int64(at)
		d.save(e)
		return nil
	}
	if errors.As(err, &corrupt) {
		d.save(err)
		return nil
	}
	return err
}

// target is where a value goes: a method that reads it, or x.
type target struct {
	json, text method
	recv       reflect.Value
	x          val
}

// reach follows pointers, and makes them where they are nil, to what is set.
func (d *decoder) reach(x val, null bool) (target, error) {
	for {
		v := x.v
		if v.Kind() == reflect.Interface && !v.IsNil() {
			if e := d.w.elem(x); e.v.Kind() == reflect.Pointer && !e.v.IsNil() && (!null || e.v.Elem().Kind() == reflect.Pointer) {
				x = e
				continue
			}
		}
		if v.Kind() == reflect.Interface && x.t != nil && !types.IsInterface(x.t.typ()) {
			return target{}, fmt.Errorf("json: reading into a nil %s is not supported in a session", d.w.typeName(x))
		}
		if v.Kind() != reflect.Pointer {
			if t := (target{recv: addressOf(v), x: x}); x.t != nil && v.CanAddr() && d.methods(&t, d.w.typeOf(types.NewPointer(x.t.typ())), null) {
				return t, nil
			}
			return target{x: x}, nil
		}
		if null && v.CanSet() {
			return target{x: x}, nil
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if t := (target{recv: v, x: x}); x.t != nil && d.methods(&t, x.t, null) {
			return t, nil
		}
		x = d.w.elem(x)
		if x.t == nil && x.v.Kind() != reflect.Interface {
			return target{x: x}, nil
		}
	}
}

func addressOf(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v.Addr()
	}
	return v
}

func (d *decoder) methods(t *target, typ *Type, null bool) bool {
	if t.json = d.w.method(typ, "UnmarshalJSON", "func([]uint8) error"); t.json == nil && !null {
		t.text = d.w.method(typ, "UnmarshalText", "func([]uint8) error")
	}
	return t.json != nil || t.text != nil
}

// composite reads an array or an object.
func (d *decoder) composite(x val, what string, start, end int) error {
	t, err := d.reach(x, false)
	switch {
	case err != nil:
		return err
	case t.json != nil:
		return asError(t.json(t.recv, []any{slices.Clone(d.data[start:end])})[0])
	case t.text != nil:
		d.misfit(what, x, start+1)
		return nil
	}
	x = t.x
	if x.t == nil {
		return d.host(x, d.data[start:end], start)
	}
	switch k := x.v.Kind(); {
	case what == "object" && k == reflect.Struct:
		return d.structure(x, start)
	case what == "object" && k == reflect.Map:
		return d.entries(x, start)
	case what == "array" && (k == reflect.Slice || k == reflect.Array):
		return d.list(x, start)
	}
	d.misfit(what, x, start+1)
	return nil
}

func (d *decoder) list(x val, start int) error {
	v := x.v
	list := members(d.data, start)
	for i, m := range list {
		if v.Kind() == reflect.Slice {
			if i >= v.Cap() {
				v.Grow(1)
			}
			if i >= v.Len() {
				v.SetLen(i + 1)
			}
		}
		if i < v.Len() {
			if err := d.value(d.w.index(x, i), m.start, m.end); err != nil {
				return err
			}
		}
	}
	if v.Kind() == reflect.Slice {
		if v.SetLen(len(list)); len(list) == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		return nil
	}
	for i := len(list); i < v.Len(); i++ {
		v.Index(i).SetZero()
	}
	return nil
}

func (d *decoder) structure(x val, start int) error {
	fields := d.w.jsonFields(x.t)
	inside, depth := d.inside, len(d.path)
	defer func() { d.inside, d.path = inside, d.path[:depth] }()
	for _, m := range members(d.data, start) {
		d.inside, d.path = inside, d.path[:depth]
		i := slices.IndexFunc(fields, func(f jsonField) bool { return f.name == m.name })
		if i < 0 {
			i = slices.IndexFunc(fields, func(f jsonField) bool { return strings.EqualFold(f.name, m.name) })
		}
		if i < 0 {
			if d.strict {
				d.save(fmt.Errorf("json: unknown field %q", m.name))
			}
			continue
		}
		f, ok := d.into(x, fields[i])
		d.inside = strings.TrimPrefix(d.w.typeName(x), "main.")
		if _, isNamed := types.Unalias(x.t.typ()).(*types.Named); !isNamed {
			d.inside = ""
		}
		d.path = append(d.path, fields[i].name)
		if !ok {
			continue
		}
		if err := d.field(f, m, fields[i].quoted); err != nil {
			return err
		}
	}
	return nil
}

// field reads the value of a field.
func (d *decoder) field(x val, m member, quoted bool) error {
	if !quoted {
		return d.value(x, m.start, m.end)
	}
	text := d.data[m.start:m.end]
	if string(text) == "null" {
		return d.literal(x, text, m.end, false)
	}
	if inner, ok := unquote(text); ok {
		return d.literal(x, []byte(inner), m.end, true)
	}
	d.save(fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal unquoted value into %v", d.w.reflectType(x)))
	return nil
}

// into returns a field to set. Embedded pointers on the way are made.
func (d *decoder) into(x val, f jsonField) (val, bool) {
	for i, at := range f.index {
		if x.v.Kind() == reflect.Pointer {
			if x.v.IsNil() {
				if x.hidden != seen {
					d.save(fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", strings.TrimPrefix(d.w.typeName(x), "*")))
					return val{}, false
				}
				x.v.Set(reflect.New(x.v.Type().Elem()))
			}
			x = d.w.elem(x)
		}
		if i < len(f.index)-1 {
			d.path = append(d.path, d.w.fieldName(x, at))
		}
		x = d.w.field(x, at)
	}
	return x, true
}

func (d *decoder) entries(x val, start int) error {
	v, mt := x.v, x.t.typ().Underlying().(*types.Map)
	kt := v.Type().Key()
	key := d.w.part(x, mt.Key(), reflect.New(kt).Elem())
	texts := d.textKey(key)
	if k := kt.Kind(); !texts && k != reflect.String && (k < reflect.Int || k > reflect.Uintptr) {
		d.misfit("object", x, start+1)
		return nil
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for _, m := range members(d.data, start) {
		elem := d.w.part(x, mt.Elem(), reflect.New(v.Type().Elem()).Elem())
		if err := d.value(elem, m.start, m.end); err != nil {
			return err
		}
		k := reflect.New(kt).Elem()
		switch {
		case texts:
			if err := d.literal(d.w.part(x, mt.Key(), k), m.key, m.start, true); err != nil {
				return err
			}
		case kt.Kind() == reflect.String:
			k.SetString(m.name)
		default:
			if !setNumber(k, m.name) {
				d.misfit("number "+m.name, key, m.start)
				continue
			}
		}
		v.SetMapIndex(k, elem.v)
	}
	return nil
}

// textKey reports whether a map key reads itself.
func (d *decoder) textKey(key val) bool {
	if key.t == nil {
		return reflect.PointerTo(key.v.Type()).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	}
	return d.w.method(d.w.typeOf(types.NewPointer(key.t.typ())), "UnmarshalText", "func([]uint8) error") != nil
}
