package dyn

// This file lists the compiled types that are in the values of the tests.

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"time"
)

var hostTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](), reflect.TypeFor[uintptr](),
	reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](),
	reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Time](), reflect.TypeFor[fmt.State](),
	reflect.TypeFor[fmt.Stringer](), reflect.TypeFor[io.Reader](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[json.Number](), reflect.TypeFor[struct{}](),
}
