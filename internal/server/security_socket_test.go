package server

// This file tests S13, S20 and S25 of docs/security.md: floods of clients, the address, the log.

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

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
	if err := conn.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
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
	for err = slow.SetReadDeadline(time.Now().Add(20 * time.Second)); err == nil; {
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
