package gonbui

// This file holds what the functions of the package do, on a screen. The names are those of GoNB's gonbui.go.

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"

	"github.com/costate/costate/viz"
	"github.com/costate/costate/viz/ui"
)

// Display shows things on a screen.
type Display struct{ screen *ui.Screen }

// On returns what shows things on a screen; sessions bind the functions of this package to its.
func On(s *ui.Screen) *Display { return &Display{s} }

// Functions are the functions of this package, bound to the screen.
func (d *Display) Functions() map[string]any {
	return map[string]any{
		"DisplayHTML": d.html, "DisplayHtml": d.html, "DisplayHTMLF": d.htmlf, "DisplayHtmlf": d.htmlf,
		"DisplayMarkdown": d.markdown, "DisplayPNG": d.png, "DisplayPng": d.png, "DisplaySVG": d.svg, "DisplaySvg": d.svg,
		"DisplayImage": d.image, "UpdateHTML": d.updateHTML, "UpdateHtml": d.updateHTML, "UpdateMarkdown": d.updateMarkdown,
		"ScriptJavascript": d.script, "Logf": d.logf,
	}
}

func (d *Display) html(s string)                    { d.screen.Show(viz.HTML(s)) }
func (d *Display) htmlf(format string, args ...any) { d.html(fmt.Sprintf(format, args...)) }
func (d *Display) markdown(s string)                { d.screen.Show(viz.Markdown(s)) }
func (d *Display) png(data []byte)                  { d.screen.Show(viz.PNG(data)) }
func (d *Display) svg(s string)                     { d.screen.Show(viz.SVG(s)) }
func (d *Display) updateHTML(id, s string)          { d.screen.Update(id, viz.HTML(s)) }
func (d *Display) updateMarkdown(id, s string)      { d.screen.Update(id, viz.Markdown(s)) }
func (d *Display) script(string)                    { d.screen.Show(viz.Text("JavaScript is not run here")) }
func (d *Display) logf(format string, args ...any) {
	io.WriteString(d.screen.Out, fmt.Sprintf(format, args...)+"\n")
}

func (d *Display) image(img image.Image) error {
	if img == nil {
		return errors.New("there is no image")
	}
	d.screen.Show(ui.Image(img))
	return nil
}

func process() *Display { return On(&ui.Screen{Out: os.Stdout}) }

// IsNotebook is true: a cell runs in a notebook.
var IsNotebook = true // never changed

// UniqueID returns an id for UpdateHTML that is used nowhere else.
func UniqueID() string { return "gonb_" + rand.Text()[:8] }

// EmbedImageAsPNGSrc returns an image as text for the attribute src of an HTML image.
func EmbedImageAsPNGSrc(img image.Image) (string, error) {
	if img == nil {
		return "", errors.New("there is no image")
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return "", fmt.Errorf("encode image: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), nil
}

// Sync does nothing: what is displayed is shown in the order of the calls.
func Sync() {}
