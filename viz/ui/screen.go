package ui

// This file holds where things are shown: a page, or an output that takes text.

import (
	"crypto/rand"
	"errors"
	"fmt"
	"image"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// MIME types of bundles.
const (
	mimeText = "text/plain"
	mimeHTML = "text/html"
)

// Bundler is what values implement that are more than text.
type Bundler interface {
	Bundle() (map[string][]byte, error)
}

// Screen is where things are shown. Sessions make one; Show and Progress use one that prints to standard output.
type Screen struct {
	// Out takes text where there is no page.
	Out io.Writer
	// Display shows a bundle by MIME type on a page; what is shown under an id that is not "" replaces what was shown under it before.
	// Nil where there is no page.
	Display func(id string, bundle map[string][]byte)
	// Text writes a value that is no Bundler; nil is fmt.Sprint.
	Text func(x any) string
	// Rows takes apart values that package reflect cannot; nil takes none.
	Rows func(x any) (headers []string, rows [][]string, ok bool)

	mu   sync.Mutex
	late map[*Bar]bool // bars that have moved since they were shown
}

// Flush shows the bars where they stand, as at the end of a cell. A bar is locked before its screen.
func (s *Screen) Flush() {
	s.mu.Lock()
	bars := slices.Collect(maps.Keys(s.late))
	s.mu.Unlock()
	for _, b := range bars {
		b.mu.Lock()
		if b.shown != b.n && !b.done {
			b.show()
		}
		b.mu.Unlock()
	}
}

// behind notes whether a bar has moved since it was shown.
func (s *Screen) behind(b *Bar, is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !is {
		delete(s.late, b)
		return
	}
	if s.late == nil {
		s.late = map[*Bar]bool{}
	}
	s.late[b] = true
}

// process is the screen of a compiled program.
func process() *Screen { return &Screen{Out: os.Stdout} }

// Show shows values, one below the other, while the cell runs: plots, pictures, tables, and any other value as text.
func Show(values ...any) { process().Show(values...) }

// Show shows values, one below the other.
func (s *Screen) Show(values ...any) {
	for _, x := range values {
		s.put("", s.bundle(x))
	}
}

// Update shows a value in the place of what was shown under the id before, or as Show does if nothing was. An id counts for all cells.
func Update(id string, x any) { process().Update(id, x) }

// Update shows a value in the place of what was shown under the id before.
func (s *Screen) Update(id string, x any) { s.put(id, s.bundle(x)) }

// bundle returns what a value is shown as.
func (s *Screen) bundle(x any) map[string][]byte {
	if img, ok := x.(image.Image); ok {
		x = Image(img)
	}
	if b, ok := x.(Bundler); ok {
		bundle, err := b.Bundle()
		if err == nil && len(bundle) == 0 {
			err = errors.New("there is nothing to show")
		}
		if err != nil {
			return map[string][]byte{mimeText: []byte(err.Error())}
		}
		return bundle
	}
	text := fmt.Sprint
	if s.Text != nil {
		text = func(a ...any) string { return s.Text(a[0]) }
	}
	return map[string][]byte{mimeText: []byte(text(x))}
}

func (s *Screen) put(id string, bundle map[string][]byte) {
	if s.Display != nil {
		s.Display(id, bundle)
		return
	}
	io.WriteString(s.Out, strings.TrimRight(string(bundle[mimeText]), "\n")+"\n")
}

// Progress shows how far a loop is on its way to total; with a total of 0 or less it counts. A bar is shown once it is made.
func Progress(total int, label string) *Bar { return process().Progress(total, label) }

// Progress shows how far a loop is on its way to total.
func (s *Screen) Progress(total int, label string) *Bar {
	b := &Bar{screen: s, id: rand.Text(), total: total, label: strings.Join(strings.Fields(label), " "), now: time.Now}
	b.began = b.now()
	b.Set(0)
	return b
}
