package notebook

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRepair has files that lack something, with what the user is told and what the first edit makes of them.
func TestRepair(t *testing.T) {
	const head, tail = `{"cells":[`, `],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	const sound = `{"cell_type":"raw","id":"z","metadata":{},"source":""}`
	tests := []struct{ name, data, problem, want string }{
		{"sound", head + sound + tail, "", head + sound + tail},
		{"no minor version", `{"cells":[` + sound + `],"metadata":{},"nbformat":4}`, "line 1, column 1: nbformat_minor is missing", head + sound + tail},
		{"minor version of a wrong type", `{"cells":[` + sound + `],"metadata":{},"nbformat":4,"nbformat_minor":"5"}`, "nbformat_minor is missing", head + sound + tail},
		{"no notebook metadata", `{"cells":[` + sound + `],"nbformat":4,"nbformat_minor":5}`, "metadata is missing", head + sound + tail},
		{"no members", head + `{"cell_type":"code","id":"a"},` + sound + tail, "line 1, column 11: cell 1: metadata is missing",
			head + `{"cell_type":"code","execution_count":null,"id":"a","metadata":{},"outputs":[],"source":[]},` + sound + tail},
		{"count of a wrong type", head + `{"cell_type":"code","execution_count":1.5,"id":"a","metadata":{},"outputs":[],"source":[]},` + sound + tail,
			"cell 1: execution_count is neither null nor a count", head + `{"cell_type":"code","execution_count":null,"id":"a","metadata":{},"outputs":[],"source":[]},` + sound + tail},
		{"invalid id", head + `{"cell_type":"raw","id":"a b","metadata":{},"source":"x"},` + sound + tail, "cell 1 has an id that is not 1 to 64 letters",
			head + `{"cell_type":"raw","id":"c-fd9249a7","metadata":{},"source":"x"},` + sound + tail},
		{"derived id is taken", head + `{"cell_type":"raw","metadata":{},"source":"x"},{"cell_type":"raw","id":"c-fd9249a7","metadata":{},"source":"x"},` + sound + tail,
			"cell 1 has no id", head + `{"cell_type":"raw","id":"c-6e30e09d","metadata":{},"source":"x"},{"cell_type":"raw","id":"c-fd9249a7","metadata":{},"source":"x"},` + sound + tail},
		{"unknown kind", `{"cells":[{"cell_type":"new"},` + sound + `],"metadata":{},"nbformat":4,"nbformat_minor":6}`, "",
			`{"cells":[{"cell_type":"new"},` + sound + `],"metadata":{},"nbformat":4,"nbformat_minor":6}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := open(t, tt.data)
			told := ""
			for _, p := range d.Problems() {
				told += p.Error() + "\n"
			}
			if tt.problem == "" && told != "" || !strings.Contains(told, tt.problem) {
				t.Errorf("told %q, want %q", told, tt.problem)
			}
			last := d.Cells()[len(d.Cells())-1].ID()
			if _, err := d.Apply(Edit{Op: Splice{last, 0, 0, "!"}}); err != nil {
				t.Fatal(err)
			}
			want := strings.Replace(tt.want, `"id":"z","metadata":{},"source":""`, `"id":"z","metadata":{},"source":"!"`, 1)
			if diff := cmp.Diff(want, string(d.Bytes())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUnknownCell deletes and restores a cell of a version to come, which is carried as it is.
func TestUnknownCell(t *testing.T) {
	const data = `{"cells":[{"cell_type":"new","more":{"b":1,"a":2.0}},{"cell_type":"raw","id":"z","metadata":{},"source":""}],"metadata":{},"nbformat":4,"nbformat_minor":6}`
	d := open(t, data)
	c := d.Cells()[0]
	if c.Kind().Known() || c.ID() == "" || c.Source() != "" || c.Outputs() != nil {
		t.Errorf("cell %q of kind %q", c.ID(), c.Kind())
	}
	undo, err := d.Apply(Edit{Op: Delete{c.ID()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Apply(undo); err != nil || string(d.Bytes()) != data || d.Cells()[0].ID() != c.ID() {
		t.Errorf("restored (%v): %s", err, d.Bytes())
	}
	if _, err := d.Apply(Edit{Base: 2, Op: Move{c.ID(), 1}}); err != nil {
		t.Fatal(err)
	}
	if cells := d.Cells(); cells[1].ID() != c.ID() || !strings.Contains(string(d.Bytes()), `{"cell_type":"new","more":{"b":1,"a":2.0}}`) {
		t.Errorf("moved: %s", d.Bytes())
	}
}

func TestOwnMetadata(t *testing.T) {
	d := open(t, three)
	set := func(cell, value string) {
		t.Helper()
		if _, err := d.Apply(Edit{Base: d.Version(), Op: SetMeta{cell, "costate", json.RawMessage(value)}}); err != nil {
			t.Fatal(err)
		}
	}
	type view struct {
		Reactive, Seeded bool
		Shell            bool
		Seed             int
		Autorun, Locked  bool
		Exercise         string
	}
	look := func() (v view) {
		v.Seed, v.Seeded = d.Seed()
		c, _ := d.Cell("a")
		v.Shell = d.Shell()
		v.Reactive, v.Autorun, v.Locked, v.Exercise = d.Reactive(), c.Autorun(), c.Locked(), c.Exercise()
		return v
	}
	if diff := cmp.Diff(view{Autorun: true}, look()); diff != "" {
		t.Error(diff)
	}
	set("", `{"format":1,"reactive":true,"seed":7,"shell":"run"}`)
	set("a", `{"autorun":"off","locked":true,"exercise":"one"}`)
	if diff := cmp.Diff(view{true, true, true, 7, false, true, "one"}, look()); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{`true`, `"off"`, `"RUN"`} {
		_, err := d.Apply(Edit{Base: d.Version(), Op: SetMeta{"", "costate", json.RawMessage(`{"shell":` + bad + `}`)}})
		if err == nil || !strings.Contains(err.Error(), `costate.shell must be "run"`) {
			t.Errorf("shell %s: %v", bad, err)
		}
	}
	newer := open(t, strings.Replace(three, `"metadata": {}`, `"metadata": {"costate":{"format":2,"mood":"good"}}`, 1))
	if _, err := newer.Apply(Edit{Op: SetMeta{Key: "costate", Value: json.RawMessage(`{"format":1}`)}}); err == nil || !strings.Contains(err.Error(), "not written by this version") {
		t.Errorf("metadata of a newer version is overwritten: %v", err)
	}
}

func TestViews(t *testing.T) {
	d := open(t, `{"nbformat":4,"nbformat_minor":5,"metadata":{"language_info":{"name":"go"}},"cells":[
{"cell_type":"raw","id":"r","metadata":{"a":[true,null]},"source":["x\n","y"],"attachments":{"p.png":{"image/png":"aGk="}}},
{"cell_type":"code","id":"c","metadata":{},"source":"","execution_count":2,"outputs":[{"output_type":"display_data","metadata":{},"data":{"image/png":"aGk=","application/json":{"a": 1.0}}}]}]}`)
	if d.Language() != "go" {
		t.Errorf("language %q", d.Language())
	}
	if New().Language() != "go" || open(t, `{"nbformat":4,"cells":[]}`).Language() != "" {
		t.Error("language of a new or a bare notebook")
	}
	r, ok := d.Cell("r")
	if !ok || r.Kind() != Raw || r.Source() != "x\ny" || r.Attachments().Get("p.png").Len() != 1 {
		t.Errorf("raw cell %v", r)
	}
	if a := r.Metadata().Get("a"); a.Kind() != Array || !a.At(0).IsTrue() || a.At(1).Kind() != Null {
		t.Errorf("metadata %v", a)
	}
	if _, ok := d.Cell("none"); ok {
		t.Error("there is a cell none")
	}
	c, _ := d.Cell("c")
	if n, ok := c.Count(); !ok || n != 2 {
		t.Errorf("count %d %v", n, ok)
	}
	o := c.Outputs()[0]
	if diff := cmp.Diff([]string{"image/png", "application/json"}, o.Mimes()); diff != "" {
		t.Error(diff)
	}
	if s, ok := o.Data("application/json"); !ok || s != `{"a":1.0}` {
		t.Errorf("JSON %q", s)
	}
	if _, ok := o.Data("text/plain"); ok {
		t.Error("there is text")
	}
	for v, want := range map[*Value]Kind{nil: Null, r.Value(): Object, r.Value().Get("id"): String, c.Value().Get("execution_count"): Number} {
		if v.Kind() != want {
			t.Errorf("kind %s, want %s", v.Kind(), want)
		}
	}
	if a, b := NewID(), NewID(); !validID.MatchString(a) || len(a) != 8 || a == b {
		t.Errorf("ids %q, %q", a, b)
	}
}
