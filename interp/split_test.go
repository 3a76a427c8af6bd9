package interp

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComposeKeepsPositions(t *testing.T) {
	src := `import "math"; x := 1 // one
// twice doubles.
func twice(a int) int {
	return a * two
}
	y, z := twice(x),
		math.Pi
if x > 0 {
	println(y, z)
}
var w = alpha; w++; println(w)
type T struct{ beta int }
func (t T) M() int { return t.beta }
func() { gamma() }()
x + y`
	c, diags := split("3", src)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	fset := token.NewFileSet()
	out, diags := compose(fset, c, composeOptions{})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	lines := strings.Split(src, "\n")
	seen := map[string]bool{}
	ast.Inspect(out.file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || id == out.file.Name || strings.HasPrefix(id.Name, "cell3_") {
			return true
		}
		p := fset.Position(id.Pos())
		if p.Filename != "cell 3" {
			t.Errorf("%s is in %q", id.Name, p.Filename)
		}
		if !strings.HasPrefix(lines[p.Line-1][p.Column-1:], id.Name) {
			t.Errorf("%s is not at %v", id.Name, p)
		}
		seen[id.Name] = true
		return true
	})
	for _, name := range []string{"x", "twice", "two", "y", "z", "alpha", "w", "beta", "gamma", "M"} {
		if !seen[name] {
			t.Errorf("%s was lost", name)
		}
	}
	if out.last == nil {
		t.Error("the last expression was not found")
	}
	if !strings.Contains(out.text, "// twice doubles.") {
		t.Error("the doc comment was lost")
	}
}

func TestComposeSteps(t *testing.T) {
	tests := []struct {
		name, src string
		opts      composeOptions
		want      []string // each step's text, "fn: " before generated functions
	}{
		{"variables in a row", "var a = 1\nvar b = a", composeOptions{}, []string{"var a = 1;var b = a"}},
		{"definitions are single", "a := 1\nb := a", composeOptions{}, []string{"var a  = 1", "var b  = a"}},
		{"statements in a row", "f()\ng()\na := 1\nh()", composeOptions{}, []string{"fn: f();g()", "var a  = 1", "fn: h()"}},
		{"again in the cell", "a := 1\na, b := 2, 3", composeOptions{}, []string{"var a  = 1", "var a_cell1_1, b  = 2, 3", "fn: a = a_cell1_1"}},
		{"known elsewhere", "a := 2", composeOptions{assign: map[string]bool{"a": true}}, []string{"fn: a  = 2"}},
		{"known and new", "a, b := f()", composeOptions{assign: map[string]bool{"a": true}}, []string{"var a_cell1_1, b  = f()", "fn: a = a_cell1_1"}},
		{"blank", "_, b := f()", composeOptions{}, []string{"var _, b  = f()"}},
		{"shown", "a := 1\na + 1", composeOptions{shown: 1}, []string{"var a  = 1", "var cell1_0_v1 = a + 1"}},
		{"for header", "for i := 0; i < 3; i++ { f(i) }\na := 1", composeOptions{}, []string{"fn: for i := 0; i < 3; i++ { f(i) }", "var a  = 1"}},
		{"if header", "if f := func() bool { return true }; f() { g() } else if x := 1; x > 0 { h() }\ni()", composeOptions{},
			[]string{"fn: if f := func() bool { return true }; f() { g() } else if x := 1; x > 0 { h() };i()"}},
		{"switch header", "switch x := any(1).(type) { case interface{}: f(); g(x) }; i()", composeOptions{},
			[]string{"fn: switch x := any(1).(type) { case interface{}: f(); g(x) };i()"}},
		{"literal called", "func(x int) int { return x }(1)", composeOptions{}, []string{"fn: func(x int) int { return x }(1)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, diags := split("1", tt.src)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			out, diags := compose(token.NewFileSet(), c, tt.opts)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			var got []string
			for _, s := range out.steps {
				if s.fn == "" {
					got = append(got, plain(out.text[s.lo:s.hi]))
					continue
				}
				_, body, _ := strings.Cut(out.text, "func "+s.fn+"() {\n")
				body, _, _ = strings.Cut(body, "\n}\n")
				got = append(got, "fn: "+plain(body))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("steps (-want +got):\n%s", d)
			}
		})
	}
}

// plain drops line directives and joins lines.
func plain(text string) string {
	for {
		i := strings.Index(text, "/*line")
		if i < 0 {
			break
		}
		text = text[:i] + text[i+strings.Index(text[i:], "*/")+2:]
	}
	return strings.ReplaceAll(strings.TrimRight(strings.TrimSpace(text), ";"), ";\n", ";")
}

func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{"x := 1\ny := (2", "cell 7:2:6: ( is not closed [syntax]"},
		{"x := 1\n y := ;z()", "cell 7:2:6: expected operand, found the end of the statement [syntax]"},
		{"x := 1; if { }", "cell 7:1:12: missing condition in if statement [syntax]"},
		{"x := 1 }", "cell 7:1:8: unexpected } [syntax]"},
		{"s := \"abc", "cell 7:1:6: string literal not terminated [syntax]"},
		{"f(\n1,\n2 3)", "cell 7:3:3: missing ',' in argument list [syntax]"},
		{"a := 1\nreturn", "cell 7:2:1: return outside a function; put it into a function and call that [unsupported]"},
		{"%time f()", "cell 7:1:1: lines that begin with # or % are commands of other notebooks; a cell holds Go [syntax]"},
	}
	for _, tt := range tests {
		c, diags := split("7", tt.src)
		if len(diags) == 0 {
			_, diags = compose(token.NewFileSet(), c, composeOptions{})
		}
		if len(diags) == 0 {
			t.Errorf("%q: no diagnostic", tt.src)
			continue
		}
		if got := diags[0].String(); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestIncomplete(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{"x := 1", false}, {"f(", true}, {"func f() {", true}, {"func f() {\n}", false}, {"x :=", true},
		{"x = `a", true}, {"/* a", true}, {`x := "a`, false}, {"a +", true}, {"a.", true}, {"i++", false}, {"", false}, {"}", false},
	}
	for _, tt := range tests {
		if got := Incomplete(tt.src); got != tt.want {
			t.Errorf("Incomplete(%q) = %v", tt.src, got)
		}
	}
}
