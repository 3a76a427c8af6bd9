// Package markdown turns the Markdown, HTML and SVG of notebooks into what a page may show.
//
//	r := markdown.New()
//	html := r.HTML("# Loss\n\n$x^2$", markdown.Place{Dir: "course"})
//
// # Contract
//
// The results contain no script, no event handler, no style, no id, no data attribute, no form, no frame, and no address of a
// scheme other than http, https, mailto and data (pictures only). Pictures come from the server itself or from the text; one
// from elsewhere becomes a link. A renderer may be used by several goroutines.
//
// Mathematics between dollar signs, or in an environment of LaTeX, is left for the page to set: as the text of span.math-inline and
// div.math-display.
//
//	Markdown    goldmark (CommonMark, tables, strikethrough, task lists), then the policy for HTML
//	HTML        bluemonday with a list of elements and attributes
//	SVG         own list of elements and attributes, read as XML since case matters in SVG
//
// No type of goldmark or bluemonday appears in this package's API.
package markdown
