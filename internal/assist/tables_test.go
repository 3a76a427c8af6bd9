package assist

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestComplete: want has the candidates, the best first, a line each: label, kind, type, and the documentation's sentence. Its
// arguments are how many are shown, or names: then those are shown, and a name with - before it must not be there.
func TestComplete(t *testing.T) {
	table(t, "complete", func(t *testing.T, s scene, args []string) string {
		c, err := s.a.Complete(context.Background(), s.cells, s.id, s.offset)
		if err != nil {
			t.Fatal(err)
		}
		n := 8
		var only []string
		for _, arg := range args {
			if _, err := fmt.Sscan(arg, &n); err != nil {
				only = append(only, arg)
			}
		}
		var b strings.Builder
		text := textOf(s)
		fmt.Fprintf(&b, "replace %q\n", text[c.From:c.To])
		for i, it := range c.Items {
			if slices.Contains(only, "-"+it.Label) {
				t.Errorf("%s is offered", it.Label)
			}
			if len(only) > 0 && !slices.Contains(only, it.Label) || len(only) == 0 && i >= n {
				continue
			}
			line := []string{it.Label, string(it.Kind), it.Type}
			if it.Doc != "" {
				line = append(line, "// "+it.Doc)
			}
			fmt.Fprintln(&b, strings.TrimRight(strings.Join(line, "  "), " "))
		}
		for _, name := range only {
			if !strings.HasPrefix(name, "-") && !slices.ContainsFunc(c.Items, func(i Item) bool { return i.Label == name }) {
				t.Errorf("%s is not offered", name)
			}
		}
		if len(only) == 0 && len(c.Items) > n {
			fmt.Fprintf(&b, "and more\n")
		}
		return b.String()
	})
}

func textOf(s scene) string {
	i := slices.IndexFunc(s.cells, func(c Cell) bool { return c.ID == s.id })
	return s.cells[i].Text
}

// TestHover: want has the name, its declaration, the package and the beginning of the documentation.
func TestHover(t *testing.T) {
	table(t, "hover", func(t *testing.T, s scene, _ []string) string {
		h, err := s.a.Hover(context.Background(), s.cells, s.id, s.offset)
		if err != nil {
			t.Fatal(err)
		}
		if h == nil {
			return "nothing"
		}
		doc, _, _ := strings.Cut(h.Doc, "\n")
		return fmt.Sprintf("%s\n%s\n%s\n%s", textOf(s)[h.From:h.To], h.Decl, h.Path, doc)
	})
}

// TestSignature: want has the function, with the parameter that is written in brackets, and its documentation.
func TestSignature(t *testing.T) {
	table(t, "signature", func(t *testing.T, s scene, _ []string) string {
		g, err := s.a.Signature(context.Background(), s.cells, s.id, s.offset)
		if err != nil {
			t.Fatal(err)
		}
		if g == nil {
			return "nothing"
		}
		if text := textOf(s); text[g.At] != '(' {
			t.Errorf("the call is at %q", text[g.At:])
		}
		params := slices.Clone(g.Params)
		if g.Active < len(params) {
			params[g.Active] = "[" + params[g.Active] + "]"
		}
		return g.Before + strings.Join(params, ", ") + g.After + "\n" + g.Doc
	})
}

// TestDiagnostics: want has the diagnostics of the cell with the cursor.
func TestDiagnostics(t *testing.T) {
	table(t, "diagnostics", func(t *testing.T, s scene, _ []string) string {
		list, err := s.a.Diagnostics(context.Background(), s.cells, s.id)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			return "nothing"
		}
		return list.Error()
	})
}
