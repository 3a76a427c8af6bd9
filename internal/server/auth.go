package server

// This file knows who is who: the token of the program's user, sessions of browsers, and codes that work once.

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"
	"time"
)

const (
	maxSessions = 256
	codeLife    = time.Minute
)

// keys holds the secrets. They live as long as the process and are written nowhere.
type keys struct {
	token string // of 130 bits
	mu    sync.Mutex
	codes map[string]time.Time // valid until then
	known []session            // by age
}

// session is a browser that has logged in.
type session struct {
	id   string // the value of the cookie
	csrf string // what its pages send with requests that write
}

func newKeys() *keys { return &keys{token: rand.Text(), codes: map[string]time.Time{}} }

// code returns a token that works once, within a minute.
func (k *keys) code() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := rand.Text()
	k.codes[c] = time.Now().Add(codeLife)
	return c
}

// login exchanges the token or a code for a session.
func (k *keys) login(token string) (session, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	ok := equal(token, k.token)
	for c, until := range k.codes {
		if time.Now().After(until) {
			delete(k.codes, c)
		} else if equal(token, c) {
			delete(k.codes, c)
			ok = true
		}
	}
	if !ok {
		return session{}, false
	}
	s := session{id: rand.Text(), csrf: rand.Text()}
	k.known = append(k.known, s)
	if len(k.known) > maxSessions {
		k.known = k.known[1:]
	}
	return s, true
}

// equal compares in a time that does not depend on where the texts differ.
func equal(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// caller is who makes a request.
type caller struct {
	session session
	cookie  bool // it brought the cookie of a session
	token   bool // it brought the token in a header: no browser does that for another page
}

func (c caller) known() bool { return c.cookie || c.token }

// caller finds out who makes a request. The cookie's name has the port, since browsers share cookies between ports.
func (s *Server) caller(r *http.Request) caller {
	var c caller
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		c.token = equal(token, s.keys.token)
	}
	for _, cookie := range r.CookiesNamed(cookieName(r)) {
		s.keys.mu.Lock()
		for _, known := range s.keys.known {
			if equal(cookie.Value, known.id) {
				c.session, c.cookie = known, true
			}
		}
		s.keys.mu.Unlock()
	}
	return c
}

func cookieName(r *http.Request) string {
	return "costate-" + r.Host[strings.LastIndexByte(r.Host, ':')+1:]
}

// mayWrite reports whether a cookie's request comes from a page of its session.
func (c caller) mayWrite(r *http.Request) bool {
	return c.token || c.cookie && equal(r.Header.Get("X-Costate-Token"), c.session.csrf)
}
