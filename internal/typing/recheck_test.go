package typing

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"sync"
	"testing"
)

const recheckText = `package p

import (
	"math"

	"github.com/costate/costate/ad"
)

var show1 = (ad.Grad)(((ad.Grad))(math.Sin))
var show2, show3 = ad.ValueAndGrad(func(m struct{ w []float64 }) float64 { return m.w[0] })(struct{ w []float64 }{})
`

// TestRecheck: a check leaves the syntax as it was, so that the next check of the same files gives the same.
func TestRecheck(t *testing.T) {
	fset, files := parseCells(t, map[string]string{"cell.go": recheckText}, []string{"cell.go"})
	c := New()
	want := "show1 func(float64) float64\nshow2 float64\nshow3 struct{w []float64}\n"
	for range 3 {
		checked, faults := c.Check(fset, "p", files, CheckOptions{})
		if got := variables(checked); got != want || len(faults) > 0 {
			t.Errorf("got %s%v, want %s", got, faults, want)
		}
	}
	// Under the race detector: checks of the same files at a time wait for each other.
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, faults := c.Check(fset, "p", files, CheckOptions{}); len(faults) > 0 {
				t.Error(faults)
			}
		})
	}
	wg.Wait()
}

// TestInfoOfForms: what later passes read is there for every form: the parentheses' types too, and the exact type arguments.
func TestInfoOfForms(t *testing.T) {
	fset, files := parseCells(t, map[string]string{"cell.go": recheckText}, []string{"cell.go"})
	checked, _ := New().Check(fset, "p", files, CheckOptions{})
	forms := 0
	ast.Inspect(files[0], func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if call, ok := e.(*ast.CallExpr); ok {
				for fun := call.Fun; ; fun = fun.(*ast.ParenExpr).X {
					if _, ok := checked.Info.Types[fun].Type.(*types.Signature); !ok {
						t.Errorf("%s: no type for %s", fset.Position(fun.Pos()), types.ExprString(fun))
					}
					if _, ok := fun.(*ast.ParenExpr); !ok {
						break
					}
				}
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if _, ok := FormName(checked.Info.Uses[id]); ok {
			forms++
			if inst := checked.Info.Instances[id]; inst.TypeArgs.Len() != 2 {
				t.Errorf("%s: %s has the instance %v", fset.Position(id.Pos()), id.Name, inst.Type)
			}
			if end := fset.Position(id.End()); end.Column != fset.Position(id.Pos()).Column+len(id.Name) {
				t.Errorf("%s ends at %s", id.Name, end)
			}
		}
		return true
	})
	if forms != 3 {
		t.Errorf("%d forms found", forms)
	}
}

// manyForms is a program of about 2,300 lines with 240 forms.
func manyForms() string {
	var b strings.Builder
	b.WriteString("package p\nimport (\"math\"; \"github.com/costate/costate/ad\")\n")
	for i := range 120 {
		fmt.Fprintf(&b, `
type model%[1]d struct{ w []float64; n int }

func loss%[1]d(m model%[1]d, x float64, k int) float64 {
	s := 0.0
	for i := range m.w {
		if i%%2 == 0 {
			s += m.w[i] * math.Sin(x)
			continue
		}
		s -= math.Exp(m.w[i])
	}
	return s / float64(k)
}

func step%[1]d(m model%[1]d) float64 {
	value, mBar, xBar := ad.ValueAndGrad(loss%[1]d)(m, 1, 2)
	return value + mBar.w[0] + ad.Grad(math.Cos)(xBar)
}
`, i)
	}
	return b.String()
}

func BenchmarkForms(b *testing.B) {
	c := New()
	text := manyForms()
	fset, files := parseCells(b, map[string]string{"cell.go": text}, []string{"cell.go"})
	for b.Loop() {
		if _, faults := c.Check(fset, "p", files, CheckOptions{}); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}
