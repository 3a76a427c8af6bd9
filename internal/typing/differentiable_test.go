package typing

import (
	"go/types"
	"testing"
)

func TestDifferentiable(t *testing.T) {
	checked, faults := checkText(t, New(), `package p

import (
	"math/rand/v2"
	"time"
)

type (
	Float    float64
	Model    struct{ Name string; Layers []*Layer }
	Layer    struct{ W [][]float32; Next *Layer }
	Names    map[string]int
	Ring     struct{ next *Ring; n int }
	Tree     struct{ kids map[string]*Tree; leaf *Float }
	Alias    = Model
	Generic[T any] struct{ x T }
)

type yes[F ~float64, S ~[]float64 | ~[]float32] struct {
	a float64
	b float32
	c complex128
	d complex64
	e Float
	f [3]Model
	g *Layer
	h map[string]Float
	i Tree
	j Alias
	k Generic[float64]
	l F
	m []F
	n S
	o struct{ Model }
}

type no[T any, U int | float64, V ~string] struct {
	a int
	b string
	c bool
	d func(float64) float64
	e chan float64
	f any
	g error
	h Names
	i Ring
	j time.Time
	k *rand.Rand
	l Generic[int]
	m T
	n U
	o []V
	p interface{ M(float64) }
	q map[float64]int
	r [2]struct{}
}
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for name, want := range map[string]bool{"yes": true, "no": false} {
		s := checked.Pkg.Scope().Lookup(name).Type().Underlying().(*types.Struct)
		for f := range s.Fields() {
			if got := Differentiable(f.Type()); got != want {
				t.Errorf("Differentiable(%s) = %v", f.Type(), got)
			}
		}
	}
}

func TestFormName(t *testing.T) {
	checked, _ := checkText(t, New(), `package p

import (
	"math"

	"github.com/costate/costate/ad"
)

func Grad() {}

var g, v, h, s = ad.Grad(math.Sin), ad.ValueAndGrad(math.Sin), ad.Hessian(math.Sin), math.Sin

func init() { Grad() }
`)
	got := map[string]string{}
	for id, obj := range checked.Info.Uses {
		name, ok := FormName(obj)
		if !ok {
			name = "no form"
		}
		got[id.Name] = name
	}
	for id, want := range map[string]string{"ValueAndGrad": "ValueAndGrad", "Hessian": "no form", "Sin": "no form"} {
		if got[id] != want {
			t.Errorf("FormName of %s is %s", id, got[id])
		}
	}
	if _, ok := FormName(checked.Pkg.Scope().Lookup("Grad")); ok {
		t.Error("a function of the package is taken for a form")
	}
	if _, ok := FormName(types.Universe.Lookup("len")); ok {
		t.Error("a builtin is taken for a form")
	}
}
