package markdown

// This file renders Markdown, and moves its addresses to where the server has what they name.

import (
	"bytes"
	stdhtml "html"
	"net/url"
	"path"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Renderer renders and sanitises.
type Renderer struct {
	md     goldmark.Markdown
	policy *bluemonday.Policy
	place  parser.ContextKey // where the parser's context holds the Place
}

// Place says where a Markdown text stands.
type Place struct {
	Dir string // of the notebook, relative to the served directory, with slashes; "" is that directory
	// Attachment gives a picture of the cell by name as MIME type and base64; nil if there are none.
	Attachment func(name string) (mime, data string, ok bool)
}

// placeKey is made once: the parser counts its keys without a lock.
var placeKey = parser.NewContextKey()

// New returns a renderer.
func New() *Renderer {
	key := placeKey
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Linkify),
		goldmark.WithParserOptions(
			parser.WithInlineParsers(util.Prioritized(inlineMath{}, 150)), // before emphasis and code
			parser.WithBlockParsers(util.Prioritized(blockMath{}, 90)),    // before setext headings
			parser.WithASTTransformers(util.Prioritized(addresses{key}, 100)),
		),
		// Raw HTML passes here and is cut by the policy, like that of goldmark itself.
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(mathRenderer{}, 100))),
	)
	return &Renderer{md: md, policy: policy(), place: key}
}

// HTML renders Markdown.
func (r *Renderer) HTML(source string, at Place) string {
	var b bytes.Buffer
	ctx := parser.NewContext()
	ctx.Set(r.place, at)
	if err := r.md.Convert([]byte(source), &b, parser.WithContext(ctx)); err != nil {
		return "<pre>" + stdhtml.EscapeString(source) + "</pre>"
	}
	return r.policy.Sanitize(b.String())
}

// Sanitize cuts everything out of HTML that is not on the list.
func (r *Renderer) Sanitize(source string) string { return r.policy.Sanitize(source) }

// addresses rewrites links and pictures.
type addresses struct{ place parser.ContextKey }

// Transform implements goldmark's ASTTransformer.
func (a addresses) Transform(doc *ast.Document, reader text.Reader, ctx parser.Context) {
	at, _ := ctx.Get(a.place).(Place)
	var remote []*ast.Image
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(at.link(string(n.Destination)))
		case *ast.Image:
			if to, ok := at.picture(string(n.Destination)); ok {
				n.Destination = []byte(to)
			} else {
				remote = append(remote, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, img := range remote {
		link := ast.NewLink()
		link.Destination = img.Destination
		for c := img.FirstChild(); c != nil; c = img.FirstChild() {
			link.AppendChild(link, c)
		}
		if !link.HasChildren() {
			link.AppendChild(link, ast.NewString([]byte("picture")))
		}
		img.Parent().ReplaceChild(img.Parent(), img, link)
	}
}

// picture says where the server has a picture; false for one from elsewhere.
func (p Place) picture(dest string) (string, bool) {
	if name, ok := strings.CutPrefix(dest, "attachment:"); ok {
		if name, err := url.PathUnescape(name); err == nil && p.Attachment != nil {
			if mime, data, ok := p.Attachment(name); ok {
				return "data:" + mime + ";base64," + data, true
			}
		}
		return "", true
	}
	if strings.HasPrefix(dest, "data:") {
		return dest, true // the policy knows which
	}
	file, ok := p.local(dest)
	if !ok {
		return "", false
	}
	return (&url.URL{Path: "files/" + file}).String(), true
}

// link leads to notebooks of the same directory by their pages.
func (p Place) link(dest string) string {
	if file, ok := p.local(dest); ok && path.Ext(file) == ".ipynb" {
		return "/?" + url.Values{"notebook": {file}}.Encode()
	}
	return dest
}

// local reports which file of the served directory a relative address names.
func (p Place) local(dest string) (string, bool) {
	u, err := url.Parse(dest)
	if err != nil || u.Scheme != "" || u.Host != "" || u.Path == "" || strings.HasPrefix(u.Path, "/") || strings.Contains(u.Path, `\`) {
		return "", false
	}
	file := path.Join(p.Dir, u.Path)
	if file == ".." || strings.HasPrefix(file, "../") {
		return "", false
	}
	return file, true
}
