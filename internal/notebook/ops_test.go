package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is a file of testdata/ops, which the tests of the pages read too.
type example struct {
	About   string          `json:"about"`
	Before  json.RawMessage `json:"before"`            // a notebook
	Edit    json.RawMessage `json:"edit"`              // for version 0
	After   json.RawMessage `json:"after,omitempty"`   // the notebook then
	Inverse json.RawMessage `json:"inverse,omitempty"` // for version 1
	Error   string          `json:"error,omitempty"`   // if the edit is refused
}

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/ops/*.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want example
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.DisallowUnknownFields()
			if err := dec.Decode(&want); err != nil {
				t.Fatal(err)
			}
			got := example{About: want.About, Before: want.Before, Edit: want.Edit}
			// As a file that Jupyter wrote; inverses then need no exact text.
			_, v, _, _, err := parse(string(want.Before), 0)
			if err != nil {
				t.Fatal(err)
			}
			before := canonical.format(v, 0).print(nil)
			d := open(t, string(before))
			var e Edit
			if err := json.Unmarshal(want.Edit, &e); err != nil {
				got.Error = err.Error()
			} else if inverse, err := d.Apply(e); err != nil {
				got.Error = err.Error()
			} else {
				seen[e.Op.name()] = true
				got.After = d.Bytes()
				if got.Inverse, err = plainJSON(inverse); err != nil {
					t.Fatal(err)
				}
				if _, err := d.Apply(inverse); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(d.Bytes(), before) {
					t.Errorf("undone: %s", d.Bytes())
				}
			}
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", " ")
			if err := enc.Encode(got); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(data), b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
	for name := range decoders {
		if !seen[name] {
			t.Errorf("no file of testdata/ops applies %q", name)
		}
	}
}

// TestEditJSON has the forms of edits that are refused.
func TestEditJSON(t *testing.T) {
	tests := []struct{ data, want string }{
		{`{"base":0}`, `there is no operation ""`},
		{`{"base":0,"op":"explode","cell":"a"}`, `there is no operation "explode"`},
		{`{"op":"delete","cell":"a"}`, `"base" is missing`},
		{`{"base":0,"op":"delete"}`, `"cell" is missing`},
		{`{"base":0,"op":"insert","cell":"a","value":{}}`, `"at" is missing`},
		{`{"base":0,"op":"delete","cell":"a","at":1}`, `unknown field "at"`},
		{`{"base":0,"op":"delete","cell":"a","By":"me"}`, `unknown field "By"`},
		{`{"base":-1,"op":"delete","cell":"a"}`, "cannot unmarshal number -1"},
		{`{"base":0,"op":"move","cell":"a","at":"b"}`, "cannot unmarshal string"},
		{`[]`, "cannot unmarshal array"},
	}
	for _, tt := range tests {
		var e Edit
		if err := json.Unmarshal([]byte(tt.data), &e); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one with %q", tt.data, err, tt.want)
		}
	}
	if _, err := json.Marshal(Edit{}); err == nil {
		t.Error("an edit without operation is marshalled")
	}
}

const three = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
{"cell_type": "code", "id": "a", "metadata": {}, "source": ["one"], "outputs": [], "execution_count": null},
{"cell_type": "markdown", "id": "b", "metadata": {}, "source": "two"},
{"cell_type": "future", "id": "c", "what": 1}]}`

// TestStale has pairs of edits that are both for version 0.
func TestStale(t *testing.T) {
	first, second := Splice{"a", 0, 0, "x"}, Splice{"a", 3, 3, "y"}
	code := json.RawMessage(`{"cell_type":"code"}`)
	one := 1
	tests := []struct {
		name       string
		a, b       Op
		byA, byB   string
		wantAspect string
	}{
		{"same source", first, second, "", "", "a/source"},
		{"same source, two people", first, second, "ann", "bob", "a/source"},
		{"same source, one person", first, second, "ann", "ann", ""},
		{"other cell", first, Splice{"b", 0, 0, "y"}, "ann", "bob", ""},
		{"output while typing", SetOutputs{"a", 0, 0, []json.RawMessage{}}, first, "kernel", "bob", ""},
		{"count while typing", SetCount{"a", &one}, first, "kernel", "bob", ""},
		{"two inserts", Insert{"n", 0, code}, Insert{"m", 1, code}, "ann", "bob", "cells"},
		{"move after delete", Delete{"b"}, Move{"a", 1}, "ann", "bob", "cells"},
		{"delete after an edit", first, Delete{"a"}, "ann", "bob", ""},
		{"same key", SetMeta{Key: "title", Value: json.RawMessage(`"x"`)}, SetMeta{Key: "title"}, "ann", "bob", "metadata/title"},
		{"other key", SetMeta{Key: "title", Value: json.RawMessage(`"x"`)}, SetMeta{Key: "authors"}, "ann", "bob", ""},
		{"two kinds", SetKind{Cell: "a", Kind: Raw}, SetKind{Cell: "a", Kind: Markdown}, "ann", "bob", "a/kind"},
		{"outputs after a kind", SetKind{Cell: "b", Kind: Code}, SetOutputs{"b", 0, 0, []json.RawMessage{}}, "ann", "kernel", "b/outputs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, three)
			if _, err := d.Apply(Edit{By: tt.byA, Op: tt.a}); err != nil {
				t.Fatal(err)
			}
			_, err := d.Apply(Edit{By: tt.byB, Op: tt.b})
			var stale *StaleError
			if errors.As(err, &stale) {
				if stale.Aspect != tt.wantAspect || stale.Version != 1 || !strings.Contains(err.Error(), "for version 0, but "+tt.wantAspect+" has changed") {
					t.Errorf("error %v, want aspect %q", err, tt.wantAspect)
				}
			} else if err != nil || tt.wantAspect != "" {
				t.Errorf("error %v, want stale %q", err, tt.wantAspect)
			}
		})
	}
	t.Run("another cell of the same id", func(t *testing.T) {
		d := open(t, three)
		for i, op := range []Op{Delete{"a"}, Insert{"a", 0, json.RawMessage(`{"cell_type":"code","source":"three"}`)}} {
			if _, err := d.Apply(Edit{Base: uint64(i), By: "ann", Op: op}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.Apply(Edit{By: "bob", Op: first}); err == nil {
			t.Error("an edit of the former cell is applied")
		}
	})
	t.Run("another between", func(t *testing.T) {
		d := open(t, three)
		for _, e := range []Edit{{By: "ann", Op: first}, {Base: 1, By: "bob", Op: first}} {
			if _, err := d.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.Apply(Edit{Base: 1, By: "ann", Op: second}); err == nil {
			t.Error("ann did not see bob's edit, yet hers is applied")
		}
		if _, err := d.Apply(Edit{Base: 3, By: "ann", Op: second}); err == nil {
			t.Error("an edit for a version to come is applied")
		}
	})
}

// TestEditTouchesLittle edits the corpus's largest notebook and looks at the lines that change (R3).
func TestEditTouchesLittle(t *testing.T) {
	data := corpus(t)["test4.5.ipynb"]
	d := open(t, string(data))
	c := d.Cells()[3]
	if _, err := d.Apply(Edit{Op: Splice{c.ID(), 0, 0, "a < b\n"}}); err != nil {
		t.Fatal(err)
	}
	was, now := strings.Split(string(data), "\n"), strings.Split(string(d.Bytes()), "\n")
	if len(now) != len(was)+1 {
		t.Fatalf("%d lines of %d", len(now), len(was))
	}
	i := 0
	for was[i] == now[i] {
		i++
	}
	if now[i] != `    "a < b\n",` || !slices.Equal(was[i:], now[i+1:]) {
		t.Errorf("line %d: %s", i+1, now[i])
	}
}

// TestLaterEdits undoes an edit after another one and with an exact text that no longer holds.
func TestLaterEdits(t *testing.T) {
	d := open(t, strings.Replace(three, `"two"`, `[ "tw", "o" ]`, 1))
	undo, err := d.Apply(Edit{Op: Splice{"b", 0, 1, "T"}})
	if err != nil || undo.Exact == "" {
		t.Fatalf("%+v, %v", undo, err)
	}
	meta := SetMeta{Cell: "b", Key: "tags", Value: json.RawMessage(`["x"]`)}
	if _, err := d.Apply(Edit{Base: 1, Op: meta}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Apply(undo); err != nil {
		t.Fatal(err)
	}
	c, _ := d.Cell("b")
	if c.Source() != "two" || c.Metadata().Get("tags").Len() != 1 {
		t.Errorf("%s", d.Bytes())
	}
}

// TestUpgrade opens a file of an older minor version, which gets ids with the first edit (R5).
func TestUpgrade(t *testing.T) {
	data := corpus(t)["test4custom.ipynb"]
	d, other := open(t, string(data)), open(t, string(data))
	if len(d.Problems()) != 0 {
		t.Errorf("problems %v", d.Problems())
	}
	ids := map[string]bool{}
	for i, c := range d.Cells() {
		if ids[c.ID()] = true; !validID.MatchString(c.ID()) || c.ID() != other.Cells()[i].ID() {
			t.Errorf("id %q, in another copy %q", c.ID(), other.Cells()[i].ID())
		}
	}
	if len(ids) != len(d.Cells()) {
		t.Errorf("%d ids of %d cells", len(ids), len(d.Cells()))
	}
	undo, err := d.Apply(Edit{Op: Splice{d.Cells()[1].ID(), 0, 0, "x"}})
	if err != nil {
		t.Fatal(err)
	}
	text := string(d.Bytes())
	for id := range ids {
		if !strings.Contains(text, `"id": "`+id+`"`) {
			t.Errorf("no id %q in\n%s", id, text)
		}
	}
	if !strings.Contains(text, `"nbformat_minor": 5`) {
		t.Error("the minor version is not 5")
	}
	if _, err := d.Apply(undo); err != nil || !bytes.Equal(d.Bytes(), data) {
		t.Errorf("undone (%v):\n%s", err, d.Bytes())
	}
}

// TestDuplicateIDs renames the later of two cells (R5).
func TestDuplicateIDs(t *testing.T) {
	d := open(t, string(corpus(t)["invalid_unique_cell_id.ipynb"]))
	cells := d.Cells()
	if cells[0].ID() != "dup" || cells[1].ID() == "dup" || !strings.HasPrefix(cells[1].ID(), "c-") {
		t.Errorf("ids %q, %q", cells[0].ID(), cells[1].ID())
	}
	if _, err := d.Apply(Edit{Op: Splice{"dup", 0, 0, "x"}}); err != nil {
		t.Fatal(err)
	}
	if again := open(t, string(d.Bytes())); len(again.Problems()) != 0 || again.Cells()[1].ID() != cells[1].ID() {
		t.Errorf("saved: %v\n%s", again.Problems(), d.Bytes())
	}
}

// TestClone edits a document and reads a clone.
func TestClone(t *testing.T) {
	d := open(t, three)
	c, view := d.Clone(), d.Cells()[0]
	if _, err := d.Apply(Edit{Op: Splice{"a", 0, 3, "other"}}); err != nil {
		t.Fatal(err)
	}
	if string(c.Bytes()) != three || c.Version() != 0 || view.Source() != "one" {
		t.Errorf("clone: %s", c.Bytes())
	}
	if _, err := c.Apply(Edit{Op: Splice{"a", 0, 3, "third"}}); err != nil {
		t.Errorf("the clone counts the original's edits: %v", err)
	}
}

func TestStrip(t *testing.T) {
	for _, keep := range []bool{false, true} {
		d := open(t, string(corpus(t)["test4.5.ipynb"]))
		for _, e := range d.Strip(keep) {
			if _, err := d.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		outputs := 0
		for _, c := range d.Cells() {
			outputs += len(c.Outputs())
			if n, ok := c.Count(); ok {
				t.Errorf("keep outputs %v: cell %s has count %d", keep, c.ID(), n)
			}
			for _, o := range c.Outputs() {
				if o.Value().Get("execution_count").Kind() != Null {
					t.Errorf("keep outputs %v: a result of %s has a count", keep, c.ID())
				}
			}
		}
		if keep != (outputs > 0) {
			t.Errorf("keep outputs %v: %d outputs", keep, outputs)
		}
		if len(d.Strip(keep)) != 0 {
			t.Errorf("keep outputs %v: stripping again changes something", keep)
		}
	}
}

// TestRefusedEdits has edits that would make a document invalid, beyond the examples.
func TestRefusedEdits(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	minus := -1
	tests := map[string]Op{
		`there is no cell with the id "zz"`:              Splice{"zz", 0, 0, ""},
		`a cell of kind "future" cannot be edited`:       Splice{"c", 0, 0, ""},
		`0 to 4 is not a range of whole characters`:      Splice{"a", 0, 4, ""},
		`2 to 1 is not a range`:                          Splice{"a", 2, 1, ""},
		`"a b" is not an id`:                             Insert{"a b", 0, raw(`{"cell_type":"raw"}`)},
		`there is a cell with the id "a" already`:        Insert{"a", 0, raw(`{"cell_type":"raw"}`)},
		`there is no place 4 among 3 cells`:              Insert{"n", 4, raw(`{"cell_type":"raw"}`)},
		`has the id "x", not "n"`:                        Insert{"n", 0, raw(`{"cell_type":"raw","id":"x"}`)},
		`here for the second time`:                       Insert{"n", 0, raw(`{"cell_type":"raw","source":"","source":"x"}`)},
		`cell_type is missing`:                           Insert{"n", 0, raw(`{}`)},
		`nested more than 64`:                            Insert{"n", 0, raw(`{"cell_type":"raw","metadata":{"x":` + strings.Repeat("[", 62) + strings.Repeat("]", 62) + `}}`)},
		`there is no place 3 among 3 cells`:              Move{"a", 3},
		`cells of kind "odd" are not known`:              SetKind{Cell: "a", Kind: "odd"},
		`cannot be given "outputs"`:                      SetKind{Cell: "a", Kind: Raw, Value: raw(`{"outputs":[]}`)},
		`the cell has outputs already`:                   SetKind{Cell: "a", Kind: Code, Value: raw(`{"outputs":[]}`)},
		`members to restore are not an object`:           SetKind{Cell: "b", Kind: Code, Value: raw(`[]`)},
		`a cell of kind "markdown" has no outputs`:       SetOutputs{"b", 0, 0, nil},
		`0 to 1 is not a range of the cell's 0 outputs`:  SetOutputs{"a", 0, 1, nil},
		`output 1: output_type is missing`:               SetOutputs{"a", 0, 0, []json.RawMessage{raw(`{}`)}},
		`there are 1001 outputs`:                         SetOutputs{"a", 0, 0, slices.Repeat([]json.RawMessage{raw(`{"output_type":"x"}`)}, 1001)},
		`a cell of kind "markdown" has no count`:         SetCount{"b", nil},
		`a count is not negative`:                        SetCount{"a", &minus},
		`"execution" is kept as it is`:                   SetMeta{Cell: "a", Key: "execution", Value: raw(`{}`)},
		`"orig_nbformat" is kept as it is`:               SetMeta{Key: "orig_nbformat", Value: raw(`3`)},
		`costate has no member "host"`:                   SetMeta{Key: "costate", Value: raw(`{"format":1,"host":"me"}`)},
		`costate.seed must be an integer`:                SetMeta{Key: "costate", Value: raw(`{"seed":"now"}`)},
		`costate.autorun must be "off"`:                  SetMeta{Cell: "a", Key: "costate", Value: raw(`{"autorun":"on"}`)},
		`costate is an array, not an object`:             SetMeta{Key: "costate", Value: raw(`[]`)},
		`the value of k: line 1, column 1: a JSON value`: SetMeta{Key: "k", Value: raw(`x`)},
		`a line of a cell has at most 16 MiB`:            Splice{"a", 0, 0, strings.Repeat("\x00", maxString/6+1)},
		`the edit has no operation`:                      nil,
	}
	for _, want := range slices.Sorted(maps.Keys(tests)) {
		d := open(t, three)
		if _, err := d.Apply(Edit{Op: tests[want]}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%#v: error %v, want one with %q", tests[want], err, want)
		}
		if d.Version() != 0 || string(d.Bytes()) != three {
			t.Errorf("%#v: refused, yet the document differs", tests[want])
		}
	}
}

// TestSurrogates edits beside and across halves of characters.
func TestSurrogates(t *testing.T) {
	doc := func(src string) *Document {
		return open(t, strings.Replace(three, `["one"]`, src, 1))
	}
	d := doc(`["a\ud83cb🍎c"]`)
	if _, err := d.Apply(Edit{Op: Splice{"a", 2, 3, "B"}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(d.Bytes()), `"a\ud83cB🍎c"`) || d.Cells()[0].Source() != "a\ufffdB🍎c" {
		t.Errorf("%s", d.Bytes())
	}
	if _, err := d.Apply(Edit{Base: 1, Op: Splice{"a", 3, 4, ""}}); err == nil {
		t.Error("a character is cut in halves")
	}
	if _, err := doc(`["\ud83cX\udf4e"]`).Apply(Edit{Op: Splice{"a", 1, 2, ""}}); err == nil {
		t.Error("a character is made of halves, which could not be undone")
	}
	if got := doc(`["\ud83c", "\udf4e"]`).Cells()[0].Source(); got != "🍎" {
		t.Errorf("halves in two strings: %q", got)
	}
}

// FuzzApply applies edits as they may come from a page and undoes them.
func FuzzApply(f *testing.F) {
	files, err := filepath.Glob("testdata/ops/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		var e example
		if err := json.Unmarshal(data, &e); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(e.Edit))
		if e.Inverse != nil {
			f.Add([]byte(bytes.Replace(e.Inverse, []byte(`"base": 1`), []byte(`"base": 0`), 1)))
		}
	}
	const doc = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {"title": "T"}, "cells": [
{"cell_type": "code", "id": "a", "metadata": {}, "source": ["one 🍎\n", "two"], "outputs": [{"output_type": "stream", "name": "stdout", "text": "x"}, {"output_type":"x"}], "execution_count": 3},
{"cell_type": "markdown", "id": "b", "metadata": {}, "source": "two", "attachments": {"p.png": {"image/png": ""}}},
{"cell_type": "future", "id": "c", "what": 1}]}`
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Edit
		if json.Unmarshal(data, &e) != nil {
			return
		}
		d := open(t, doc)
		undo, err := d.Apply(e)
		if err != nil {
			if strings.Contains(err.Error(), "internal error") {
				t.Fatal(err)
			}
			return
		}
		if _, err := Open(d.Bytes()); err != nil {
			t.Fatalf("%v\n%s", err, d.Bytes())
		}
		if _, err := d.Apply(undo); err != nil {
			t.Fatal(err)
		}
		if string(d.Bytes()) != doc {
			t.Fatalf("undone: %s", d.Bytes())
		}
	})
}
