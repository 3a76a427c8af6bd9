package viz

// This file defines plots and how they are composed.

import (
	"fmt"
	"slices"
	"strings"
)

// Plot is a picture of one or more series of points in common axes. It must be made by Line, XY or Scatter.
type Plot struct {
	title, x, y   string
	logX, logY    bool
	width, height float64 // in pixels
	series        []series
	err           error // the first thing that went wrong
}

// series is a named list of points.
type series struct {
	name   string
	xs, ys []float64
	joined bool   // by a line
	gaps   int    // how many points only part the line
	words  string // describe the series in place of its extremes
}

// Default size of a plot in pixels.
const (
	defaultWidth  = 640
	defaultHeight = 400
)

// Line plots ys over their indices 0, 1, 2, ... as a line.
func Line(ys []float64) *Plot {
	xs := make([]float64, len(ys))
	for i := range xs {
		xs[i] = float64(i)
	}
	return newPlot(xs, ys, true)
}

// XY plots ys over xs as a line that joins the points in the order in which they are given.
func XY(xs, ys []float64) *Plot { return newPlot(xs, ys, true) }

// Scatter plots ys over xs as points.
func Scatter(xs, ys []float64) *Plot { return newPlot(xs, ys, false) }

func newPlot(xs, ys []float64, joined bool) *Plot {
	p := &Plot{width: defaultWidth, height: defaultHeight}
	switch {
	case len(xs) != len(ys):
		p.err = fmt.Errorf("plot: %d values of x and %d of y", len(xs), len(ys))
	case len(ys) == 0:
		p.err = fmt.Errorf("plot: there are no points")
	}
	p.series = []series{{xs: slices.Clone(xs), ys: slices.Clone(ys), joined: joined}}
	return p
}

// Title sets the text above the plot.
func (p *Plot) Title(text string) *Plot {
	p.title = oneLine(text)
	return p
}

// X sets the label of the horizontal axis.
func (p *Plot) X(label string) *Plot {
	p.x = oneLine(label)
	return p
}

// Y sets the label of the vertical axis.
func (p *Plot) Y(label string) *Plot {
	p.y = oneLine(label)
	return p
}

// Name names the series that was added last. Named series have a legend.
func (p *Plot) Name(name string) *Plot {
	p.series[len(p.series)-1].name = oneLine(name)
	return p
}

// LogX makes the horizontal axis logarithmic.
func (p *Plot) LogX() *Plot {
	p.logX = true
	return p
}

// LogY makes the vertical axis logarithmic.
func (p *Plot) LogY() *Plot {
	p.logY = true
	return p
}

// Size sets the size in pixels, 640 x 400 by default.
func (p *Plot) Size(width, height int) *Plot {
	if width < 100 || height < 80 || width > 10000 || height > 10000 {
		p.fail(fmt.Errorf("plot: a size of %d x %d pixels is out of range", width, height))
		return p
	}
	p.width, p.height = float64(width), float64(height)
	return p
}

// Add adds the series of other plots. Their titles and labels are used where this plot has none.
func (p *Plot) Add(others ...*Plot) *Plot {
	for _, o := range others {
		if o == nil {
			p.fail(fmt.Errorf("plot: nil was added"))
			continue
		}
		p.fail(o.err)
		p.series = append(p.series, slices.Clone(o.series)...)
		for _, text := range []struct {
			mine  *string
			other string
		}{{&p.title, o.title}, {&p.x, o.x}, {&p.y, o.y}} {
			if *text.mine == "" {
				*text.mine = text.other
			}
		}
	}
	return p
}

// fail keeps the first error.
func (p *Plot) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// oneLine keeps a label from breaking the layout.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
