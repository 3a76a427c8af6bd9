package viz

// This file composes things to be shown one after the other.

import (
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"sync"
)

// Page collects texts and pictures, which are shown below each other when the page is. Its methods may be called from several
// goroutines.
type Page struct {
	mu    sync.Mutex
	parts []part
	ids   int
}

// part is one thing on a page.
type part struct {
	id    string // of one that may be replaced
	mime  string
	media *Media
}

// NewPage returns an empty page.
func NewPage() *Page { return &Page{} }

// HTML adds a piece of HTML.
func (p *Page) HTML(s string) { p.put("", MIMEHTML, HTML(s)) }

// HTMLF adds a piece of HTML that is formatted as by fmt.Sprintf.
func (p *Page) HTMLF(format string, args ...any) { p.HTML(fmt.Sprintf(format, args...)) }

// Markdown adds a text in Markdown.
func (p *Page) Markdown(s string) { p.put("", MIMEMarkdown, Markdown(s)) }

// PNG adds a picture.
func (p *Page) PNG(data []byte) { p.put("", MIMEPNG, PNG(data)) }

// SVG adds a drawing. A page shows a drawing alone or not at all: beside other parts it is an error.
func (p *Page) SVG(s string) { p.put("", MIMESVG, SVG(s)) }

// Update replaces the part of that name by a piece of HTML, or adds it if there is none.
func (p *Page) Update(id, s string) { p.put(id, MIMEHTML, HTML(s)) }

// UpdateMarkdown is Update with a text in Markdown.
func (p *Page) UpdateMarkdown(id, s string) { p.put(id, MIMEMarkdown, Markdown(s)) }

// ID returns a name for Update that the page has not returned before.
func (p *Page) ID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ids++
	return fmt.Sprintf("part-%d", p.ids)
}

func (p *Page) put(id, mime string, m *Media) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if id != "" {
		for i := range p.parts {
			if p.parts[i].id == id {
				p.parts[i] = part{id, mime, m}
				return
			}
		}
	}
	p.parts = append(p.parts, part{id, mime, m})
}

// Bundle returns the page as HTML, or as Markdown if some of its parts are; a page of one part as that.
func (p *Page) Bundle() (map[string][]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.parts) == 1 {
		return p.parts[0].media.Bundle()
	}
	mime := MIMEHTML
	var pieces, words []string
	for _, q := range p.parts {
		if _, err := q.media.Bundle(); err != nil {
			return nil, err
		}
		if q.mime == MIMEMarkdown {
			mime = MIMEMarkdown
		}
		words = append(words, q.media.String())
	}
	for _, q := range p.parts {
		data := string(q.media.forms[q.mime])
		switch q.mime {
		case MIMESVG:
			return nil, errors.New("page: a drawing is shown alone, and there are other parts")
		case MIMEPNG:
			data = fmt.Sprintf(`<div><img alt="%s" src="data:image/png;base64,%s"></div>`, html.EscapeString(q.media.String()), base64.StdEncoding.EncodeToString([]byte(data)))
		case MIMEHTML:
			data = "<div>" + blankLines.ReplaceAllString(data, "\n") + "</div>" // in Markdown a blank line would end the HTML
		}
		pieces = append(pieces, data)
	}
	text := []byte(strings.Join(words, "\n"))
	if len(pieces) == 0 {
		return map[string][]byte{MIMEText: text}, nil
	}
	return map[string][]byte{MIMEText: text, mime: []byte(strings.Join(pieces, "\n\n"))}, nil
}

var blankLines = regexp.MustCompile(`\n\s*\n`)
