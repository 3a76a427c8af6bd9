package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/costate/costate/internal/markdown/markdowntest"
)

// storedOutputs is a notebook whose only cell has these outputs.
func storedOutputs(t *testing.T, outputs ...map[string]any) string {
	t.Helper()
	data, err := encode(map[string]any{"nbformat": 4, "nbformat_minor": 5, "metadata": map[string]any{"language_info": map[string]any{"name": "go"}},
		"cells": []any{map[string]any{"cell_type": "code", "id": "a", "metadata": map[string]any{}, "execution_count": 1, "source": "1", "outputs": outputs}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func display(data map[string]any) map[string]any {
	return map[string]any{"output_type": "display_data", "metadata": map[string]any{}, "data": data}
}

// shownOf gives the views of the outputs in the first snapshot.
func shownOf(t *testing.T, file string) []outputView {
	t.Helper()
	r := newRig(t, map[string]string{"a.ipynb": file})
	s := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var m msgSnapshot
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	return m.Cells[0].Outputs
}

func picture(t *testing.T, w, h int) string {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func TestWhatIsShown(t *testing.T) {
	good := picture(t, 2, 2)
	tests := []struct {
		name string
		data map[string]any
		show string
		text string // of what is shown
	}{
		{"plain", map[string]any{"text/plain": "42"}, "text/plain", "42"},
		{"picture before text", map[string]any{"text/plain": "p", "image/png": good + "\n"}, "image/png", good},
		{"drawing before picture", map[string]any{"text/plain": "p", "image/png": good, "image/svg+xml": "<svg viewBox=\"0 0 1 1\"/>"}, "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>`},
		{"broken drawing", map[string]any{"text/plain": "p", "image/png": good, "image/svg+xml": "<svg"}, "image/png", good},
		{"no picture", map[string]any{"text/plain": "p", "image/png": "AAAA"}, "text/plain", "p"},
		{"not base64", map[string]any{"text/plain": "p", "image/png": "\"><script>"}, "text/plain", "p"},
		{"table", map[string]any{"text/plain": "p", "text/html": "<table><tr><td>1</td></tr></table>"}, "text/html", "<table><tr><td>1</td></tr></table>"},
		{"only a script", map[string]any{"text/plain": "p", "text/html": "<script>x</script>"}, "text/plain", "p"},
		{"script", map[string]any{"text/plain": "p", "text/javascript": "alert(1)", "application/javascript": "alert(1)"}, "text/plain", "p"},
		{"unknown type", map[string]any{"text/plain": "p", "application/vnd.plotly.v1+json": map[string]any{"a": 1}}, "text/plain", "p"},
		{"unknown alone", map[string]any{"application/x-<script>": "x"}, "text/plain", "An output without a form that can be shown. It is kept in the file."},
		{"markdown", map[string]any{"text/markdown": "*a*"}, "text/html", "<p><em>a</em></p>\n"},
		{"json", map[string]any{"application/json": map[string]any{"a": "</script>"}}, "application/json", `{"a":"</script>"}`},
		{"latex", map[string]any{"text/latex": "$x$"}, "text/latex", "$x$"},
	}
	var outputs []map[string]any
	for _, tt := range tests {
		outputs = append(outputs, display(tt.data))
	}
	shown := shownOf(t, storedOutputs(t, outputs...))
	for i, tt := range tests {
		o := shown[i]
		if o.Show != tt.show || o.Data[o.Show] != tt.text {
			t.Errorf("%s: %s %q, want %s %q", tt.name, o.Show, o.Data[o.Show], tt.show, tt.text)
		}
		for mime := range o.Data {
			if mime != o.Show && mime != "text/plain" {
				t.Errorf("%s: %s is sent as well", tt.name, mime)
			}
		}
	}
}

func TestS6StoredOutputs(t *testing.T) {
	var outputs []map[string]any
	for _, p := range markdowntest.Payloads() {
		outputs = append(outputs, display(map[string]any{"text/html": p}), display(map[string]any{"text/markdown": p}), display(map[string]any{"image/svg+xml": p}),
			display(map[string]any{"image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg">` + p + `</svg>`}), display(map[string]any{"text/javascript": p}), display(map[string]any{p: p}))
	}
	n, tags := 0, regexp.MustCompile(`<[^>]*>`)
	for _, o := range shownOf(t, storedOutputs(t, outputs...)) {
		switch o.Show {
		case "text/html":
			n++
			if why := markdowntest.Unsafe(o.Data["text/html"]); why != "" {
				t.Errorf("%q: %s", o.Data["text/html"], why)
			}
		case "image/svg+xml":
			n++
			for _, bad := range []string{"<script", " on", "javascript", "foreignObject", "http://evil", "https://evil", "<a"} {
				for _, tag := range tags.FindAllString(o.Data["image/svg+xml"], -1) {
					if strings.Contains(tag, bad) {
						t.Errorf("%q", o.Data["image/svg+xml"])
					}
				}
			}
		case "text/plain":
		default:
			t.Errorf("shown as %s", o.Show)
		}
	}
	if n < 20 {
		t.Errorf("%d outputs were checked", n)
	}
	// Markdown cells go the same way.
	for i, p := range markdowntest.Payloads() {
		if i%10 == 0 {
			r := newRig(t, map[string]string{"a.ipynb": book("m", p)})
			s := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")
			html, _ := s["cells"].([]any)[0].(map[string]any)["html"].(string)
			if why := markdowntest.Unsafe(html); why != "" {
				t.Errorf("%q: %s", html, why)
			}
		}
	}
}

func TestS14PictureBomb(t *testing.T) {
	big := picture(t, 8000, 8000)
	if _, ok := checkImage(big); ok {
		t.Error("a picture of 64 million pixels is shown")
	}
	if _, ok := checkImage(picture(t, 100, 100)); !ok {
		t.Error("a small picture is not shown")
	}
}

// TestS16Flood runs a cell that prints without end.
func TestS16Flood(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "import \"fmt\"\nfor i := 0; ; i++ {\n\tfmt.Println(\"line\", i)\n}")})
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.until("type", "snapshot")
	p.say(`{"type":"run","cells":["a"]}`)
	size, puts := 0, 0
	for range 8 {
		m := p.until("type", "output", "cell", "a")
		if put, ok := m["put"].(map[string]any); ok {
			puts++
			m = put
		}
		text, _ := m["text"].(string) // an empty one is left out
		size += len(text)
	}
	if size > 2<<20 {
		t.Errorf("%d bytes in %d puts", size, puts)
	}
	p.say(`{"type":"interrupt"}`)
	p.until("type", "cell", "cell", "a", "state", "error")
	got := p.outputs("a", nil)
	if len(got) > 1<<20+1000 || !strings.HasPrefix(got, "stdout:line 0\nline 1\n") || !strings.Contains(got, "are left out here") || !strings.Contains(got, "error:") {
		t.Errorf("%d bytes: %.200q", len(got), got)
	}
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	if n := len(r.read("a.ipynb")); n > 3<<20 {
		t.Errorf("the file has %d bytes", n)
	}
}

func TestPartialRunes(t *testing.T) {
	for s, want := range map[string]int{"": 0, "a": 0, "é": 0, "a\xc3": 1, "\xf0\x9f\x98": 3, "\xf0": 1, "\x80\x80\x80\x80": 0, "\xff": 0} {
		if got := partialRune(s); got != want {
			t.Errorf("partialRune(%q) = %d, want %d", s, got, want)
		}
	}
	h := &hub{}
	r := &run{id: "a", live: live{hub: h}}
	for _, piece := range []string{"a\xe2", "\x82", "\xac!", "\xf0\x9f"} {
		r.write(false, piece)
	}
	r.end()
	r.timer.Stop()
	if _, text := r.outputs()[0].Stream(); text != "a€!\ufffd" && text != "a€!\ufffd\ufffd" {
		t.Errorf("%q", text)
	}
}

func TestColumns(t *testing.T) {
	tests := []struct {
		line, col, start, end int
	}{
		{1, 1, 1, 2}, {1, 6, 6, 9}, {2, 1, 1, 6}, {2, 10, 7, 11}, {2, 17, 14, 15}, {3, 1, 1, 0}, {9, 1, 1, 0}, {0, 0, 0, 0}, {1, 99, 99, 0},
	}
	for _, tt := range tests {
		if start, end := columns("x := 1.5\n\"😀é\"+abcd + y\n", tt.line, tt.col); start != tt.start || end != tt.end {
			t.Errorf("line %d, column %d: %d to %d, want %d to %d", tt.line, tt.col, start, end, tt.start, tt.end)
		}
	}
}
