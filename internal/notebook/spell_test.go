package notebook

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCanonical lays out what Jupyter wrote anew and compares: new text is what Jupyter itself would write (R4).
func TestCanonical(t *testing.T) {
	c := corpus(t)
	for _, name := range []string{"test3.ipynb", "test4.5.ipynb", "test4custom.ipynb", "test4jupyter_metadata.ipynb", "v4_5_no_cell_id.ipynb"} {
		_, v, _, _, err := parse(string(c[name]), 0)
		if err != nil {
			t.Fatal(err)
		}
		if cells := v.Get("cells"); cells != nil {
			for i := range cells.Len() {
				cells = cells.withValue(i, splitTexts(cells.At(i)))
			}
			v = v.withValue(v.find("cells"), cells)
		}
		if diff := cmp.Diff(string(c[name]), string(canonical.format(v, 0).print(nil))+"\n"); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestStyle inserts a cell into files of several styles. The new text follows the file, the old stays.
func TestStyle(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"indent 2, unsorted, no final newline",
			"{\n  \"nbformat_minor\": 5,\n  \"nbformat\": 4,\n  \"metadata\": {},\n  \"cells\": []\n}",
			"{\n  \"nbformat_minor\": 5,\n  \"nbformat\": 4,\n  \"metadata\": {},\n  \"cells\": [\n    {\n      \"cell_type\": \"raw\",\n      \"id\": \"n\",\n      \"metadata\": {},\n      \"source\": [\n        \"é</\\n\",\n        \"🍎\"\n      ]\n    }\n  ]\n}"},
		{"CRLF and tabs",
			"{\r\n\t\"cells\": [],\r\n\t\"metadata\": {},\r\n\t\"nbformat\": 4,\r\n\t\"nbformat_minor\": 5\r\n}\r\n",
			"{\r\n\t\"cells\": [\r\n\t\t{\r\n\t\t\t\"cell_type\": \"raw\",\r\n\t\t\t\"id\": \"n\",\r\n\t\t\t\"metadata\": {},\r\n\t\t\t\"source\": [\r\n\t\t\t\t\"é</\\n\",\r\n\t\t\t\t\"🍎\"\r\n\t\t\t]\r\n\t\t}\r\n\t],\r\n\t\"metadata\": {},\r\n\t\"nbformat\": 4,\r\n\t\"nbformat_minor\": 5\r\n}\r\n"},
		{"one line", `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
			`{"cells":[{"cell_type":"raw","id":"n","metadata":{},"source":["é</\n","🍎"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`},
		{"one line with spaces", `{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`,
			`{"cells": [{"cell_type": "raw", "id": "n", "metadata": {}, "source": ["é</\n", "🍎"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`},
		{"ASCII", `{"cells":[],"metadata":{"title":"\u00fc"},"nbformat":4,"nbformat_minor":5}`,
			`{"cells":[{"cell_type":"raw","id":"n","metadata":{},"source":["\u00e9</\n","\ud83c\udf4e"]}],"metadata":{"title":"\u00fc"},"nbformat":4,"nbformat_minor":5}`},
		{"escapes of Go", `{"cells":[],"metadata":{"title":"ü\u003c\u2028"},"nbformat":4,"nbformat_minor":5}`,
			`{"cells":[{"cell_type":"raw","id":"n","metadata":{},"source":["é\u003c/\n","🍎"]}],"metadata":{"title":"ü\u003c\u2028"},"nbformat":4,"nbformat_minor":5}`},
		{"escapes of PHP", `{"cells":[],"metadata":{"title":"\/"},"nbformat":4,"nbformat_minor":5}`,
			`{"cells":[{"cell_type":"raw","id":"n","metadata":{},"source":["é<\/\n","🍎"]}],"metadata":{"title":"\/"},"nbformat":4,"nbformat_minor":5}`},
		{"escapes of both kinds", `{"cells":[],"metadata":{"title":"\u003c<\/\/ /\u00e9é"},"nbformat":4,"nbformat_minor":5}`,
			`{"cells":[{"cell_type":"raw","id":"n","metadata":{},"source":["é</\n","🍎"]}],"metadata":{"title":"\u003c<\/\/ /\u00e9é"},"nbformat":4,"nbformat_minor":5}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, tt.before)
			if _, err := d.Apply(Edit{Op: Insert{"n", 0, json.RawMessage(`{"cell_type":"raw","source":"é\u003c/\n🍎"}`)}}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(d.Bytes())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestEncode has strings with what Python's json.dumps writes for them, with and without ensure_ascii.
func TestEncode(t *testing.T) {
	tests := []struct{ text, plain, ascii string }{
		{"", `""`, `""`},
		{"a\"\\/b", `"a\"\\/b"`, `"a\"\\/b"`},
		{"\b\f\n\r\t\v\x00\x1f", `"\b\f\n\r\t\u000b\u0000\u001f"`, `"\b\f\n\r\t\u000b\u0000\u001f"`},
		{"~\x7f", "\"~\x7f\"", `"~\u007f"`},
		{"é\u2028\u2029", "\"é\u2028\u2029\"", `"\u00e9\u2028\u2029"`},
		{"🍎", `"🍎"`, `"\ud83c\udf4e"`},
		{"<>&", `"<>&"`, `"<>&"`},
		{"\xed\xa0\xbc!", `"\ud83c!"`, `"\ud83c!"`}, // an unpaired surrogate in WTF-8
	}
	for _, tt := range tests {
		for _, st := range []style{{}, {ascii: true}, {html: true, slash: true}} {
			got, want := st.encode(tt.text), tt.plain
			if st.ascii {
				want = tt.ascii
			}
			if !st.html && got != want {
				t.Errorf("%q, %+v: %s, want %s", tt.text, st, got, want)
			}
			if back := decodeString(got); back != tt.text {
				t.Errorf("%s decodes to %q, not %q", got, back, tt.text)
			}
		}
	}
}

// TestSplitLines has the line ends of Python's str.splitlines(True).
func TestSplitLines(t *testing.T) {
	tests := map[string][]string{
		"":                    nil,
		"a":                   {"a"},
		"a\n":                 {"a\n"},
		"\n\na":               {"\n", "\n", "a"},
		"a\r\nb\rc\n\rd":      {"a\r\n", "b\r", "c\n", "\r", "d"},
		"a\vb\fc\x1cd\x1de":   {"a\v", "b\f", "c\x1c", "d\x1d", "e"},
		"a\x1eb\u0085c\u2028": {"a\x1e", "b\u0085", "c\u2028"},
		"\u2029é\x1f":         {"\u2029", "é\x1f"},
		"\xed\xa0\xbc\n":      {"\xed\xa0\xbc\n"},
	}
	for text, want := range tests {
		got := splitLines(text)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
		if strings.Join(got, "") != text {
			t.Errorf("%q: the lines are not the text", text)
		}
	}
}
