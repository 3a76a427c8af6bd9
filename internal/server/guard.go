package server

// This file checks what every request must satisfy, before any handler, and sets the headers that every answer has.

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
)

// loopback are the names by which this machine calls itself.
func loopback() []string { return []string{"127.0.0.1", "localhost", "[::1]"} }

// guard wraps the routes. port is the one that the server listens on.
func (s *Server) guard(port string, next http.Handler) http.Handler {
	var hosts []string
	for _, name := range loopback() {
		hosts = append(hosts, name+":"+port)
		if port == "80" {
			hosts = append(hosts, name)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer s.recoverHandler(w, r)
		commonHeaders(w.Header())
		switch {
		// A name that an attacker's DNS points here is in Host, so a page from there ends here.
		case !slices.Contains(hosts, r.Host):
			fail(w, http.StatusMisdirectedRequest, "this server does not answer to that name")
		case len(r.Header.Values("Origin")) > 0 && !sameOrigin(r):
			fail(w, http.StatusForbidden, "requests of other pages are not answered")
		case r.Header.Get("Content-Encoding") != "":
			fail(w, http.StatusUnsupportedMediaType, "compressed requests are not read")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// sameOrigin reports whether the request has one Origin, and it is the page that Host names.
func sameOrigin(r *http.Request) bool {
	o := r.Header.Values("Origin")
	return len(o) == 1 && o[0] == "http://"+r.Host
}

// sameSite reports whether the browser, if it says so at all, says that the request was made by a page of this server
// or by its user. Another port of this machine is another site here.
func sameSite(r *http.Request) bool {
	for _, v := range r.Header.Values("Sec-Fetch-Site") {
		if v != "same-origin" && v != "none" {
			return false
		}
	}
	return true
}

// commonHeaders are those of every answer. Pages replace the policy by one that allows what they need.
func commonHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// recoverHandler reports a panic of a handler. The log gets the path and where it happened, and nothing of the request's
// headers or query.
func (s *Server) recoverHandler(w http.ResponseWriter, r *http.Request) {
	if p := recover(); p != nil {
		s.opts.Log.Error("internal error", slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("panic", fmt.Sprint(p)), slog.String("at", whereItPanicked()))
		fail(w, http.StatusInternalServerError, "internal error")
	}
}

// checkLoopback refuses listeners that other machines reach.
func checkLoopback(addr net.Addr) (port string, err error) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return "", fmt.Errorf("listen on %s: only loopback addresses are supported", addr)
	}
	return fmt.Sprint(tcp.Port), nil
}

// isJSON reports whether the request says that its body is JSON, which no form and no plain cross-site request can.
func isJSON(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/json")
}
