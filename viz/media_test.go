package viz

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func encoded(t *testing.T, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	pic := image.NewGray(image.Rect(0, 0, 3, 2))
	err := png.Encode(&b, pic)
	if format == "jpeg" {
		b.Reset()
		err = jpeg.Encode(&b, pic, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestMedia(t *testing.T) {
	p, j := encoded(t, "png"), encoded(t, "jpeg")
	tests := []struct {
		name string
		m    *Media
		want map[string]string // by MIME type
		err  string
	}{
		{"text", Text("a\nb"), map[string]string{MIMEText: "a\nb"}, ""},
		{"html", HTML("<b>a&lt;b</b>\n<script>x</script><!-- c --> d"), map[string]string{MIMEHTML: "<b>a&lt;b</b>\n<script>x</script><!-- c --> d", MIMEText: "a<b d"}, ""},
		{"markdown", Markdown("*a*"), map[string]string{MIMEMarkdown: "*a*", MIMEText: "*a*"}, ""},
		{"math", Math(" $x^2$ "), map[string]string{MIMELatex: "$$x^2$$", MIMEText: "x^2"}, ""},
		{"png", PNG(p), map[string]string{MIMEPNG: string(p), MIMEText: "Picture, 3 x 2 pixels"}, ""},
		{"jpeg", JPEG(j), map[string]string{MIMEJPEG: string(j), MIMEText: "Picture, 3 x 2 pixels"}, ""},
		{"png that is jpeg", PNG(j), nil, "picture: these bytes are a picture in the format JPEG, not PNG"},
		{"no png", PNG([]byte("x")), nil, "picture: read PNG: image: unknown format"},
		{"svg", SVG("<svg><title>A &amp; B</title></svg>"), map[string]string{MIMESVG: "<svg><title>A &amp; B</title></svg>", MIMEText: "Drawing: A & B"}, ""},
		{"no svg", SVG("<p>"), nil, "drawing: the text has no element svg"},
		{"forms", MIME(map[string][]byte{"application/json": []byte("{}"), "a/b": nil}), map[string]string{"application/json": "{}", "a/b": "", MIMEText: "Data of type a/b, application/json"}, ""},
		{"forms with words", MIME(map[string][]byte{MIMEText: []byte("w")}), map[string]string{MIMEText: "w"}, ""},
		{"javascript", MIME(map[string][]byte{"application/javascript": nil}), nil, "show application/javascript: notebooks do not run JavaScript"},
		{"no forms", MIME(nil), nil, "show: there are no forms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkBundle(t, tt.m.Bundle, tt.want, tt.err) })
	}
	if s := HTML(strings.Repeat("é", maxWords)).String(); len(s) > maxWords+4 || !strings.HasSuffix(s, "é…") {
		t.Errorf("long text ends with %q", s[len(s)-8:])
	}
}

func checkBundle(t *testing.T, bundle func() (map[string][]byte, error), want map[string]string, fault string) {
	t.Helper()
	b, err := bundle()
	if err != nil || fault != "" {
		if err == nil || err.Error() != fault {
			t.Errorf("error %v, want %q", err, fault)
		}
		return
	}
	got := map[string]string{}
	for mime, data := range b {
		got[mime] = string(data)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestPage(t *testing.T) {
	tests := []struct {
		name string
		fill func(*Page)
		want map[string]string
		err  string
	}{
		{"empty", func(*Page) {}, map[string]string{MIMEText: ""}, ""},
		{"one part", func(p *Page) { p.Markdown("*a*") }, map[string]string{MIMEMarkdown: "*a*", MIMEText: "*a*"}, ""},
		{"one drawing", func(p *Page) { p.SVG("<svg/>") }, map[string]string{MIMESVG: "<svg/>", MIMEText: "Drawing"}, ""},
		{"two", func(p *Page) { p.HTML("<b>a</b>\n\n<i>c</i>"); p.HTMLF("<i>%d</i>", 1) },
			map[string]string{MIMEHTML: "<div><b>a</b>\n<i>c</i></div>\n\n<div><i>1</i></div>", MIMEText: "a c\n1"}, ""},
		{"mixed", func(p *Page) { p.Markdown("# a"); p.HTML("<b>b</b>") },
			map[string]string{MIMEMarkdown: "# a\n\n<div><b>b</b></div>", MIMEText: "# a\nb"}, ""},
		{"updated", func(p *Page) {
			id := p.ID()
			p.Update(id, "1")
			p.HTML("x")
			p.Update(id, "2")
			p.Update(p.ID(), "y")
			p.UpdateMarkdown(id, "3")
		},
			map[string]string{MIMEMarkdown: "3\n\n<div>x</div>\n\n<div>y</div>", MIMEText: "3\nx\ny"}, ""},
		{"drawing and text", func(p *Page) { p.HTML("a"); p.SVG("<svg/>") }, nil, "page: a drawing is shown alone, and there are other parts"},
		{"broken picture", func(p *Page) { p.HTML("a"); p.PNG(nil) }, nil, "picture: read PNG: image: unknown format"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := NewPage()
			tt.fill(p)
			checkBundle(t, p.Bundle, tt.want, tt.err)
		})
	}
	p := NewPage()
	p.HTML("a")
	p.PNG(encoded(t, "png"))
	b, err := p.Bundle()
	if err != nil || !strings.Contains(string(b[MIMEHTML]), `<img alt="Picture, 3 x 2 pixels" src="data:image/png;base64,iVBOR`) {
		t.Errorf("%s, %v", b[MIMEHTML], err)
	}
}

func TestPageFromGoroutines(t *testing.T) {
	p := NewPage()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { p.Update(p.ID(), "x") })
	}
	wg.Wait()
	if len(p.parts) != 20 {
		t.Errorf("%d parts, want 20", len(p.parts))
	}
}
