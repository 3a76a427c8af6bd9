package server

// This file makes outputs safe and chooses what of them is shown.

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif"  // the sizes of pictures are read before a page decodes them
	_ "image/jpeg" // as above
	_ "image/png"  // as above
	"strings"
	"unicode/utf8"

	"github.com/costate/costate/internal/markdown"
	"github.com/costate/costate/internal/notebook"
)

// maxPixels bounds pictures, which compress well and decode large.
const maxPixels = 40_000_000

// outputView is an output as pages get it. h.mu is held.
func (h *hub) outputView(o notebook.Output) outputView {
	switch o.Type() {
	case notebook.StreamOutput:
		name, text := o.Stream()
		if name != "stderr" {
			name = "stdout"
		}
		text = notebook.Screen(text)
		return outputView{Type: notebook.StreamOutput, Name: name, Text: &text}
	case notebook.ErrorOutput:
		v := outputView{Type: notebook.ErrorOutput}
		v.EName, v.EValue, v.Traceback = o.Failure()
		return v
	case notebook.ResultOutput, notebook.DisplayOutput:
		v := outputView{Type: o.Type()}
		v.Count, _ = o.Value().Get("execution_count").Int()
		v.Show, v.Data = h.choose(o)
		return v
	}
	return outputView{Type: notebook.DisplayOutput, Show: "text/plain", Data: map[string]string{"text/plain": "An output of a kind that is not known here. It is kept in the file."}}
}

// shows lists what pages can show, the best first. Each makes its data safe, or says that there is nothing to show.
func (h *hub) shows() []struct {
	mime, as string
	safe     func(string) (string, bool)
} {
	same := func(s string) (string, bool) { return s, utf8.ValidString(s) }
	type row = struct {
		mime, as string
		safe     func(string) (string, bool)
	}
	return []row{
		{"image/svg+xml", "image/svg+xml", func(s string) (string, bool) { s, err := markdown.SVG(s); return s, err == nil }},
		{"image/png", "image/png", checkImage},
		{"image/jpeg", "image/jpeg", checkImage},
		{"image/gif", "image/gif", checkImage},
		{"text/html", "text/html", func(s string) (string, bool) {
			s = h.srv.render.Sanitize(s)
			return s, strings.TrimSpace(s) != ""
		}},
		{"text/markdown", "text/html", func(s string) (string, bool) {
			return h.srv.render.HTML(s, markdown.Place{Dir: h.dir()}), true
		}},
		{"text/latex", "text/latex", same},
		{"application/json", "application/json", same},
		{"text/plain", "text/plain", same},
	}
}

// choose returns what is shown, with the text that says it in words.
func (h *hub) choose(o notebook.Output) (string, map[string]string) {
	data := map[string]string{}
	if text, ok := o.Data("text/plain"); ok {
		data["text/plain"] = text
	}
	for _, s := range h.shows() {
		raw, ok := o.Data(s.mime)
		if !ok {
			continue
		}
		if safe, ok := s.safe(raw); ok {
			data[s.as] = safe
			return s.as, data
		}
	}
	if _, ok := data["text/plain"]; !ok {
		data["text/plain"] = "An output without a form that can be shown. It is kept in the file."
	}
	return "text/plain", data
}

// checkImage returns the base64 text of a picture of a sane size.
func checkImage(s string) (string, bool) {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == ' ' {
			return -1
		}
		return r
	}, s)
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return "", false
	}
	c, _, err := image.DecodeConfig(bytes.NewReader(raw))
	return s, err == nil && c.Width > 0 && c.Height > 0 && c.Width <= maxPixels/c.Height
}
