package server

// This file tests S8 and S9 of docs/security.md: what answers say of themselves, and which files there are.

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gorilla/websocket"
)

func TestS8Headers(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1"), "a.png": "x", "a.svg": "<svg onload='x'/>"})
	asked := []string{"/", "/?token=x", "/healthz", "/assets/index-1.js", "/api/files", "/files/a.png", "/files/a.svg", "/missing", "/ws"}
	for _, path := range asked {
		resp, _ := r.request("GET", path, "", nil)
		csp := resp.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %q without %s", path, csp, want)
			}
		}
		if strings.Contains(csp, "unsafe-eval") || strings.Contains(csp, "script-src 'unsafe-inline'") || strings.Contains(csp, "*") {
			t.Errorf("%s: policy %q", path, csp)
		}
		for h, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin"} {
			if got := resp.Header.Get(h); got != want {
				t.Errorf("%s: %s is %q", path, h, got)
			}
		}
	}
	resp, page := r.request("GET", "/", "", nil)
	_, rest, _ := strings.Cut(page, `name="costate-nonce" content="`)
	nonce, _, _ := strings.Cut(rest, `"`)
	want := "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce + "'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify costate 'allow-duplicates'"
	if got := resp.Header.Get("Content-Security-Policy"); got != want || len(nonce) < 26 {
		t.Errorf("policy of the page:\n%s\nwant\n%s", got, want)
	}
	if strings.Contains(page, "__COSTATE") || !strings.Contains(page, `content="root"`) {
		t.Errorf("marks are left in the page: %s", page)
	}
	if _, again := r.request("GET", "/", "", nil); strings.Contains(again, nonce) {
		t.Error("two pages have the same nonce")
	}
	if resp, _ := r.request("GET", "/files/a.svg", "", nil); !strings.Contains(resp.Header.Get("Content-Security-Policy"), "sandbox") || resp.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("a picture of the directory: %v", resp.Header)
	}
}

func TestS9Files(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1"), "sub/b.ipynb": book("a", "1"), "sub/p.png": "picture", ".hidden.ipynb": book("a", "1"), ".git/c.ipynb": book("a", "1"),
		".secret.png": "hush", "notes.txt": book("a", "1"), "a.exe": "x", "space /b.ipynb": book("a", "1"), "dot./b.ipynb": book("a", "1"), "NUL/b.ipynb": book("a", "1"), "a:b.ipynb": book("a", "1")})
	outside := filepath.Join(filepath.Dir(r.dir), "rootX")
	if err := os.Mkdir(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"o.ipynb": book("a", "1"), "o.png": "outside"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"out": outside, "out.ipynb": filepath.Join(outside, "o.ipynb"), "out.png": "../rootX/o.png", "in.ipynb": "sub/b.ipynb", "loop.ipynb": "loop.ipynb"}
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(r.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	_, list := r.request("GET", "/api/files", "", nil)
	if want := `{"dir":"","entries":[{"name":"sub","path":"sub","kind":"dir"},{"name":"a.ipynb","path":"a.ipynb","kind":"notebook"},{"name":"in.ipynb","path":"in.ipynb","kind":"notebook"}]}` + "\n"; list != want {
		t.Errorf("listed: %s", list)
	}
	opens := func(name string) bool {
		conn, _, err := r.dial("/ws?notebook="+name, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer conn.Close()
		conn.WriteMessage(websocket.TextMessage, []byte(`{"type":"hello"}`))
		_, data, err := conn.ReadMessage()
		if opened := strings.Contains(string(data), `"type":"welcome"`); opened || err != nil {
			return opened
		}
		if !strings.Contains(string(data), `"code":"not-opened"`) || strings.Contains(string(data), r.dir) {
			t.Errorf("%s: %s", name, data)
		}
		if _, data, err = conn.ReadMessage(); !websocket.IsCloseError(err, closeNotebook) {
			t.Errorf("%s: %s %v", name, data, err)
		}
		return false
	}
	for _, name := range []string{"a.ipynb", "sub/b.ipynb", "in.ipynb", "%61.ipynb"} {
		if !opens(name) {
			t.Errorf("%s does not open", name)
		}
	}
	bad := []string{"", "..", "../rootX/o.ipynb", "%2e%2e/rootX/o.ipynb", "%252e%252e/rootX/o.ipynb", "..%2frootX%2fo.ipynb", "..%5crootX%5co.ipynb", "sub/../a.ipynb", "./a.ipynb", "/etc/passwd", outside + "/o.ipynb",
		"C:a.ipynb", "C%3A%5Ca.ipynb", "CON", "CON.ipynb", "sub/nul.ipynb", "NUL.x.ipynb", "com1.ipynb", "LPT%C2%B9.ipynb", "a.ipynb.", "a.ipynb%20", "a.ipynb%00", "a.ipynb::$DATA", "a.ipynb:x", "%5C%5Chost%5Cshare%5Ca.ipynb", "//host/share/a.ipynb",
		"space%20/b.ipynb", "dot./b.ipynb", "NUL/b.ipynb", "a:b.ipynb", ".hidden.ipynb", ".git/c.ipynb", "out/o.ipynb", "out.ipynb", "loop.ipynb", "notes.txt", "a.exe", "sub", "sub/", "sub//b.ipynb", "a.ipynb/", "%ff.ipynb", "a%0a.ipynb", "missing.ipynb"}
	for _, name := range bad {
		if opens(name) {
			t.Errorf("%s opens", name)
		}
		plain, err := url.QueryUnescape(name)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := encode(map[string]string{"path": plain})
		if resp, _ := r.request("POST", "/api/files", string(body), nil); resp.StatusCode == 201 && name != "missing.ipynb" && utf8.ValidString(plain) { // JSON has no other strings
			t.Errorf("%s was made", name)
		}
	}
	pictures := map[string]string{"/files/sub/p.png": "picture", "/files/.secret.png": "", "/files/out.png": "", "/files/out/o.png": "", "/files/../rootX/o.png": "", "/files/%2e%2e/rootX/o.png": "",
		"/files/..%2frootX%2fo.png": "", "/files/a.ipynb": "", "/files/notes.txt": "", "/files/sub/../.secret.png": "", "/files/": "", "/files/sub": ""}
	for path, want := range pictures {
		resp, body := rawGet(t, r, path)
		if want != "" && (resp.StatusCode != 200 || body != want) || want == "" && (resp.StatusCode < 300 || strings.Contains(body, "hush") || strings.Contains(body, "outside")) {
			t.Errorf("%s: %s %q", path, resp.Status, body)
		}
	}
	for _, dir := range []string{"..", "out", ".git", "%2e%2e", "/", "a.ipynb", "missing"} {
		if resp, body := r.request("GET", "/api/files?dir="+dir, "", nil); resp.StatusCode != 400 && resp.StatusCode != 404 {
			t.Errorf("listing %s: %s %s", dir, resp.Status, body)
		}
	}
	// A link that is put in the place of a file after it was opened is not followed out by save.
	p := r.open("sub/b.ipynb", `{"type":"hello"}`)
	snapshot := p.until("type", "snapshot")
	if err := os.Rename(filepath.Join(r.dir, "sub"), filepath.Join(r.dir, "sub2")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(r.dir, "sub")); err != nil {
		t.Fatal(err)
	}
	p.say(fmt.Sprintf(`{"type":"edit","ref":"1","base":%v,"ops":[{"op":"source","cell":"a","source":"2"}]}`, snapshot["version"]))
	p.say(`{"type":"save","overwrite":true}`)
	p.until("type", "rejected", "of", "save")
	if _, err := os.Stat(filepath.Join(outside, "b.ipynb")); err == nil {
		t.Error("save wrote outside of the directory")
	}
}

// rawGet sends a path as it is, which http.Client would clean.
func rawGet(t *testing.T, r *rig, path string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", r.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s=%s\r\nConnection: close\r\n\r\n", path, r.addr, r.cookie.Name, r.cookie.Value)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := bufio.NewReader(resp.Body).WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return resp, b.String()
}
