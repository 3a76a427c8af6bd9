package gonbui

// This file holds the functions by their names, for a program without a session, which prints.

import "image"

// DisplayHTML shows a piece of HTML.
func DisplayHTML(html string) { process().html(html) }

// DisplayHTMLF shows a piece of HTML that is formatted as by fmt.Sprintf.
func DisplayHTMLF(format string, args ...any) { process().htmlf(format, args...) }

// DisplayMarkdown shows a text in Markdown.
func DisplayMarkdown(text string) { process().markdown(text) }

// DisplayPNG shows the bytes of a PNG file.
func DisplayPNG(data []byte) { process().png(data) }

// DisplaySVG shows a drawing.
func DisplaySVG(svg string) { process().svg(svg) }

// DisplayImage shows an image.
func DisplayImage(img image.Image) error { return process().image(img) }

// UpdateHTML shows a piece of HTML in the place of what was shown under the id before.
func UpdateHTML(id, html string) { process().updateHTML(id, html) }

// UpdateMarkdown shows a text in Markdown in the place of what was shown under the id before.
func UpdateMarkdown(id, text string) { process().updateMarkdown(id, text) }

// ScriptJavascript says that JavaScript is not run.
func ScriptJavascript(js string) { process().script(js) }

// Logf prints a line that is formatted as by fmt.Sprintf.
func Logf(format string, args ...any) { process().logf(format, args...) }

// DisplayHtml is DisplayHTML.
func DisplayHtml(html string) { DisplayHTML(html) }

// DisplayHtmlf is DisplayHTMLF.
func DisplayHtmlf(format string, args ...any) { DisplayHTMLF(format, args...) }

// DisplayPng is DisplayPNG.
func DisplayPng(data []byte) { DisplayPNG(data) }

// DisplaySvg is DisplaySVG.
func DisplaySvg(svg string) { DisplaySVG(svg) }

// UpdateHtml is UpdateHTML.
func UpdateHtml(id, html string) { UpdateHTML(id, html) }

// UniqueId is UniqueID.
func UniqueId() string { return UniqueID() }
