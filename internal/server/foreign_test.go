package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/costate/costate/internal/foreign"
)

// ofKernel is a notebook of another kernel.
func ofKernel(name string, cells ...string) string {
	return strings.NewReplacer(`"costate"`, fmt.Sprintf("%q", name), "Costate (Go)", "Go").Replace(book(cells...))
}

func TestOtherKernel(t *testing.T) {
	file := ofKernel("gonb",
		"a", "!ls\nimport \"fmt\"\n\n%%\nfmt.Println(\"hello\")",
		"b", "package main\n\nfunc main() {\n\tfmt.Println(\"main\", nothing)\n}\n\nmain()",
		"c", "import \"github.com/janpfeifer/gonb/gonbui\"\n%%\ngonbui.DisplayHTML(\"<b>bold</b><script>x</script>\")",
		"d", "%%bash\nls")
	r := newRig(t, map[string]string{"a.ipynb": file, "own.ipynb": book("a", "!ls")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	s := p.until("type", "snapshot")
	other, _ := s["foreign"].(map[string]any)
	if other["kernel"] != "GoNB" || !strings.Contains(fmt.Sprint(other["list"]), "Not run: 2 shell commands.") {
		t.Errorf("foreign: %v", other)
	}
	p.say(`{"type":"run","cells":["a"]}`)
	ran := p.until("type", "cell", "cell", "a", "state", "ok")
	if got := p.outputs("a", nil); got != "stdout:hello\n" {
		t.Errorf("a: %q", got)
	}
	if ran["note"] != "Line 1: a shell command, not run: !ls." {
		t.Errorf("note: %v", ran["note"])
	}
	p.say(`{"type":"run","cells":["b"]}`)
	d := p.until("type", "diagnostics", "cell", "b")
	first := message(d["list"].([]any)[0].(map[string]any))
	if !first.is("line", 4, "col", 22, "endCol", 29) {
		t.Errorf("diagnostics: %v", first)
	}
	p.until("type", "cell", "cell", "b", "state", "error")
	p.say(`{"type":"run","cells":["c","d"]}`)
	p.until("type", "cell", "cell", "c", "state", "ok")
	if got := p.outputs("c", nil); got != "text/html:<b>bold</b>" {
		t.Errorf("c: %q", got)
	}
	last := p.until("type", "cell", "cell", "d", "state", "ok")
	if last["note"] != "Line 1: a shell cell, not run." {
		t.Errorf("note: %v", last["note"])
	}
	p.say(`{"type":"assist","ref":"r","cell":"a","want":"check","source":"%%\nfmt.Println(1)\nx := y"}`)
	answer := p.until("type", "assisted", "ref", "r")
	if list := answer["list"].([]any); len(list) == 0 || !message(list[0].(map[string]any)).is("line", 3, "col", 1) {
		t.Errorf("check: %v", answer)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	for _, want := range []string{`"%%bash\n"`, `"package main\n"`, `"main()"`, `"!ls\n"`, `gonb/gonbui\"\n"`} {
		if !strings.Contains(r.read("a.ipynb"), want) {
			t.Errorf("the saved file has no %s", want)
		}
	}
	own := r.open("own.ipynb", `{"type":"hello"}`)
	if s := own.until("type", "snapshot"); s["foreign"] != nil {
		t.Errorf("our own notebook: %v", s["foreign"])
	}
}

// TestOtherKernelStoredOutputs opens a notebook whose outputs another kernel has made: they are shown without scripts, kept in the file as
// they are, and nothing of theirs is made anew.
func TestOtherKernelStoredOutputs(t *testing.T) {
	const evil = `<b>kept</b><script>alert(1)</script><img src=x onerror=alert(1)>`
	file := strings.Replace(storedOutputs(t, display(map[string]any{"text/html": evil}), display(map[string]any{"application/javascript": "alert(1)"}),
		map[string]any{"output_type": "execute_result", "execution_count": 1, "metadata": map[string]any{}, "data": map[string]any{"text/plain": "6 <nil>"}}),
		`"language_info":{"name":"go"}`, `"kernelspec":{"display_name":"Go","language":"go","name":"gophernotes"},"language_info":{"name":"go"}`, 1)
	r := newRig(t, map[string]string{"a.ipynb": file})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	s := p.until("type", "snapshot")
	if other, _ := s["foreign"].(map[string]any); other["kernel"] != "gophernotes" {
		t.Errorf("foreign: %v", s["foreign"])
	}
	stored := s["cells"].([]any)[0].(map[string]any)["outputs"].([]any)
	want := `text/html:<b>kept</b>text/plain:An output without a form that can be shown. It is kept in the file.text/plain:6 <nil>`
	if got := p.outputs("a", stored); got != want {
		t.Errorf("shown: %s", got)
	}
	p.say(`{"type":"edit","ref":"1","base":0,"ops":[{"op":"insert","at":1,"cell":{"id":"b","kind":"code","source":"fmt.Println(\"x\")"}}]}`)
	p.until("type", "applied")
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if saved := r.read("a.ipynb"); !strings.Contains(saved, `<b>kept</b><script>alert(1)</script>`) || !strings.Contains(saved, "6 <nil>") {
		t.Errorf("the file lost an output: %s", saved)
	}
	p.say(`{"type":"run","cells":["b"]}`)
	p.until("type", "cell", "cell", "b", "state", "ok")
	if got := p.outputs("b", nil); got != "stdout:x\n" {
		t.Errorf("Println gave %q", got)
	}
}

func TestMoved(t *testing.T) {
	const src, text = "%env A=b\nfmt.Pr\n!ls -l\nx", "_ = os.Setenv(\"A\", \"b\")\nfmt.Pr\n\nx"
	for at := range len(src) + 1 {
		there := moved(src, text, at)
		back := moved(text, src, there)
		line := strings.Count(src[:at], "\n")
		if strings.Count(text[:there], "\n") != line {
			t.Errorf("offset %d is in another line, at %d", at, there)
		}
		if line == 1 && (back != at || text[there:min(there+1, len(text))] != src[at:at+1]) {
			t.Errorf("offset %d is at %d, and back at %d", at, there, back)
		}
	}
	if n := moved("a\nb\nc", "a", 5); n != 1 {
		t.Errorf("behind the end: %d", n)
	}
	if n := moved("a", "a", 9); n != 1 {
		t.Errorf("beyond the text: %d", n)
	}
}

func TestMissing(t *testing.T) {
	got := missing([]foreign.Note{{Line: 1, Kind: foreign.Emulated, Text: "a"}, {Line: 2, Kind: foreign.Shell, Text: "b"}, {Line: 3, Kind: foreign.Ignored, Text: "c"}, {Line: 4, Kind: foreign.Warning, Text: "d"}})
	if strings.Join(got, " ") != "Line 2: b. Line 4: d." {
		t.Errorf("%q", got)
	}
}
