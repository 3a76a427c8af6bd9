package rules_test

import (
	"fmt"

	"github.com/costate/costate/ad/rules"
)

func ExampleLookup() {
	for _, name := range []string{"math.Exp", "math.Pow", "fmt.Println", "sort.Float64s"} {
		r, ok := rules.Lookup(name)
		switch {
		case !ok:
			fmt.Println(name, "has no rule")
		case r.Passive:
			fmt.Println(name, "carries no derivative")
		default:
			fmt.Println(name, r.Args, r.Results[0].D)
		}
	}
	// Output:
	// math.Exp [x] [r]
	// math.Pow [x y] [rt.PowDX(x, y, r) rt.PowDY(x, y, r)]
	// fmt.Println carries no derivative
	// sort.Float64s has no rule
}
