package interp

// This file reaches the package variables of the interpreter where it keeps them. Its method Globals gives their values only, and ends
// with a panic after a program that could not be loaded. A variable whose memory is to outlive the interpreter, for the pointers that
// lead into it, must be put in the place of the new interpreter's variable.

import (
	"reflect"
	"unsafe"
)

// variables gives the places where the interpreter keeps the values of its package variables, by name. The fields are those of
// yaegi v0.16.1: frame.data holds the values, srcPkg["main"] the symbols with their indices.
func (m *machine) variables() map[string]*reflect.Value {
	out := map[string]*reflect.Value{}
	i := reflect.ValueOf(m.i).Elem()
	frame := i.FieldByName("frame")
	symbols := i.FieldByName("srcPkg").MapIndex(reflect.ValueOf("main"))
	if frame.IsNil() || !symbols.IsValid() {
		return out
	}
	data := frame.Elem().FieldByName("data")
	for it := symbols.MapRange(); it.Next(); {
		s := it.Value().Elem()
		if n := int(s.FieldByName("index").Int()); s.FieldByName("kind").Uint() == variableSymbol && n >= 0 && n < data.Len() {
			out[it.Key().String()] = (*reflect.Value)(unsafe.Pointer(data.Index(n).UnsafeAddr()))
		}
	}
	return out
}

// variableSymbol is the kind of the symbols of variables.
const variableSymbol = 9
