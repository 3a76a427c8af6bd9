package server

// This file tests reactive notebooks: what runs because another cell has run.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ran waits until the kernel is idle after it was busy, and gives the cells that have begun since, in order.
func (p *page) ran() string {
	p.t.Helper()
	from := len(p.log)
	p.until("type", "kernel", "state", "busy")
	p.until("type", "kernel", "state", "ready")
	var ids []string
	for _, m := range p.log[from:] {
		if m.is("type", "cell", "state", "running") && (len(ids) == 0 || ids[len(ids)-1] != fmt.Sprint(m["cell"])) {
			ids = append(ids, fmt.Sprint(m["cell"]))
		}
	}
	return strings.Join(ids, " ")
}

// states gives each cell's state as the page was told last.
func (p *page) states(ids string) string {
	var out []string
	for _, id := range strings.Fields(ids) {
		state := ""
		for _, m := range p.log {
			if m.is("type", "cell", "cell", id) && m["state"] != nil {
				state = fmt.Sprint(m["state"])
			}
		}
		out = append(out, id+" "+state)
	}
	return strings.Join(out, ", ")
}

func TestReactive(t *testing.T) {
	cells := []string{"a", "x := 1", "b", "y := x * 10", "c", "z := x + 1", "d", "y + z", "e", "other := 5", "f", "other + 1"}
	type step struct{ edit, to, say, ran, states string }
	run := func(id string) string { return fmt.Sprintf(`{"type":"run","cells":[%q]}`, id) }
	for _, test := range []struct {
		name  string
		off   string // cells that are not to run by themselves
		steps []step
	}{
		{"dependents run once and in order", "", []step{
			{"a", "x := 2", run("a"), "a b c d", "a ok, b ok, c ok, d ok, e ok, f ok"},
			{"e", "other := 6", run("e"), "e f", "a ok, b ok, c ok, d ok, e ok, f ok"},
			{"d", "y - z", run("d"), "d", "a ok, b ok, c ok, d ok, e ok, f ok"},
		}},
		{"a cell that is not to run by itself, and its dependents", "b", []step{
			{"a", "x := 2", run("a"), "a c", "a ok, b stale, c ok, d stale, e ok, f ok"},
			{"", "", run("b"), "b d", "a ok, b ok, c ok, d ok, e ok, f ok"},
		}},
		{"it runs when it is told to", "d", []step{
			{"a", "x := 2", run("a"), "a b c", "a ok, b ok, c ok, d stale, e ok, f ok"},
			{"", "", run("d"), "d", "a ok, b ok, c ok, d ok, e ok, f ok"},
		}},
		{"what is independent of a failed cell stays and runs", "", []step{
			{"b", "y := 1 / (x - 2)", run("b"), "b d", "a ok, b ok, c ok, d ok, e ok, f ok"},
			{"a", "x := 2", run("a"), "a b c", "a ok, b error, c ok, d stale, e ok, f ok"},
			{"a", "x := 3", run("a"), "a b c d", "a ok, b ok, c ok, d ok, e ok, f ok"},
		}},
		{"the queue of independent cells goes on after an error", "", []step{
			{"a", "x := 1 / 0.0", `{"type":"run","cells":["a","e"]}`, "a e f", "a error, b ok, c ok, d ok, e ok, f ok"},
		}},
		{"a function between", "", []step{
			{"e", "func other() int { return x }", run("e"), "e f", "a ok, b ok, c ok, d ok, e ok, f error"},
			{"f", "other()", run("f"), "f", "a ok, b ok, c ok, d ok, e ok, f ok"},
			{"a", "x := 7", run("a"), "a b c f d", "a ok, b ok, c ok, d ok, e ok, f ok"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, map[string]string{"a.ipynb": book(cells...)})
			p := r.open("a.ipynb", `{"type":"hello"}`)
			p.say(`{"type":"set","reactive":true}`)
			p.until("type", "settings", "reactive", true)
			for _, id := range strings.Fields(test.off) {
				p.say(fmt.Sprintf(`{"type":"set","cell":%q,"autorun":false}`, id))
			}
			p.say(`{"type":"runAll"}`)
			if got := p.ran(); got != "a b c d e f" {
				t.Fatalf("at first ran %s", got)
			}
			for i, s := range test.steps {
				if s.edit != "" {
					p.edit(i, s.edit, s.to)
				}
				p.say(s.say)
				if d := cmp.Diff(s.ran, p.ran()); d != "" {
					t.Errorf("step %d ran (-want +got):\n%s", i, d)
				}
				if d := cmp.Diff(s.states, p.states("a b c d e f")); d != "" {
					t.Errorf("step %d, states (-want +got):\n%s", i, d)
				}
			}
		})
	}
}

// edit changes the text of a cell.
func (p *page) edit(ref int, id, source string) {
	p.t.Helper()
	base := any(0)
	for _, m := range p.log {
		if v, ok := m["version"]; ok {
			base = v
		}
	}
	if m := p.do(fmt.Sprint("edit", ref), base, fmt.Sprintf(`{"op":"source","cell":%q,"source":%q}`, id, source)); !m.is("type", "applied") {
		p.t.Fatalf("edit %s: %v", id, m)
	}
}

// TestDeletedCell: what depends on a deleted cell is stale; in a reactive notebook it runs, and says what is missing.
func TestDeletedCell(t *testing.T) {
	for _, reactive := range []bool{false, true} {
		t.Run(fmt.Sprint("reactive ", reactive), func(t *testing.T) {
			t.Parallel()
			r := newRig(t, map[string]string{"a.ipynb": book("a", "x := 1", "b", "x + 1", "c", "2 + 2")})
			p := r.open("a.ipynb", `{"type":"hello"}`)
			p.say(fmt.Sprintf(`{"type":"set","reactive":%v}`, reactive))
			p.until("type", "settings")
			p.say(`{"type":"runAll"}`)
			if got := p.ran(); got != "a b c" {
				t.Fatalf("at first ran %s", got)
			}
			p.say(`{"type":"edit","base":` + p.version() + `,"ref":"d","ops":[{"op":"delete","cell":"a"}]}`)
			if !reactive {
				m := p.until("type", "cell", "cell", "b", "state", "stale")
				if note := fmt.Sprint(m["note"]); !strings.Contains(note, "was deleted") {
					t.Errorf("note: %s", note)
				}
			} else if p.until("type", "cell", "cell", "b", "state", "error"); !strings.Contains(p.outputs("b", nil), "undefined: x") {
				t.Errorf("b: %s", p.outputs("b", nil))
			}
			if got := p.states("c"); got != "c ok" {
				t.Error(got)
			}
		})
	}
}

// version is that of the document, as the page knows it.
func (p *page) version() string {
	v := "0"
	for _, m := range p.log {
		if n, ok := m["version"]; ok {
			v = fmt.Sprint(n)
		}
	}
	return v
}

// TestLostValues: a cell that needs a value which was lost when the session was rebuilt runs after the cell that makes it, once, unless
// that is not to run by itself.
func TestLostValues(t *testing.T) {
	const lost = "could not be kept when the session was rebuilt"
	for _, test := range []struct {
		name, off string
		reactive  bool
		edit, to  string // a cell that has the session rebuilt
		first     string // what ran then
		run, ran  string
		states    string
		out       string // of the cell that was run
	}{
		{"the maker runs first", "", true, "b", "func f() int { return 2 }", "b", "c", "c a c d e", "a ok, b ok, c ok, d ok", "text/plain:1"},
		{"makers of makers too", "", true, "b", "func f() int { return 2 }", "b", "d", "d a c d e", "a ok, b ok, c ok, d ok", "text/plain:1"},
		{"the cell's own edit loses it", "", true, "e", "g := len(ch)", "e a c d e", "c", "c", "a ok, b ok, c ok, d ok", "text/plain:1"},
		{"a maker that does not run by itself", "a", true, "b", "func f() int { return 2 }", "b", "c", "c", "a stale, b ok, c error, d ok", lost},
		{"cells that lose it for each other", "", true, "d", "s := len(ch)", "d a c d e", "e", "e", "a ok, b ok, c ok, d ok", "text/plain:1"},
		{"not in other notebooks", "", false, "b", "func f() int { return 2 }", "b", "c", "c", "a stale, b ok, c error, d ok", lost},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, map[string]string{"a.ipynb": book("a", "ch := make(chan int, 3)\nch <- 1", "b", "func f() int { return 1 }", "c", "len(ch)", "d", "func size() int { return len(ch) }\nsize()", "e", "func g() int { return 1 }\nlen(ch)")})
			p := r.open("a.ipynb", `{"type":"hello"}`)
			p.say(fmt.Sprintf(`{"type":"set","reactive":%v}`, test.reactive))
			p.until("type", "settings")
			if test.off != "" {
				p.say(fmt.Sprintf(`{"type":"set","cell":%q,"autorun":false}`, test.off))
			}
			p.say(`{"type":"runAll"}`)
			if got := p.ran(); got != "a b c d e" {
				t.Fatalf("at first ran %s", got)
			}
			if test.edit != "" {
				p.edit(1, test.edit, test.to)
				p.say(fmt.Sprintf(`{"type":"run","cells":[%q]}`, test.edit))
				if got := p.ran(); got != test.first {
					t.Fatalf("after the edit ran %s", got)
				}
			}
			p.say(fmt.Sprintf(`{"type":"run","cells":[%q]}`, test.run))
			if d := cmp.Diff(test.ran, p.ran()); d != "" {
				t.Errorf("ran (-want +got):\n%s", d)
			}
			if d := cmp.Diff(test.states, p.states("a b c d")); d != "" {
				t.Errorf("states (-want +got):\n%s", d)
			}
			if out := p.outputs(test.run, nil); !strings.Contains(out, test.out) {
				t.Errorf("%s: %s", test.run, out)
			}
		})
	}
}
