package foreign

// This file translates what other kernels show pictures and HTML with. GoNB: gonbui/gonbui.go; gophernotes: display.go.

import (
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// Packages of GoNB.
const (
	gonbModule = "github.com/janpfeifer/gonb/"
	gonbui     = gonbModule + "gonbui"
)

// pageName is the variable of a main function that collects what it displays.
const pageName = "page_"

// shown says what stands for a function of gonbui: a method of viz.Page, and a function of viz, each if there is one.
type shown struct{ method, function string }

var pageMethods = map[string]shown{ // never changed
	"DisplayHTML": {"HTML", "HTML"}, "DisplayHtml": {"HTML", "HTML"}, "DisplayHTMLF": {"HTMLF", ""}, "DisplayHtmlf": {"HTMLF", ""},
	"DisplayMarkdown": {"Markdown", "Markdown"}, "DisplayPng": {"PNG", "PNG"}, "DisplayPNG": {"PNG", "PNG"},
	"DisplaySvg": {"SVG", "SVG"}, "DisplaySVG": {"SVG", "SVG"}, "UpdateHTML": {"Update", ""}, "UpdateHtml": {"Update", ""},
	"UpdateMarkdown": {"UpdateMarkdown", ""}, "UniqueID": {"ID", ""}, "UniqueId": {"ID", ""},
}

// vizNames are the functions of viz by their names in gophernotes' display and in lgo.
var vizNames = map[string]string{ // never changed
	"HTML": "HTML", "Markdown": "Markdown", "Math": "Math", "Latex": "Math", "PNG": "PNG", "JPEG": "JPEG", "SVG": "SVG",
}

// displays translates the uses.
func (c *cell) displays() {
	src := c.joined()
	toks := significant(src)
	switch c.Kernel {
	case Gophernotes:
		c.gophernotesDisplays(toks)
	case Lgo:
		c.lgoDisplays(toks)
	default:
		c.gonbDisplays(src, toks)
	}
	c.finish()
}

// spec is an import.
type spec struct {
	name    string
	path    string
	at, end int
}

// imports lists the imports.
func imports(toks []tok) []spec {
	var list []spec
	one := func(i int) {
		s := spec{at: toks[i].at}
		if toks[i].tok != token.STRING {
			s.name = toks[i].lit
			if toks[i].tok == token.PERIOD {
				s.name = "."
			}
			i++
		}
		if !is(toks, i, token.STRING) {
			return
		}
		path, err := strconv.Unquote(toks[i].lit)
		if err != nil {
			return
		}
		s.path, s.end = path, toks[i].end
		list = append(list, s)
	}
	for i := range toks {
		if toks[i].tok != token.IMPORT || !begins(toks, i) || i+1 == len(toks) {
			continue
		}
		if toks[i+1].tok != token.LPAREN {
			one(i + 1)
			if n := len(list); n > 0 && list[n-1].at == toks[i+1].at {
				list[n-1].at = toks[i].at // the keyword goes with it
			}
			continue
		}
		end := closing(toks, i+1)
		for j := i + 2; j < end; j++ {
			if j == i+2 || toks[j-1].tok == token.SEMICOLON {
				one(j)
			}
		}
	}
	return list
}

// gonbDisplays translates the uses of gonbui, all or none: then its import goes.
func (c *cell) gonbDisplays(src string, toks []tok) {
	alias, dotted := "gonbui", false
	var own []spec
	for _, s := range imports(toks) {
		switch {
		case s.path == gonbui:
			own = append(own, s)
			if s.name == "." {
				dotted = true
				c.note(c.line(s.at), Warning, "gonbui is imported under a dot: its functions cannot be told from others and are not available")
			} else if s.name != "" && s.name != "_" {
				alias = s.name
			}
		case strings.HasPrefix(s.path, gonbui+"/"):
			c.note(c.line(s.at), Warning, "package %s needs JavaScript in the page, which is not run here", shorten(s.path))
		case strings.HasPrefix(s.path, gonbModule):
			c.note(c.line(s.at), Warning, "package %s is not available here", shorten(s.path))
		}
	}
	if dotted {
		return
	}
	var edits []edit
	failed, paged := false, false
	atOnce := c.atOnce(toks, alias)
	for i := range toks {
		if !is(toks, i, token.IDENT, token.PERIOD, token.IDENT) || toks[i].lit != alias || is(toks, i-1, token.PERIOD) {
			continue
		}
		name, at, end := toks[i+2].lit, toks[i].at, toks[i+2].end
		if behind, ok := c.shows(toks, i, i+3, pageMethods[name].function); ok && atOnce && !c.last(toks, i, behind) {
			edits = append(edits, c.showEdits(toks, i, i+3, behind, pageMethods[name].function)...)
			continue
		}
		text, page, why := c.gonbUse(toks, i, name)
		if why == "" && strings.Contains(src[at:end], "\n") {
			why = "it is written in two lines"
		}
		if why == "" && len(text) > end-at {
			why = "the name " + alias + " is too short to be replaced in its place"
		}
		if why != "" {
			failed = true
			c.note(c.line(at), Warning, "%s.%s: %s", alias, shorten(name), why)
			continue
		}
		paged = paged || page
		edits = append(edits, edit{at, end, text + strings.Repeat(" ", end-at-len(text))})
	}
	if failed {
		return
	}
	c.paged = paged
	told := "gonbui: what the cell displays is shown where it says so"
	if paged {
		told = "gonbui: what a main function displays is shown at the end of its cell"
	}
	c.edits = append(c.edits, edits...)
	for _, s := range own {
		c.blank(s.at, s.end)
		c.note(c.line(s.at), Emulated, "%s", told)
	}
	if len(edits) > 0 {
		if len(own) == 0 {
			c.note(c.line(edits[0].at), Emulated, "%s", told)
		}
		c.noteScripts(src)
	}
}

// noteScripts says that scripts in HTML do nothing.
func (c *cell) noteScripts(src string) {
	if i := strings.Index(strings.ToLower(src), "<script"); i >= 0 && i <= len(src) {
		c.note(1+strings.Count(src[:i], "\n"), Warning, "scripts are taken out of HTML before it is shown")
	}
}

// gonbUse says what stands for the function of gonbui at the token i, whether it is of the page, or why nothing does.
func (c *cell) gonbUse(toks []tok, i int, name string) (text string, page bool, why string) {
	m, known := pageMethods[name]
	switch {
	case name == "Sync" && is(toks, i+3, token.LPAREN):
		return "func(){}", false, ""
	case name == "IsNotebook":
		return "true", false, ""
	case strings.Contains(strings.ToLower(name), "script"):
		return "", false, "JavaScript is not run here"
	case name == "DisplayImage" || name == "EmbedImageAsPNGSrc":
		return "", false, "pictures of type image.Image are not available; gonbui.DisplayPng takes the bytes of one"
	case !known || !is(toks, i+3, token.LPAREN):
		return "", false, "it is not available here"
	case c.inMain(toks[i].at):
		if count(toks, pageName) > 0 {
			return "", false, "the cell has a variable " + pageName + ", which is the name that its page would have"
		}
		return pageName + "." + m.method, true, ""
	case m.function != "" && c.last(toks, i, closing(toks, i+3)):
		return "viz." + m.function, false, ""
	}
	return "", false, "it is no statement, or the cell has names viz or ui of its own, or it displays other things that need the page of a main function"
}

// atOnce reports whether all that the cell displays by functions of gonbui can be shown where the cell says so. If some of it
// needs a page, all of it goes there: what is shown at once would come before.
func (c *cell) atOnce(toks []tok, alias string) bool {
	for i := range toks {
		if !is(toks, i, token.IDENT, token.PERIOD, token.IDENT) || toks[i].lit != alias || is(toks, i-1, token.PERIOD) {
			continue
		}
		m, known := pageMethods[toks[i+2].lit]
		if _, ok := c.shows(toks, i, i+3, m.function); known && !ok {
			return false
		}
	}
	return true
}

// shows reports whether the call from the token i on, with its parenthesis at open, can become a call of ui.Show with one of a function of
// viz, and where it ends. It must be a statement and have the room.
func (c *cell) shows(toks []tok, i, open int, function string) (end int, ok bool) {
	if function == "" || !opens(toks, i) || !is(toks, open, token.LPAREN) || count(toks, "viz")+count(toks, "ui") > 0 {
		return 0, false
	}
	end = closing(toks, open)
	if end < 0 || end+1 < len(toks) && toks[end+1].tok != token.SEMICOLON && toks[end+1].tok != token.RBRACE {
		return 0, false
	}
	at, behind := toks[i].at, toks[open].end
	return end, len(showText(function)) <= behind-at && !strings.Contains(c.joined()[at:behind], "\n")
}

// opens reports whether a statement can begin at the token i, also within braces.
func opens(toks []tok, i int) bool {
	return i == 0 || toks[i-1].tok == token.SEMICOLON || toks[i-1].tok == token.LBRACE || toks[i-1].tok == token.COLON
}

func showText(function string) string { return "ui.Show(viz." + function + "(" }

// showEdits are the edits of such a call.
func (c *cell) showEdits(toks []tok, i, open, end int, function string) []edit {
	at, behind, text := toks[i].at, toks[open].end, showText(function)
	return []edit{{at, behind, text + strings.Repeat(" ", behind-at-len(text))}, {toks[end].end, toks[end].end, ")"}}
}

// last reports whether the tokens from i to end are the last statement of the cell.
func (c *cell) last(toks []tok, i, end int) bool {
	if end < 0 || !begins(toks, i) || len(c.calls)+len(c.inits) > 0 || c.main > 0 || c.fn != nil {
		return false
	}
	return !slices.ContainsFunc(toks[end+1:], func(t tok) bool { return t.tok != token.SEMICOLON })
}

// gophernotesDisplays translates display.HTML and Display.
func (c *cell) gophernotesDisplays(toks []tok) {
	ours := func(i int, name string) bool {
		return toks[i].tok == token.IDENT && toks[i].lit == name && !is(toks, i-1, token.PERIOD)
	}
	for i := range toks { // a variable of that name
		if ours(i, "display") && !is(toks, i+1, token.PERIOD) || ours(i, "Display") && is(toks, i-1, token.FUNC) {
			return
		}
	}
	translated := false
	for i := range toks {
		switch {
		case ours(i, "display") && is(toks, i+1, token.PERIOD, token.IDENT):
			name := toks[i+2].lit
			line := c.line(toks[i].at)
			to, ok := vizNames[name]
			switch {
			case ok:
			case strings.EqualFold(name, "javascript"):
				c.note(line, Warning, "display.%s: JavaScript is not run here", name)
				continue
			default:
				c.note(line, Warning, "display.%s: it is not available here", shorten(name))
				continue
			}
			c.replace(toks[i].at, toks[i].end, "viz")
			if to != name {
				c.replace(toks[i+2].at, toks[i+2].end, to)
			}
			translated = true
			c.note(line, Emulated, "display.%s is viz.%s", name, to)
		case ours(i, "Display") && is(toks, i+1, token.LPAREN):
			line := c.line(toks[i].at)
			if !c.last(toks, i, closing(toks, i+1)) {
				if count(toks, "ui") > 0 {
					c.note(line, Warning, "Display: the cell has something of its own of the name ui, which is that of the package that shows things")
					continue
				}
				c.replace(toks[i].at, toks[i].end, "ui.Show")
				translated = true
				c.note(line, Emulated, "Display is ui.Show")
				continue
			}
			c.blank(toks[i].at, toks[i].end)
			translated = true
			c.note(line, Emulated, "Display: the value is that of the cell")
		}
	}
	if translated {
		c.noteScripts(c.joined())
	}
}

// lgoDisplays translates _ctx.Display.HTML.
func (c *cell) lgoDisplays(toks []tok) {
	for i := range toks {
		if toks[i].tok != token.IDENT || toks[i].lit != "_ctx" || is(toks, i-1, token.PERIOD) {
			continue
		}
		line := c.line(toks[i].at)
		if !is(toks, i, token.IDENT, token.PERIOD, token.IDENT, token.PERIOD, token.IDENT, token.LPAREN) || toks[i+2].lit != "Display" {
			c.note(line, Warning, "_ctx: the context of lgo is not available; an interrupt stops a cell without it")
			continue
		}
		name := toks[i+4].lit
		to, ok := vizNames[name]
		if name == "Text" {
			to, ok = "Text", true
		}
		end := closing(toks, i+5)
		comma, only := oneArgument(toks, i+5, end)
		at, behind := toks[i].at, toks[i+4].end
		switch {
		case strings.EqualFold(name, "javascript"):
			c.note(line, Warning, "_ctx.Display.%s: JavaScript is not run here", name)
		case !ok:
			c.note(line, Warning, "_ctx.Display.%s: it is not available here", shorten(name))
		case !only:
			c.note(line, Warning, "_ctx.Display.%s: what is displayed cannot be changed later, so its last argument must be nil", name)
		case strings.Contains(c.joined()[at:behind], "\n"):
			c.note(line, Warning, "_ctx.Display.%s: it is written in two lines", name)
		default:
			if c.last(toks, i, end) {
				c.replace(at, behind, "viz."+to)
			} else if _, ok := c.shows(toks, i, i+5, to); ok && count(toks, "ui") == 0 {
				c.edits = append(c.edits, c.showEdits(toks, i, i+5, end, to)...)
			} else {
				c.note(line, Warning, "_ctx.Display.%s: it is no statement, or the cell has something of its own of the name viz or ui", name)
				continue
			}
			if comma >= 0 { // the comma stays, one that follows goes
				c.blank(toks[comma+1].at, toks[comma+1].end)
				if toks[comma+2].tok == token.COMMA {
					c.blank(toks[comma+2].at, toks[comma+2].end)
				}
			}
			c.note(line, Emulated, "_ctx.Display.%s is viz.%s", name, to)
			c.noteScripts(c.joined())
		}
	}
}

// oneArgument reports whether a call has one argument, or a second that is nil, before which the comma stands.
func oneArgument(toks []tok, open, end int) (comma int, ok bool) {
	if end < 0 {
		return -1, false
	}
	for i := open + 1; i < end; i++ {
		if toks[i].tok == token.COMMA && toks[i].depth == toks[open].depth+1 {
			if i+2 == end || i+3 == end && toks[i+2].tok == token.COMMA {
				return i, toks[i+1].tok == token.IDENT && toks[i+1].lit == "nil"
			}
			return -1, i+1 == end // a comma at the end
		}
	}
	return -1, open+1 < end
}
