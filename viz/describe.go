package viz

// This file describes a plot in words.

import (
	"fmt"
	"strconv"
	"strings"
)

// Describe returns the plot in words, for people who do not see it and places that show no pictures.
func (p *Plot) Describe() (string, error) {
	all, err := p.drawables()
	if err != nil {
		return "", err
	}
	return p.describe(all), nil
}

func (p *Plot) describe(all []drawable) string {
	var b strings.Builder
	lines, points := 0, 0
	for _, d := range all {
		if d.joined {
			lines++
		} else {
			points++
		}
	}
	switch {
	case points == 0:
		b.WriteString("Line plot")
	case lines == 0:
		b.WriteString("Scatter plot")
	default:
		b.WriteString("Plot of lines and points")
	}
	if p.title != "" {
		fmt.Fprintf(&b, ": %s", p.title)
	}
	b.WriteString(".\n")
	r := boundsOf(all)
	axis := func(which, label string, lo, hi float64, log bool) {
		b.WriteString(which + " axis")
		if label != "" {
			fmt.Fprintf(&b, ", %s", label)
		}
		fmt.Fprintf(&b, ": from %s to %s", said(lo), said(hi))
		if log {
			b.WriteString(", logarithmic")
		}
		b.WriteString(".\n")
	}
	axis("Horizontal", p.x, r.xMin, r.xMax, p.logX)
	axis("Vertical", p.y, r.yMin, r.yMax, p.logY)
	for i, d := range all {
		switch {
		case d.name != "":
			b.WriteString(d.name)
		case len(all) > 1:
			fmt.Fprintf(&b, "Series %d", i+1)
		default:
			b.WriteString("Data")
		}
		if d.words != "" {
			fmt.Fprintf(&b, ": %s", d.words)
		} else {
			fmt.Fprintf(&b, ": %s", plural(d.left, "point"))
		}
		if d.left > 0 && d.words == "" {
			first, last := d.runs[0][0], d.runs[len(d.runs)-1]
			end := last[len(last)-1]
			low, high := first, first
			for _, run := range d.runs {
				for _, q := range run {
					if q.y < low.y {
						low = q
					}
					if q.y > high.y {
						high = q
					}
				}
			}
			if d.joined && d.left > 1 {
				fmt.Fprintf(&b, ", starts at %s, ends at %s", said(first.y), said(end.y))
			}
			fmt.Fprintf(&b, ", lowest %s at %s, highest %s at %s", said(low.y), said(low.x), said(high.y), said(high.x))
		}
		if d.dropped > 0 {
			fmt.Fprintf(&b, "; %s cannot be drawn", plural(d.dropped, "more point"))
		}
		b.WriteString(".\n")
	}
	return b.String()
}

// said is a number to be read aloud: four digits tell enough.
func said(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
