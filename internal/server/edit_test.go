package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/costate/costate/internal/notebook"
)

// cells is the document as a new client sees it.
func (r *rig) cells(name string) string {
	r.t.Helper()
	p := r.open(name, `{"type":"hello"}`)
	defer p.conn.Close()
	s := p.until("type", "snapshot")
	var list []string
	for _, c := range s["cells"].([]any) {
		c := c.(map[string]any)
		list = append(list, fmt.Sprintf("%v %v %q %v", c["id"], c["kind"], c["source"], c["state"]))
	}
	return strings.Join(list, "\n")
}

// do makes an edit and returns the version that it made.
func (p *page) do(ref string, base any, ops string) message {
	p.t.Helper()
	p.say(fmt.Sprintf(`{"type":"edit","ref":%q,"base":%v,"ops":[%s]}`, ref, base, ops))
	for {
		m := p.until("ref", ref)
		if m.is("type", "applied") || m.is("type", "rejected") {
			return m
		}
	}
}

func (p *page) revert(ref string, edit any) message {
	p.t.Helper()
	p.say(fmt.Sprintf(`{"type":"revert","ref":%q,"edit":%v}`, ref, edit))
	return p.until("ref", ref)
}

func TestEditAndRevert(t *testing.T) {
	file := book("a", "x := 1", "b", "y := 2", "m", "text")
	r := newRig(t, map[string]string{"a.ipynb": file})
	p, other := r.open("a.ipynb", `{"type":"hello"}`), r.open("a.ipynb", `{"type":"hello"}`)
	client := p.until("type", "welcome")["client"]
	base := p.until("type", "snapshot")["version"]
	edits := []struct{ ops, want string }{
		{`{"op":"source","cell":"a","source":"x := \"😀\""}`, "a code \"x := \\\"😀\\\"\" not-run\nb code \"y := 2\" not-run\nm markdown \"text\" not-run"},
		{`{"op":"insert","at":1,"cell":{"id":"n","kind":"markdown","source":"# new"}}`, "a code \"x := \\\"😀\\\"\" not-run\nn markdown \"# new\" not-run\nb code \"y := 2\" not-run\nm markdown \"text\" not-run"},
		{`{"op":"move","cell":"m","at":0}`, "m markdown \"text\" not-run\na code \"x := \\\"😀\\\"\" not-run\nn markdown \"# new\" not-run\nb code \"y := 2\" not-run"},
		{`{"op":"kind","cell":"b","kind":"raw"}`, "m markdown \"text\" not-run\na code \"x := \\\"😀\\\"\" not-run\nn markdown \"# new\" not-run\nb raw \"y := 2\" not-run"},
		{`{"op":"delete","cell":"a"},{"op":"delete","cell":"n"},{"op":"source","cell":"m","source":"**t**"}`, "m markdown \"**t**\" not-run\nb raw \"y := 2\" not-run"},
	}
	states := []string{r.cells("a.ipynb")}
	var made []any
	for i, e := range edits {
		m := p.do(fmt.Sprint(i), base, e.ops)
		if !m.is("type", "applied", "client", client) {
			t.Fatalf("%s: %v", e.ops, m)
		}
		made = append(made, m["version"])
		if got := r.cells("a.ipynb"); got != e.want {
			t.Errorf("after %s:\n%s\nwant\n%s", e.ops, got, e.want)
		}
		states = append(states, e.want)
		if seen := other.until("type", "applied", "ref", fmt.Sprint(i)); fmt.Sprint(seen) != fmt.Sprint(m) {
			t.Errorf("the other client got %v, not %v", seen, m)
		}
	}
	if html := fmt.Sprint(other.log[len(other.log)-1]["html"]); html != "map[m:<p><strong>t</strong></p>\n]" {
		t.Errorf("html: %s", html)
	}
	var redo []any
	for i := len(edits) - 1; i >= 0; i-- {
		m := p.revert(fmt.Sprint("u", i), made[i])
		if !m.is("type", "applied", "reverts", made[i]) {
			t.Fatalf("undo %s: %v", edits[i].ops, m)
		}
		redo = append(redo, m["version"])
		if got := r.cells("a.ipynb"); got != states[i] {
			t.Errorf("after undoing %s:\n%s\nwant\n%s", edits[i].ops, got, states[i])
		}
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if got := r.read("a.ipynb"); got != file {
		t.Errorf("saved after undoing everything: %s", got)
	}
	for i := len(redo) - 1; i >= 0; i-- {
		if m := p.revert(fmt.Sprint("r", i), redo[i]); !m.is("type", "applied") {
			t.Fatalf("redo: %v", m)
		}
	}
	if got := r.cells("a.ipynb"); got != states[len(states)-1] {
		t.Errorf("after redoing everything:\n%s", got)
	}
}

func TestEditRejected(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "for {}", "b", "y := 2", "c", "1")})
	p, other := r.open("a.ipynb", `{"type":"hello"}`), r.open("a.ipynb", `{"type":"hello"}`)
	base := p.until("type", "snapshot")["version"]
	first := other.do("o1", base, `{"op":"source","cell":"b","source":"y := 3"}`)
	tests := []struct{ name, ops, code string }{
		{"conflict", `{"op":"source","cell":"b","source":"y := 4"}`, "conflict"},
		{"all or none", `{"op":"source","cell":"a","source":"z"},{"op":"delete","cell":"nowhere"}`, "unknown-cell"},
		{"unknown cell", `{"op":"move","cell":"z","at":0}`, "unknown-cell"},
		{"no place", `{"op":"move","cell":"a","at":9}`, "malformed"},
		{"no index", `{"op":"move","cell":"a"}`, "malformed"},
		{"id twice", `{"op":"insert","at":0,"cell":{"id":"a","kind":"code","source":""}}`, "malformed"},
		{"bad id", `{"op":"insert","at":0,"cell":{"id":"<b>","kind":"code","source":""}}`, "malformed"},
		{"bad kind", `{"op":"kind","cell":"a","kind":"script"}`, "malformed"},
		{"unknown op", `{"op":"explode","cell":"a"}`, "malformed"},
		{"no ops", ``, "malformed"},
	}
	for _, tt := range tests {
		m := p.do(tt.name, base, tt.ops)
		if !m.is("type", "rejected", "code", tt.code, "of", "edit") || m["seq"] != nil {
			t.Errorf("%s: %v", tt.name, m)
		}
	}
	if got := r.cells("a.ipynb"); got != "a code \"for {}\" not-run\nb code \"y := 3\" not-run\nc code \"1\" not-run" {
		t.Errorf("the document: %s", got)
	}
	// another cell is no conflict, though the base is old
	if m := p.do("fine", base, `{"op":"source","cell":"c","source":"2"}`); !m.is("type", "applied") {
		t.Errorf("edit of another cell: %v", m)
	}
	other.do("o2", first["version"], `{"op":"source","cell":"b","source":"y := 5"}`)
	if m := other.revert("o3", first["version"]); !m.is("type", "rejected", "code", "conflict") {
		t.Errorf("reverting an edit under a later one: %v", m)
	}
	p.say(`{"type":"run","cells":["a","c"]}`)
	p.until("type", "kernel", "state", "busy")
	if m := p.do("running", base, `{"op":"delete","cell":"a"}`); !m.is("type", "rejected", "code", "busy") {
		t.Errorf("deleting a running cell: %v", m)
	}
	if m := p.do("queued", base, `{"op":"delete","cell":"c"}`); !m.is("type", "applied") {
		t.Errorf("deleting a queued cell: %v", m)
	}
	p.say(`{"type":"run","cells":["gone"]}`)
	p.until("type", "rejected", "code", "unknown-cell")
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "a", "state", "error")
}

func TestStale(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "x := 1", "b", "x")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.say(`{"type":"runAll"}`)
	p.until("type", "cell", "cell", "b", "state", "ok")
	p.do("1", 0, `{"op":"source","cell":"b","source":"x+1"}`)
	if m := p.until("type", "cell", "cell", "b", "state", "stale"); m["note"] != "edited since it ran" {
		t.Errorf("note: %v", m)
	}
	p.do("2", 0, `{"op":"source","cell":"b","source":"x"}`)
	p.until("type", "cell", "cell", "b", "state", "ok")
	p.say(`{"type":"runAll","restart":true}`)
	p.until("type", "cell", "cell", "a", "state", "ok", "count", 1)
	p.until("type", "cell", "cell", "b", "state", "ok", "count", 2)
}

func TestSaveConflict(t *testing.T) {
	file := book("a", "1")
	r := newRig(t, map[string]string{"a.ipynb": file})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	epoch := p.until("type", "snapshot")["epoch"]
	p.do("1", 0, `{"op":"source","cell":"a","source":"2"}`)
	theirs := book("a", "theirs")
	r.write("a.ipynb", theirs)
	p.say(`{"type":"save"}`)
	p.until("type", "notice", "code", "changed-on-disk")
	if r.read("a.ipynb") != theirs {
		t.Error("save wrote over a file that was changed")
	}
	if list := r.s.Unsaved(); len(list) != 1 {
		t.Errorf("unsaved: %v", list)
	}
	p.say(`{"type":"save","overwrite":true}`)
	p.until("type", "saved", "path", "a.ipynb")
	if got := r.read("a.ipynb"); got != book("a", "2") {
		t.Errorf("saved: %s", got)
	}
	if list := r.s.Unsaved(); len(list) != 0 {
		t.Errorf("unsaved: %v", list)
	}
	r.write("a.ipynb", theirs)
	p.say(`{"type":"reload"}`)
	s := p.until("type", "snapshot")
	if s["epoch"] == epoch || !strings.Contains(fmt.Sprint(s), "theirs") {
		t.Errorf("reloaded: %v", s)
	}
	p.do("2", s["version"], `{"op":"source","cell":"a","source":"3"}`)
	p.say(`{"type":"save","as":"sub/../x.ipynb"}`)
	p.until("type", "rejected", "of", "save")
	p.say(`{"type":"save","as":"copy.ipynb"}`)
	p.until("type", "notice", "code", "copied")
	if r.read("copy.ipynb") != book("a", "3") || r.read("a.ipynb") != theirs {
		t.Error("the copy is not as expected")
	}
	p.say(`{"type":"save","as":"copy.ipynb"}`)
	p.until("type", "rejected", "of", "save")
	if err := os.Remove(filepath.Join(r.dir, "a.ipynb")); err != nil {
		t.Fatal(err)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "notice", "code", "changed-on-disk")
}

func TestOldAndForeign(t *testing.T) {
	r := newRig(t, map[string]string{
		"v3.ipynb": `{"nbformat":3,"nbformat_minor":0,"metadata":{"name":""},"worksheets":[{"metadata":{},"cells":[{"cell_type":"code","language":"go","collapsed":false,"metadata":{},"input":["1"],"outputs":[]}]}]}`,
		"py.ipynb": strings.ReplaceAll(book("a", "1"), `"name": "go"`, `"name": "python"`), "bad.ipynb": "{\n", "list.ipynb": "[]"})
	r.write("py.ipynb", strings.ReplaceAll(r.read("py.ipynb"), `"language": "go"`, `"language": "python"`))
	p := r.open("v3.ipynb", `{"type":"hello"}`)
	if s := p.until("type", "snapshot"); !strings.Contains(fmt.Sprint(s["readOnly"]), "format 3") {
		t.Errorf("format 3: %v", s)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "rejected", "code", "read-only")
	p.say(`{"type":"save","as":"v4.ipynb"}`)
	p.until("type", "notice", "code", "copied")
	if got := r.read("v4.ipynb"); !strings.Contains(got, `"nbformat":4`) {
		t.Errorf("the copy: %s", got)
	}
	q := r.open("py.ipynb", `{"type":"hello"}`)
	q.until("type", "snapshot")
	q.say(`{"type":"runAll"}`)
	if m := q.until("type", "rejected"); !m.is("code", "unsupported") {
		t.Errorf("running Python: %v", m)
	}
	for name, want := range map[string]string{"bad.ipynb": "line 2, column 1", "list.ipynb": "not a notebook", "none.ipynb": "no such file"} {
		m := r.open(name, `{"type":"hello"}`).until("type", "notice")
		if !m.is("code", "not-opened", "level", "error") || !strings.Contains(fmt.Sprint(m["text"]), want) {
			t.Errorf("%s: %v", name, m)
		}
	}
}

func TestSplice(t *testing.T) {
	texts := []string{"", "a", "ab", "😀", "😁", "a😀b", "a😁b", "\U0001F600\U0001F601", "\U0001F601\U0001F600", "é", "e\u0301", "aXb", "aab", "aaab", "😀😀", "😀a😀"}
	for _, was := range texts {
		for _, now := range texts {
			doc := notebook.New()
			value, err := encode(map[string]string{"cell_type": "code", "source": was})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := doc.Apply(notebook.Edit{Op: notebook.Insert{Cell: "a", Value: value}}); err != nil {
				t.Fatal(err)
			}
			s := splice("a", was, now)
			if _, err := doc.Apply(notebook.Edit{Base: doc.Version(), Op: s}); err != nil {
				t.Errorf("%q to %q: %+v: %v", was, now, s, err)
				continue
			}
			if c, _ := doc.Cell("a"); c.Source() != now {
				t.Errorf("%q to %q: %+v gives %q", was, now, s, c.Source())
			}
		}
	}
}
