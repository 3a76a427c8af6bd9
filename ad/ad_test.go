package ad_test

import (
	"math"
	"strings"
	"testing"

	"github.com/costate/costate/ad"
)

// TestUnexpanded calls the forms as a program does that was compiled without expanding them.
func TestUnexpanded(t *testing.T) {
	forms := map[string]func(){
		"Grad":         func() { ad.Grad(math.Sin) },
		"ValueAndGrad": func() { ad.ValueAndGrad(math.Sin) },
		"Adjoint":      func() { ad.Adjoint(math.Sin) },
	}
	for name, call := range forms {
		t.Run(name, func(t *testing.T) {
			defer func() {
				text, _ := recover().(string)
				if !strings.HasPrefix(text, "ad."+name+" is a special form") || !strings.Contains(text, "repl grad") {
					t.Errorf("panic %q does not say what to do", text)
				}
			}()
			call()
		})
	}
}
