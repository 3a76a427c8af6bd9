package notebook

// This file validates saved notebooks by nbformat's schema. The validator knows what that schema uses of JSON Schema
// draft 4, and fails on keywords that it does not know, so that a newer schema is not half checked.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

type schema struct {
	root map[string]any
}

func loadSchema(t testing.TB) schema {
	t.Helper()
	data, err := os.ReadFile("testdata/notebooks/nbformat.v4.5.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(data, &s.root); err != nil {
		t.Fatal(err)
	}
	return s
}

// validate returns what is wrong with a notebook, or "".
func (s schema) validate(data []byte) string {
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err.Error()
	}
	if msg := s.check("", s.root, v); msg != "" {
		return msg
	}
	// What the schema leaves to an additional check.
	ids := map[any]bool{}
	for i, c := range v.(map[string]any)["cells"].([]any) {
		id := c.(map[string]any)["id"]
		if ids[id] {
			return fmt.Sprintf("/cells/%d: id %v is not unique", i, id)
		}
		ids[id] = true
	}
	return ""
}

func (s schema) check(at string, rule map[string]any, v any) string {
	for _, key := range slices.Sorted(maps.Keys(rule)) {
		if msg := s.keyword(at, key, rule, v); msg != "" {
			return msg
		}
	}
	return ""
}

func (s schema) keyword(at, key string, rule map[string]any, v any) string {
	arg := rule[key]
	bad := func(format string, args ...any) string { return at + ": " + fmt.Sprintf(format, args...) }
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	text, isText := v.(string)
	switch key {
	case "$schema", "description", "definitions", "patternProperties", "properties":
		// properties and patternProperties are checked with the members, below
	case "item", "source_hidden", "outputs_hidden":
		// misplaced in the schema; validators ignore them
	case "additionalProperties":
	case "$ref":
		target := any(s.root)
		for part := range strings.SplitSeq(strings.TrimPrefix(arg.(string), "#/"), "/") {
			target = target.(map[string]any)[part]
		}
		return s.check(at, target.(map[string]any), v)
	case "type":
		types, ok := arg.([]any)
		if !ok {
			types = []any{arg}
		}
		if !slices.ContainsFunc(types, func(t any) bool { return isType(t.(string), v) }) {
			return bad("%v is not of type %v", v, arg)
		}
	case "enum":
		if !slices.ContainsFunc(arg.([]any), func(e any) bool { return reflect.DeepEqual(e, v) }) {
			return bad("%v is not one of %v", v, arg)
		}
	case "required":
		for _, name := range arg.([]any) {
			if _, ok := object[name.(string)]; isObject && !ok {
				return bad("%v is missing", name)
			}
		}
	case "oneOf":
		n := 0
		var why []string
		for _, r := range arg.([]any) {
			if msg := s.check(at, r.(map[string]any), v); msg == "" {
				n++
			} else {
				why = append(why, msg)
			}
		}
		if n != 1 {
			return bad("matches %d of %d: %s", n, len(arg.([]any)), strings.Join(why, "; "))
		}
	case "items":
		for i, e := range list {
			if msg := s.check(fmt.Sprintf("%s/%d", at, i), arg.(map[string]any), e); msg != "" {
				return msg
			}
		}
	case "uniqueItems":
		for i := range list {
			if isList && slices.Contains(list[:i], list[i]) {
				return bad("%v is there twice", list[i])
			}
		}
	case "minimum", "maximum":
		n, ok := v.(json.Number)
		x, _ := n.Float64()
		if limit := arg.(float64); ok && (key == "minimum" && x < limit || key == "maximum" && x > limit) {
			return bad("%v is beyond the %s %v", v, key, limit)
		}
	case "minLength":
		if isText && utf8.RuneCountInString(text) < int(arg.(float64)) {
			return bad("%q is too short", text)
		}
	case "maxLength":
		if isText && utf8.RuneCountInString(text) > int(arg.(float64)) {
			return bad("%q is too long", text)
		}
	case "pattern":
		// In the schema's dialect a dash after a class in brackets is itself; RE2 wants it at the end.
		if re := strings.ReplaceAll(arg.(string), "0-9-_", "0-9_-"); isText && !regexp.MustCompile(re).MatchString(text) {
			return bad("%q does not match %s", text, re)
		}
	default:
		return bad("the schema uses %q, which this validator does not know", key)
	}
	if key == "type" && isObject {
		return s.members(at, rule, object)
	}
	return ""
}

// members checks the members of an object, each by all rules that its name calls for.
func (s schema) members(at string, rule, object map[string]any) string {
	properties, _ := rule["properties"].(map[string]any)
	patterns, _ := rule["patternProperties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		var rules []any
		if r, ok := properties[name]; ok {
			rules = append(rules, r)
		}
		for p, r := range patterns {
			if regexp.MustCompile(p).MatchString(name) {
				rules = append(rules, r)
			}
		}
		if rules == nil {
			switch more := rule["additionalProperties"].(type) {
			case bool:
				if !more {
					return fmt.Sprintf("%s: %q is not allowed", at, name)
				}
			case map[string]any:
				rules = append(rules, more)
			}
		}
		for _, r := range rules {
			if msg := s.check(at+"/"+name, r.(map[string]any), object[name]); msg != "" {
				return msg
			}
		}
	}
	return ""
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case json.Number:
		return name == "number" || name == "integer" && !strings.ContainsAny(v.String(), ".eE")
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}

// TestSchemaRefuses has invalid notebooks, so that the validator is seen to find something.
func TestSchemaRefuses(t *testing.T) {
	s := loadSchema(t)
	const valid = `{"cells":[{"cell_type":"code","execution_count":1,"id":"a","metadata":{"tags":["x"]},"outputs":[{"output_type":"stream","name":"stdout","text":["a"]}],"source":[]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	if msg := s.validate([]byte(valid)); msg != "" {
		t.Fatal(msg)
	}
	for _, tt := range []struct{ old, now, want string }{
		{`"nbformat":4`, `"nbformat":3`, "minimum"},
		{`"nbformat":4`, `"nbformat":5`, "maximum"},
		{`"nbformat_minor":5`, `"nbformat_minor":4`, "minimum"},
		{`"metadata":{},`, ``, "metadata is missing"},
		{`"id":"a"`, `"id":"a b"`, "does not match"},
		{`"id":"a"`, `"id":"` + strings.Repeat("a", 65) + `"`, "too long"},
		{`"id":"a",`, ``, "id is missing"},
		{`"source":[]`, `"source":[1]`, "source"},
		{`"source":[]`, `"source":[],"more":1`, `"more" is not allowed`},
		{`"execution_count":1`, `"execution_count":1.5`, "not of type"},
		{`["x"]`, `["x","x"]`, "twice"},
		{`["x"]`, `["x,y"]`, "does not match"},
		{`"name":"stdout",`, ``, "name is missing"},
		{`"cells":[`, `"cells":[{"cell_type":"raw","id":"a","metadata":{},"source":""},`, "not unique"},
	} {
		if msg := s.validate([]byte(strings.Replace(valid, tt.old, tt.now, 1))); !strings.Contains(msg, tt.want) {
			t.Errorf("%s for %s: %q, want %q", tt.now, tt.old, msg, tt.want)
		}
	}
	c := corpus(t)
	for _, name := range []string{"invalid_unique_cell_id.ipynb", "v4_5_no_cell_id.ipynb", "test4custom.ipynb", "test3.ipynb"} {
		if s.validate(c[name]) == "" {
			t.Errorf("%s is valid", name)
		}
	}
}

// TestSavedFilesAreValid edits notebooks and validates them (R12).
func TestSavedFilesAreValid(t *testing.T) {
	s := loadSchema(t)
	inputs := corpus(t)
	delete(inputs, "test4plus.ipynb") // has cells and outputs of a version to come
	gmm, err := os.ReadFile("../../examples/gmm.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	inputs["gmm.ipynb"] = gmm
	inputs["new"] = New().Bytes()
	edited := 0
	for name, data := range inputs {
		for seed := range uint64(20) {
			d := open(t, string(data))
			g := newGenerator(seed)
			g.known = true
			last := walk(t, d, g, 15)
			if bytes.Equal(last, data) {
				continue // no edit did anything, so what was invalid is still
			}
			edited++
			if msg := s.validate(last); msg != "" {
				t.Errorf("%s, seed %d: %s", name, seed, msg)
			}
		}
	}
	if edited < 10*len(inputs) {
		t.Errorf("only %d documents were edited", edited)
	}
	if open(t, string(gmm)).Edited() {
		t.Error("the example is edited when it is opened")
	}
}

// TestMadeOutputsAreValid validates a notebook with an output of each maker.
func TestMadeOutputsAreValid(t *testing.T) {
	d := open(t, three)
	if _, err := d.Apply(Edit{Op: Delete{"c"}}); err != nil {
		t.Fatal(err)
	}
	bundle := map[string][]byte{"text/plain": []byte("a plot\nof two"), "image/png": {0x89, 'P'}, "image/svg+xml": []byte("<svg>\n</svg>"),
		"application/vnd.costate.tape+json": []byte(`{"bytes": [1, 2.50]}`)}
	display, err := NewDisplay(bundle)
	if err != nil {
		t.Fatal(err)
	}
	result, err := NewResult(map[string][]byte{"text/plain": []byte("\xff2")}, 7)
	if err != nil {
		t.Fatal(err)
	}
	outputs := []Output{NewStream("stdout", "a\nb\xff"), display, result, NewError("panic", "index out of range", []string{"cell 1:2:3"})}
	c, _ := d.Cell("a")
	if _, err := d.Apply(Edit{Base: 1, Op: c.EditOutputs(outputs)}); err != nil {
		t.Fatal(err)
	}
	if msg := loadSchema(t).validate(d.Bytes()); msg != "" {
		t.Error(msg)
	}
	c, _ = d.Cell("a")
	if again := c.EditOutputs(outputs); again.From != 4 || again.To != 4 || len(again.Outputs) != 0 {
		t.Errorf("the same outputs again: %+v", again)
	}
	got := c.Outputs()
	if name, text := got[0].Stream(); name != "stdout" || text != "a\nb\ufffd" {
		t.Errorf("stream %q %q", name, text)
	}
	for mime, want := range map[string]string{"text/plain": "a plot\nof two", "image/png": "iVA=", "image/svg+xml": "<svg>\n</svg>", "application/vnd.costate.tape+json": `{"bytes":[1,2.50]}`} {
		if s, ok := got[1].Data(mime); !ok || s != want {
			t.Errorf("%s: %q", mime, s)
		}
	}
	if n, _ := got[2].Value().Get("execution_count").Int(); got[2].Type() != ResultOutput || n != 7 {
		t.Errorf("result of run %d", n)
	}
	if name, msg, trace := got[3].Failure(); name != "panic" || msg != "index out of range" || len(trace) != 1 {
		t.Errorf("failure %q %q %q", name, msg, trace)
	}
	for want, bundle := range map[string]map[string][]byte{
		"needs data":              {},
		"image/png needs text":    {"image/png": {1}},
		"expected":                {"application/json": []byte("{")},
		"262145 bytes; at most":   {"text/plain": nil, "application/vnd.costate.x+json": []byte(`"` + strings.Repeat("x", MaxPinned-1) + `"`)},
		"tape+json needs text/pl": {"application/vnd.costate.tape+json": []byte("1")},
	} {
		if _, err := NewDisplay(bundle); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
