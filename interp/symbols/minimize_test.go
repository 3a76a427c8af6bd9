package symbols

import (
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// TestMinimize: a panic in any function of a problem ends the minimisation and is the caller's, with any method.
func TestMinimize(t *testing.T) {
	methods := map[string]func() optimize.Method{
		"BFGS":            func() optimize.Method { return &optimize.BFGS{} },
		"LBFGS":           func() optimize.Method { return &optimize.LBFGS{} },
		"CG":              func() optimize.Method { return &optimize.CG{} },
		"GradientDescent": func() optimize.Method { return &optimize.GradientDescent{} },
		"Newton":          func() optimize.Method { return &optimize.Newton{} },
		"NelderMead":      func() optimize.Method { return &optimize.NelderMead{} },
		"CmaEsChol":       func() optimize.Method { return &optimize.CmaEsChol{} },
		"GuessAndCheck":   func() optimize.Method { return nil },
	}
	for name, method := range methods {
		for _, where := range []string{"none", "func", "grad", "hess", "status"} {
			count := map[string]int{}
			fail := func(what string) {
				if count[what]++; what == where && count[what] > 1 {
					panic(what)
				}
			}
			p := optimize.Problem{
				Func: func(x []float64) float64 { fail("func"); return x[0]*x[0] + x[1]*x[1] + x[0]*x[0]*x[0]*x[0] },
				Grad: func(g, x []float64) { fail("grad"); g[0], g[1] = 2*x[0]+4*x[0]*x[0]*x[0], 2*x[1] },
				Hess: func(h *mat.SymDense, x []float64) {
					fail("hess")
					h.SetSym(0, 0, 2+12*x[0]*x[0])
					h.SetSym(0, 1, 0)
					h.SetSym(1, 1, 2)
				},
				Status: func() (optimize.Status, error) { fail("status"); return optimize.NotTerminated, nil },
			}
			var recovered any
			func() {
				defer func() { recovered = recover() }()
				if _, err := minimize(p, []float64{3, 2}, &optimize.Settings{Concurrent: 1, FuncEvaluations: 500}, method()); err != nil {
					t.Logf("%s, %s: %v", name, where, err)
				}
			}()
			want := any(nil)
			if where != "none" && count[where] > 1 {
				want = where
			}
			if recovered != want {
				t.Errorf("%s: a panic in %s gives %v, want %v", name, where, recovered, want)
			}
		}
	}
}
