package wire_test

import (
	"fmt"
	"math"
	"reflect"

	"github.com/costate/costate/internal/wire"
)

func ExampleDecodeArgs() {
	types := []reflect.Type{reflect.TypeFor[[]float64](), reflect.TypeFor[int]()}
	args, err := wire.DecodeArgs([]byte(`[[1.5, "+Inf"], 3]`), []string{"x", "n"}, types)
	fmt.Println(args[0].Interface(), args[1].Interface(), err)
	_, err = wire.DecodeArgs([]byte(`[[1.5], 3.5]`), []string{"x", "n"}, types)
	fmt.Println(err)
	// Output:
	// [1.5 +Inf] 3 <nil>
	// argument 2 (n): want a whole number, got 3.5
}

func ExampleEncodeResult() {
	text, err := wire.EncodeResult(reflect.ValueOf(math.NaN()), []string{"x", "a"},
		[]reflect.Value{reflect.ValueOf([]float64{1, 0.1}), reflect.ValueOf(2.0)})
	fmt.Println(string(text), err)
	// Output: {"value":"NaN","gradient":{"x":[1,0.1],"a":2}} <nil>
}
