package markdown

// This file cuts everything out of an SVG picture that is not drawing. The reader is strict: what is not well-formed is not shown.

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
)

// svgSpace is the name space that the result has.
const svgSpace = "http://www.w3.org/2000/svg"

// maxSVGDepth bounds nesting.
const maxSVGDepth = 256

// SVG returns the drawing in an SVG document, or an error if it is not one.
func SVG(source string) (string, error) {
	d := xml.NewDecoder(strings.NewReader(source))
	elements, attributes := words(svgElements), words(svgAttributes)
	var b strings.Builder
	var open []string
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			name := t.Name.Local
			if len(open) == 0 && (name != "svg" || b.Len() > 0) || len(open) > maxSVGDepth {
				return "", errors.New("it is not an SVG picture")
			}
			if !elements[name] || t.Name.Space != "" && t.Name.Space != svgSpace {
				if err := d.Skip(); err != nil {
					return "", err
				}
				continue
			}
			b.WriteString("<" + name)
			if len(open) == 0 {
				b.WriteString(` xmlns="` + svgSpace + `"`)
			}
			for _, a := range t.Attr {
				if value, ok := svgAttribute(attributes, a); ok {
					b.WriteString(" " + a.Name.Local + `="`)
					xml.EscapeText(&b, []byte(value))
					b.WriteString(`"`)
				}
			}
			b.WriteString(">")
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
			b.WriteString("</" + t.Name.Local + ">")
		case xml.CharData:
			if len(open) > 0 {
				xml.EscapeText(&b, t)
			}
		}
	}
	if b.Len() == 0 {
		return "", errors.New("it is not an SVG picture")
	}
	return b.String(), nil
}

// svgAttribute decides on an attribute. References may only lead to other parts of the picture or to pictures in it.
func svgAttribute(allowed map[string]bool, a xml.Attr) (string, bool) {
	name, value := a.Name.Local, a.Value
	switch {
	case name == "href" && (a.Name.Space == "" || a.Name.Space == "http://www.w3.org/1999/xlink"):
		return value, strings.HasPrefix(value, "#") || inlinePicture(value)
	case a.Name.Space != "" || !allowed[name]:
		return "", false
	case name == "style":
		value = safeStyle(value)
		return value, value != ""
	}
	return value, onlyLocal(value)
}

func inlinePicture(s string) bool {
	for _, p := range []string{"png", "jpeg", "gif"} {
		if strings.HasPrefix(s, "data:image/"+p+";base64,") {
			return true
		}
	}
	return false
}

// onlyLocal reports whether each url() in a value names a part of the picture.
func onlyLocal(value string) bool {
	v := strings.ToLower(value)
	if strings.Contains(v, `\`) {
		return false // an escape of CSS could hide the word
	}
	for {
		i := strings.Index(v, "url(")
		if i < 0 {
			return !strings.Contains(v, "javascript:") && !strings.Contains(v, "expression(") && !strings.Contains(v, "image-set(")
		}
		v = strings.TrimLeft(v[i+4:], " \t\n\"'")
		if !strings.HasPrefix(v, "#") {
			return false
		}
	}
}

// safeStyle keeps the declarations of a style attribute that are plain.
func safeStyle(style string) string {
	plain := regexp.MustCompile(`^\s*[a-z-]+\s*:[^;@{}<>]*$`)
	var keep []string
	for d := range strings.SplitSeq(style, ";") {
		if plain.MatchString(d) && onlyLocal(d) {
			keep = append(keep, strings.TrimSpace(d))
		}
	}
	return strings.Join(keep, ";")
}

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

const svgElements = `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
image clipPath mask pattern marker linearGradient radialGradient stop switch
filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feGaussianBlur feMerge feMergeNode feOffset`

const svgAttributes = `id class style x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox preserveAspectRatio transform
version role aria-label opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray
stroke-dashoffset stroke-miterlimit color font-family font-size font-style font-weight text-anchor dominant-baseline
alignment-baseline letter-spacing word-spacing text-decoration dx dy rotate textLength lengthAdjust startOffset
clip-path clip-rule mask clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform
gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity marker-start marker-mid marker-end
markerWidth markerHeight markerUnits orient refX refY filter filterUnits in in2 result stdDeviation mode operator values type
flood-color flood-opacity visibility display overflow vector-effect shape-rendering text-rendering image-rendering paint-order`
