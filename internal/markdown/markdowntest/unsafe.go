// Package markdowntest says whether HTML is safe to show, and holds texts that tried not to be. Tests of the renderer and
// of the server use it.
package markdowntest

// This file reads HTML back with a parser, independently of what made it safe.

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Unsafe says what in a piece of HTML is not safe, or "".
func Unsafe(s string) string {
	doc, err := html.Parse(strings.NewReader(s))
	if err != nil {
		return err.Error()
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if slices.Contains(strings.Fields("script style iframe object embed form button base meta link svg math video audio source template noscript textarea select"), n.Data) {
			return "element " + n.Data
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), strings.HasPrefix(a.Key, "data-"), a.Key == "id", a.Key == "name", a.Key == "srcset", a.Key == "ping", a.Key == "action", a.Key == "background":
				return "attribute " + a.Key
			case a.Key == "class" && a.Val != "math-inline" && a.Val != "math-display" && !strings.HasPrefix(a.Val, "language-"):
				return "class " + a.Val
			case a.Key == "style" && !strings.HasPrefix(a.Val, "text-align: "):
				return "style " + a.Val
			case a.Key == "type" && a.Val != "checkbox":
				return "input of type " + a.Val
			case a.Key == "src" && !strings.HasPrefix(a.Val, "files/") && !strings.HasPrefix(a.Val, "data:image/"):
				return "picture " + a.Val
			case a.Key == "src" && strings.Contains(a.Val, "svg+xml"):
				return "picture " + a.Val
			case a.Key == "href":
				u, err := url.Parse(a.Val)
				if err != nil || !slices.Contains([]string{"", "http", "https", "mailto"}, u.Scheme) {
					return "link " + a.Val
				}
			}
		}
	}
	return ""
}
