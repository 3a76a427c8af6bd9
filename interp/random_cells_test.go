package interp

// This file writes the cells of random documents. Cell k defines names that end in k, and uses those that earlier cells have when it is
// written; edits of these may take away what it uses.

import (
	"fmt"
	"strings"
)

// random writes a cell for a place of the document.
func (b *randomBook) random(k int) *randomCell {
	c := b.r.IntN(9) + 1
	num := b.number(k)
	switch b.r.IntN(14) {
	case 0, 1:
		return &randomCell{text: fmt.Sprintf("x%d := %d + %s", k, c, num), probe: fmt.Sprintf("x%d", k)}
	case 2:
		return &randomCell{text: fmt.Sprintf("var x%[1]d float64\nfor i := range %[2]d { x%[1]d += float64(i) * %[3]s }\nx%[1]d", k, c, num), probe: fmt.Sprintf("x%d", k)}
	case 3, 4:
		return &randomCell{text: fmt.Sprintf("func f%d(x float64) float64 { return %d*x + x*x + %s }", k, c, num), probe: fmt.Sprintf("f%d(1.5)", k)}
	case 5:
		return &randomCell{text: fmt.Sprintf("f%d := func(x float64) float64 { return x*x*%d + %s }", k, c, num), probe: fmt.Sprintf("f%d(2)", k)}
	case 6, 7:
		if f := b.earlier(k, "f"); f != "" {
			return &randomCell{text: fmt.Sprintf("f%d := ad.Grad(%s)", k, f), probe: fmt.Sprintf("f%d(%d)", k, c)}
		}
	case 8:
		return &randomCell{text: fmt.Sprintf("type T%[1]d struct{ v float64; w []float64 }\nfunc (t T%[1]d) Sum() float64 { return t.v + t.w[0]*%[2]d }", k, c),
			probe: fmt.Sprintf("T%d{1, []float64{2}}.Sum()", k)}
	case 9:
		if t := b.earlier(k, "T"); t != "" {
			return &randomCell{text: fmt.Sprintf("t%[1]d := &%[2]s{v: %[3]d, w: []float64{%[4]s, 1}}\nx%[1]d := t%[1]d.Sum()\nt%[1]d.v++", k, t, c, num), probe: fmt.Sprintf("t%d.Sum()", k)}
		}
	case 10:
		if t := b.earlier(k, "T"); t != "" {
			return &randomCell{text: fmt.Sprintf("var i%[1]d interface{ Sum() float64 } = %[2]s{v: %[3]d, w: []float64{%[4]s}}\nx%[1]d := i%[1]d.Sum()", k, t, c, num), probe: fmt.Sprintf("i%d.Sum()", k)}
		}
	case 11:
		return &randomCell{text: fmt.Sprintf("s%[1]d := []float64{%[2]s, %[3]d}\np%[1]d, r%[1]d := &s%[1]d[1], s%[1]d[1:]\n*p%[1]d += 10\nx%[1]d := r%[1]d[0]", k, num, c),
			probe: fmt.Sprintf("s%[1]d[1] == *p%[1]d && &r%[1]d[0] == p%[1]d && s%[1]d[0] == s%[1]d[0]", k)}
	case 12:
		return &randomCell{text: fmt.Sprintf("if %s > 60 { panic(\"large\") }\nx%d := %s", num, k, b.number(k)), probe: fmt.Sprintf("x%d", k)}
	}
	return &randomCell{text: fmt.Sprintf("fmt.Println(%s)\n%s", num, b.number(k))}
}

// earlier gives a name of one kind of a cell before k, "" if there is none.
func (b *randomBook) earlier(k int, kind string) string {
	var names []string
	for i, c := range b.cells[:k] {
		name := fmt.Sprint(kind, i)
		if c != nil && (strings.Contains(c.text, "func "+name) || strings.Contains(c.text, "type "+name) || strings.Contains(c.text, name+" :=") || strings.Contains(c.text, "var "+name)) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[b.r.IntN(len(names))]
}

// number writes an expression with names of cells before k.
func (b *randomBook) number(k int) string {
	for range 2 {
		switch b.r.IntN(4) {
		case 0:
			if f := b.earlier(k, "f"); f != "" {
				return fmt.Sprintf("%s(%d)", f, b.r.IntN(3))
			}
		case 1:
			if t := b.earlier(k, "T"); t != "" {
				return fmt.Sprintf("%s{v: %d, w: []float64{3}}.Sum()", t, b.r.IntN(5))
			}
		default:
			if x := b.earlier(k, "x"); x != "" {
				return x
			}
		}
	}
	return fmt.Sprintf("%d.5", b.r.IntN(9))
}
