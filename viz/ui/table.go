package ui

// This file makes tables.

import (
	"fmt"
	"html"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/costate/costate/viz"
)

// A table shows its first and last rows and columns, and of a cell's text the beginning.
const (
	firstRows, lastRows = 20, 5
	firstCols, lastCols = 12, 3
	maxCell             = 80
)

// matrix is what tables can be made of besides slices; matrices of package mat are.
type matrix interface {
	Dims() (rows, cols int)
	At(i, j int) float64
}

// Table makes a table of a [][]float64, a [][]string, a matrix of package mat, or a slice of structs. Headers stand above the
// columns; for structs these are the names of the fields if none are given. Of a large table the first and the last rows and
// columns are shown.
func Table(rows any, headers ...string) *viz.Media { return process().Table(rows, headers...) }

// Table makes a table as the function Table does.
func (s *Screen) Table(rows any, headers ...string) *viz.Media {
	if s.Rows != nil {
		if names, cells, ok := s.Rows(rows); ok {
			if len(headers) == 0 {
				headers = names
			}
			rows = cells
		}
	}
	g, err := gridOf(rows)
	if err != nil {
		return viz.Text(err.Error())
	}
	if len(headers) > 0 {
		g.headers = headers
	}
	for i := range g.rows { // rows that are shorter
		g.cols = max(g.cols, len(g.row(i)), len(g.headers))
	}
	return viz.MIME(map[string][]byte{mimeHTML: []byte(g.html()), mimeText: []byte(g.text())})
}

// grid is a table whose cells are made when they are shown.
type grid struct {
	headers    []string
	rows, cols int
	row        func(i int) []string
	numbers    bool // in all cells
}

// number writes a number as tables do: six digits tell enough.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func numberRow(n int, at func(j int) float64) []string {
	out := make([]string, n)
	for j := range out {
		out[j] = number(at(j))
	}
	return out
}

func gridOf(rows any) (grid, error) {
	switch m := rows.(type) {
	case nil:
		return grid{}, fmt.Errorf("table: there are no rows")
	case [][]string:
		return grid{rows: len(m), row: func(i int) []string { return m[i] }}, nil
	case [][]float64:
		return grid{rows: len(m), row: func(i int) []string { return numberRow(len(m[i]), func(j int) float64 { return m[i][j] }) }, numbers: true}, nil
	case matrix:
		if v := reflect.ValueOf(m); v.Kind() == reflect.Pointer && v.IsNil() {
			return grid{}, fmt.Errorf("table: the matrix is nil")
		}
		r, c := m.Dims()
		return grid{rows: r, cols: c, row: func(i int) []string { return numberRow(c, func(j int) float64 { return m.At(i, j) }) }, numbers: true}, nil
	}
	v := reflect.ValueOf(rows)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return grid{}, fmt.Errorf("table: rows are a [][]float64, a [][]string, a matrix or a slice of structs, not %T", rows)
	}
	elem := v.Type().Elem()
	if elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	g := grid{rows: v.Len()}
	switch elem.Kind() {
	case reflect.Struct:
		var fields []int
		for i := range elem.NumField() {
			if elem.Field(i).IsExported() {
				fields = append(fields, i)
				g.headers = append(g.headers, elem.Field(i).Name)
			}
		}
		g.row = func(i int) []string {
			x := reflect.Indirect(v.Index(i))
			out := make([]string, len(fields))
			for j, f := range fields {
				if x.IsValid() {
					out[j] = cell(x.Field(f).Interface())
				}
			}
			return out
		}
	case reflect.Slice, reflect.Array:
		g.row = func(i int) []string {
			x := v.Index(i)
			out := make([]string, x.Len())
			for j := range out {
				out[j] = cell(x.Index(j).Interface())
			}
			return out
		}
	default:
		g.row = func(i int) []string { return []string{cell(v.Index(i).Interface())} }
	}
	return g, nil
}

func cell(x any) string {
	if f, ok := x.(float64); ok {
		return number(f)
	}
	return fmt.Sprint(x)
}

// pick lists the indices that are shown of n; -1 stands for those left out.
func pick(n, first, last int) []int {
	var out []int
	for i := 0; i < n; i++ {
		if n > first+last+1 && i == first {
			out = append(out, -1)
			i = n - last
		}
		out = append(out, i)
	}
	return out
}

// shown returns the table as it is seen, headers first if there are any.
func (g grid) shown() [][]string {
	cols := pick(g.cols, firstCols, lastCols)
	line := func(cells []string) []string {
		out := make([]string, len(cols))
		for k, j := range cols {
			switch {
			case j < 0:
				out[k] = "…"
			case j < len(cells):
				out[k] = short(cells[j])
			}
		}
		return out
	}
	var out [][]string
	if len(g.headers) > 0 {
		out = append(out, line(g.headers))
	}
	for _, i := range pick(g.rows, firstRows, lastRows) {
		if i < 0 {
			dots := make([]string, len(cols))
			for k := range dots {
				dots[k] = "⋮"
			}
			out = append(out, dots)
			continue
		}
		out = append(out, line(g.row(i)))
	}
	return out
}

// short is a cell's text on one line.
func short(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	if r := []rune(s); len(r) > maxCell {
		return string(r[:maxCell]) + "…"
	}
	return s
}

// size says how large the table is, if not all of it is seen.
func (g grid) size() string {
	if g.rows <= firstRows+lastRows+1 && g.cols <= firstCols+lastCols+1 {
		return ""
	}
	return fmt.Sprintf("%d × %d", g.rows, g.cols)
}

// text aligns the columns: numbers at the right, others at the left.
func (g grid) text() string {
	all := g.shown()
	if len(all) == 0 {
		return "A table without rows\n"
	}
	widths := make([]int, len(all[0]))
	right := make([]bool, len(widths))
	for j := range widths {
		right[j] = true
		for i, row := range all {
			widths[j] = max(widths[j], utf8.RuneCountInString(row[j]))
			right[j] = right[j] && (i == 0 && len(g.headers) > 0 || numeric(row[j]))
		}
	}
	var b strings.Builder
	for _, row := range all {
		var line strings.Builder
		for j, c := range row {
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(c))
			if right[j] {
				c = pad + c
			} else {
				c += pad
			}
			if j > 0 {
				line.WriteString("  ")
			}
			line.WriteString(c)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if s := g.size(); s != "" {
		b.WriteString(s + "\n")
	}
	return b.String()
}

// numeric reports whether a cell may stand in a column of numbers.
func numeric(s string) bool {
	if s == "" || s == "…" || s == "⋮" {
		return true
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

func (g grid) html() string {
	var b strings.Builder
	b.WriteString("<table>")
	if s := g.size(); s != "" {
		b.WriteString("<caption>" + s + "</caption>")
	}
	all := g.shown()
	for i, row := range all {
		tag, scope := "td", ""
		head := i == 0 && len(g.headers) > 0
		if head {
			tag, scope = "th", ` scope="col"`
		}
		b.WriteString("<tr>")
		for j, c := range row {
			align := ""
			if !head && numeric(c) || head && len(all) > 1 && numeric(all[1][j]) {
				align = ` align="right"`
			}
			fmt.Fprintf(&b, "<%s%s%s>%s</%s>", tag, scope, align, html.EscapeString(c), tag)
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}
