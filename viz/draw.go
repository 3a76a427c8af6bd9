package viz

// This file draws plots with gonum/plot and writes them as SVG and PNG.

import (
	"bytes"
	"fmt"
	"html"
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// MIME types of a bundle.
const (
	MIMEText = "text/plain"
	MIMESVG  = "image/svg+xml"
	MIMEPNG  = "image/png"
)

// Bundle returns the plot in all its forms by MIME type: as SVG, as PNG, and in words.
func (p *Plot) Bundle() (map[string][]byte, error) {
	words, err := p.Describe()
	if err != nil {
		return nil, err
	}
	svg, err := p.SVG()
	if err != nil {
		return nil, err
	}
	png, err := p.PNG()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{MIMEText: []byte(words), MIMESVG: svg, MIMEPNG: png}, nil
}

// SVG returns the plot as an SVG document that holds its description.
func (p *Plot) SVG() ([]byte, error) {
	all, err := p.drawables()
	if err != nil {
		return nil, err
	}
	c := vgsvg.New(pixels(p.width), pixels(p.height))
	if err := p.draw(draw.New(c), all); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("plot: write SVG: %w", err)
	}
	// Where the fonts that the text was measured with are missing, others of the same widths do, then any.
	out := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans"),
		[]byte("font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif"))
	// A title and a description right after the root element are what screen readers read.
	root := bytes.Index(out, []byte("<svg "))
	end := root + bytes.IndexByte(out[root:], '>') + 1
	title := p.title
	if title == "" {
		title = "Plot"
	}
	var doc bytes.Buffer
	doc.Write(out[:root])
	doc.WriteString(`<svg role="img" `)
	doc.Write(out[root+len("<svg ") : end])
	fmt.Fprintf(&doc, "\n<title>%s</title>\n<desc>%s</desc>", html.EscapeString(title), html.EscapeString(p.describe(all)))
	doc.Write(out[end:])
	return doc.Bytes(), nil
}

// pngDPI gives two pixels of PNG for each pixel of the plot's size, for sharp pictures on fine screens.
const pngDPI = 2 * 96

// PNG returns the plot as a PNG image, twice as many pixels wide and high as its size says.
func (p *Plot) PNG() ([]byte, error) {
	all, err := p.drawables()
	if err != nil {
		return nil, err
	}
	c := vgimg.NewWith(vgimg.UseWH(pixels(p.width), pixels(p.height)), vgimg.UseDPI(pngDPI))
	if err := p.draw(draw.New(c), all); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("plot: write PNG: %w", err)
	}
	return b.Bytes(), nil
}

// pixels converts CSS pixels, 96 to an inch, to a length.
func pixels(n float64) vg.Length { return vg.Length(n) * vg.Inch / 96 }

var ( // never changed
	ink   = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	muted = color.NRGBA{0x55, 0x55, 0x55, 0xff}
	grid  = color.NRGBA{0xe2, 0xe2, 0xe2, 0xff}
)

// look is how a series is drawn.
type look struct {
	color color.Color
	dash  []vg.Length
	shape draw.GlyphDrawer
}

// looks returns the look of every series. Each of seven has a colour of its own, each of four lines its dashes and
// each of seven lists of points its shape. Colours: M. Okabe and K. Ito, Color universal design, 2008; without the yellow, which
// is too faint on white.
func looks(all []drawable) []look {
	colors := []color.NRGBA{
		{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
		{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x22, 0x22, 0x22, 0xff},
	}
	dashes := [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}
	shapes := []draw.GlyphDrawer{
		draw.CircleGlyph{}, draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.PlusGlyph{}, draw.TriangleGlyph{},
	}
	found := make([]look, len(all))
	lines, points := 0, 0
	for i, d := range all {
		found[i] = look{colors[i%len(colors)], dashes[lines%len(dashes)], shapes[points%len(shapes)]}
		if d.joined {
			lines++
		} else {
			points++
		}
	}
	return found
}

func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: vg.Points(1.6), Dashes: l.dash}
}

func (l look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: vg.Points(2.4), Shape: l.shape}
}

// writing is a text style.
func writing(size float64, weight xfont.Weight, c color.Color) text.Style {
	return text.Style{
		Color: c, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Size: vg.Points(size)},
	}
}

// draw draws the plot on a canvas: title and legend from the top left, the axes below.
func (p *Plot) draw(c draw.Canvas, all []drawable) error {
	axes, err := p.axes(all)
	if err != nil {
		return err
	}
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, vg.Points(10), -vg.Points(14), vg.Points(8), -vg.Points(10))
	if p.title != "" {
		style := writing(13, xfont.WeightBold, ink)
		style.YAlign = draw.YTop
		c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, p.title)
		c.Max.Y -= style.Height(p.title) + vg.Points(6)
	}
	c = drawLegend(c, all)
	axes.Draw(c)
	return nil
}

// drawLegend draws a row, or several, of the names of series with a sample of each, and returns what is left below.
func drawLegend(c draw.Canvas, all []drawable) draw.Canvas {
	style := writing(10.5, xfont.WeightNormal, ink)
	style.YAlign = draw.YCenter
	const gap, between, row = 5, 16, 16
	look := looks(all)
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - row/2}
	rows := vg.Length(0)
	for i, d := range all {
		if d.name == "" {
			continue
		}
		sample := vg.Length(22)
		if !d.joined {
			sample = 6
		}
		width := sample + gap + style.Width(d.name)
		switch {
		case rows == 0:
			rows = 1
		case at.X+width > c.Max.X:
			rows++
			at = vg.Point{X: c.Min.X, Y: at.Y - row}
		}
		if d.joined {
			c.StrokeLine2(look[i].line(), at.X, at.Y, at.X+sample, at.Y)
		} else {
			c.DrawGlyphNoClip(look[i].glyph(), vg.Point{X: at.X + sample/2, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + sample + gap, Y: at.Y + 1}, d.name)
		at.X += width + between
	}
	if rows > 0 {
		c.Max.Y -= rows*row + 4
	}
	return c
}

// axes builds the part of the plot below title and legend.
func (p *Plot) axes(all []drawable) (*plot.Plot, error) {
	b := boundsOf(all)
	axes := plot.New()
	axes.BackgroundColor = nil
	var err error
	if axes.X.Min, axes.X.Max, err = padded(b.xMin, b.xMax, p.logX, 0.01); err != nil {
		return nil, err
	}
	if axes.Y.Min, axes.Y.Max, err = padded(b.yMin, b.yMax, p.logY, 0.04); err != nil {
		return nil, err
	}
	p.style(&axes.X, p.x, p.logX, int(p.width/90))
	p.style(&axes.Y, p.y, p.logY, int(p.height/60))
	axes.Y.Tick.Label.XAlign, axes.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	axes.X.Tick.Label.XAlign, axes.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	axes.Y.LineStyle.Width, axes.Y.Tick.LineStyle.Width = 0, 0 // the grid is enough
	lines := plotter.NewGrid()
	lines.Vertical = draw.LineStyle{Color: grid, Width: vg.Points(0.6)}
	lines.Horizontal = lines.Vertical
	axes.Add(lines)
	s := screen{
		x: scale{axes.X.Min, axes.X.Max, p.logX, int(p.width)}, y: scale{axes.Y.Min, axes.Y.Max, p.logY, int(p.height)},
	}
	look := looks(all)
	for i, d := range all {
		add(axes, d, look[i], s)
	}
	return axes, nil
}

// style sets the look of an axis.
func (p *Plot) style(a *plot.Axis, label string, log bool, count int) {
	a.Label.Text = label
	a.Label.TextStyle = writing(11, xfont.WeightNormal, ink)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
	a.Label.Padding = vg.Points(4)
	a.Tick.Label = writing(10, xfont.WeightNormal, muted)
	a.Tick.Length = vg.Points(4)
	a.Tick.LineStyle = draw.LineStyle{Color: muted, Width: vg.Points(0.8)}
	a.Tick.Marker = ticks{log: log, count: max(2, count)}
	a.LineStyle = draw.LineStyle{Color: muted, Width: vg.Points(0.8)}
	a.Padding = vg.Points(2)
	if log {
		a.Scale = plot.LogScale{}
	}
}

// strokeLength is the number of points up to which a line is drawn at once. The time of the rasteriser grows with the
// square of what a stroke crosses in a row of pixels: a million points of noise took 26 s in one stroke.
const strokeLength = 64

// add adds a series: its runs as lines, and its points as glyphs if nothing joins them.
func add(axes *plot.Plot, d drawable, l look, s screen) {
	for _, run := range d.runs {
		if d.joined && len(run) > 1 {
			for rest := thinLine(run, s.x); len(rest) > 1; rest = rest[min(strokeLength, len(rest))-1:] {
				part := rest[:min(strokeLength, len(rest))]
				axes.Add(&plotter.Line{XYs: coordinates(part), LineStyle: l.line()})
			}
			continue
		}
		axes.Add(&plotter.Scatter{XYs: coordinates(thinScatter(run, s)), GlyphStyle: l.glyph()})
	}
}

func coordinates(run []point) plotter.XYs {
	xys := make(plotter.XYs, len(run))
	for i, q := range run {
		xys[i].X, xys[i].Y = q.x, q.y
	}
	return xys
}
