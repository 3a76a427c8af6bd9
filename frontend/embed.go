// Package frontend holds the built page, if there is one, and a page that says how to build it.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// App is the built app: index.html and assets/. ok is false if the binary was made without it; then index.html is a
// page that says so.
func App() (app fs.FS, ok bool) {
	if _, err := fs.Stat(dist, "dist/app/index.html"); err == nil {
		app, err := fs.Sub(dist, "dist/app")
		return app, err == nil
	}
	return nil, false
}

// Placeholder is the page for binaries without the app.
func Placeholder() ([]byte, error) { return dist.ReadFile("dist/placeholder.html") }
