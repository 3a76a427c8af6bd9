package dyn_test

import (
	"fmt"
	"go/types"

	"github.com/costate/costate/interp/dyn"
)

// A cell declares type Kind int with a method String. The interpreter has ints for its values and a function for the method.
func Example() {
	pkg := types.NewPackage("cells/session", "main")
	kind := types.NewNamed(types.NewTypeName(0, pkg, "Kind", nil), types.Typ[types.Int], nil)
	w := dyn.NewWorld()
	w.Declare("cells/session.Kind", kind)
	w.Method("cells/session.Kind", "String", func(k any) string { return [...]string{"small", "large"}[k.(int)] })

	x := w.Box("cells/session.Kind", 1)
	fmt.Println(w.Sprintf("%v %d %T", x, x, x))
	fmt.Println(w.Sprintf("%v %#v", []any{x, 2.5}, []any{x}))
	fmt.Println(w.Equal(x, 1), w.Equal(x, w.Box("cells/session.Kind", 1)), w.ID(x))
	text, err := w.Marshal(map[string]any{"kind": x})
	fmt.Println(string(text), err)
	// Output:
	// large 1 main.Kind
	// [large 2.5] []interface {}{1}
	// false true cells/session.Kind
	// {"kind":1} <nil>
}
