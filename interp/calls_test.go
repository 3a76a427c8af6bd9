package interp

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCalls: the calls during which a cell panicked are listed, with the places that are known.
func TestCalls(t *testing.T) {
	for _, test := range []struct {
		name, want string
		cells      []string
	}{
		{"functions", "f (cell 1:2:9)\ng (cell 1:5:9)\ncell 2",
			[]string{"func f(x []int) int {\n\treturn x[3]\n}\nfunc g() int {\n\treturn f(nil)\n}", "g()"}},
		{"two calls", "f (cell 1:1:12)\ng\ncell 1 (cell 1:3:1)", []string{"func f() { panic(1) }\nfunc g(n int) { if n > 0 { f() }; f() }\ng(1)"}},
		{"a method", "T.m (cell 1:2:16)\ng (cell 1:3:15)\ncell 1 (cell 1:4:1)", []string{"type T struct{}\nfunc (T) m() { panic(1) }\nfunc g(t T) { t.m() }\ng(T{})"}},
		{"recursion", "f (cell 1:1:29)\ncell 1 (cell 1:2:1)", []string{"func f(n int) { if n == 0 { panic(n) }; f(n - 1) }\nf(9)"}},
		{"deferred", "f (cell 1:1:34)\ncell 1 (cell 1:2:1)", []string{"func f() { defer fmt.Println(1); panic(2) }\nf()"}},
		{"no call", "", []string{"panic(1)"}},
	} {
		s := New(Options{Stdout: io.Discard, Stderr: io.Discard})
		var res *Result
		for i, src := range test.cells {
			var err error
			if res, err = s.Run(t.Context(), string(rune('1'+i)), src); err != nil {
				t.Fatal(err)
			}
		}
		if len(res.Diags) != 1 {
			t.Errorf("%s: %v", test.name, res.Diags)
			continue
		}
		if diff := cmp.Diff(test.want, res.Diags[0].Calls); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", test.name, diff)
		}
	}
}
