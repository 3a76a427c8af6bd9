package interp

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMatrices shows matrices as tables, and as aligned text.
func TestMatrices(t *testing.T) {
	const imports = "import \"gonum.org/v1/gonum/mat\"\n"
	tests := []struct{ name, src, text, plain string }{
		{"dense", imports + "mat.NewDense(2, 2, []float64{1, 0.25, -10, 3})", "  1  0.25\n-10     3", "  1  0.25\n-10     3\n"},
		{"value", imports + "*mat.NewDense(1, 2, []float64{1, 2})", "1  2", "1  2\n"},
		{"interface", imports + "var m mat.Matrix = mat.NewSymDense(2, []float64{1, 2, 2, 3})\nm.T()", "1  2\n2  3", "1  2\n2  3\n"},
		{"vector", imports + "mat.NewVecDense(2, []float64{1, 22})", " 1\n22", " 1\n22\n"},
		{"slices", "[][]float64{{1, 2}, {3, 44}}", "[[1 2] [3 44]]", "1   2\n3  44\n"},
		{"own type", "type grid [][]float64\ngrid{{1}, {2}}", "[[1] [2]]", "1\n2\n"},
		{"in an interface", "var x any = [][]float64{{1, 2}}\nx", "[[1 2]]", "1  2\n"},
		{"ragged", "[][]float64{{1, 2}, {3}}", "[[1 2] [3]]", ""},
		{"no rows", "[][]float64{}", "[]", ""},
		{"not numbers", "[][]string{{\"a\"}}", "[[\"a\"]]", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			res, err := New(Options{Stdout: &out, Stderr: &out}).Run(context.Background(), "1", tt.src)
			if err != nil || len(res.Values) != 1 {
				t.Fatal(err, res)
			}
			v := res.Values[0]
			if diff := cmp.Diff([]string{tt.text, tt.plain}, []string{v.Text, string(v.Bundle["text/plain"])}); diff != "" {
				t.Error(diff)
			}
			if html := string(v.Bundle["text/html"]); (tt.plain != "") != strings.HasPrefix(html, "<table>") {
				t.Errorf("html %q", html)
			}
		})
	}
	for _, src := range []string{"var c mat.Cholesky\n&c", "&mat.Dense{}", "var d *mat.Dense\nd"} {
		res, err := New(Options{}).Run(context.Background(), "1", imports+src)
		if err != nil || len(res.Values) != 1 || res.Values[0].Text == "" || res.Values[0].Bundle != nil {
			t.Errorf("%s: %v, %+v", src, err, res)
		}
	}
}

// TestValuesInWords shows values of other kinds.
func TestValuesInWords(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"float", "1.0/3", "0.3333333333333333"},
		{"complex", "1+2i", "(1+2i)"},
		{"long slice", "make([]int, 1000)", "[" + strings.Repeat("0 ", 57) + "… 0 0 0] (1000 elements)"},
		{"struct", "type p struct { X float64; s []string }\np{1, []string{\"a\"}}", `{X: 1 s: ["a"]}`},
		{"map", "map[string]int{\"b\": 2, \"a\": 1}", `map["a":1 "b":2]`},
		{"error", "import \"errors\"\nerrors.New(\"no\")", "no"},
		{"wrapped error", "import (\"errors\"; \"fmt\")\nfmt.Errorf(\"load: %w\", errors.New(\"no\"))", "load: no"},
		{"own error", "type bad struct{ n int }\nfunc (b bad) Error() string { return fmt.Sprint(\"bad \", b.n) }\nvar err error = bad{3}\nerr", "bad 3"},
		{"own error of a pointer", "type bad struct{ n int }\nfunc (b *bad) Error() string { return fmt.Sprint(\"bad \", b.n) }\n[]error{&bad{3}, nil}", "[bad 3 nil]"},
		{"error that panics", "type bad struct{ n int }\nfunc (b bad) Error() string { panic(b.n) }\nvar err error = bad{3}\nerr", "{n: 3}"},
		{"nil error", "var err error\nerr", "nil"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := New(Options{}).Run(context.Background(), "1", tt.src)
			if err != nil || len(res.Values) != 1 {
				t.Fatal(err, res)
			}
			if diff := cmp.Diff(tt.want, res.Values[0].Text); diff != "" {
				t.Error(diff)
			}
		})
	}
}
