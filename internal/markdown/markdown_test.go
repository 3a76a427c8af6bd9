package markdown

import (
	"strings"
	"testing"

	"github.com/costate/costate/internal/markdown/markdowntest"
)

func TestHTML(t *testing.T) {
	r := New()
	at := Place{Dir: "sub", Attachment: func(name string) (string, string, bool) { return "image/png", "iVBORw0KGgo=", name == "a b.png" }}
	tests := []struct{ name, source, want string }{
		{"heading", "# Ω *b*", "<h1>Ω <em>b</em></h1>\n"},
		{"inline math", "a $x_1 * y_2*$ b", "<p>a <span class=\"math-inline\">x_1 * y_2*</span> b</p>\n"},
		{"math over lines", "a $x +\ny$ b", "<p>a <span class=\"math-inline\">x +\ny</span> b</p>\n"},
		{"prices", "from $5 to $10", "<p>from $5 to $10</p>\n"},
		{"dollar with space", "$ x $", "<p>$ x $</p>\n"},
		{"escaped dollar", `\$x\$`, "<p>$x$</p>\n"},
		{"markup in math", "$a<b$", "<p><span class=\"math-inline\">a&lt;b</span></p>\n"},
		{"display in a line", "a $$x$$ b", "<p>a <span class=\"math-display\">x</span> b</p>\n"},
		{"display block", "$$\na\n= b\n- c\n$$\n\ntext", "<div class=\"math-display\">a\n= b\n- c</div>\n<p>text</p>\n"},
		{"display one line", "$$x^2$$", "<div class=\"math-display\">x^2</div>\n"},
		{"environment", "\\begin{align}\na &= b\n\\end{align}\n", "<div class=\"math-display\">\\begin{align}\na &amp;= b\n\\end{align}</div>\n"},
		{"code is no math", "`$x$`", "<p><code>$x$</code></p>\n"},
		{"fenced", "```go\nx := 1\n```", "<pre><code class=\"language-go\">x := 1\n</code></pre>\n"},
		{"table", "|a|\n|:-:|\n|b|", "<table>\n<thead>\n<tr>\n<th style=\"text-align: center\">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style=\"text-align: center\">b</td>\n</tr>\n</tbody>\n</table>\n"},
		{"tasks", "- [x] a", "<ul>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"> a</li>\n</ul>\n"},
		{"picture beside", "![p](fig 1.png)", "<p>![p](fig 1.png)</p>\n"},
		{"picture in place", "![p](fig.png)", "<p><img src=\"files/sub/fig.png\" alt=\"p\"></p>\n"},
		{"picture above", "![p](../fig.png)", "<p><img src=\"files/fig.png\" alt=\"p\"></p>\n"},
		{"picture too far above", "![p](../../fig.png)", "<p><a href=\"../../fig.png\" rel=\"nofollow noreferrer\">p</a></p>\n"},
		{"picture from elsewhere", "![p](https://x.org/a.png)", "<p><a href=\"https://x.org/a.png\" rel=\"nofollow noreferrer noopener\" target=\"_blank\">p</a></p>\n"},
		{"attachment", "![p](attachment:a%20b.png)", "<p><img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"p\"></p>\n"},
		{"notebook link", "[n](other.ipynb)", "<p><a href=\"/?notebook=sub%2Fother.ipynb\" rel=\"nofollow noreferrer\">n</a></p>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := r.HTML(tt.source, at); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestS6Payloads(t *testing.T) {
	r := New()
	for _, p := range markdowntest.Payloads() {
		for _, got := range []string{r.HTML(p, Place{}), r.Sanitize(p), r.HTML("a\n\n"+p+"\n\nb", Place{})} {
			if why := markdowntest.Unsafe(got); why != "" {
				t.Errorf("%q gives %q: %s", p, got, why)
			}
		}
	}
}

func TestUnsafeHTMLSeesFaults(t *testing.T) {
	for _, p := range []string{`<script>x</script>`, `<p onclick="x">`, `<a href="javascript:x">`, `<p id="a">`, `<p data-a="b">`, `<img src="https://x.org/a">`, `<div class="cell">`} {
		if markdowntest.Unsafe(p) == "" {
			t.Errorf("%s counts as safe", p)
		}
	}
}

func TestSVG(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"drawing", `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="a"/><path d="M0 0" style="fill:url(#a);stroke:#000"/></svg>`,
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="a"></linearGradient><path d="M0 0" style="fill:url(#a);stroke:#000"></path></svg>`},
		{"script", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><g onload="alert(1)"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg"><g></g></svg>`},
		{"foreign", `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x"/></body></foreignObject></svg>`, `<svg xmlns="http://www.w3.org/2000/svg"></svg>`},
		{"links", `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="https://evil.example/#a"/><use href="#a"/><image href="https://evil.example"/><a href="javascript:x"><text>t</text></a></svg>`,
			`<svg xmlns="http://www.w3.org/2000/svg"><use></use><use href="#a"></use><image></image></svg>`},
		{"style", `<svg xmlns="http://www.w3.org/2000/svg"><style>@import "https://evil.example"</style><g style="background:url(https://evil.example);fill:red"/><g fill="url(https://evil.example)"/></svg>`,
			`<svg xmlns="http://www.w3.org/2000/svg"><g style="fill:red"></g><g></g></svg>`},
		{"animation", `<svg xmlns="http://www.w3.org/2000/svg"><a><set attributeName="href" to="javascript:alert(1)"/></a></svg>`, `<svg xmlns="http://www.w3.org/2000/svg"></svg>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SVG(tt.source)
			if err != nil || got != tt.want {
				t.Errorf("%v\ngot  %s\nwant %s", err, got, tt.want)
			}
		})
	}
	for _, bad := range []string{"", "x", "<svg>", "<html></html>", "<svg/><svg/>", "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg>&a;</svg>", strings.Repeat("<svg>", 1000) + strings.Repeat("</svg>", 1000)} {
		if got, err := SVG(bad); err == nil {
			t.Errorf("SVG(%.40q) = %.80q", bad, got)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, p := range markdowntest.Payloads() {
		f.Add(p)
	}
	r := New()
	f.Fuzz(func(t *testing.T, s string) {
		if why := markdowntest.Unsafe(r.HTML(s, Place{Dir: "d"})); why != "" {
			t.Error(why)
		}
		SVG(s)
	})
}
