package interp

// This file writes the beginnings of the values of variables, for lists of them.

import (
	"fmt"
	"reflect"
	"strings"
)

// brief is the beginning of the text of a variable.
func (s *Session) brief(name string, v reflect.Value) string {
	obj := s.pkg.Scope().Lookup(name)
	if obj == nil {
		return ""
	}
	r := renderer{pkg: s.pkg, world: s.world, brief: true}
	if m, ok := asMatrix(v); ok {
		r.rows(m)
	} else {
		r.value(v, obj.Type(), 0)
	}
	text := strings.ReplaceAll(r.String(), "\n", " ")
	if runes := []rune(text); len(runes) > maxBrief {
		return string(runes[:maxBrief-1]) + "…"
	}
	return text
}

// rows writes a matrix row by row.
func (r *renderer) rows(m matrix) {
	rows, cols := m.Dims()
	r.WriteString("[")
	for i := range rows {
		if i > 0 {
			r.WriteString(" ")
		}
		r.WriteString("[")
		for j := range cols {
			if r.Len() > maxBrief {
				r.WriteString("…")
				return
			}
			if j > 0 {
				r.WriteString(" ")
			}
			fmt.Fprint(r, m.At(i, j))
		}
		r.WriteString("]")
	}
	r.WriteString("]")
}
