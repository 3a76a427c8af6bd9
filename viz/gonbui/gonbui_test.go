package gonbui

// This file checks what the functions show, and that a session binds all of them that show something.

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/viz/ui"
)

func TestShown(t *testing.T) {
	var got []string
	s := &ui.Screen{Out: &bytes.Buffer{}, Display: func(id string, bundle map[string][]byte) {
		for _, mime := range []string{"image/png", "image/svg+xml", "text/markdown", "text/html", "text/plain"} {
			if data, ok := bundle[mime]; ok {
				if mime == "image/png" {
					data = nil
				}
				got = append(got, id+" "+mime+" "+string(data))
				return
			}
		}
	}}
	img := image.NewRGBA(image.Rect(0, 0, 2, 3))
	img.Set(1, 1, color.White)
	d := On(s)
	src, err := EmbedImageAsPNGSrc(img)
	if err != nil || !strings.HasPrefix(src, "data:image/png;base64,iVBOR") {
		t.Errorf("%q, %v", src, err)
	}
	if _, err := EmbedImageAsPNGSrc(nil); err == nil {
		t.Error("no image has a source")
	}
	f := d.Functions()
	f["DisplayHtmlf"].(func(string, ...any))("<b>%d</b>", 1)
	f["UpdateHTML"].(func(string, string))("a", "<i>2</i>")
	f["UpdateMarkdown"].(func(string, string))("a", "*3*")
	f["DisplaySvg"].(func(string))(`<svg viewBox="0 0 1 1"></svg>`)
	if err := f["DisplayImage"].(func(image.Image) error)(img); err != nil {
		t.Error(err)
	}
	if err := f["DisplayImage"].(func(image.Image) error)(nil); err == nil {
		t.Error("no image is shown")
	}
	f["ScriptJavascript"].(func(string))("alert(1)")
	want := []string{" text/html <b>1</b>", "a text/html <i>2</i>", "a text/markdown *3*", ` image/svg+xml <svg viewBox="0 0 1 1"></svg>`, " image/png ", " text/plain JavaScript is not run here"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if UniqueID() == UniqueId() {
		t.Error("an id came twice")
	}
}

func ExampleUpdateHTML() {
	UpdateHTML("status", "<b>half</b>")
	UpdateHtml("status", "<b>done</b>")
	// Output:
	// half
	// done
}
