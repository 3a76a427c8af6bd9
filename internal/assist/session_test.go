package assist

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/internal/diag"
	"github.com/costate/costate/interp"
)

// TestAsRunning compares diagnostics with what running says: of a cell that is about to be run the check finds the faults that keep it
// from running, and nothing else.
func TestAsRunning(t *testing.T) {
	const gap = "§" // between cells
	for _, tt := range []struct{ name, cells string }{
		{"assigned again", "1: x := 1§2: x := x + 1§3: x§2: x := x + 1§1: x := 5§3: x"},
		{"other type", "1: x := 1§2: x := \"a\"§3: x + 1§3: x + \"b\""},
		{"needs itself by a function", "1: x := 1\nfunc f() int { return x }§2: x := f()§3: x"},
		{"needs itself with another type", "1: x := 1§2: x := fmt.Sprint(x)"},
		{"two names", "1: a, b := 1, 2§2: a, b := b, a§3: a, c := a + b, \"c\"§4: c + a"},
		{"in one cell", "1: x := 1\nx := 2\nx§2: x := \"a\"\nx := \"b\"§3: x + 1"},
		{"redefinition reaches callers", "1: func f() int { return 1 }\nfunc g() int { return f() }§2: g()§3: func f() int { return 2 }§4: g() + 1"},
		{"broken by another", "1: x := 1§2: func f() int { return x }§3: x := \"s\"§4: x + \"t\""},
		{"methods come later", "1: type T struct{ n int }\nt := T{3}§2: func (t *T) Set(k int) { t.n = k }§3: t.Set(9); t§4: t.Set(\"a\")"},
		{"type replaced", "1: type T struct{ n int }\nt := T{1}§2: t.n§3: type T struct{ m int }\nt := T{2}§4: t.m§5: t.n"},
		{"import of a version", "1: import \"math/rand/v2\"§2: rand.IntN(1)§3: rand.Foo()"},
		{"imports of all kinds", "1: import f \"fmt\"§2: f.Sprint(1)§3: strings.ToUpper(1)§4: nothing.Here()§5: import \"net/http\""},
		{"values and statements", "1: func f() {}\nf()§2: f() + 1§3: f§4: 1 + 1\n2 + 2§5: for i := range 3 {\n}"},
		{"unused", "1: func f() {\n\tx := 1\n}§2: x := 1§3: if x := 2; true {\n}"},
		{"syntax", "1: x := (1§2: y := := 3§3: func {}§4: }§5: x := \"a§6: %pip§7: return 1§8: defer f()"},
		{"derivatives", "1: func f(x float64) float64 { return x * x }§2: g := ad.Grad(f)(2)§3: ad.Grad(f)(\"a\")§4: ad.Grad(1)§5: ad.Hessian(f)"},
		{"denied", "1: os.StartProcess(\"\", nil, nil)§2: import \"os/exec\""},
		{"generic", "1: func m[T, U any](l []T, f func(T) U) []U { return nil }§2: m([]int{1}, func(x int) string { return \"\" })§3: m([]int{1}, func(x string) int { return 1 })"},
		{"consts and shadowing", "1: const k = 3§2: func f() int { k := \"a\"; return len(k) }§3: k = 4§4: k := 4§5: k + 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := New(Options{})
			s := interp.New(interp.Options{Stdout: io.Discard, Stderr: io.Discard, Hooks: []interp.Hook{engine.Expand}})
			var cells []Cell
			for _, step := range strings.Split(tt.cells, gap) {
				id, src, _ := strings.Cut(step, ": ")
				cells = slices.DeleteFunc(cells, func(c Cell) bool { return c.ID == id })
				asked := append(slices.Clone(cells), Cell{id, src})
				got, err := a.Diagnostics(context.Background(), asked, id)
				if err != nil {
					t.Fatal(err)
				}
				res, err := s.Run(context.Background(), id, src)
				if err != nil {
					t.Fatal(err)
				}
				var want diag.List
				for _, d := range res.Diags {
					if d.Code != "not-run" && d.Code != "panic" {
						want = append(want, d)
					}
				}
				if d := cmp.Diff(want.Error(), got.Error()); d != "" {
					t.Errorf("cell %s: %s\nrun and check (-run +check):\n%s", id, src, d)
				}
				if len(want) == 0 { // else the session does not have it
					cells = asked
				}
			}
		})
	}
}
