package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the table in docs/protocol.md")

// TestGoldens decodes every golden into its Go type, without losing a field, and encodes it to the same JSON.
func TestGoldens(t *testing.T) {
	samples := map[string]any{}
	sequenced := map[string]bool{}
	for _, r := range outgoing() {
		samples[r.name], sequenced[r.name] = r.sample, r.sequenced
		if nameOf(r.sample) != r.name {
			t.Errorf("nameOf(%T) = %s", r.sample, nameOf(r.sample))
		}
	}
	for _, r := range incoming() {
		m, err := r.decode([]byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		samples[r.name] = m
	}
	files, err := filepath.Glob("testdata/messages/*.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			data = bytes.TrimSpace(data)
			var head struct {
				Type string
				Seq  uint64
			}
			if err := json.Unmarshal(data, &head); err != nil {
				t.Fatal(err)
			}
			name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".json"), "-")
			if name != head.Type {
				t.Errorf("the golden of %s is of type %s", name, head.Type)
			}
			sample := samples[head.Type]
			if sample == nil {
				t.Fatalf("there is no message %s", head.Type)
			}
			seen[head.Type] = true
			value := reflect.New(reflect.TypeOf(sample))
			if err := json.Unmarshal(data, value.Interface()); err != nil {
				t.Fatal(err)
			}
			seq := head.Seq
			if head.Type == "snapshot" {
				seq = 0 // it is a field of the message
			} else if sequenced[head.Type] != (seq != 0) && head.Type != "notice" {
				t.Errorf("seq is %d", seq)
			}
			again, err := frame(head.Type, seq, value.Elem().Interface())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(data), string(again)); d != "" {
				t.Errorf("golden and its encoding (-golden +encoded):\n%s", d)
			}
		})
	}
	for name := range samples {
		if !seen[name] {
			t.Errorf("message %s has no golden", name)
		}
	}
}

// TestTableInDocs compares the table of the documentation with that of the program, and looks for the fields of each message.
func TestTableInDocs(t *testing.T) {
	var b strings.Builder
	b.WriteString("| message | from | roles | |\n|---|---|---|---|\n")
	for _, r := range incoming() {
		var roles []string
		for _, x := range r.roles {
			roles = append(roles, string(x))
		}
		fmt.Fprintf(&b, "| %s | client | %s | %s |\n", r.name, strings.Join(roles, ", "), r.doc)
	}
	for _, r := range outgoing() {
		fmt.Fprintf(&b, "| %s | server | | %s |\n", r.name, r.doc)
	}
	const file = "../../docs/protocol.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	from := strings.Index(doc, "<!-- table:")
	to := strings.Index(doc, "<!-- /table -->")
	if from < 0 || to < 0 {
		t.Fatal("the marks of the table are missing")
	}
	from += strings.IndexByte(doc[from:], '\n') + 1
	want := doc[:from] + b.String() + doc[to:]
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(want, doc); d != "" {
		t.Errorf("docs/protocol.md is not what the table says; run with -update (-want +got):\n%s", d)
	}
	fields := doc[strings.Index(doc, "### Fields"):]
	check := func(name string, m any) {
		_, row, ok := strings.Cut(fields, "\n| "+name+" |")
		if !ok {
			t.Errorf("message %s has no row of fields", name)
			return
		}
		row, _, _ = strings.Cut(row, "\n")
		for i := range reflect.TypeOf(m).NumField() {
			tag, opts, _ := strings.Cut(reflect.TypeOf(m).Field(i).Tag.Get("json"), ",")
			if opts == "omitempty" && name != "output" {
				tag += "?"
			}
			if !strings.Contains(row, "`"+tag+"`") && !strings.Contains(row, "`"+tag+" {") {
				t.Errorf("field %s of %s is not in the documentation: %s", tag, name, row)
			}
		}
	}
	for _, r := range incoming() {
		m, _ := r.decode([]byte("{}"))
		check(r.name, m)
	}
	for _, r := range outgoing() {
		check(r.name, r.sample)
	}
}

// TestRoles settles who may send what, message by message.
func TestRoles(t *testing.T) {
	readers := []string{"hello", "ping"}
	for _, r := range incoming() {
		for _, who := range []role{roleOwner, roleReader, "", "stranger"} {
			handled := false
			rows := incoming()
			i := slices.IndexFunc(rows, func(x rowIn) bool { return x.name == r.name })
			rows[i].handle = func(*hub, *client, any) *refusal { handled = true; return nil }
			c := &client{role: who, hello: r.name != "hello"}
			rejected, bad := dispatch(rows, nil, c, []byte(`{"type":"`+r.name+`","ref":"5"}`))
			want := who == roleOwner || who == roleReader && slices.Contains(readers, r.name)
			if handled != want || bad || (rejected == nil) != want {
				t.Errorf("%s by %q: handled %v, rejected %v", r.name, who, handled, rejected)
			}
			if rejected != nil && (rejected.Code != "forbidden" || rejected.Ref != "5") {
				t.Errorf("%s by %q: %+v", r.name, who, rejected)
			}
		}
	}
}

func TestDispatchMalformed(t *testing.T) {
	tests := []struct {
		name, text, code string
		bad              bool
	}{
		{"not JSON", `{`, "", true},
		{"two values", `{}{}`, "", true},
		{"no object", `[1]`, "malformed", false},
		{"no type", `{}`, "malformed", false},
		{"unknown type", `{"type":"format-disk"}`, "malformed", false},
		{"wrong field", `{"type":"run","cells":"a"}`, "malformed", false},
		{"negative", `{"type":"edit","base":-1}`, "malformed", false},
		{"second hello", `{"type":"hello"}`, "malformed", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, bad := dispatch(incoming(), nil, &client{role: roleOwner, hello: true}, []byte(tt.text))
			if bad != tt.bad || (r == nil) != (tt.code == "") || r != nil && r.Code != tt.code {
				t.Errorf("%+v, %v", r, bad)
			}
		})
	}
	if r, _ := dispatch(incoming(), nil, &client{role: roleOwner}, []byte(`{"type":"run"}`)); r == nil {
		t.Error("run before hello")
	}
}
