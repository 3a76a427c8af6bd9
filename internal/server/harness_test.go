package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf16"

	"github.com/gorilla/websocket"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/kernel"
)

func TestMain(m *testing.M) {
	kernel.Child(engine.ExpandAs(engine.FormAuto))
	code := m.Run()
	if code == 0 {
		if left := leaked(); left != "" {
			fmt.Fprintf(os.Stderr, "goroutines are left after the tests:\n%s", left)
			code = 1
		}
	}
	os.Exit(code)
}

// leaked waits until only goroutines of the test itself are there, and returns the others' stacks if there are some.
func leaked() string {
	buf := make([]byte, 1<<20)
	var left []string
	for range 100 {
		http.DefaultClient.CloseIdleConnections()
		left = nil
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if !strings.Contains(g, "TestMain") && !strings.Contains(g, "os/signal.loop") {
				left = append(left, g)
			}
		}
		if len(left) == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	return strings.Join(left, "\n\n")
}

// rig is a served directory.
type rig struct {
	t      *testing.T
	s      *Server
	dir    string
	addr   string
	log    *syncBuffer
	cookie *http.Cookie
	csrf   string
	end    func() error
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// app is a built page, as far as the server knows one.
func app() fstest.MapFS {
	return fstest.MapFS{
		"index.html":        {Data: []byte(`<meta name="costate-nonce" content="__COSTATE_NONCE__"><meta name="costate-csrf" content="__COSTATE_CSRF__"><meta name="costate-root" content="__COSTATE_ROOT__">`)},
		"assets/index-1.js": {Data: []byte("1")},
	}
}

func newRig(t *testing.T, files map[string]string) *rig {
	t.Helper()
	r := &rig{t: t, dir: filepath.Join(t.TempDir(), "root"), log: &syncBuffer{}}
	if err := os.Mkdir(r.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		r.write(name, text)
	}
	s, err := New(Options{Dir: r.dir, App: app(), Log: slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.s, r.addr = s, l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	r.end = sync.OnceValue(func() error { cancel(); return <-served })
	t.Cleanup(func() {
		if err := r.end(); err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	r.login()
	return r
}

func (r *rig) write(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(data)
}

// request makes one as a page of the server would, with the session's cookie; edit changes it.
func (r *rig) request(method, path, body string, edit func(*http.Request)) (*http.Response, string) {
	r.t.Helper()
	req, err := http.NewRequest(method, "http://"+r.addr+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if r.cookie != nil {
		req.AddCookie(r.cookie)
	}
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == "POST" {
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", "http://"+r.addr)
		req.Header.Set("X-Costate-Token", r.csrf)
	}
	if edit != nil {
		edit(req)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return resp, string(data)
}

func (r *rig) login() {
	r.t.Helper()
	resp, _ := r.request("POST", "/login", `{"token":"`+r.s.keys.token+`"}`, nil)
	if resp.StatusCode != http.StatusSeeOther || len(resp.Cookies()) != 1 {
		r.t.Fatalf("login: %s", resp.Status)
	}
	r.cookie = resp.Cookies()[0]
	_, page := r.request("GET", "/", "", nil)
	_, rest, _ := strings.Cut(page, `name="costate-csrf" content="`)
	r.csrf, _, _ = strings.Cut(rest, `"`)
	if len(r.csrf) < 20 {
		r.t.Fatalf("the page has no token: %s", page)
	}
}

// page is a client of a notebook.
type page struct {
	t    *testing.T
	conn *websocket.Conn
	in   chan message
	log  []message // what until has seen
}

// message is one of the server's, decoded.
type message map[string]any

func (m message) is(fields ...any) bool {
	for i := 0; i < len(fields); i += 2 {
		if fmt.Sprint(m[fields[i].(string)]) != fmt.Sprint(fields[i+1]) {
			return false
		}
	}
	return true
}

// dial connects with headers as a browser sends them; edit changes them.
func (r *rig) dial(path string, edit func(http.Header)) (*websocket.Conn, *http.Response, error) {
	h := http.Header{"Origin": {"http://" + r.addr}, "Cookie": {r.cookie.Name + "=" + r.cookie.Value}, "Sec-Fetch-Site": {"same-origin"}}
	if edit != nil {
		edit(h)
	}
	d := websocket.Dialer{HandshakeTimeout: 5 * time.Second}
	return d.Dial("ws://"+r.addr+path, h)
}

// open connects to a notebook and says hello.
func (r *rig) open(name string, hello string) *page {
	r.t.Helper()
	conn, resp, err := r.dial("/ws?notebook="+name, nil)
	if err != nil {
		body := ""
		if resp != nil {
			data, _ := io.ReadAll(resp.Body)
			body = resp.Status + string(data)
		}
		r.t.Fatalf("dial: %v %s", err, body)
	}
	p := &page{t: r.t, conn: conn, in: make(chan message, 1<<14)}
	go func() {
		defer close(p.in)
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				return
			}
			var m message
			if json.Unmarshal(data, &m) != nil {
				return
			}
			p.in <- m
		}
	}()
	r.t.Cleanup(func() { conn.Close() })
	p.say(hello)
	return p
}

func (p *page) say(text string) {
	p.t.Helper()
	if err := p.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		p.t.Fatalf("say %s: %v", text, err)
	}
}

// until reads up to the first message that has these fields, which come in pairs.
func (p *page) until(fields ...any) message {
	p.t.Helper()
	late := time.After(30 * time.Second)
	for {
		select {
		case m, ok := <-p.in:
			if !ok {
				p.t.Fatalf("the connection ended before %v; seen: %v", fields, p.log)
			}
			p.log = append(p.log, m)
			if m.is(fields...) {
				return m
			}
		case <-late:
			p.t.Fatalf("no message %v; seen: %v", fields, p.log)
		}
	}
}

// outputs replays the messages of a cell's outputs as the page would.
func (p *page) outputs(cell string, from []any) string {
	var list []map[string]any
	for _, o := range from {
		list = append(list, o.(map[string]any))
	}
	for _, m := range p.log {
		if m.is("type", "cell", "cell", cell, "state", "running") {
			list = nil
		}
		if !m.is("type", "output", "cell", cell) {
			continue
		}
		at := int(m["at"].(float64))
		put, whole := m["put"].(map[string]any)
		switch {
		case whole && m["inPlace"] == true:
			list[at] = put
		case whole:
			list = append(list[:at], put)
		default:
			was, _ := list[at]["text"].(string) // an empty one is left out
			text := utf16.Encode([]rune(was))
			if keep, ok := m["keep"].(float64); ok {
				text = text[:int(keep)]
			}
			added, _ := m["text"].(string)
			list[at]["text"] = string(utf16.Decode(text)) + added
		}
	}
	var b strings.Builder
	for _, o := range list {
		switch o["output_type"] {
		case "stream":
			fmt.Fprintf(&b, "%s:%s", o["name"], o["text"])
		case "error":
			fmt.Fprintf(&b, "error:%s: %s", o["ename"], o["evalue"])
		default:
			data := o["data"].(map[string]any)
			fmt.Fprintf(&b, "%s:%s", o["show"], data[o["show"].(string)])
		}
	}
	return b.String()
}

// book is a notebook file with cells of code by id; ids that begin with m are Markdown.
func book(cells ...string) string {
	var b strings.Builder
	b.WriteString("{\n \"cells\": [")
	for i := 0; i < len(cells); i += 2 {
		if i > 0 {
			b.WriteString(",")
		}
		var lines []string
		for l := range strings.Lines(cells[i+1]) {
			q, _ := encode(l)
			lines = append(lines, "    "+string(q))
		}
		src := "[]"
		if len(lines) > 0 {
			src = "[\n" + strings.Join(lines, ",\n") + "\n   ]"
		}
		if strings.HasPrefix(cells[i], "m") {
			fmt.Fprintf(&b, "\n  {\n   \"cell_type\": \"markdown\",\n   \"id\": %q,\n   \"metadata\": {},\n   \"source\": %s\n  }", cells[i], src)
		} else {
			fmt.Fprintf(&b, "\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": %q,\n   \"metadata\": {},\n   \"outputs\": [],\n   \"source\": %s\n  }", cells[i], src)
		}
	}
	b.WriteString("\n ],\n \"metadata\": {\n  \"kernelspec\": {\n   \"display_name\": \"Costate (Go)\",\n   \"language\": \"go\",\n   \"name\": \"costate\"\n  },\n  \"language_info\": {\n   \"name\": \"go\"\n  }\n },\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n")
	return b.String()
}
