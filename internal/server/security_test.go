package server

// This file tests S1 to S5 of docs/security.md: who may talk.

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
