package viz

// This file makes values that a notebook shows as something else than text: pages, formulas, pictures.

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image"
	_ "image/jpeg" // the sizes of pictures are said in words
	_ "image/png"  // as above
	"maps"
	"regexp"
	"slices"
	"strings"
)

// More MIME types of bundles.
const (
	MIMEHTML     = "text/html"
	MIMEMarkdown = "text/markdown"
	MIMELatex    = "text/latex"
	MIMEJPEG     = "image/jpeg"
)

// Media is a value with forms that a notebook can show. As the value of a cell's last expression it is shown.
type Media struct {
	forms map[string][]byte
	err   error
}

// Bundle returns the forms by MIME type, with one in words among them.
func (m *Media) Bundle() (map[string][]byte, error) {
	if m.err != nil {
		return nil, m.err
	}
	return maps.Clone(m.forms), nil
}

// String returns what is shown where there is only text.
func (m *Media) String() string {
	if m.err != nil {
		return m.err.Error()
	}
	return string(m.forms[MIMEText])
}

func newMedia(mime string, data []byte, words string) *Media {
	return &Media{forms: map[string][]byte{mime: slices.Clone(data), MIMEText: []byte(words)}}
}

// Text shows a text as it is, without quotes.
func Text(s string) *Media { return newMedia(MIMEText, []byte(s), s) }

// HTML shows a piece of HTML. Pages show it without scripts, styles and forms.
func HTML(s string) *Media { return newMedia(MIMEHTML, []byte(s), wordsOfHTML(s)) }

// Markdown shows a text in Markdown.
func Markdown(s string) *Media { return newMedia(MIMEMarkdown, []byte(s), s) }

// Math shows a formula in LaTeX, with or without dollar signs around it.
func Math(s string) *Media {
	formula := strings.Trim(strings.TrimSpace(s), "$")
	return newMedia(MIMELatex, []byte("$$"+formula+"$$"), formula)
}

// PNG shows a picture in the format PNG.
func PNG(data []byte) *Media { return picture("png", data) }

// JPEG shows a picture in the format JPEG.
func JPEG(data []byte) *Media { return picture("jpeg", data) }

func picture(format string, data []byte) *Media {
	c, found, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case err != nil:
		return &Media{err: fmt.Errorf("picture: read %s: %w", strings.ToUpper(format), err)}
	case found != format:
		return &Media{err: fmt.Errorf("picture: these bytes are a picture in the format %s, not %s", strings.ToUpper(found), strings.ToUpper(format))}
	}
	return newMedia("image/"+format, data, fmt.Sprintf("Picture, %d x %d pixels", c.Width, c.Height))
}

// SVG shows a drawing in the format SVG.
func SVG(s string) *Media {
	if !strings.Contains(s, "<svg") {
		return &Media{err: errors.New("drawing: the text has no element svg")}
	}
	words := "Drawing"
	if title := regexp.MustCompile(`(?s)<title>(.*?)</title>`).FindStringSubmatch(s); title != nil {
		words += ": " + wordsOfHTML(title[1])
	}
	return newMedia(MIMESVG, []byte(s), words)
}

// MIME shows a value in forms that are made elsewhere, by MIME type; a page takes the best that it knows. JavaScript is refused.
func MIME(forms map[string][]byte) *Media {
	m := &Media{forms: map[string][]byte{}}
	var names []string
	for _, mime := range slices.Sorted(maps.Keys(forms)) {
		if strings.Contains(mime, "javascript") {
			return &Media{err: fmt.Errorf("show %s: notebooks do not run JavaScript", mime)}
		}
		m.forms[mime] = slices.Clone(forms[mime])
		names = append(names, mime)
	}
	if len(names) == 0 {
		return &Media{err: errors.New("show: there are no forms")}
	}
	if m.forms[MIMEText] == nil {
		m.forms[MIMEText] = []byte("Data of type " + strings.Join(names, ", "))
	}
	return m
}

// maxWords bounds the text that stands for a piece of HTML.
const maxWords = 4000

// wordsOfHTML is the text of a piece of HTML, without what only a page can use.
func wordsOfHTML(s string) string {
	s = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<!--.*?-->`).ReplaceAllString(s, " ")
	s = regexp.MustCompile(`(?s)<[^>]*>`).ReplaceAllString(s, " ")
	s = strings.Join(strings.Fields(html.UnescapeString(s)), " ")
	if len(s) > maxWords {
		s = strings.ToValidUTF8(s[:maxWords], "") + "…"
	}
	return s
}
