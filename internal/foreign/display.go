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

// shim is the package that has gonbui's functions here.
const shim = "github.com/costate/costate/viz/gonbui"

// gonbuiNames are what the shim has.
var gonbuiNames = map[string]bool{ // never changed
	"DisplayHTML": true, "DisplayHtml": true, "DisplayHTMLF": true, "DisplayHtmlf": true, "DisplayMarkdown": true, "DisplayPng": true,
	"DisplayPNG": true, "DisplaySvg": true, "DisplaySVG": true, "DisplayImage": true, "EmbedImageAsPNGSrc": true, "UpdateHTML": true,
	"UpdateHtml": true, "UpdateMarkdown": true, "UniqueID": true, "UniqueId": true, "Sync": true, "IsNotebook": true, "Logf": true,
	"ScriptJavascript": true,
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
	pathAt  int
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
		s.path, s.pathAt, s.end = path, toks[i].at, toks[i].end
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

// gonbDisplays puts the shim in the place of gonbui and says which uses it does not have. A cell without the import finds the shim by its
// name.
func (c *cell) gonbDisplays(src string, toks []tok) {
	alias, told := "gonbui", false
	tell := func(at int) {
		if !told {
			c.note(c.line(at), Emulated, "gonbui: what the cell displays is shown where it says so")
		}
		told = true
	}
	for _, s := range imports(toks) {
		switch {
		case s.path == gonbui:
			c.edits = append(c.edits, edit{s.pathAt, s.end, strconv.Quote(shim)})
			if s.name != "" && s.name != "_" && s.name != "." {
				alias = s.name
			}
			tell(s.at)
		case strings.HasPrefix(s.path, gonbui+"/"):
			c.note(c.line(s.at), Warning, "package %s needs JavaScript in the page, which is not run here", shorten(s.path))
		case strings.HasPrefix(s.path, gonbModule):
			c.note(c.line(s.at), Warning, "package %s is not available here", shorten(s.path))
		}
	}
	for i := range toks {
		if !is(toks, i, token.IDENT, token.PERIOD, token.IDENT) || toks[i].lit != alias || is(toks, i-1, token.PERIOD) {
			continue
		}
		name, line := toks[i+2].lit, c.line(toks[i].at)
		switch {
		case strings.Contains(strings.ToLower(name), "script"):
			c.note(line, Warning, "%s.%s: JavaScript is not run here", alias, shorten(name))
		case !gonbuiNames[name]:
			c.note(line, Warning, "%s.%s: it is not available here", alias, shorten(name))
		}
		tell(toks[i].at)
	}
	if told {
		c.noteScripts(src)
	}
}

// noteScripts says that scripts in HTML do nothing.
func (c *cell) noteScripts(src string) {
	if i := strings.Index(strings.ToLower(src), "<script"); i >= 0 && i <= len(src) {
		c.note(1+strings.Count(src[:i], "\n"), Warning, "scripts are taken out of HTML before it is shown")
	}
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
	return end, len(showText(function)) <= behind-at
}

// opens reports whether a statement can begin at the token i, also within braces.
func opens(toks []tok, i int) bool {
	return i == 0 || toks[i-1].tok == token.SEMICOLON || toks[i-1].tok == token.LBRACE || toks[i-1].tok == token.COLON
}

func showText(function string) string { return "ui.Show(viz." + function + "(" }

// showEdits are the edits of such a call.
func (c *cell) showEdits(toks []tok, i, open, end int, function string) []edit {
	at, behind := toks[i].at, toks[open].end
	return []edit{{at, behind, filled(showText(function), c.joined()[at:behind])}, {toks[end].end, toks[end].end, ")"}}
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
			name, pkg := toks[i+2].lit, "viz"
			line := c.line(toks[i].at)
			to, ok := vizNames[name]
			if name == "Image" {
				to, pkg, ok = name, "ui", true
			}
			switch {
			case ok:
			case strings.EqualFold(name, "javascript"):
				c.note(line, Warning, "display.%s: JavaScript is not run here", name)
				continue
			default:
				c.note(line, Warning, "display.%s: it is not available here", shorten(name))
				continue
			}
			c.replace(toks[i].at, toks[i].end, pkg)
			if to != name {
				c.replace(toks[i+2].at, toks[i+2].end, to)
			}
			translated = true
			c.note(line, Emulated, "display.%s is %s.%s", name, pkg, to)
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
