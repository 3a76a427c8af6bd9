package server

// The tests of this file are named after the items of the security checklist in docs/security.md.

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

// paths gives each route's pattern a path to ask for and the class that it must have. A route that is not here fails.
func paths() map[string]struct {
	path  string
	class class
} {
	type row = struct {
		path  string
		class class
	}
	return map[string]row{
		"GET /healthz":          {"/healthz", classPublic},
		"POST /login":           {"/login", classLogin},
		"GET /{$}":              {"/", classPage},
		"GET /assets/{path...}": {"/assets/index-1.js", classRead},
		"GET /api/files":        {"/api/files", classRead},
		"POST /api/files":       {"/api/files", classWrite},
		"GET /files/{path...}":  {"/files/a.png", classRead},
		"GET /ws":               {"/ws?notebook=a.ipynb", classSocket},
	}
}

func TestS1EveryRouteHasAClass(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1"), "a.png": "x"})
	known := paths()
	for _, rt := range r.s.routes() {
		want, ok := known[rt.pattern]
		if !ok || want.class != rt.class {
			t.Errorf("route %s has class %d, the test expects %d", rt.pattern, rt.class, want.class)
		}
		method, _, _ := strings.Cut(rt.pattern, " ")
		strangers := map[string]func(*http.Request){
			"nobody":       func(q *http.Request) { q.Header.Del("Cookie") },
			"wrong cookie": func(q *http.Request) { q.Header.Set("Cookie", r.cookie.Name+"=WRONG") },
			"other port's": func(q *http.Request) { q.Header.Set("Cookie", "costate-1="+r.cookie.Value) },
			"empty cookie": func(q *http.Request) { q.Header.Set("Cookie", r.cookie.Name+"=") },
			"wrong token":  func(q *http.Request) { q.Header.Del("Cookie"); q.Header.Set("Authorization", "Bearer WRONG") },
			"empty token":  func(q *http.Request) { q.Header.Del("Cookie"); q.Header.Set("Authorization", "Bearer ") },
			"upgrade": func(q *http.Request) {
				q.Header.Del("Cookie")
				q.Header.Set("Connection", "Upgrade")
				q.Header.Set("Upgrade", "websocket")
				q.Header.Set("Sec-WebSocket-Version", "13")
				q.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
				q.Header.Set("Origin", "http://"+r.addr)
			},
		}
		for who, edit := range strangers {
			resp, body := r.request(method, want.path, `{"token":"x"}`, edit)
			if rt.class == classPublic {
				continue
			}
			if resp.StatusCode != 401 && resp.StatusCode != 403 || len(resp.Cookies()) > 0 {
				t.Errorf("%s by %s: %s %s", rt.pattern, who, resp.Status, body)
			}
		}
	}
	if len(known) != len(r.s.routes()) {
		t.Errorf("%d routes, %d in the test", len(r.s.routes()), len(known))
	}
	naked := r.s.handler([]route{{"GET /new", 0, func(w http.ResponseWriter, _ *http.Request, _ caller) { w.WriteHeader(200) }}})
	rec := &recorder{h: http.Header{}}
	req, _ := http.NewRequest("GET", "http://x/new", nil)
	naked.ServeHTTP(rec, req)
	if rec.status != http.StatusForbidden {
		t.Errorf("a route without a class answers %d", rec.status)
	}
}

type recorder struct {
	h      http.Header
	status int
	body   strings.Builder
}

func (r *recorder) Header() http.Header         { return r.h }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

func TestS2Origin(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	port := r.addr[strings.LastIndexByte(r.addr, ':')+1:]
	bad := []string{"https://evil.example", "null", "http://127.0.0.1:1", "https://" + r.addr, "http://127.0.0.1", "http://127.0.0.1.evil.example:" + port,
		"http://localhost:" + port + ".evil.example", "http://localhost:" + port, "http://evil.example/" + r.addr, "http://x@" + r.addr, "HTTP://" + r.addr, "", "file://"}
	for _, origin := range bad {
		conn, resp, err := r.dial("/ws?notebook=a.ipynb", func(h http.Header) { h["Origin"] = []string{origin} })
		if err == nil {
			conn.Close()
			t.Errorf("a websocket for origin %q", origin)
		} else if resp == nil || resp.StatusCode != 403 {
			t.Errorf("origin %q: %v %v", origin, resp, err)
		}
		if resp, _ := r.request("POST", "/api/files", `{"path":"evil.ipynb"}`, func(q *http.Request) { q.Header["Origin"] = []string{origin} }); resp.StatusCode != 403 {
			t.Errorf("post from origin %q: %s", origin, resp.Status)
		}
	}
	dials := []struct {
		name string
		edit func(http.Header)
		want int
	}{
		{"own page", nil, 101},
		{"no origin, cookie", func(h http.Header) { h.Del("Origin") }, 403},
		{"no origin, token", func(h http.Header) {
			h.Del("Origin")
			h.Del("Cookie")
			h.Set("Authorization", "Bearer "+r.s.keys.token)
		}, 101},
		{"two origins", func(h http.Header) { h["Origin"] = []string{"http://" + r.addr, "http://evil.example"} }, 403},
		{"other port of this machine", func(h http.Header) { h.Set("Sec-Fetch-Site", "same-site") }, 403},
		{"other site", func(h http.Header) { h.Set("Sec-Fetch-Site", "cross-site") }, 403},
	}
	for _, d := range dials {
		conn, resp, err := r.dial("/ws?notebook=a.ipynb", d.edit)
		if err == nil {
			conn.Close()
		}
		if resp == nil || resp.StatusCode != d.want {
			t.Errorf("%s: %v %v, want %d", d.name, resp, err, d.want)
		}
	}
}

func TestS3Host(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	port := r.addr[strings.LastIndexByte(r.addr, ':')+1:]
	tests := []struct {
		host string
		ok   bool
	}{
		{"127.0.0.1:" + port, true}, {"localhost:" + port, true}, {"[::1]:" + port, true},
		{"evil.example:" + port, false}, {"127.0.0.1", false}, {"127.0.0.1:1", false}, {"localhost", false}, {"127.0.0.1.evil.example:" + port, false},
		{"localhost.evil.example:" + port, false}, {"127.0.0.2:" + port, false}, {"LOCALHOST:" + port, false}, {"0.0.0.0:" + port, false}, {"[::ffff:127.0.0.1]:" + port, false},
		{"localhost:" + port + "0", false}, {"evil.example", false},
	}
	for _, tt := range tests {
		for _, path := range []string{"/healthz", "/", "/api/files"} {
			resp, _ := r.request("GET", path, "", func(q *http.Request) { q.Host = tt.host })
			if (resp.StatusCode == 200) != tt.ok || !tt.ok && resp.StatusCode != 421 {
				t.Errorf("%s with host %s: %s", path, tt.host, resp.Status)
			}
		}
		conn, resp, err := r.dial("/ws?notebook=a.ipynb", func(h http.Header) { h.Set("Host", tt.host); h.Set("Origin", "http://"+tt.host) })
		if err == nil {
			conn.Close()
		}
		if resp == nil || (resp.StatusCode == 101) != tt.ok {
			t.Errorf("websocket with host %s: %v %v", tt.host, resp, err)
		}
	}
}

func TestS4Token(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	token := r.s.keys.token
	if len(token) < 26 { // of five bits each
		t.Errorf("the token has %d characters", len(token))
	}
	if c := r.cookie; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Domain != "" || !strings.HasSuffix(c.Name, r.addr[strings.LastIndexByte(r.addr, ':')+1:]) || c.Value == token {
		t.Errorf("cookie %v", c)
	}
	forget := func(q *http.Request) { q.Header.Del("Cookie") }
	resp, page := r.request("GET", "/?token="+token, "", forget)
	if resp.StatusCode != 200 || len(resp.Cookies()) > 0 || strings.Contains(page, token) || !strings.Contains(page, "history.replaceState") {
		t.Errorf("GET with the token: %s, cookies %v", resp.Status, resp.Cookies())
	}
	if resp, _ := r.request("GET", "/?token="+token, "", nil); resp.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Error("the referrer would have the token")
	}
	_, page = r.request("GET", "/", "", nil)
	if strings.Contains(page, token) || strings.Contains(page, r.cookie.Value) {
		t.Error("the page holds the token or the cookie")
	}
	for _, wrong := range []string{"", token[:25], token + "x", strings.ToLower(token), r.cookie.Value} {
		if resp, _ := r.request("POST", "/login", fmt.Sprintf(`{"token":%q}`, wrong), forget); resp.StatusCode != 401 || len(resp.Cookies()) > 0 {
			t.Errorf("token %q: %s", wrong, resp.Status)
		}
	}
	code := r.s.BrowserURL(&net.TCPAddr{})
	code = code[strings.IndexByte(code, '=')+1:]
	for i, want := range []int{303, 401} {
		if resp, _ := r.request("POST", "/login", fmt.Sprintf(`{"token":%q}`, code), forget); resp.StatusCode != want || code == token {
			t.Errorf("use %d of a code: %s", i+1, resp.Status)
		}
	}
	nexts := map[string]bool{"/": true, "/?notebook=a.ipynb": true, "//evil.example": false, `/\evil.example`: false, `\\evil.example`: false, "https://evil.example": false,
		"javascript:alert(1)": false, "/\t/evil.example": false, "/\n/evil.example": false, "evil.example": false, "/x\\..\\": false, "http:///x": false}
	for next, ok := range nexts {
		body, _ := encode(map[string]string{"token": token, "next": next})
		resp, _ := r.request("POST", "/login", string(body), forget)
		if ok && (resp.StatusCode != 303 || resp.Header.Get("Location") != next) || !ok && (resp.StatusCode != 400 || resp.Header.Get("Location") != "") {
			t.Errorf("next %q: %s to %q", next, resp.Status, resp.Header.Get("Location"))
		}
	}
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.until("type", "snapshot")
	p.say(`{"type":"save"}`)
	p.until("type", "saved")
	for what, text := range map[string]string{"the log": r.log.String(), "the notebook": r.read("a.ipynb"), "the messages": fmt.Sprint(p.log)} {
		if strings.Contains(text, token) || strings.Contains(text, r.cookie.Value) {
			t.Errorf("%s holds the token or the cookie", what)
		}
	}
	files, err := os.ReadDir(r.dir)
	if err != nil || len(files) != 1 {
		t.Errorf("files: %v %v", files, err)
	}
}

func TestS5CSRF(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	tests := []struct {
		name string
		edit func(*http.Request)
		want int
	}{
		{"form", func(q *http.Request) { q.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415},
		{"plain text", func(q *http.Request) { q.Header.Set("Content-Type", "text/plain; application/json") }, 415},
		{"no type", func(q *http.Request) { q.Header.Del("Content-Type") }, 415},
		{"no header", func(q *http.Request) { q.Header.Del("X-Costate-Token") }, 403},
		{"wrong header", func(q *http.Request) { q.Header.Set("X-Costate-Token", "x") }, 403},
		{"cross-site", func(q *http.Request) { q.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"same-site", func(q *http.Request) { q.Header.Set("Sec-Fetch-Site", "same-site") }, 403},
		{"compressed", func(q *http.Request) { q.Header.Set("Content-Encoding", "gzip") }, 415},
		{"own page", func(*http.Request) {}, 201},
	}
	for _, tt := range tests {
		resp, _ := r.request("POST", "/api/files", `{"path":"n.ipynb"}`, tt.edit)
		if resp.StatusCode != tt.want {
			t.Errorf("%s: %s, want %d", tt.name, resp.Status, tt.want)
		}
		if _, err := os.Stat(filepath.Join(r.dir, "n.ipynb")); (err == nil) != (tt.want == 201) {
			t.Errorf("%s: the file is there: %v", tt.name, err == nil)
		}
	}
	for _, tt := range tests[:7] {
		if tt.name != "no header" && tt.name != "wrong header" {
			if resp, _ := r.request("POST", "/login", `{"token":"`+r.s.keys.token+`"}`, tt.edit); resp.StatusCode != tt.want {
				t.Errorf("login, %s: %s, want %d", tt.name, resp.Status, tt.want)
			}
		}
	}
	for _, rt := range r.s.routes() {
		if method, _, _ := strings.Cut(rt.pattern, " "); method != "GET" && method != "POST" || method == "GET" && rt.class == classWrite || method == "POST" && rt.class != classWrite && rt.class != classLogin {
			t.Errorf("route %s has class %d", rt.pattern, rt.class)
		}
	}
	for _, method := range []string{"GET", "OPTIONS", "PUT", "DELETE", "HEAD"} {
		resp, _ := r.request(method, "/api/files?path=m.ipynb", `{"path":"m.ipynb"}`, func(q *http.Request) { q.Header.Set("Access-Control-Request-Method", "POST") })
		for h := range resp.Header {
			if strings.HasPrefix(h, "Access-Control-") {
				t.Errorf("%s: header %s", method, h)
			}
		}
		if _, err := os.Stat(filepath.Join(r.dir, "m.ipynb")); err == nil {
			t.Errorf("%s wrote a file", method)
		}
	}
}

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
		".secret.png": "hush", "notes.txt": "x", "a.exe": "x"})
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
		conn, resp, err := r.dial("/ws?notebook="+name, nil)
		if err == nil {
			conn.Close()
			return true
		}
		if resp == nil {
			t.Errorf("%s: %v", name, err)
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
		".hidden.ipynb", ".git/c.ipynb", "out/o.ipynb", "out.ipynb", "loop.ipynb", "notes.txt", "a.exe", "sub", "sub/", "sub//b.ipynb", "a.ipynb/", "%ff.ipynb", "a%0a.ipynb", "missing.ipynb"}
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

func TestS13Messages(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	long := `{"type":"ping","ref":"` + strings.Repeat("x", maxMessage) + `"}`
	for name, send := range map[string]struct {
		kind int
		text string
		code int
	}{
		"too long": {websocket.TextMessage, long, 1009},
		"binary":   {websocket.BinaryMessage, `{"type":"hello"}`, 1003},
		"not JSON": {websocket.TextMessage, `{"type":`, 1007},
	} {
		conn, _, err := r.dial("/ws?notebook=a.ipynb", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.WriteMessage(send.kind, []byte(send.text)); err != nil {
			t.Fatal(err)
		}
		_, data, err := conn.ReadMessage()
		if !websocket.IsCloseError(err, send.code) {
			t.Errorf("%s: %.100q %v", name, data, err)
		}
		conn.Close()
	}
	d := websocket.Dialer{EnableCompression: true}
	conn, resp, err := d.Dial("ws://"+r.addr+"/ws?notebook=a.ipynb", http.Header{"Authorization": {"Bearer " + r.s.keys.token}})
	if err != nil || resp.Header.Get("Sec-WebSocket-Extensions") != "" {
		t.Errorf("compression was agreed on: %v %v", resp, err)
	}
	conn.Close()
	resp, _ = r.request("POST", "/api/files", `{"path":"`+strings.Repeat("x", 1<<20)+`.ipynb"}`, nil)
	if resp.StatusCode != 400 {
		t.Errorf("a long body: %s", resp.Status)
	}
}

func TestS13TooManyClients(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	for range maxClients {
		r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")
	}
	conn, _, err := r.dial("/ws?notebook=a.ipynb", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, closeTooMany) {
		t.Errorf("client %d: %v", maxClients+1, err)
	}
}

func TestS13SlowClient(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	slow, _, err := r.dial("/ws?notebook=a.ipynb", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if err := slow.WriteMessage(websocket.TextMessage, []byte(`{"type":"hello"}`)); err != nil {
		t.Fatal(err)
	}
	p := r.open("a.ipynb", `{"type":"hello"}`)
	p.until("type", "snapshot")
	const edits = 28
	for i := range edits {
		p.say(fmt.Sprintf(`{"type":"edit","ref":"%d","base":0,"ops":[{"op":"source","cell":"a","source":"%d%s"}]}`, i, i, strings.Repeat("x", 1<<20)))
		p.until("type", "applied", "ref", fmt.Sprint(i))
	}
	n := 0
	for err == nil {
		_, _, err = slow.ReadMessage()
		n++
	}
	// Without the code if the last write was under way for too long.
	if !websocket.IsCloseError(err, closeTooSlow, websocket.CloseAbnormalClosure) || n >= edits {
		t.Errorf("the slow client got %d messages and then %v", n, err)
	}
	s := r.open("a.ipynb", `{"type":"hello"}`).until("type", "snapshot")
	if src := s["cells"].([]any)[0].(map[string]any)["source"].(string); !strings.HasPrefix(src, "27x") {
		t.Errorf("after coming back: %.20q", src)
	}
}

func TestS20Binding(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "[::]:0"} {
		s, err := New(Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Serve(t.Context(), l); err == nil || !strings.Contains(err.Error(), "only loopback") {
			t.Errorf("serving %s: %v", addr, err)
		}
		if conn, err := net.Dial("tcp", l.Addr().String()); err == nil {
			conn.Close()
			t.Errorf("%s still listens", addr)
		}
	}
}

func TestS25Logs(t *testing.T) {
	r := newRig(t, map[string]string{"a.ipynb": book("a", "1")})
	h := r.s.guard(r.addr[strings.LastIndexByte(r.addr, ':')+1:], http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("here") }))
	req, err := http.NewRequest("GET", "http://"+r.addr+"/boom?token="+r.s.keys.token, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.AddCookie(r.cookie)
	req.Header.Set("Authorization", "Bearer "+r.s.keys.token)
	rec := &recorder{h: http.Header{}}
	h.ServeHTTP(rec, req)
	if log := r.log.String(); rec.status != 500 || !strings.Contains(log, "/boom") || !strings.Contains(log, "TestS25Logs") || strings.Contains(log, r.s.keys.token) || strings.Contains(log, r.cookie.Value) {
		t.Errorf("%d, log: %s", rec.status, log)
	}
	if body := rec.body.String(); strings.Contains(body, "here") {
		t.Errorf("answer: %s", body)
	}
}
