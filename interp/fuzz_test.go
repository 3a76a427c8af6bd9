package interp

// This file feeds arbitrary text to what reads cells. It must not panic, and what it accepts must be all of the text.

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/costate/costate/internal/diag"
)

func FuzzSplit(f *testing.F) {
	for _, src := range []string{
		"x := 1; x + 1",
		"import \"fmt\"\nfunc (a T) f() {}\nfunc(){}()\nfmt.Println(\"//line x:1\")",
		"package main\n\nimport \"math\"\n\nfunc main() { println(math.Pi) }",
		"// doc\ntype T[P any] struct{ x P }\nvar a, b = 1, `raw\nstring`\na, b := b, a",
		"if x := f(func() { for {} }); x > 0 {\n} else {\n}\nL:\nfor i := range 3 { continue L }",
		"switch y := x.(type) { case interface{ M() }: _ = y }\n/* open",
		"a := []struct{ b int }{{1}, {2}}\r\n'x'\n\"é世\"",
		"const (\n\tA = iota\n\tB\n)\nx.y.z[1:2:3].(T)()...",
		"%time f()", "#!/bin/sh", "f(", "}", "\x00\xff", "var", "func", "import ()", "a.\n", "x := ;",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		Incomplete(src)
		c, diags := split("1", src)
		if len(diags) > 0 {
			inRange(t, c, diags)
			return
		}
		covers(t, c)
		out, diags := compose(token.NewFileSet(), c, composeOptions{})
		if len(diags) > 0 {
			inRange(t, c, diags)
			return
		}
		ast.Inspect(out.file, func(n ast.Node) bool { return true })
	})
}

// covers checks that the pieces follow one another, and that nothing but comments, semicolons and space is outside them.
func covers(t *testing.T, c *cellText) {
	t.Helper()
	toks, _ := scan(c.name, c.src)
	at := 0
	for i, p := range c.pieces {
		if p.start < at || p.end < p.start || p.end > len(c.src) {
			t.Fatalf("piece %d is %d to %d, after %d, of %d", i, p.start, p.end, at, len(c.src))
		}
		at = p.end
	}
	for _, tok := range toks {
		if tok.tok == token.COMMENT || tok.tok == token.SEMICOLON || tok.tok == token.EOF {
			continue
		}
		inside := false
		for _, p := range c.pieces {
			inside = inside || p.start <= tok.off && tok.end <= p.end
		}
		if !inside {
			t.Fatalf("%s at %d of %q is in no piece", tok.tok, tok.off, c.src)
		}
	}
}

// inRange checks that diagnostics are at places of the text, or directly behind one.
func inRange(t *testing.T, c *cellText, diags diag.List) {
	t.Helper()
	lines := strings.Split(c.src, "\n")
	for _, d := range diags {
		if d.Pos.Filename != c.name || d.Pos.Line < 1 || d.Pos.Line > len(lines)+1 || d.Pos.Column < 1 {
			t.Errorf("%q: a diagnostic outside the text: %v", c.src, d)
			continue
		}
		if d.Pos.Line <= len(lines) && d.Pos.Column > len(lines[d.Pos.Line-1])+2 {
			t.Errorf("%q: a diagnostic beyond its line: %v", c.src, d)
		}
	}
}
