package problem

// This file reads the fields of JSON objects and says which is wrong.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// object is a JSON object whose fields are read one by one. The first fault stays.
type object struct {
	path   string // before the names of fields
	fields map[string]json.RawMessage
	err    error
}

// parse reads an object that has no field twice.
func parse(path string, data []byte) *object {
	o := &object{path: path}
	d := json.NewDecoder(bytes.NewReader(data))
	t, err := d.Token()
	if err != nil {
		o.err = fmt.Errorf("%s: not JSON: %w", o.name(""), err)
		return o
	}
	if t != json.Delim('{') {
		o.err = fmt.Errorf("%s must be an object", o.name(""))
		return o
	}
	o.fields = map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			o.err = fmt.Errorf("%s: not JSON: %w", o.name(""), err)
			return o
		}
		key := name.(string)
		if _, twice := o.fields[key]; twice {
			o.err = fmt.Errorf("%s is there twice", o.name(key))
			return o
		}
		o.fields[key] = value
	}
	if _, err := d.Token(); err != nil {
		o.err = fmt.Errorf("%s: not JSON: %w", o.name(""), err)
	} else if rest, _ := d.Token(); rest != nil {
		o.err = fmt.Errorf("%s: something follows the object", o.name(""))
	}
	return o
}

// name is a field's full name, or the object's.
func (o *object) name(field string) string {
	switch {
	case o.path == "" && field == "":
		return "problem"
	case o.path == "":
		return field
	case field == "":
		return o.path
	}
	return o.path + "." + field
}

func (o *object) fail(field, format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf("%s %s", o.name(field), fmt.Sprintf(format, args...))
	}
}

// take reads a field into a value; without one the field may be missing.
func (o *object) take(field, kind string, needed bool, into any) {
	raw, ok := o.fields[field]
	delete(o.fields, field)
	switch {
	case o.err != nil:
	case !ok && needed:
		o.fail(field, "is missing")
	case !ok:
	case string(raw) == "null" || json.Unmarshal(raw, into) != nil:
		o.fail(field, "must be %s, not %s", kind, shorten(raw))
	}
}

// shorten is JSON for a message.
func shorten(raw []byte) string {
	if s := string(raw); len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return string(raw)
}

func (o *object) whole(field string) (v int64) {
	o.take(field, "a whole number", true, &v)
	return v
}

func (o *object) count(field string) int {
	v := o.whole(field)
	if v < 0 || v > 1<<31 {
		o.fail(field, "must be between 0 and %d, not %d", 1<<31, v)
	}
	return int(v)
}

func (o *object) optional(field string, otherwise int64) int64 {
	o.take(field, "a whole number", false, &otherwise)
	return otherwise
}

func (o *object) numbers(field string) (v []int64) {
	var each []json.RawMessage
	o.take(field, "a list of whole numbers", true, &each)
	for i, raw := range each {
		var n int64
		if string(raw) == "null" || json.Unmarshal(raw, &n) != nil {
			o.fail(fmt.Sprintf("%s[%d]", field, i), "must be a whole number, not %s", shorten(raw))
		}
		v = append(v, n)
	}
	return v
}

// objects reads a list of objects.
func (o *object) objects(field string, read func(item *object)) {
	var each []json.RawMessage
	o.take(field, "a list of objects", true, &each)
	for i, raw := range each {
		if o.err != nil {
			return
		}
		item := parse(fmt.Sprintf("%s[%d]", o.name(field), i), raw)
		if item.err == nil {
			read(item)
			item.end("")
		}
		o.err = item.err
	}
}

// end fails if there are fields that were not read.
func (o *object) end(kind string) {
	if o.err != nil || len(o.fields) == 0 {
		return
	}
	field := slices.Sorted(maps.Keys(o.fields))[0]
	if kind == "" {
		o.fail(field, "is not a field of it")
	}
	o.fail(field, "is not a field of kind %s", kind)
}
