package server

// This file is the table of routes. Its classes say what a request must bring; the handlers rely on that.

import (
	"encoding/json"
	"net/http"
	"runtime"
	"strconv"
)

// class says what a request must bring before its handler sees it.
type class int

const (
	classPublic class = iota + 1 // nothing
	classLogin                   // JSON from a page of this server, or from no page
	classPage                    // a session; others get the login page
	classRead                    // a session or the token; changes nothing
	classWrite                   // the token, or a session and its page's header; JSON
	classSocket                  // the token, or a session and a page of this server
)

// route is a row of the table.
type route struct {
	pattern string
	class   class
	handle  func(http.ResponseWriter, *http.Request, caller)
}

// routes is the table. What is not in it is not found.
func (s *Server) routes() []route {
	return []route{
		{"GET /healthz", classPublic, func(w http.ResponseWriter, _ *http.Request, _ caller) { w.Write([]byte("ok\n")) }},
		{"POST /login", classLogin, s.postLogin},
		{"GET /{$}", classPage, s.getPage},
		{"GET /assets/{path...}", classRead, s.getAsset},
		{"GET /api/files", classRead, s.getFiles},
		{"POST /api/files", classWrite, s.postFiles},
		{"GET /files/{path...}", classRead, s.getFile},
		{"GET /ws", classSocket, s.getSocket},
	}
}

// handler builds the mux from the table.
func (s *Server) handler(routes []route) http.Handler {
	mux := http.NewServeMux()
	for _, r := range routes {
		mux.HandleFunc(r.pattern, s.admit(r))
	}
	return mux
}

// admit lets a request through to its handler if its class allows.
func (s *Server) admit(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := s.caller(r)
		switch rt.class {
		case classPublic:
		case classLogin:
			if !isJSON(r) {
				fail(w, http.StatusUnsupportedMediaType, "the body must be application/json")
				return
			}
			if !sameSite(r) {
				fail(w, http.StatusForbidden, "requests of other pages are not answered")
				return
			}
		case classPage:
			// An address with a token is for logging in, also for those who have a cookie already.
			if r.URL.Query().Has("token") {
				s.serveLogin(w, http.StatusOK)
				return
			}
			if !c.known() {
				s.serveLogin(w, http.StatusUnauthorized)
				return
			}
		case classRead, classWrite, classSocket:
			if !c.known() {
				fail(w, http.StatusUnauthorized, "log in first")
				return
			}
			if !c.token && !sameSite(r) {
				fail(w, http.StatusForbidden, "requests of other pages are not answered")
				return
			}
			if rt.class == classWrite {
				if !isJSON(r) {
					fail(w, http.StatusUnsupportedMediaType, "the body must be application/json")
					return
				}
				if !c.mayWrite(r) {
					fail(w, http.StatusForbidden, "the header X-Costate-Token is missing")
					return
				}
			}
			// Browsers send Origin with every websocket; without one the cookie could be anybody's use of it.
			if rt.class == classSocket && !c.token && !sameOrigin(r) {
				fail(w, http.StatusForbidden, "requests of other pages are not answered")
				return
			}
		default:
			fail(w, http.StatusForbidden, "this address has no class")
			return
		}
		rt.handle(w, r, c)
	}
}

// fail answers with a sentence as JSON, never with what the request said.
func fail(w http.ResponseWriter, status int, sentence string) {
	reply(w, status, map[string]string{"error": sentence})
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

// whereItPanicked names the first place outside the runtime that a panic went through.
func whereItPanicked() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(4, pcs)])
	for {
		f, more := frames.Next()
		if f.Function != "" && f.Function != "runtime.gopanic" && f.Function != "runtime.panicmem" && f.Function != "runtime.sigpanic" {
			return f.Function + ":" + strconv.Itoa(f.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}
