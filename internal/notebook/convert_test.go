package notebook

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConvert opens nbformat's notebook of format 3.
func TestConvert(t *testing.T) {
	d := open(t, string(corpus(t)["test3.ipynb"]))
	if d.Converted() != 3 || len(d.Problems()) != 0 {
		t.Errorf("converted from %d, problems %v", d.Converted(), d.Problems())
	}
	text := d.Bytes()
	if msg := loadSchema(t).validate(text); msg != "" {
		t.Error(msg)
	}
	again := open(t, string(text))
	if again.Converted() != 0 || string(again.Bytes()) != string(text) {
		t.Error("the converted notebook does not open as what it is")
	}
	var got []string
	for _, c := range d.Cells() {
		first, _, _ := strings.Cut(c.Source(), "\n")
		s := string(c.Kind()) + " " + first[:min(len(first), 30)]
		for _, o := range c.Outputs() {
			s += " | " + o.Type() + " " + strings.Join(o.Mimes(), " ")
		}
		got = append(got, s)
	}
	want := []string{
		"markdown # nbconvert latex test",
		"markdown **Lorem ipsum** dolor sit amet",
		"markdown ## Printed Using Python",
		`code print("hello") | stream `,
		"markdown ## Pyout",
		"code from IPython.display import HT | execute_result text/html text/plain",
		"code %%javascript | display_data application/javascript text/plain",
		"markdown ### Image",
		"code from IPython.display import Im | execute_result image/png text/plain",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n, ok := d.Cells()[5].Count(); !ok || n != 3 {
		t.Errorf("count %d", n)
	}
	if d.Metadata().Len() != 0 {
		t.Errorf("metadata %s", d.Metadata().compact(nil))
	}
}

// TestConvertCells has what nbformat's notebook lacks.
func TestConvertCells(t *testing.T) {
	tests := []struct{ name, cell, want string }{
		{"nothing but a type", `{"cell_type":"code"}`, `{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":[]}`},
		{"running", `{"cell_type":"code","input":"a\nb","prompt_number":"*","collapsed":true,"outputs":[]}`,
			`{"cell_type":"code","execution_count":null,"metadata":{"collapsed":true},"outputs":[],"source":["a\n","b"]}`},
		{"heading of lines", `{"cell_type":"heading","level":9,"source":["a\n","b"]}`, `{"cell_type":"markdown","metadata":{},"source":["###### a b"]}`},
		{"html", `{"cell_type":"html","source":"x"}`, `{"cell_type":"markdown","metadata":{},"source":["x"]}`},
		{"raw", `{"cell_type":"raw","metadata":{"format":"x"},"source":"x"}`, `{"cell_type":"raw","metadata":{"format":"x"},"source":["x"]}`},
		{"error", `{"cell_type":"code","outputs":[{"output_type":"pyerr","ename":"E","traceback":["t"]}]}`,
			`{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[{"ename":"E","evalue":"","output_type":"error","traceback":["t"]}],"source":[]}`},
		{"stream", `{"cell_type":"code","outputs":[{"output_type":"stream","text":"t"}]}`,
			`{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[{"name":"stdout","output_type":"stream","text":["t"]}],"source":[]}`},
		{"JSON", `{"cell_type":"code","outputs":[{"output_type":"display_data","json":"{\"a\": 1.0}","metadata":{"png":{"width":1}}}]}`,
			`{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[{"data":{"application/json":{"a":1.0}},"metadata":{"image/png":{"width":1}},"output_type":"display_data"}],"source":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, `{"metadata":{"name":"n"},"nbformat":3,"nbformat_minor":0,"worksheets":[{"cells":[`+tt.cell+`]},{"cells":[]}]}`)
			id := d.Cells()[0].ID()
			got := strings.Replace(string(d.Cells()[0].Value().compact(nil)), `"id":"`+id+`",`, "", 1)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if msg := loadSchema(t).validate(d.Bytes()); msg != "" {
				t.Error(msg)
			}
		})
	}
	for _, bad := range []string{`1`, `{}`, `{"cell_type":"code","outputs":[{"output_type":"odd"}]}`, `{"cell_type":"code","outputs":1}`,
		`{"cell_type":"raw","metadata":1}`, `{"cell_type":"heading","source":1}`, `{"cell_type":"code","outputs":[{"output_type":"pyout","json":"{"}]}`} {
		if _, err := Open([]byte(`{"nbformat":3,"worksheets":[{"cells":[` + bad + `]}]}`)); err == nil {
			t.Errorf("%s is converted", bad)
		}
	}
}
