package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite goldens")

func open(t testing.TB, data string) *Document {
	t.Helper()
	d, err := Open([]byte(data))
	if err != nil {
		t.Fatalf("open: %v\n%s", err, data)
	}
	return d
}

// TestCorpusUnedited opens every notebook of nbformat's tests and saves it. One is of format 3 and is converted.
func TestCorpusUnedited(t *testing.T) {
	problems := map[string][]string{
		"invalid_unique_cell_id.ipynb": {`cell 2 has the id "dup" of an earlier cell`},
		"v4_5_no_cell_id.ipynb":        {"cell 1 has no id"},
		"test4plus.ipynb":              nil, // looked at below
	}
	for name, data := range corpus(t) {
		d, err := Open(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if converted := d.Converted() != 0; converted != (name == "test3.ipynb") {
			t.Errorf("%s: converted %v", name, converted)
		} else if !converted && !bytes.Equal(d.Bytes(), data) {
			t.Errorf("%s: bytes differ: %s", name, cmp.Diff(string(data), string(d.Bytes())))
		}
		// The printer itself, not the copy of the file that stands in for it while nothing is edited.
		if !d.style.sameAs(canonical) {
			t.Errorf("%s: style %+v", name, d.style)
		}
		if name == "test4plus.ipynb" {
			continue
		}
		var got []string
		for _, p := range d.Problems() {
			got = append(got, p.Message)
		}
		if len(got) != len(problems[name]) {
			t.Errorf("%s: problems %q", name, got)
		}
		for i, want := range problems[name] {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: problem %q, want %q", name, got[i], want)
			}
		}
	}
}

// sameAs compares styles but for the order of keys, which the corpus has of both kinds, and escapes.
func (st style) sameAs(other style) bool {
	st.sorted, st.ascii = other.sorted, other.ascii
	return st == other
}

// TestPrint prints trees without the shortcut for what is not edited.
func TestPrint(t *testing.T) {
	inputs := map[string][]byte{}
	for name, data := range corpus(t) {
		inputs[name] = data
	}
	for seed := range uint64(300) {
		inputs[fmt.Sprintf("seed %d", seed)] = newGenerator(seed).document()
	}
	for name, data := range inputs {
		before, v, after, _, err := parse(string(data), 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := before + string(v.print(nil)) + after; got != string(data) {
			t.Errorf("%s: %s", name, cmp.Diff(string(data), got))
		}
	}
}

// walk applies edits at random and undoes them, through their JSON form, and compares every version on the way back.
// It returns the last version.
func walk(t *testing.T, d *Document, g generator, steps int) []byte {
	t.Helper()
	var texts [][]byte
	var inverses []Edit
	was := d.Bytes()
	for range steps {
		e := Edit{Base: d.Version(), Op: g.op(d)}
		before, version := d.Bytes(), d.Version()
		inverse, err := d.Apply(e)
		if err != nil {
			if strings.Contains(err.Error(), "internal error") {
				t.Fatalf("%#v: %v\n%s", e.Op, err, before)
			}
			if !bytes.Equal(d.Bytes(), before) || d.Version() != version {
				t.Fatalf("%#v: refused, yet the document differs", e.Op)
			}
			continue
		}
		if d.Version() != version+1 {
			t.Fatalf("version %d after %d", d.Version(), version)
		}
		texts, inverses = append(texts, before), append(inverses, inverse)
	}
	last := d.Bytes()
	if again := open(t, string(last)); !bytes.Equal(again.Bytes(), last) || len(again.Cells()) != len(d.Cells()) {
		t.Fatalf("edited file does not open as it was\n%s", last)
	}
	for i := len(texts) - 1; i >= 0; i-- {
		wire, err := json.Marshal(inverses[i])
		if err != nil {
			t.Fatal(err)
		}
		var e Edit
		if err := json.Unmarshal(wire, &e); err != nil {
			t.Fatalf("%s: %v", wire, err)
		}
		e.Base = d.Version()
		if _, err := d.Apply(e); err != nil {
			t.Fatalf("undo %s: %v", wire, err)
		}
		if got := d.Bytes(); !bytes.Equal(got, texts[i]) {
			t.Fatalf("undo %s: %s", wire, cmp.Diff(string(texts[i]), string(got)))
		}
	}
	if !bytes.Equal(d.Bytes(), was) || d.Edited() {
		t.Fatal("all edits are undone, but the document counts as edited")
	}
	return last
}

func TestUndoCorpus(t *testing.T) {
	for name, data := range corpus(t) {
		for seed := range uint64(10) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				walk(t, open(t, string(data)), newGenerator(seed), 15)
			})
		}
	}
}

func TestUndoGenerated(t *testing.T) {
	for seed := range uint64(600) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := newGenerator(seed)
			walk(t, open(t, string(g.document())), g, 15)
		})
	}
}

func FuzzOpenSave(f *testing.F) {
	for _, data := range corpus(f) {
		f.Add(data, uint64(0))
	}
	for seed := range uint64(8) {
		f.Add(newGenerator(seed).document(), seed)
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64) {
		d, err := Open(data)
		if err != nil {
			return
		}
		if d.Converted() == 0 && !bytes.Equal(d.Bytes(), data) {
			t.Fatal("bytes differ")
		}
		walk(t, d, newGenerator(seed), 8)
	})
}

// TestOpenRefuses has what is no notebook, with the place where.
func TestOpenRefuses(t *testing.T) {
	const cells = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": `
	tests := []struct{ name, data, want string }{
		{"empty", " \n", "line 1, column 1: the file is empty"},
		{"not JSON", "x := 1", "line 1, column 1: a JSON value is expected, not 'x'"},
		{"cut off", "{\n \"cells\": [", "line 2, column 12: the file ends where a JSON value is expected"},
		{"no colon", `{"a" 1}`, "line 1, column 6: a colon is expected, not '1'"},
		{"no comma", `{"a": 1 "b": 2}`, "line 1, column 9: a comma or '}' is expected, not '\"'"},
		{"comma at the end", `{"a": 1,}`, "line 1, column 9: a key in double quotes is expected, not '}'"},
		{"comma in an array", `[1,]`, "a JSON value is expected, not ']'"},
		{"key without quotes", `{a: 1}`, "a key in double quotes is expected, not 'a'"},
		{"string without end", `{"a`, "line 1, column 2: this string has no end"},
		{"control character", "{\"a\nb\": 1}", "control character '\\n'"},
		{"escape", `{"a": "\x"}`, "an escape that JSON does not know"},
		{"short escape", `{"a": "\u12"}`, "an escape that JSON does not know"},
		{"number", `{"a": 01}`, "a comma or '}' is expected, not '1'"},
		{"number without digits", `{"a": 1.}`, "a digit is expected"},
		{"text after the end", `{} {}`, "line 1, column 4: there is text after the end"},
		{"repeated key", "{\"a\": 1,\n\"\\u0061\": 2}", `line 2, column 1: the key "a" is here for the second time; it is also on line 1`},
		{"not UTF-8", "{\"a\":\n \"\xff\"}", "line 2, column 3: the file is not in UTF-8"},
		{"nested", strings.Repeat("[", 70), "line 1, column 66: values are nested more than 64 deep"},
		{"array", "[]", "nbformat is missing"},
		{"no format", "{}", "nbformat is missing"},
		{"format 2", `{"nbformat": 2}`, "format 2 is not supported"},
		{"format 5", `{"nbformat": 5}`, "format 5 is newer"},
		{"no cells", `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}`, "cells are missing"},
		{"cells of a wrong type", cells + `{}}`, "cells is an object, not an array"},
		{"cell of a wrong type", cells + `[1]}`, "line 1, column 64: cell 1: it is a number"},
		{"cell without type", cells + `[{"Cell_type": "code"}]}`, "cell_type is missing"},
		{"source", cells + `[{"cell_type": "code", "source": [1]}]}`, "source is neither"},
		{"outputs", cells + `[{"cell_type": "code", "outputs": {}}]}`, "outputs is an object"},
		{"output", cells + `[{"cell_type": "code", "outputs": [{}]}]}`, "output 1: output_type is missing"},
		{"metadata", cells + `[{"cell_type": "code", "metadata": 1}]}`, "metadata is a number"},
		{"many cells", cells + `[` + strings.Repeat(`{"cell_type":"raw"},`, maxCells) + `{"cell_type":"raw"}]}`, "there are 10001 cells"},
		{"many outputs", cells + `[{"cell_type": "code", "outputs": [` + strings.Repeat(`{"output_type":"x"},`, maxOutputs) + `{"output_type":"x"}]}]}`, "there are 1001 outputs"},
		{"long string", `{"a": "` + strings.Repeat("x", maxString) + `"}`, "longer than 16 MiB"},
		{"many values", "[" + strings.Repeat("1,", maxValues) + "1]", "more than 2000000 values"},
		{"large", strings.Repeat(" ", MaxFile+1), "at most 50 are supported"},
		{"no worksheets", `{"nbformat": 3}`, "worksheets are missing"},
		{"worksheet cell", `{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "odd"}]}]}`, "cells of type odd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open([]byte(tt.data))
			var fault *Fault
			if !errors.As(err, &fault) {
				t.Fatalf("error %v, want a fault with %q", err, tt.want)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want one with %q", err, tt.want)
			}
		})
	}
}

func TestConflictMarkers(t *testing.T) {
	_, err := Open([]byte("{\n<<<<<<< HEAD\n \"a\": 1\n=======\n \"a\": 2\n>>>>>>> other\n}"))
	var conflict *ConflictError
	if !errors.As(err, &conflict) {
		t.Fatalf("error %v", err)
	}
	if d := cmp.Diff([]int{2, 4, 6}, conflict.Lines); d != "" || !strings.Contains(err.Error(), "line 2: the file holds conflict markers") {
		t.Errorf("%v: %s", err, d)
	}
}

func TestNew(t *testing.T) {
	const want = `{
 "cells": [],
 "metadata": {
  "kernelspec": {
   "display_name": "Costate (Go)",
   "language": "go",
   "name": "costate"
  },
  "language_info": {
   "codemirror_mode": "go",
   "file_extension": ".go",
   "mimetype": "text/x-go",
   "name": "go",
   "nbconvert_exporter": "",
   "pygments_lexer": "go",
   "version": "go1.26"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`
	d := New()
	if diff := cmp.Diff(want, string(d.Bytes())); diff != "" {
		t.Error(diff)
	}
	insert := Insert{"a1", 0, json.RawMessage(`{"source":"if a < b {\n\tprintln(\"é\u2028\")\n}","cell_type":"code"}`)}
	if _, err := d.Apply(Edit{Op: insert}); err != nil {
		t.Fatal(err)
	}
	const cell = ` "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "a1",
   "metadata": {},
   "outputs": [],
   "source": [
    "if a < b {\n",
    "\tprintln(\"é` + "\u2028" + `",
    "\")\n",
    "}"
   ]
  }
 ],
`
	if got := string(d.Bytes()); got != strings.Replace(want, " \"cells\": [],\n", cell, 1) {
		t.Error(got)
	}
}

// TestLargeFileWarns also has a document that is opened with a byte order mark, which it keeps.
func TestLargeFileWarns(t *testing.T) {
	data := "\ufeff" + string(New().Bytes()) + strings.Repeat(" ", WarnFile)
	d := open(t, data)
	if p := d.Problems(); len(p) != 1 || !strings.Contains(p[0].Message, "the file has 10 MiB") {
		t.Errorf("problems %v", p)
	}
	if string(d.Bytes()) != data {
		t.Error("bytes differ")
	}
}

// large is a notebook of 200 cells with outputs, of about 2 MiB.
func large(b *testing.B) *Document {
	d := New()
	var edits []Edit
	for i := range 200 {
		id := fmt.Sprintf("c%d", i)
		out, err := NewStream("stdout", strings.Repeat("a line of output\n", 500)).MarshalJSON()
		if err != nil {
			b.Fatal(err)
		}
		edits = append(edits, Edit{Op: Insert{id, i, json.RawMessage(`{"cell_type":"code","source":"` + strings.Repeat(`x := 1\n`, 20) + `"}`)}},
			Edit{Op: SetOutputs{id, 0, 0, []json.RawMessage{out}}})
	}
	for _, e := range edits {
		e.Base = d.Version()
		if _, err := d.Apply(e); err != nil {
			b.Fatal(err)
		}
	}
	return d
}

func BenchmarkOpen(b *testing.B) {
	data := large(b).Bytes()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := Open(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBytes(b *testing.B) {
	d := large(b)
	b.SetBytes(int64(len(d.Bytes())))
	for b.Loop() {
		d.Bytes()
	}
}

// BenchmarkKeystroke types a character in the middle of the notebook and takes it back.
func BenchmarkKeystroke(b *testing.B) {
	d := large(b)
	for b.Loop() {
		undo, err := d.Apply(Edit{Base: d.Version(), Op: Splice{"c100", 70, 70, "y"}})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.Apply(undo); err != nil {
			b.Fatal(err)
		}
	}
}
