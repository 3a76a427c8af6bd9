package markdown

// This file is the list of what HTML may hold.

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "section", "article", "header", "footer",
		"blockquote", "pre", "code", "kbd", "samp", "var", "em", "strong", "b", "i", "u", "s", "del", "ins", "sub", "sup", "small", "mark",
		"q", "cite", "abbr", "dfn", "ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "details", "summary",
		"table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "input")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("open").Matching(regexp.MustCompile(`^(open)?$`)).OnElements("details")
	p.AllowAttrs("colspan", "rowspan", "span").Matching(bluemonday.Integer).OnElements("td", "th", "col", "colgroup")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col|rowgroup|colgroup)$`)).OnElements("th")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|center|right)$`)).OnElements("td", "th", "tr")
	// goldmark writes alignment as a style; the policy makes it a property of its own.
	p.AllowStyles("text-align").MatchingEnum("left", "center", "right").OnElements("td", "th")
	p.AllowAttrs("title").Matching(regexp.MustCompile(`^[^<>]{0,300}$`)).OnElements("abbr", "a", "img", "dfn")
	p.AllowAttrs("lang").Matching(regexp.MustCompile(`^[a-zA-Z-]{1,20}$`)).Globally()
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^(ltr|rtl|auto)$`)).Globally()
	// Classes are a short list, so that an output cannot dress up as a part of the page.
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(math-inline|math-display)$`)).OnElements("span", "div")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^language-[a-zA-Z0-9+#-]{1,30}$`)).OnElements("code")
	// The boxes of task lists.
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("checked", "disabled").Matching(regexp.MustCompile(`^(checked|disabled)?$`)).OnElements("input")

	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^(files/|data:image/(png|gif|jpeg|webp);base64,)`)).OnElements("img")
	p.AllowAttrs("alt").Matching(regexp.MustCompile(`^[^<>]{0,1000}$`)).OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.NumberOrPercent).OnElements("img")
	p.AllowDataURIImages()
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}
