package server

// This file serves the built app.

import (
	"crypto/rand"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// getPage answers GET / with the app's page.
func (s *Server) getPage(w http.ResponseWriter, _ *http.Request, c caller) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if s.opts.App == nil {
		w.Write(s.opts.Placeholder)
		return
	}
	page, err := fs.ReadFile(s.opts.App, "index.html")
	if err != nil {
		fail(w, http.StatusInternalServerError, "the page is missing from this program")
		return
	}
	nonce := rand.Text()
	h.Set("Content-Security-Policy", policy(nonce))
	marks := strings.NewReplacer("__COSTATE_NONCE__", nonce, "__COSTATE_CSRF__", c.session.csrf, "__COSTATE_ROOT__", html.EscapeString(s.name))
	marks.WriteString(w, string(page))
}

// policy is the content security policy of the app.
func policy(nonce string) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-" + nonce + "'", "img-src 'self' data: blob:", "font-src 'self'",
		"connect-src 'self'", "frame-src 'self' blob:", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
		"require-trusted-types-for 'script'", "trusted-types dompurify costate 'allow-duplicates'",
	}, "; ")
}

// getAsset answers GET /assets/…. The names have hashes of the contents.
func (s *Server) getAsset(w http.ResponseWriter, r *http.Request, _ caller) {
	name := "assets/" + r.PathValue("path")
	if s.opts.App == nil || !fs.ValidPath(name) {
		fail(w, http.StatusNotFound, "there is no such file")
		return
	}
	data, err := fs.ReadFile(s.opts.App, name)
	kind := assetType(path.Ext(name))
	if err != nil || kind == "" {
		fail(w, http.StatusNotFound, "there is no such file")
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Write(data)
}

// assetType does not ask the system, whose answers differ.
func assetType(ext string) string {
	switch ext {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".json":
		return "application/json"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return imageType(ext)
}
